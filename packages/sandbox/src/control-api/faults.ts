import type { FaultsReply, SetFaults } from '@galla/contract/sandbox-api/faults'
import { bodyFields } from '../provider-api/checks.ts'
import { type Asked, RouteRefusal } from '../routes.ts'

export function readFaults({ provider }: Asked): FaultsReply {
  return provider.faults.describe()
}

/** `POST /faults`: replaces whatever was set before. */
export function setFaults({ provider, body }: Asked): FaultsReply {
  const wanted = bodyFields(body)
  try {
    provider.faults.set(wanted as SetFaults)
  } catch (error) {
    if (error instanceof TypeError) throw new RouteRefusal(400, 'BAD_REQUEST', error.message)
    throw error
  }
  return provider.faults.describe()
}

export function clearFaults({ provider }: Asked): FaultsReply {
  provider.faults.clear()
  return provider.faults.describe()
}
