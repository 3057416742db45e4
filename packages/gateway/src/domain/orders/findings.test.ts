import type { Paise } from '@galla/contract/money'
import { describe, expect, it } from 'vitest'
import { AMOUNT, PENDING } from '../../../test/helpers/example-orders.ts'
import { captures } from '../finance/ledger.ts'
import { compareOrder } from '../finance/reconciliation.ts'
import { pollAfterReview } from '../orders/polls.ts'
import { DEFAULT_POLICY } from '../policy.ts'
import type { Observation, OrderRecord, PaymentAttempt } from './order.ts'
import { reduceOrder } from './reduce.ts'
import { resolve } from './review.ts'

const COMPLETED_AT = 500_000
const NOW = 1_000_000
const HOUR_MS = 3_600_000

const payment = (transactionId: string, state: PaymentAttempt['state'] = 'COMPLETED'): PaymentAttempt => ({
  transactionId,
  state,
  amount: AMOUNT,
  paymentMode: 'UPI_QR',
  timestamp: 400_000,
})
/** The payment as a decision, or a person, has booked it. */
const booked = (transactionId: string, state: PaymentAttempt['state'] = 'COMPLETED'): PaymentAttempt => ({
  ...payment(transactionId, state),
  booked: AMOUNT,
})
const paid: OrderRecord = {
  ...PENDING,
  state: 'COMPLETED',
  resolution: 'fulfil',
  completedAtMs: COMPLETED_AT,
  attempts: [booked('OM1')],
}
type Status = Extract<Observation, { kind: 'status' }>
const status = (fields: Partial<Status['status']>, checkedAtMs = NOW): Status => ({
  kind: 'status',
  atMs: NOW,
  checkedAtMs,
  status: { state: 'COMPLETED', orderId: 'OMO1', amount: AMOUNT, attempts: [], ...fields },
})
const reduce = (order: OrderRecord, ...observations: Observation[]) =>
  reduceOrder(order, observations, { nowMs: NOW }, DEFAULT_POLICY)

it('a payment is not late by a time that has not come yet, as one of India written as UTC', () => {
  const order = { ...PENDING, expiresAtMs: NOW - 60_000 }
  const paidIn = (ms: number) =>
    status({ expireAt: order.expiresAtMs, attempts: [{ ...payment('OM1'), timestamp: NOW + ms }] })
  // The provider's clock may be five minutes ahead of the database's.
  expect(reduce(order, paidIn(300_000)).order.resolution).toBe('late-refund')
  expect(reduce(order, paidIn(300_001)).order.resolution).toBe('fulfil')
  expect(reduce({ ...order, state: 'FAILED' }, paidIn(300_001)).rule).toBe('late-payment')
})

describe('a payment between the expiry that was stated first and an earlier one', () => {
  const moved = status({ expireAt: 390_000, attempts: [payment('OM1')] })

  it('needs review, also when a status without the payment moved the expiry before', () => {
    const asked = [{ code: 'expiry-mismatch', ours: '1970-01-01T00:15:00.000Z', theirs: '1970-01-01T00:06:30.000Z' }]
    expect(reduce(PENDING, moved).order).toMatchObject({ state: 'PENDING', needsReview: { findings: asked } })
    const { order } = reduce(PENDING, status({ state: 'PENDING', expireAt: 390_000 }))
    expect(order).toMatchObject({ expiresAtMs: 900_000 })
    expect(reduce(order, moved).order).toMatchObject({ state: 'PENDING', needsReview: { findings: asked } })
  })

  it('is in time once a person has resolved the finding', () => {
    const { order } = reduce(PENDING, moved)
    const answer: Observation = { kind: 'console', atMs: NOW, resolveReview: true, note: 'looked at it' }
    const resolved = reduce(reduce(order, answer).order, moved).order
    expect(resolved).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
    expect(resolved).not.toHaveProperty('needsReview')
  })

  it('is late after both, and in time before both', () => {
    const paidAt = (timestamp: number) => status({ expireAt: 390_000, attempts: [{ ...payment('OM1'), timestamp }] })
    expect(reduce(PENDING, paidAt(390_000)).order.resolution).toBe('fulfil')
    expect(reduce(PENDING, paidAt(900_001)).order.resolution).toBe('late-refund')
  })

  it('is late without a question when the first expiry was only estimated here', () => {
    expect(reduce({ ...PENDING, state: 'CREATED', opening: 'unknown' }, moved).order.resolution).toBe('late-refund')
  })
})

describe('a second payment', () => {
  it('is found by a status that leaves the first one out', () => {
    for (const order of [paid, { ...PENDING, attempts: [payment('OM1')] }]) {
      const { order: reviewed, rule } = reduce(order, status({ attempts: [payment('OM2')] }))
      expect(rule).toBe('paid-twice')
      expect(reviewed.needsReview?.findings).toMatchObject([{ code: 'paid-twice', payments: 2 }])
      expect(reviewed.attempts.map(({ transactionId }) => transactionId)).toEqual(['OM1', 'OM2'])
    }
  })

  it('is none when the first attempt was not paid after all, or when one attempt is in the list twice', () => {
    const failed = [payment('OM1', 'FAILED'), payment('OM2')]
    const started = { ...PENDING, attempts: [payment('OM1')] }
    expect(reduce(started, status({ attempts: failed })).rule).toBe('completed-by-status')
    for (const twice of [
      [payment('OM1'), payment('OM1')],
      [payment('OM1'), payment('OM1', 'FAILED')],
    ]) {
      const { order, rule } = reduce(PENDING, status({ attempts: twice }))
      expect([rule, order.attempts]).toEqual(['completed-by-status', [booked('OM1')]])
    }
  })
})

