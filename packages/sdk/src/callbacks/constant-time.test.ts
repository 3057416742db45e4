import fc from 'fast-check'
import { describe, it } from 'vitest'
import { sameText } from './constant-time.ts'

describe('sameText', () => {
  it('agrees with ===', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => sameText(a, b) === (a === b)),
    )
  })

  it('finds one unit that differs, wherever it is', () => {
    const inText = fc
      .string({ minLength: 1 })
      .chain((text) => fc.tuple(fc.constant(text), fc.nat(text.length - 1), fc.integer({ min: 1, max: 0xffff })))
    fc.assert(
      fc.property(inText, ([text, at, change]) => {
        const other = text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ change) + text.slice(at + 1)
        return sameText(text, text) && !sameText(text, other)
      }),
    )
  })
})
