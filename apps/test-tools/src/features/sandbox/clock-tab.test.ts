import { expect, it } from 'vitest'
import { clockOffsetText, dueEvents } from './clock-tab.tsx'

it('lists the events that are due in the future, in their order', () => {
  const orders = [
    { merchantOrderId: 'late', state: 'PENDING', expireAt: 900 },
    { merchantOrderId: 'soon', state: 'PENDING', expireAt: 200 },
    { merchantOrderId: 'paid', state: 'COMPLETED', expireAt: 300 },
    { merchantOrderId: 'over', state: 'PENDING', expireAt: 100 },
  ] as const
  const callbacks = [
    { id: 'retry', scheduledAtMs: 500 },
    { id: 'sent', scheduledAtMs: 400, sentAtMs: 400 },
  ]
  expect(dueEvents(orders, callbacks, 100).map(({ id, kind }) => `${id}: ${kind}`)).toEqual([
    'soon: order expires',
    'retry: webhook is sent',
    'late: order expires',
  ])
})

it.each([
  [0, 'Same time as this machine'],
  [4_999, 'Same time as this machine'],
  [-4_999, 'Same time as this machine'],
  [61_000, '1 min 1 s ahead of this machine'],
  [-7_200_000, '2 h behind this machine'],
  [2 * 86_400_000 + 3_600_000 + 60_000, '2 days 1 h ahead of this machine'],
])('describes a clock offset of %i ms as %j', (offsetMs, text) => {
  expect(clockOffsetText(1_700_000_000_000 + offsetMs, 1_700_000_000_000)).toBe(text)
})
