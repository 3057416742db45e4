import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ConsoleApp, startConsoleApp } from '@galla/console/test/console-app.ts'
import { ConsoleBrowser, DARK, DESKTOP, PHONE } from '@galla/console/test/console-browser.ts'
import { expectAccessible, expectReflow } from '@galla/testkit/page-assertions'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'

const TESTS = join(import.meta.dirname, '../../../../examples/payment-tests')
const thrownFor = new Set<string>()
/** While false, the handler throws at every attempt. */
let isReachable = true
const HANDLERS = {
  'order.completed': ({ order }: { order: { merchantOrderId: string; reference: string } }) => {
    if (!order.reference.startsWith('guide-failing-handler-')) return
    if (isReachable && thrownFor.has(order.merchantOrderId)) return
    thrownFor.add(order.merchantOrderId)
    throw new Error('The parcel service is not reachable')
  },
  'order.failed': () => undefined,
  'refund.completed': () => undefined,
}

let app: ConsoleApp
let browser: ConsoleBrowser
beforeAll(async () => {
  app = await startConsoleApp({ gateway: { on: HANDLERS } })
  browser = new ConsoleBrowser(app)
})
afterEach(() => browser.closePages())
afterAll(() => app?.close())

const guide = (page: Page) => page.locator('#main')
const title = (page: Page) => page.getByRole('heading', { level: 1, name: 'Guide', exact: true })
const step = (page: Page, title: string) =>
  guide(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2, name: new RegExp(`^\\d. ${title}(?: \\(done\\))?$`) }) })

interface Case {
  title: string
  action: string
  file: string
  /** The state that the step ends in. */
  ends: string
  /** Lines of the timeline. */
  lines: readonly RegExp[]
}

const CASES: readonly Case[] = [
  {
    title: 'Pay',
    action: 'Make a payment',
    file: 'pay',
    ends: 'Completed',
    lines: [/Order created/, /Webhook checkout\.order\.completed/, /[Ss]tatus/, /delivered to .*: done/],
  },
  {
    title: 'Fail',
    action: 'Make a payment fail',
    file: 'fail',
    ends: 'Failed',
    lines: [/Order created/, /Webhook checkout\.order\.failed/, /delivered to .*: done/],
  },
  {
    title: 'Late payment',
    action: 'Make a late payment',
    file: 'late-payment',
    ends: 'Paid too late, refunded automatically.',
    lines: [/Webhook checkout\.order\.failed/, /Webhook checkout\.order\.completed/, /₹499\.00: Refunded/],
  },
  {
    title: 'Paid twice',
    action: 'Pay twice',
    file: 'second-payment',
    ends: 'Paid twice',
    lines: [/Webhook checkout\.order\.completed/, /₹499\.00: Refunded/],
  },
  {
    title: 'Refund',
    action: 'Refund half',
    file: 'refund',
    ends: 'Refunded',
    lines: [/₹249\.50: Refunded/, /Webhook pg\.refund\.completed/, /delivered to .*: done/],
  },
  {
    title: 'Failing handler',
    action: 'Pay with a failing handler',
    file: 'failing-handler',
    ends: 'Completed',
    lines: [/delivered to .*: done, after 2 attempts/],
  },
  {
    title: 'Review',
    action: 'Make an order for review',
    file: 'review',
    ends: 'Needs review',
    lines: [/₹901\.01: Failed/],
  },
]

