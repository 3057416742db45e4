import { describe, expect, it } from 'vitest'
import { normalizeAmounts, normalizeState, normalizeType } from './unknown-variants.ts'

const after = <Value extends object>(value: Value, change: (value: Value) => void): object => {
  change(value)
  return value
}

describe('normalizeState', () => {
  const read = (value: { [field: string]: unknown }) =>
    after(value, (one) => normalizeState(one, ['PENDING', 'COMPLETED']))

  it('keeps a known state', () => {
    expect(read({ state: 'PENDING', a: 1 })).toEqual({ state: 'PENDING', a: 1 })
  })

  it.each(['ON_HOLD', 'pending', 'UNKNOWN', '', ' PENDING'])('marks the state %j and keeps the original', (state) => {
    expect(read({ state, a: 1 })).toEqual({ state: 'UNKNOWN', wireState: state, a: 1 })
  })

  it.each([undefined, null, 7, { a: 1 }, ['PENDING']])('marks a state that is not a string: %j', (state) => {
    expect(read({ state })).toEqual({ state: 'UNKNOWN', wireState: '' })
    expect(read({})).toEqual({ state: 'UNKNOWN', wireState: '' })
  })
})

describe('normalizeType', () => {
  const read = (value: object) => after(value, (one) => normalizeType(one, ['UPI', 'PG']))

  it('keeps a known type, marks an unknown one, keeps other fields', () => {
    expect(read({ type: 'UPI', utr: '1' })).toEqual({ type: 'UPI', utr: '1' })
    expect(read({ type: 'MAGLEV', utr: '1' })).toEqual({ type: 'UNKNOWN', wireType: 'MAGLEV', utr: '1' })
    expect(read({ utr: '1' })).toEqual({ type: 'UNKNOWN', wireType: '', utr: '1' })
    expect(read({ type: 7 })).toEqual({ type: 'UNKNOWN', wireType: '' })
  })

  it.each([undefined, null, 'UPI', 7])('ignores %j', (value) => {
    expect(() => normalizeType(value, ['UPI'])).not.toThrow()
  })
})

describe('normalizeAmounts', () => {
  it('converts strings of digits to integers in the named fields', () => {
    const read = after({ amount: '49900', feeAmount: '0', other: '7' }, (one) =>
      normalizeAmounts(one, ['amount', 'feeAmount']),
    )
    expect(read).toEqual({ amount: 49_900, feeAmount: 0, other: '7' })
  })

  it.each(['499.00', '-1', '', ' 5', '1e3', '0x10', '9'.repeat(16), 49_900, null, true])('keeps %j', (amount) => {
    expect(after({ amount }, (one) => normalizeAmounts(one, ['amount', 'missing']))).toEqual({ amount })
  })
})
