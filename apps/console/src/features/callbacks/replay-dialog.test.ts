import type { ReplayPreview } from '@galla/contract/gateway-api/callbacks'
import { expect, it } from 'vitest'
import { previewChanges, previewText } from './replay-dialog.tsx'

const preview = (over: Partial<ReplayPreview>): ReplayPreview => ({
  callbackIds: ['1'],
  count: 1,
  orders: [],
  refunds: [],
  most: 100,
  ...over,
})
const order = (id: string, from: string, to: string) => ({ merchantOrderId: id, from, to, rule: 'completed-by-status' })

it('counts the orders and refunds that would change, and those that would not', () => {
  const mixed = preview({
    orders: [order('o-1', 'PENDING', 'COMPLETED'), order('o-2', 'COMPLETED', 'COMPLETED')],
    refunds: [{ merchantRefundId: 'r-1', from: 'not here', to: 'COMPLETED' }],
  })
  expect(previewText(mixed)).toBe('1 order and 1 refund would change.')
  expect(previewChanges(mixed)).toEqual({
    changes: [
      { kind: 'order', id: 'o-1', from: 'PENDING', to: 'COMPLETED', rule: 'completed-by-status' },
      { kind: 'refund', id: 'r-1', from: 'not here', to: 'COMPLETED' },
    ],
    unchanged: 1,
  })
})

it('says when nothing would change, and when nothing can be replayed', () => {
  expect(previewText(preview({ orders: [order('o-1', 'FAILED', 'FAILED')] }))).toMatch(/^Nothing would change/)
  expect(previewText(preview({ count: 0 }))).toBe('None of them can be replayed.')
  const two = ['o-1', 'o-2'].map((id) => order(id, 'PENDING', 'FAILED'))
  expect(previewText(preview({ count: 2, orders: two }))).toBe('2 orders would change.')
})
