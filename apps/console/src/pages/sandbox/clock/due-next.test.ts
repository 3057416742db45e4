import { expect, it } from 'vitest'
import { dueNext } from './due-next.ts'

it('finds what is still to come, in its order', () => {
  const orders = [
    { merchantOrderId: 'late', state: 'PENDING', expireAt: 900 },
    { merchantOrderId: 'soon', state: 'PENDING', expireAt: 200 },
    { merchantOrderId: 'paid', state: 'COMPLETED', expireAt: 300 },
    { merchantOrderId: 'over', state: 'PENDING', expireAt: 100 },
  ] as const
  const deliveries = [
    { id: 'again', scheduledAtMs: 500 },
    { id: 'gone', scheduledAtMs: 400, sentAtMs: 400 },
  ]
  expect(dueNext(orders, deliveries, 100).map(({ id, what }) => `${id}: ${what}`)).toEqual([
    'soon: order expires',
    'again: callback goes out',
    'late: order expires',
  ])
})