it('a second payment that was accepted and is reported as failed needs review', () => {
  const twice = { ...paid, attempts: [booked('OM1'), booked('OM2')] }
  const { order } = reduce(twice, status({ attempts: [payment('OM1'), payment('OM2', 'FAILED')] }))
  expect(order.needsReview?.findings).toMatchObject([{ code: 'contradiction', ours: 'COMPLETED', theirs: 'FAILED' }])
  expect(reduce(twice, status({ attempts: [payment('OM2')] })).rule).toBe('nothing-new')
})

it('an attempt that is paid after another one stands after it, so that each capture has its own payment', () => {
  const twice = { ...paid, attempts: [payment('OM1', 'FAILED'), booked('OM2')] }
  const { order } = reduce(twice, status({ attempts: [payment('OM1'), payment('OM2')] }))
  expect(order.attempts.map(({ transactionId }) => transactionId)).toEqual(['OM2', 'OM1'])
  const seen = resolve(order)
  const captured = { availableAmount: AMOUNT, heldAmount: 0, refundedAmount: 0 }
  expect(captures(seen, captured)).toMatchObject([{ transactionId: 'OM1', amount: AMOUNT }])
})

it('captures what a payment was raised by without its id, which the ledger has once', () => {
  const more = (AMOUNT + 100) as Paise
  const raised: OrderRecord = { ...paid, attempts: [{ ...payment('OM1'), amount: more, booked: more }] }
  const balances = { availableAmount: AMOUNT, heldAmount: 0, refundedAmount: 0 }
  const [transfer, ...others] = captures(raised, balances, new Map([['OM1', AMOUNT]]))
  expect(transfer).toMatchObject({ amount: 100 })
  expect(transfer).not.toHaveProperty('transactionId')
  expect(others).toEqual([])
})

describe('one payment with two amounts', () => {
  const other = { ...payment('OM1'), amount: 100 as Paise }

  it('in one status needs review, whichever entry stands last', () => {
    for (const [first, second] of [
      [payment('OM1'), other],
      [other, payment('OM1')],
    ] as const) {
      const { order } = reduce(PENDING, status({ attempts: [first, second] }))
      const finding = { code: 'short-payment', ours: first.amount, theirs: second.amount }
      expect(order).toMatchObject({ state: 'PENDING', needsReview: { findings: [finding] } })
    }
  })

  it('in two statuses needs review, and what is booked stays', () => {
    const twice = { ...paid, attempts: [booked('OM1'), booked('OM2')] }
    const { order } = reduce(twice, status({ attempts: [payment('OM2'), other] }))
    expect(order).toMatchObject({
      attempts: [
        { amount: 100, otherAmounts: [AMOUNT], booked: AMOUNT },
        { amount: AMOUNT, booked: AMOUNT },
      ],
      needsReview: { findings: [{ code: 'short-payment', ours: AMOUNT, theirs: 100 }] },
    })
  })

  it('is added to the review that the order is in, and the newest amount counts until a person accepts it', () => {
    const inReview = reduce(paid, status({ attempts: [payment('OM1'), payment('OM2')] })).order
    const more = status({ attempts: [payment('OM1'), { ...payment('OM2'), amount: 5_000_000 as Paise }] })
    const { order, events } = reduce(inReview, more)
    expect(order.attempts[1]).toMatchObject({ transactionId: 'OM2', amount: 5_000_000, otherAmounts: [AMOUNT] })
    expect(order.needsReview?.findings).toMatchObject([
      { code: 'paid-twice' },
      { code: 'short-payment', theirs: 5_000_000 },
    ])
    expect(events).toMatchObject([{ type: 'order.needs_review' }])
    expect(reduce(order, more)).toMatchObject({ rule: 'stays-in-review', events: [] })
  })
})

