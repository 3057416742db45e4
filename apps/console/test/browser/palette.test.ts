import { expectAccessible, expectReflow } from '@galla/testkit/looks'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type OpenBooks, openBooks } from '../helpers/open-books.ts'
import { DARK, DESKTOP, PHONE, Visitors } from '../helpers/visit.ts'

let books: OpenBooks
let visitors: Visitors
beforeAll(async () => {
  books = await openBooks()
  visitors = await Visitors.come(books)
})
afterEach(() => visitors.leave())
afterAll(async () => {
  await visitors.close()
  await books.close()
})

const field = (page: Page) => page.getByRole('combobox', { name: 'A page, an action, or any id' })
const lines = (page: Page) => page.getByRole('listbox', { name: 'Pages and actions' })
const chosen = (page: Page) => lines(page).getByRole('option', { selected: true })

/** Opens the palette and types. */
async function type(page: Page, words: string): Promise<void> {
  await page.locator('#main h1').waitFor()
  await page.keyboard.press('Control+k')
  await field(page).waitFor()
  await field(page).fill(words)
}

it('goes to any page, and is fetched when it is first opened', async () => {
  const { page } = await visitors.visit('/orders')
  const fetched = () =>
    page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => name.includes('/palette')).length)
  await page.waitForLoadState('networkidle')
  expect(await fetched()).toBe(0)
  await type(page, 'drif')
  expect(await fetched()).toBeGreaterThan(0)
  expect(await chosen(page).textContent()).toContain('Drift')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/drift$/)
  await field(page).waitFor({ state: 'detached' })
  await page.keyboard.press('Meta+k')
  await field(page).waitFor()
  await page.keyboard.press('Escape')
  await field(page).waitFor({ state: 'detached' })
})

it('has a button as well, in the sheet of a phone too', async () => {
  const desktop = await visitors.visit('/orders')
  await desktop.page.getByRole('button', { name: 'Do something' }).click()
  await field(desktop.page).waitFor()
  const { page } = await visitors.visit('/orders', PHONE)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Do something…' }).click()
  await field(page).fill('refunds')
  await chosen(page).click()
  await page.waitForURL(/\/refunds$/)
})

it('is a combobox: the field keeps the focus, arrows go round, readers hear where one is', async () => {
  const { page } = await visitors.visit('/orders')
  await type(page, 'colours')
  expect(await field(page).evaluate((input) => input === document.activeElement)).toBe(true)
  const named = () =>
    field(page).evaluate(
      (input) => document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.textContent,
    )
  expect(await named()).toContain('Colours: light')
  await page.keyboard.press('ArrowDown')
  expect(await named()).toContain('Colours: dark')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  expect(await named()).toContain('Colours as the system has them')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
})

it('finds an order by any of its ids, and remembers it', async () => {
  const { merchantOrderId, orderId = '' } = await books.shop.sell()
  const { page } = await visitors.visit('/health')
  await type(page, orderId)
  await page.getByRole('group', { name: 'Found' }).getByRole('option').waitFor()
  expect(await chosen(page).textContent()).toContain('Order, by the provider’s id, COMPLETED, ₹499.00')
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`/orders/${merchantOrderId}`))
  await page.keyboard.press('Control+k')
  expect(await page.getByRole('group', { name: 'Recent' }).getByRole('option').first().textContent()).toContain(
    merchantOrderId,
  )
  await field(page).fill('o-that-is-not-there')
  await page.getByText('Nothing by that name, and nothing in the books by that id.').waitFor()
})

it('asks the provider about the order whose page is open, and offers that nowhere else', async () => {
  const { order } = await books.shop.open()
  await books.sandbox.setReceiver({ url: 'http://127.0.0.1:9/nobody' })
  await books.sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
  const { page } = await visitors.visit('/health')
  await type(page, 'ask the provider')
  await page.getByText('Nothing by that name').waitFor()
  await page.keyboard.press('Escape')
  await page.goto(`${books.url}/orders/${order.merchantOrderId}`)
  await page.locator('main h1').waitFor()
  await type(page, 'ask the provider')
  await page.keyboard.press('Enter')
  await page.getByText('The provider says: COMPLETED.').waitFor()
  expect((await books.gateway.orders.get(order.merchantOrderId))?.state).toBe('COMPLETED')
})

describe('at the sandbox', () => {
  it('makes a sample payment and opens it', async () => {
    const { page } = await visitors.visit('/orders')
    await type(page, 'sample')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/orders\/[\w-]+$/)
  })

  it('moves the clock, fails the next payment, takes a snapshot', async () => {
    const { page } = await visitors.visit('/orders')
    const before = books.sandbox.clock.now()
    await type(page, 'clock 24')
    await page.keyboard.press('Enter')
    await page.getByText('Move the clock on by 24 hours: done.').waitFor()
    expect(books.sandbox.clock.now() - before).toBeGreaterThanOrEqual(86_400_000)
    await type(page, 'fail next')
    await page.keyboard.press('Enter')
    await page.getByText('Fail the next payment: decided.').waitFor()
    await type(page, 'snapshot')
    await page.keyboard.press('Enter')
    await page.getByText(/^Kept as SNP/).waitFor()
  })
})

it('says what went wrong when a command is refused', async () => {
  const { page, misdeeds } = await visitors.visit('/orders')
  await page.route('**/api/sandbox/clock', (route) =>
    route.fulfill({ status: 502, json: { code: 'SANDBOX_AWAY', message: 'The sandbox does not answer.' } }),
  )
  await type(page, 'stop the clock')
  await page.keyboard.press('Enter')
  await page.getByText('Stop the clock: The sandbox does not answer.').waitFor()
  // The browser notes every reply that is no success.
  await expect.poll(() => misdeeds.errors.splice(0).join()).toContain('502')
})

it('logs out', async () => {
  const { page } = await visitors.visit('/orders')
  await type(page, 'log out')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Log in' }).waitFor()
})

describe.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
  ['dark', DARK],
] as const)('on a %s', (_, device) => {
  it('can be read and reached', async () => {
    const { page } = await visitors.visit('/orders', device)
    await type(page, '')
    await lines(page).getByRole('option').first().waitFor()
    await expectAccessible(page)
    await expectReflow(page)
    await field(page).fill('nothing like that')
    await page.getByText('Nothing by that name').waitFor()
    await expectAccessible(page)
  })
})
