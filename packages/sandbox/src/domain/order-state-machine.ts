import type { WireSplit } from '@galla/contract/provider/responses'
import {
  type Attempt,
  canRetry,
  canStartAttempt,
  finishedAttempt,
  latestAttempt,
  type NewAttempt,
  type Order,
} from './order.ts'
import { CANCELLED, EXPIRED_UNPAID, type Failure, LATE_PAYMENT, LATE_PAYMENT_DELAY_MS, TIMED_OUT } from './outcome.ts'

export type OrderCommand =
  /**
   * An attempt with the id of the pending one takes its place. `late`: add the attempt to an expired order without attempts, as one that timed
   * out. A late payment can still complete it.
   */
  | { readonly type: 'START'; readonly attempt: NewAttempt; readonly late?: boolean }
  | { readonly type: 'SUCCEED'; readonly transactionId: string; readonly splits: readonly WireSplit[] }
  /** `final`: the order fails with the attempt even where a retry is allowed. */
  | { readonly type: 'FAIL'; readonly transactionId: string; readonly failure: Failure; readonly final?: boolean }
  /** Replaces the attempt's step and the number of one-time-password tries left. */
  | {
      readonly type: 'STEP'
      readonly transactionId: string
      readonly step?: NonNullable<Attempt['step']>
      readonly otpTriesLeft?: number
    }
  /** `early`: the order's time ends now. */
  | { readonly type: 'EXPIRE'; readonly early?: boolean }
  /** The merchant ends a payment link. A payment that is running can still complete it. */
  | { readonly type: 'CANCEL' }
  /** The link was sent to the payer once more. */
  | { readonly type: 'SENT' }

export interface OrderEvent {
  readonly type: 'ORDER_COMPLETED' | 'ORDER_FAILED' | 'ATTEMPT_FAILED'
  readonly transactionId?: string
}

export type OrderRefusal =
  | 'ORDER_IS_FINAL'
  | 'ORDER_EXPIRED'
  | 'NO_RETRY'
  | 'UNKNOWN_ATTEMPT'
  | 'ATTEMPT_IS_FINAL'
  | 'NOT_DUE'
  | 'NOT_A_LINK'

export interface OrderChange {
  readonly order: Order
  readonly events: readonly OrderEvent[]
  /** Why the command changed nothing. */
  readonly refused?: OrderRefusal
}

/**
 * Applies one command to an order and returns the new order with its events. Final states stay final, with one exception: an
 * expired order is completed by a late payment.
 */
export function applyOrderCommand(order: Order, command: OrderCommand, nowMs: number): OrderChange {
  switch (command.type) {
    case 'START':
      return command.late && order.expired && order.attempts.length === 0
        ? { order: { ...order, attempts: [timedOut({ ...command.attempt, state: 'PENDING' })] }, events: [] }
        : start(order, command.attempt, nowMs)
    case 'SUCCEED':
      return succeed(order, command.transactionId, command.splits, nowMs)
    case 'FAIL':
      return fail(order, command.transactionId, command.failure, command.final ?? false)
    case 'STEP': {
      const found = pending(order, command.transactionId)
      if (typeof found === 'string') return refuse(order, found)
      const { step: _step, otpTriesLeft: _tries, ...rest } = found
      const { type: _type, transactionId: _id, ...next } = command
      return { order: replace(order, { ...rest, ...next }), events: [] }
    }
    case 'EXPIRE':
      return expire(command.early ? endingBy(order, nowMs) : order, nowMs)
    case 'CANCEL': {
      if (!order.link) return refuse(order, 'NOT_A_LINK')
      const change = expire(order, order.expiresAtMs)
      return change.refused
        ? change
        : { ...change, order: { ...change.order, link: { ...order.link, cancelled: true } } }
    }
    case 'SENT':
      if (!order.link) return refuse(order, 'NOT_A_LINK')
      return { order: { ...order, link: { ...order.link, messages: order.link.messages + 1 } }, events: [] }
  }
}

