import { NOTICE_MS } from '@galla/contract/provider/subscriptions'
import { type Action, askAt, nextCheck, OF_DEBIT, WAIT, waitUntil } from './action.ts'
import { nextDebitTime, periodOf } from './periods.ts'
import type { BillingFacts, DebitRecord, MandateRecord } from './subscription.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** UPI permits one debit and three repetitions for each order. */
const MAX_TRIES = 4

/** Pause after a failed try. The provider asks for an hour and a half at least. Milliseconds. */
const TRY_PAUSE_MS = 95 * MINUTE_MS

/** No debit is requested in the last minutes of the provider's window. Milliseconds. */
const END_MARGIN_MS = 10 * MINUTE_MS

/** Age of the newest answer about the mandate at which a debit may be requested, at most. Milliseconds. */
const MANDATE_AGE_MS = 5 * MINUTE_MS

/** True while an order may still collect its cycle. The money of an order that fails and is paid later goes back. */
export const isOpenDebit = ({ state }: DebitRecord): boolean => state === 'CREATED' || state === 'PENDING'

/** True while the answer to a request to debit is not known: the payer may be debited at any moment. */
export const isInFlight = (debit: DebitRecord): boolean => {
  const last = debit.tries.at(-1)
  return isOpenDebit(debit) && last !== undefined && last.failedAtMs === undefined
}

/**
 * The next step of a debit that may still collect. `isWanted`: the cycle is to be collected; otherwise the debit is not requested, and its order is
 * followed until the provider has closed it.
 */
export function nextDebitStep(facts: BillingFacts, debit: DebitRecord, isWanted: boolean, nowMs: number): Action {
  const { needsReview, isSetup, notifiedAtMs, createdAtMs, checkedAtMs, merchantOrderId, tries } = debit
  // The order's own polls go on; a person decides about a review.
  if (needsReview || isSetup) return WAIT
  const check: Action = { kind: 'check-debit', merchantOrderId }
  if (notifiedAtMs === undefined) return askAt(nextCheck(createdAtMs, checkedAtMs, OF_DEBIT), nowMs, check)
  const last = tries.at(-1)
  // The answer to a request decides nothing, and a request without an answer may have debited.
  if (last && isInFlight(debit)) return askAt(nextCheck(last.sentAtMs, checkedAtMs, OF_DEBIT), nowMs, check)
  const { mandate } = facts
  const isVoid =
    debit.merchantSubscriptionId !== mandate.merchantSubscriptionId ||
    (mandate.pausedAtMs ?? Number.NEGATIVE_INFINITY) >= notifiedAtMs
  const atMs = isWanted && !isVoid ? nextTryMs(facts, debit, nowMs) : undefined
  if (atMs === undefined) return checkAtEnd(debit, nowMs, check)
  if (atMs > nowMs) return waitUntil(atMs)
  return unlessActive(mandate, nowMs) ?? { kind: 'redeem', merchantOrderId, tryNumber: tries.length + 1 }
}

/**
 * When the debit may be requested next; undefined when it may not be any more. Never before now: after an outage, the time at which the debit was due
 * is over, and now may be a peak hour or past the window.
 */
function nextTryMs({ subscription, cycle }: BillingFacts, debit: DebitRecord, nowMs: number): number | undefined {
  const { tries, notifiedAtMs = 0, validAfterMs = notifiedAtMs + NOTICE_MS } = debit
  if (cycle === undefined || tries.length >= MAX_TRIES) return undefined
  const { startMs, endMs } = periodOf(subscription.startsOn, subscription.frequency, cycle.number)
  const pauseEndMs = (tries.at(-1)?.failedAtMs ?? Number.NEGATIVE_INFINITY) + TRY_PAUSE_MS
  const atMs = nextDebitTime(Math.max(nowMs, startMs, validAfterMs, pauseEndMs))
  return atMs <= Math.min(debitEndMs(debit), endMs) - END_MARGIN_MS ? atMs : undefined
}

/** When the order became final, or the end of the provider's window. Epoch milliseconds. */
export const debitEndMs = ({ endedAtMs, validUntilMs, expiresAtMs, createdAtMs }: DebitRecord): number =>
  endedAtMs ?? validUntilMs ?? expiresAtMs ?? createdAtMs + 2 * NOTICE_MS

/** The wait or the question while the mandate is not known to be active; undefined when it is. */
function unlessActive({ checkedAtMs, state }: MandateRecord, nowMs: number): Action | undefined {
  if (checkedAtMs === undefined || nowMs - checkedAtMs >= MANDATE_AGE_MS) {
    const isOther = checkedAtMs !== undefined && state !== 'ACTIVE'
    return askAt(isOther ? checkedAtMs + HOUR_MS : nowMs, nowMs, { kind: 'check-mandate' })
  }
  return state === 'ACTIVE' ? undefined : waitUntil(checkedAtMs + HOUR_MS)
}

/** Asks for an order that is not requested any more when the provider closes it, and every few hours after that. */
function checkAtEnd(debit: DebitRecord, nowMs: number, check: Action): Action {
  const endMs = debitEndMs(debit) + MINUTE_MS
  const { checkedAtMs } = debit
  return askAt(checkedAtMs === undefined ? nowMs : nextCheck(endMs, Math.max(checkedAtMs, endMs - 1)), nowMs, check)
}
