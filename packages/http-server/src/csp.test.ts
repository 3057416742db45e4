import { describe, expect, it } from 'vitest'
import { type CspSource, contentSecurityPolicy, pageHeaders } from './csp.ts'

describe('contentSecurityPolicy', () => {
  it("sets every directive that is not given to 'none'", () => {
    const value = contentSecurityPolicy({ scripts: ["'self'"] })
    expect(value.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'none'",
      "img-src 'none'",
      "font-src 'none'",
      "connect-src 'none'",
      "frame-src 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "base-uri 'self'",
      "object-src 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ])
  })

  it('allows frame ancestors, with a wildcard port', () => {
    expect(contentSecurityPolicy({ frameAncestors: ['http://localhost:*', 'https://shop.example'] })).toContain(
      'frame-ancestors http://localhost:* https://shop.example',
    )
  })

  it.each(["'unsafe-inline'", "'unsafe-eval'", '*', 'https:', "https://a.example; script-src 'self'", 'https://a b'])(
    'rejects the source %s',
    (source) => {
      expect(() => contentSecurityPolicy({ scripts: [source as CspSource] })).toThrow(/script-src/)
    },
  )

  it('rejects a Trusted Types name that would add a directive', () => {
    expect(() => contentSecurityPolicy({ trustedTypes: ['a; script-src *'] })).toThrow(TypeError)
  })
})

describe('pageHeaders', () => {
  it('sends x-frame-options: DENY only when no page may frame this one', () => {
    expect(pageHeaders({})['x-frame-options']).toBe('DENY')
    expect(pageHeaders({ frameAncestors: ['https://shop.example'] })['x-frame-options']).toBeUndefined()
  })
})
