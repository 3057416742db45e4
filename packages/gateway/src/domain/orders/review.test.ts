import type { Paise } from '@galla/contract/money'
import { describe, expect, it } from 'vitest'
import { attempt, callback, EXPIRY, PENDING, paid, reduce, status } from '../../../test/helpers/example-orders.ts'
import type { Observation } from './order.ts'

describe('an order that the provider does not decide', () => {
  const nowMs = EXPIRY + 72 * 3_600_000
  const stillPending = status({ state: 'PENDING', attempts: [] })

  it('needs review as undecided from the check 72 h after its expiry on, and leaves the review by itself', () => {
    expect(reduce(PENDING, [stillPending], { nowMs: nowMs - 1 }).order.needsReview).toBeUndefined()
    for (const seen of [stillPending, { kind: 'status-failed', atMs: nowMs, unknownOrder: false } as const]) {
      expect(reduce(PENDING, [seen], { nowMs })).toMatchObject({
        rule: 'undecided',
        order: { needsReview: { reason: 'undecided', sinceMs: nowMs } },
        events: [{ type: 'order.needs_review' }],
      })
    }
    const undecided = reduce(PENDING, [stillPending], { nowMs }).order
    expect(reduce(undecided, [stillPending], { nowMs })).toEqual({
      order: undecided,
      events: [],
      rule: 'still-pending',
    })
    const decided = reduce(undecided, [status()], { nowMs })
    expect(decided).toMatchObject({ rule: 'completed-by-status', order: { resolution: 'fulfil' } })
    expect(decided.order).not.toHaveProperty('needsReview')
  })

  it('needs review for a contradiction instead, when the provider reports one', () => {
    const undecided = reduce(PENDING, [stillPending], { nowMs }).order
    expect(reduce(undecided, [status({ amount: 1 as Paise })], { nowMs }).order.needsReview?.reason).toBe(
      'amount-mismatch',
    )
  })
})

describe('an order in review', () => {
  const twice = status({ attempts: [attempt(), attempt({ transactionId: 'OM2' })] })
  const inReview = reduce(PENDING, [twice]).order

  it('keeps its state, and the attempts, id and expiry that it learns', () => {
    const thrice = status({ attempts: ['OM1', 'OM2', 'OM3'].map((transactionId) => attempt({ transactionId })) })
    const { order, rule, events } = reduce(inReview, [thrice])
    expect(rule).toBe('paid-twice')
    expect(events).toMatchObject([{ type: 'order.needs_review' }])
    expect(order.needsReview?.findings).toMatchObject([{ code: 'paid-twice', payments: 3 }])
    expect(reduce(order, [thrice])).toMatchObject({ rule: 'stays-in-review', events: [] })
    expect(order).toMatchObject({ state: 'PENDING', needsReview: { reason: 'paid-twice' } })
    expect(order.attempts.map(({ transactionId }) => transactionId)).toEqual(['OM1', 'OM2', 'OM3'])
  })

  it('learns nothing from the status of another order, or from a callback that is only a hint', () => {
    const others = [status({ orderId: 'OMO2' }), status({ merchantOrderId: 'two' }), callback('classic')]
    for (const other of others) {
      const third = {
        ...other,
        status: { ...('status' in other ? other.status : paid), attempts: [attempt({ transactionId: 'OM3' })] },
      }
      expect(reduce(inReview, [third as Observation]).order.attempts).toHaveLength(2)
    }
  })
})
