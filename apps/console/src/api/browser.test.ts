import { expect, it } from 'vitest'
import { defined, parseSearch, stringifySearch, textParams } from './browser.ts'

it('reads and writes search parameters as text, numbers included', () => {
  expect(stringifySearch({ state: 'OPEN', q: '42', to: '', from: undefined })).toBe('?state=OPEN&q=42')
  expect(stringifySearch({})).toBe('')
  expect(parseSearch('?q=42&state=a%20b')).toEqual({ q: '42', state: 'a b' })
})

it('drops search parameters that a page does not name', () => {
  expect(textParams('q', 'state')({ q: '42', evil: 'yes', state: '' })).toEqual({ q: '42' })
})

it('drops undefined fields, and keeps other empty values', () => {
  expect(Object.entries(defined({ a: undefined, b: null, c: '', d: 0 }))).toEqual([
    ['b', null],
    ['c', ''],
    ['d', 0],
  ])
})
