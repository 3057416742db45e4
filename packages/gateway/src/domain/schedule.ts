import { FLIGHT_MS } from './limits.ts'
import { isOverWithItsRequest } from './orders/checkout.ts'
import { wasReportedFailed } from './orders/opening.ts'
import type { OrderRecord } from './orders/order.ts'
import { isCompleted } from './orders/payments.ts'
import { isPaymentInDoubt } from './orders/refund-doubt.ts'
import { isInReviewFor } from './orders/review.ts'
import type { Policy } from './policy.ts'
import { awaitsApproval } from './refunds/controls.ts'
import { hasOurId, isOpen, type RefundRecord } from './refunds/refund.ts'

const HOUR_MS = 3_600_000

/** Polls after the expiry, because a payment may arrive long after it. Milliseconds. */
const AFTER_EXPIRY_MS: readonly number[] = [HOUR_MS, 24 * HOUR_MS, 72 * HOUR_MS]

const DAY_MS = 24 * HOUR_MS

/**
 * Time after which a final order or refund is no longer compared: 90 days. A comparison finds changes at the provider whose callbacks were
 * all lost. Milliseconds.
 */
export const COMPARED_FOR_MS = 90 * DAY_MS

/** The comparisons of an order that is final, after it became so. Milliseconds. */
const FIRST_COMPARISON_MS = 7 * DAY_MS
const COMPARISONS_MS: readonly number[] = [FIRST_COMPARISON_MS, 30 * DAY_MS, COMPARED_FOR_MS]

/** Polls of a FAILED order after its expiry: a payment that comes so late is refunded. Milliseconds. */
const FAILED_AFTER_EXPIRY_MS: readonly number[] = [...AFTER_EXPIRY_MS, ...COMPARISONS_MS]

/** Interval of the polls of an order that the provider has not decided after all of them. Milliseconds. */
const UNDECIDED_INTERVAL_MS = DAY_MS

/** Polls of a COMPLETED order after its expiry and its completion: another attempt may be paid, or its payment taken back. Milliseconds. */
const COMPLETED_AFTER_MS: readonly number[] = [HOUR_MS, ...COMPARISONS_MS]

/** Pause after an answer that says nothing of a payment that is known. Milliseconds. */
const SILENT_PAUSE_MS = DAY_MS

/** A poll that is not answered is repeated after 5 s, 10 s, 20 s and so on, but at least every 6 hours. Milliseconds. */
const UNANSWERED_PAUSE_MS = { first: 5_000, max: 6 * HOUR_MS }

/** Polls in a row, about twenty minutes, that say nothing of the automatic refund of a payment, until a person has to decide. */
export const UNANSWERED_BEFORE_REVIEW = 8

/** Added to a time that must have passed, such as an expiry, before the poll that relies on it. Milliseconds. */
export const MARGIN_MS = 1_000

/**
 * The provider's polling schedule: the time of the poll after `lastMs`, or undefined once the order has expired. All times in
 * milliseconds since the payment was started.
 */
export type PollDelay = (lastMs: number, expiresMs?: number) => number | undefined

export interface PollState {
  readonly nowMs: number
  /** Polls in a row that failed, as `unansweredPolls` counts them; 0 after an answer, undefined when there was no check. */
  readonly unanswered: number | undefined
  /** The answer does not mention a payment that is known: the provider calls the order open, or does not know it. */
  readonly isSilent?: boolean
  /** The poll that was planned before. Epoch milliseconds. */
  readonly plannedAtMs?: number
  readonly providerDelayMs: PollDelay
}

/**
 * When to poll an order next, epoch milliseconds. Every order that is not final has a time, except one in review for a contradiction:
 * on the provider's schedule, or of links on a slower one, after the expiry and its grace, then 1 h, 24 h and 72 h after the expiry, then daily. A failed order is
 * polled then as well, and 7, 30 and 90 days after its expiry; a completed one after 1 h and then as often, and daily while the answer does not
 * mention its payment. An order that was never sent, as far as this database
 * knows, is polled until one answer after its expiry: the database may have been restored from a backup. A check on request does not put
 * off the poll that is planned, unless it finds the order final.
 */
export function nextOrderPoll(order: OrderRecord, pollState: PollState, policy: Policy): number | undefined {
  const next = pollAfterCheck(order, pollState, policy)
  const { nowMs, unanswered, plannedAtMs } = pollState
  if (next === undefined || unanswered === undefined || plannedAtMs === undefined || plannedAtMs <= nowMs) return next
  const isFinal = order.state === 'COMPLETED' || order.state === 'FAILED'
  return unanswered === 0 && isFinal ? next : Math.min(next, plannedAtMs)
}

