import { expectAccessible, expectReflow } from '@galla/testkit/page-assertions'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ConsoleApp, startConsoleApp } from '../helpers/console-app.ts'
import { ConsoleBrowser, DARK, DESKTOP, PHONE } from '../helpers/console-browser.ts'

let app: ConsoleApp
let browser: ConsoleBrowser
beforeAll(async () => {
  app = await startConsoleApp()
  browser = new ConsoleBrowser(app)
})
afterEach(() => browser.closePages())
afterAll(() => app.close())

const field = (page: Page) => page.getByRole('combobox', { name: 'Search pages, actions and ids' })
const lines = (page: Page) => page.getByRole('listbox', { name: 'Pages and actions' })
const chosen = (page: Page) => lines(page).getByRole('option', { selected: true })

/** Opens the command menu and types. */
async function type(page: Page, text: string): Promise<void> {
  await page.locator('#main h1').waitFor()
  await page.keyboard.press('Control+k')
  await field(page).waitFor()
  await field(page).fill(text)
}

it('counts a single result as one', async () => {
  const { page } = await browser.open('/health')
  await type(page, 'theme: dark')
  await page.getByText('1 result', { exact: true }).waitFor({ state: 'attached' })
})

it('a message goes by itself, unless somebody points at it or it is an error', async () => {
  const { order } = await app.shop.createOrder()
  const { page } = await browser.open('/refund-files')
  await page.clock.install()
  await page.goto(`${app.url}/orders/${order.merchantOrderId}`)
  await type(page, 'no faults')
  await page.keyboard.press('Enter')
  const message = page.getByText('All faults are off.')
  await message.hover()
  await page.clock.runFor(10_000)
  expect(await message.isVisible()).toBe(true)
  await page.mouse.move(0, 0)
  await page.clock.runFor(5_000)
  await message.waitFor({ state: 'detached' })

  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))
  })
  await type(page, 'copy this order')
  await page.keyboard.press('Enter')
  const problem = page.getByText('Copy this order’s id: not allowed')
  await problem.waitFor()
  await page.clock.runFor(30_000)
  expect(await problem.isVisible()).toBe(true)
  await page.getByRole('button', { name: 'Close this message' }).click()
  await problem.waitFor({ state: 'detached' })
})

it('refunds an order that is named by the start of its reference', async () => {
  await app.shop.payOrder({ reference: 'cart-to-refund' })
  const { page } = await browser.open('/health')
  await page.keyboard.press('Control+k')
  await field(page).fill('refund cart-to-re')
  await page.getByRole('option', { name: /^Refund cart-to-refund…/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Refund' }).getByLabel('Amount in rupees').waitFor()
  await page.getByRole('heading', { level: 1, name: 'cart-to-refund' }).waitFor()
})

it('opens a page, and is loaded on first use', async () => {
  const { page } = await browser.open('/orders')
  const loadedFiles = () =>
    page.evaluate(
      () => performance.getEntriesByType('resource').filter(({ name }) => name.includes('/command-menu')).length,
    )
  await page.waitForLoadState('networkidle')
  expect(await loadedFiles()).toBe(0)
  await type(page, 'reco')
  expect(await loadedFiles()).toBeGreaterThan(0)
  expect(await chosen(page).textContent()).toContain('Reconciliation')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/reconciliation$/)
  await field(page).waitFor({ state: 'detached' })
  await page.keyboard.press('Meta+k')
  await field(page).waitFor()
  // What can be searched, until something is typed.
  const hint = page.getByText(/^Finds orders, refunds, webhooks and subscriptions by id/)
  await hint.waitFor()
  await page.keyboard.type('o')
  await hint.waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await field(page).waitFor({ state: 'detached' })
})

it('opens with a button, on a desktop and on a phone', async () => {
  const desktop = await browser.open('/orders')
  await desktop.page.getByRole('button', { name: 'Command menu' }).click()
  await field(desktop.page).waitFor()
  const { page } = await browser.open('/orders', PHONE)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Command menu…' }).click()
  await field(page).fill('refunds')
  await chosen(page).click()
  await page.waitForURL(/\/refunds$/)
})

it('is a combobox: the focus stays in the field, arrow keys wrap around, the active option is announced', async () => {
  const { page } = await browser.open('/orders')
  await type(page, 'theme')
  expect(await field(page).evaluate((input) => input === document.activeElement)).toBe(true)
  const activeOption = () =>
    field(page).evaluate(
      (input) => document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.textContent,
    )
  expect(await activeOption()).toContain('Theme: light')
  await page.keyboard.press('ArrowDown')
  expect(await activeOption()).toContain('Theme: dark')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  expect(await activeOption()).toContain('Theme: system')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
})

it('finds an order by any of its ids, and lists it as recent', async () => {
  const { merchantOrderId, orderId = '' } = await app.shop.payOrder()
  const { page } = await browser.open('/health')
  await type(page, orderId)
  await page.getByRole('group', { name: 'Found' }).getByRole('option').waitFor()
  expect(await chosen(page).textContent()).toContain('Order, by the provider’s id, Completed, ₹499.00')
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`/orders/${merchantOrderId}`))
  await page.keyboard.press('Control+k')
  expect(await page.getByRole('group', { name: 'Recent' }).getByRole('option').first().textContent()).toContain(
    merchantOrderId,
  )
  await field(page).fill('o-that-does-not-exist')
  await page.getByText('Nothing found: no page, action or record matches.').waitFor()
})

