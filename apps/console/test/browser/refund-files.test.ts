import { expectAccessible, expectReflow } from '@galla/testkit/page-assertions'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type ConsoleApp, startConsoleApp } from '../helpers/console-app.ts'
import { ConsoleBrowser, DARK, PHONE } from '../helpers/console-browser.ts'

let app: ConsoleApp
let browser: ConsoleBrowser
let text: string
beforeAll(async () => {
  app = await startConsoleApp({ gateway: { refundControls: { approvalAbove: 30_000, confirmAbove: 20_000 } } })
  browser = new ConsoleBrowser(app)
  const orders = [await app.shop.payOrder(), await app.shop.payOrder(), await app.shop.payOrder()]
  const [first, second, third] = orders.map(({ merchantOrderId }) => merchantOrderId)
  text = `\uFEFForder id;amount in rupees;reason;note\r\n${first};100,00;damaged;\r\n${second};200.00;damaged;"broken; wet"\r\n${third};;;\r\nunknown;5;;\r\n`
})
afterEach(() => browser.closePages())
afterAll(() => app?.close())

const choose = (page: Page, content: string | Buffer, name = 'returns.csv') =>
  page
    .getByLabel('File of refunds')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content as string) })

it('shows what a file would do, runs it after a confirmation, and shows what became of each row', async () => {
  const { page } = await browser.open('/refunds')
  await page.getByRole('link', { name: 'Refund from a file' }).click()
  await page.getByRole('heading', { name: 'Refunds from files' }).waitFor()
  await expectAccessible(page)
  await choose(page, text)
  await page.getByText('2 refunds of together ₹699.00, from 4 rows.').waitFor()
  await page.getByText('1 refund of ₹499.00 then waits for the approval of a second person.').waitFor()
  await page.getByText('2 rows cannot be refunded, and are left out.').waitFor()
  await page.getByRole('button', { name: 'Wrong or refused' }).click()
  await page.getByRole('button', { name: 'Open row 2' }).click()
  await page.getByText('The amount is not like 100, 1,499.50 or 1,00,000.00, or is less than ₹1.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'All rows' }).click()
  await expectAccessible(page)
  expect((await app.gateway.refunds.list()).rows).toEqual([])

  await page.getByRole('button', { name: 'Start 2 refunds…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Start 2 refunds of ₹699.00' })
  await dialog.getByLabel('Type 2 to confirm').fill('2')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Refund ₹699.00' }).click()
  await page.getByText('All rows have their result.').waitFor()
  await page.getByText('1 row with ₹499.00 waiting for a second person.').waitFor()
  await page.getByText('Waits for approval', { exact: true }).waitFor()
  await expect.poll(async () => (await app.gateway.refunds.list({ state: 'COMPLETED' })).rows.length).toBe(1)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'CSV of all rows and their results' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('refund-results.csv')
})

it('refunds nothing twice, and says what is wrong with a file, on a phone in the dark', async () => {
  const { page, issues } = await browser.open('/refund-files', { ...PHONE, ...DARK, viewport: PHONE.viewport ?? null })
  await page.getByText('2 refunds, ₹699.00: all requested').waitFor()
  await choose(page, Buffer.from([0xff, 0xfe, 0x41, 0x00]))
  await page.getByText('The file is not a text in UTF-8.').waitFor()
  expect(await page.getByText('The page has an error').count()).toBe(0)
  await choose(page, 'order,amount\no-1,5')
  await page.getByText('name it "amount in rupees" or "amount in paise"').waitFor()
  // The browser logs the refusal.
  expect(issues.errors.splice(0)).toHaveLength(1)
  await expectReflow(page)
  await expectAccessible(page)
  await choose(page, text, 'a-name-of-a-file-that-is-much-longer-than-the-width-of-a-phone-is-and-has-no-space.csv')
  await page.getByText('None of 4 rows can be refunded.').waitFor()
  await page.getByText('2 rows requested before: nothing happens to them.').waitFor()
  await expectReflow(page)
  await expectAccessible(page)
  expect((await app.gateway.refunds.list()).rows).toHaveLength(2)
})
