import { expect, it } from 'vitest'
import { dueNext, movedText } from './clock-tab.tsx'

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

it.each([
  [0, 'The same as this machine’s'],
  [4_999, 'The same as this machine’s'],
  [-4_999, 'The same as this machine’s'],
  [61_000, '1 min 1 s ahead of this machine'],
  [-7_200_000, '2 h behind this machine'],
  [2 * 86_400_000 + 3_600_000 + 60_000, '2 days 1 h ahead of this machine'],
])('%i ms is %j', (away, text) => {
  expect(movedText(1_700_000_000_000 + away, 1_700_000_000_000)).toBe(text)
})
