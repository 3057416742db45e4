import { describe, expect, it } from 'vitest'
import { thrownBy } from '../../test/support/client.ts'
import { checkMetaInfo } from './meta-info.ts'

const refusal = (metaInfo: unknown) => thrownBy(() => checkMetaInfo(metaInfo)).message

describe('checkMetaInfo', () => {
  it.each([
    [undefined],
    [{}],
    [{ udf1: undefined }],
    [Object.fromEntries(Array.from({ length: 15 }, (_, index) => [`udf${index + 1}`, 'Az09_- @.+']))],
    [{ udf1: '', udf10: '₹'.repeat(256), udf11: '', udf15: 'a'.repeat(50) }],
  ])('takes %j', (metaInfo) => {
    expect(() => checkMetaInfo(metaInfo)).not.toThrow()
  })

  it.each(['udf0', 'udf16', 'udf01', 'udf1 ', 'UDF1', 'udf', 'xudf1', 'note', '__proto__x'])(
    'refuses the key %j',
    (key) => {
      expect(refusal({ [key]: 'a' })).toBe(`metaInfo.${key} is not known: the keys are udf1 to udf15`)
    },
  )

  it('udf1 to udf10 hold 256 characters of any kind', () => {
    for (const key of ['udf1', 'udf9', 'udf10']) {
      expect(() => checkMetaInfo({ [key]: '{"चाय": "☕"}' })).not.toThrow()
      expect(refusal({ [key]: 'a'.repeat(257) })).toBe(`metaInfo.${key} must be at most 256 characters`)
    }
  })

  it('udf11 to udf15 hold 50 of a narrow alphabet', () => {
    for (const key of ['udf11', 'udf13', 'udf15']) {
      expect(refusal({ [key]: 'a'.repeat(51) })).toBe(`metaInfo.${key} must be at most 50 characters`)
      for (const value of ['a/b', '₹', 'a\n', 'a#']) {
        expect(refusal({ [key]: value })).toBe(`metaInfo.${key} may hold letters, digits, spaces and _ - @ . + only`)
      }
    }
  })

  it('refuses what is no object and no text', () => {
    expect(refusal('cart')).toBe('metaInfo must be an object')
    expect(refusal({ udf1: 1 })).toBe('metaInfo.udf1 must be a text')
    expect(refusal({ udf1: null })).toBe('metaInfo.udf1 must be a text')
  })
})
