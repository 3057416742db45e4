import { expectAccessible, expectReflow } from '@galla/testkit/page-assertions'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type ConsoleApp, startConsoleApp } from '../helpers/console-app.ts'
import { ConsoleBrowser, DARK, PHONE } from '../helpers/console-browser.ts'
import { until } from '../helpers/until.ts'

let app: ConsoleApp
let browser: ConsoleBrowser
let handlerFails = true
let runs = 0
beforeAll(async () => {
  const on = {
    'order.completed': () => {
      runs += 1
      if (handlerFails) throw new Error('the printer is offline')
    },
  }
  app = await startConsoleApp({ gateway: { on } })
  browser = new ConsoleBrowser(app)
})
afterEach(() => browser.closePages())
afterAll(() => app?.close())

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const check = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Checks' }).getByRole('listitem').filter({ hasText: name })

it('shows passing checks, queues and workers', async () => {
  const { page } = await browser.open('/health')
  await page.getByText('All checks pass.').waitFor()
  await page.getByRole('cell', { name: /^\d+ s ago$/ }).waitFor()
  expect(await page.getByRole('row').filter({ hasText: 'Webhook queue' }).textContent()).toMatch(/0–$/)
  await expectAccessible(page)
})

it('shows calls to the provider that fail, and the fault of the sandbox that makes them fail', async () => {
  await app.sandbox.setFaults({ rules: [{ kind: 'status', status: 500, endpoints: ['standardPay'] }] })
  await app.shop.createOrder().catch(() => undefined)
  const { page } = await browser.open('/')
  const band = page.getByRole('region', { name: 'Environment' })
  await band.getByText('Fault on: All “Create payment” calls are answered with 500').waitFor()
  await expectAccessible(page)
  const item = page
    .getByRole('region', { name: 'Needs attention' })
    .getByRole('link', { name: /^Provider answers errors/ })
  await item.getByText(/\d of the last \d Create payment calls failed/).waitFor()
  await page.goto(`${app.url}/health`)
  await page.getByText('Calls to the provider fail.').waitFor()
  await page.getByText(/\d of the last \d Create payment calls failed/).waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Failed calls in the API log' }).click()
  await page
    .getByRole('cell', { name: /Provider error/ })
    .first()
    .waitFor()
  await band.getByRole('link', { name: /^Fault on/ }).click()
  await page.getByText('Faults on').first().waitFor()
  await app.sandbox.setFaults({})
  await app.query('delete from galla.calls')
  await band.getByText('Fault on').waitFor({ state: 'detached' })
})