it('leads through eight cases with one press each, and copies the test of each', async () => {
  const { page } = await openGuide({ ...DESKTOP, reducedMotion: 'reduce' })
  await expectAccessible(page)
  const refund = step(page, 'Refund').getByRole('button', { name: 'Refund half' })
  expect(await refund.isDisabled()).toBe(true)
  expect(await refund.getAttribute('aria-describedby')).not.toBeNull()
  await step(page, 'Refund').getByText('Do step 1 first.').waitFor()

  for (const { title, action, file, ends, lines } of CASES) {
    const one = step(page, title)
    await one.getByRole('button', { name: action, exact: true }).click()
    await one.getByRole('status').getByText(ends, { exact: false }).first().waitFor()
    const timeline = one.getByRole('list', { name: `${title}: timeline` })
    if (file === 'late-payment') {
      await one.getByRole('status').getByText('Paid late', { exact: true }).waitFor()
      expect(await one.getByRole('status').getByText('Completed').count()).toBe(0)
    }
    for (const line of lines) await timeline.getByRole('listitem').filter({ hasText: line }).first().waitFor()
    await one.getByRole('heading', { name: `${title} (done)` }).waitFor()
    await expectCopied(page, title, file)
  }

  const lost = step(page, 'Lost webhook')
  await lost.getByRole('button', { name: 'Lose a webhook' }).click()
  await lost.getByText('The webhook was lost.').waitFor()
  await lost.getByText(/^The next status poll is at \d\d:\d\d:\d\d IST\./).waitFor()
  await lost.getByRole('button', { name: 'Check status' }).click()
  await lost.getByRole('status').getByText('Completed').waitFor()
  expect(await lost.getByRole('list').last().textContent()).not.toContain('Webhook')
  await lost.getByRole('status').getByText('The status API reports it; no webhook has arrived.').waitFor()
  await expectCopied(page, 'Lost webhook', 'lost-webhook')

  // The steps before the last one are folded, and the guide says what comes next.
  expect(await step(page, 'Pay').getByRole('button', { name: 'Make a payment' }).count()).toBe(0)
  await expectCopied(page, 'Pay', 'pay')
  const order = step(page, 'Pay').getByRole('link', { name: 'Open the order of step Pay' })
  expect(await order.getAttribute('href')).toMatch(/\/orders\/o-/)
  await guide(page).getByText('These were all eight.').waitFor()

  expect(app.sandbox.deliveries().filter(({ fault }) => fault === 'drop')).toHaveLength(1)
  await expectAccessible(page)
  const { rows } = await app.gateway.orders.list()
  expect(rows.map(({ state, resolution, refundedAmount }) => [state, resolution, refundedAmount])).toEqual([
    ['COMPLETED', 'fulfil', 0],
    ['COMPLETED', 'late-refund', 0],
    ['COMPLETED', 'fulfil', 0],
    ['COMPLETED', 'duplicate-refund', 49_900],
    ['COMPLETED', 'fulfil', 0],
    ['COMPLETED', 'late-refund', 49_900],
    ['FAILED', undefined, 0],
    ['COMPLETED', 'fulfil', 24_950],
  ])

  await page.reload()
  await step(page, 'Late payment').getByRole('heading', { name: 'Late payment (done)' }).waitFor()
  await step(page, 'Pay').getByRole('button', { name: 'Show step 1' }).click()
  await step(page, 'Pay').getByRole('button', { name: 'Make a payment' }).click()
  await expect.poll(async () => (await app.gateway.orders.list()).rows.length).toBe(9)
  const newest = (await app.gateway.orders.list()).rows[0]?.merchantOrderId
  // Until then the step shows the order of its first run, and its lines move when that one is replaced.
  await step(page, 'Pay').locator(`a[href$="/orders/${newest}"]`).waitFor()
  await step(page, 'Pay').getByRole('heading', { name: 'Pay (done)' }).waitFor()
  await step(page, 'Pay').getByRole('link', { name: 'Open the order' }).click()
  await page.getByRole('heading', { level: 1, name: /^guide-pay-/ }).waitFor()
})

async function expectCopied(page: Page, title: string, file: string): Promise<void> {
  await step(page, title).getByRole('button', { name: 'Copy as a Vitest test' }).click()
  await step(page, title).getByText('Copied', { exact: true }).waitFor()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe(readFileSync(join(TESTS, `${file}.test.ts`), 'utf8'))
}

it('leads to the failed delivery, which a person retries while it waits for its next attempt', async () => {
  const { page } = await openGuide(DESKTOP)
  isReachable = false
  await step(page, 'Failing handler').getByRole('button', { name: 'Pay with a failing handler' }).click()
  await step(page, 'Failing handler').getByRole('link', { name: 'Open it and press Retry now' }).click()
  const dialog = page.getByRole('dialog', { name: 'Event delivery' })
  await dialog.getByText('Retrying', { exact: true }).waitFor()
  // A worker's own attempt at the same moment would refuse that of the person.
  await expect
    .poll(() =>
      app.query(`update galla.deliveries set "nextAttemptAtMs" = "nextAttemptAtMs" + 3600000
      where "state" = 'waiting' and "attempts" > 0 and "leasedUntil" is null returning 1`),
    )
    .toHaveLength(1)
  isReachable = true
  await dialog.getByRole('button', { name: 'Retry now' }).click()
  await dialog.getByText(/^Delivered at attempt \d\./).waitFor()
  await expectAccessible(page)
})

it('is one press away from the overview when orders exist, until the line is closed', async () => {
  const { page } = await browser.open('/')
  const open = page.getByRole('link', { name: 'Getting-started guide' })
  await page.getByRole('region', { name: 'Gross volume', exact: true }).waitFor()
  const top = async (one: typeof open) => (await one.boundingBox())?.y ?? 0
  expect(await top(open)).toBeLessThan(await top(page.getByRole('region', { name: 'Gross volume', exact: true })))
  await expectAccessible(page)
  await open.click()
  await title(page).waitFor()
  await page.goBack()
  await page.getByRole('region', { name: 'Gross volume', exact: true }).waitFor()
  expect(await open.count()).toBe(0)
})

