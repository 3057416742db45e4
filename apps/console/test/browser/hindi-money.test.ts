import { expectAccessible, expectReflow } from '@galla/testkit/page-assertions'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, it } from 'vitest'
import { type ConsoleApp, startConsoleApp } from '../helpers/console-app.ts'
import { ConsoleBrowser, PHONE } from '../helpers/console-browser.ts'
import { expectHindi, HINDI } from '../helpers/hindi-page.ts'

/** The dialogs and states of refunds, finance, reconciliation and erasure in Hindi. */
let app: ConsoleApp
let browser: ConsoleBrowser
let paid: string[]
beforeAll(async () => {
  app = await startConsoleApp({ gateway: { refundControls: { approvalAbove: 20_000, confirmAbove: 20_000 } } })
  browser = new ConsoleBrowser(app)
  paid = []
  for (let order = 0; order < 3; order++) paid.push((await app.shop.payOrder()).merchantOrderId)
  await browser.open('/')
  await browser.closePages()
})
afterEach(() => browser.closePages())
afterAll(() => app?.close())

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

it('a refund that waits for approval, its decision and its review are in Hindi', async () => {
  const [merchantOrderId = ''] = paid
  const { page: english } = await browser.open(`/orders/${merchantOrderId}?action=refund`)
  await english.getByLabel('Amount in rupees').fill('300')
  await english.getByLabel('Reason (required)').selectOption('Damaged')
  await press(english, 'Ask for approval of ₹300.00')
  await english.getByLabel('Type the order id to confirm').fill(merchantOrderId)
  await press(english, 'Ask for approval of ₹300.00')
  await english.getByText('Waits for approval.').waitFor()
  // As if another person had requested it: the test has one account.
  await app.query(`update galla.refunds set "requestedBy" = 'asha', "requestedById" = 'user_asha'`)
  const { page } = await browser.open('/refunds?state=TO_APPROVE', HINDI)
  await page.getByText('asha').waitFor()
  await expectHindi(page)
  await page.getByRole('row').filter({ hasText: 'asha' }).getByRole('link').first().click()
  await page.getByText('मंज़ूरी बाकी है।').waitFor()
  await page.getByText('रिफ़ंड हो सकते हैं').waitFor()
  await expectHindi(page)
  for (const name of ['मंज़ूर करें', 'नामंज़ूर करें']) {
    await press(page, `${name}…`)
    await page.getByRole('dialog', { name: `रिफ़ंड ${name}` }).waitFor()
    await expectHindi(page)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
  }
  await app.query(
    `update galla.refunds set "needsReview" = '{"reason":"undecided","sinceMs":1,"ours":{"state":"REQUESTED","amount":30000}}'`,
  )
  await page.reload()
  await press(page, 'जाँच पूरी करें…')
  await page.getByText('पैसे नहीं लौटे').waitFor()
  await expectHindi(page)
  await expectAccessible(page)
})

it('a file of refunds is in Hindi', async () => {
  const { page } = await browser.open('/refund-files', HINDI)
  const text = `order id;amount in rupees;reason;note\r\n${paid[1]};100,00;damaged;\r\n${paid[2]};300.00;damaged;"broken"\r\nunknown;5;;\r\n`
  await page
    .getByLabel('रिफ़ंड की फ़ाइल')
    .setInputFiles({ name: 'returns.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.getByText('3 पंक्तियों से 1 रिफ़ंड, कुल ₹300.00।').waitFor()
  await page.waitForLoadState('networkidle')
  await expectHindi(page)
  await press(page, 'पंक्ति 2 खोलें')
  await page.getByText('रकम 100, 1,499.50 या 1,00,000.00 जैसी नहीं है').waitFor()
  await expectHindi(page)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await press(page, '1 रिफ़ंड शुरू करें…')
  await page.getByRole('dialog').waitFor()
  await expectHindi(page)
  await expectAccessible(page)
})

it('settlements and a bank statement are in Hindi', async () => {
  const { settlementId } = await app.sandbox.settle()
  await app.sandbox.simulateSettlement(settlementId, { outcome: 'SUCCESS' })
  await app.gateway.settlements.sync()
  const { page } = await browser.open('/finance?tab=settlements', HINDI)
  await page.getByLabel('सेटलमेंट रिपोर्ट').setInputFiles({
    name: 'november.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(await app.sandbox.settlementReport()),
  })
  await page.getByRole('dialog').waitFor()
  await expectHindi(page)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^\d पंक्तियाँ इम्पोर्ट करें$/ })
    .click()
  await page.getByText('जिसमें शुल्क और टैक्स').waitFor()
  await page.waitForLoadState('networkidle')
  await expectHindi(page)
})

it('a reconciliation with a discrepancy, and its repair, are in Hindi', async () => {
  await app.query(
    `update galla.orders set "state" = 'PENDING', "resolution" = null, "completedAtMs" = null, "nextPollAtMs" = 9000000000000 where "merchantOrderId" = $1`,
    [paid[2]],
  )
  const { page } = await browser.open('/reconciliation', HINDI)
  await press(page, 'अभी मिलान करें')
  await page.getByRole('list', { name: 'अंतर' }).waitFor()
  await expectHindi(page)
  await page.getByRole('checkbox').first().check()
  await press(page, '1 ऑर्डर ठीक करें…')
  await page.getByRole('dialog').getByText('गेटवे में बाकी, पेमेंट प्रदाता के पास पूरा').waitFor()
  await expectHindi(page)
})

it('a legal hold and an erasure are in Hindi', async () => {
  const { page } = await browser.open('/erasure', HINDI)
  await page.getByLabel('ऑर्डर ID').fill(paid[0] ?? '')
  await page.getByLabel('कारण').fill('chargeback 4711')
  await press(page, 'रोक लगाएँ')
  await page.getByText('chargeback 4711').waitFor()
  await page.getByLabel('किससे खोजें').selectOption('एक ऑर्डर')
  await page.getByLabel('मान').fill(paid[1] ?? '')
  await press(page, 'खोजें')
  await page.getByRole('button', { name: 'मिटाएँ…' }).waitFor()
  await expectHindi(page)
  await expectAccessible(page)
  await press(page, 'मिटाएँ…')
  await page.getByRole('dialog').waitFor()
  await expectHindi(page)
})

it('the pages do not scroll sideways on a phone in Hindi', async () => {
  for (const path of [
    '/refunds',
    '/refund-files',
    '/finance',
    '/finance?tab=settlements',
    '/reconciliation',
    '/erasure',
  ]) {
    const { page } = await browser.open(path, { ...PHONE, locale: 'hi-IN' })
    await page.waitForLoadState('networkidle')
    await expectReflow(page)
  }
})
