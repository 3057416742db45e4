import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fillPath } from './operations.ts'

/** Any code points except surrogates, which validation rejects; and characters with a meaning in URLs. */
const anyCode = fc.integer({ min: 0, max: 0x10ffff }).filter((code) => code < 0xd800 || code > 0xdfff)
const anyId = fc.oneof(
  fc.array(anyCode, { minLength: 1 }).map((codes) => String.fromCodePoint(...codes)),
  fc.string({ unit: fc.constantFrom(...'/?#%&=;:@\\.{}2fe'), minLength: 1 }),
)

describe('fillPath', () => {
  it('returns a template without an id unchanged', () => {
    expect(fillPath('/checkout/v2/pay', {})).toBe('/checkout/v2/pay')
    expect(fillPath('/checkout/v2/pay', { merchantOrderId: 'order-1' })).toBe('/checkout/v2/pay')
  })

  it('appends the query without undefined values', () => {
    expect(fillPath('/a', {}, { details: false })).toBe('/a?details=false')
    expect(fillPath('/a', {}, { details: true, errorContext: undefined })).toBe('/a?details=true')
    expect(fillPath('/a', {}, { details: undefined, errorContext: true })).toBe('/a?errorContext=true')
    expect(fillPath('/a/{id}/b', { id: 'x' }, { details: false, errorContext: true })).toBe(
      '/a/x/b?details=false&errorContext=true',
    )
  })

  it('escapes any id to one segment that decodes to the id', () => {
    fc.assert(
      fc.property(anyId, (id) => {
        const path = fillPath('/checkout/v2/order/{merchantOrderId}/status', { merchantOrderId: id })
        const segments = path.split('/')
        expect([segments.length, ...segments.slice(1, 4), segments[5]]).toEqual([
          6,
          'checkout',
          'v2',
          'order',
          'status',
        ])
        expect(decodeURIComponent(segments[4] ?? '')).toBe(id)
        expect(path).toMatch(/^[\x21-\x7e]*$/)
        expect(path).not.toMatch(/[?#\\]/)
      }),
    )
  })
})
