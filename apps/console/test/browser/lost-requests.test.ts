import { readFileSync } from 'node:fs'
import type { Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ConsoleApp } from '../helpers/console-app.ts'
import { ConsoleBrowser } from '../helpers/console-browser.ts'
import { startSubscriptionApp } from '../helpers/sample-subscriptions.ts'

/** Every page, while the requests for its data fail: it says so, and offers to ask again. */
let app: ConsoleApp
let browser: ConsoleBrowser
beforeAll(async () => {
  app = await startSubscriptionApp()
  browser = new ConsoleBrowser(app)
})
afterEach(() => browser.closePages())
afterAll(() => app?.close())

const ROUTER = readFileSync(new URL('../../src/router.tsx', import.meta.url), 'utf8')
const PATHS = [...ROUTER.matchAll(/path: '([^']+)'/g)].map(([, path = '']) => path.replace(/\$\w+/, 'o-1'))
/** Pages that show something before they have read anything. */
const WITHOUT_DATA = ['/reconciliation', '/erasure']

const json = (status: number, body: string) => (route: Route) =>
  route.fulfill({ status, contentType: 'application/json', body })

describe('a page whose request is answered with 500', () => {
  let own: ConsoleBrowser
  let opened: Awaited<ReturnType<ConsoleBrowser['open']>>
  beforeAll(async () => {
    own = new ConsoleBrowser(app)
    opened = await own.open('/telemetry')
    await opened.page.route(
      (url) => url.href.startsWith(`${app.url}/api/`) && !/\/api\/(?:session|live|about)$/.test(url.pathname),
      json(500, '{"code":"INTERNAL","message":"Internal error; see the log."}'),
    )
  })
  afterAll(() => own?.closePages())

  it.each(PATHS)('at %s shows no skeleton for ever and no white page, and can be asked again', async (path) => {
    const { page, issues } = opened
    await own.goTo(page, path)
    const main = page.locator('#main')
    await expect.poll(() => main.getByRole('status', { name: /^Loading/ }).count()).toBe(0)
    await main.locator('h1').waitFor()
    if (!WITHOUT_DATA.includes(path)) {
      const note = main.getByRole('alert').first()
      await note.waitFor()
      expect(await note.textContent()).toMatch(/could not be (?:loaded|shown|read)/)
      await main.getByRole('button', { name: 'Try again' }).first().waitFor()
    }
    issues.errors.splice(0)
  })
})

it('a request that changes something and is not answered is not said to be refused', async () => {
  const { merchantOrderId } = await app.shop.payOrder()
  const { page, issues } = await browser.open(`/orders/${merchantOrderId}`)
  await page.route(`**/api/orders/${merchantOrderId}/sync`, (route) => route.abort())
  await page
    .getByRole('button', { name: /Check status/ })
    .first()
    .click()
  await page.getByText(/may have been done/).waitFor()
  issues.errors.splice(0)
})

it('an environment that is not known is not shown as one in which no money moves', async () => {
  const { page, issues } = await browser.open('/health')
  await page.route('**/api/about', json(500, '{"code":"INTERNAL","message":"Internal error; see the log."}'))
  await page.reload()
  await page.getByText('It is not known whether payments are real').waitFor()
  await page.unroute('**/api/about')
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await page.getByText('Test mode', { exact: true }).waitFor()
  issues.errors.splice(0)
})
