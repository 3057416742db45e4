import { describe, expect, it } from 'vitest'
import { isBadTarget } from './request-guard.ts'

describe('isBadTarget', () => {
  it.each([
    '/payments/../admin',
    '/payments/./admin',
    '/payments/..',
    '/payments/%2e%2E/admin',
    '/payments/..%2fadmin',
    '/payments/..%5Cadmin',
    // URL parsers take a backslash for a slash.
    '/payments/..\\admin',
    '/payments\\..\\admin',
    '/payments\\../admin',
    '/payments/x\\.\\admin',
    '/payments\\..',
    '\\..\\admin',
    'http://localhost\\..\\admin',
    'http://user:password@localhost/',
    'http:///payments/admin',
    'http:/payments/admin',
    'https:payments/admin',
    '*',
    'http://[::bad/',
    'http://a:99999/',
    'http://1.1.1.256/',
    'ftp://localhost/x',
    'payments',
  ])('refuses %s', (target) => {
    expect(isBadTarget(target)).toBe(true)
  })

  it.each([
    '/payments/orders/o-1/status',
    '/payments/...',
    '/payments/.well-known/x',
    '/payments/x..y',
    '/payments?next=/../x',
    '/payments?next=\\..\\x',
    '/payments#/../x',
    'http://localhost/payments',
    '',
  ])('takes %s', (target) => {
    expect(isBadTarget(target)).toBe(false)
  })
})
