import type { Paise } from '@galla/contract/money'
import { describe, expect, it } from 'vitest'
import {
  AMOUNT,
  attempt,
  CREATED,
  callback,
  EXPIRY,
  NOW,
  PENDING,
  paid,
  reduce,
  status,
} from '../../../test/helpers/example-orders.ts'
import { DEFAULT_POLICY } from '../policy.ts'
import { refundable } from '../refunds/request.ts'
import type { Observation, OrderRecord } from './order.ts'

describe('a payment', () => {
  it('completes the order when the status check reports it', () => {
    const { order, events, rule } = reduce(PENDING, [callback('classic'), status()])
    expect(rule).toBe('completed-by-status')
    expect(order).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil', completedAtMs: NOW })
    expect(events).toEqual([{ type: 'order.completed', eventId: 'order:one:completed', merchantOrderId: 'one' }])
  })

  it.each([
    ['classic', true, 'PENDING'],
    ['classic', false, 'PENDING'],
    ['hmac', false, 'PENDING'],
    ['hmac', true, 'COMPLETED'],
  ] as const)(
    'in a %s callback alone with trustHmacCallbacks=%s leaves the order %s',
    (mode, trustHmacCallbacks, state) => {
      expect(reduce(PENDING, [callback(mode)], { nowMs: EXPIRY }, { trustHmacCallbacks }).order.state).toBe(state)
    },
  )

  it('in a signed callback that names no order, does not state the amount, or only failed attempts, is a hint', () => {
    const { amount: _, ...bare } = paid
    const { merchantOrderId: __, orderId: ___, ...unassigned } = paid
    const unstated: Observation = { kind: 'callback', atMs: NOW, mode: 'hmac', status: bare }
    const failed: Observation = { ...unstated, status: { ...bare, state: 'FAILED' } }
    const ofNone: Observation = { ...unstated, status: unassigned }
    for (const seen of [unstated, failed, ofNone, callback('hmac', { attempts: [attempt({ state: 'FAILED' })] })])
      expect(reduce(PENDING, [seen], {}, { trustHmacCallbacks: true }).rule).toBe('callback-is-a-hint')
  })

  it('in a signed callback is overruled by a status check', () => {
    const observations = [callback('hmac'), status({ state: 'PENDING', attempts: [] })]
    expect(reduce(PENDING, observations, {}, { trustHmacCallbacks: true })).toMatchObject({
      rule: 'still-pending',
      events: [],
    })
  })

  it('of a reference that is paid already is refunded', () => {
    const { order, events, rule } = reduce(PENDING, [status()], { paidBy: 'other' })
    expect(rule).toBe('duplicate-payment')
    expect(order.resolution).toBe('duplicate-refund')
    expect(events).toEqual([
      {
        type: 'refund.request',
        eventId: 'refund:one-dup:request',
        merchantOrderId: 'one',
        merchantRefundId: 'one-dup',
        amount: AMOUNT,
        origin: 'duplicate',
      },
    ])
  })

  it('made after the expiry is late, whenever the status was checked', () => {
    const late = status({ attempts: [attempt({ timestamp: EXPIRY + 1 })] })
    expect(reduce(PENDING, [late]).order.resolution).toBe('late-refund')
    expect(reduce(PENDING, [late], {}, { latePayment: 'fulfil' }).order.resolution).toBe('fulfil')
    expect(reduce(PENDING, [status({ attempts: [attempt({ timestamp: EXPIRY })] })]).order.resolution).toBe('fulfil')
    // The provider's expiry counts: ours is an estimate where its reply was lost.
    const longer = status({ expireAt: EXPIRY + 60_000, attempts: [attempt({ timestamp: EXPIRY + 1 })] })
    expect(reduce(PENDING, [longer]).order.resolution).toBe('fulfil')
  })

  it('after the order failed is late too', () => {
    expect(reduce({ ...PENDING, state: 'FAILED' }, [status()]).rule).toBe('late-payment')
  })
})

