import { expectAccessibleInBothSchemes, expectReflow } from '@galla/testkit/page-assertions'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type ConsoleApp, startConsoleApp } from '../helpers/console-app.ts'
import { ConsoleBrowser, PHONE } from '../helpers/console-browser.ts'

let app: ConsoleApp
let browser: ConsoleBrowser
let utr = ''
beforeAll(async () => {
  app = await startConsoleApp()
  browser = new ConsoleBrowser(app)
  await app.shop.payOrder({ amount: 1_00_000_00 })
  await app.shop.payOrder({ amount: 50_000 })
  const { settlementId } = await app.sandbox.settle()
  await app.sandbox.simulateSettlement(settlementId, { outcome: 'SUCCESS' })
  await app.shop.payOrder({ amount: 20_000 })
  ;[{ utr } = { utr: '' }] = await app.sandbox.settlements()
  await app.gateway.settlements.sync()
})
afterEach(() => browser.closePages())
afterAll(() => app?.close())

it('shows what is settled, imports the report after a preview, and finds a settlement by its UTR', async () => {
  const { page } = await browser.open('/finance?tab=settlements')
  const equation = page.getByRole('region', { name: 'Captured less refunded less settled' })
  // 2 % of ₹1,00,500 are ₹2,010, and 18 % of them ₹361.80.
  await equation.getByText('₹98,128.20').waitFor()
  await equation.getByText('₹2,571.80').waitFor()
  await page.getByText('Import the settlement report').waitFor()
  await expectAccessibleInBothSchemes(page)
  await page.getByLabel('Settlement report').setInputFiles({
    name: 'november.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(await app.sandbox.settlementReport()),
  })
  const dialog = page.getByRole('dialog', { name: 'Import november.csv' })
  await dialog.getByText('2 payments').waitFor()
  await expectAccessibleInBothSchemes(page)
  await dialog.getByRole('button', { name: 'Import 2 rows' }).click()
  await equation.getByText('of which fees and taxes').waitFor()
  await page.getByRole('table', { name: 'Payments in no settlement by age' }).getByText('₹200.00').waitFor()
  await page.getByLabel('UTR or settlement id').fill(utr.slice(2, 9))
  await page.keyboard.press('Enter')
  await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe(utr.slice(2, 9))
  await page.getByRole('row').filter({ hasText: utr }).getByText('Paid out').waitFor()
  await page.getByLabel('UTR or settlement id').fill('nowhere')
  await page.keyboard.press('Enter')
  await page.getByText('No settlement has this UTR or id').waitFor()
})

it('lists what differs, and does not scroll horizontally on a phone', async () => {
  await app.sandbox.setFaults({ settlements: { offByPaise: -1 } })
  await app.gateway.settlements.importReport({
    name: 'odd.csv',
    text: 'merchant_order_id,transaction_type,transaction_amount,utr\nunknown-1,PAYMENT,1.00,UTR-OF-ANOTHER\n',
  })
  const { page } = await browser.open('/finance?tab=settlements', PHONE)
  await page.getByText('The report has a payment that is not in the ledger').waitFor()
  await expectReflow(page)
  await expectAccessibleInBothSchemes(page)
})

it('is named by the overview and the health page while settlements differ, with a link', async () => {
  const { page } = await browser.open('/')
  const attention = page.getByRole('region', { name: 'Needs attention' })
  await attention.getByRole('link', { name: /^Settlements that differ.*1$/ }).click()
  await page.getByRole('heading', { name: 'What differs' }).waitFor()
  await page.goto(`${app.url}/health`)
  await page.getByRole('link', { name: 'Settlements that differ' }).click()
  await page.getByRole('heading', { name: 'What differs' }).waitFor()
  await page.goto(`${app.url}/health`)
  await page.getByText('Needs attention: 1 settlement finding.').waitFor()
  expect(await page.getByRole('link', { name: 'Orders in review' }).count()).toBe(0)
  await expectAccessibleInBothSchemes(page)
})
