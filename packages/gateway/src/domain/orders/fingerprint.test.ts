import { describe, expect, it } from 'vitest'
import { differingField, fingerprintOf, isComparable } from './fingerprint.ts'

const digest = (text: string) => `k1 ${text}`
const print = (parameters: object, subject = 'one', keyed = digest) => fingerprintOf(parameters, subject, keyed)

describe('differingField', () => {
  it('is undefined for the same parameters, whatever their order and whether an absent one is undefined', () => {
    const a = print({ amount: 1, metaInfo: { udf1: 'x', udf2: 'y' }, message: undefined })
    expect(differingField(a, print({ metaInfo: { udf2: 'y', udf1: 'x' }, amount: 1 }))).toBeUndefined()
  })

  it.each([
    ['amount', { amount: 2, metaInfo: { udf1: 'x' } }],
    ['amount', { amount: '1', metaInfo: { udf1: 'x' } }],
    ['metaInfo.udf1', { amount: 1, metaInfo: { udf1: 'y' } }],
    ['metaInfo.udf2', { amount: 1, metaInfo: { udf1: 'x', udf2: 'z' } }],
    ['metaInfo.udf1', { amount: 1 }],
  ])('names %s for %j', (path, given) => {
    expect(differingField(print({ amount: 1, metaInfo: { udf1: 'x' } }), print(given))).toBe(path)
  })
})

it('cannot compare when the key has changed or the fingerprint was erased', () => {
  const given = print({ amount: 1 })
  expect(isComparable(print({ amount: 2 }), given)).toBe(true)
  for (const stored of [print({ amount: 1 }, 'one', (text) => `k2 ${text}`), {}])
    expect(isComparable(stored, given)).toBe(false)
})

it('gives equal values of two orders different digests', () => {
  expect(print({ vpa: 'a@b' }, 'one').vpa).not.toBe(print({ vpa: 'a@b' }, 'two').vpa)
})
