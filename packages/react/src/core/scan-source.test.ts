import { expect, it } from 'vitest'
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

it('draws any other text as it is, and nothing from nothing', () => {
  expect(scanSource({ qrData: '00020101021226' })).toEqual({ link: '00020101021226' })
  expect(scanSource({})).toBeUndefined()
})

it('believes no link of another kind', () => {
  const picture = `data:image/png;base64,${PNG}`
  expect(scanSource({ intentUrl: 'javascript:alert(1)', qrData: picture })).toEqual({ picture })
})
