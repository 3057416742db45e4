import type { DomainEvent } from './events.ts'
import type { Observation, OrderRecord, ProviderOrderStatus } from './order.ts'
import { findMismatch, giveBack, isLate, type Mismatch, type Rule } from './order-rules.ts'
import type { Policy } from './policy.ts'
import { surplusOf } from './refund.ts'

/** What the rest of the database says about this order's reference, read under the same lock. */
export interface ReferenceState {
  readonly nowMs: number
  /** Another order of the same reference whose payment counts already. */
  readonly paidBy?: string
}

export interface OrderReduction {
  readonly order: OrderRecord
  readonly effects: readonly DomainEvent[]
  readonly rule: Rule
}

type ObservationOf<Kind extends Observation['kind']> = Extract<Observation, { kind: Kind }>

/** Folds what was heard into an order. Pure, forward only; the strongest word among the observations decides. */
export function reduceOrder(
  order: OrderRecord,
  heard: readonly Observation[],
  reference: ReferenceState,
  policy: Policy,
): OrderReduction {
  const last = <Kind extends Observation['kind']>(kind: Kind) =>
    heard.filter((one): one is ObservationOf<Kind> => one.kind === kind).at(-1)

  if (order.needsReview) {
    const word = last('console')
    return word ? resolveReview(order, word.giveBack ?? false) : keep(order, 'stays-in-review')
  }
  const stuck = last('automatic-refund-failed')
  if (stuck) return stopForReview(order, failedRefundReason(stuck), reference.nowMs)
  const asked = last('status')
  const callback = last('callback')
  const trusted = callback?.mode === 'hmac' && policy.trustHmacCallbacks ? callback : undefined
  const word = asked ?? trusted
  if (word)
    return reduceStatus(
      order,
      word.status,
      asked ? 'completed-by-status' : 'completed-by-signed-callback',
      reference,
      policy,
    )

  const reply = last('reply')
  if (reply && order.state === 'CREATED') {
    return keep({ ...order, state: 'PENDING', orderId: reply.orderId, expiresAtMs: reply.expireAt }, 'opened')
  }
  const failed = last('reply-failed')
  if (failed && order.state === 'CREATED') return reduceOpening(order, failed)
  if (callback) return keep(order, 'callback-is-a-hint')
  if (last('status-failed')?.unknownOrder && neverOpened(order, reference.nowMs, policy)) {
    return failOrder(order, 'never-opened', { errorCode: 'NEVER_OPENED' })
  }
  return keep(order, 'nothing-new')
}

function reduceStatus(
  order: OrderRecord,
  status: ProviderOrderStatus,
  paidRule: Rule,
  reference: ReferenceState,
  policy: Policy,
): OrderReduction {
  const mismatch = findMismatch(order, status)
  // Which payments there are, a person must know; of all else that is wrong nothing is learned.
  if (mismatch)
    return stopForReview(mismatch.rule === 'paid-twice' ? learn(order, status) : order, mismatch, reference.nowMs)
  const learned = learn(order, status)
  switch (status.state) {
    case 'COMPLETED':
      return order.state === 'COMPLETED'
        ? keep(learned, 'nothing-new')
        : complete(learned, order, status, paidRule, reference, policy)
    case 'FAILED':
      if (order.state === 'COMPLETED') return keep(order, 'never-backwards')
      return order.state === 'FAILED' ? keep(learned, 'nothing-new') : failOrder(learned, 'failed-by-status', status)
    default:
      if (order.state === 'COMPLETED' || order.state === 'FAILED') return keep(order, 'never-backwards')
      return keep({ ...learned, state: 'PENDING' }, 'still-pending')
  }
}

/** Facts that a status brings beside the state; what it leaves out stays as it was. */
function learn(order: OrderRecord, status: ProviderOrderStatus): OrderRecord {
  const orderId = order.orderId ?? status.orderId
  const expiresAtMs = status.expireAt ?? order.expiresAtMs
  const known = new Map(order.attempts.map((attempt) => [attempt.transactionId, attempt]))
  for (const attempt of status.attempts)
    known.set(attempt.transactionId, { ...known.get(attempt.transactionId), ...attempt })
  return {
    ...order,
    ...(orderId === undefined ? {} : { orderId }),
    ...(expiresAtMs === undefined ? {} : { expiresAtMs }),
    attempts: [...known.values()],
  }
}

