import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { hold, TestShop } from '../helpers/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await TestShop.open()
  shop.gateway.put('tea-1', {})
})
afterEach(() => shop.endVisits())
afterAll(() => shop.close())

const click = (page: Page, name: string) => page.getByRole('button', { name }).click()
const expectOutput = (page: Page, text: string) => page.locator('output').getByText(text, { exact: true }).waitFor()
const openedBy = (page: Page) => page.locator('html').getAttribute('data-opened')
const dispatchPageShow = (page: Page, persisted: boolean) =>
  page.evaluate((value) => void dispatchEvent(new PageTransitionEvent('pageshow', { persisted: value })), persisted)

it('redirects; a page restored from the back/forward cache checks the status', async () => {
  const page = await shop.visit('order=tea-1&component=button')
  // A 204 keeps the document, as the back/forward cache does.
  await page.route('**/hosted', (route) => route.fulfill({ status: 204 }))
  // The button says so from the press on; the browser can leave once the order has started.
  const leaving = page.waitForRequest('**/hosted')
  await click(page, 'Pay ₹1,49,950.00')
  await page.getByRole('button', { name: 'Opening the payment page…' }).waitFor()
  await leaving
  await dispatchPageShow(page, false)
  expect(await page.locator('output').textContent()).toBe('')
  await dispatchPageShow(page, true)
  await expectOutput(page, 'check-status dismissed')
  await expect.poll(() => shop.gateway.requests).toEqual(['GET status'])
  await page.unroute('**/hosted')
  await click(page, 'Pay ₹1,49,950.00')
  await page.getByRole('heading', { name: '/hosted' }).waitFor()
})

it('a button that cannot show its amount leaves the shop’s page', async () => {
  shop.expectedErrors = /RangeError/
  const page = await shop.visit('order=tea-1&component=faulty-button')
  await page.getByRole('alert').filter({ hasText: 'This part could not be shown.' }).waitFor()
  await page.getByRole('heading', { name: 'My shop' }).waitFor()
})

it('opens in a frame, and checks the status after the script’s callback', async () => {
  const page = await shop.visit('order=tea-1&component=button&mode=iframe')
  await click(page, 'Pay ₹1,49,950.00')
  await page.locator('html[data-opened=IFRAME]').waitFor()
  await page.evaluate(() => dispatchEvent(new CustomEvent('provider', { detail: 'CONCLUDED' })))
  await expectOutput(page, 'check-status concluded')
  await expect.poll(() => shop.gateway.count('GET status')).toBe(1)
})

it('closes the frame with the shop’s reason, or on unmount, and checks the status', async () => {
  const page = await shop.visit('order=tea-1&component=frame&mode=iframe')
  await click(page, 'Open')
  await page.locator('[data-status=open]').waitFor()
  await click(page, 'Close')
  await expectOutput(page, 'check-status closed the cart has changed')
  expect(await openedBy(page)).toBe('closed')
  await page.locator('[data-status=idle]').waitFor()
  await expect.poll(() => shop.gateway.count('GET status')).toBe(1)
  await click(page, 'Open')
  await page.locator('html[data-opened=IFRAME]').waitFor()
  await click(page, 'Remount')
  await expectOutput(page, 'check-status closed unmounted')
  expect(await openedBy(page)).toBe('closed')
})

it('does not open after close or unmount while the script is loading', async () => {
  const page = await shop.visit('order=tea-1&component=frame&mode=iframe')
  const release = await hold(page, '/checkout.js')
  await click(page, 'Open')
  await page.locator('[data-status=opening]').waitFor()
  await click(page, 'Close')
  await expectOutput(page, 'check-status closed the cart has changed')
  await page.locator('[data-status=idle]').waitFor()
  await click(page, 'Open')
  await page.locator('[data-status=opening]').waitFor()
  await click(page, 'Remount')
  await expectOutput(page, 'check-status closed unmounted')
  release()
  await page.waitForFunction(() => 'PhonePeCheckout' in window)
  expect(await openedBy(page)).toBe(null)
})

it('does not open after an unmount while the order is being started', async () => {
  const page = await shop.visit('order=tea-1&component=button&mode=iframe')
  const release = await hold(page, '/start')
  await click(page, 'Pay ₹1,49,950.00')
  await click(page, 'Remount')
  release()
  await expectOutput(page, 'check-status closed')
  expect(await openedBy(page)).toBe(null)
})

it('reports a script that does not load or defines no API, and loads it again on the next click', async () => {
  shop.expectedErrors = /^Failed to load resource/
  const page = await shop.visit('order=tea-1&component=button&mode=iframe')
  await page.route('**/checkout.js', (route) => route.abort())
  await click(page, 'Pay ₹1,49,950.00')
  await page
    .getByRole('alert')
    .getByText('The payment page did not open. You have not been charged. Please try again.')
    .waitFor()
  expect(await page.locator('output').textContent()).toMatch(/^Error: checkout: the script did not load/)
  await page.route('**/checkout.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
  await click(page, 'Pay ₹1,49,950.00')
  await page.locator('output').getByText('defines no PhonePeCheckout').waitFor()
  await page.unroute('**/checkout.js')
  await click(page, 'Pay ₹1,49,950.00')
  await page.locator('html[data-opened=IFRAME]').waitFor()
})
