import { expectAccessible, expectFocusOn, expectLittleLayoutShift, expectReflow } from '@galla/testkit/page-assertions'
import type { TestPage } from '@galla/testkit/test-page'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CheckoutBrowser, PHONE } from '../helpers/checkout-browser.ts'
import { fillCard, heading, openMethod } from '../helpers/payer.ts'

let browser: CheckoutBrowser
beforeAll(async () => {
  browser = await CheckoutBrowser.open()
})
afterEach(() => browser.endVisits())
afterAll(() => browser.close())

const NARROW = { ...PHONE, viewport: { width: 360, height: 640 } }

/** Chooses Google Pay on a phone. */
async function chooseApp(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Google Pay' }).click()
  await heading(page, 'Approve in your UPI app')
}

/** A network and a processor as a cheap phone has them. */
async function throttle({ page, context }: TestPage): Promise<void> {
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    // 2G: 250 kbit/s down, 50 kbit/s up, 300 ms.
    downloadThroughput: 31_250,
    uploadThroughput: 6_250,
    latency: 300,
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

it('shows the ids of the receipt in one line each on a narrow phone', async () => {
  // As long as those of the gateway.
  const merchantOrderId = 'o-0mwuz5bp4aec92ca0e3e228da'
  const { pageUrl } = await browser.order({ merchantOrderId })
  const { page } = await browser.visit(pageUrl, NARROW)
  await chooseApp(page)
  await browser.sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' })
  await heading(page, 'Payment successful')
  const lines = await page.locator('.details code').evaluateAll((ids) => ids.map((id) => id.getClientRects().length))
  expect(lines).toEqual([1, 1])
  await expectReflow(page)
})

it('pays on a slow processor over 2G, without layout shift', async () => {
  const order = await browser.order()
  const visit = await browser.visit('about:blank', NARROW)
  const { page } = visit
  page.setDefaultTimeout(60_000)
  await throttle(visit)
  await page.goto(order.pageUrl)
  await heading(page, 'How would you like to pay?')
  await page.evaluate(() => document.fonts.ready)
  await expectLittleLayoutShift(page)
  await chooseApp(page)
  await browser.sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
  await heading(page, 'Payment successful')
})

describe('a reply that is lost', () => {
  it('starts no second payment: the page shows the one that arrived', async () => {
    const order = await browser.order()
    const { page, problems } = await browser.visit(order.pageUrl, NARROW)
    await heading(page, 'How would you like to pay?')
    await page.route('**/page-api/attempts', async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await chooseApp(page)
    expect((await browser.sandbox.order(order.merchantOrderId)).paymentDetails).toHaveLength(1)
    expect(problems.errors.splice(0)).toEqual([expect.stringContaining('ERR_CONNECTION_RESET')])
  })
})

describe('the device', () => {
  it('goes offline: nothing can be sent, what was typed stays, and it continues', async () => {
    const order = await browser.order()
    const { page, context } = await browser.visit(order.pageUrl, NARROW)
    await openMethod(page, 'Card')
    await fillCard(page, { number: '4208585190116667', expiry: '0627', cvv: '508' })
    await context.setOffline(true)
    await page.getByText('No internet connection.').waitFor()
    const pay = page.getByRole('button', { name: /^Pay ₹/ })
    await expect.poll(() => pay.getAttribute('aria-disabled')).toBe('true')
    await pay.click({ force: true })
    await expectAccessible(page)
    await context.setOffline(false)
    await page.getByText('No internet connection.').waitFor({ state: 'detached' })
    expect(await page.getByLabel('Card number').inputValue()).toBe('4208 5851 9011 6667')
    await pay.click()
    await heading(page, 'Confirm with your bank')
    expect((await browser.sandbox.order(order.merchantOrderId)).paymentDetails).toHaveLength(1)
  })

  it('kills the tab: the link continues where the payer was', async () => {
    const order = await browser.order()
    const { page, context } = await browser.visit(order.pageUrl, NARROW)
    await chooseApp(page)
    await page.close({ runBeforeUnload: false })
    const again = await context.newPage()
    await again.goto(order.pageUrl)
    await heading(again, 'Approve in your UPI app')
    await again.getByRole('link', { name: 'Open Google Pay' }).waitFor()
  })

  it('goes back and forward: the payment is as the provider reports it', async () => {
    const order = await browser.order()
    const { page } = await browser.visit(
      `${browser.shop.url}/cart?tokenUrl=${encodeURIComponent(order.pageUrl)}`,
      NARROW,
    )
    await page.getByRole('button', { name: 'Pay there' }).click()
    await chooseApp(page)
    await page.goBack()
    await browser.sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
    await page.goForward()
    await heading(page, 'Payment successful')
  })
})

it('shows the same payment in two tabs, and both see its end', async () => {
  const order = await browser.order()
  const { page, context } = await browser.visit(order.pageUrl)
  const other = await context.newPage()
  await other.goto(order.pageUrl)
  for (const tab of [page, other]) await tab.getByRole('img', { name: /QR code/ }).waitFor()
  expect((await browser.sandbox.order(order.merchantOrderId)).paymentDetails).toHaveLength(1)
  await browser.sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
  for (const tab of [page, other]) await heading(tab, 'Payment successful')
})

it('fits with text of twice the size', async () => {
  const order = await browser.order()
  const { page } = await browser.visit(order.pageUrl, NARROW)
  await heading(page, 'How would you like to pay?')
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  await expectReflow(page)
  for (const name of ['Card', 'Net banking']) {
    await openMethod(page, name)
    await page.locator('details[open] form').first().waitFor()
    await expectReflow(page)
  }
  await expectAccessible(page)
})

it('gives a screen reader names, order and announcements', async () => {
  const order = await browser.order()
  const { page } = await browser.visit(order.pageUrl, NARROW)
  await heading(page, 'How would you like to pay?')
  await expectFocusOn(page, 'How would you like to pay?')
  const outline = await page.locator('h1, h2, h3').allTextContents()
  expect(outline.slice(0, 3)).toEqual(['Chai & Chapters', 'How would you like to pay?', 'UPI'])
  const unnamed = await page.locator('button:visible, a:visible, input:visible, select:visible').evaluateAll(
    (elements) =>
      elements.filter((element) => {
        const labels =
          element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? element.labels : null
        const name = element.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? element.textContent
        return name?.trim() === ''
      }).length,
  )
  expect(unnamed).toBe(0)
  await chooseApp(page)
  await expectFocusOn(page, 'Approve in your UPI app')
  await browser.sandbox.simulatePayment(order.merchantOrderId, {
    outcome: 'FAILURE',
    errorCode: 'TXN_CANCELLED',
    keepOpen: true,
  })
  await heading(page, 'The payment did not go through')
  await expectFocusOn(page, 'The payment did not go through')
  await page.getByText('You did not pay. Your cart is kept.').waitFor()
})
