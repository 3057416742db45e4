import type { Model, Step } from '@galla/testkit/explore'
import type { DomainEvent, Observation, OrderRecord } from '../../src/domain/orders/order.ts'
import { bookedAmount, isCompleted, isNamed, isUnbooked } from '../../src/domain/orders/payments.ts'
import { reduceOrder } from '../../src/domain/orders/reduce.ts'
import { PAYMENT_IN_DOUBT } from '../../src/domain/orders/refund-doubt.ts'
import { DEFAULT_POLICY } from '../../src/domain/policy.ts'
import { AMOUNT, EXPIRY, type Letter, TIMES } from './alphabet.ts'

/** An order of a cart, with what an observer remembers of its history. */
export interface OrderWorld {
  readonly order: OrderRecord
  /** Index of `TIMES`. */
  readonly time: number
  /** Another order of the cart is fulfilled. */
  readonly isOtherPaid: boolean
  /** How often a person has resolved its reviews. */
  readonly answers: number
  readonly odd: number
  /** The sum that automatic refunds pay out, in paise. */
  readonly out: number
  /** Ids of payments that the provider has reported as COMPLETED, and how many without an id at once. */
  readonly reported: readonly string[]
  readonly unnamed: number
}

export interface Limits {
  readonly letters: readonly Letter[]
  readonly answers: number
  readonly times: number
  readonly odd: number
  readonly latePayment: 'fulfil' | 'refund'
}

const INITIAL: OrderWorld = {
  order: {
    merchantOrderId: 'one',
    reference: 'cart',
    checkout: 'STANDARD',
    amount: AMOUNT,
    state: 'CREATED',
    opening: 'unsent',
    attempts: [],
    createdAtMs: 300_000,
    expiresAtMs: EXPIRY,
  },
  time: 0,
  isOtherPaid: false,
  answers: 0,
  odd: 0,
  out: 0,
  reported: [],
  unnamed: 0,
}

const nowOf = ({ time }: OrderWorld): number => TIMES[time] ?? 0
const keysOf = ({ needsReview }: OrderRecord): string[] => needsReview?.findings.map(({ key }) => key) ?? []

export function orderModel({ letters, answers, times, odd, latePayment }: Limits): Model<OrderWorld> {
  const policy = { ...DEFAULT_POLICY, latePayment }
  const reduce = (world: OrderWorld, order: OrderRecord, observation: Observation) =>
    reduceOrder(order, [observation], { nowMs: nowOf(world), ...(world.isOtherPaid && { paidBy: 'two' }) }, policy)

  function observe(world: OrderWorld, label: string, observation: Observation, isOdd = false): Step<OrderWorld> {
    const { order, events } = reduce(world, world.order, observation)
    const to: OrderWorld = {
      ...remembering(world, observation),
      order,
      odd: world.odd + (isOdd ? 1 : 0),
      answers: world.answers + (observation.kind === 'console' ? 1 : 0),
      out: events.reduce((sum, event) => sum + (event.type === 'refund.request' ? event.amount : 0), world.out),
    }
    const again = observation.kind === 'console' ? [] : reduce(world, order, observation).events
    const fault = faultOf(world, to, observation, events) ?? (again.length > 0 ? 'The same again is news' : undefined)
    return { label, to, fault, isFair: !isOdd && isTruth(observation) }
  }

  return {
    initial: INITIAL,
    *steps(world) {
      if (world.order.opening === 'unsent' && world.order.state === 'CREATED' && nowOf(world) < EXPIRY) {
        const sent = { opening: 'sending', sentAtMs: world.order.createdAtMs, sendByMs: nowOf(world) } as const
        if (!world.order.needsReview)
          yield { label: 'it is sent', to: { ...world, order: { ...world.order, ...sent } } }
      }
      for (const letter of letters) {
        if ((letter.isOdd && world.odd >= odd) || !isPossible(world, letter)) continue
        yield observe(world, letter.label, letter.at(nowOf(world)), letter.isOdd)
      }
      if (world.order.needsReview && world.answers < answers)
        for (const refundSurplus of [false, true]) {
          const answer = { kind: 'console', atMs: nowOf(world), resolveReview: true, note: '', refundSurplus } as const
          const label = `a person resolves ${keysOf(world.order).join(', ')}${refundSurplus ? ', with the surplus' : ''}`
          yield observe(world, label, answer)
        }
      if (!world.isOtherPaid && world.order.resolution !== 'fulfil')
        yield { label: 'another order of the cart is fulfilled', to: { ...world, isOtherPaid: true } }
      if (world.time + 1 < times) {
        const later = { ...world, time: world.time + 1 }
        yield observe(later, `time passes (${later.time})`, { kind: 'clock', atMs: nowOf(later) })
      }
    },
    keyOf,
    isSettled: ({ order }) =>
      order.state === 'COMPLETED' || order.state === 'FAILED' || order.needsReview !== undefined,
    show: ({ order }) =>
      `${order.state} ${order.resolution ?? order.opening}, booked ${bookedAmount(order)}${order.needsReview ? `, asks ${keysOf(order).join(', ')}` : ''}`,
  }
}

