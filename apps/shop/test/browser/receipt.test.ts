import { inr } from '@galla/contract/money'
import { expectAccessible, expectReflow } from '@galla/testkit/page-assertions'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { addTea, checkOut, heading, latestOrderId } from '../helpers/payer.ts'
import { DESKTOP, NARROW, PHONE, ShopBrowser } from '../helpers/shop-browser.ts'

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
  const titleOf = (order: Element) => getComputedStyle(order, '::before').content
  expect(await page.locator('.printed').evaluate(titleOf)).toBe('"Receipt"')
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
  expect(await page.locator('.awning, main a').filter({ visible: true }).count()).toBe(0)
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  expect(await shown(/^Order number/)).toBe(2)
})

it('prints the page after the payment without what is for the screen', async () => {
  const page = await browser.visit()
  await checkOut(page, 'Right here')
  await page.getByRole('button', { name: 'Show QR code' }).click()
  await heading(page, 'Scan to pay')
  await browser.shop.sandbox.simulatePayment(await latestOrderId(page), { outcome: 'SUCCESS' })
  await heading(page, 'Thank you! The kettle is on')
  await page.emulateMedia({ media: 'print' })
  await page.getByText('Darjeeling, first flush').waitFor()
  expect(await page.locator('.awning, main a').filter({ visible: true }).count()).toBe(0)
})

it('says of an address that the shop does not have that it does not exist, and leads back to the shop', async () => {
  expectedErrors = /404/
  const page = await browser.visit('/tea/oolong', PHONE)
  await page.getByRole('heading', { name: 'This page does not exist' }).last().waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to the shop' }).click()
  await heading(page, 'Good tea, weighed out for you')
})

it('shows what went back of a paid order, when, and by which number of the bank, also on the printed receipt', async () => {
  const page = await browser.visit('/', NARROW)
  await checkOut(page, 'Right here')
  await page.getByRole('button', { name: 'Show QR code' }).click()
  await heading(page, 'Scan to pay')
  const merchantOrderId = await latestOrderId(page)
  await browser.shop.sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' })
  await heading(page, 'Thank you! The kettle is on')
  const { refunds } = browser.shop.server.gateway
  await browser.shop.sandbox.setFaults({ rules: [{ kind: 'status', status: 503, endpoints: ['refund'] }] })
  await refunds.request({ merchantOrderId, merchantRefundId: 'one-cup', amount: inr('100.00') })
  await page.reload()
  await page.getByText('Refund under way ₹100.00').waitFor()
  const moneyBack = page.getByText('Banks usually show returned money within 7 working days.')
  expect(await moneyBack.count()).toBe(1)
  await browser.shop.sandbox.setFaults({})
  browser.shop.refundUtr = '777700000001'
  await expect
    .poll(async () => {
      await browser.shop.advance(60_000)
      return (await refunds.sync('one-cup')).state
    })
    .toBe('COMPLETED')
  browser.shop.refundUtr = undefined
  const expectRefund = async () => {
    await page.getByText('Refund ₹100.00').waitFor()
    await page.getByText(/^Refunded on \d{1,2} \w+ \d{4} at /).waitFor()
    await page.getByText('UTR of the refund 777700000001').waitFor()
    expect(await moneyBack.count()).toBe(0)
  }
  await page.reload()
  await expectRefund()
  await expectAccessible(page)
  await page.goto(`${browser.shop.server.url}/orders`)
  await page.getByText('Paid, ₹100.00 refunded').waitFor()
  await expectRefund()
  await expectAccessible(page)
  await expectReflow(page)
  await page.evaluate(() => {
    window.print = () => {}
  })
  await page.getByRole('button', { name: 'Print the receipt' }).click()
  await page.emulateMedia({ media: 'print' })
  await expectRefund()
})

it.each([
  ['a desktop', DESKTOP],
  ['a phone', NARROW],
])(
  'puts the note of an order below its status and date, and spaces the lines of a receipt evenly, on %s',
  async (_, device) => {
    const page = await browser.visit('/', device)
    await checkOut(page, 'Right here')
    await page.getByRole('button', { name: 'Show QR code' }).click()
    await heading(page, 'Scan to pay')
    await page.goto(`${browser.shop.server.url}/orders`)
    const note = page.getByText('If you have just paid, wait a moment before you pay again.')
    await note.waitFor()
    const [status, date, text] = await Promise.all(
      [page.locator('.order-status'), page.getByText(/^Ordered /), note].map((part) => part.boundingBox()),
    )
    if (!status || !date || !text) throw new Error('a part of the order is not shown')
    expect(text.x).toBe(status.x)
    expect(text.y).toBeGreaterThanOrEqual(date.y + date.height)
    if (device === DESKTOP) expect(date.y).toBeLessThan(status.y + status.height)
    await browser.shop.sandbox.simulatePayment(await latestOrderId(page), { outcome: 'SUCCESS' })
    await page.goto(`${browser.shop.server.url}/thanks`)
    await heading(page, 'Thank you! The kettle is on')
    await page.goto(`${browser.shop.server.url}/orders`)
    await page.getByText('Paid with').waitFor()
    const heights = await page
      .locator('.receipt > :is(.receipt-line, .order-number)')
      .evaluateAll((lines) => lines.map((line) => Math.round(line.getBoundingClientRect().height)))
    expect(heights).toHaveLength(6)
    if (device === DESKTOP) expect(new Set(heights)).toEqual(new Set([32]))
  },
)
