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
afterEach(async () => {
  await app.sandbox.setFaults({})
  await browser.closePages()
})
afterAll(() => app.close())

/** Resets an order in the gateway, without further status checks, so that the provider is ahead. */
const reset = (id: string) =>
  app.query(
    `update galla.orders set "state" = 'PENDING', "resolution" = null, "completedAtMs" = null, "nextPollAtMs" = 9000000000000 where "merchantOrderId" = $1`,
    [id],
  )

const payOrder = async (): Promise<string> => (await app.shop.payOrder()).merchantOrderId

const compare = async (page: Page) => {
  await page.getByRole('button', { name: 'Compare now' }).click()
  await page.getByText(/^Compared just now|^Compared/).waitFor()
}
const line = (page: Page, id: string) =>
  page.getByRole('list', { name: 'Discrepancies' }).getByRole('listitem').filter({ hasText: id })

it('shows the first reconciliation without discrepancies', async () => {
  const { page } = await browser.open('/reconciliation')
  await page.getByText('No reconciliation yet').waitFor()
  await expectAccessible(page)
  await payOrder()
  await compare(page)
  await page.getByText('No discrepancies').waitFor()
  await page.getByText(/1 order created from/).waitFor()
})

it('repairs orders after a preview, and shows which ones cannot be repaired', async () => {
  const [behind, other, underpaid] = [await payOrder(), await payOrder(), await payOrder()]
  await reset(behind)
  await reset(other)
  // A trigger keeps the amounts of orders; it does not fire for a replica.
  await app.query('set session_replication_role = replica')
  await app.query(`update galla.orders set "amount" = 100 where "merchantOrderId" = $1`, [underpaid])
  await app.query('set session_replication_role = origin')
  const { page } = await browser.open('/reconciliation')
  await compare(page)
  await page.getByRole('heading', { name: '3 discrepancies' }).waitFor()
  expect(await line(page, underpaid).textContent()).toContain('₹1.00')
  expect(await line(page, underpaid).textContent()).toContain('Cannot be repaired from here')
  expect(await line(page, underpaid).getByRole('checkbox').count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Repair…' }).isDisabled()).toBe(true)
  await line(page, behind)
    .getByRole('checkbox', { name: `Repair ${behind}` })
    .check()
  await page.getByRole('button', { name: 'Repair 1 order…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Repair by checking the status?' })
  await dialog.getByText(`${behind}: from Pending to Completed`).waitFor()
  await expectAccessible(page)
  expect((await app.gateway.orders.get(behind))?.state).toBe('PENDING')
  await dialog.getByRole('button', { name: 'Repair 1 order' }).click()
  await page.getByText('1 order repaired.').waitFor()
  await line(page, behind).waitFor({ state: 'detached' })
  expect((await app.gateway.orders.get(behind))?.state).toBe('COMPLETED')
  expect((await app.gateway.orders.get(other))?.state).toBe('PENDING')
  await page.getByRole('button', { name: 'Select all 1 repairable' }).click()
  await page.getByRole('button', { name: 'Repair 1 order…' }).click()
  await dialog.getByRole('button', { name: 'Repair 1 order' }).click()
  await page.getByText('None of these can be repaired here').waitFor()
  await page.getByLabel('Kind of discrepancy').selectOption({ label: 'Amount differs, 1' })
  await page.getByText('differs from the amount that the gateway has').waitFor()
  expect(new URL(page.url()).searchParams.get('kind')).toBe('amount')
})

it('compares the selected days, and keeps them in the address', async () => {
  const { page } = await browser.open('/reconciliation')
  await page.getByLabel('Orders created in').selectOption('From … to …')
  await page.getByRole('button', { name: /^Dates/ }).click()
  await page.getByLabel('From', { exact: true }).fill('1 Jan 2020')
  await page.getByLabel('To', { exact: true }).fill('2/1/2020')
  await page.getByRole('button', { name: 'Apply' }).click()
  await compare(page)
  await page.getByText('0 orders created from 1 Jan 2020, 00:00:00 IST to 3 Jan 2020, 00:00:00 IST').waitFor()
  await page.getByText('No order was created in this period.').waitFor()
  expect(new URL(page.url()).searchParams.get('from')).toBe('2020-01-01')
})

it('says how many open orders the provider does not know yet', async () => {
  await app.query(
    `insert into galla.orders ("merchantOrderId", "reference", "checkout", "amount", "state", "request", "createdAtMs", "updatedAtMs", "sentAtMs", "nextPollAtMs", "expiresAtMs")
      values ('o-unknown', 'unknown-there', 'STANDARD', 100, 'CREATED', '{}', $1, $1, $1, 9000000000000, 9000000000000)`,
    [Date.now() - 1_000],
  )
  const { page } = await browser.open('/reconciliation')
  await compare(page)
  await page.getByText('1 open order is not known to the provider yet').waitFor()
  await expectAccessible(page)
  await app.query(`delete from galla.orders where "merchantOrderId" = 'o-unknown'`)
})

it('shows an order whose status check failed', async () => {
  await payOrder()
  await app.sandbox.setFaults({ rules: [{ kind: 'status', status: 503, endpoints: ['standardOrderStatus'] }] })
  const { page } = await browser.open('/reconciliation')
  await compare(page)
  await page.getByRole('list', { name: 'Discrepancies' }).getByText('No readable response').first().waitFor()
})

describe.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
  ['dark', DARK],
] as const)('on a %s', (_, device) => {
  it('is accessible, and repairs an order by keyboard', async () => {
    const id = await payOrder()
    await reset(id)
    const { page } = await browser.open('/reconciliation', device)
    await compare(page)
    const box = line(page, id).getByRole('checkbox')
    await box.focus()
    await page.keyboard.press('Space')
    expect(await box.isChecked()).toBe(true)
    await expectAccessible(page)
    await expectReflow(page)
    await page.getByRole('button', { name: 'Repair 1 order…' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await expectReflow(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Repair 1 order' }).focus()
    await page.keyboard.press('Enter')
    await line(page, id).waitFor({ state: 'detached' })
  })
})
