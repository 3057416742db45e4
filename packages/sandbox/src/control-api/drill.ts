import type { DrillReport } from '@galla/contract/sandbox-api/routes'
import { DRILLS } from '../drill/drills.ts'
import { runDrill } from '../drill/run.ts'
import { bodyFields, checkUrl } from '../provider-api/checks.ts'
import { type Asked, RouteRefusal } from '../routes.ts'

/** `POST /drill`: signed with the secrets of the callback receiver, fired at the address that is given. */
export async function drill({ provider, body }: Asked): Promise<DrillReport> {
  const wanted = bodyFields(body)
  const url = checkUrl(wanted.url, 'url')
  const { password, secretKey } = provider.callbacks.receiver
  if (!password && !secretKey) {
    const way = 'Set username and password, or secretKey, with PUT /_sandbox/callbacks/receiver.'
    throw new RouteRefusal(409, 'NO_SECRET', `Nothing to sign the callbacks with. ${way}`)
  }
  return runDrill(provider, url, namesFrom(wanted.only))
}

function namesFrom(only: unknown): string[] | undefined {
  if (only === undefined || only === null) return undefined
  const known = [...DRILLS.map((one) => one.name), 'in-time']
  const names = Array.isArray(only) ? only.map(String) : []
  const strange = names.find((name) => !known.includes(name))
  if (names.length > 0 && strange === undefined) return names
  throw new RouteRefusal(400, 'BAD_REQUEST', `only must be a list out of ${known.join(', ')}.`)
}
