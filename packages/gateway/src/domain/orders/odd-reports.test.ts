import type { Paise } from '@galla/contract/money'
import { describe, expect, it } from 'vitest'
import { AMOUNT, PENDING, payment } from '../../../test/helpers/example-orders.ts'
import { DEFAULT_POLICY } from '../policy.ts'
import { judgeRefund, refundable } from '../refunds/request.ts'
import type { Observation, OrderRecord, PaymentAttempt } from './order.ts'
import { bookedAmount } from './payments.ts'
import { reduceOrder } from './reduce.ts'
import { surplusOf } from './review.ts'

type Status = Extract<Observation, { kind: 'status' }>['status']

const failed = (transactionId: string) => payment(transactionId, { state: 'FAILED' })
const withoutAmount = (transactionId: string): PaymentAttempt => {
  const { amount: _, ...one } = payment(transactionId)
  return one
}

/** A history of one order, an hour between what is observed. */
function follow(order: OrderRecord = PENDING) {
  let [current, nowMs] = [order, 500_000]
  const requested: number[] = []
  const observe = (one: (nowMs: number) => Observation) => {
    const { order: next, events } = reduceOrder(current, [one(nowMs)], { nowMs }, DEFAULT_POLICY)
    current = next
    nowMs += 3_600_000
    for (const event of events) if (event.type === 'refund.request') requested.push(event.amount)
    return history
  }
  const history = {
    status: (state: Status['state'], attempts: readonly PaymentAttempt[] = [], more: Partial<Status> = {}) =>
      observe((atMs) => ({
        kind: 'status',
        atMs,
        checkedAtMs: atMs,
        status: { state, orderId: 'OMO1', amount: AMOUNT, expireAt: 900_000, attempts, ...more },
      })),
    refundFails: () =>
      observe((atMs) => ({
        kind: 'automatic-refund-failed',
        atMs,
        merchantRefundId: 'one-twice',
        code: 'EXCEEDS_PAID',
      })),
    resolve: (refundSurplus = false) =>
      observe((atMs) => ({ kind: 'console', atMs, resolveReview: true, note: 'looked at it', refundSurplus })),
    order: () => current,
    asks: () => current.needsReview?.findings.map(({ code }) => code) ?? [],
    booked: () => bookedAmount(current),
    requested: () => requested,
  }
  return history
}

describe('two payments without an id, after a status that listed none', () => {
  const twice = { unnamedPayments: [AMOUNT, AMOUNT] }

  it('are two payments, of which the second one is asked about, in every further status', () => {
    const history = follow().status('COMPLETED').status('COMPLETED', [], twice)
    expect([history.asks(), history.booked()]).toEqual([['paid-twice'], AMOUNT])
    history.status('COMPLETED', [], twice).status('COMPLETED', [], twice)
    expect([history.asks(), history.booked()]).toEqual([['paid-twice'], AMOUNT])
    expect(history.resolve().booked()).toBe(2 * AMOUNT)
  })

  it('have ids that no other payment gets, also once one of them is named', () => {
    const history = follow()
      .status('COMPLETED')
      .status('COMPLETED', [], { unnamedPayments: [AMOUNT, 30_000 as Paise] })
      .resolve()
    expect(history.booked()).toBe(AMOUNT + 30_000)
    history.status('COMPLETED', [payment('OMB')], { unnamedPayments: [AMOUNT, 30_000 as Paise] })
    expect([history.asks(), history.booked()]).toEqual([['paid-twice'], AMOUNT + 30_000])
    const ids = history.order().attempts.map(({ transactionId }) => transactionId)
    expect(new Set(ids).size).toBe(3)
    expect(history.resolve().booked()).toBe(2 * AMOUNT + 30_000)
  })
})

describe('a booked payment that failed beside another one that is paid', () => {
  it('keeps what is booked of it, so that a person is asked about both: it may have been refunded', () => {
    const history = follow()
      .status('COMPLETED', [payment('OMA')])
      .status('COMPLETED', [failed('OMA'), payment('OMB')])
    expect(history.asks()).toEqual(['paid-twice', 'contradiction'])
    expect(history.order().attempts).toMatchObject([{ transactionId: 'OMA', booked: AMOUNT }, { transactionId: 'OMB' }])
  })

  it('is asked about again when the provider corrects it and takes it back once more', () => {
    const history = follow()
      .status('COMPLETED', [payment('OMA')])
      .status('COMPLETED', [failed('OMA')])
    expect(history.asks()).toEqual(['contradiction'])
    expect(
      history
        .resolve()
        .status('COMPLETED', [failed('OMA')])
        .asks(),
    ).toEqual([])
    expect(history.status('COMPLETED', [payment('OMA')]).asks()).toEqual([])
    expect(history.status('COMPLETED', [failed('OMA')]).asks()).toEqual(['contradiction'])
  })
})

