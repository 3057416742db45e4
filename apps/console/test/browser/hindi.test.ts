import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type ConsoleApp, startConsoleApp } from '../helpers/console-app.ts'
import { ConsoleBrowser, DESKTOP } from '../helpers/console-browser.ts'

/** The console in Hindi: every text of ours is Hindi. Names, ids, codes and what the provider wrote stay as they are. */
let app: ConsoleApp
let browser: ConsoleBrowser
let ids: { order: string; callback: string }
beforeAll(async () => {
  app = await startConsoleApp()
  browser = new ConsoleBrowser(app)
  const { merchantOrderId } = await app.shop.payOrder()
  await app.shop.refund(merchantOrderId, 10_000)
  await app.shop.payOrder({ outcome: 'FAILURE', errorCode: 'ZM' })
  await app.shop.createOrder()
  const [callback] = await app.query<{ id: string }>('select "callbackId" as id from galla.callbacks limit 1')
  ids = { order: merchantOrderId, callback: callback?.id ?? '' }
  await browser.open('/')
  await browser.closePages()
})
afterEach(() => browser.closePages())
afterAll(() => app?.close())

const HINDI = { ...DESKTOP, locale: 'hi-IN' }

/** Words that Indian screens write in Latin letters. */
const LATIN =
  /\b(?:Galla|PhonePe|RuPay|Visa|Mastercard|UPI|UTR|VPA|QR|API|CSV|PDF|JSON|HTTPS?|URL|IDs?|IST|OTP|SDK|webhooks?|callbacks?|keys?|PostgreSQL|MT940|camt\.053|XML|IFSC|GMV|Ctrl|Esc|Enter|Shift|Alt|Tab|ms|s|min|h|k|L|Cr|B|kB|MB|GB)\b/gi

/** Texts of the page that have an English word, outside of code, ids, names and what others wrote. */
async function englishOn(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const others = 'code, pre, kbd, script, style, noscript, .font-mono, [translate="no"], [lang="en"]'
    const found: string[] = []
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const element = node.parentElement
      if (element && !element.closest(others)) found.push(node.textContent ?? '')
    }
    for (const named of document.querySelectorAll('[aria-label], [placeholder], [title]'))
      if (!named.closest(others))
        for (const name of ['aria-label', 'placeholder', 'title']) found.push(named.getAttribute(name) ?? '')
    return found
  })
  const isEnglish = (text: string) => /[a-z]{3,}/i.test(text.replace(LATIN, '').replace(/\S*[\d@_/:-]\S*/g, ''))
  return [...new Set(texts.map((text) => text.trim()).filter(isEnglish))]
}

/** The pages of the merchant. The test tools (sandbox, playground, guide) and the samples of code are in English. */
const PATHS = [
  '/',
  '/orders',
  '/orders?state=FAILED',
  '/orders?q=cart',
  '/orders/$merchantOrderId',
  '/refunds',
  '/refunds/files',
  '/subscriptions',
  '/disputes',
  '/finance?tab=totals',
  '/finance?tab=entries',
  '/finance?tab=settlements',
  '/webhooks',
  '/webhooks/$callbackId',
  '/api-log',
  '/deliveries',
  '/reconciliation',
  '/telemetry',
  '/health',
  '/users',
  '/api-keys',
  '/audit',
  '/erasure',
  '/account',
]

it.each(PATHS)('the page %s has no English sentence in Hindi', async (path) => {
  const shown = path.replace('$merchantOrderId', ids.order).replace('$callbackId', ids.callback)
  const { page } = await browser.open(shown, HINDI)
  await page.waitForLoadState('networkidle')
  expect(await page.locator('html').getAttribute('lang')).toBe('hi')
  expect(await englishOn(page)).toEqual([])
})
