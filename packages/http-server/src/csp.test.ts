import { describe, expect, it } from 'vitest'
import { type CspSource, contentSecurityPolicy, pageHeaders } from './csp.ts'

describe('contentSecurityPolicy', () => {
  it('forbids everything that was not named', () => {
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

  it('lets named origins frame the page, with a wild port', () => {
    expect(contentSecurityPolicy({ frameAncestors: ['http://localhost:*', 'https://shop.example'] })).toContain(
      'frame-ancestors http://localhost:* https://shop.example',
    )
  })

  it.each(["'unsafe-inline'", "'unsafe-eval'", '*', 'https:', "https://a.example; script-src 'self'", 'https://a b'])(
    'refuses %s',
    (source) => {
      expect(() => contentSecurityPolicy({ scripts: [source as CspSource] })).toThrow(/script-src/)
    },
  )

  it('refuses a Trusted Types name that would open another directive', () => {
    expect(() => contentSecurityPolicy({ trustedTypes: ['a; script-src *'] })).toThrow(TypeError)
  })
})

describe('pageHeaders', () => {
  it('says DENY to old browsers only when nobody may frame the page', () => {
    expect(pageHeaders({})['x-frame-options']).toBe('DENY')
    expect(pageHeaders({ frameAncestors: ['https://shop.example'] })['x-frame-options']).toBeUndefined()
  })
})
