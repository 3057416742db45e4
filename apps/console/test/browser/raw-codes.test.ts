import { readFileSync } from 'node:fs'
import { ENDPOINTS } from '@galla/contract/provider/endpoints'
import { FAILURE_CODES } from '@galla/contract/provider/failure-codes'
import { SUBSCRIPTION_ENDPOINTS } from '@galla/contract/provider/subscriptions'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ConsoleApp, startConsoleApp } from '../helpers/console-app.ts'
import { ConsoleBrowser } from '../helpers/console-browser.ts'

/** Codes of the API are for programs: a person reads a word. Where the code itself is meant, the page sets it as code. */
let app: ConsoleApp
let browser: ConsoleBrowser
let opened: Awaited<ReturnType<ConsoleBrowser['open']>>
let ids: { order: string; callback: string; file: string }
beforeAll(async () => {
  app = await startConsoleApp()
  browser = new ConsoleBrowser(app)
  const { merchantOrderId } = await app.shop.payOrder()
  await app.shop.refund(merchantOrderId, 10_000)
  await app.shop.payOrder({ outcome: 'FAILURE', errorCode: 'ZM' })
  await app.shop.payOrder({ outcome: 'FAILURE', errorCode: 'CANCELLED_BY_USER' })
  await app.shop.createOrder()
  const [callback] = await app.query<{ id: string }>('select "callbackId" as id from galla.callbacks limit 1')
  ids = { order: merchantOrderId, callback: callback?.id ?? '', file: 'none' }
  opened = await browser.open('/')
})
afterAll(async () => {
  await browser?.closePages()
  await app?.close()
})

const ROUTER = readFileSync(new URL('../../src/router.tsx', import.meta.url), 'utf8')
const PATHS = [...ROUTER.matchAll(/path: '([^']+)'/g)].map(([, path = '']) => path)
const VIEWS = [
  ...['payments', 'mandates', 'clock', 'faults', 'callbacks', 'snapshots', 'journal', 'drill'].map(
    (tab) => `/test-tools/sandbox?tab=${tab}`,
  ),
  ...['totals', 'entries', 'settlements'].map((tab) => `/finance?tab=${tab}`),
  '/orders?q=cart',
  '/orders?state=FAILED',
  '/test-tools/playground?mode=mandate',
]

const NAMES = [...Object.keys(ENDPOINTS), ...Object.keys(SUBSCRIPTION_ENDPOINTS)].filter((name) => /[A-Z]/.test(name))
/** Words in capitals that people write so: of a failure, a state or an enumeration of the API. */
const CODE = new RegExp(
  String.raw`\b(?:[A-Z]+\d*(?:_[A-Z0-9]+)+(?<!\bGALLA_[A-Z_]+)|COMPLETED|PENDING|FAILED|CREATED|CANCELLED|EXPIRED|REQUESTED|CONFIRMED|ACTIVE|${NAMES.join('|')})\b`,
)

/** Texts of the page outside of code that have a code of the API in them. */
async function codesOn(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found: string[] = []
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const element = node.parentElement
      if (element && !element.closest('code, pre, kbd, script, style, .font-mono')) found.push(node.textContent ?? '')
    }
    for (const named of document.querySelectorAll('[aria-label], [placeholder]'))
      if (!named.closest('.font-mono'))
        found.push(named.getAttribute('aria-label') ?? named.getAttribute('placeholder') ?? '')
    return found
  })
  return texts.filter((text) => CODE.test(text))
}

it('the pattern finds the codes of the API', () => {
  for (const code of Object.keys(FAILURE_CODES).filter((one) => one.includes('_'))) expect(code).toMatch(CODE)
  for (const text of ['State: FAILED', 'Open subscriptionSetup']) expect(text).toMatch(CODE)
  for (const text of ['UPI QR', 'CSV', 'UTR', 'Test mode', 'Refund failed']) expect(text).not.toMatch(CODE)
})

it.each([...PATHS, ...VIEWS])('no code of the API is a word of the page %s', async (path) => {
  const shown = path
    .replace('$merchantOrderId', ids.order)
    .replace('$callbackId', ids.callback)
    .replace('$fileId', ids.file)
  const { page, issues } = opened
  await browser.goTo(page, shown)
  await page.waitForLoadState('networkidle')
  expect(await codesOn(page)).toEqual([])
  issues.errors.splice(0)
})

it('no code of the API is a word of an opened entry of a timeline, or of the evidence', async () => {
  const { page } = opened
  const { rows } = await app.gateway.orders.list({})
  for (const { merchantOrderId, errorCode } of rows.filter(
    ({ state }) => state === 'COMPLETED' || state === 'FAILED',
  )) {
    await browser.goTo(page, `/orders/${merchantOrderId}?tab=timeline`)
    const entries = page.getByRole('list', { name: 'Timeline' }).locator(':scope > li > div > button')
    await entries.first().waitFor()
    for (let at = 0; at < (await entries.count()); at += 1) {
      await entries.nth(at).click()
      await page.waitForLoadState('networkidle')
      const codes = await codesOn(page)
      // A refund opens in a dialog.
      await page.keyboard.press('Escape')
      expect({ errorCode, entry: await entries.nth(at).textContent(), codes }).toMatchObject({ codes: [] })
    }
    await page.goto(`${app.url}/orders/${merchantOrderId}?tab=why`)
    await page.getByText('Each step was stored').waitFor()
    expect(await codesOn(page)).toEqual([])
  }
})

it('no code of the API is a word of the command menu, of saved views or of the log', async () => {
  const { page } = opened
  await browser.goTo(page, '/orders?state=FAILED&paymentMode=UPI_QR&failure=CANCELLED_BY_USER')
  await page.getByRole('button', { name: 'Options' }).click()
  await page.getByRole('button', { name: 'Views' }).click()
  await page
    .getByRole('dialog')
    .getByText(/State: Failed/)
    .waitFor()
  expect(await codesOn(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('cart-')
  await page
    .getByRole('option', { name: /Completed/ })
    .first()
    .waitFor()
  expect(await codesOn(page)).toEqual([])
})
