import { expect, it } from 'vitest'
import { previewLines, resultText, selectorOf } from './erasure-messages.ts'

const NOTHING = { merchantOrderIds: [], orders: 0, held: 0, inUse: 0, byMaskOnly: 0 }

it('says what an erasure would do, and what has to be looked at first', () => {
  expect(previewLines(NOTHING)).toEqual([expect.stringMatching(/^No order of this payer/)])
  expect(previewLines({ ...NOTHING, orders: 4, held: 1, inUse: 1, byMaskOnly: 2 })).toEqual([
    '2 orders would be erased now.',
    '1 on legal hold: erased after the hold ends.',
    '1 in use, not final or with an event that waits: erased as soon as that ends.',
    expect.stringMatching(/^2 found by a masked UPI address only/),
  ])
})

it('says what an erasure did, and what follows', () => {
  expect(resultText({ ...NOTHING, orders: 3, held: 1, erased: { orders: 2, callbacks: 3 } })).toBe(
    '2 orders erased: 5 rows changed. 1 order on hold or in use will follow. Amounts, ids and states stay.',
  )
})

it('names a payer by exactly one field', () => {
  expect(selectorOf('phone', ' 98765 43210 ')).toEqual({ phone: '98765 43210' })
})
