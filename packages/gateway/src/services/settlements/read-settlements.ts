import type { GatewayContext } from '../../context.ts'
import { type FinanceEvent, settlementEvent } from '../../domain/events/events.ts'
import { isStorable } from '../../domain/privacy/masking.ts'
import { describeError, GatewayError } from '../../errors.ts'
import { readFailure } from '../../provider/mapping.ts'
import type { SettlementResponse } from '../../provider/responses.ts'
import type { Database, Queries } from '../../storage/database.ts'
import { insertEvent } from '../../storage/events/events.ts'
import { saveListed } from '../../storage/settlements/listed.ts'
import {
  type NamedSettlement,
  nameSettlements,
  payoutsTakenBack,
  readLater,
  saveRefusal,
  saveSettlement,
  settlementsToRead,
  tieLines,
} from '../../storage/settlements/settlements.ts'

const DAY_MS = 86_400_000

/** The list is read again for so many days: it may have had gaps, and a settlement may be named late. */
const LISTED_DAYS = 14

/** The clock of the provider may be ahead of this one by so much: within this time, the provider's times say which status is newer. Milliseconds. */
const CLOCK_AHEAD_MS = 5 * 60_000

/** Settlements of one page of due ones. */
const PAGE = 100

/** The result of reading the provider's settlements. */
export interface ReadSettlements {
  /** Settlements that the provider's list names. */
  readonly listed: number
  /** Settlements whose status was read. */
  readonly read: number
  /** Settlements whose stored state changed. */
  readonly changed: number
}

/**
 * Lists the settlements of the last 14 days, or of `days`, and reads the status of each that is new, not processed, or named with another state. Safe
 * to repeat; several processes may do it at the same time.
 * @throws the client's error when the list cannot be read; when the provider refuses the list, after the statuses are read
 */
export async function readSettlements(context: GatewayContext, days = LISTED_DAYS): Promise<ReadSettlements> {
  const { provider, database, clock } = context
  if (!provider.settlements) return { listed: 0, read: 0, changed: 0 }
  const nowMs = clock.now()
  const fromMs = nowMs - days * DAY_MS
  const list = await listFrom(provider.settlements, { from: fromMs, to: nowMs + 1 })
  const named = namedIn(context, list.settlements)
  if (named.length > 0) await nameSettlements(database, named, nowMs)
  if (!('refusal' in list)) await saveListed(database, { fromMs, untilMs: nowMs })
  let read = 0
  let changed = 0
  for (
    let due = await settlementsToRead(database, nowMs, PAGE);
    due.length > 0;
    due = await settlementsToRead(database, nowMs, PAGE)
  ) {
    for (const settlementId of due) {
      if (context.closing()) return { listed: named.length, read, changed }
      read += 1
      if (await readOne(context, settlementId)) changed += 1
    }
  }
  if ('refusal' in list) throw list.refusal
  return { listed: named.length, read, changed }
}

type Settlements = NonNullable<GatewayContext['provider']['settlements']>
type List = Awaited<ReturnType<Settlements['list']>>

/** Characters that an id or a UTR, and a state, may have. */
const MAX = { id: 200, state: 100 }

/** The settlements of a list, as they are stored. An entry that cannot be stored keeps no other from being read. */
function namedIn({ log }: Pick<GatewayContext, 'log'>, list: List): NamedSettlement[] {
  const named = list.flatMap(({ settlementId: id, state, wireState, utr }) => {
    const settlementId = storedText(id, MAX.id)
    if (settlementId === undefined) return []
    return [
      { settlementId, state: storedText(wireState ?? state, MAX.state) ?? 'UNKNOWN', utr: storedText(utr, MAX.id) },
    ]
  })
  const count = list.length - named.length
  if (count > 0)
    log.error({ count }, 'The list of settlements has ids that cannot be stored: these settlements are left out')
  return named
}

const storedText = (text: string | undefined, most: number): string | undefined =>
  text !== undefined && text !== '' && text.length <= most && isStorable(text) ? text : undefined

/** The list of a period. When the provider refuses the list, the statuses of settlements that reports name may still be read, or are refused too. */
async function listFrom(
  settlements: Settlements,
  period: Parameters<Settlements['list']>[0],
): Promise<{ readonly settlements: List } | { readonly settlements: List; readonly refusal: unknown }> {
  try {
    return { settlements: await settlements.list(period) }
  } catch (error) {
    if (!refusalOf(error)) throw error
    return { settlements: [], refusal: error }
  }
}

/** An answer that cannot be had postpones the next reading, so that one settlement holds up no other. */
async function readOne(context: GatewayContext, settlementId: string): Promise<boolean> {
  try {
    return await syncSettlement(context, settlementId)
  } catch (error) {
    context.log.warn({ settlementId, error: describeError(error) }, 'The status of a settlement was not read')
    const refused = refusalOf(error)
    if (!refused || !(await saveRefusal(context.database, settlementId, refused.reason, context.clock.now())))
      await readLater(context.database, settlementId, context.clock.now())
    return false
  }
}

