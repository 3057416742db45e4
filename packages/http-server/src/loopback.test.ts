import { describe, expect, it } from 'vitest'
import { isLoopback, staysHere } from './loopback.ts'

it.each(['localhost', 'LOCALHOST:4500', 'shop.localhost', '127.0.0.1', '127.1.2.3:80', '[::1]', '[::1]:4500'])(
  'isLoopback is true for %s',
  (host) => expect(isLoopback(host)).toBe(true),
)

it.each([
  '',
  'example.com',
  'localhost.example.com',
  'a.b.localhost',
  '.localhost',
  '127.0.0.1.example.com',
  '10.0.0.1',
  '0.0.0.0',
  '::1',
  'localhost:',
  'localhost:123456',
  'localhost/',
  'user@localhost',
])('isLoopback is false for %j', (host) => expect(isLoopback(host)).toBe(false))

describe('staysHere', () => {
  it.each(['localhost', '127.0.0.1', '127.9.9.9', '[::1]', '::1'])('accepts %s', (host) => {
    expect(staysHere(host)).toBe(true)
  })

  it.each(['x.localhost', 'db', '10.0.0.1', '0.0.0.0', '127.0.0.1.example.com', ''])('refuses %j', (host) => {
    expect(staysHere(host)).toBe(false)
  })
})
