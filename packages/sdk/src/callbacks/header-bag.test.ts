import { describe, expect, it } from 'vitest'
import { type HeaderBag, headerOf } from './header-bag.ts'

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
