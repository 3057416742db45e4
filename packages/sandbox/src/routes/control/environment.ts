import type { FaultsReply, SetFaults } from '@galla/contract/sandbox-api/faults'
import type { CardsReply, ClockReply } from '@galla/contract/sandbox-api/routes'
import { TEST_CARDS, TEST_OTP } from '../../domain/cards.ts'
import { SANDBOX_KEY_ID, SANDBOX_PUBLIC_KEY_PEM } from '../../services/card-key.ts'
import { type Asked, RouteRefusal } from '../router.ts'
import { bodyFields } from '../validation.ts'

export function readClock({ provider }: Asked): ClockReply {
  return { nowMs: provider.clock.now(), frozen: provider.clock.frozen }
}

/** `POST /clock`: answers when everything that fell due on the way has happened, callbacks included. */
export async function setClock(asked: Asked): Promise<ClockReply> {
  const { clock, agenda } = asked.provider
  const wanted = bodyFields(asked.body)
  const { freeze, resume, setMs, advanceMs } = wanted
  const movedMs = isTime(advanceMs) ? clock.now() + advanceMs : undefined
  if (Object.keys(wanted).length > 1) throw wrongBody()
  if (freeze === true) clock.freeze()
  else if (resume === true) clock.resume()
  else if (isTime(setMs)) await putClock(asked, setMs)
  else if (isTime(movedMs)) await agenda.advanceTo(movedMs)
  else throw wrongBody()
  agenda.rearm()
  return readClock(asked)
}

/** Into the past nothing is undone; only what comes is due later. */
async function putClock({ provider }: Asked, ms: number): Promise<void> {
  if (ms < provider.clock.now()) provider.clock.put(ms)
  else await provider.agenda.advanceTo(ms)
}

/** The end of the year 9999: beyond it, dates have more digits than ids have room for. */
const LAST_MS = 253_402_300_799_999

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= LAST_MS
}

function wrongBody(): RouteRefusal {
  const ways = '{"freeze":true}, {"resume":true}, {"setMs":…} or {"advanceMs":…}'
  const times = 'times are whole milliseconds, zero or more, up to the year 9999'
  return new RouteRefusal(400, 'BAD_REQUEST', `The body must be one of ${ways}; ${times}.`)
}

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

/** `GET /cards`: nothing in it is anybody's secret. */
export function listCards(): CardsReply {
  return {
    encryption: { keyId: SANDBOX_KEY_ID, publicKeyPem: SANDBOX_PUBLIC_KEY_PEM },
    otp: TEST_OTP,
    cards: TEST_CARDS.map(({ last4: _, bankId: __, ...card }) => ({ ...card, token: `9${card.number.slice(1)}` })),
  }
}
