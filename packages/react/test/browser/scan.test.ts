import { scanQr } from '@galla/testkit/scan-qr'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { QR, QR_PAYMENT } from '../helpers/payer-view.ts'
import { DESKTOP, PHONE, TestShop } from '../helpers/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await TestShop.open()
})
afterEach(() => shop.endVisits())
afterAll(() => shop.close())

it.each([
  ['light', DESKTOP],
  ['dark', DESKTOP],
  ['light', PHONE],
  ['dark', PHONE],
] as const)('the QR code holds the UPI link, %s', async (colorScheme, device) => {
  shop.gateway.put('pot-1', { state: 'PENDING', payment: QR_PAYMENT })
  const page = await shop.visit('order=pot-1&component=qr', { ...device, colorScheme })
  const code = page.getByRole('img', { name: /^QR code to pay/ })
  await code.waitFor()
  expect(await scanQr(code)).toBe(QR)
})
