import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expectAccessibleInBothSchemes, expectReflow } from '@galla/testkit/page-assertions'
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished } from 'vitest'
import { type ConsoleApp, startConsoleApp } from '../helpers/console-app.ts'
import { ConsoleBrowser, PHONE } from '../helpers/console-browser.ts'

const DAY_MS = 86_400_000

let app: ConsoleApp
let browser: ConsoleBrowser
let utrs: string[] = []
let settledAtMs = 0
/** A day in India as HDFC writes it, so many days after the settlements. */
const dayAfter = (days: number) => {
  const [year = '', month, day] = new Date(settledAtMs + 19_800_000 + days * DAY_MS)
    .toISOString()
    .slice(0, 10)
    .split('-')
  return `${day}/${month}/${year.slice(2)}`
}
const file = (...lines: string[]) => ({
  name: 'november.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      'Date,Narration,Chq./Ref.No.,Withdrawal Amt.,Deposit Amt.',
      `${dayAfter(-3)},RENT,1,5.00,`,
      ...lines,
      `${dayAfter(2)},RENT,2,5.00,`,
    ].join('\n'),
  ),
})
const credit = (utr: string, amount: string) =>
  `${dayAfter(0)},NEFT CR-YESB0000001-PHONEPE PRIVATE LIMITED-${utr},${utr},,${amount}`

beforeAll(async () => {
  app = await startConsoleApp({ clockOfSandbox: true })
  browser = new ConsoleBrowser(app)
  for (const amount of [50_000, 60_000, 70_000]) {
    await app.shop.payOrder({ amount })
    const { settlementId } = await app.sandbox.settle()
    await app.sandbox.simulateSettlement(settlementId, { outcome: 'SUCCESS' })
  }
  await app.gateway.settlements.sync()
  settledAtMs = app.sandbox.clock.now()
  // A bank's statement ends before today.
  await app.sandbox.clock.advance(3 * DAY_MS)
  utrs = (await app.gateway.settlements.list()).rows
    .toSorted((one, other) => (one.amount ?? 0) - (other.amount ?? 0))
    .map(({ utr = '' }) => utr)
})
afterEach(() => browser.closePages())
afterAll(() => app?.close())

it('says which command imports a file that is too large here', async () => {
  const { page } = await browser.open('/finance?tab=settlements')
  const folder = mkdtempSync(join(tmpdir(), 'galla-large-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const large = join(folder, 'year.csv')
  writeFileSync(large, '')
  truncateSync(large, 8 * 1024 * 1024 + 1)
  const advice = (command: string) => page.getByText(`The file has more than 8 MiB: import it with ${command}.`)
  await page.getByLabel('Bank statement', { exact: true }).setInputFiles(large)
  await advice('galla statements import').waitFor()
  await page.getByLabel('Settlement report').setInputFiles(large)
  await advice('galla settlements import').waitFor()
  expect(await page.getByText('The page has an error').count()).toBe(0)
})

it('asks about the account when a statement has none of its settlements, and stores nothing when it is cancelled', async () => {
  const { page } = await browser.open('/finance?tab=settlements')
  await page.getByText('No bank statement yet').waitFor()
  await page.getByLabel('Bank statement', { exact: true }).setInputFiles(file())
  const dialog = page.getByRole('dialog', { name: 'Import november.csv' })
  await dialog.getByText('Is it the account that your settlements go to?').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('No bank statement yet').waitFor()
  expect((await app.gateway.bankStatements.report()).statements).toEqual([])
})

it('imports a statement after a preview, shows what is credited and what is not, and removes it', async () => {
  const { page } = await browser.open('/finance?tab=settlements')
  const lines = [credit(utrs[0] ?? '', '488.20'), credit(utrs[1] ?? '', '585.83'), credit('YESAP61641609940', '12.00')]
  await page.getByLabel('Bank statement', { exact: true }).setInputFiles(file(...lines))
  const dialog = page.getByRole('dialog', { name: 'Import november.csv' })
  await dialog.getByText('1 settlement of ₹488.20 credited').waitFor()
  await expectAccessibleInBothSchemes(page)
  await dialog.getByRole('button', { name: 'Import the statement' }).click()
  await page.getByText('3 lines imported').waitFor()
  await page.getByText('1 settlement of ₹488.20 credited').waitFor()
  await page.getByRole('heading', { name: 'Paid out, but in no bank statement' }).waitFor()
  await page.getByText('₹585.83 credited on').waitFor()
  await page.getByText('YESAP61641609940').waitFor()
  await page.getByText('The bank has credited another amount').waitFor()
  await expectAccessibleInBothSchemes(page)
  const phone = await browser.open('/finance?tab=settlements', PHONE)
  await phone.page.getByText('₹585.83 credited on').waitFor()
  await expectReflow(phone.page)
  await expectAccessibleInBothSchemes(phone.page)
  await page.getByRole('button', { name: 'Remove november.csv' }).click()
  await page.getByRole('button', { name: 'Remove the statement' }).click()
  await page.getByText('No bank statement yet').waitFor()
})
