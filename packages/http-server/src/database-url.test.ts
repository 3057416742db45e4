import { describe, expect, it } from 'vitest'
import { databaseHost, databaseTextProblem, leavesWithoutTls, sslModeOf } from './database-url.ts'

describe('leavesWithoutTls', () => {
  it.each([
    'postgres://u:p@db.example/shop',
    'postgresql://u:p@10.0.0.1:5432/shop',
    'postgres://u:p@db.example/shop?sslmode=disable',
    'postgres://u:p@db.example/shop?sslmode=prefer',
    'postgres://u:p@db.example/shop?ssl=true&sslmode=disable',
    'postgres://u:p@localhost/shop?host=db.example',
    'postgres://u:p@db.localhost/shop',
    // The driver reads the last of several.
    'postgres://u:p@localhost/shop?host=localhost&host=db.example',
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

describe('a URL without a host', () => {
  const none = () => false

  it.each(['postgres:///shop', 'postgres://u@/shop', 'postgres://u@/shop?host='])(
    '%s goes to the host of PGHOST, with TLS as PGSSLMODE says',
    (url) => {
      expect(databaseHost(url, { PGHOST: 'db.example' })).toBe('db.example')
      expect(leavesWithoutTls(url, none, { PGHOST: 'db.example' })).toBe(true)
      expect(leavesWithoutTls(url, none, { PGHOST: 'db.example', PGSSLMODE: 'disable' })).toBe(true)
      expect(leavesWithoutTls(url, none, { PGHOST: 'db.example', PGSSLMODE: 'verify-full' })).toBe(false)
      expect(leavesWithoutTls(url, none, { PGHOST: 'localhost' })).toBe(false)
      expect(leavesWithoutTls(url, none, {})).toBe(false)
    },
  )

  it('is encrypted by no PGSSLMODE where the URL says that it is not', () => {
    const env = { PGHOST: 'db.example', PGSSLMODE: 'verify-full' }
    for (const query of ['sslmode=disable', 'ssl=false'])
      expect(leavesWithoutTls(`postgres:///shop?${query}`, none, env)).toBe(true)
  })
})

it.each([
  ['postgres://db/shop', {}, 'verify-full'],
  ['postgres://db/shop?ssl=true', { PGSSLMODE: 'no-verify' }, 'verify-full'],
  ['postgres://db/shop', { PGSSLMODE: 'no-verify' }, 'no-verify'],
  ['postgres://db/shop?sslmode=no-verify', {}, 'no-verify'],
  ['postgres://db/shop?sslmode=require&uselibpqcompat=true', {}, 'no-verify'],
  ['postgres://db/shop?sslmode=verify-full&sslmode=no-verify', {}, 'no-verify'],
])('the mode of %s with %j is %s', (url, env, mode) => {
  expect(sslModeOf(url, env)).toBe(mode)
})

describe('a text that is neither a URL nor a folder', () => {
  it.each([
    'host=db.example user=u password=secret',
    'dbname=shop host=db.example',
    'u:secret@db.example:5432/galla',
    'postgres:u:secret@db.example/galla',
    '//u:secret@db.example/galla',
    'jdbc:postgresql://db.example/galla?password=secret',
  ])('has a problem, which does not repeat the text: %s', (text) => {
    expect(databaseTextProblem(text)).toBe('must be a folder, or a URL such as postgres://user:password@host/database')
  })

  it.each([
    './data/gateway',
    'C:\\data',
    '/srv/node@20/data',
    '/data/2026-01-01T10:00',
    'POSTGRES',
    'postgres://u:p@h/d',
  ])('is not %s', (text) => expect(databaseTextProblem(text)).toBeUndefined())
})