describe('a mismatch', () => {
  it.each([
    ['wrong-order', { merchantOrderId: 'two' }],
    ['amount-mismatch', { amount: 1 as Paise }],
    ['currency-mismatch', { currency: 'USD' }],
    ['order-id-mismatch', { orderId: 'OMO2' }],
    ['unknown-state', { state: 'UNKNOWN', wireState: 'ON_HOLD' }],
    ['paid-twice', { attempts: [attempt(), attempt({ transactionId: 'OM2' })] }],
    ['short-payment', { attempts: [attempt({ amount: 100 as Paise })] }],
  ] as const)('puts the order in review by the rule %s', (rule, fields) => {
    const { order, events } = reduce(PENDING, [status(fields)])
    expect(order).toMatchObject({ state: 'PENDING', needsReview: { reason: rule } })
    expect(events).toMatchObject([{ type: 'order.needs_review' }])
  })

  it('stays in review until a person resolves it, and what was found is then accepted', () => {
    const resolve: Observation = { kind: 'console', atMs: NOW, resolveReview: true, note: 'checked' }
    const twice = status({ attempts: [attempt(), attempt({ transactionId: 'OM2' })] })
    const short = status({ amount: 1 as Paise })
    for (const observed of [twice, short]) {
      const inReview = reduce(PENDING, [observed]).order
      expect(reduce(inReview, [observed]).rule).toBe('stays-in-review')
      const resolved = reduce(inReview, [resolve])
      expect(resolved).toMatchObject({ rule: 'review-resolved', events: [] })
      expect(reduce(resolved.order, [observed]).rule).toBe('completed-by-status')
    }
    const other = reduce(reduce(reduce(PENDING, [short]).order, [resolve]).order, [status({ amount: 2 as Paise })])
    expect(other.order.needsReview?.findings).toMatchObject([{ code: 'amount-mismatch', theirs: 2 }])
  })

  it('refunds a second payment when that person decides so: once, in full, and the first payment counts', () => {
    const resolveAndRefund: Observation = {
      kind: 'console',
      atMs: NOW,
      resolveReview: true,
      note: 'the payer called',
      refundSurplus: true,
    }
    const twice = status({ attempts: [attempt(), attempt({ transactionId: 'OM2' })] })
    const inReview = reduce(PENDING, [twice]).order
    const refunded = reduce(inReview, [resolveAndRefund])
    expect(refunded).toMatchObject({
      rule: 'review-resolved',
      events: [{ type: 'refund.request', merchantRefundId: 'one-twice', amount: AMOUNT, origin: 'duplicate' }],
    })
    const { order } = reduce(refunded.order, [twice])
    expect(order).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
    expect(refundable(order, [{ state: 'REQUESTED', amount: AMOUNT }])).toBe(AMOUNT)

    const thrice = status({ attempts: ['OM1', 'OM2', 'OM3'].map((transactionId) => attempt({ transactionId })) })
    const again = reduce(order, [thrice], { nowMs: NOW + 1 })
    expect(again).toMatchObject({
      rule: 'paid-twice',
      order: { needsReview: {} },
      events: [{ type: 'order.needs_review' }],
    })
    expect(again.events[0]?.eventId).not.toBe(reduce(PENDING, [twice]).events[0]?.eventId)
    expect(reduce(again.order, [resolveAndRefund]).events).toEqual([])
    expect(refundable(reduce(again.order, [resolveAndRefund]).order, [])).toBe(3 * AMOUNT)
  })

  it('does not refund when the review has another reason', () => {
    const resolveAndRefund: Observation = {
      kind: 'console',
      atMs: NOW,
      resolveReview: true,
      note: 'refund it',
      refundSurplus: true,
    }
    const inReview = reduce(PENDING, [status({ amount: 1 as Paise })]).order
    expect(reduce(inReview, [resolveAndRefund]).events).toEqual([])
  })

  it('is not found in a field that the provider leaves out', () => {
    const { merchantOrderId: _, amount: __, ...rest } = paid
    expect(reduce(PENDING, [{ kind: 'status', atMs: NOW, status: rest }]).order.state).toBe('COMPLETED')
  })
})

