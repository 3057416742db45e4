import { describe, expect, it } from 'vitest'
import { readPageMessage, readShopMessage } from './frame-messages.ts'

const parent = {}
const frame = {}
const nonce = '1234567890-1234567890'
const hello = { data: { checkout: 1, type: 'HELLO', nonce }, origin: 'https://shop.example', source: parent }
const done = { data: { checkout: 1, type: 'CONCLUDED', nonce }, origin: 'https://pay.example', source: frame }
const expected = { source: frame, origin: 'https://pay.example', nonce }

describe('readShopMessage', () => {
  it('accepts the window that frames the page', () => {
    expect(readShopMessage(hello, parent)).toEqual({ origin: 'https://shop.example', nonce })
  })

  it.each([
    ['another window', { ...hello, source: {} }],
    ['an opaque origin', { ...hello, origin: 'null' }],
    ['no nonce', { ...hello, data: { checkout: 1, type: 'HELLO' } }],
    ['a short nonce', { ...hello, data: { checkout: 1, type: 'HELLO', nonce: '1' } }],
    ['another type', { ...hello, data: { checkout: 1, type: 'READY', nonce } }],
    ['another version', { ...hello, data: { checkout: 2, type: 'HELLO', nonce } }],
    ['text', { ...hello, data: 'HELLO' }],
    ['nothing', { ...hello, data: null }],
  ])('rejects %s', (_, event) => {
    expect(readShopMessage(event, parent)).toBeUndefined()
  })
})

describe('readPageMessage', () => {
  it('accepts the frame of this opening', () => {
    expect(readPageMessage(done, expected)).toBe('CONCLUDED')
  })

  it('accepts from a page that is left, whose window is gone, only that it is left', () => {
    const left = { ...done, source: null, data: { ...done.data, type: 'AWAY' } }
    expect(readPageMessage(left, expected)).toBe('AWAY')
    expect(readPageMessage({ ...left, source: {} }, expected)).toBeUndefined()
    expect(readPageMessage({ ...left, data: { ...left.data, nonce: 'old' } }, expected)).toBeUndefined()
    expect(readPageMessage({ ...done, source: null }, expected)).toBeUndefined()
  })

  it.each([
    ['another origin', { ...done, origin: 'https://evil.example' }],
    ['another window', { ...done, source: {} }],
    ['the nonce of an earlier opening', { ...done, data: { checkout: 1, type: 'CONCLUDED', nonce: 'old' } }],
    ['an unknown type', { ...done, data: { checkout: 1, type: 'PAID', nonce } }],
  ])('rejects %s', (_, event) => {
    expect(readPageMessage(event, expected)).toBeUndefined()
  })
})
