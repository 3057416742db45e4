import { describe, expect, it } from 'vitest'
import { isLoopback, leavesWithoutTls, staysHere } from './loopback.ts'

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

describe('leavesWithoutTls', () => {
  it.each([
    'postgres://u:p@db.example/shop',
    'postgresql://u:p@10.0.0.1:5432/shop',
    'postgres://u:p@db.example/shop?sslmode=disable',
    'postgres://u:p@db.example/shop?sslmode=prefer',
    'postgres://u:p@db.example/shop?ssl=true&sslmode=disable',
    'postgres://u:p@localhost/shop?host=db.example',
    'postgres://u:p@db.localhost/shop',
    'postgres://u:p@db.example:port/shop',
  ])('is true of %s', (url) => {
    expect(leavesWithoutTls(url)).toBe(true)
  })

  it.each([
    'postgres://u:p@localhost/shop',
    'postgres://u:p@127.0.0.1:5433/shop',
    'postgres://u:p@[::1]/shop',
    'postgres://u@/shop?host=/var/run/postgresql',
    'postgres://u@%2Fvar%2Frun%2Fpostgresql/shop',
    'postgres:///shop',
    'postgres://u:p@db.example/shop?sslmode=verify-full',
    'postgres://u:p@db.example/shop?sslmode=require',
    'postgres://u:p@db.example/shop?ssl=true',
  ])('is false of %s', (url) => {
    expect(leavesWithoutTls(url)).toBe(false)
  })

  it.each([
    ['postgres://u:p@db/shop', ['db'], false],
    ['postgres://u:p@DB:5432/shop?sslmode=disable', ['db'], false],
    ['postgres://u:p@localhost/shop?host=db', ['db'], false],
    ['postgres://u:p@db/shop?host=db.example', ['db'], true],
    ['postgres://u:p@db/shop', ['sandbox'], true],
  ])('of %s, with %j allowed by name, is %s', (url, allowed, leaves) => {
    expect(leavesWithoutTls(url, (host) => allowed.includes(host.toLowerCase()))).toBe(leaves)
  })
})
