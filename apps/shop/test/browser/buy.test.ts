import { expectAccessible, expectReflow } from '@galla/testkit/looks'
import { scanQr } from '@galla/testkit/scan-qr'
import { build } from 'esbuild'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { checkOut, comeBack, enterPassword, heading, lastOrder, openMethod, pickTea } from '../helpers/payer.ts'
import { DESKTOP, PHONE, Street } from '../helpers/shop-browser.ts'

let street: Street
beforeAll(async () => {
  street = await Street.open()
})
afterEach(() => street.leave())
afterAll(() => street.close())

/** Paid, told so, one parcel, and an empty cart for the next time. */
async function expectBought(page: Page): Promise<void> {
  await heading(page, 'Thank you! The kettle is on')
  await heading(page, 'Payment successful')
  await page.getByText('Darjeeling, first flush × 1').waitFor()
  await expectReflow(page)
  expect(street.stall.parcels).toHaveLength(1)
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('tea-cart') ?? '').lines)).toEqual({})
}

async function payAtBank(page: Page): Promise<void> {
  await heading(page, 'Your bank’s page')
  await page.getByRole('button', { name: 'Success' }).click()
  await comeBack(page)
}

describe.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
])('on a %s', (_, device) => {
  it('buys on the payment page, and comes back', async () => {
    const page = await street.visit('/', device)
    await expectAccessible(page)
    await checkOut(page, 'On the payment page')
    await heading(page, 'How would you like to pay?')
    await page.getByText('Nukkad Chai').first().waitFor()
    await page.getByRole('heading', { level: 3, name: 'Net banking' }).click()
    await page.getByLabel('State Bank of India').check()
    await page.getByRole('button', { name: 'Pay ₹499.00' }).click()
    await payAtBank(page)
    await expectBought(page)
    await expectAccessible(page)
  })

  it('buys in a window over the shop', async () => {
    const page = await street.visit('/', device)
    await checkOut(page, 'In a window')
    const frame = page.frameLocator('iframe[title="Payment"]')
    await frame.getByRole('button', { name: /^(?:Show QR code|Pay with another phone)$/ }).click()
    await frame.getByRole('img', { name: /QR code/ }).waitFor()
    await street.stall.sandbox.simulatePayment(await lastOrder(page), { outcome: 'SUCCESS' })
    await frame.getByRole('button', { name: 'Close', exact: true }).click()
    await page.waitForURL('**/thanks')
    await expectBought(page)
  })

  it('buys by QR code on the shop’s own page', async () => {
    const page = await street.visit('/', device)
    await checkOut(page, 'Right here')
    await expectReflow(page)
    await page.getByRole('button', { name: 'Show QR code' }).click()
    const code = page.getByRole('img', { name: 'QR code to pay ₹499.00 by UPI' })
    await code.waitFor()
    // A phone that scans it is led to a UPI app, for this amount.
    expect(await scanQr(code)).toMatch(/^upi:\/\/pay\?.*\bam=499\.00\b/)
    await street.stall.sandbox.simulatePayment(await lastOrder(page), { outcome: 'SUCCESS' })
    await expectBought(page)
  })

  it('buys by card with a password, and by net banking', async () => {
    const page = await street.visit('/', device)
    await checkOut(page, 'Right here')
    await openMethod(page, 'Debit or credit card')
    await page.getByLabel('Card number').fill('6074820000000009')
    await page.getByLabel('Expiry').fill('1230')
    await page.locator('input[name=cvv]').fill('123')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Pay ₹499.00' }).click()
    await enterPassword(page)
    await comeBack(page)
    await expectBought(page)
    street.stall.parcels.length = 0

    await page.getByRole('link', { name: 'Back to the stall' }).click()
    await checkOut(page, 'Right here')
    await openMethod(page, 'Net banking')
    await page.getByLabel('Canara Bank').check()
    await page.getByRole('button', { name: 'Pay ₹499.00' }).click()
    await payAtBank(page)
    await expectBought(page)
  })
})