describe('a status that names another order', () => {
  it.each([
    ['wrong-order', { merchantOrderId: 'two' }],
    ['order-id-mismatch', { orderId: 'OMO9' }],
  ] as const)('asks again as %s when it lists a further payment, or takes one back', (code, other) => {
    const history = follow().status('COMPLETED', [payment('OMT')], other)
    expect(history.asks()).toEqual([code])
    expect(
      history
        .resolve()
        .status('COMPLETED', [payment('OMT')], other)
        .asks(),
    ).toEqual([])
    expect(history.status('COMPLETED', [payment('OMT'), payment('OMNEW')], other).asks()).toEqual([code])
    expect(
      history
        .resolve()
        .status('FAILED', [failed('OMT'), payment('OMNEW')], other)
        .asks(),
    ).toEqual([code])
  })
})

describe('payments without an amount that can be read', () => {
  it('are together the amount of the order once a person has resolved them', () => {
    const attempts = [withoutAmount('OMA'), withoutAmount('OMB')]
    const history = follow().status('COMPLETED', attempts)
    expect(history.asks()).toContain('paid-twice')
    history.resolve().status('COMPLETED', attempts)
    expect(history.order()).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
    expect(history.booked()).toBe(AMOUNT)
  })

  it('are refunded with the amount of the order when they are late', () => {
    const late = [withoutAmount('OMA'), withoutAmount('OMB')].map((one) => ({ ...one, timestamp: 900_001 }))
    const history = follow().status('PENDING').status('COMPLETED', late).resolve().status('COMPLETED', late)
    expect(history.order()).toMatchObject({ state: 'COMPLETED', resolution: 'late-refund' })
    expect(history.requested()).toEqual([AMOUNT])
  })
})

it('a late payment of 0 that a person has accepted is refunded by nothing', () => {
  const nothing = [payment('OMA', { amount: 0 as Paise, timestamp: 900_001 })]
  const history = follow().status('PENDING').status('COMPLETED', nothing)
  expect(history.asks()).toEqual(['short-payment'])
  history.resolve().status('COMPLETED', nothing)
  expect(history.order()).toMatchObject({ state: 'COMPLETED', resolution: 'late-refund' })
  expect(history.requested()).toEqual([])
})

describe('the surplus of a double payment', () => {
  it('is none while one payment is left, which is not booked by the answer', () => {
    const history = follow()
      .status('COMPLETED', [payment('OMA'), payment('OMB', { amount: 6_000 as Paise })])
      .status('COMPLETED', [failed('OMA'), payment('OMB', { amount: 55_900 as Paise })])
    expect(surplusOf(history.order())).toBe(0)
    expect(history.resolve(true).requested()).toEqual([])
  })

  it('whose refund fails a second time is asked about a second time', () => {
    const history = follow()
      .status('COMPLETED', [payment('OMA')])
      .refundFails()
    expect(history.asks()).toEqual(['automatic-refund-failed'])
    expect(history.resolve().asks()).toEqual([])
    expect(history.refundFails().asks()).toEqual(['automatic-refund-failed'])
  })
})

describe('a payment of an order that the provider has reported as failed', () => {
  it('is asked about when a status lists it and calls the order pending', () => {
    const history = follow()
      .status('FAILED')
      .status('PENDING', [payment('OMA')])
    expect([history.order().state, history.asks()]).toEqual(['FAILED', ['contradiction']])
  })

  it.each([1, 2])('can be refunded once a person has accepted it: %d of them', (count) => {
    const attempts = [payment('OMA'), payment('OMB')].slice(0, count)
    const order = follow().status('FAILED', attempts).resolve().status('FAILED', attempts).order()
    expect(order.state).toBe('FAILED')
    expect(refundable(order, [])).toBe(count * AMOUNT)
    const wanted = { merchantRefundId: 'r-1', merchantOrderId: 'one', amount: AMOUNT }
    expect(judgeRefund(wanted, undefined, { ...order, availableAmount: AMOUNT } as never, [])).toEqual({ kind: 'new' })
  })
})
