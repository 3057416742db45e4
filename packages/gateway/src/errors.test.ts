import { describe, expect, it } from 'vitest'
import { describeError } from './errors.ts'

describe('describeError', () => {
  it('caps the name and the message', () => {
    const error = new Error('m'.repeat(10_000))
    error.name = 'N'.repeat(10_000)
    const text = describeError(error)
    expect(text).toHaveLength(500)
    expect(text).toMatch(/^N{60}: m+$/)
    expect(describeError('x'.repeat(10_000))).toHaveLength(500)
  })

  it('returns text that PostgreSQL can store', () => {
    expect(describeError(new Error('a\0b'))).toBe('Error: ab')
    expect(describeError(new Error(`${'x'.repeat(492)}\u{1f600}`))).not.toMatch(/\p{Surrogate}$/u)
  })

  it('describes whatever was thrown', () => {
    const hostile = new Error('x')
    Object.defineProperty(hostile, 'message', {
      get: () => {
        throw new Error('no message')
      },
    })
    const nameless = new Error('x')
    Object.assign(nameless, { name: undefined, message: { secret: 1 } })
    for (const thrown of [undefined, null, 7, Symbol('s'), Object.create(null), hostile, nameless, { toString: 1 }])
      expect(typeof describeError(thrown)).toBe('string')
  })
})
