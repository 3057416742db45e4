import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fillPath } from './operations.ts'

/** Any characters at all, but for halves of one, which are refused before; and those that mean something in an address. */
const anyCode = fc.integer({ min: 0, max: 0x10ffff }).filter((code) => code < 0xd800 || code > 0xdfff)
const anyId = fc.oneof(
  fc.array(anyCode, { minLength: 1 }).map((codes) => String.fromCodePoint(...codes)),
  fc.string({ unit: fc.constantFrom(...'/?#%&=;:@\\.{}2fe'), minLength: 1 }),
)

describe('fillPath', () => {
  it('leaves a template without an id as it is', () => {
    expect(fillPath('/checkout/v2/pay', {})).toBe('/checkout/v2/pay')
    expect(fillPath('/checkout/v2/pay', { merchantOrderId: 'order-1' })).toBe('/checkout/v2/pay')
  })

  it('puts the query on once, without what is undefined', () => {
    expect(fillPath('/a', {}, { details: false })).toBe('/a?details=false')
    expect(fillPath('/a', {}, { details: true, errorContext: undefined })).toBe('/a?details=true')
    expect(fillPath('/a', {}, { details: undefined, errorContext: true })).toBe('/a?errorContext=true')
    expect(fillPath('/a/{id}/b', { id: 'x' }, { details: false, errorContext: true })).toBe(
      '/a/x/b?details=false&errorContext=true',
    )
  })

  it('whatever the id, it is one segment that decodes to itself', () => {
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