it('leaves the overview when its line is closed, and is always in the navigation', async () => {
  const { page } = await browser.open('/')
  const open = page.getByRole('link', { name: 'Getting-started guide' })
  await open.waitFor()
  await page.getByRole('button', { name: 'Do not show the guide here' }).click()
  await open.waitFor({ state: 'detached' })
  await page.goto(`${app.url}/orders`)
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Guide' }).click()
  await title(page).waitFor()
  expect(page.url()).toBe(`${app.url}/test-tools/guide`)
})

it('is in the navigation of a phone', async () => {
  const { page } = await browser.open('/orders', PHONE)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('dialog', { name: 'All pages' }).getByRole('link', { name: 'Guide' }).click()
  await title(page).waitFor()
  await expectReflow(page)
})

it('is where an address of the test tools leads that has no page', async () => {
  const { page } = await browser.open('/test-tools')
  await title(page).waitFor()
  expect(page.url()).toBe(`${app.url}/test-tools/guide`)
})

it('is found by the command menu', async () => {
  const { page } = await browser.open('/')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search pages, actions and ids' }).fill('getting started')
  await page.keyboard.press('Enter')
  await title(page).waitFor()
})

it('says what failed and where to look, and tries again', async () => {
  const { page, issues } = await openGuide(DESKTOP)
  await app.sandbox.setFaults({ rules: [{ kind: 'status', status: 400, endpoints: ['standardPay'], times: 1 }] })
  await step(page, 'Pay').getByRole('button', { name: 'Make a payment' }).click()
  const alert = step(page, 'Pay').getByRole('alert')
  await alert.getByText('The step “Pay” did not finish.').waitFor()
  await step(page, 'Pay').getByRole('link', { name: 'faults of the sandbox' }).waitFor()
  await expectAccessible(page)
  await alert.getByRole('button', { name: 'Try again' }).click()
  await step(page, 'Pay').getByRole('heading', { name: 'Pay (done)' }).waitFor()
  await app.sandbox.setFaults({})
  issues.errors.splice(0)
})

it.each([
  ['on a phone', PHONE],
  ['in dark mode', DARK],
  ['on a phone in dark mode', { ...PHONE, colorScheme: 'dark' as const }],
])('is accessible %s, and its steps can be done by keyboard', async (_, device) => {
  const { page } = await openGuide({ ...device, reducedMotion: 'reduce' })
  await step(page, 'Fail').getByRole('button', { name: 'Make a payment fail' }).focus()
  await page.keyboard.press('Enter')
  await step(page, 'Fail').getByRole('heading', { name: 'Fail (done)' }).waitFor()
  await page.reload()
  await step(page, 'Fail').getByRole('button', { name: 'Show step 2' }).waitFor()
  await step(page, 'Fail').getByRole('link', { name: 'Open the order of step Fail' }).waitFor()
  await expectReflow(page)
  await expectAccessible(page)
})

it('is in English, frame and all, in a browser that asks for Hindi', async () => {
  const { page } = await openGuide({ ...DESKTOP, locale: 'hi-IN' })
  expect(await page.locator('html').getAttribute('lang')).toBe('en')
  expect(await page.locator('body').textContent()).not.toMatch(/\p{Script=Devanagari}/u)
  expect(await page.getByLabel('Language').count()).toBe(0)
})

async function openGuide(device: Parameters<ConsoleBrowser['open']>[1]) {
  const opened = await browser.open('/test-tools/guide', device)
  await title(opened.page).waitFor()
  return opened
}

it.each([
  ['in PRODUCTION', { about: { environment: 'PRODUCTION', sandbox: false } }],
  ['to a role without the playground', { role: 'viewer' }],
])('is not offered %s', async (_, { about, role }: { about?: object; role?: string }) => {
  const { page } = await browser.open('/')
  await page.route(/\/api\/(?:about|session)$/, async (route) => {
    const response = await route.fetch()
    const reply = await response.json()
    const changed = route.request().url().endsWith('about')
      ? { ...reply, ...about }
      : { ...reply, user: { ...reply.user, ...(role === undefined ? {} : { role }) } }
    await route.fulfill({ response, json: changed })
  })
  await page.reload()
  await page.getByRole('region', { name: 'Gross volume', exact: true }).waitFor()
  expect(await page.getByRole('link', { name: /[Gg]uide/ }).count()).toBe(0)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search pages, actions and ids' }).fill('getting started')
  await page.getByText('Nothing found: no page, action or record matches.').waitFor()
})
