import type { FaultsResponse, HeldCall, SetFaults } from '@galla/contract/sandbox-api/faults'
import type { CardsResponse, ClockResponse, Snapshot } from '@galla/contract/sandbox-api/routes'
import { TEST_CARDS, TEST_OTP } from '../../domain/cards.ts'
import { callbacksOfPromises } from '../../faults/held-calls.ts'
import { SANDBOX_KEY_ID, SANDBOX_PUBLIC_KEY_PEM } from '../../services/card-key.ts'
import { ApiError, badRequest, type RouteRequest } from '../router.ts'
import { bodyFields, optionalText } from '../validation.ts'

/** `GET /clock` */
export function readClock({ context }: RouteRequest): ClockResponse {
  return { nowMs: context.clock.now(), frozen: context.clock.frozen }
}

/** `POST /clock`: responds when everything due until then has happened, callbacks included. */
export async function setClock(request: RouteRequest): Promise<ClockResponse> {
  const { clock, scheduler } = request.context
  const body = bodyFields(request.body)
  const { freeze, resume, setMs, advanceMs } = body
  const advancedMs = isTime(advanceMs) ? clock.now() + advanceMs : undefined
  if (Object.keys(body).length > 1) throw invalidClockBody()
  if (freeze === true) clock.freeze()
  else if (resume === true) clock.resume()
  // A move into the past undoes nothing: pending jobs only become due later.
  else if (isTime(setMs) && setMs < clock.now()) clock.set(setMs)
  else if (isTime(setMs)) await scheduler.advanceTo(setMs)
  else if (isTime(advancedMs)) await scheduler.advanceTo(advancedMs)
  else throw invalidClockBody()
  scheduler.rearmTimer()
  return readClock(request)
}

/** The end of the year 9999: ids have no room for a longer year. */
const MAX_TIME_MS = 253_402_300_799_999

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= MAX_TIME_MS
}

function invalidClockBody(): ApiError {
  const bodies = '{"freeze":true}, {"resume":true}, {"setMs":…} or {"advanceMs":…}'
  const times = 'times are whole milliseconds, zero or more, up to the year 9999'
  return badRequest(`The body must be one of ${bodies}; ${times}.`)
}

/** `GET /faults` */
export function readFaults({ context }: RouteRequest): FaultsResponse {
  return context.faults.describe()
}

/** `POST /faults`: replaces the active faults. */
export function setFaults({ context, body }: RouteRequest): FaultsResponse {
  const fields = bodyFields(body)
  try {
    context.faults.set(fields as SetFaults)
  } catch (error) {
    if (error instanceof TypeError) throw badRequest(error.message)
    throw error
  }
  return context.faults.describe()
}

/** `DELETE /faults` */
export function clearFaults({ context }: RouteRequest): FaultsResponse {
  context.faults.clear()
  return context.faults.describe()
}

/** `GET /held` */
export function listHeld({ context }: RouteRequest): { held: HeldCall[] } {
  return { held: context.heldCalls.list() }
}

/** `POST /held/release`: responds when the released calls were taken in, or answered, unless another fault holds them. */
export async function releaseHeld({ context, body }: RouteRequest): Promise<{ released: HeldCall[] }> {
  const { heldIds } = bodyFields(body)
  const isList = Array.isArray(heldIds) && heldIds.every((id) => typeof id === 'string')
  if (heldIds !== undefined && !isList) throw badRequest('heldIds must be a list of ids.')
  const released = context.heldCalls.release(heldIds)
  await callbacksOfPromises()
  return { released }
}

/** `GET /cards`. Test cards are not secret, so number and CVV are part of the response. */
export function listCards(): CardsResponse {
  return {
    encryption: { keyId: SANDBOX_KEY_ID, publicKeyPem: SANDBOX_PUBLIC_KEY_PEM },
    otp: TEST_OTP,
    cards: TEST_CARDS.map(({ last4: _, bankId: __, ...card }) => ({ ...card, token: `9${card.number.slice(1)}` })),
  }
}

/** `GET /snapshots` */
export function listSnapshots({ context }: RouteRequest): { snapshots: Snapshot[] } {
  return { snapshots: context.snapshots.list() }
}

/** `POST /snapshots` */
export function takeSnapshot({ context, body }: RouteRequest): Snapshot {
  return context.snapshots.take(optionalText(bodyFields(body).name, 'name'))
}

/** `POST /snapshots/{snapshotId}/restore` */
export function restoreSnapshot({ context, params }: RouteRequest): Snapshot {
  const restored = context.snapshots.restore(params.snapshotId ?? '')
  if (!restored) throw unknownSnapshot(params.snapshotId)
  return restored
}

/** `DELETE /snapshots/{snapshotId}` */
export function deleteSnapshot({ context, params }: RouteRequest): { snapshots: Snapshot[] } {
  if (!context.snapshots.delete(params.snapshotId ?? '')) throw unknownSnapshot(params.snapshotId)
  return { snapshots: context.snapshots.list() }
}

function unknownSnapshot(snapshotId: string | undefined): ApiError {
  return new ApiError(404, 'UNKNOWN_SNAPSHOT', `There is no snapshot ${snapshotId}.`)
}