/**
 * Reads the settlement that a callback names. A refusal of the provider is stored, and becomes a finding.
 * @returns `foreign` for a settlement that neither the provider nor the database knows: one of another account, or a forged id
 * @throws the client's error when the status may be read later
 */
export async function applyToSettlement(context: GatewayContext, settlementId: string): Promise<'applied' | 'foreign'> {
  const { database, clock, log } = context
  try {
    await syncSettlement(context, settlementId)
    return 'applied'
  } catch (error) {
    const refused = refusalOf(error)
    if (!refused) throw error
    const nowMs = clock.now()
    log.warn({ settlementId, error: describeError(error) }, 'The provider refuses the status of a settlement')
    if (!refused.isUnknown) await nameSettlements(database, [{ settlementId, state: 'UNKNOWN', utr: undefined }], nowMs)
    return (await saveRefusal(database, settlementId, refused.reason, nowMs)) ? 'applied' : 'foreign'
  }
}

/**
 * Reads the status of a settlement, and stores it unless a newer one is stored.
 * @returns whether something changed
 * @throws the client's error, or an error that says what of the answer cannot be used
 */
export async function syncSettlement(
  { provider, database, clock, log, wake }: Pick<GatewayContext, 'provider' | 'database' | 'clock' | 'log' | 'wake'>,
  settlementId: string,
): Promise<boolean> {
  if (!provider.settlements) return false
  const reported = await provider.settlements.get({ settlementId })
  if (reported.settlementId !== settlementId)
    throw new Error('The provider answered with a settlement that was not asked for')
  const { changed, deliveries } = await store(database, reported, clock.now())
  if (deliveries > 0) wake('deliveries')
  if (changed) log.info({ settlementId, state: reported.wireState ?? reported.state }, 'A settlement changed')
  return changed
}

/** @throws GatewayError PROVIDER_UNAVAILABLE for an error of the client; any other error as it is */
export function providerFailure(error: unknown): never {
  const { message } = readFailure(error)
  throw new GatewayError('PROVIDER_UNAVAILABLE', `The provider's settlements were not read. Reason: ${message}`, {
    cause: error,
  })
}

/** The provider's refusal to tell a status, which a repeat does not change; `isUnknown`: the provider may not know the settlement. */
function refusalOf(error: unknown): { readonly reason: string; readonly isUnknown: boolean } | undefined {
  try {
    const { outcome, httpStatus, code, temporary } = readFailure(error)
    if (outcome !== 'rejected' || temporary || httpStatus === undefined) return undefined
    const reason = `HTTP ${httpStatus}${code === undefined ? '' : ` ${code}`}`.slice(0, 200)
    return { reason, isUnknown: httpStatus === 400 || httpStatus === 404 }
  } catch {
    // An error of our own.
    return undefined
  }
}

/** Stores what the provider says, with the event of the change in one transaction. */
async function store(
  database: Database,
  reported: SettlementResponse,
  nowMs: number,
): Promise<{ readonly changed: boolean; readonly deliveries: number }> {
  const { settlementId, state, wireState, utr, amount, lastAttemptErrorCode, lastUpdatedAt } = reported
  if (!Number.isSafeInteger(amount) || amount < 0) throw new Error('The provider names no amount of whole paise')
  if (!Number.isSafeInteger(lastUpdatedAt) || lastUpdatedAt <= 0)
    throw new Error('The provider names no time of the last change')
  // A time far in the future would keep every later report away.
  const updatedAtMs = Math.min(lastUpdatedAt, nowMs + CLOCK_AHEAD_MS)
  const stored = {
    ...{ settlementId, state: wireState ?? state, utr, amount, failure: lastAttemptErrorCode, updatedAtMs },
  }
  const result = await database.transaction(async (tx) => {
    const changed = await saveSettlement(tx, stored, nowMs)
    const event = changed ? await eventOf(tx, reported, stored.state) : undefined
    return { changed, deliveries: event ? await insertEvent(tx, event, nowMs) : 0 }
  })
  if (result.changed) await tieLines(database)
  return result
}

/**
 * The event of a settlement in a state. The event is recorded once: the id of a payout has the number of payouts that were taken back before, and the
 * id of a refusal has the provider's own time of the refusal, which is the same in each answer.
 */
async function eventOf(
  tx: Queries,
  { settlementId, lastUpdatedAt }: SettlementResponse,
  state: string,
): Promise<FinanceEvent | undefined> {
  if (state === 'PROCESSED')
    return settlementEvent(
      'settlement.processed',
      settlementId,
      (await payoutsTakenBack(tx, settlementId)) || undefined,
    )
  return state === 'ATTEMPT_FAILED' ? settlementEvent('settlement.failed', settlementId, lastUpdatedAt) : undefined
}
