import { expectAccessible, expectReflow } from '@galla/testkit/page-assertions'
import { scanQr } from '@galla/testkit/scan-qr'
import { build } from 'esbuild'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addTea, checkOut, enterPassword, heading, latestOrderId, openMethod, returnToShop } from '../helpers/payer.ts'
import { DESKTOP, NARROW, PHONE, ShopBrowser } from '../helpers/shop-browser.ts'

let browser: ShopBrowser
beforeAll(async () => {
  browser = await ShopBrowser.open()
})
afterEach(() => browser.endVisits())
afterAll(() => browser.close())

/** The page says so, one parcel is packed, and the cart is empty. */
async function expectPurchase(page: Page): Promise<void> {
  await heading(page, 'Thank you! The kettle is on')
  await heading(page, 'Payment successful')
  const receipt = page.getByRole('region', { name: 'Your bill' })
  await receipt.getByText('Darjeeling, first flush × 1').waitFor()
  await receipt.getByText('Paid toNukkad Chai').waitFor()
  const paidWith = receipt.getByText(/^Paid with (?:UPI|Net banking|(?:Visa|RuPay) •••• \d{4})$/)
  expect(await fontSizeOf(receipt.getByText('Paid toNukkad Chai'))).toBe(await fontSizeOf(paidWith))
  await receipt.getByText(/^Paid on \d/).waitFor()
  await receipt.getByText(/^Transaction ID/).waitFor()
  await receipt.getByRole('button', { name: 'Copy' }).first().waitFor()
  await expectReflow(page)
  await browser.expectOneParcel(page)
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('tea-cart') ?? '').lines)).toEqual({})
}

const fontSizeOf = (element: Locator): Promise<string> => element.evaluate((node) => getComputedStyle(node).fontSize)

async function payAtBank(page: Page): Promise<void> {
  await heading(page, 'Your bank’s page')
  await page.getByRole('button', { name: 'Success' }).click()
  await returnToShop(page)
}

describe.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
])('on a %s', (_, device) => {
  it('buys on the payment page and returns', async () => {
    const page = await browser.visit('/', device)
    await expectAccessible(page)
    await checkOut(page, 'On the payment page')
    await heading(page, 'How would you like to pay?')
    await page.getByText('Nukkad Chai').first().waitFor()
    await page.getByRole('heading', { level: 3, name: 'Net banking' }).click()
    await page.getByLabel('State Bank of India').check()
    await page.getByRole('button', { name: 'Pay ₹499.00' }).click()
    await payAtBank(page)
    await expectPurchase(page)
    await expectAccessible(page)
  })

  it('buys in a window over the shop', async () => {
    const page = await browser.visit('/', device)
    await checkOut(page, 'In a window')
    const frame = page.frameLocator('iframe[title="Payment"]')
    if (device === PHONE) await frame.getByRole('button', { name: 'Pay with another phone' }).click()
    await frame.getByRole('img', { name: /QR code/ }).waitFor()
    await browser.shop.sandbox.simulatePayment(await latestOrderId(page), { outcome: 'SUCCESS' })
    await frame.getByRole('button', { name: 'Close', exact: true }).click()
    await page.waitForURL('**/thanks')
    await expectPurchase(page)
  })

  it('buys by QR code on the shop’s own page', async () => {
    const page = await browser.visit('/', device)
    await checkOut(page, 'Right here')
    await expectReflow(page)
    await page.getByRole('button', { name: 'Show QR code' }).click()
    const code = page.getByRole('img', { name: 'QR code to pay ₹499.00 by UPI' })
    await code.waitFor()
    // A UPI app that scans it shows this amount.
    expect(await scanQr(code)).toMatch(/^upi:\/\/pay\?.*\bam=499\.00\b/)
    await browser.shop.sandbox.simulatePayment(await latestOrderId(page), { outcome: 'SUCCESS' })
    await expectPurchase(page)
    await page.getByText(/^UTR \d{12}/).waitFor()
  })

  it('buys by card with a one-time password, and by net banking', async () => {
    const page = await browser.visit('/', device)
    await checkOut(page, 'Right here')
    await openMethod(page, 'Debit or credit card')
    const help = page.getByRole('complementary', { name: 'Test payment' })
    const [, number = '', expiry = '', cvv = '', otp = ''] =
      /^Card ([\d ]+), expiry (\S+), CVV (\d+), one-time password (\d+)$/.exec(
        (await help.getByText(/^Card /).textContent()) ?? '',
      ) ?? []
    await help.getByRole('link', { name: 'sandbox page of the console' }).waitFor()
    await page.getByLabel('Card number').fill(number)
    await page.getByLabel('Expiry').fill(expiry)
    await page.locator('input[name=cvv]').fill(cvv)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Pay ₹499.00' }).click()
    await page.getByLabel('One-time password').fill(otp)
    await returnToShop(page)
    await expectPurchase(page)

    await page.getByRole('link', { name: 'Back to the shop' }).click()
    await checkOut(page, 'Right here')
    await openMethod(page, 'Net banking')
    await page.getByLabel('Canara Bank').check()
    await page.getByRole('button', { name: 'Pay ₹499.00' }).click()
    await payAtBank(page)
    await expectPurchase(page)
  })
})

