import { describe, expect, it } from 'vitest'
import { qrPath } from '../components/qr-code.tsx'
import { qrSource, targetAppOf, UPI_APPS, upiAppUrl, webUrl } from './upi.ts'

const targets = (os: 'Android' | 'iOS') => Object.fromEntries(UPI_APPS.map((app) => [app.name, targetAppOf(app, os)]))

it('targetAppOf returns the provider’s spelling of each app', () => {
  expect(targets('Android')).toMatchObject({
    PhonePe: 'com.phonepe.app',
    'Google Pay': 'com.google.android.apps.nbu.paisa.user',
    Paytm: 'net.one97.paytm',
    BHIM: 'in.org.npci.upiapp',
    'Amazon Pay': 'in.amazon.mshop.android.shopping',
  })
  expect(targets('iOS')).toEqual({
    PhonePe: 'PHONEPE',
    'Google Pay': 'GPAY',
    Paytm: 'PAYTM',
    BHIM: 'BHIM',
    CRED: 'CRED',
    'Amazon Pay': 'AMAZON',
  })
})

describe('webUrl and upiAppUrl', () => {
  it.each(['javascript:alert(1)', ' javascript:alert(1)', 'data:text/html,x', '//pay.example', '/pay', '', 'upi'])(
    'reject %j',
    (text) => {
      expect(webUrl(text)).toBeUndefined()
      expect(upiAppUrl(text)).toBeUndefined()
    },
  )

  it('accept https pages and UPI apps', () => {
    expect(webUrl('https://pay.example/x')).toBe('https://pay.example/x')
    expect(upiAppUrl('upi://pay?pa=tea@ybl')).toBe('upi://pay?pa=tea@ybl')
    expect(webUrl('upi://pay')).toBeUndefined()
  })
})

describe('qrSource', () => {
  it.each([5, {}, null, true, ''])('shows no code for the data %j', (qrData) => {
    expect(qrSource({ qrData: qrData as never })).toBeUndefined()
  })

  it('encodes no half of a character', () => {
    expect(qrSource({ intentUrl: `${LINK}\ud83d`, qrData: '\udc00' })).toBeUndefined()
    expect(qrSource({ intentUrl: `${LINK}\ud83d`, qrData: LINK })).toEqual({ link: LINK })
  })

  const LINK = 'upi://pay?pa=tea@ybl&am=499.00'
  const PNG = 'iVBORw0KGgoAAAANSUhEUg'

  it.each([
    ['a data URI', `data:image/png;base64,${PNG}`],
    ['a bare base64 image', PNG],
    ['the same link', LINK],
    ['nothing', undefined],
  ])('prefers intentUrl to %s in qrData', (_, qrData) => {
    expect(qrSource({ intentUrl: LINK, ...(qrData && { qrData }) })).toEqual({ link: LINK })
  })

  it('encodes a link in qrData', () => {
    expect(qrSource({ qrData: LINK })).toEqual({ link: LINK })
  })

  it('shows an image in qrData where there is no link', () => {
    const picture = `data:image/png;base64,${PNG}`
    expect(qrSource({ qrData: picture })).toEqual({ picture })
    expect(qrSource({ qrData: PNG })).toEqual({ picture })
  })

  it.each([
    ['png', PNG],
    ['jpeg', '/9j/4AAQSkZJRgABAQAAAQABAAD'],
    ['gif', 'R0lGODlhAQABAIAAAAAAAP'],
    ['webp', 'UklGRiIAAABXRUJQVlA4IBYAAAAw'],
  ])('recognizes a bare base64 %s of any length', (type, bare) => {
    const long = bare.padEnd(40_000, 'A')
    expect(qrSource({ qrData: bare })).toEqual({ picture: `data:image/${type};base64,${bare}` })
    expect(qrSource({ qrData: long })).toEqual({ picture: `data:image/${type};base64,${long}` })
  })

  it('encodes other text as it is, and returns undefined without data', () => {
    expect(qrSource({ qrData: '00020101021226' })).toEqual({ link: '00020101021226' })
    expect(qrSource({ qrData: '' })).toBeUndefined()
    expect(qrSource({})).toBeUndefined()
  })

  it('returns undefined for text over 1000 bytes and links over the capacity of a code', () => {
    const textOf = (bytes: number) => '0'.repeat(bytes)
    expect(qrSource({ qrData: textOf(1_000) })).toEqual({ link: textOf(1_000) })
    expect(qrSource({ qrData: textOf(1_001) })).toBeUndefined()
    expect(qrSource({ qrData: 'चाय'.repeat(200) })).toBeUndefined()

    const linkOf = (bytes: number) => LINK.padEnd(bytes, '0')
    expect(qrSource({ intentUrl: linkOf(2_953) })).toEqual({ link: linkOf(2_953) })
    expect(() => qrPath(linkOf(2_953))).not.toThrow()
    expect(qrSource({ intentUrl: linkOf(2_954) })).toBeUndefined()
    expect(qrSource({ intentUrl: linkOf(2_954), qrData: PNG })).toEqual({ picture: `data:image/png;base64,${PNG}` })
    expect(qrSource({ intentUrl: linkOf(2_954), qrData: LINK })).toEqual({ link: LINK })
  })

  it('ignores an intentUrl with another scheme', () => {
    const picture = `data:image/png;base64,${PNG}`
    expect(qrSource({ intentUrl: 'javascript:alert(1)', qrData: picture })).toEqual({ picture })
  })
})
