import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { hold, StallPage } from '../helpers/test-shop.ts'

let stall: StallPage
beforeAll(async () => {
  stall = await StallPage.open()
  stall.counter.put('tea-1', {})
})
afterEach(() => stall.leave())
afterAll(() => stall.close())

const press = (page: Page, name: string) => page.getByRole('button', { name }).click()
const told = (page: Page, text: string) => page.locator('output').getByText(text, { exact: true }).waitFor()
const frame = (page: Page) => page.locator('html').getAttribute('data-opened')
const shownAgain = (page: Page, persisted: boolean) =>
  page.evaluate((kept) => void dispatchEvent(new PageTransitionEvent('pageshow', { persisted: kept })), persisted)

it('is reached by redirect; a page that comes back from the history whole asks the server and carries on', async () => {
  const page = await stall.visit('order=tea-1&part=button')
  // The browser stays where it is, as it does for a page that it keeps whole.
  await page.route('**/hosted', (route) => route.fulfill({ status: 204 }))
  await press(page, 'Pay ₹1,49,950.00')
  await page.getByRole('button', { name: 'Opening the payment page…' }).waitFor()
  await shownAgain(page, false)
  expect(await page.locator('output').textContent()).toBe('')
  await shownAgain(page, true)
  await told(page, 'ask-the-server left')
  await expect.poll(() => stall.counter.asked).toEqual(['GET status'])
  await page.unroute('**/hosted')
  await press(page, 'Pay ₹1,49,950.00')
  await page.getByRole('heading', { name: '/hosted' }).waitFor()
})

it('opens over the shop, and its word is only a reason to ask the server', async () => {
  const page = await stall.visit('order=tea-1&part=button&mode=iframe')
  await press(page, 'Pay ₹1,49,950.00')
  await page.locator('html[data-opened=IFRAME]').waitFor()
  await page.evaluate(() => dispatchEvent(new CustomEvent('provider', { detail: 'CONCLUDED' })))
  await told(page, 'ask-the-server concluded')
  await expect.poll(() => stall.counter.count('GET status')).toBe(1)
})

it('is closed by the shop, which hears its own reason and asks the server', async () => {
  const page = await stall.visit('order=tea-1&part=frame&mode=iframe')
  await press(page, 'Open')
  await page.locator('[data-status=open]').waitFor()
  await press(page, 'Close')
  await told(page, 'ask-the-server closed the cart has changed')
  expect(await frame(page)).toBe('closed')
  await page.locator('[data-status=idle]').waitFor()
  await expect.poll(() => stall.counter.count('GET status')).toBe(1)
  await press(page, 'Open')
  await page.locator('html[data-opened=IFRAME]').waitFor()
  await press(page, 'Remount')
  await told(page, 'ask-the-server closed unmounted')
  expect(await frame(page)).toBe('closed')
})

it('does not open once it was closed, or its page has gone, while the script was on its way', async () => {
  const page = await stall.visit('order=tea-1&part=frame&mode=iframe')
  const letGo = await hold(page, '/checkout.js')
  await press(page, 'Open')
  await page.locator('[data-status=opening]').waitFor()
  await press(page, 'Close')
  await told(page, 'ask-the-server closed the cart has changed')
  await page.locator('[data-status=idle]').waitFor()
  await press(page, 'Open')
  await page.locator('[data-status=opening]').waitFor()
  await press(page, 'Remount')
  await told(page, 'ask-the-server closed unmounted')
  letGo()
  await page.waitForFunction(() => 'PhonePeCheckout' in window)
  expect(await frame(page)).toBe(null)
})

it('does not open for a page that has gone while the shop still opened the order', async () => {
  const page = await stall.visit('order=tea-1&part=button&mode=iframe')
  const letGo = await hold(page, '/start')
  await press(page, 'Pay ₹1,49,950.00')
  await press(page, 'Remount')
  letGo()
  await told(page, 'ask-the-server closed')
  expect(await frame(page)).toBe(null)
})

it('tells the payer and the shop of a script that does not come, or brings nothing, and tries again', async () => {
  stall.forgiven = /^Failed to load resource/
  const page = await stall.visit('order=tea-1&part=button&mode=iframe')
  await page.route('**/checkout.js', (route) => route.abort())
  await press(page, 'Pay ₹1,49,950.00')
  await page.getByRole('alert').getByText('The payment page did not open. Please try again.').waitFor()
  expect(await page.locator('output').textContent()).toMatch(/^Error: the checkout script did not load/)
  await page.route('**/checkout.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
  await press(page, 'Pay ₹1,49,950.00')
  await page.locator('output').getByText('brought no PhonePeCheckout').waitFor()
  await page.unroute('**/checkout.js')
  await press(page, 'Pay ₹1,49,950.00')
  await page.locator('html[data-opened=IFRAME]').waitFor()
})