/**
 * Polls in a row that the provider did not answer, after a check. A check on request that failed before the planned poll shows in it, but
 * does not add to it: anybody may ask at any time, and the pause would grow with each.
 */
export function unansweredPolls(
  before: number,
  isAnswered: boolean,
  { nowMs, plannedAtMs }: Pick<PollState, 'nowMs' | 'plannedAtMs'>,
): number {
  if (isAnswered) return 0
  const wasDue = plannedAtMs !== undefined && plannedAtMs <= nowMs
  return wasDue ? before + 1 : Math.max(before, 1)
}

function pollAfterCheck(order: OrderRecord, pollState: PollState, policy: Policy): number | undefined {
  const { nowMs, unanswered, plannedAtMs, isSilent } = pollState
  if (order.needsReview && order.needsReview.reason !== 'undecided') return undefined
  if (order.needsReview?.findings.some(isPaymentInDoubt))
    return unanswered === undefined ? (plannedAtMs ?? nowMs) : nowMs + HOUR_MS
  if (order.needsReview) return unanswered === undefined ? (plannedAtMs ?? nowMs) : nowMs + UNDECIDED_INTERVAL_MS
  if (order.state === 'CREATED' && order.sentAtMs === undefined) return expiryOf(order) + MARGIN_MS
  const neverSent = order.state === 'FAILED' && !wasReportedFailed(order)
  if (neverSent && !unanswered) return unanswered === 0 && nowMs >= (plannedAtMs ?? 0) ? undefined : plannedAtMs
  const planned = plannedPoll(order, pollState, policy)
  if (unanswered === undefined) {
    const pending = plannedAtMs !== undefined && plannedAtMs > nowMs ? plannedAtMs : undefined
    // The dense polls of an order end when it completes.
    return order.completedAtMs === nowMs ? planned : earliest(planned, pending)
  }
  if (unanswered === 0 && isSilent && planned !== undefined) return Math.min(planned, nowMs + SILENT_PAUSE_MS)
  if (unanswered === 0) return isPaymentSeen(order) ? earliest(planned, nowMs + HOUR_MS) : planned
  const { first, max } = UNANSWERED_PAUSE_MS
  const retryAtMs = nowMs + Math.min(first * 2 ** (unanswered - 1), max)
  // Before the expiry the schedule is dense already; after it, a check that failed is not left out.
  return planned !== undefined && nowMs < expiryOf(order) ? Math.max(planned, retryAtMs) : retryAtMs
}

/** True when a payment of an open order was reported and is in doubt, because an older answer came between. */
const isPaymentSeen = ({ state, attempts }: OrderRecord): boolean =>
  (state === 'CREATED' || state === 'PENDING') && attempts.some(isCompleted)

/**
 * When to poll an order whose review a person has resolved: at once, because the person expects the result. An unpaid one that the provider has
 * not decided was just checked, and would be in review again: it is set aside until the daily poll. A final one whose payment is contradicted
 * stays as the person leaves it until the next of its planned polls. Epoch milliseconds.
 */
export function pollAfterReview(order: OrderRecord, nowMs: number, policy: Policy): number | undefined {
  const { state, needsReview } = order
  const isFinal = state === 'COMPLETED' || state === 'FAILED'
  if (isFinal && isInReviewFor(order, 'contradiction')) return finalPoll(order, nowMs, policy)
  if (needsReview?.findings.some(isPaymentInDoubt)) return nowMs
  return needsReview?.reason === 'undecided' ? nowMs + UNDECIDED_INTERVAL_MS : nowMs
}

function plannedPoll(
  order: OrderRecord,
  { nowMs, unanswered, providerDelayMs }: PollState,
  policy: Policy,
): number | undefined {
  const { state, sentAtMs = order.createdAtMs, sendByMs = 0 } = order
  if (state === 'COMPLETED' || state === 'FAILED') return finalPoll(order, nowMs, policy)
  const expiresAtMs = expiryOf(order)
  const delayMs = isOverWithItsRequest(order.checkout) ? slowDelayMs(order.checkout) : providerDelayMs
  const next = delayMs(nowMs - sentAtMs, expiresAtMs - sentAtMs)
  if (next !== undefined) return sentAtMs + next
  const graceOver = Math.max(expiresAtMs, sendByMs) + policy.unknownOrderGraceMs + MARGIN_MS
  const polls = [
    ...(state === 'CREATED' ? [graceOver] : []),
    ...AFTER_EXPIRY_MS.map((afterMs) => expiresAtMs + afterMs),
  ]
  const planned = earliest(...polls.filter((atMs) => atMs > nowMs))
  // Past the last planned poll: polled now, and then daily.
  if (planned === undefined) return unanswered === undefined ? nowMs : nowMs + UNDECIDED_INTERVAL_MS
  return planned
}