/** True for an observation that comes in the end, for an order whose first payment came in. */
const isTruth = (one: Observation): boolean =>
  one.kind === 'clock' ||
  (one.kind === 'status' &&
    one.status.state === 'COMPLETED' &&
    one.status.attempts.length === 1 &&
    one.status.attempts.every(({ transactionId, state }) => transactionId === 'OM1' && state === 'COMPLETED'))

/** A request has one reply, and a failed refund was requested. */
function isPossible({ order }: OrderWorld, { at }: Letter): boolean {
  switch (at(0).kind) {
    case 'response':
    case 'response-failed':
      return order.sendByMs !== undefined
    case 'automatic-refund-failed':
      return order.resolution !== undefined && order.resolution !== 'fulfil'
    case 'status':
      return order.opening !== 'unsent' || order.state !== 'CREATED'
    default:
      return true
  }
}

function remembering(world: OrderWorld, one: Observation): OrderWorld {
  if (one.kind !== 'status' || one.status.merchantOrderId !== 'one' || one.status.orderId !== 'OMO1') return world
  const paid = one.status.attempts.filter(isCompleted).map(({ transactionId }) => transactionId)
  return {
    ...world,
    reported: [...new Set([...world.reported, ...paid])].sort(),
    unnamed: Math.max(world.unnamed, one.status.unnamedPayments?.length ?? 0),
  }
}

type Check = (was: OrderWorld, is: OrderWorld, one: Observation, events: readonly DomainEvent[]) => boolean

