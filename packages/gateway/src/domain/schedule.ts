import type { OrderRecord, Policy } from './order.ts'
import { isOpen, type RefundRecord } from './refund.ts'

const HOUR_MS = 3_600_000

/** Polls after the expiry, because a payment may arrive long after it. Milliseconds. */
const AFTER_EXPIRY_MS: readonly number[] = [HOUR_MS, 24 * HOUR_MS, 72 * HOUR_MS]

/** Delay before a poll that failed after the expiry is repeated. Milliseconds. */
const RETRY_DELAY_MS = 60_000

/** The poll after the grace comes this much later, so that the grace is over for certain. Milliseconds. */
const MARGIN_MS = 1_000

/**
 * The provider's polling schedule: the time of the poll after `lastMs`, or undefined once the order has expired. All times in
 * milliseconds since the payment was started.
 */
export type PollDelay = (lastMs: number, expiresMs?: number) => number | undefined

export interface PollState {
  readonly nowMs: number
  /** When the payment was started; undefined until the payer of a custom checkout has chosen. */
  readonly openedAtMs: number | undefined
  /** The status was checked just now and the provider did not answer. */
  readonly unanswered: boolean
  readonly providerDelayMs: PollDelay
}

/**
 * When to poll an order next: on the provider's schedule, after the expiry and its grace, then 1 h, 24 h and 72 h after the expiry.
 * Undefined for an order that is completed, in review, or that the provider does not have. Epoch milliseconds.
 */
export function nextOrderPoll(order: OrderRecord, pollState: PollState, policy: Policy): number | undefined {
  if (order.needsReview || order.state === 'COMPLETED') return undefined
  // Refused or never sent: the provider does not have the order, so it cannot be paid.
  if (order.state === 'FAILED' && order.orderId === undefined && order.errorCode !== 'NEVER_OPENED') return undefined
  const { nowMs, openedAtMs, unanswered, providerDelayMs } = pollState
  const expiresAtMs = order.expiresAtMs ?? order.createdAtMs
  const graceOver = expiresAtMs + policy.unknownOrderGraceMs + MARGIN_MS
  if (openedAtMs === undefined) return order.state === 'CREATED' ? Math.max(graceOver, nowMs) : undefined
  if (order.state !== 'FAILED') {
    const next = providerDelayMs(nowMs - openedAtMs, expiresAtMs - openedAtMs)
    if (next !== undefined) return openedAtMs + next
  }
  const polls = [
    ...(order.state === 'CREATED' ? [graceOver] : []),
    ...AFTER_EXPIRY_MS.map((afterMs) => expiresAtMs + afterMs),
  ]
  const planned = polls.filter((atMs) => atMs > nowMs).sort((a, b) => a - b)[0]
  if (!unanswered) return planned
  return Math.min(planned ?? Number.POSITIVE_INFINITY, nowMs + RETRY_DELAY_MS)
}

const FIRST_REFUND_POLL_MS = 10_000
/** In review, the pause grows to a day. */
const REFUND_PAUSE_MS = { min: 10_000, max: 6 * HOUR_MS, maxInReview: 24 * HOUR_MS }

/** Polls of a FAILED refund, after it failed: a refusal or a status may be corrected without a callback. Milliseconds. */
const AFTER_FAILED_MS: readonly number[] = [HOUR_MS, 24 * HOUR_MS, 72 * HOUR_MS]

/**
 * When to poll a refund next: after half of the time in its state, between 10 s and 6 h, in review up to a day; 1 h, 24 h and 72 h
 * after it failed; undefined once it is COMPLETED. Epoch milliseconds.
 */
export function nextRefundPoll(
  refund: Pick<RefundRecord, 'state' | 'stateSinceMs' | 'needsReview'>,
  nowMs: number,
): number | undefined {
  const { state, stateSinceMs, needsReview } = refund
  if (!isOpen(refund) && !needsReview) {
    if (state === 'COMPLETED') return undefined
    return AFTER_FAILED_MS.map((afterMs) => stateSinceMs + afterMs).find((atMs) => atMs > nowMs)
  }
  const sinceMs = isOpen(refund) ? stateSinceMs : (needsReview?.sinceMs ?? stateSinceMs)
  const ageMs = Math.max(nowMs - sinceMs, 0)
  if (ageMs < FIRST_REFUND_POLL_MS) return sinceMs + FIRST_REFUND_POLL_MS
  const maxMs = needsReview ? REFUND_PAUSE_MS.maxInReview : REFUND_PAUSE_MS.max
  return nowMs + Math.min(Math.max(ageMs / 2, REFUND_PAUSE_MS.min), maxMs)
}

/** A payer's page polls the gateway, at first more often than the gateway polls, because a callback may arrive any time. Milliseconds. */
const MIN_PAYER_INTERVAL_MS = 1_000
const FAST_START = { forMs: 60_000, everyMs: 3_000 }
const MAX_PAYER_INTERVAL_MS = 30_000

/** The page polls this long after the gateway's own poll. Milliseconds. */
const BEHIND_MS = 500

type PolledOrder = Pick<OrderRecord, 'state' | 'needsReview' | 'createdAtMs' | 'expiresAtMs'> & {
  readonly openedAtMs?: number
}

/** How long a payer's page waits before its next poll, in milliseconds; undefined once the order is final. */
export function payerPollIntervalMs(
  { state, needsReview, openedAtMs, createdAtMs, expiresAtMs }: PolledOrder,
  nowMs: number,
  providerDelayMs: PollDelay,
): number | undefined {
  if (state === 'COMPLETED' || state === 'FAILED') return undefined
  if (needsReview) return MAX_PAYER_INTERVAL_MS
  const startedAtMs = openedAtMs ?? createdAtMs
  const elapsedMs = Math.max(nowMs - startedAtMs, 0)
  const next = providerDelayMs(elapsedMs, expiresAtMs === undefined ? undefined : expiresAtMs - startedAtMs)
  const gapMs = next === undefined ? MAX_PAYER_INTERVAL_MS : next - elapsedMs + BEHIND_MS
  const maxMs = elapsedMs < FAST_START.forMs ? FAST_START.everyMs : MAX_PAYER_INTERVAL_MS
  return Math.min(Math.max(gapMs, MIN_PAYER_INTERVAL_MS), maxMs)
}

/** Delays between attempts of a handler, a notifier or a callback; after the last one it needs review. Milliseconds. */
const RETRY_DELAYS_MS: readonly number[] = [1_000, 5_000, 30_000, 120_000, 600_000, 3_600_000, 21_600_000]

/** When to try again after `attempts` failures, epoch milliseconds; undefined when no attempt is left. */
export function nextAttemptAt(attempts: number, nowMs: number): number | undefined {
  const delayMs = RETRY_DELAYS_MS[attempts]
  return delayMs === undefined ? undefined : nowMs + delayMs
}
