import { scanQr } from '@galla/testkit/scan-qr'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { QR, QR_PAYMENT } from '../helpers/payer-view.ts'
import { DESKTOP, PHONE, StallPage } from '../helpers/test-shop.ts'

let stall: StallPage
beforeAll(async () => {
  stall = await StallPage.open()
})
afterEach(() => stall.leave())
afterAll(() => stall.close())

it.each([
  ['light', DESKTOP],
  ['dark', DESKTOP],
  ['light', PHONE],
  ['dark', PHONE],
] as const)('a camera reads just what the QR code was drawn for, %s', async (colorScheme, device) => {
  stall.counter.put('pot-1', { state: 'PENDING', payment: QR_PAYMENT })
  const page = await stall.visit('order=pot-1&part=qr', { ...device, colorScheme })
  const code = page.getByRole('img', { name: /^QR code to pay/ })
  await code.waitFor()
  expect(await scanQr(code)).toBe(QR)
})
