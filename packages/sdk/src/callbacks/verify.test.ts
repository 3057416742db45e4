import vectors from '@galla/contract/vectors/callback-classic.json' with { type: 'json' }
import { describe, expect, it } from 'vitest'
import { pickDigests } from './digests.ts'
import { type HeaderBag, headerOf, matchClassic } from './verify.ts'

describe('headerOf', () => {
  it.each<[string, HeaderBag]>([
    ['web Headers', new Headers({ 'X-Key-Id': 'k1' })],
    ['a plain object in lower case, as Node gives it', { 'x-key-id': 'k1' }],
    ['a plain object in any case', { 'X-KEY-ID': 'k1' }],
    ['a list of values: the first', { 'x-key-id': ['k1', 'k2'] }],
    ['an object without a prototype', Object.assign(Object.create(null), { 'x-key-id': 'k1' })],
    ['a Map', new Map([['x-key-id', 'k1']]) as unknown as HeaderBag],
    ['a bag that holds a header named get', { get: 'something', 'x-key-id': 'k1' }],
  ])('reads %s', (_name, headers) => {
    expect(headerOf(headers, 'x-key-id')).toBe('k1')
  })

  it.each<[string, unknown]>([
    ['no headers', undefined],
    ['null', null],
    ['a text', 'x-key-id: k1'],
    ['an empty object', {}],
    ['web Headers without it', new Headers()],
    ['undefined as a value', { 'x-key-id': undefined }],
    ['a number as a value', { 'x-key-id': 1 }],
    ['an empty list', { 'x-key-id': [] }],
    ['a getter that answers otherwise', { get: () => ({}) }],
  ])('finds nothing in %s', (_name, headers) => {
    expect(headerOf(headers as HeaderBag, 'x-key-id')).toBeUndefined()
  })

  it('keeps an empty value, which is not a missing one', () => {
    expect(headerOf({ 'x-key-id': '' }, 'x-key-id')).toBe('')
  })
})

const digestOf = async (username: string, password: string) => pickDigests().sha256(`${username}:${password}`)

describe('the classic authorization', () => {
  it.each(vectors.cases)('$name', async ({ username, password, authorization, valid }) => {
    const digests = [await digestOf(username, password)]
    expect(matchClassic(authorization, digests)).toBe(valid ? 0 : -1)
  })

  const digest = 'bc842c31a9e54efe320d30d948be61291f3ceee4766e36ab25fa65243cd76e0e'

  it.each([
    ['bare', digest],
    ['with spaces around', `  ${digest}\t`],
    ['as a scheme', `SHA256 ${digest}`],
    ['as the documentation writes it', `SHA256(${digest})`],
    ['as a pair', `sha256=${digest}`],
  ])('spelled %s', (_how, header) => {
    expect(matchClassic(header, ['0'.repeat(64), digest])).toBe(1)
  })

  it.each([
    ['another scheme', `Bearer ${digest}`],
    ['another hash', `SHA512 ${digest}`],
    ['two digests', `${digest} ${digest}`],
    ['letters of another case', `SHA256 ${digest.toUpperCase()}`],
    ['a digest inside a text', `x${digest}x`],
  ])('refuses %s', (_how, header) => {
    expect(matchClassic(header, [digest])).toBe(-1)
  })

  it('says which of several fits, the last when one stands there twice', () => {
    expect(matchClassic(digest, [digest, '1'.repeat(64), digest])).toBe(2)
    expect(matchClassic(digest, [])).toBe(-1)
  })
})