it('keeps the chosen bank visible when a search does not find it', async () => {
  const page = await browser.visit()
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
  await expectPurchase(page)
})

it.each([
  ['6667', 'Visa'],
  ['0009', 'RuPay'],
])('buys by the saved card %s, with the CVV that the page names in the sandbox', async (last4, network) => {
  const page = await browser.visit('/', NARROW)
  await checkOut(page, 'Right here')
  const help = page.getByRole('complementary', { name: 'Test payment' })
  const [, cvv = ''] = ((await help.getByText(`ends in ${last4}`).textContent()) ?? '').split('CVV ')
  await expectReflow(page)
  await openMethod(page, 'Saved cards')
  await page.getByLabel(`${network} ending in ${last4}`).check()
  await page.getByLabel('CVV').fill(cvv)
  await page.getByRole('button', { name: 'Pay ₹499.00' }).click()
  await enterPassword(page)
  await returnToShop(page)
  await expectPurchase(page)
})

it('buys by a UPI app on a phone, and offers no request to a UPI ID', async () => {
  const page = await browser.visit('/', PHONE)
  await checkOut(page, 'Right here')
  await page.getByText('UPI closed it for most shops').waitFor()
  expect(await page.getByLabel('UPI ID').count()).toBe(0)
  await page.getByRole('button', { name: 'Google Pay' }).click()
  await heading(page, 'Approve in your UPI app')
  await page.getByRole('link', { name: 'Open Google Pay' }).waitFor()
  await browser.shop.sandbox.simulatePayment(await latestOrderId(page), { outcome: 'SUCCESS' })
  await expectPurchase(page)
})

it('starts one order for a double click', async () => {
  const page = await browser.visit('/cart')
  await page.goto(`${browser.shop.server.url}/`)
  await addTea(page)
  await page.getByRole('link', { name: 'Choose how to pay' }).click()
  await page.getByRole('button', { name: 'Pay ₹499.00' }).dblclick({ delay: 5 })
  await heading(page, 'How would you like to pay?')
  await page.goBack()
  await page.getByRole('link', { name: 'Your orders' }).click()
  await page.locator('.order').first().waitFor()
  expect(await page.locator('.order').count()).toBe(1)
})

it('packs one parcel for a cart that two tabs pay, and refunds the second payment', async () => {
  const page = await browser.visit()
  await checkOut(page, 'Right here')
  const first = await latestOrderId(page)
  // Once its payment has started, another tab gets an order of its own.
  await page.getByRole('button', { name: 'Show QR code' }).click()
  await heading(page, 'Scan to pay')
  const other = await browser.openTab(page.context(), '/cart')
  await other.getByText('Pay another way').click()
  await other.getByLabel('Right here').check()
  await other.getByRole('button', { name: 'Go to checkout' }).click()
  await other.getByRole('button', { name: 'Show QR code' }).click()
  await heading(other, 'Scan to pay')
  await browser.shop.sandbox.simulatePayment(first, { outcome: 'SUCCESS' })
  await expectPurchase(page)
  await browser.shop.sandbox.simulatePayment(await latestOrderId(other), { outcome: 'SUCCESS' })
  await heading(other, 'Your money is being refunded')
  await expectAccessible(other)
  await browser.shop.runJobs()
  await other.getByRole('link', { name: 'Your orders' }).first().click()
  await other.getByText('Refunded', { exact: true }).waitFor()
  await other.getByText('Paid, being packed').waitFor()
  await browser.expectOneParcel(other)
})

it('sends one payment in React’s strict mode', async () => {
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
  const page = await browser.visit('/orders')
  await page.route('**/assets/index-*.js', (route) =>
    route.fulfill({ body: outputFiles[0]?.text ?? '', contentType: 'text/javascript' }),
  )
  const posted: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posted.push(new URL(request.url()).pathname))
  await page.goto(browser.shop.server.url)
  await checkOut(page, 'Right here')
  await page.getByRole('button', { name: 'Show QR code' }).click()
  const order = await latestOrderId(page)
  await heading(page, 'Scan to pay')
  await browser.shop.sandbox.simulatePayment(order, { outcome: 'SUCCESS' })
  await expectPurchase(page)
  expect(posted).toEqual(['/api/orders', `/payments/orders/${order}/pay`])
})