describe.each(['STANDARD', 'CUSTOM'] as const)('a failed reply to a payment of checkout %s', (checkout) => {
  const sent: OrderRecord = { ...CREATED, checkout, sendByMs: NOW }
  const failed = (outcome: 'not-sent' | 'rejected' | 'unknown', temporary: boolean): Observation => ({
    kind: 'response-failed',
    atMs: NOW,
    outcome,
    duplicateId: false,
    temporary,
  })
  it.each([
    ['not-sent', false, 'CREATED', 'opening-deferred'],
    ['rejected', true, 'CREATED', 'opening-deferred'],
    ['rejected', false, 'FAILED', 'opening-refused'],
    ['unknown', false, 'CREATED', 'opening-unknown'],
  ] as const)('with outcome %s, temporary=%s, leaves the order %s', (outcome, temporary, state, rule) => {
    const { order, rule: decided, events } = reduce(sent, [failed(outcome, temporary)])
    expect([order.state, decided]).toEqual([state, rule])
    expect(order).not.toHaveProperty('sendByMs')
    expect('sentAtMs' in order).toBe(rule !== 'opening-deferred')
    expect(events.map(({ type }) => type)).toEqual(state === 'FAILED' ? ['order.failed'] : [])
  })
})

describe('the request that creates an order', () => {
  it('with a refused duplicate id is not decided: the id may come from our own lost request', () => {
    const failed = { kind: 'response-failed', atMs: NOW, outcome: 'rejected', duplicateId: true } as const
    expect(reduce(CREATED, [failed])).toMatchObject({ rule: 'opening-unknown', order: { state: 'CREATED' } })
  })

  it('gives the order up only when the provider does not know it after the expiry, the grace and its last time to be sent', () => {
    const missing: Observation = { kind: 'status-failed', atMs: NOW, unknownOrder: true }
    const at = (nowMs: number, order = CREATED) => reduce(order, [missing], { nowMs }).order.state
    const graceOver = EXPIRY + DEFAULT_POLICY.unknownOrderGraceMs
    expect(at(graceOver)).toBe('CREATED')
    expect(at(graceOver + 1)).toBe('FAILED')
    expect(at(graceOver + 1, { ...CREATED, sendByMs: EXPIRY + 1 })).toBe('CREATED')
    expect(reduce(PENDING, [missing], { nowMs: EXPIRY * 100 }).order.state).toBe('PENDING')
  })

  it('changes nothing when its reply arrives after the order is completed', () => {
    const response: Observation = { kind: 'response', atMs: NOW, orderId: 'OMO1', expireAt: EXPIRY }
    expect(reduce({ ...PENDING, state: 'COMPLETED', resolution: 'fulfil' }, [response])).toMatchObject({
      rule: 'nothing-new',
    })
  })

  it('puts the order in review when its reply has another id than the status had', () => {
    const response: Observation = { kind: 'response', atMs: NOW, orderId: 'OMO2', expireAt: EXPIRY }
    expect(reduce(PENDING, [response])).toMatchObject({ rule: 'order-id-mismatch', order: { needsReview: {} } })
  })
})

describe('an order that was never sent', () => {
  const { sentAtMs: _, ...sent } = CREATED
  const unsent: OrderRecord = { ...sent, opening: 'unsent' }

  it('is closed by the clock after its expiry, without an event', () => {
    const at = (nowMs: number) => reduce(unsent, [{ kind: 'clock', atMs: nowMs }], { nowMs })
    expect(at(EXPIRY)).toMatchObject({ order: { state: 'CREATED' }, rule: 'nothing-new' })
    expect(at(EXPIRY + 1)).toEqual({
      order: { ...unsent, state: 'FAILED', errorCode: 'NOT_SENT', opening: 'never-sent' },
      events: [],
      rule: 'never-sent',
    })
    expect(reduce(CREATED, [{ kind: 'clock', atMs: NOW }], { nowMs: EXPIRY + 1 }).order.state).toBe('CREATED')
  })

  it('is closed by a cancellation, and only then', () => {
    const cancel: Observation = { kind: 'cancel', atMs: NOW }
    expect(reduce(unsent, [cancel], { nowMs: 0 })).toMatchObject({ rule: 'cancelled', events: [] })
    for (const order of [CREATED, PENDING]) expect(reduce(order, [cancel]).order.state).toBe(order.state)
  })

  it('was sent when the provider reports it, such as after a restore', () => {
    expect(reduce(unsent, [status({ state: 'PENDING', attempts: [] })]).order).toMatchObject({
      state: 'PENDING',
      sentAtMs: unsent.createdAtMs,
    })
  })
})

