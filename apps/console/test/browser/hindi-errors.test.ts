import { paise } from '@galla/contract/money'
import { expectAccessible, expectReflow } from '@galla/testkit/page-assertions'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, it, vi } from 'vitest'
import { type ConsoleApp, startConsoleApp } from '../helpers/console-app.ts'
import { ConsoleBrowser } from '../helpers/console-browser.ts'
import { expectHindi, HINDI } from '../helpers/hindi-page.ts'

/** Failures in Hindi: files, proofs, sessions, and requests under way. */
let app: ConsoleApp
let browser: ConsoleBrowser
let merchantOrderId = ''
beforeAll(async () => {
  app = await startConsoleApp({ sandbox: { refundTiming: false } })
  browser = new ConsoleBrowser(app)
  merchantOrderId = (await app.shop.payOrder()).merchantOrderId
  await browser.open('/')
  await browser.closePages()
})
afterEach(() => browser.closePages())
afterAll(() => app?.close())

/** The page is in Hindi and accessible, and does not scroll sideways on a phone. */
async function expectGood(page: Page, shown: Locator): Promise<void> {
  await shown.waitFor()
  await expectHindi(page)
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 760 })
  // The page lays itself out anew after the width has changed.
  await vi.waitFor(() => expectReflow(page), 10_000)
  await page.setViewportSize({ width: 1280, height: 800 })
}

const choose = (input: Locator, name: string, text: string) =>
  input.setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

it('a settlement report and a file of refunds without their columns name the column in Hindi', async () => {
  const { page, issues } = await browser.open('/finance?tab=settlements', HINDI)
  await choose(page.getByLabel('सेटलमेंट रिपोर्ट'), 'november.csv', 'a,b\n1,2')
  await page.getByText('फ़ाइल में “transaction_amount या Amount” नाम का कॉलम नहीं है').waitFor()
  await expectAccessible(page)
  await page.goto(`${app.url}/refund-files`)
  await choose(page.getByLabel('रिफ़ंड की फ़ाइल'), 'returns.csv', 'amount_rs\n5')
  await page.getByText('कॉलम “amount_rs” की पहचान नहीं हुई').waitFor()
  issues.errors.splice(0)
})

it('a row that cannot be read is named in Hindi, in a bank statement and in the preview of a settlement report', async () => {
  const { page, issues } = await browser.open('/finance?tab=settlements', HINDI)
  const rows = ['Date,Narration,Withdrawal Amt.,Deposit Amt.', '09/01/26,X,,1.00', '99/99/26,X,,1.00']
  await choose(page.locator('input[type=file]').nth(1), 'bank.csv', rows.join('\n'))
  await expectGood(page, page.getByText('पंक्ति 3 पढ़ी नहीं जा सकी, इसलिए कुछ भी दर्ज नहीं हुआ'))
  issues.errors.splice(0)
  const { settlementId } = await app.sandbox.settle()
  await app.sandbox.simulateSettlement(settlementId, { outcome: 'SUCCESS' })
  await app.gateway.settlements.sync()
  const report = (await app.sandbox.settlementReport()).trimEnd()
  const unreadable = (report.split('\n').at(-1) ?? '').replace(/\d+\.\d+/, 'many')
  await choose(page.getByLabel('सेटलमेंट रिपोर्ट'), 'november.csv', `${report}\n${unreadable}\n`)
  await expectGood(page, page.getByRole('dialog').getByText('उसे फ़ाइल में ठीक करें।'))
})

it('the actions of the audit log and of a timeline are in Hindi', async () => {
  const { page } = await browser.open(`/orders/${merchantOrderId}`, HINDI)
  await page.getByRole('button', { name: 'स्थिति जाँचें' }).click()
  await expectGood(page, page.getByText('स्थिति जाँची', { exact: true }).first())
  await page.goto(`${app.url}/audit`)
  await expectGood(page, page.getByRole('row').getByText('स्थिति जाँची', { exact: true }))
  await page.getByRole('row').locator('[data-row]').first().click()
  await expectGood(page, page.getByRole('dialog').getByText('किसने:'))
})

it('closed days are in Hindi', async () => {
  const close = (number: number, difference: number) => ({
    ...{ number, difference, day: `2026-11-0${number}`, closedAtMs: 1, hash: 'a' },
    captured: { count: 3, amount: 149_700 },
    refunded: { count: 1, amount: 49_900 },
    settled: { count: 1, amount: 99_800 },
  })
  const { page } = await browser.open('/finance', HINDI)
  await page.route(/\/api\/day-closes\?/, (route) =>
    route.fulfill({ json: { rows: [close(2, -123_456_700), close(1, 0)] } }),
  )
  await page.goto(`${app.url}/finance?tab=settlements`)
  await expectGood(page, page.getByText('−₹12,34,567.00'))
})

it('a refund whose request is under way is being sent, in Hindi', async () => {
  await app.sandbox.setFaults({ rules: [{ kind: 'hold', endpoints: ['refund'], times: 1 }] })
  await app.gateway.refunds.request({ merchantRefundId: 'tea-1', merchantOrderId, amount: paise(600) })
  const { page } = await browser.open('/refunds?open=tea-1', HINDI)
  const dialog = page.getByRole('dialog')
  await dialog.getByText('भेजा जा रहा है').waitFor()
  await dialog.getByText('पेमेंट प्रदाता के जवाब का इंतज़ार').waitFor()
  await app.sandbox.setFaults({ rules: [] })
  await app.sandbox.release()
  await dialog.getByText('बाकी', { exact: true }).waitFor()
})

it('a proof of who the person is is asked for and refused in Hindi', async () => {
  const { page, issues } = await browser.open('/users', HINDI)
  await page.route(/\/api\/users$/, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 403, json: { code: 'PROOF_REQUIRED', message: 'x', ways: ['code', 'password'] } })
      : route.fallback(),
  )
  await page.getByRole('button', { name: 'आमंत्रित करें…' }).click()
  await page.getByRole('dialog').getByLabel('नाम').fill('asha')
  await page.getByRole('dialog').getByRole('button', { name: 'लिंक बनाएँ' }).click()
  const proof = page.getByRole('dialog', { name: 'पुष्टि करें कि यह आप ही हैं' })
  await expectGood(page, proof.getByRole('button', { name: 'इसके बजाय कोड' }))
  await proof.getByLabel('आपका पासवर्ड').fill('three cups')
  await page.keyboard.press('Enter')
  await expectGood(page, proof.getByText('नाम या पासवर्ड गलत है।'))
  issues.errors.splice(0)
})

it('a session that has ended says so in Hindi', async () => {
  const { page, issues } = await browser.open('/orders', HINDI)
  await page.getByRole('row').nth(1).waitFor()
  await app.query('delete from galla.sessions')
  await page.getByRole('link', { name: 'विवाद' }).click()
  await expectGood(page, page.getByLabel('पासवर्ड'))
  issues.errors.splice(0)
})
