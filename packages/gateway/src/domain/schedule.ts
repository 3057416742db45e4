import { nextPollDelayMs } from '@galla/sdk'
import type { OrderRecord } from './order.ts'
import type { Policy } from './policy.ts'
import { isOpen, type RefundRecord } from './refund.ts'

const HOUR_MS = 3_600_000

/** Money may come long after an order's time: looks at these distances from its expiry. Milliseconds. */
const AFTER_EXPIRY_MS: readonly number[] = [HOUR_MS, 24 * HOUR_MS, 72 * HOUR_MS]

/** When the provider could not be asked after the expiry, the look is not lost but late. Milliseconds. */
const ASK_AGAIN_MS = 60_000

/** Past the grace, and not on its edge. Milliseconds. */
const EDGE_MS = 1_000

export interface PollState {
  readonly nowMs: number
  /** When the payment was begun; undefined while a custom checkout's payer has chosen nothing. */
  readonly openedAtMs: number | undefined
  /** The provider was asked just now and did not answer. */
  readonly unanswered: boolean
}

/** When to look at an order again: the provider's own schedule, one look at the expiry, three long after. Undefined: never. */
export function nextOrderPoll(order: OrderRecord, pollState: PollState, policy: Policy): number | undefined {
  if (order.needsReview || order.state === 'COMPLETED') return undefined
  // Refused or never sent: the provider does not have it, and no money can come.
  if (order.state === 'FAILED' && order.orderId === undefined && order.errorCode !== 'NEVER_OPENED') return undefined
  const { nowMs, openedAtMs, unanswered } = pollState
  const expiresAtMs = order.expiresAtMs ?? order.createdAtMs
  const graceOver = expiresAtMs + policy.unknownOrderGraceMs + EDGE_MS
  if (openedAtMs === undefined) return order.state === 'CREATED' ? Math.max(graceOver, nowMs) : undefined
  if (order.state !== 'FAILED') {
    const next = nextPollDelayMs(nowMs - openedAtMs, expiresAtMs - openedAtMs)
    if (next !== undefined) return openedAtMs + next
  }
  const looks = [
    ...(order.state === 'CREATED' ? [graceOver] : []),
    ...AFTER_EXPIRY_MS.map((afterMs) => expiresAtMs + afterMs),
  ]
  const planned = looks.filter((atMs) => atMs > nowMs).sort((a, b) => a - b)[0]
  if (!unanswered) return planned
  return Math.min(planned ?? Number.POSITIVE_INFINITY, nowMs + ASK_AGAIN_MS)
}

const FIRST_REFUND_POLL_MS = 10_000
const REFUND_PAUSE_MS = { least: 10_000, most: 6 * HOUR_MS }

/** A refund takes minutes to days: each pause is half as long as the refund is old, from 10 s to 6 h, until it is decided. */
export function nextRefundPoll(refund: Pick<RefundRecord, 'state' | 'createdAtMs'>, nowMs: number): number | undefined {
  if (!isOpen(refund)) return undefined
  const ageMs = Math.max(nowMs - refund.createdAtMs, 0)
  if (ageMs < FIRST_REFUND_POLL_MS) return refund.createdAtMs + FIRST_REFUND_POLL_MS
  return nowMs + Math.min(Math.max(ageMs / 2, REFUND_PAUSE_MS.least), REFUND_PAUSE_MS.most)
}