it('lists an order as recent that was opened from a list, with its reference', async () => {
  const { merchantOrderId } = await app.shop.payOrder({ reference: 'cart-seen' })
  const { page } = await browser.open('/orders')
  await page.getByRole('row').filter({ hasText: 'cart-seen' }).locator('[data-row]').click()
  await page.getByRole('heading', { level: 1, name: 'cart-seen' }).waitFor()
  await page.keyboard.press('Control+k')
  const recent = page.getByRole('group', { name: 'Recent' }).getByRole('option').first()
  await recent.waitFor()
  expect(await recent.textContent()).toBe(`${merchantOrderId}Order cart-seen`)
})

it('checks the status of the order whose page is open, and offers this on no other page', async () => {
  const { order } = await app.shop.createOrder()
  await app.sandbox.setReceiver({ url: 'http://127.0.0.1:9/unreachable' })
  await app.sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
  const { page } = await browser.open('/health')
  await type(page, 'check the status')
  await page.getByText('Nothing found: no page, action or record matches.').waitFor()
  await page.keyboard.press('Escape')
  await page.goto(`${app.url}/orders/${order.merchantOrderId}`)
  await page.locator('main h1').waitFor()
  await type(page, 'check the status')
  await page.keyboard.press('Enter')
  await page.getByText('Status checked: Completed.').waitFor()
  expect((await app.gateway.orders.get(order.merchantOrderId))?.state).toBe('COMPLETED')
})

describe('with a sandbox', () => {
  it('makes a sample payment and opens it', async () => {
    const { page } = await browser.open('/orders')
    await type(page, 'sample')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/orders\/[\w-]+$/)
  })

  it('advances the clock, fails the next payment, takes a snapshot', async () => {
    const { page } = await browser.open('/orders')
    const before = app.sandbox.clock.now()
    await type(page, 'clock 24')
    await page.keyboard.press('Enter')
    await page.getByText('Advance the clock by 24 hours: done.').waitFor()
    expect(app.sandbox.clock.now() - before).toBeGreaterThanOrEqual(86_400_000)
    await type(page, 'fail next')
    await page.keyboard.press('Enter')
    await page.getByText('Fail the next payment: queued.').waitFor()
    await type(page, 'snapshot')
    await page.keyboard.press('Enter')
    await page.getByText(/^Saved as SNP/).waitFor()
  })
})

it('shows the error of a failed command', async () => {
  const { page, issues } = await browser.open('/orders')
  await page.route('**/api/sandbox/clock', (route) =>
    route.fulfill({ status: 502, json: { code: 'SANDBOX_AWAY', message: 'The sandbox does not answer.' } }),
  )
  await type(page, 'freeze the clock')
  await page.keyboard.press('Enter')
  await page.getByText('Freeze the clock: The sandbox does not answer.').waitFor()
  // The browser logs every error response.
  await expect.poll(() => issues.errors.splice(0).join()).toContain('502')
})

it('logs out', async () => {
  const { page } = await browser.open('/orders')
  await type(page, 'log out')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Log in' }).waitFor()
  browser.forgetSession()
})

describe.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
  ['dark', DARK],
] as const)('on a %s', (_, device) => {
  it('is accessible', async () => {
    const { page } = await browser.open('/orders', device)
    await type(page, '')
    await lines(page).getByRole('option').first().waitFor()
    await expectAccessible(page)
    await expectReflow(page)
    await field(page).fill('no such command')
    await page.getByText('Nothing found: no page, action or record matches.').waitFor()
    await expectAccessible(page)
  })
})
