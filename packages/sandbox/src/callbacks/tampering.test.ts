import { expect, test } from 'vitest'
import { copiesOf, HELD_BACK_MS, tampered } from './tampering.ts'

const never = () => 0.999
const always = () => 0

test('without faults, one honest copy, and no lot is drawn', () => {
  expect(copiesOf({}, () => expect.unreachable())).toEqual([{ afterMs: 0 }])
  expect(copiesOf({ duplicateRate: 0.5 }, never)).toEqual([{ afterMs: 0 }])
})

test('each fault by itself', () => {
  expect(copiesOf({ delayMs: 7 }, never)).toEqual([{ afterMs: 7, mischief: 'delay' }])
  expect(copiesOf({ dropRate: 1 }, always)).toEqual([{ afterMs: 0, mischief: 'drop' }])
  expect(copiesOf({ tamperRate: 1 }, always)).toEqual([{ afterMs: 0, mischief: 'tamper' }])
  expect(copiesOf({ reorderRate: 1 }, always)).toEqual([{ afterMs: HELD_BACK_MS, mischief: 'reorder' }])
  expect(copiesOf({ duplicateRate: 1, copies: 2 }, always)).toEqual([
    { afterMs: 0 },
    { afterMs: 0, mischief: 'duplicate' },
    { afterMs: 0, mischief: 'duplicate' },
  ])
})

test('a tampered body is another body, and still JSON where it was', () => {
  expect(tampered('{"payload":{"amount":49900}}')).toBe('{"payload":{"amount":50000}}')
  expect(tampered('{}')).toBe('{} ')
})
