import type { Paise } from '@galla/contract/money'
import { describe, expect, it } from 'vitest'
import type { OrderRecord } from '../orders/order.ts'
import { orderItself } from '../orders/payments.ts'
import { newRefund } from '../refunds/refund.ts'
import { compareOrder, compareRefund } from './reconciliation.ts'

const amount = 49_900 as Paise
const ids = { merchantOrderId: 'one', orderId: 'OMO1' }
const paid: OrderRecord = {
  ...ids,
  reference: 'cart-7',
  checkout: 'STANDARD',
  amount,
  state: 'COMPLETED',
  opening: 'sent',
  resolution: 'fulfil',
  attempts: [],
  createdAtMs: 1,
}
const orderStatus = (more: object) =>
  ({ kind: 'status', atMs: 2, status: { state: 'COMPLETED', amount, attempts: [], ...more } }) as const

const refundIds = { merchantRefundId: 'r-1', refundId: 'OMR1' }
const key = { merchantRefundId: 'r-1', merchantOrderId: 'one' }
const refunded = {
  ...newRefund({ id: 1, ...key, amount, origin: 'api', createdAtMs: 1 }),
  ...refundIds,
  state: 'COMPLETED',
} as const
const refundStatus = (more: object) => ({ kind: 'status', status: { state: 'COMPLETED', amount, ...more } }) as const

describe('reconciliation finds a second payment without a transactionId', () => {
  const attempts = [{ transactionId: 'OM1', state: 'COMPLETED', amount, paymentMode: 'UPI_QR' }] as const
  const twice = orderStatus({ ...ids, attempts, unnamedPayments: [100] })

  it('of a paid order', () => {
    const theirs = { state: 'COMPLETED', amount: 100 }
    const found = { kind: 'attempt', reason: 'provider-ahead', ours: {}, theirs, repairable: true }
    expect(compareOrder({ ...paid, attempts }, twice)).toMatchObject([found])
  })

  it('unless it is the only one, or a person has seen it', () => {
    const only = { ...paid, attempts: [{ ...orderItself(paid), booked: amount }] }
    expect(compareOrder(only, orderStatus({ ...ids, unnamedPayments: [amount] }))).toEqual([])
    const seen = { ...attempts[0], transactionId: 'unnamed:one:2', amount: 100 as typeof amount }
    expect(compareOrder({ ...paid, attempts: [...attempts, seen] }, twice)).toEqual([])
  })
})

describe('reconciliation compares ids', () => {
  it.each([{ merchantOrderId: 'two' }, { orderId: 'OMO2' }])('of an order: %j', (other) => {
    expect(compareOrder(paid, orderStatus({ ...ids, ...other }))).toMatchObject([
      { merchantOrderId: 'one', kind: 'unreadable', reason: 'other-ids', repairable: true },
    ])
  })

  it.each([{ merchantRefundId: 'r-2' }, { refundId: 'OMR2' }, { originalMerchantOrderId: 'two' }])(
    'of a refund: %j',
    (other) => {
      expect(compareRefund(refunded, refundStatus({ ...refundIds, ...other }))).toMatchObject([
        { ...key, kind: 'unreadable', reason: 'other-ids', repairable: true },
      ])
    },
  )

  it('and takes the same ids, and those that a status omits, for agreement', () => {
    expect(compareOrder(paid, orderStatus(ids))).toEqual([])
    expect(compareOrder(paid, orderStatus({}))).toEqual([])
    expect(compareRefund(refunded, refundStatus({ ...refundIds, originalMerchantOrderId: 'one' }))).toEqual([])
    expect(compareRefund(refunded, refundStatus({}))).toEqual([])
  })
})
