import { scanQr } from '@galla/testkit/scan-qr'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CheckoutBrowser, DESKTOP, PHONE } from '../helpers/checkout-browser.ts'
import { payWithQr } from '../helpers/payer.ts'

let browser: CheckoutBrowser
beforeAll(async () => {
  browser = await CheckoutBrowser.open()
})
afterEach(() => browser.endVisits())
afterAll(() => browser.close())

describe.each(['light', 'dark'] as const)('the QR code, %s', (colorScheme) => {
  it.each([
    ['desktop', DESKTOP],
    ['phone', PHONE],
  ])('holds the provider’s link, on a %s', async (_, device) => {
    const order = await browser.order({ amount: 100_000_001 })
    const { page } = await browser.visit(order.pageUrl, { ...device, colorScheme })
    await payWithQr(page)
    const code = page.getByRole('img', { name: /^QR code to pay ₹10,00,000\.01 to Chai & Chapters/ })
    await code.waitFor()
    const token = new URL(order.pageUrl).searchParams.get('token') ?? ''
    const response = await fetch(`${browser.sandbox.url}/page-api/view`, { headers: { 'x-page-token': token } })
    const { attempt } = (await response.json()) as { attempt: { intentUrl: string } }
    expect(attempt.intentUrl).toMatch(/^upi:\/\/pay\?.*am=1000000\.01/)
    expect(await scanQr(code)).toBe(attempt.intentUrl)
  })
})

it('asks what happens when the code was scanned and nothing decides the payment', async () => {
  const order = await browser.order({ amount: 49_900 })
  const { page } = await browser.visit(order.pageUrl, DESKTOP)
  await page.getByRole('button', { name: 'Scan it as a payer' }).click()
  const panel = page.getByRole('dialog', { name: 'What happens to this payment?' })
  await panel.getByRole('button', { name: 'Pay it' }).click()
  await page.getByRole('heading', { name: 'Payment successful' }).waitFor()
})