/** Faults that must never happen, in words. */
const FAULTS: readonly (readonly [string, Check])[] = [
  [
    'A decision is taken back',
    ({ order: was }, { order: is }) => was.resolution !== undefined && was.resolution !== is.resolution,
  ],
  [
    'Two orders of the cart are fulfilled',
    (was, is) => was.isOtherPaid && !was.order.resolution && is.order.resolution === 'fulfil',
  ],
  ['What is booked has become less', ({ order: was }, { order: is }) => bookedAmount(is) < bookedAmount(was)],
  [
    'It was decided while a person was asked',
    ({ order: was }, { order: is }, one) =>
      !was.resolution && is.resolution !== undefined && keysOf(was).some((key) => blocks(key, one)),
  ],
  [
    'It was decided without a word that it is paid',
    ({ order: was }, { order: is }, one) => !was.resolution && is.resolution !== undefined && one.kind !== 'status',
  ],
  [
    'It was decided, and nothing was said of an automatic refund from before, nor did a person accept the payment',
    ({ order: was }, { order: is }, one) =>
      !was.resolution &&
      is.resolution !== undefined &&
      one.kind === 'status' &&
      one.refunded === 'unanswered' &&
      !was.resolvedFindings?.includes(PAYMENT_IN_DOUBT),
  ],
  [
    'It is fulfilled, and was refunded before',
    ({ order: was }, { order: is }, one) =>
      !was.resolution &&
      is.resolution === 'fulfil' &&
      one.kind === 'status' &&
      (one.refunded === 'duplicate' || one.refunded === 'late-payment'),
  ],
  ['More is refunded than came in', (_, is) => is.out > bookedAmount(is.order)],
  [
    'More payments are booked than were reported',
    (_, is) =>
      is.order.attempts.filter((one) => one.booked !== undefined).length > Math.max(is.reported.length + is.unnamed, 1),
  ],
  [
    'One payment was reported, and two are asked about',
    (_, is) => is.reported.length + is.unnamed < 2 && keysOf(is.order).some((key) => key.startsWith('paid-twice')),
  ],
  [
    'Money came in, and is neither booked nor asked about',
    (_, { order }) =>
      order.resolution !== undefined &&
      !order.needsReview &&
      order.attempts.some((one) => isCompleted(one) && isUnbooked(one)),
  ],
  [
    'A payment has another amount than is booked, and nobody was asked',
    (_, { order }) =>
      order.resolution !== undefined &&
      order.attempts.some(
        (one) =>
          isCompleted(one) &&
          one.booked !== undefined &&
          one.booked !== (one.amount ?? one.booked) &&
          !isAskedOf(order, one.transactionId),
      ),
  ],
  [
    'More of a payment came in than is booked, and nobody is asked',
    (_, { order }) =>
      order.resolution !== undefined &&
      !order.needsReview &&
      order.attempts.some((one) => isCompleted(one) && (one.amount ?? 0) > (one.booked ?? 0)),
  ],
  [
    'What is booked was taken back, and nobody was asked',
    (_, { order }) =>
      order.attempts.some(
        (one) => one.booked !== undefined && !isCompleted(one) && isNamed(one) && !isAskedOf(order, one.transactionId),
      ),
  ],
  [
    'A finding was not reported, or was reported again',
    ({ order: was }, { order: is }, _, events) =>
      events.filter(({ type }) => type === 'order.needs_review').length !==
      keysOf(is).filter((key) => !keysOf(was).includes(key)).length,
  ],
  [
    'What a person has resolved is asked about again, although no payment of it was corrected',
    ({ order: was }, { order: is }, one) =>
      one.kind !== 'console' &&
      keysOf(is).some(
        (key) => was.resolvedFindings?.includes(key) && !keysOf(was).includes(key) && !isCorrected(was, is, key),
      ),
  ],
  [
    'The order is completed twice',
    ({ order: was }, _, __, events) =>
      was.resolution !== undefined && events.some(({ type }) => type === 'order.completed'),
  ],
  ['A state has no reason', (_, { order }) => (order.state === 'COMPLETED') !== (order.resolution !== undefined)],
]

/** True when nothing is decided while this finding is open. A payment in doubt waits for a status that decides the payment. */
const blocks = (key: string, one: Observation): boolean =>
  key === PAYMENT_IN_DOUBT ? one.kind !== 'status' || one.refunded === 'unanswered' : key !== 'undecided'

/** True when a payment that the key names was taken back, and is paid now. */
const isCorrected = (was: OrderRecord, is: OrderRecord, key: string): boolean =>
  was.attempts.some(
    ({ transactionId, state }) =>
      key.includes(transactionId) &&
      state === 'FAILED' &&
      is.attempts.some((one) => one.transactionId === transactionId && isCompleted(one)),
  )

const isAskedOf = ({ needsReview, resolvedFindings = [] }: OrderRecord, id: string): boolean =>
  [...(needsReview?.findings.map(({ key }) => key) ?? []), ...resolvedFindings].some((key) => key.includes(id))

function faultOf(
  was: OrderWorld,
  is: OrderWorld,
  one: Observation,
  events: readonly DomainEvent[],
): string | undefined {
  return FAULTS.find(([, isBroken]) => isBroken(was, is, one, events))?.[0]
}

/** Everything that a rule can tell apart. Of the times only what has a future: answers of one time are of one minute. */
function keyOf(world: OrderWorld): string {
  const { order, time, isOtherPaid, answers, odd, out, reported, unnamed } = world
  const { state, opening, resolution, orderId, sentAtMs, sendByMs, completedAtMs } = order
  const attempts = order.attempts.map(({ transactionId, state, amount, otherAmounts = [], booked, timestamp = 0 }) => [
    transactionId,
    state,
    amount,
    [...otherAmounts].sort(),
    booked,
    timestamp > EXPIRY,
  ])
  const times = [sentAtMs !== undefined, sendByMs !== undefined, completedAtMs === nowOf(world)]
  const asked = [keysOf(order).sort(), [...(order.resolvedFindings ?? [])].sort()]
  return JSON.stringify([
    state,
    opening,
    resolution,
    orderId,
    attempts,
    times,
    asked,
    time,
    isOtherPaid,
    answers,
    odd,
    out,
    reported,
    unnamed,
  ])
}
