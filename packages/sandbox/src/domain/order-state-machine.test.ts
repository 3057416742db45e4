import type { Paise } from '@galla/contract/money'
import { describe, expect, test } from 'vitest'
import { type NewAttempt, type Order, openOrder } from './order.ts'
import { changeOrder } from './order-state-machine.ts'
import { LATE_BY_MS, LATE_PAYMENT } from './outcome.ts'
import { SAVINGS } from './payer.ts'

const AMOUNT = 49_900 as Paise
const WRONG_PIN = { errorCode: 'INVALID_MPIN', detailedErrorCode: 'ZM' }
const SPLITS = [{ amount: AMOUNT }]

function opened(more: Partial<Parameters<typeof openOrder>[0]> = {}): Order {
  const times = { createdAtMs: 0, expiresAtMs: 600_000 }
  const names = { merchantOrderId: 'order-1', orderId: 'OMO1', pageToken: 'token' }
  return openOrder({ ...names, ...times, product: 'STANDARD', amount: AMOUNT, retryDisabled: false, ...more })
}

function attempt(transactionId: string, more: Partial<NewAttempt> = {}): NewAttempt {
  return {
    transactionId,
    mode: 'UPI_QR',
    amount: AMOUNT,
    startedAtMs: 1,
    payer: { kind: 'ACCOUNT', account: SAVINGS },
    ...more,
  }
}

const start = (order: Order, id: string, more: Partial<NewAttempt> = {}, nowMs = 1): Order =>
  changeOrder(order, { type: 'START', attempt: attempt(id, more) }, nowMs).order

describe('attempts within an order', () => {
  test('a failed one leaves the order open, and a second one completes it', () => {
    const failed = changeOrder(start(opened(), 'OM1'), { type: 'FAIL', transactionId: 'OM1', failure: WRONG_PIN }, 2)
    expect(failed.order.state).toBe('PENDING')
    expect(failed.events).toEqual([{ type: 'ATTEMPT_FAILED', transactionId: 'OM1' }])
    const second = start(failed.order, 'OM2')
    const done = changeOrder(second, { type: 'SUCCEED', transactionId: 'OM2', splits: SPLITS }, 3)
    expect(done.order).toMatchObject({ state: 'COMPLETED', completedAtMs: 3 })
    expect(done.order.attempts.map((one) => one.state)).toEqual(['FAILED', 'COMPLETED'])
    expect(done.events).toEqual([{ type: 'ORDER_COMPLETED', transactionId: 'OM2' }])
  })

  test('choosing another way to pay gives the first one up', () => {
    const change = changeOrder(start(opened(), 'OM1'), { type: 'START', attempt: attempt('OM2') }, 2)
    expect(change.order.attempts.map((one) => one.state)).toEqual(['FAILED', 'PENDING'])
    expect(change.events).toEqual([{ type: 'ATTEMPT_FAILED', transactionId: 'OM1' }])
  })

  test.each([{ retryDisabled: true }, { product: 'CUSTOM' as const }])(
    "%o: one attempt, and its failure is the order's",
    (more) => {
      const order = start(opened(more), 'OM1')
      expect(changeOrder(order, { type: 'START', attempt: attempt('OM2') }, 2).refused).toBe('NO_RETRY')
      const failed = changeOrder(order, { type: 'FAIL', transactionId: 'OM1', failure: WRONG_PIN }, 2)
      expect(failed.order).toMatchObject({ state: 'FAILED', failure: WRONG_PIN })
      expect(failed.events).toEqual([{ type: 'ORDER_FAILED', transactionId: 'OM1' }])
    },
  )

  test('finals refuse everything', () => {
    const done = changeOrder(start(opened(), 'OM1'), { type: 'SUCCEED', transactionId: 'OM1', splits: SPLITS }, 2).order
    for (const command of [
      { type: 'START', attempt: attempt('OM2') },
      { type: 'SUCCEED', transactionId: 'OM1', splits: SPLITS },
      { type: 'FAIL', transactionId: 'OM1', failure: WRONG_PIN },
      { type: 'EXPIRE' },
    ] as const) {
      expect(changeOrder(done, command, 700_000)).toEqual({ order: done, events: [], refused: 'ORDER_IS_FINAL' })
    }
  })
})

describe('expiry', () => {
  test('nobody tried', () => {
    const { order, events } = changeOrder(opened(), { type: 'EXPIRE' }, 600_000)
    expect(order).toMatchObject({ state: 'FAILED', expired: true })
    expect(order.failure).toEqual({ errorCode: 'TXN_NOT_COMPLETED', detailedErrorCode: 'ORDER_EXPIRED' })
    expect(events).toEqual([{ type: 'ORDER_FAILED' }])
  })

  test('not before its time', () => {
    expect(changeOrder(opened(), { type: 'EXPIRE' }, 599_999).refused).toBe('NOT_DUE')
  })

  test('an attempt under way runs out of time with it', () => {
    const { order } = changeOrder(start(opened(), 'OM1'), { type: 'EXPIRE' }, 600_000)
    expect(order.attempts[0]).toMatchObject({ state: 'FAILED', failure: { detailedErrorCode: 'REQUEST_TIME_OUT' } })
  })

  test('after it, no attempt starts', () => {
    expect(changeOrder(opened(), { type: 'START', attempt: attempt('OM1') }, 600_000).refused).toBe('ORDER_EXPIRED')
  })

  test('the money of the attempt that was open may still come: the order is completed late', () => {
    const plan = { atMs: 600_000, outcome: LATE_PAYMENT }
    const { order } = changeOrder(start(opened(), 'OM1', { plan }), { type: 'EXPIRE' }, 600_000)
    expect(order.attempts[0]?.plan?.atMs).toBe(600_000 + LATE_BY_MS)
    const late = changeOrder(order, { type: 'SUCCEED', transactionId: 'OM1', splits: SPLITS }, 660_000)
    expect(late.order).toMatchObject({ state: 'COMPLETED', attempts: [{ state: 'COMPLETED' }] })
    expect(late.order.failure).toBeUndefined()
    expect(late.order.expired).toBeUndefined()
  })

  test('an unseen attempt is told of once its order expired, and of no other order', () => {
    const late = { type: 'START', attempt: attempt('OM1'), late: true } as const
    const expired = changeOrder(opened(), { type: 'EXPIRE' }, 600_000).order
    const told = changeOrder(expired, late, 660_000)
    expect(told).toMatchObject({ order: { state: 'FAILED', attempts: [{ state: 'FAILED' }] }, events: [] })
    const paid = changeOrder(told.order, { type: 'SUCCEED', transactionId: 'OM1', splits: SPLITS }, 660_000)
    expect(paid.order.state).toBe('COMPLETED')
    expect(changeOrder(told.order, { ...late, attempt: attempt('OM2') }, 660_001).refused).toBe('ORDER_IS_FINAL')
    const fail = { type: 'FAIL', transactionId: 'OM0', failure: WRONG_PIN, final: true } as const
    expect(changeOrder(changeOrder(start(opened(), 'OM0'), fail, 2).order, late, 3).refused).toBe('ORDER_IS_FINAL')
  })

  test('an order that failed for another reason never comes back', () => {
    const order = start(opened(), 'OM1')
    const failed = changeOrder(order, { type: 'FAIL', transactionId: 'OM1', failure: WRONG_PIN, final: true }, 2).order
    expect(changeOrder(failed, { type: 'SUCCEED', transactionId: 'OM1', splits: SPLITS }, 3).refused).toBe(
      'ORDER_IS_FINAL',
    )
  })
})
