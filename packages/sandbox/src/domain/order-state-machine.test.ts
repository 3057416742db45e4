import type { Paise } from '@galla/contract/money'
import { describe, expect, test } from 'vitest'
import { createOrder, type NewAttempt, type Order } from './order.ts'
import { applyOrderCommand } from './order-state-machine.ts'
import { LATE_PAYMENT, LATE_PAYMENT_DELAY_MS } from './outcome.ts'
import { SAVINGS_ACCOUNT } from './payer.ts'

const AMOUNT = 49_900 as Paise
const WRONG_PIN = { errorCode: 'INVALID_MPIN', detailedErrorCode: 'ZM' }
const SPLITS = [{ amount: AMOUNT }]

function opened(more: Partial<Parameters<typeof createOrder>[0]> = {}): Order {
  const times = { createdAtMs: 0, expiresAtMs: 600_000 }
  const names = { merchantOrderId: 'order-1', orderId: 'OMO1', pageToken: 'token' }
  return createOrder({ ...names, ...times, product: 'STANDARD', amount: AMOUNT, retryDisabled: false, ...more })
}

function attempt(transactionId: string, more: Partial<NewAttempt> = {}): NewAttempt {
  return {
    transactionId,
    mode: 'UPI_QR',
    amount: AMOUNT,
    startedAtMs: 1,
    payer: { kind: 'ACCOUNT', account: SAVINGS_ACCOUNT },
    ...more,
  }
}

const start = (order: Order, id: string, more: Partial<NewAttempt> = {}, nowMs = 1): Order =>
  applyOrderCommand(order, { type: 'START', attempt: attempt(id, more) }, nowMs).order

describe('attempts within an order', () => {
  test('a failed attempt keeps the order pending, and a second one completes it', () => {
    const failed = applyOrderCommand(
      start(opened(), 'OM1'),
      { type: 'FAIL', transactionId: 'OM1', failure: WRONG_PIN },
      2,
    )
    expect(failed.order.state).toBe('PENDING')
    expect(failed.events).toEqual([{ type: 'ATTEMPT_FAILED', transactionId: 'OM1' }])
    const second = start(failed.order, 'OM2')
    const done = applyOrderCommand(second, { type: 'SUCCEED', transactionId: 'OM2', splits: SPLITS }, 3)
    expect(done.order).toMatchObject({ state: 'COMPLETED', completedAtMs: 3 })
    expect(done.order.attempts.map((one) => one.state)).toEqual(['FAILED', 'COMPLETED'])
    expect(done.events).toEqual([{ type: 'ORDER_COMPLETED', transactionId: 'OM2' }])
  })

  test('a new attempt cancels the pending one', () => {
    const change = applyOrderCommand(start(opened(), 'OM1'), { type: 'START', attempt: attempt('OM2') }, 2)
    expect(change.order.attempts.map((one) => one.state)).toEqual(['FAILED', 'PENDING'])
    expect(change.events).toEqual([{ type: 'ATTEMPT_FAILED', transactionId: 'OM1' }])
  })

  test.each([{ retryDisabled: true }, { product: 'CUSTOM' as const }])(
    '%o allows one attempt, whose failure fails the order',
    (more) => {
      const order = start(opened(more), 'OM1')
      expect(applyOrderCommand(order, { type: 'START', attempt: attempt('OM2') }, 2).refused).toBe('NO_RETRY')
      const failed = applyOrderCommand(order, { type: 'FAIL', transactionId: 'OM1', failure: WRONG_PIN }, 2)
      expect(failed.order).toMatchObject({ state: 'FAILED', failure: WRONG_PIN })
      expect(failed.events).toEqual([{ type: 'ORDER_FAILED', transactionId: 'OM1' }])
    },
  )

  test('a final order refuses every command', () => {
    const done = applyOrderCommand(
      start(opened(), 'OM1'),
      { type: 'SUCCEED', transactionId: 'OM1', splits: SPLITS },
      2,
    ).order
    for (const command of [
      { type: 'START', attempt: attempt('OM2') },
      { type: 'SUCCEED', transactionId: 'OM1', splits: SPLITS },
      { type: 'FAIL', transactionId: 'OM1', failure: WRONG_PIN },
      { type: 'EXPIRE' },
    ] as const) {
      expect(applyOrderCommand(done, command, 700_000)).toEqual({ order: done, events: [], refused: 'ORDER_IS_FINAL' })
    }
  })
})

