import { paise } from '@galla/contract/money'
import { expect, it } from 'vitest'
import type { OrderSummary } from '../shop-api.ts'
import { isCartPaid, statusOf } from './order-status.ts'

const order = (over: Partial<OrderSummary>): OrderSummary => ({
  merchantOrderId: 'o-1',
  cartId: 'c-1',
  amount: paise(49_900),
  refundedAmount: paise(0),
  refunds: [],
  state: 'COMPLETED',
  resolution: 'fulfil',
  checking: false,
  resumable: false,
  paidElsewhere: false,
  checkout: 'STANDARD',
  bankPending: false,
  qrShown: false,
  unpaid: false,
  createdAtMs: 0,
  lines: [],
  ...over,
})

it.each<[keyof ReturnType<typeof statusOf>, string, Partial<OrderSummary>, boolean]>([
  ['message', 'statusPacking', {}, true],
  ['message', 'statusPartlyRefunded', { refundedAmount: paise(10_000) }, true],
  ['message', 'statusRefunded', { refundedAmount: paise(49_900) }, true],
  ['message', 'statusRefunding', { resolution: 'late-refund' }, false],
  ['message', 'statusRefunded', { resolution: 'duplicate-refund', refundedAmount: paise(49_900) }, false],
  ['reason', 'reasonLate', { resolution: 'late-refund' }, false],
  ['reason', 'reasonLate', { resolution: 'late-refund', refundedAmount: paise(49_900) }, false],
  ['reason', 'reasonPaidBefore', { resolution: 'duplicate-refund' }, false],
  ['reason', 'reasonWasPaidBefore', { resolution: 'duplicate-refund', refundedAmount: paise(49_900) }, false],
  ['message', 'statusOpen', { state: 'PENDING' }, false],
  ['message', 'statusOpen', { state: 'CREATED' }, false],
  ['message', 'statusBankPending', { state: 'PENDING', bankPending: true }, false],
  ['reason', 'doNotPayAgain', { state: 'PENDING', bankPending: true }, false],
  ['message', 'statusOpen', { state: 'PENDING', qrShown: true }, false],
  ['reason', 'justPaid', { state: 'PENDING', qrShown: true }, false],
  ['message', 'statusFailed', { state: 'FAILED' }, false],
  ['reason', 'reasonPaidElsewhere', { state: 'PENDING', qrShown: true, paidElsewhere: true }, false],
  ['reason', 'reasonPaidElsewhere', { state: 'FAILED', paidElsewhere: true }, false],
  ['message', 'statusChecking', { state: 'PENDING', checking: true }, false],
])('%s is %s for %j', (field, value, over, paid) => {
  expect(statusOf(order(over))[field]).toBe(value)
  expect(isCartPaid(order(over))).toBe(paid)
})
