import type { Paise } from '@galla/contract/money'
import type { WireSplit } from '@galla/contract/provider/responses'
import type { RefundState } from '@galla/contract/provider/states'
import type { Order } from './order.ts'
import type { Failure } from './outcome.ts'

/** One refund of a completed order. Immutable, like `Order`. */
export interface Refund {
  readonly merchantRefundId: string
  readonly refundId: string
  readonly originalMerchantOrderId: string
  readonly amount: Paise
  readonly state: RefundState
  readonly createdAtMs: number
  readonly changedAtMs: number
  readonly paymentMode: string
  readonly splits: readonly WireSplit[]
  readonly failure?: Failure
  /** Steps that the scheduler applies, soonest first. */
  readonly plan: readonly RefundStep[]
}

export interface RefundStep {
  readonly atMs: number
  readonly to: RefundState
  readonly failure?: Failure
}

export type NewRefund = Pick<Refund, 'merchantRefundId' | 'refundId' | 'amount' | 'plan'>

export type RefundRefusal =
  | 'ORDER_NOT_COMPLETED'
  | 'WINDOW_CLOSED'
  | 'REFUND_IN_PROGRESS'
  | 'AMOUNT_EXCEEDS_ORIGINAL'
  | 'NOTHING_LEFT'

/** A completed order can be refunded for 90 days. */
export const REFUND_WINDOW_MS = 90 * 24 * 60 * 60 * 1000

export function isInProgress(refund: Refund): boolean {
  return refund.state === 'PENDING' || refund.state === 'CONFIRMED'
}

/** Sum of all refunds that have not failed. */
export function refundedAmount(refunds: readonly Refund[]): Paise {
  return refunds.reduce((sum, one) => (one.state === 'FAILED' ? sum : sum + one.amount), 0) as Paise
}

/** Returns the amount that can still be refunded; zero unless the order is completed. The ₹2 of a penny drop return by themselves (autopay §2.9). */
export function refundableAmount(order: Order, refunds: readonly Refund[]): Paise {
  if (order.mandate?.authWorkflowType === 'PENNY_DROP') return 0 as Paise
  return (order.state === 'COMPLETED' ? order.amount - refundedAmount(refunds) : 0) as Paise
}

/** A new refund, or why it is refused. `refunds` are all earlier refunds of the order. */
export function openRefund(
  order: Order,
  refunds: readonly Refund[],
  input: NewRefund,
  nowMs: number,
): Refund | { readonly refused: RefundRefusal } {
  const paid = order.attempts.find((one) => one.state === 'COMPLETED')
  if (order.state !== 'COMPLETED' || !paid) return { refused: 'ORDER_NOT_COMPLETED' }
  if (nowMs > (order.completedAtMs ?? order.createdAtMs) + REFUND_WINDOW_MS) return { refused: 'WINDOW_CLOSED' }
  if (refunds.some(isInProgress)) return { refused: 'REFUND_IN_PROGRESS' }
  const left = refundableAmount(order, refunds)
  if (left === 0) return { refused: 'NOTHING_LEFT' }
  if (input.amount > left) return { refused: 'AMOUNT_EXCEEDS_ORIGINAL' }
  return {
    ...input,
    originalMerchantOrderId: order.merchantOrderId,
    state: 'PENDING',
    createdAtMs: nowMs,
    changedAtMs: nowMs,
    paymentMode: paid.mode,
    splits: splitRefund(paid.splits ?? [], refundedAmount(refunds), input.amount),
  }
}

/** Refunds to the instruments in the order in which they paid, starting after what earlier refunds returned. */
function splitRefund(paid: readonly WireSplit[], alreadyRefunded: number, amount: number): WireSplit[] {
  let skip = alreadyRefunded
  let left = amount
  const parts: WireSplit[] = []
  for (const split of paid) {
    const free = Math.max(0, split.amount - skip)
    skip = Math.max(0, skip - split.amount)
    const part = Math.min(free, left)
    if (part > 0) parts.push({ ...split, amount: part as Paise })
    left -= part
  }
  return parts
}

export type RefundEvent = 'REFUND_ACCEPTED' | 'REFUND_COMPLETED' | 'REFUND_FAILED'

export interface RefundChange {
  readonly refund: Refund
  readonly events: readonly RefundEvent[]
  /** Why the step changed nothing. */
  readonly refused?: 'REFUND_IS_FINAL' | 'REFUND_GOES_FORWARD_ONLY'
}

const RANK: { readonly [State in RefundState]: number } = { PENDING: 0, CONFIRMED: 1, COMPLETED: 2, FAILED: 2 }

/**
 * Moves a refund forward and drops the planned steps up to the new state. A step to `PENDING` holds a queued refund: it drops
 * every planned step.
 */
export function applyRefundStep(refund: Refund, step: Omit<RefundStep, 'atMs'>, nowMs: number): RefundChange {
  if (RANK[refund.state] === 2) return { refund, events: [], refused: 'REFUND_IS_FINAL' }
  if (step.to === 'PENDING' && refund.state === 'PENDING') return { refund: { ...refund, plan: [] }, events: [] }
  if (RANK[step.to] <= RANK[refund.state]) return { refund, events: [], refused: 'REFUND_GOES_FORWARD_ONLY' }
  const plan = refund.plan.filter((one) => RANK[one.to] > RANK[step.to])
  const failed = step.to === 'FAILED' && step.failure ? { failure: step.failure } : {}
  return { refund: { ...refund, ...failed, state: step.to, changedAtMs: nowMs, plan }, events: [eventFor(step.to)] }
}

function eventFor(state: RefundState): RefundEvent {
  if (state === 'COMPLETED') return 'REFUND_COMPLETED'
  return state === 'FAILED' ? 'REFUND_FAILED' : 'REFUND_ACCEPTED'
}
