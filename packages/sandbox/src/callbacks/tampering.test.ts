import { expect, test } from 'vitest'
import { copiesFor, REORDER_DELAY_MS, tamper } from './tampering.ts'

const never = () => 0.999
const always = () => 0

test('without faults, makes one unchanged copy and draws no random number', () => {
  expect(copiesFor({}, () => expect.unreachable())).toEqual([{ afterMs: 0 }])
  expect(copiesFor({ duplicateRate: 0.5 }, never)).toEqual([{ afterMs: 0 }])
})

test('applies each fault', () => {
  expect(copiesFor({ delayMs: 7 }, never)).toEqual([{ afterMs: 7, fault: 'delay' }])
  expect(copiesFor({ dropRate: 1 }, always)).toEqual([{ afterMs: 0, fault: 'drop' }])
  expect(copiesFor({ tamperRate: 1 }, always)).toEqual([{ afterMs: 0, fault: 'tamper' }])
  expect(copiesFor({ reorderRate: 1 }, always)).toEqual([{ afterMs: REORDER_DELAY_MS, fault: 'reorder' }])
  expect(copiesFor({ duplicateRate: 1, copies: 2 }, always)).toEqual([
    { afterMs: 0 },
    { afterMs: 0, fault: 'duplicate' },
    { afterMs: 0, fault: 'duplicate' },
  ])
})

test('tamper changes the body and keeps it JSON', () => {
  expect(tamper('{"payload":{"amount":49900}}')).toBe('{"payload":{"amount":50000}}')
  expect(tamper('{}')).toBe('{} ')
})
