import type { ClockReply } from '@galla/contract/sandbox-api/routes'
import { bodyFields } from '../provider-api/checks.ts'
import { type Asked, RouteRefusal } from '../routes.ts'

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
