import { expect, it } from 'vitest'
import { qrPath } from '../parts/qr-path.ts'
import { scanSource } from './scan-source.ts'

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