/**
 * Pauses between the polls of an order that no payer waits for: half of its age, within these bounds. A link is paid any time in up to 30 days. The
 * subscription of a debit asks itself whenever an answer is expected. Milliseconds.
 */
const SLOW_PAUSE_MS = {
  LINK: { min: 5 * 60_000, max: 6 * HOUR_MS },
  DEBIT: { min: DAY_MS, max: DAY_MS },
}

/** When to poll such an order after `lastMs`, and 5 s after its expiry. Milliseconds since it was created. */
const slowDelayMs =
  (checkout: keyof typeof SLOW_PAUSE_MS): PollDelay =>
  (lastMs, expiresMs = Number.POSITIVE_INFINITY) => {
    const { min, max } = SLOW_PAUSE_MS[checkout]
    const nextMs = lastMs + Math.min(Math.max(Math.floor(lastMs / 2), min), max)
    if (nextMs < expiresMs) return nextMs
    const finalMs = expiresMs + 5_000
    return lastMs < finalMs ? finalMs : undefined
  }

/** The next planned poll of a COMPLETED or FAILED order; undefined after the last, and once payer data is erased by age: an answer would bring it back. */
function finalPoll(order: OrderRecord, nowMs: number, policy: Policy): number | undefined {
  const expiresAtMs = expiryOf(order)
  const [sinceMs, pauses] =
    order.state === 'COMPLETED'
      ? [Math.max(expiresAtMs, order.completedAtMs ?? 0), COMPLETED_AFTER_MS]
      : [expiresAtMs, FAILED_AFTER_EXPIRY_MS]
  const endMs = comparedUntilMs(order, policy)
  // A link that was cancelled may have been paid at the same moment.
  if (order.checkout === 'LINK' && order.state === 'FAILED' && nowMs < expiresAtMs && nowMs < endMs) {
    const { sentAtMs = order.createdAtMs } = order
    return sentAtMs + (slowDelayMs('LINK')(nowMs - sentAtMs, expiresAtMs - sentAtMs) ?? 0)
  }
  return pauses.map((afterMs) => sinceMs + afterMs).find((atMs) => atMs > nowMs && atMs < endMs)
}

/** Until when what is final is compared: an answer would bring payer data back that was erased by age. Epoch milliseconds. */
export const comparedUntilMs = (
  { createdAtMs }: Pick<OrderRecord, 'createdAtMs'>,
  { erasePayerAfterDays = Number.POSITIVE_INFINITY }: Pick<Policy, 'erasePayerAfterDays'>,
): number => createdAtMs + erasePayerAfterDays * DAY_MS

function earliest(...times: readonly (number | undefined)[]): number | undefined {
  const known = times.filter((atMs) => atMs !== undefined)
  return known.length === 0 ? undefined : Math.min(...known)
}

function expiryOf({ expiresAtMs, createdAtMs }: OrderRecord): number {
  return expiresAtMs ?? createdAtMs
}

type Sending = Partial<Pick<RefundRecord, 'inDoubt' | 'underWaySinceMs'>>

/** When the last request that may still arrive has arrived or never will, epoch milliseconds; 0 without such a request. */
export const flightEndMs = ({ inDoubt, underWaySinceMs }: Sending): number =>
  inDoubt && underWaySinceMs !== undefined ? underWaySinceMs + FLIGHT_MS : 0

const FIRST_REFUND_POLL_MS = 10_000
/** In review, the pause grows to a day. */
const REFUND_PAUSE_MS = { min: 10_000, max: 6 * HOUR_MS, maxInReview: 24 * HOUR_MS }

interface RefundCheck {
  readonly isUnanswered?: boolean
  readonly endMs?: number
}

/** Polls of a FAILED refund, after it failed: a refusal or a status may be corrected without a callback. Milliseconds. */
const AFTER_FAILED_MS: readonly number[] = [HOUR_MS, 24 * HOUR_MS, 72 * HOUR_MS, ...COMPARISONS_MS]

/**
 * When to poll a refund next: after half of the time in its state, between 10 s and 6 h, in review up to a day; when a request under way has
 * arrived or never will; 1 h, 24 h and 72 h after it failed, 7, 30 and 90 days after it failed or was paid out, and until each of these checks
 * is answered. The status of one without our id cannot be compared. Epoch milliseconds.
 * @param check `isUnanswered`: the status was asked for just now, and the provider did not say what became of the refund; `endMs`: a final refund
 * is not polled from then on
 */
