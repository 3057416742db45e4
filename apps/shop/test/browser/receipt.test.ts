import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { addTea, checkOut, heading, latestOrderId } from '../helpers/payer.ts'
import { PHONE, ShopBrowser } from '../helpers/shop-browser.ts'

let browser: ShopBrowser
let expectedErrors: RegExp | undefined
beforeAll(async () => {
  browser = await ShopBrowser.open()
})
afterEach(async () => {
  await browser.endVisits(expectedErrors)
  expectedErrors = undefined
})
afterAll(() => browser.close())

it('shows on a phone, where the button was pressed, that the payment page did not open', async () => {
  expectedErrors = /503/
  const page = await browser.visit('/', { ...PHONE, viewport: { width: 360, height: 740 } })
  await addTea(page)
  await page.getByRole('link', { name: /See the bill/ }).click()
  await page.getByLabel('On the payment page').check()
  await browser.shop.sandbox.setFaults({ rules: [{ kind: 'status', status: 503, endpoints: ['standardPay'] }] })
  await page.getByRole('button', { name: 'Pay ₹499.00' }).click()
  const message = page.getByText('The payment page did not open. You have not been charged. Please try again.')
  await message.waitFor()
  await browser.shop.sandbox.setFaults({})
  const { y = 0, height = 0 } = (await message.boundingBox()) ?? {}
  expect(Math.floor(y + height)).toBeLessThanOrEqual(740)
})

it('shows each number of a receipt on one line, on the narrowest phone and with long words for the button', async () => {
  const page = await browser.visit('/', { ...PHONE, viewport: { width: 320, height: 640 } })
  await checkOut(page, 'Right here')
  await page.getByRole('button', { name: 'Show QR code' }).click()
  await heading(page, 'Scan to pay')
  await browser.shop.sandbox.simulatePayment(await latestOrderId(page), { outcome: 'SUCCESS' })
  await heading(page, 'Thank you! The kettle is on')
  await page.getByLabel('Language').selectOption('ta')
  const numbers = page.locator('.receipt code')
  await expect.poll(() => numbers.count()).toBe(3)
  // A line of text is one rectangle.
  const lines = numbers.evaluateAll((codes) =>
    codes.map((code) => {
      const text = document.createRange()
      text.selectNodeContents(code)
      return text.getClientRects().length
    }),
  )
  expect(await lines).toEqual([1, 1, 1])
})

it('prints one order as a receipt', async () => {
  const page = await browser.visit()
  for (let n = 0; n < 2; n += 1) {
    await checkOut(page, 'Right here')
    await page.getByRole('button', { name: 'Show QR code' }).click()
    await heading(page, 'Scan to pay')
    await browser.shop.sandbox.simulatePayment(await latestOrderId(page), { outcome: 'SUCCESS' })
    await heading(page, 'Thank you! The kettle is on')
    await page.getByRole('link', { name: 'Nukkad Chai' }).first().click()
  }
  await page.goto(`${browser.shop.server.url}/orders`)
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-prints', 'yes')
  })
  await page.getByRole('button', { name: 'Print the receipt' }).first().click()
  expect(await page.locator('body').getAttribute('data-prints')).toBe('yes')
  await page.emulateMedia({ media: 'print' })
  const shown = async (text: string | RegExp) =>
    (await Promise.all((await page.getByText(text).all()).map((one) => one.isVisible()))).filter(Boolean).length
  expect(await shown(await latestOrderId(page))).toBe(1)
  expect([
    await shown(/^Order number/),
    await shown(/^UTR/),
    await shown('Paid to'),
    await shown('Darjeeling, first flush'),
  ]).toEqual([1, 1, 1, 1])
  expect([
    await shown('A demonstration: no money moves'),
    await shown('Print the receipt'),
    await shown('Language'),
  ]).toEqual([1, 0, 0])
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  expect(await shown(/^Order number/)).toBe(2)
})