it('links a failed check to the failed delivery, which can be retried', async () => {
  const { merchantOrderId } = await app.shop.payOrder()
  await until('the handler has failed', async () => {
    const [failed] = await app.query('select 1 from galla.deliveries where "lastError" is not null')
    return failed
  })
  await app.query(`update galla.deliveries set "state" = 'failed', "nextAttemptAtMs" = null where "state" = 'waiting'`)
  const { page } = await browser.open('/health')
  await check(page, 'Reviews').getByText('Needs review').waitFor()
  await check(page, 'Reviews')
    .getByText(/^Needs attention: 1 failed deliver/)
    .waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Event deliveries in review' }).click()
  await row(page, 'the printer is offline').locator('[data-row]').press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Event delivery' })
  await dialog.getByText('Error: the printer is offline').first().waitFor()
  await dialog.getByText(merchantOrderId).first().waitFor()
  await expectAccessible(page)
  handlerFails = false
  const before = runs
  await dialog.getByRole('button', { name: 'Retry now' }).click()
  const toast = page.locator('[popover]').filter({ hasText: 'The delivery is retried now.' }).getByRole('paragraph')
  const boxOf = async (one: typeof toast) => (await one.boundingBox()) ?? { x: 0, width: 0 }
  const [shown, over] = [await boxOf(toast), await boxOf(dialog)]
  // At the right as without a dialog, and beside it.
  expect(shown.x).toBeGreaterThanOrEqual(over.x + over.width)
  await dialog.getByText('Delivered once.').waitFor()
  expect(runs).toBe(before + 1)
  const history = dialog.getByRole('list', { name: 'Attempts' }).getByRole('listitem')
  await expect.poll(() => history.first().textContent()).toMatch(/^Attempt 1 .*took .*Done$/)
  const failure = history.last()
  expect(await failure.textContent()).toMatch(/^Attempt 1 .*Failed.*the printer is offline.*Next attempt after 1 s, /)
  await expectAccessible(page)
  expect(await dialog.getByRole('button', { name: 'Retry now' }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.getByText('No delivery needs review').waitFor()
})

it('lists event deliveries by state, on a phone as well', async () => {
  const { page } = await browser.open('/deliveries', PHONE)
  await row(page, 'Order completed').getByText('Done', { exact: true }).waitFor()
  await expectReflow(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Waiting' }).click()
  await page.getByText('No delivery is waiting').waitFor()
  expect(new URL(page.url()).search).toBe('?state=waiting')
})

it('shows the error of a delivery whole on a screen of 1,280 pixels', async () => {
  const { page } = await browser.open('/health')
  const lastError = 'Error: The parcel service is not reachable. Press Retry now.'
  await page.route(/\/api\/deliveries/, async (route) => {
    const response = await route.fetch()
    const reply = await response.json()
    const rows = reply.rows.map((one: object) => ({ ...one, state: 'waiting', lastError }))
    await route.fulfill({ response, json: { ...reply, rows } })
  })
  await page.goto(`${app.url}/deliveries`)
  const result = page.getByRole('cell').getByText(lastError).first()
  const cut = await result.evaluate((element) => {
    const boxes = [element, element.closest('.truncate') ?? element]
    return boxes.some((box) => box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight)
  })
  expect(cut).toBe(false)
  await row(page, lastError).first().getByText('your handler').waitFor()
  await expectAccessible(page)
})

it.each(['/deliveries', '/webhooks', '/api-log', '/orders'])(
  'shows the times of %s whole on a screen of 1,280 pixels',
  async (path) => {
    const { page } = await browser.open(path)
    const times = page.locator('[role=cell] time')
    await times.first().waitFor()
    const cut = await times.evaluateAll((all) =>
      all
        .filter((time) => {
          const cell = time.closest('[role=cell] .truncate') ?? time
          return cell.scrollWidth > cell.clientWidth
        })
        .map(({ textContent }) => textContent),
    )
    expect(cut).toEqual([])
  },
)

it('shows that no telemetry was sent, and its counts when some was', async () => {
  const { page } = await browser.open('/telemetry', { ...PHONE, colorScheme: 'dark' })
  await page.getByText('No report was sent since this process started.').waitFor()
  // Telemetry counts in PRODUCTION only, so the response is mocked.
  await page.route('**/api/telemetry', (route) => route.fulfill({ json: { sent: 123_456, failed: 20, dropped: 3 } }))
  await page.reload()
  await page.getByText('The client sends reports to the provider.').waitFor()
  const counted = page.locator('dl > div')
  expect(await counted.allTextContents()).toEqual([
    expect.stringMatching(/^Sent1,23,456Accepted/),
    expect.stringMatching(/^Failed20Not accepted/),
    expect.stringMatching(/^Dropped3The queue/),
  ])
  await expectReflow(page)
  await expectAccessible(page)
})

it('shows when the gateway is unreachable, and recovers', async () => {
  const { page, issues } = await browser.open('/deliveries', DARK)
  await row(page, 'Order completed').waitFor()
  // Without live events the list recovers only by the button, not on its own at the same time.
  await page.route('**/api/live', (route) => route.abort())
  app.setUnreachable(true)
  await page.getByRole('button', { name: 'Needs review' }).click()
  await page.getByText('The gateway does not answer. Is it still running?').waitFor()
  await expectAccessible(page)
  app.setUnreachable(false)
  await page.locator('#main').getByRole('button', { name: 'Try again' }).click()
  await page.getByText('No delivery needs review').waitFor()
  expect(issues.errors.every((text) => /net::ERR_|Failed to load resource|Failed to fetch/.test(text))).toBe(true)
  issues.errors.length = 0
})
