import { describe, expect, it } from 'vitest'
import { isExpired, readExpiry, spacedExpiry } from './expiry.ts'

describe('readExpiry', () => {
  it.each(['0627', '06/27', '6/27', '06 / 27', '06-2027', '06/2027', '062027', ' 06 / 2027 '])('reads %j', (text) => {
    expect(readExpiry(text)).toEqual({ month: '06', year: '2027' })
  })

  it.each(['', '13/27', '00/27', '6', '06/2', '06/027', 'ab/cd'])('refuses %j', (text) => {
    expect(readExpiry(text)).toBeUndefined()
  })
})

describe('isExpired', () => {
  const lastMoment = Date.parse('2027-06-30T23:59:59.999+05:30')

  it('lets a card pay to the end of its month in India', () => {
    expect(isExpired({ month: '06', year: '2027' }, lastMoment)).toBe(false)
    expect(isExpired({ month: '06', year: '2027' }, lastMoment + 1)).toBe(true)
  })

  it('turns the year after December', () => {
    expect(isExpired({ month: '12', year: '2026' }, Date.parse('2027-01-01T00:00:00+05:30'))).toBe(true)
  })
})

describe('spacedExpiry', () => {
  it.each([
    ['0', '0'],
    ['6', '06'],
    ['06', '06'],
    ['062', '06 / 2'],
    ['627', '06 / 27'],
    ['06/2027', '06 / 2027'],
    ['1', '1'],
    ['1/', '01'],
    ['01 / 2', '01 / 2'],
    ['1/27', '01 / 27'],
    ['1/2027', '01 / 2027'],
    ['1-27', '01 / 27'],
    ['1 27', '01 / 27'],
    ['0/', '0'],
    [' 12/27', '12 / 27'],
    ['12/', '12'],
    ['127', '12 / 7'],
    ['6/', '06'],
    ['620271', '06 / 2027'],
    ['12/20271', '12 / 2027'],
  ])('%s → %s', (typed, shown) => {
    expect(spacedExpiry(typed)).toBe(shown)
  })

  it.each([
    ['1/27', '01 / 27'],
    ['1/2027', '01 / 2027'],
    ['12/27', '12 / 27'],
    ['01 / 27', '01 / 27'],
    ['6/27', '06 / 27'],
    ['06 27', '06 / 27'],
    ['1227', '12 / 27'],
  ])('%s, typed key by key, shows %s', (typed, shown) => {
    expect([...typed].reduce((text, key) => spacedExpiry(text + key), '')).toBe(shown)
  })
})