describe('expiry', () => {
  test('fails an order without attempts with ORDER_EXPIRED', () => {
    const { order, events } = applyOrderCommand(opened(), { type: 'EXPIRE' }, 600_000)
    expect(order).toMatchObject({ state: 'FAILED', expired: true })
    expect(order.failure).toEqual({ errorCode: 'TXN_NOT_COMPLETED', detailedErrorCode: 'ORDER_EXPIRED' })
    expect(events).toEqual([{ type: 'ORDER_FAILED' }])
  })

  test('is refused before expiresAtMs', () => {
    expect(applyOrderCommand(opened(), { type: 'EXPIRE' }, 599_999).refused).toBe('NOT_DUE')
  })

  test('early, ends the time of the order at once', () => {
    const { order } = applyOrderCommand(start(opened(), 'OM1'), { type: 'EXPIRE', early: true }, 599_000)
    expect(order).toMatchObject({ state: 'FAILED', expired: true, expiresAtMs: 599_000 })
  })

  test('fails the pending attempt with REQUEST_TIME_OUT', () => {
    const { order } = applyOrderCommand(start(opened(), 'OM1'), { type: 'EXPIRE' }, 600_000)
    expect(order.attempts[0]).toMatchObject({ state: 'FAILED', failure: { detailedErrorCode: 'REQUEST_TIME_OUT' } })
  })

  test('refuses new attempts afterwards', () => {
    expect(applyOrderCommand(opened(), { type: 'START', attempt: attempt('OM1') }, 600_000).refused).toBe(
      'ORDER_EXPIRED',
    )
  })

  test('a late payment of the pending attempt completes the order', () => {
    const plan = { atMs: 600_000, outcome: LATE_PAYMENT }
    const { order } = applyOrderCommand(start(opened(), 'OM1', { plan }), { type: 'EXPIRE' }, 600_000)
    expect(order.attempts[0]?.plan?.atMs).toBe(600_000 + LATE_PAYMENT_DELAY_MS)
    const late = applyOrderCommand(order, { type: 'SUCCEED', transactionId: 'OM1', splits: SPLITS }, 660_000)
    expect(late.order).toMatchObject({ state: 'COMPLETED', attempts: [{ state: 'COMPLETED' }] })
    expect(late.order.failure).toBeUndefined()
    expect(late.order.expired).toBeUndefined()
  })

  test('START with late adds a timed-out attempt to an expired order without attempts only', () => {
    const late = { type: 'START', attempt: attempt('OM1'), late: true } as const
    const expired = applyOrderCommand(opened(), { type: 'EXPIRE' }, 600_000).order
    const added = applyOrderCommand(expired, late, 660_000)
    expect(added).toMatchObject({ order: { state: 'FAILED', attempts: [{ state: 'FAILED' }] }, events: [] })
    const paid = applyOrderCommand(added.order, { type: 'SUCCEED', transactionId: 'OM1', splits: SPLITS }, 660_000)
    expect(paid.order.state).toBe('COMPLETED')
    expect(applyOrderCommand(added.order, { ...late, attempt: attempt('OM2') }, 660_001).refused).toBe('ORDER_IS_FINAL')
    const fail = { type: 'FAIL', transactionId: 'OM0', failure: WRONG_PIN, final: true } as const
    expect(applyOrderCommand(applyOrderCommand(start(opened(), 'OM0'), fail, 2).order, late, 3).refused).toBe(
      'ORDER_IS_FINAL',
    )
  })

  test('a late payment cannot complete an order that failed for another reason', () => {
    const order = start(opened(), 'OM1')
    const failed = applyOrderCommand(
      order,
      { type: 'FAIL', transactionId: 'OM1', failure: WRONG_PIN, final: true },
      2,
    ).order
    expect(applyOrderCommand(failed, { type: 'SUCCEED', transactionId: 'OM1', splits: SPLITS }, 3).refused).toBe(
      'ORDER_IS_FINAL',
    )
  })
})