function complete(
  learned: OrderRecord,
  before: OrderRecord,
  status: ProviderOrderStatus,
  paidRule: Rule,
  reference: ReferenceState,
  policy: Policy,
): OrderReduction {
  const { merchantOrderId } = before
  const { errorCode: _, detailedErrorCode: __, ...rest } = learned
  const paid: OrderRecord = { ...rest, state: 'COMPLETED', completedAtMs: reference.nowMs }
  if (reference.paidBy !== undefined && reference.paidBy !== merchantOrderId) {
    return {
      order: { ...paid, resolution: 'duplicate-refund' },
      effects: [giveBack(before, 'duplicate')],
      rule: 'duplicate-payment',
    }
  }
  const late = isLate(before, status)
  if (late && policy.latePayment === 'refund') {
    return {
      order: { ...paid, resolution: 'late-refund' },
      effects: [giveBack(before, 'late-payment')],
      rule: 'late-payment',
    }
  }
  const deliveryId = `${merchantOrderId}:completed`
  return {
    order: { ...paid, resolution: 'fulfil' },
    effects: [{ kind: 'order.completed', deliveryId, merchantOrderId }],
    rule: late ? 'late-payment' : paidRule,
  }
}

function reduceOpening(
  order: OrderRecord,
  { outcome, code, duplicateId, passing }: ObservationOf<'reply-failed'>,
): OrderReduction {
  // An id that is taken may be taken by our own lost request: only a status read tells.
  if (outcome === 'unknown' || duplicateId) return keep(order, 'opening-unknown')
  if (order.checkout === 'CUSTOM' && (outcome === 'not-sent' || passing)) return keep(order, 'opening-put-off')
  const rule = outcome === 'not-sent' ? 'opening-not-sent' : 'opening-refused'
  return failOrder(order, rule, { errorCode: code ?? (outcome === 'not-sent' ? 'NOT_SENT' : 'REFUSED') })
}

/** One not-found proves nothing: the order must be past its time, plus a grace. */
function neverOpened(order: OrderRecord, nowMs: number, { unknownOrderGraceMs }: Policy): boolean {
  return order.state === 'CREATED' && order.expiresAtMs !== undefined && nowMs > order.expiresAtMs + unknownOrderGraceMs
}

function failOrder(
  order: OrderRecord,
  rule: Rule,
  why: { errorCode?: string; detailedErrorCode?: string },
): OrderReduction {
  const { merchantOrderId } = order
  const codes = {
    ...(why.errorCode === undefined ? {} : { errorCode: why.errorCode }),
    ...(why.detailedErrorCode === undefined ? {} : { detailedErrorCode: why.detailedErrorCode }),
  }
  return {
    order: { ...order, ...codes, state: 'FAILED' },
    effects: [{ kind: 'order.failed', deliveryId: `${merchantOrderId}:failed`, merchantOrderId }],
    rule,
  }
}

function failedRefundReason({ merchantRefundId, code }: ObservationOf<'automatic-refund-failed'>): ReviewReason {
  const why = code === undefined ? '' : ` (${code})`
  return {
    rule: 'automatic-refund-failed',
    reason: `The refund ${merchantRefundId} failed${why}, so the money has not gone back. Refund it under a new id, or in the provider's dashboard.`,
  }
}

function keep(order: OrderRecord, rule: Rule): OrderReduction {
  return { order, effects: [], rule }
}

/** Why an order stops, and what a person should know. */
export interface ReviewReason {
  readonly rule: Mismatch['rule'] | 'automatic-refund-failed'
  readonly reason: string
}

/** Stops an order until a person has looked. */
export function stopForReview(order: OrderRecord, { rule, reason }: ReviewReason, atMs: number): OrderReduction {
  const { merchantOrderId } = order
  return {
    order: { ...order, needsReview: { rule, reason, atMs } },
    // Once for each rule; a third payment is as loud as the second.
    effects: [
      {
        kind: 'order.needs_review',
        deliveryId: `${merchantOrderId}:needsReview:${rule}${order.doublePaymentSeen ? ':again' : ''}`,
        merchantOrderId,
      },
    ],
    rule,
  }
}

/** Only one thing is settled by a person's word alone: what the provider says a second time is judged a second time. */
export function resolveReview(before: OrderRecord, wanted: boolean): OrderReduction {
  const { needsReview, ...order } = before
  if (needsReview?.rule !== 'paid-twice') return { order, effects: [], rule: 'review-resolved' }
  const seen = { ...order, doublePaymentSeen: true }
  const surplus = surplusOf(before)
  if (!wanted || surplus === 0) return { order: seen, effects: [], rule: 'review-resolved' }
  return { order: seen, effects: [giveBack(order, 'paid-twice', surplus)], rule: 'review-resolved' }
}
