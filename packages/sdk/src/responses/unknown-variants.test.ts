import { describe, expect, it } from 'vitest'
import { readAmounts, readState, readType } from './unknown-variants.ts'

const after = <Value extends object>(value: Value, change: (value: Value) => void): object => {
  change(value)
  return value
}

describe('readState', () => {
  const read = (value: { [field: string]: unknown }) => after(value, (one) => readState(one, ['PENDING', 'COMPLETED']))

  it('leaves a known word alone', () => {
    expect(read({ state: 'PENDING', a: 1 })).toEqual({ state: 'PENDING', a: 1 })
  })

  it.each(['ON_HOLD', 'pending', 'UNKNOWN', '', ' PENDING'])('marks %j and keeps it', (state) => {
    expect(read({ state, a: 1 })).toEqual({ state: 'UNKNOWN', wireState: state, a: 1 })
  })

  it.each([undefined, null, 7, { a: 1 }, ['PENDING']])('marks %j, which is no word', (state) => {
    expect(read({ state })).toEqual({ state: 'UNKNOWN', wireState: '' })
    expect(read({})).toEqual({ state: 'UNKNOWN', wireState: '' })
  })
})

describe('readType', () => {
  const read = (value: object) => after(value, (one) => readType(one, ['UPI', 'PG']))

  it('leaves a known word alone, marks another, keeps the fields', () => {
    expect(read({ type: 'UPI', utr: '1' })).toEqual({ type: 'UPI', utr: '1' })
    expect(read({ type: 'MAGLEV', utr: '1' })).toEqual({ type: 'UNKNOWN', wireType: 'MAGLEV', utr: '1' })
    expect(read({ utr: '1' })).toEqual({ type: 'UNKNOWN', wireType: '', utr: '1' })
    expect(read({ type: 7 })).toEqual({ type: 'UNKNOWN', wireType: '' })
  })

  it.each([undefined, null, 'UPI', 7])('passes over %j', (value) => {
    expect(() => readType(value, ['UPI'])).not.toThrow()
  })
})

describe('readAmounts', () => {
  it('makes whole digits the integer they are, in the fields that are named', () => {
    const read = after({ amount: '49900', feeAmount: '0', other: '7' }, (one) =>
      readAmounts(one, ['amount', 'feeAmount']),
    )
    expect(read).toEqual({ amount: 49_900, feeAmount: 0, other: '7' })
  })

  it.each(['499.00', '-1', '', ' 5', '1e3', '0x10', '9'.repeat(16), 49_900, null, true])(
    'leaves %j as it came',
    (amount) => {
      expect(after({ amount }, (one) => readAmounts(one, ['amount', 'missing']))).toEqual({ amount })
    },
  )
})
