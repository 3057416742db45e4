import { describe, expect, it } from 'vitest'
import { CREDENTIALS, thrownBy } from '../../test/support/client.ts'
import { settle } from '../settings.ts'
import { sourceHeaders, withHeaders } from './headers.ts'

const COMMON = ['Content-Type', 'application/json', 'x-source', 'API'] as const

describe('sourceHeaders', () => {
  it('names the platform as the settings say', () => {
    const platform = { name: 'MY_SHOP', version: '7' }
    expect(sourceHeaders(settle({ ...CREDENTIALS, platform }, () => undefined))).toEqual([
      'Content-Type',
      'application/json',
      'Accept',
      'application/json',
      'x-source',
      'API',
      'x-source-version',
      'V2',
      'x-source-platform',
      'MY_SHOP',
      'x-source-platform-version',
      '7',
    ])
  })
})

describe('withHeaders', () => {
  it('hands the common list on when there is nothing to add', () => {
    expect(withHeaders(COMMON, undefined)).toBe(COMMON)
    expect(withHeaders(COMMON, {})).toEqual(COMMON)
  })

  it('adds, and replaces by name in any case', () => {
    expect(withHeaders(COMMON, { 'X-Source': 'SHOP', 'X-MERCHANT-ID': 'M1' })).toEqual([
      'Content-Type',
      'application/json',
      'X-Source',
      'SHOP',
      'X-MERCHANT-ID',
      'M1',
    ])
  })

  it.each([
    ['a b', 'x'],
    ['a:b', 'x'],
    ['', 'x'],
    ['a\r\nb', 'x'],
    ['X-A', 'x\r\nX-B: y'],
    ['X-A', 'x\u0000'],
    ['X-A', '₹'],
    ['X-A', 42],
    ['X-A', undefined],
  ])('refuses %j: %j', (name, value) => {
    expect(thrownBy(() => withHeaders(COMMON, { [name]: value as string }))).toMatchObject({
      kind: 'invalid-request',
      field: `headers.${name}`,
      message: `headers.${name} is not a header that can be sent`,
    })
  })

  it.each(['Authorization', 'CONTENT-TYPE', 'content-length', 'Host', 'connection', 'Transfer-Encoding'])(
    'refuses %s: it is the client’s own',
    (name) => {
      expect(thrownBy(() => withHeaders(COMMON, { [name]: 'x' })).message).toBe(`headers.${name} is set by the client`)
    },
  )
})