describe('an order that was given up', () => {
  const OPENING = { NEVER_OPENED: 'never-opened', NOT_SENT: 'never-sent' } as const
  const givenUp = (errorCode: keyof typeof OPENING): OrderRecord => ({
    ...CREATED,
    state: 'FAILED',
    errorCode,
    opening: OPENING[errorCode],
  })
  const response: Observation = { kind: 'response', atMs: NOW, orderId: 'OMO1', expireAt: EXPIRY + 9 }

  it('reopens with a late reply or a pending status, and retracts order.failed', () => {
    const events = [{ type: 'order.reopened', eventId: 'order:one:reopened', merchantOrderId: 'one' }]
    for (const seen of [response, status({ state: 'PENDING', attempts: [], expireAt: EXPIRY + 9 })]) {
      const reduced = reduce(givenUp('NEVER_OPENED'), [seen])
      expect(reduced).toMatchObject({ rule: 'reopened', events })
      expect(reduced.order).toEqual({
        ...CREATED,
        state: 'PENDING',
        opening: 'sent',
        orderId: 'OMO1',
        expiresAtMs: EXPIRY + 9,
      })
    }
    expect(reduce(givenUp('NOT_SENT'), [response])).toMatchObject({ rule: 'reopened', events: [] })
  })

  it('is fulfilled when it was paid in time by the provider’s clock', () => {
    const { order, events } = reduce(givenUp('NEVER_OPENED'), [status()])
    expect(order).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
    expect(events.map(({ type }) => type)).toEqual(['order.reopened', 'order.completed'])
    const late = status({ attempts: [attempt({ timestamp: EXPIRY + 1 })] })
    expect(reduce(givenUp('NEVER_OPENED'), [late])).toMatchObject({
      rule: 'late-payment',
      events: [{ type: 'refund.request' }],
    })
  })

  it('that fails at the provider is reported once', () => {
    const failed = status({ state: 'FAILED', attempts: [], errorCode: 'TXN_NOT_COMPLETED' })
    expect(reduce(givenUp('NEVER_OPENED'), [failed])).toMatchObject({
      order: { state: 'FAILED', errorCode: 'TXN_NOT_COMPLETED', orderId: 'OMO1' },
      events: [],
    })
    expect(reduce(givenUp('NOT_SENT'), [failed]).events).toMatchObject([{ type: 'order.failed' }])
    const reopened = reduce(givenUp('NEVER_OPENED'), [response]).order
    expect(reduce(reopened, [failed]).events).toMatchObject([{ type: 'order.failed', eventId: 'order:one:failed' }])
  })

  it('is refunded when its reference has another amount by now, whatever the policy for late payments is', () => {
    const reduced = reduce(givenUp('NEVER_OPENED'), [status()], { supersededBy: 'two' }, { latePayment: 'fulfil' })
    expect(reduced).toMatchObject({ rule: 'superseded-amount', order: { resolution: 'late-refund' } })
    expect(reduced.events).toMatchObject([{ type: 'refund.request', amount: AMOUNT }])
  })
})

it('is not late by an expiry that the provider did not state with the payment, because the stored one may be our estimate', () => {
  const attempts = [attempt({ timestamp: EXPIRY + 1 })]
  const { expireAt: _, ...unstated } = { ...paid, attempts }
  const { orderId: __, ...bare } = unstated
  const replied = reduce(CREATED, [{ kind: 'response', atMs: NOW, orderId: 'OMO1' }]).order
  for (const before of [CREATED, replied, PENDING])
    for (const seen of [unstated, bare])
      expect(reduce(before, [{ kind: 'status', atMs: NOW, status: seen }]).order.resolution).toBe('fulfil')
  expect(reduce(replied, [status({ attempts })]).order.resolution).toBe('late-refund')
})
