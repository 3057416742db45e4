import { COMPARISONS_MS, earliest, FIRST_COMPARISON_MS } from '../comparisons.ts'
import { FLIGHT_MS } from '../limits.ts'
import { awaitsApproval } from './controls.ts'
import { hasOurId, isOpen, type RefundRecord } from './refund.ts'

const HOUR_MS = 3_600_000

type Sending = Partial<Pick<RefundRecord, 'inDoubt' | 'underWaySinceMs'>>

/** When the last request that may still arrive has arrived or never will, epoch milliseconds; 0 without such a request. */
export const flightEndMs = ({ inDoubt, underWaySinceMs }: Sending): number =>
  inDoubt && underWaySinceMs !== undefined ? underWaySinceMs + FLIGHT_MS : 0

const FIRST_REFUND_POLL_MS = 10_000
/** In review, the pause grows to a day. */
const REFUND_PAUSE_MS = { min: 10_000, max: 6 * HOUR_MS, maxInReview: 24 * HOUR_MS }

/** Polls of a FAILED refund, after it failed: a refusal or a status may be corrected without a callback. Milliseconds. */
const AFTER_FAILED_MS: readonly number[] = [HOUR_MS, 24 * HOUR_MS, 72 * HOUR_MS, ...COMPARISONS_MS]

interface RefundCheck {
  /** The status was asked for just now, and the provider did not say what became of the refund. */
  readonly isUnanswered?: boolean
  /** The time from which a final refund is not polled. Epoch milliseconds. */
  readonly endMs?: number
}

type PolledRefund = Sending &
  Pick<RefundRecord, 'merchantRefundId' | 'state' | 'stateSinceMs' | 'needsReview' | 'approval' | 'approveByMs'>

/**
 * When to poll a refund next, epoch milliseconds: after half of the time in its state, between 10 s and 6 h, in review up to a day; when a
 * request under way has arrived or never will; 1 h, 24 h and 72 h after it failed, 7, 30 and 90 days after it failed or was paid out, and until
 * each of these checks is answered. The status of a refund without our id cannot be compared.
 */
export function nextRefundPoll(refund: PolledRefund, nowMs: number, check: RefundCheck = {}): number | undefined {
  const { approveByMs = nowMs } = refund
  // Nothing is asked or sent until somebody decides, or nobody did in time.
  if (awaitsApproval(refund)) return nowMs < approveByMs ? approveByMs : nowMs + pauseSince(approveByMs, nowMs)
  return isOpen(refund) || refund.needsReview ? pollOfOpen(refund, nowMs) : pollOfFinal(refund, nowMs, check)
}

function pollOfOpen(refund: PolledRefund, nowMs: number): number {
  const { stateSinceMs, needsReview } = refund
  const sinceMs = isOpen(refund) ? stateSinceMs : (needsReview?.sinceMs ?? stateSinceMs)
  const ageMs = Math.max(nowMs - sinceMs, 0)
  if (ageMs < FIRST_REFUND_POLL_MS) return sinceMs + FIRST_REFUND_POLL_MS
  const maxMs = needsReview ? REFUND_PAUSE_MS.maxInReview : REFUND_PAUSE_MS.max
  const nextMs = nowMs + Math.min(Math.max(Math.floor(ageMs / 2), REFUND_PAUSE_MS.min), maxMs)
  const landedAtMs = flightEndMs(refund)
  return landedAtMs > nowMs ? Math.min(nextMs, landedAtMs) : nextMs
}

function pollOfFinal(refund: PolledRefund, nowMs: number, check: RefundCheck): number | undefined {
  const { state, stateSinceMs } = refund
  const { isUnanswered = false, endMs = Number.POSITIVE_INFINITY } = check
  if (state === 'COMPLETED' && !hasOurId(refund)) return undefined
  const polls = (state === 'COMPLETED' ? COMPARISONS_MS : AFTER_FAILED_MS).map((afterMs) => stateSinceMs + afterMs)
  const planned = polls.find((atMs) => atMs > nowMs && atMs < endMs)
  // A comparison without an answer is not repeated.
  if (!isUnanswered || nowMs >= stateSinceMs + FIRST_COMPARISON_MS) return planned
  const dueSinceMs = polls.filter((atMs) => atMs <= nowMs).at(-1) ?? stateSinceMs
  return earliest(planned, nowMs + pauseSince(dueSinceMs, nowMs))
}

/** The pause before a check that was due since then is repeated: it doubles, from 10 s to 6 h. Milliseconds. */
const pauseSince = (dueSinceMs: number, nowMs: number): number =>
  Math.min(Math.max(nowMs - dueSinceMs, REFUND_PAUSE_MS.min), REFUND_PAUSE_MS.max)
