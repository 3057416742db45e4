import { expect, it } from 'vitest'
import { parseSearch, stringifySearch, texts } from './browser.ts'

it('reads and writes an address as texts, numbers as well', () => {
  expect(stringifySearch({ state: 'OPEN', q: '42', to: '', from: undefined })).toBe('?state=OPEN&q=42')
  expect(stringifySearch({})).toBe('')
  expect(parseSearch('?q=42&state=a%20b')).toEqual({ q: '42', state: 'a b' })
})

it('keeps only what a page has a name for', () => {
  expect(texts('q', 'state')({ q: '42', evil: 'yes', state: '' })).toEqual({ q: '42' })
})
