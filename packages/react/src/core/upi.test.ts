import { expect, it } from 'vitest'
import { qrPath } from '../components/qr-code.tsx'
import { appAddress, isVpa, pageAddress, scanSource, targetApp, UPI_APPS } from './upi.ts'

const named = (device: 'Android' | 'iOS') =>
  Object.fromEntries(UPI_APPS.map((app) => [app.name, targetApp(app, device)]))

it('names an app to the provider in the letters that the provider writes', () => {
  expect(named('Android')).toMatchObject({
    PhonePe: 'com.phonepe.app',
    'Google Pay': 'com.google.android.apps.nbu.paisa.user',
    Paytm: 'net.one97.paytm',
    BHIM: 'in.org.npci.upiapp',
    Amazon: 'in.amazon.mshop.android.shopping',
  })
  expect(named('iOS')).toEqual({
    PhonePe: 'PHONEPE',
    'Google Pay': 'GPAY',
    Paytm: 'PAYTM',
    BHIM: 'BHIM',
    CRED: 'CRED',
    Amazon: 'AMAZON',
  })
})

it.each(['success@ybl', 'a.b-c_9@okhdfcbank', '9876543210@upi'])('%s looks like a UPI ID', (text) => {
  expect(isVpa(text)).toBe(true)
})

it.each(['', 'success', '@ybl', 'a@ybl', 'two@at@ybl', 'name@', 'na me@ybl', 'name@1'])('%j does not', (text) => {
  expect(isVpa(text)).toBe(false)
})

it.each(['javascript:alert(1)', ' javascript:alert(1)', 'data:text/html,x', '//pay.example', '/pay', '', 'upi'])(
  'sends nobody to %j',
  (text) => {
    expect(pageAddress(text)).toBeUndefined()
    expect(appAddress(text)).toBeUndefined()
  },
)

it('lets pages and UPI apps through', () => {
  expect(pageAddress('https://pay.example/x')).toBe('https://pay.example/x')
  expect(appAddress('upi://pay?pa=tea@ybl')).toBe('upi://pay?pa=tea@ybl')
  expect(pageAddress('upi://pay')).toBeUndefined()
})

const LINK = 'upi://pay?pa=tea@ybl&am=499.00'
const PNG = 'iVBORw0KGgoAAAANSUhEUg'

it.each([
  ['a data URI', `data:image/png;base64,${PNG}`],
  ['a bare picture', PNG],
  ['the link itself', LINK],
  ['nothing', undefined],
])('draws the link, whatever the provider sends beside it: %s', (_, qrData) => {
  expect(scanSource({ intentUrl: LINK, ...(qrData === undefined ? {} : { qrData }) })).toEqual({ link: LINK })
})

it('draws the link that came as qrData', () => {
  expect(scanSource({ qrData: LINK })).toEqual({ link: LINK })
})

it('shows the provider’s picture where no link came with it, never its letters', () => {
  const picture = `data:image/png;base64,${PNG}`
  expect(scanSource({ qrData: picture })).toEqual({ picture })
  expect(scanSource({ qrData: PNG })).toEqual({ picture })
})

it.each([
  ['png', PNG],
  ['jpeg', '/9j/4AAQSkZJRgABAQAAAQABAAD'],
  ['gif', 'R0lGODlhAQABAIAAAAAAAP'],
  ['webp', 'UklGRiIAAABXRUJQVlA4IBYAAAAw'],
])('knows a bare %s by how it begins, however long', (type, bare) => {
  const long = bare.padEnd(40_000, 'A')
  expect(scanSource({ qrData: bare })).toEqual({ picture: `data:image/${type};base64,${bare}` })
  expect(scanSource({ qrData: long })).toEqual({ picture: `data:image/${type};base64,${long}` })
})

it('draws any other text as it is, and nothing from nothing', () => {
  expect(scanSource({ qrData: '00020101021226' })).toEqual({ link: '00020101021226' })
  expect(scanSource({ qrData: '' })).toBeUndefined()
  expect(scanSource({})).toBeUndefined()
})

it('draws no text that is too long to be one, and no link that no code can hold', () => {
  const textOf = (bytes: number) => '0'.repeat(bytes)
  expect(scanSource({ qrData: textOf(1_000) })).toEqual({ link: textOf(1_000) })
  expect(scanSource({ qrData: textOf(1_001) })).toBeUndefined()
  expect(scanSource({ qrData: 'चाय'.repeat(200) })).toBeUndefined()

  const linkOf = (bytes: number) => LINK.padEnd(bytes, '0')
  expect(scanSource({ intentUrl: linkOf(2_953) })).toEqual({ link: linkOf(2_953) })
  expect(() => qrPath(linkOf(2_953))).not.toThrow()
  expect(scanSource({ intentUrl: linkOf(2_954) })).toBeUndefined()
  expect(scanSource({ intentUrl: linkOf(2_954), qrData: PNG })).toEqual({ picture: `data:image/png;base64,${PNG}` })
  expect(scanSource({ intentUrl: linkOf(2_954), qrData: LINK })).toEqual({ link: LINK })
})

it('believes no link of another kind', () => {
  const picture = `data:image/png;base64,${PNG}`
  expect(scanSource({ intentUrl: 'javascript:alert(1)', qrData: picture })).toEqual({ picture })
})
