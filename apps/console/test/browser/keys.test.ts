import { expectAccessible } from '@galla/testkit/looks'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type OpenBooks, openBooks } from '../helpers/open-books.ts'
import { PHONE, Visitors } from '../helpers/visit.ts'

let books: OpenBooks
let visitors: Visitors
beforeAll(async () => {
  books = await openBooks()
  visitors = await Visitors.come(books)
  for (const reference of ['assam', 'darjeeling', 'nilgiri']) await books.shop.sell({ reference })
})
afterEach(() => visitors.leave())
afterAll(async () => {
  await visitors?.close()
  await books?.close()
})

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

async function tabTo(page: Page, name: string): Promise<void> {
  for (let stops = 0; stops < 20 && (await focused(page)) !== name; stops++) await page.keyboard.press('Tab')
  expect(await focused(page)).toBe(name)
}

it('goes from page to page, walks the rows, opens one and refunds it, by keys alone', async () => {
  const { page } = await visitors.visit('/')
  await page.keyboard.type('go')
  await title(page, 'Orders')
  await page.locator('[data-row]').nth(2).waitFor()
  await page.keyboard.press('j')
  expect(await focused(page)).toContain('nilgiri')
  await page.keyboard.press('j')
  await page.keyboard.press('ArrowDown')
  expect(await focused(page)).toContain('assam')
  await page.keyboard.press('k')
  expect(await focused(page)).toContain('darjeeling')
  await page.keyboard.press('Enter')
  await title(page, 'darjeeling')
  await expect.poll(() => focused(page)).toBe('darjeeling')
  await tabTo(page, 'Refund…')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Refund' })
  await dialog.waitFor()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('150.50')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('REFUND')
  await page.keyboard.press('Enter')
  await dialog.getByText('Refunded').waitFor()
  const { rows } = await books.gateway.refunds.list()
  expect(rows).toMatchObject([{ amount: 15_050, state: 'COMPLETED', origin: 'console' }])
  expect((await books.gateway.orders.get(rows[0]?.merchantOrderId ?? ''))?.reference).toBe('darjeeling')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await focused(page)).toBe('Refund…')
  await page.keyboard.type('gr')
  await title(page, 'Refunds')
})

it('finds its search box by a stroke, and leaves letters alone where somebody types', async () => {
  const { page } = await visitors.visit('/health')
  await page.keyboard.press('/')
  await page.keyboard.type('go?')
  expect(await page.getByLabel('Search any id').inputValue()).toBe('go?')
  await title(page, 'Health')
})

it('shows its keys, and turns single letters off for those who want none', async () => {
  const { page } = await visitors.visit('/health')
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keys' })
  await keys.waitFor()
  await expectAccessible(page)
  await keys.getByLabel('Single letters work as keys').uncheck()
  await page.keyboard.press('Escape')
  await page.keyboard.type('go')
  await page.keyboard.press('?')
  await title(page, 'Health')
  expect(await keys.count()).toBe(0)
  await page.reload()
  await title(page, 'Health')
  await page.keyboard.type('go')
  await title(page, 'Health')
})

it('skips to the page, and tells readers where they are', async () => {
  const { page } = await visitors.visit('/orders')
  await page.locator('[data-row]').first().waitFor()
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('Skip to the page')
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Callbacks' }).click()
  await expect.poll(() => focused(page)).toBe('Callbacks')
})

it('says when the books do not answer, and catches up by itself', async () => {
  const { page, misdeeds } = await visitors.visit('/orders')
  await page.getByText('Live', { exact: true }).waitFor()
  books.setAway(true)
  await page.getByText(/^(?:Reconnecting|Offline)$/).waitFor()
  const { order } = await books.shop.open({ reference: 'unseen' })
  books.setAway(false)
  await page.getByText('Live', { exact: true }).waitFor()
  await page.getByRole('row').filter({ hasText: 'unseen' }).waitFor()
  await books.shop.settle(order.merchantOrderId)
  misdeeds.errors.length = 0
})

it('opens where it was when the books come back, without a new login', async () => {
  const { page, misdeeds } = await visitors.visit('/orders')
  await page.route('**/api/session', (route) => route.abort())
  await page.reload()
  await page.getByText('The books do not answer. Is the gateway still running?').waitFor()
  await expectAccessible(page)
  await page.unroute('**/api/session')
  await page.getByRole('button', { name: 'Try again' }).click()
  await title(page, 'Orders')
  misdeeds.errors.length = 0
})

it('has all its pages under the thumb on a phone', async () => {
  const { page } = await visitors.visit('/', PHONE)
  await page.getByRole('button', { name: 'More' }).tap()
  const sheet = page.getByRole('dialog', { name: 'All pages' })
  await sheet.getByRole('link', { name: 'Sandbox' }).waitFor()
  await expectAccessible(page)
  await sheet.getByRole('link', { name: 'Health' }).tap()
  await title(page, 'Health')
  await page.getByRole('button', { name: 'More' }).tap()
  await sheet.getByRole('button', { name: 'Dark' }).tap()
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
  await page.reload()
  await title(page, 'Health')
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
  await page.getByRole('button', { name: 'More' }).tap()
  await sheet.getByRole('button', { name: 'Log out' }).tap()
  await page.getByLabel('Password').waitFor()
})
