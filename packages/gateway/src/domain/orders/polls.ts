import { COMPARISONS_MS, comparedUntilMs, earliest } from '../comparisons.ts'
import type { Policy } from '../policy.ts'
import { isOverWithItsRequest } from './checkout.ts'
import { wasReportedFailed } from './opening.ts'
import type { OrderRecord } from './order.ts'
import { isCompleted } from './payments.ts'
import { isPaymentInDoubt } from './refund-doubt.ts'
import { isInReviewFor } from './review.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Polls after the expiry, because a payment may arrive long after it. Milliseconds. */
const AFTER_EXPIRY_MS: readonly number[] = [HOUR_MS, 24 * HOUR_MS, 72 * HOUR_MS]

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
  if (order.needsReview) return pollInReview(order.needsReview, pollState)
  if (order.state === 'CREATED' && order.sentAtMs === undefined) return expiryOf(order) + MARGIN_MS
  const neverSent = order.state === 'FAILED' && !wasReportedFailed(order)
  if (neverSent && !pollState.unanswered) return pollOfNeverSent(pollState)
  const planned = plannedPoll(order, pollState, policy)
  if (pollState.unanswered === undefined) return pollUnchecked(order, pollState, planned)
  return pollState.unanswered === 0
    ? pollAnswered(order, pollState, planned)
    : pollUnanswered(order, pollState.nowMs, pollState.unanswered, planned)
}

/** A person decides about the order: a question that only the provider can answer is asked again. */
function pollInReview(
  { reason, findings }: NonNullable<OrderRecord['needsReview']>,
  { nowMs, unanswered, plannedAtMs }: PollState,
): number | undefined {
  if (reason !== 'undecided') return undefined
  if (unanswered === undefined) return plannedAtMs ?? nowMs
  return nowMs + (findings.some(isPaymentInDoubt) ? HOUR_MS : UNDECIDED_INTERVAL_MS)
}

/** The provider answers once, at the planned poll or after it. */
const pollOfNeverSent = ({ nowMs, unanswered, plannedAtMs }: PollState): number | undefined =>
  unanswered === 0 && nowMs >= (plannedAtMs ?? 0) ? undefined : plannedAtMs

function pollUnchecked(
  { completedAtMs }: OrderRecord,
  { nowMs, plannedAtMs }: PollState,
  planned: number | undefined,
): number | undefined {
  // The dense polls of an order end when it completes.
  if (completedAtMs === nowMs) return planned
  return earliest(planned, plannedAtMs !== undefined && plannedAtMs > nowMs ? plannedAtMs : undefined)
}

function pollAnswered(
  order: OrderRecord,
  { nowMs, isSilent }: PollState,
  planned: number | undefined,
): number | undefined {
  if (isSilent && planned !== undefined) return Math.min(planned, nowMs + SILENT_PAUSE_MS)
  return isPaymentSeen(order) ? earliest(planned, nowMs + HOUR_MS) : planned
}

function pollUnanswered(order: OrderRecord, nowMs: number, unanswered: number, planned: number | undefined): number {
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

function expiryOf({ expiresAtMs, createdAtMs }: OrderRecord): number {
  return expiresAtMs ?? createdAtMs
}