export function nextRefundPoll(
  refund: Pick<
    RefundRecord,
    'merchantRefundId' | 'state' | 'stateSinceMs' | 'needsReview' | 'approval' | 'approveByMs'
  > &
    Sending,
  nowMs: number,
  { isUnanswered = false, endMs = Number.POSITIVE_INFINITY }: RefundCheck = {},
): number | undefined {
  const { state, stateSinceMs, needsReview, approveByMs = nowMs } = refund
  // Nothing is asked or sent until somebody decides, or nobody did in time.
  if (awaitsApproval(refund)) return nowMs < approveByMs ? approveByMs : nowMs + pauseSince(approveByMs, nowMs)
  if (!isOpen(refund) && !needsReview) {
    if (state === 'COMPLETED' && !hasOurId(refund)) return undefined
    const polls = (state === 'COMPLETED' ? COMPARISONS_MS : AFTER_FAILED_MS).map((afterMs) => stateSinceMs + afterMs)
    const planned = polls.find((atMs) => atMs > nowMs && atMs < endMs)
    // What is only compared is not asked again.
    if (!isUnanswered || nowMs >= stateSinceMs + FIRST_COMPARISON_MS) return planned
    const dueSinceMs = polls.filter((atMs) => atMs <= nowMs).at(-1) ?? stateSinceMs
    return earliest(planned, nowMs + pauseSince(dueSinceMs, nowMs))
  }
  const sinceMs = isOpen(refund) ? stateSinceMs : (needsReview?.sinceMs ?? stateSinceMs)
  const ageMs = Math.max(nowMs - sinceMs, 0)
  if (ageMs < FIRST_REFUND_POLL_MS) return sinceMs + FIRST_REFUND_POLL_MS
  const maxMs = needsReview ? REFUND_PAUSE_MS.maxInReview : REFUND_PAUSE_MS.max
  const nextMs = nowMs + Math.min(Math.max(Math.floor(ageMs / 2), REFUND_PAUSE_MS.min), maxMs)
  const landedAtMs = flightEndMs(refund)
  return landedAtMs > nowMs ? Math.min(nextMs, landedAtMs) : nextMs
}

/** The pause before a check that was due since then is repeated: it doubles, from 10 s to 6 h. Milliseconds. */
const pauseSince = (dueSinceMs: number, nowMs: number): number =>
  Math.min(Math.max(nowMs - dueSinceMs, REFUND_PAUSE_MS.min), REFUND_PAUSE_MS.max)

/** A payer's page polls the gateway, at first more often than the gateway polls, because a callback may arrive any time. Milliseconds. */
const MIN_PAYER_INTERVAL_MS = 1_000
const FAST_START = { forMs: 60_000, everyMs: 3_000 }
const MAX_PAYER_INTERVAL_MS = 30_000

/** The page polls this long after the gateway's own poll. Milliseconds. */
const BEHIND_MS = 500

type PolledOrder = Pick<OrderRecord, 'state' | 'needsReview' | 'createdAtMs' | 'expiresAtMs'> & {
  readonly sentAtMs?: number
}

/** How long a payer's page waits before its next poll, in milliseconds; undefined once the order is final. */
export function payerPollIntervalMs(
  { state, needsReview, sentAtMs, createdAtMs, expiresAtMs }: PolledOrder,
  nowMs: number,
  providerDelayMs: PollDelay,
): number | undefined {
  if (state === 'COMPLETED' || state === 'FAILED') return undefined
  if (needsReview) return MAX_PAYER_INTERVAL_MS
  const startedAtMs = sentAtMs ?? createdAtMs
  const elapsedMs = Math.max(nowMs - startedAtMs, 0)
  const next = providerDelayMs(elapsedMs, expiresAtMs === undefined ? undefined : expiresAtMs - startedAtMs)
  const gapMs = next === undefined ? MAX_PAYER_INTERVAL_MS : next - elapsedMs + BEHIND_MS
  const maxMs = elapsedMs < FAST_START.forMs ? FAST_START.everyMs : MAX_PAYER_INTERVAL_MS
  return Math.min(Math.max(gapMs, MIN_PAYER_INTERVAL_MS), maxMs)
}

/** Delays between attempts of a handler, a notifier or a callback; after the last one it needs review. Milliseconds. */
const RETRY_DELAYS_MS: readonly number[] = [1_000, 5_000, 30_000, 120_000, 600_000, 3_600_000, 21_600_000]

/** Attempts of a handler or a notifier until its delivery needs review. */
export const MAX_ATTEMPTS = RETRY_DELAYS_MS.length + 1

/** When to try again after `attempts` failures, epoch milliseconds; undefined when no attempt is left. */
export function nextAttemptAt(attempts: number, nowMs: number): number | undefined {
  const delayMs = RETRY_DELAYS_MS[attempts]
  return delayMs === undefined ? undefined : nowMs + delayMs
}