function start(order: Order, attempt: NewAttempt, nowMs: number): OrderChange {
  if (order.state !== 'PENDING') return refuse(order, 'ORDER_IS_FINAL')
  if (nowMs >= order.expiresAtMs) return refuse(order, 'ORDER_EXPIRED')
  if (!canStartAttempt(order)) return refuse(order, 'NO_RETRY')
  const previous = latestAttempt(order)
  if (previous?.state === 'PENDING' && previous.transactionId === attempt.transactionId)
    return { order: replace(order, { ...attempt, state: 'PENDING' }), events: [] }
  // A new attempt cancels the pending one: both could be paid otherwise.
  const cancelled = previous?.state === 'PENDING' ? fail(order, previous.transactionId, CANCELLED, false) : undefined
  const base = cancelled?.order ?? order
  return {
    order: { ...base, attempts: [...base.attempts, { ...attempt, state: 'PENDING' }] },
    events: cancelled?.events ?? [],
  }
}

function succeed(order: Order, transactionId: string, splits: readonly WireSplit[], nowMs: number): OrderChange {
  const attempt = order.attempts.find((one) => one.transactionId === transactionId)
  if (!attempt) return refuse(order, 'UNKNOWN_ATTEMPT')
  if (order.state === 'COMPLETED' || (order.state === 'FAILED' && !order.expired))
    return refuse(order, 'ORDER_IS_FINAL')
  // After expiry, only the attempt that was pending at the time of expiry can still be paid.
  if (attempt.state !== 'PENDING' && !(order.expired && attempt === latestAttempt(order))) {
    return refuse(order, 'ATTEMPT_IS_FINAL')
  }
  const { failure: _failure, expired: _expired, ...rest } = replace(order, finishedAttempt(attempt, { splits }))
  return {
    order: { ...rest, state: 'COMPLETED', completedAtMs: nowMs },
    events: [{ type: 'ORDER_COMPLETED', transactionId }],
  }
}

function fail(order: Order, transactionId: string, failure: Failure, final: boolean): OrderChange {
  const found = pending(order, transactionId)
  if (typeof found === 'string') return refuse(order, found)
  const changed = replace(order, finishedAttempt(found, { failure }))
  if (!final && canRetry(order)) return { order: changed, events: [{ type: 'ATTEMPT_FAILED', transactionId }] }
  return { order: { ...changed, state: 'FAILED', failure }, events: [{ type: 'ORDER_FAILED', transactionId }] }
}

function expire(order: Order, nowMs: number): OrderChange {
  if (order.state !== 'PENDING') return refuse(order, 'ORDER_IS_FINAL')
  if (nowMs < order.expiresAtMs) return refuse(order, 'NOT_DUE')
  const open = latestAttempt(order)
  if (open?.state !== 'PENDING') {
    const failure = open?.failure ?? EXPIRED_UNPAID
    return { order: { ...order, state: 'FAILED', expired: true, failure }, events: [{ type: 'ORDER_FAILED' }] }
  }
  const failed = timedOut(open)
  const late = open.plan?.outcome.kind === 'LATE_PAYMENT'
  const attempt = late
    ? { ...failed, plan: { atMs: order.expiresAtMs + LATE_PAYMENT_DELAY_MS, outcome: LATE_PAYMENT } }
    : failed
  return {
    order: { ...replace(order, attempt), state: 'FAILED', expired: true, failure: TIMED_OUT },
    events: [{ type: 'ORDER_FAILED', transactionId: open.transactionId }],
  }
}

const endingBy = (order: Order, nowMs: number): Order => ({
  ...order,
  expiresAtMs: Math.min(order.expiresAtMs, nowMs),
})

const timedOut = (attempt: Attempt): Attempt => finishedAttempt(attempt, { failure: TIMED_OUT })

function pending(order: Order, transactionId: string): Attempt | OrderRefusal {
  const attempt = order.attempts.find((one) => one.transactionId === transactionId)
  if (!attempt) return 'UNKNOWN_ATTEMPT'
  if (order.state !== 'PENDING') return 'ORDER_IS_FINAL'
  return attempt.state === 'PENDING' ? attempt : 'ATTEMPT_IS_FINAL'
}

function replace(order: Order, attempt: Attempt): Order {
  return {
    ...order,
    attempts: order.attempts.map((one) => (one.transactionId === attempt.transactionId ? attempt : one)),
  }
}

function refuse(order: Order, refused: OrderRefusal): OrderChange {
  return { order, events: [], refused }
}
