import { inr } from '@galla/contract/money'
import { describe, expect, it } from 'vitest'
import { type ForeignMandate, importObstacle } from './importable.ts'

const MANDATE: ForeignMandate = {
  state: 'ACTIVE',
  amountType: 'VARIABLE',
  maxAmount: inr('499'),
  frequency: 'MONTHLY',
  expiresAtMs: Date.parse('2030-01-01T00:00:00+05:30'),
}
const BILLS = {
  amount: inr('199'),
  frequency: 'MONTHLY',
  startsAtMs: Date.parse('2027-02-10T00:00:00+05:30'),
} as const

describe('a mandate of another program', () => {
  it.each([
    ['pays bills up to its maximum', {}, undefined],
    ['pays bills on demand', { frequency: 'ON_DEMAND' }, undefined],
    ['of a fixed amount pays bills of that amount', { amountType: 'FIXED', maxAmount: inr('199') }, undefined],
    ['of another fixed amount pays none', { amountType: 'FIXED' }, 'other-amount'],
    ['that is paused pays none', { state: 'PAUSED' }, 'not-active'],
    ['whose state is not known pays none', { state: 'UNKNOWN' }, 'not-active'],
    ['pays none above its maximum', { maxAmount: inr('198.99') }, 'above-mandate'],
    ['of another frequency pays none', { frequency: 'YEARLY' }, 'other-frequency'],
    ['whose frequency is not stated pays none', { frequency: undefined }, 'other-frequency'],
    ['whose maximum is not stated pays none', { maxAmount: undefined }, 'not-readable'],
    ['whose kind of amount is not known pays none', { amountType: 'UP_TO' }, 'not-readable'],
    ['that ends before the first bill pays none', { expiresAtMs: BILLS.startsAtMs }, 'mandate-expires'],
  ] as const)('%s', (_, change, obstacle) => {
    expect(importObstacle({ ...MANDATE, ...change }, BILLS)).toBe(obstacle)
  })
})
