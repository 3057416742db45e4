import halves from '@galla/contract/vectors/token-half-life.json' with { type: 'json' }
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isFresh } from './access-token.ts'

describe('isFresh', () => {
  it.each(halves.cases)('$name', ({ issued_at, expires_at, nowSeconds, valid }) => {
    const lifetime = { issuedAt: issued_at, expiresAt: expires_at }
    expect(isFresh(lifetime, nowSeconds * 1_000)).toBe(valid)
    expect(isFresh(lifetime, nowSeconds * 1_000 + 999)).toBe(valid)
  })

  it('never returns to true once it is false', () => {
    const second = fc.integer({ min: 0, max: 4_000_000_000 })
    fc.assert(
      fc.property(second, fc.nat(10_000_000), second, fc.nat(), (issuedAt, span, now, later) => {
        const lifetime = { issuedAt, expiresAt: issuedAt + span }
        if (!isFresh(lifetime, now * 1_000)) expect(isFresh(lifetime, (now + later) * 1_000)).toBe(false)
      }),
    )
  })

  it('is false for a lifetime that is not a number', () => {
    expect(isFresh({ issuedAt: Number.NaN, expiresAt: 5 }, 0)).toBe(false)
  })
})
