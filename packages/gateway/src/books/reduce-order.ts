import type { DomainEvent } from './effects.ts'
import { giveBack } from './give-back.ts'
import { isLate } from './late-payment.ts'
import { findMismatch } from './mismatch.ts'
import type { Observation, StatusFacts } from './observation.ts'
import type { OrderRecord } from './order.ts'
import { park, type Stop, unpark } from './parking.ts'
import type { Policy } from './policy.ts'
import type { Rule } from './rules.ts'

/** What the rest of the books says about this order's reference, read under the same lock. */
export interface Surroundings {
  readonly nowMs: number
  /** Another order of the same reference whose payment counts already. */
  readonly paidBy?: string
}

export interface Reduced {
  readonly order: OrderRecord
  readonly effects: readonly DomainEvent[]
  readonly rule: Rule
}

type Heard<Kind extends Observation['kind']> = Extract<Observation, { kind: Kind }>

/** Folds what was heard into an order. Pure, forward only; the strongest word among the observations decides. */
export function reduceOrder(
  order: OrderRecord,
  heard: readonly Observation[],
  around: Surroundings,
  policy: Policy,
): Reduced {
  const last = <Kind extends Observation['kind']>(kind: Kind) =>
    heard.filter((one): one is Heard<Kind> => one.kind === kind).at(-1)

  if (order.needsReview) {
    const word = last('console')
    return word ? unpark(order, word.giveBack ?? false) : keep(order, 'stays-in-review')
  }
  const stuck = last('automatic-refund-failed')
  if (stuck) return park(order, giveBackFailed(stuck), around.nowMs)
  const asked = last('status')
  const callback = last('callback')
  const trusted = callback?.mode === 'hmac' && policy.trustHmacCallbacks ? callback : undefined
  const word = asked ?? trusted
  if (word)
    return reduceStatus(
      order,
      word.status,
      asked ? 'completed-by-status' : 'completed-by-signed-callback',
      around,
      policy,
    )

  const reply = last('reply')
  if (reply && order.state === 'CREATED') {
    return keep({ ...order, state: 'PENDING', orderId: reply.orderId, expiresAtMs: reply.expireAt }, 'opened')
  }
  const failed = last('reply-failed')
  if (failed && order.state === 'CREATED') return reduceOpening(order, failed)
  if (callback) return keep(order, 'callback-is-a-hint')
  if (last('status-failed')?.unknownOrder && neverOpened(order, around.nowMs, policy)) {
    return failOrder(order, 'never-opened', { errorCode: 'NEVER_OPENED' })
  }
  return keep(order, 'nothing-new')
}

function reduceStatus(
  order: OrderRecord,
  status: StatusFacts,
  paidRule: Rule,
  around: Surroundings,
  policy: Policy,
): Reduced {
  const mismatch = findMismatch(order, status)
  // Which payments there are, a person must know; of all else that is wrong nothing is learned.
  if (mismatch) return park(mismatch.rule === 'paid-twice' ? learn(order, status) : order, mismatch, around.nowMs)
  const learned = learn(order, status)
  switch (status.state) {
    case 'COMPLETED':
      return order.state === 'COMPLETED'
        ? keep(learned, 'nothing-new')
        : complete(learned, order, status, paidRule, around, policy)
    case 'FAILED':
      if (order.state === 'COMPLETED') return keep(order, 'never-backwards')
      return order.state === 'FAILED' ? keep(learned, 'nothing-new') : failOrder(learned, 'failed-by-status', status)
    default:
      if (order.state === 'COMPLETED' || order.state === 'FAILED') return keep(order, 'never-backwards')
      return keep({ ...learned, state: 'PENDING' }, 'still-pending')
  }
}

/** Facts that a status brings beside the state; what it leaves out stays as it was. */
function learn(order: OrderRecord, status: StatusFacts): OrderRecord {
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
  status: StatusFacts,
  paidRule: Rule,
  around: Surroundings,
  policy: Policy,
): Reduced {
  const { merchantOrderId } = before
  const { errorCode: _, detailedErrorCode: __, ...rest } = learned
  const paid: OrderRecord = { ...rest, state: 'COMPLETED', completedAtMs: around.nowMs }
  if (around.paidBy !== undefined && around.paidBy !== merchantOrderId) {
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

function reduceOpening(order: OrderRecord, { outcome, code, duplicateId, passing }: Heard<'reply-failed'>): Reduced {
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

function failOrder(order: OrderRecord, rule: Rule, why: { errorCode?: string; detailedErrorCode?: string }): Reduced {
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

function giveBackFailed({ merchantRefundId, code }: Heard<'automatic-refund-failed'>): Stop {
  const why = code === undefined ? '' : ` (${code})`
  return {
    rule: 'automatic-refund-failed',
    reason: `The refund ${merchantRefundId} failed${why}, so the money has not gone back. Refund it under a new id, or in the provider's dashboard.`,
  }
}

function keep(order: OrderRecord, rule: Rule): Reduced {
  return { order, effects: [], rule }
}
