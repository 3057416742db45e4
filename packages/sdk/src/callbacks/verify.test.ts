import vectors from '@galla/contract/vectors/callback-classic.json' with { type: 'json' }
import { describe, expect, it } from 'vitest'
import { pickDigests } from './digests.ts'
import { type CallbackHeaders, headerOf, matchClassic } from './verify.ts'

describe('headerOf', () => {
  it.each<[string, CallbackHeaders]>([
    ['web Headers', new Headers({ 'X-Key-Id': 'k1' })],
    ['a plain object in lower case, as in Node', { 'x-key-id': 'k1' }],
    ['a plain object in any case', { 'X-KEY-ID': 'k1' }],
    ['a list of values: the first', { 'x-key-id': ['k1', 'k2'] }],
    ['an object without a prototype', Object.assign(Object.create(null), { 'x-key-id': 'k1' })],
    ['a Map', new Map([['x-key-id', 'k1']]) as unknown as CallbackHeaders],
    ['an object with a header named get', { get: 'something', 'x-key-id': 'k1' }],
  ])('reads %s', (_name, headers) => {
    expect(headerOf(headers, 'x-key-id')).toBe('k1')
  })

  it.each<[string, unknown]>([
    ['no headers', undefined],
    ['null', null],
    ['a string', 'x-key-id: k1'],
    ['an empty object', {}],
    ['web Headers without it', new Headers()],
    ['undefined as a value', { 'x-key-id': undefined }],
    ['a number as a value', { 'x-key-id': 1 }],
    ['an empty list', { 'x-key-id': [] }],
    ['a get method that returns no string', { get: () => ({}) }],
  ])('returns undefined for %s', (_name, headers) => {
    expect(headerOf(headers as CallbackHeaders, 'x-key-id')).toBeUndefined()
  })

  it('returns an empty value, unlike a missing one', () => {
    expect(headerOf({ 'x-key-id': '' }, 'x-key-id')).toBe('')
  })
})

const digestOf = async (username: string, password: string) => pickDigests().sha256(`${username}:${password}`)

describe('matchClassic', () => {
  it.each(vectors.cases)('$name', async ({ username, password, authorization, valid }) => {
    const digests = [await digestOf(username, password)]
    expect(matchClassic(authorization, digests)).toBe(valid ? 0 : -1)
  })

  const digest = 'bc842c31a9e54efe320d30d948be61291f3ceee4766e36ab25fa65243cd76e0e'

  it.each([
    ['bare', digest],
    ['with spaces around', `  ${digest}\t`],
    ['as a scheme', `SHA256 ${digest}`],
    ['in the notation of the documentation', `SHA256(${digest})`],
    ['as a pair', `sha256=${digest}`],
  ])('accepts the digest %s', (_notation, header) => {
    expect(matchClassic(header, ['0'.repeat(64), digest])).toBe(1)
  })

  it.each([
    ['another scheme', `Bearer ${digest}`],
    ['another hash', `SHA512 ${digest}`],
    ['two digests', `${digest} ${digest}`],
    ['letters of another case', `SHA256 ${digest.toUpperCase()}`],
    ['a digest inside other text', `x${digest}x`],
  ])('rejects %s', (_notation, header) => {
    expect(matchClassic(header, [digest])).toBe(-1)
  })

  it('returns the index of the match, the last one of duplicates', () => {
    expect(matchClassic(digest, [digest, '1'.repeat(64), digest])).toBe(2)
    expect(matchClassic(digest, [])).toBe(-1)
  })
})
