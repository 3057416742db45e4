import { scanQr } from '@galla/testkit/scan-qr'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { DESKTOP, PHONE, Till } from '../helpers/checkout-browser.ts'
import { payWithQr } from '../helpers/payer.ts'

let till: Till
beforeAll(async () => {
  till = await Till.open()
})
afterEach(() => till.leave())
afterAll(() => till.close())

describe.each(['light', 'dark'] as const)('the QR code, %s', (colorScheme) => {
  it.each([
    ['desktop', DESKTOP],
    ['phone', PHONE],
  ])('on a %s, a camera reads just the link that the provider gave', async (_, device) => {
    const order = await till.order({ amount: 100_000_001 })
    const { page } = await till.visit(order.pageUrl, { ...device, colorScheme })
    await payWithQr(page)
    const code = page.getByRole('img', { name: /^QR code to pay ₹10,00,000\.01 to Chai & Chapters/ })
    await code.waitFor()
    const token = new URL(order.pageUrl).searchParams.get('token') ?? ''
    const reply = await fetch(`${till.sandbox.url}/page-api/view`, { headers: { 'x-page-token': token } })
    const { attempt } = (await reply.json()) as { attempt: { intentUrl: string } }
    expect(attempt.intentUrl).toMatch(/^upi:\/\/pay\?.*am=1000000\.01/)
    expect(await scanQr(code)).toBe(attempt.intentUrl)
  })
})
