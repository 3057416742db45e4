import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ConsoleApp, startConsoleApp } from '../helpers/console-app.ts'
import { ConsoleBrowser } from '../helpers/console-browser.ts'
import { expectHindi, HINDI } from '../helpers/hindi-page.ts'

/** The console in Hindi: every text of ours is Hindi. Names, ids, codes and what the provider wrote stay as they are. */
let app: ConsoleApp
let browser: ConsoleBrowser
let page: Page
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
  page = (await browser.open('/', HINDI)).page
})
afterAll(async () => {
  await browser?.closePages()
  await app?.close()
})

/** The pages of the merchant. The test tools (sandbox, playground, guide) and the samples of code are in English. */
const PATHS = [
  '/',
  '/orders',
  '/orders?state=FAILED',
  '/orders?q=cart',
  '/orders/$merchantOrderId',
  '/orders/$merchantOrderId/receipt',
  '/refunds',
  '/refund-files',
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
  await browser.goTo(page, shown)
  await page.waitForLoadState('networkidle')
  await expectHindi(page)
})

it.each(['/telemetry', '/account'])(
  'the page %s has no sentence of the gateway, which are in English',
  async (path) => {
    await browser.goTo(page, path)
    await page.waitForLoadState('networkidle')
    expect(await page.locator('#main [lang="en"]').allTextContents()).toEqual([])
  },
)
