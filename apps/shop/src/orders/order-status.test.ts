import { paise } from '@galla/contract/money'
import { expect, it } from 'vitest'
import type { ShownOrder } from '../shop-api.ts'
import { isBought, standOf } from './order-status.ts'

const order = (over: Partial<ShownOrder>): ShownOrder => ({
  merchantOrderId: 'o-1',
  cartId: 'c-1',
  amount: paise(49_900),
  refundedAmount: paise(0),
  state: 'COMPLETED',
  resolution: 'fulfil',
  checking: false,
  createdAtMs: 0,
  lines: [],
  ...over,
})

it.each<[keyof ReturnType<typeof standOf>, string, Partial<ShownOrder>, boolean]>([
  ['word', 'standPacking', {}, true],
  ['word', 'standPartly', { refundedAmount: paise(10_000) }, true],
  ['word', 'standReturned', { refundedAmount: paise(49_900) }, true],
  ['word', 'standReturning', { resolution: 'late-refund' }, false],
  ['word', 'standReturned', { resolution: 'duplicate-refund', refundedAmount: paise(49_900) }, false],
  ['word', 'standOpen', { state: 'PENDING' }, false],
  ['word', 'standOpen', { state: 'CREATED' }, false],
  ['word', 'standFailed', { state: 'FAILED' }, false],
  ['word', 'standChecking', { state: 'PENDING', checking: true }, false],
])('%s %s for %j', (field, value, over, bought) => {
  expect(standOf(order(over))[field]).toBe(value)
  expect(isBought(order(over))).toBe(bought)
})