describe('a payment without a transactionId', () => {
  const unnamed = (...amounts: number[]) => ({ unnamedPayments: amounts as Paise[] })

  it('beside a named one is counted, and its amount is named', () => {
    const finding = { code: 'paid-twice', payments: 2, unnamedAmount: 100, unnamedPayments: 1 }
    for (const order of [PENDING, paid]) {
      const { order: reviewed } = reduce(order, status({ attempts: [payment('OM1')], ...unnamed(100) }))
      expect(reviewed.needsReview?.findings).toMatchObject([finding])
    }
    // It may be the named one of an earlier status only with the same amount.
    expect(reduce(paid, status(unnamed(100))).order.needsReview?.findings).toMatchObject([finding])
    expect(reduce(paid, status(unnamed(AMOUNT))).rule).toBe('nothing-new')
  })

  it('that an order in review learns of is added to the findings', () => {
    const report = { attempts: [payment('OM1'), payment('OM2')] }
    const inReview = reduce(paid, status(report)).order
    const { order, events } = reduce(inReview, status({ ...report, ...unnamed(100) }))
    expect(order.needsReview?.findings).toMatchObject([
      { code: 'paid-twice', payments: 3, unnamedAmount: 100, unnamedPayments: 1 },
    ])
    expect(events).toMatchObject([{ type: 'order.needs_review' }])
  })

  it('completes an order only with its amount', () => {
    expect(reduce(PENDING, status(unnamed(AMOUNT))).rule).toBe('completed-by-status')
    const { order } = reduce(PENDING, status(unnamed(100)))
    expect(order).toMatchObject({
      state: 'PENDING',
      needsReview: { findings: [{ code: 'short-payment', theirs: 100 }] },
    })
  })

  it('contradicts a status that says FAILED', () => {
    const { order } = reduce(PENDING, status({ state: 'FAILED', ...unnamed(AMOUNT) }))
    expect(order).toMatchObject({ state: 'PENDING', needsReview: { reason: 'contradiction' } })
  })
})

it('a status that names no amount at all completes no order', () => {
  const { amount: _, ...reported } = status({ attempts: [payment('OM1', 'FAILED')] }).status
  const { order } = reduce(PENDING, { kind: 'status', atMs: NOW, status: reported })
  expect(order).toMatchObject({ state: 'PENDING', needsReview: { findings: [{ code: 'amount-mismatch' }] } })
})

it('an order with a payment is not reported as failed', () => {
  for (const [order, attempts] of [
    [PENDING, [payment('OM1')]],
    [{ ...PENDING, attempts: [payment('OM1')] }, []],
    [{ ...PENDING, state: 'FAILED', errorCode: 'NEVER_OPENED' } as const, [payment('OM1')]],
  ] as const) {
    const reduction = reduce(order, status({ state: 'FAILED', attempts }))
    expect(reduction.order).toMatchObject({ state: order.state, needsReview: { reason: 'contradiction' } })
    expect(reduction.order.attempts).toEqual([payment('OM1')])
    expect(reduction.events).toMatchObject([{ type: 'order.needs_review' }])
    expect(pollAfterReview(reduction.order, NOW, DEFAULT_POLICY)).toBe(
      order.state === 'FAILED' ? 900_000 + HOUR_MS : NOW,
    )
  }
  const denied = status({ state: 'FAILED', attempts: [payment('OM1', 'FAILED')] })
  expect(reduce({ ...PENDING, attempts: [payment('OM1')] }, denied).rule).toBe('failed-by-status')
})

describe('a payment that the provider takes back', () => {
  const failed = (checkedAtMs?: number) =>
    status({ state: 'FAILED', attempts: [payment('OM1', 'FAILED')] }, checkedAtMs)

  it('needs review, keeps its state and what is booked, and is a person’s decision', () => {
    const { order, events } = reduce(paid, failed())
    const attempts = [booked('OM1', 'FAILED')]
    expect(order).toMatchObject({ ...paid, attempts, needsReview: { reason: 'contradiction' } })
    expect(events).toMatchObject([{ type: 'order.needs_review' }])
    // Not at once: only the check that was planned before finds it again.
    expect(pollAfterReview(order, NOW, DEFAULT_POLICY)).toBe(900_000 + HOUR_MS)
    expect(pollAfterReview(order, NOW + 2 * HOUR_MS, DEFAULT_POLICY)).toBe(900_000 + 7 * 24 * HOUR_MS)
    expect(pollAfterReview(order, NOW + 91 * 24 * HOUR_MS, DEFAULT_POLICY)).toBeUndefined()
    expect(compareOrder(paid, failed())).toMatchObject([{ kind: 'state', repairable: true }])
  })

  it('does not follow from a callback, or from an answer that may be older than the payment', () => {
    const callback: Observation = { kind: 'callback', atMs: NOW, mode: 'hmac', status: failed().status }
    const trusting = { ...DEFAULT_POLICY, trustHmacCallbacks: true }
    const rules = [
      reduce(paid, failed(COMPLETED_AT)).rule,
      reduceOrder(paid, [callback], { nowMs: NOW }, trusting).rule,
    ]
    expect(rules).toEqual(['never-backwards', 'never-backwards'])
  })
})

it('a payment that a FAILED status names is asked about, also when a person has resolved that of another one', () => {
  const failedWith = (...attempts: PaymentAttempt[]) => status({ state: 'FAILED', attempts })
  const first = resolve(reduce(PENDING, failedWith(payment('OM1'))).order)
  expect(reduce(first, failedWith(payment('OM1'))).order).toMatchObject({ state: 'FAILED' })
  const { order } = reduce(first, failedWith(payment('OM1', 'FAILED'), payment('OM2')))
  expect(order.needsReview?.findings).toMatchObject([{ code: 'contradiction', key: 'contradiction:order:OM2' }])
})
