import { paise } from '@galla/contract/money'
import { expectAccessibleInBothSchemes, expectReflow } from '@galla/testkit/page-assertions'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type ConsoleApp, startConsoleApp } from '../helpers/console-app.ts'
import { ConsoleBrowser, PHONE } from '../helpers/console-browser.ts'
import { until } from '../helpers/until.ts'

let app: ConsoleApp
let browser: ConsoleBrowser
let merchantOrderId = ''
beforeAll(async () => {
  app = await startConsoleApp({ sandbox: { refundTiming: false } })
  browser = new ConsoleBrowser(app)
  merchantOrderId = (await app.shop.payOrder({ amount: 1_00_000_00 })).merchantOrderId
  await app.shop.payOrder({ amount: 50_000 })
  await app.gateway.refunds.request({ merchantRefundId: 'tea-1', merchantOrderId, amount: paise(20_000) })
  const isPending = async () => (await app.gateway.refunds.get('tea-1'))?.state === 'PENDING' || undefined
  await until('tea-1 is pending', isPending)
})
afterEach(() => browser.closePages())
afterAll(() => app?.close())

const statement = (page: Page) => page.getByRole('region', { name: 'Statement' })
const paramsOf = (page: Page) => new URL(page.url()).searchParams
const dates = (page: Page) => page.getByRole('button', { name: /^Dates/ })
const today = () => new Date(Date.now() + 19_800_000).toISOString().slice(0, 10)

it('shows the statement of some days, and opens each sum as the list of its entries', async () => {
  const { page } = await browser.open('/')
  await page.keyboard.type('gf')
  await statement(page).getByText('Closing balance').waitFor()
  expect(await statement(page).textContent()).toContain('₹1,00,500.00')
  await expectAccessibleInBothSchemes(page)
  await dates(page).click()
  await page.getByRole('button', { name: 'Today', exact: true }).click()
  const collected = statement(page).getByRole('link', { name: /^₹1,00,500.00 Collected/ })
  // The statement of the days before is shown until the new one is there.
  await expect.poll(() => collected.getAttribute('href')).toContain(`from=${today()}`)
  await collected.click()
  await expect.poll(() => page.getByRole('row').filter({ hasText: 'Payment received' }).count()).toBe(2)
  await page.getByRole('row').filter({ hasText: 'Payments to Available' }).getByText('+₹500.00').waitFor()
  expect([...paramsOf(page)].sort()).toEqual([
    ['from', today()],
    ['group', 'collected'],
    ['tab', 'entries'],
    ['to', today()],
  ])
  expect(await page.getByRole('link', { name: /^CSV/ }).getAttribute('href')).toMatch(
    /api\/ledger\.csv\?from=[\d-]+&to=[\d-]+&by=value&group=collected$/,
  )
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('link', { name: new RegExp(`^Open order ${merchantOrderId}`) }).click()
  await page.waitForURL(new RegExp(`/orders/${merchantOrderId}`))
})

it('shows the same time of a payment in Finance and on its order, and when it was recorded', async () => {
  // As if the gateway had learned of it 7 minutes later; the database lets nobody change an entry.
  const later = (reply: { rows?: Entry[]; ledger?: Entry[] }) => ({
    ...reply,
    ...(reply.rows && { rows: reply.rows.map(recordedLater) }),
    ...(reply.ledger && { ledger: reply.ledger.map(recordedLater) }),
  })
  const shown = async (path: string) => {
    const { page } = await browser.open('/health')
    await page.route(/\/api\/(?:ledger\?|orders\/)/, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: later(await response.json()) })
    })
    await page.goto(`${app.url}${path}`)
    await page.getByText('The time of a payment is that of the provider.').waitFor()
    const entry = page
      .locator('[role=row], li')
      .filter({ hasText: 'Payment received' })
      .filter({ hasText: '₹1,00,000.00' })
    const recorded = entry.getByText(/^Recorded/)
    await recorded.waitFor()
    expect(await recorded.evaluate(isCut)).toBe(false)
    return entry.locator('time').evaluateAll((times) => times.map((time) => time.getAttribute('datetime')))
  }
  const [paidAt, recordedAt] = await shown(`/orders/${merchantOrderId}`)
  expect(Date.parse(recordedAt ?? '') - Date.parse(paidAt ?? '')).toBeGreaterThanOrEqual(420_000)
  expect(await shown('/finance?tab=entries')).toEqual([paidAt, recordedAt])
})

/** True when the cell is too narrow for its text. */
const isCut = (element: Element): boolean => {
  const cell = element.closest('[role=cell] .truncate') ?? element
  return cell.scrollWidth > cell.clientWidth
}

interface Entry {
  atMs: number
}
const recordedLater = (entry: Entry) => ({ ...entry, atMs: entry.atMs + 420_000 })

it('shows what is open by age, and follows payments and refunds', async () => {
  const { page } = await browser.open('/finance')
  await page.getByRole('link', { name: '1 refund, Today and yesterday' }).click()
  await page.getByRole('heading', { level: 1, name: 'Refunds' }).waitFor()
  expect(paramsOf(page).get('state')).toBe('OPEN')
  await expect.poll(() => page.getByRole('row').filter({ hasText: '₹200.00' }).count()).toBe(1)
  await page.goBack()
  await page.getByText('Nothing is owed.').waitFor()
  await app.sandbox.simulateRefund('tea-1', { outcome: 'SUCCESS' })
  await page.getByText('No refund is pending.').waitFor()
  expect(await statement(page).textContent()).toContain('₹1,00,300.00')
})

it('chooses days with the keyboard, says what is wrong with a typed one, and keeps them in the address', async () => {
  const { page } = await browser.open('/orders')
  const button = page.getByRole('button', { name: /^Created ./ })
  await button.focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('region', { name: 'Created' })
  await expectAccessibleInBothSchemes(page)
  await panel.getByLabel('From').fill('31 Feb 2026')
  await page.keyboard.press('Enter')
  await panel.getByText(/^Like \d/).waitFor()
  await panel.getByLabel('From').fill('1/4/2026')
  await panel.getByLabel('To').fill('31 March 2026')
  await page.keyboard.press('Enter')
  await panel.getByText('Before the first day').waitFor()
  await page.keyboard.press('ArrowUp')
  expect(await panel.getByLabel('To').inputValue()).toBe('1 Apr 2026')
  await page.keyboard.press('Enter')
  await expect.poll(() => button.textContent()).toContain('1 Apr 2026')
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
  expect([...paramsOf(page)]).toEqual([
    ['from', '2026-04-01'],
    ['to', '2026-04-01'],
  ])
  await page.getByText('No order matches').waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false')
  await page.keyboard.press('Enter')
  await panel.getByRole('button', { name: 'Any date' }).click()
  await expect.poll(() => page.getByRole('row').filter({ hasText: '₹500.00' }).count()).toBe(1)
})

it('fits a phone', async () => {
  const { page } = await browser.open('/finance', PHONE)
  await dates(page).click()
  await expectReflow(page)
  await page.getByRole('button', { name: 'Last month' }).click()
  await page.getByText('No payment and no refund in these days').waitFor()
  await page.getByRole('tab', { name: 'Entries' }).click()
  await page.getByText('No entry in these days').waitFor()
  await expectReflow(page)
})
