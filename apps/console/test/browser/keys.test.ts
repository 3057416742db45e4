import { expectAccessible } from '@galla/testkit/page-assertions'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type ConsoleApp, startConsoleApp } from '../helpers/console-app.ts'
import { ConsoleBrowser, PHONE } from '../helpers/console-browser.ts'

let app: ConsoleApp
let browser: ConsoleBrowser
beforeAll(async () => {
  app = await startConsoleApp()
  browser = new ConsoleBrowser(app)
  for (const reference of ['assam', 'darjeeling', 'nilgiri']) await app.shop.payOrder({ reference })
})
afterEach(() => browser.closePages())
afterAll(() => app?.close())

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

async function tabTo(page: Page, name: string): Promise<void> {
  for (let stops = 0; stops < 20 && (await focused(page)) !== name; stops++) await page.keyboard.press('Tab')
  expect(await focused(page)).toBe(name)
}

it('navigates, moves between rows, opens an order and refunds it by keyboard', async () => {
  const { page } = await browser.open('/')
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
  await page.keyboard.type('Dam')
  await page.keyboard.press('Tab')
  await page.keyboard.type('broken pot')
  await page.keyboard.press('Enter')
  await dialog.getByText('Refunded', { exact: true }).waitFor()
  const { rows } = await app.gateway.refunds.list()
  expect(rows).toMatchObject([{ amount: 15_050, state: 'COMPLETED', origin: 'console' }])
  expect((await app.gateway.orders.get(rows[0]?.merchantOrderId ?? ''))?.reference).toBe('darjeeling')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await focused(page)).toBe('Refund…')
  await page.keyboard.type('gr')
  await title(page, 'Refunds')
})

it('keeps the first key of a pair while the page reads what it needs', async () => {
  const { page } = await browser.open('/orders')
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/views', async (route) => {
    await released
    await route.continue()
  })
  await page.reload()
  await page.locator('[data-row]').first().waitFor()
  await page.keyboard.press('g')
  const read = page.waitForResponse('**/api/views')
  release()
  await (await read).finished()
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await page.keyboard.press('l')
  await title(page, 'Health')
})

it('focuses the search box with /, and ignores shortcuts in text fields', async () => {
  const { page } = await browser.open('/health')
  await page.keyboard.press('/')
  await page.keyboard.type('go?')
  expect(await page.getByLabel('Search records').inputValue()).toBe('go?')
  await title(page, 'Health')
})

it('lists the shortcuts, and turns single letters off', async () => {
  const { page } = await browser.open('/health')
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await keys.waitFor()
  await expectAccessible(page)
  await keys.getByLabel('Use single letters as shortcuts').uncheck()
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

it('has a skip link, and focuses the title after a navigation', async () => {
  const { page } = await browser.open('/orders')
  await page.locator('[data-row]').first().waitFor()
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('Skip to content')
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Webhooks' }).click()
  await expect.poll(() => focused(page)).toBe('Webhooks')
})

it('shows when the gateway is unreachable, and catches up afterwards', async () => {
  const { page, issues } = await browser.open('/orders')
  await page.getByText('Live', { exact: true }).waitFor()
  app.setUnreachable(true)
  await page.getByText(/^(?:Reconnecting|Offline)$/).waitFor()
  const { order } = await app.shop.createOrder({ reference: 'unseen' })
  app.setUnreachable(false)
  await page.getByText('Live', { exact: true }).waitFor()
  await page.getByRole('row').filter({ hasText: 'unseen' }).waitFor()
  await app.shop.simulate(order.merchantOrderId)
  issues.errors.length = 0
})

it('continues on the same page when the gateway is reachable again, without a new login', async () => {
  const { page, issues } = await browser.open('/orders')
  await page.route('**/api/session', (route) => route.abort())
  await page.reload()
  await page.getByText('The gateway does not answer. Is it still running?').waitFor()
  await expectAccessible(page)
  await page.unroute('**/api/session')
  await page.getByRole('button', { name: 'Try again' }).click()
  await title(page, 'Orders')
  issues.errors.length = 0
})

it('has all pages in a sheet on a phone', async () => {
  const { page } = await browser.open('/', PHONE)
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