it('keeps the chosen bank in sight of a search that does not find it: it is what is paid with', async () => {
  const page = await street.visit()
  await checkOut(page, 'Right here')
  await openMethod(page, 'Net banking')
  const bank = (name: string) => page.getByRole('radio', { name })
  const search = page.getByLabel('Search for your bank')
  await bank('State Bank of India').check()
  await search.fill('kotak')
  await bank('Kotak Mahindra Bank').waitFor()
  expect(await bank('State Bank of India').isChecked()).toBe(true)
  await search.fill('no bank of this name')
  await bank('Kotak Mahindra Bank').waitFor({ state: 'detached' })
  expect(await bank('State Bank of India').isChecked()).toBe(true)
  await expectAccessible(page)
  await search.fill('kotak')
  await bank('Kotak Mahindra Bank').check()
  await bank('State Bank of India').waitFor({ state: 'detached' })
  await search.fill('axis')
  await bank('Axis Bank').waitFor()
  expect(await bank('Kotak Mahindra Bank').isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Pay ₹499.00' }).click()
  await payAtBank(page)
  await expectBought(page)
})

it('buys with a saved card, whose number the shop does not have', async () => {
  const page = await street.visit()
  await checkOut(page, 'Right here')
  await openMethod(page, 'Saved cards')
  await page.getByLabel('RuPay ending in 0009').check()
  await page.getByLabel('CVV').fill('123')
  await page.getByRole('button', { name: 'Pay ₹499.00' }).click()
  await enterPassword(page)
  await comeBack(page)
  await expectBought(page)
})

it('buys by a request to a UPI id, and by an app of the phone', async () => {
  const page = await street.visit('/', PHONE)
  await checkOut(page, 'Right here')
  await page.getByLabel('UPI ID').fill('success@ybl')
  await page.getByRole('button', { name: 'Request ₹499.00' }).click()
  await expectBought(page)
  street.stall.parcels.length = 0

  await page.getByRole('link', { name: 'Back to the stall' }).click()
  await checkOut(page, 'Right here')
  await page.getByRole('button', { name: 'Google Pay' }).click()
  await heading(page, 'Approve in your UPI app')
  await page.getByRole('link', { name: 'Open in a UPI app' }).waitFor()
  await street.stall.sandbox.simulatePayment(await lastOrder(page), { outcome: 'SUCCESS' })
  await expectBought(page)
})

it('opens one order for a double click', async () => {
  const page = await street.visit('/cart')
  await page.goto(`${street.stall.shop.url}/`)
  await pickTea(page)
  await page.getByRole('link', { name: 'Choose how to pay' }).click()
  await page.getByRole('button', { name: 'Pay ₹499.00' }).dblclick({ delay: 5 })
  await heading(page, 'How would you like to pay?')
  await page.goBack()
  await page.getByRole('link', { name: 'Your orders' }).click()
  await page.locator('.order').first().waitFor()
  expect(await page.locator('.order').count()).toBe(1)
})

it('packs one parcel for one cart, though two tabs pay for it: the second payment goes back', async () => {
  const page = await street.visit()
  await checkOut(page, 'Right here')
  const first = await lastOrder(page)
  const other = await street.tab(page.context(), '/cart')
  await other.getByLabel('Right here').check()
  await other.getByRole('button', { name: 'Choose how to pay' }).click()
  await other.getByRole('button', { name: 'Show QR code' }).click()
  await heading(other, 'Scan to pay')
  await page.getByRole('button', { name: 'Show QR code' }).click()
  await heading(page, 'Scan to pay')
  await street.stall.sandbox.simulatePayment(first, { outcome: 'SUCCESS' })
  await expectBought(page)
  await street.stall.sandbox.simulatePayment(await lastOrder(other), { outcome: 'SUCCESS' })
  await heading(other, 'Your money is on its way back')
  await expectAccessible(other)
  await street.stall.settleDown()
  await other.getByRole('link', { name: 'Your orders' }).first().click()
  await other.getByText('Money returned').waitFor()
  await other.getByText('Paid, being packed').waitFor()
  expect(street.stall.parcels).toHaveLength(1)
})

it('buys under React’s strict mode, where everything happens twice and a payment once', async () => {
  const { outputFiles } = await build({
    entryPoints: [new URL('../../src/main.tsx', import.meta.url).pathname],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    write: false,
    outdir: '/',
    conditions: ['galla-source'],
    loader: { '.css': 'empty' },
    define: { 'process.env.NODE_ENV': '"development"' },
  })
  const page = await street.visit('/orders')
  await page.route('**/assets/index-*.js', (route) =>
    route.fulfill({ body: outputFiles[0]?.text ?? '', contentType: 'text/javascript' }),
  )
  const posted: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posted.push(new URL(request.url()).pathname))
  await page.goto(street.stall.shop.url)
  await checkOut(page, 'Right here')
  await page.getByRole('button', { name: 'Show QR code' }).click()
  const order = await lastOrder(page)
  await heading(page, 'Scan to pay')
  await street.stall.sandbox.simulatePayment(order, { outcome: 'SUCCESS' })
  await expectBought(page)
  expect(posted).toEqual(['/api/orders', `/payments/orders/${order}/pay`])
})
