import { describe, expect, it } from 'vitest'
import { AMOUNT, CREATED, EXPIRY, PENDING } from '../../../test/helpers/example-orders.ts'
import { compareOrder } from '../finance/reconciliation.ts'
import { nextOrderPoll } from '../orders/polls.ts'
import { DEFAULT_POLICY } from '../policy.ts'
import { isGivenUp } from './opening.ts'
import type { Observation, OrderRecord, ProviderOrderStatus } from './order.ts'
import { reduceOrder } from './reduce.ts'

const HOUR_MS = 3_600_000

const created: OrderRecord = { ...CREATED, opening: 'unknown' }
const status = (fields: Partial<ProviderOrderStatus>): Extract<Observation, { kind: 'status' }> => ({
  kind: 'status',
  atMs: 1,
  status: { state: 'PENDING', orderId: 'OMO1', amount: AMOUNT, expireAt: EXPIRY, attempts: [], ...fields },
})
const attempts = [
  { transactionId: 'OM1', state: 'COMPLETED', amount: AMOUNT, paymentMode: 'UPI_QR', timestamp: 500_000 },
] as const
const reduce = (order: OrderRecord, observation: Observation, nowMs = 1_000_000) =>
  reduceOrder(order, [observation], { nowMs }, DEFAULT_POLICY)

describe.each(['NOT_SENT', 'CANCELLED', 'REFUSED', 'NEVER_OPENED'])(
  'an order that the provider fails with the code %s, which is also a code of the gateway',
  (errorCode) => {
    const failure = status({ state: 'FAILED', errorCode })
    const failed = reduce(PENDING, failure)

    it('is reported as failed, stays failed, and keeps the code', () => {
      expect(failed.order).toMatchObject({ state: 'FAILED', errorCode })
      expect(failed.events).toMatchObject([{ type: 'order.failed' }])
      expect(reduce(failed.order, failure)).toMatchObject({ rule: 'nothing-new', events: [] })
      expect(reduce(failed.order, status({ state: 'PENDING' }))).toMatchObject({ rule: 'never-backwards' })
    })

    it('refunds a later payment, which counts as late', () => {
      const paid = reduce(failed.order, status({ state: 'COMPLETED', attempts }))
      expect(paid.order.resolution).toBe('late-refund')
      expect(paid.events).toMatchObject([{ type: 'refund.request' }])
    })

    it('is polled for thirty days', () => {
      const state = { nowMs: EXPIRY + 8 * 24 * HOUR_MS, unanswered: 0, providerDelayMs: () => undefined }
      expect(nextOrderPoll(failed.order, state, DEFAULT_POLICY)).toBe(EXPIRY + 30 * 24 * HOUR_MS)
    })
  },
)

it('an order that reopens and then fails at the provider is no longer given up', () => {
  const reopened = reduce({ ...created, state: 'FAILED', opening: 'refused', errorCode: 'REFUSED' }, status({})).order
  const { order } = reduce(reopened, status({ state: 'FAILED', errorCode: 'REFUSED' }))
  expect(isGivenUp(order)).toBe(false)
  expect(reopened.opening).toBe('sent')
})

describe('"order not found"', () => {
  const unknown = (checkedAtMs: number): Observation => ({
    kind: 'status-failed',
    atMs: checkedAtMs,
    checkedAtMs,
    unknownOrder: true,
  })
  const nowMs = EXPIRY + HOUR_MS

  it('gives no order up that was asked for before its grace was over, however late it is read', () => {
    expect(reduce(created, unknown(EXPIRY), nowMs)).toMatchObject({ order: { state: 'CREATED' }, rule: 'nothing-new' })
    expect(reduce(created, unknown(nowMs), nowMs).order).toMatchObject({ state: 'FAILED', errorCode: 'NEVER_OPENED' })
  })
})

describe('reconciliation', () => {
  const compare = (ours: OrderRecord, state: 'PENDING' | 'FAILED') => {
    const check = status({ state })
    return compareOrder({ ...ours, orderId: 'OMO1' }, check)
  }

  it('offers to reopen an order that was given up and is open at the provider', () => {
    const givenUp = { ...created, state: 'FAILED', opening: 'never-opened', errorCode: 'NEVER_OPENED' } as const
    const found = { kind: 'state', reason: 'provider-ahead', theirs: { state: 'PENDING' }, repairable: true }
    expect(compare(givenUp, 'PENDING')).toMatchObject([found])
    expect(compare(givenUp, 'FAILED')).toEqual([])
  })

  it('does not offer it for an order that the provider had failed', () => {
    const failed = { ...created, state: 'FAILED', opening: 'sent', errorCode: 'TXN_NOT_COMPLETED' } as const
    expect(compare(failed, 'PENDING')).toMatchObject([{ reason: 'provider-behind', repairable: false }])
  })
})
