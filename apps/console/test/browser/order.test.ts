import type { Order } from '@galla/contract/gateway-api/orders'
import { expectAccessible, expectReflow } from '@galla/testkit/page-assertions'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type ConsoleApp, startConsoleApp } from '../helpers/console-app.ts'
import { ConsoleBrowser, DARK, PHONE } from '../helpers/console-browser.ts'
import { until } from '../helpers/until.ts'

let app: ConsoleApp
let browser: ConsoleBrowser
let paid: Order
beforeAll(async () => {
  app = await startConsoleApp({ gateway: { on: { 'order.completed': () => undefined } } })
  browser = new ConsoleBrowser(app)
  paid = await app.shop.payOrder({ reference: 'kettle' })
})
afterEach(() => browser.closePages())
afterAll(() => app?.close())

const at = (order: Order, search = '') => `/orders/${order.merchantOrderId}${search}`

it('names the day and the zone of each time of the timeline and of the proof', async () => {
  const { page } = await browser.open(at(paid))
  await page.getByText(/^Timeline, all \d+ steps$/).click()
  await page.getByText(/^Why is this order /).click()
  await page.getByText('Each step was stored in the same transaction').waitFor()
  const times = page.locator('#main').getByText(/^\d\d:\d\d:\d\d\.\d{3}$/)
  const titles = await times.evaluateAll((all) => all.map((one) => one.getAttribute('title')))
  expect(titles.length).toBeGreaterThan(6)
  for (const title of titles) expect(title).toMatch(/^\d+ \w+ \d{4}, \d\d:\d\d:\d\d IST$/)
})

it('says of an order for the mobile SDK that it is paid in the app, and shows its token nowhere', async () => {
  const { order, token } = await app.shop.createOrder({ reference: 'in-the-app', checkout: 'MOBILE' })
  const { page } = await browser.open(at(order))
  await page.getByText('Mobile app: provider’s SDK').waitFor()
  await page.getByText(/^Timeline, all \d+ steps$/).click()
  await page.getByText('Create order for an app').first().waitFor()
  expect(token).toEqual(expect.any(String))
  expect(await page.content()).not.toContain(String(token))
})

it('shows the timeline, with the details of each entry', async () => {
  const { page } = await browser.open(at(paid))
  await page.getByRole('heading', { level: 1, name: 'kettle' }).waitFor()
  const milestones = page.getByRole('list', { name: 'Milestones' })
  await milestones.getByRole('button', { name: /^Completed:/ }).waitFor()
  expect(await milestones.getByText('API call ·').count()).toBe(0)
  await page.getByText(/^Timeline, all \d+ steps$/).click()
  const timeline = page.getByRole('list', { name: 'Timeline' })
  for (const kind of ['API call', 'Webhook', 'Status check', 'Decision', 'Event delivery']) {
    await timeline.getByText(`${kind} ·`).first().waitFor()
  }
  await expectAccessible(page)
  await timeline.getByRole('button', { name: /^Webhook checkout\.order\.completed/ }).click()
  const body = page.getByRole('region', { name: 'Body' })
  await body.getByText('"COMPLETED"').first().waitFor()
  expect(await body.textContent()).toContain('49900')
  await body.getByText('****').first().waitFor()
  expect(await body.getByRole('button', { name: /^Reveal/ }).count()).toBe(0)
  await timeline.getByRole('button', { name: /^Completed:/ }).click()
  await timeline.getByText('completed-by-status').waitFor()
  await timeline
    .getByRole('button', { name: /^Order completed, delivered/ })
    .first()
    .click()
  await timeline
    .getByRole('list', { name: 'Attempts' })
    .getByText(/^Attempt 1/)
    .waitFor()
  await timeline.getByRole('link', { name: 'Open this delivery' }).waitFor()
  await timeline.getByRole('button', { name: /^Completed:/ }).click()
  await timeline.getByText('completed-by-status').waitFor()
  expect(await timeline.getByText('Webhook 1', { exact: false }).count()).toBeGreaterThan(0)
  await expectAccessible(page)
  await page.reload()
  await timeline.getByText('completed-by-status').waitFor()
})

it('says first whether the order is paid, and shows the four steps to it', async () => {
  const { page } = await browser.open(at(paid))
  const result = page.getByRole('region', { name: 'Result' })
  await result.getByText(`Paid. Webhook and status API agree. UTR ${paid.utr}.`).waitFor()
  const steps = page.getByRole('list', { name: 'Steps' }).getByRole('listitem')
  await steps.filter({ hasText: 'Handler ran' }).waitFor()
  expect((await steps.allTextContents()).map((text) => text.replace(/\d.*|just now/, ''))).toEqual([
    'Created',
    'Sent to PhonePe',
    'Paid',
    'Handler ran',
  ])
  await expectAccessible(page)
})

it('says when an open order expires, and nothing of it once the order is closed', async () => {
  const { order } = await app.shop.createOrder()
  const { page } = await browser.open(at(order))
  const expires = page.getByRole('term').filter({ hasText: /^Expires$/ })
  await expires.waitFor()
  await app.shop.simulate(order.merchantOrderId, { outcome: 'FAILURE' })
  await expires.waitFor({ state: 'detached' })
})

it('shows what changed between its first read and the start of the live updates', async () => {
  const { order } = await app.shop.createOrder()
  const { page } = await browser.open('/health')
  let connect = () => {}
  const connected = new Promise<void>((resolve) => {
    connect = resolve
  })
  await page.route('**/api/live', async (route) => {
    await connected
    await route.continue()
  })
  await page.goto(`${app.url}${at(order)}`)
  const result = page.getByRole('region', { name: 'Result' })
  await result.getByText('No payment known yet.').waitFor()
  await app.shop.simulate(order.merchantOrderId)
  connect()
  await result.getByText('Paid. ').waitFor()
})

it('shows no past event as to come where the clock of the computer is behind', async () => {
  const { page } = await browser.open('/health')
  await page.addInitScript(() => {
    const now = Date.now
    Date.now = () => now() - 40_000
  })
  await page.goto(`${app.url}${at(await app.shop.payOrder())}`)
  const detail = (name: string) =>
    page
      .locator('dl > div')
      .filter({ has: page.getByText(name, { exact: true }) })
      .last()
  await detail('Recorded at').getByText('(just now)').waitFor()
  await detail('Created').getByText('(just now)').waitFor()
})

it('tells expired and cancelled orders from failed ones, on the page, in the list and in its views', async () => {
  const expired = (await app.shop.createOrder({ reference: 'too-late' })).order
  await fetch(`${app.sandbox.url}/_sandbox/orders/${expired.merchantOrderId}/expire`, { method: 'POST' })
  const cancelled = await app.shop.payOrder({ reference: 'changed-mind', outcome: 'FAILURE', errorCode: 'ZA' })
  await until('the gateway knows', async () => {
    await app.gateway.orders.sync(expired.merchantOrderId)
    return (await app.gateway.orders.get(expired.merchantOrderId))?.state === 'FAILED' || undefined
  })
  const { page } = await browser.open(at(expired))
  await page.getByRole('region', { name: 'Result' }).getByText('Expired: Not paid in time.').waitFor()
  await page.goto(`${app.url}${at(cancelled)}`)
  await page.getByRole('region', { name: 'Result' }).getByText('Cancelled by the payer.').waitFor()
  await page.getByRole('definition').filter({ hasText: 'UPI QR' }).waitFor()
  await page.getByText('Payment mode', { exact: true }).waitFor()
  expect(await page.getByText('Paid with').count()).toBe(0)
  await page.goto(`${app.url}/orders`)
  const row = (reference: string) => page.getByRole('row').filter({ hasText: reference })
  await row('too-late').getByText('Expired', { exact: true }).waitFor()
  await row('too-late').getByText('Not paid in time').waitFor()
  await row('changed-mind').getByText('Cancelled by the payer').waitFor()
  await page.getByRole('button', { name: 'Expired', exact: true }).click()
  await row('too-late').waitFor()
  await expect.poll(() => row('changed-mind').count()).toBe(0)
  await page.getByRole('button', { name: 'Failed', exact: true }).click()
  await expect.poll(() => row('too-late').count()).toBe(0)
})

it('explains why the order is paid, with the evidence of each step', async () => {
  const { page } = await browser.open(at(paid))
  await page.getByText('Why is this order paid?').click()
  const panel = page.locator('details[open]')
  await panel.getByText(/^It is paid\. A status check reports/).waitFor()
  await panel.getByText('Status check: COMPLETED, ₹499.00').waitFor()
  await expectAccessible(page)
  await panel.getByRole('link', { name: /^webhook \d+$/ }).click()
  await page.waitForURL('**/webhooks/*')
})

it('creates a partial refund once, and shows it until it is completed', async () => {
  const { page } = await browser.open(at(paid), PHONE)
  await page.getByRole('button', { name: 'Refund…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund' })
  await dialog.getByLabel('Amount in rupees').waitFor()
  // What is typed first replaces the whole amount.
  await page.keyboard.type('500')
  await dialog.getByText('At most ₹499.00 is refundable.').waitFor()
  await dialog.getByLabel('Amount in rupees').fill('150.50')
  await dialog.getByText('₹348.50 remains refundable.').waitFor()
  await dialog.getByRole('button', { name: 'Refund ₹150.50' }).click()
  await dialog.getByText('Choose why you refund it.').waitFor()
  await expect
    .poll(() =>
      dialog.getByLabel('Reason (required)').evaluate((field) => field === document.activeElement && field.ariaInvalid),
    )
    .toBe('true')
  expect((await app.gateway.refunds.list()).rows).toEqual([])
  await expectReflow(page)
  await expectAccessible(page)
  await dialog.getByLabel('Reason').selectOption('Damaged')
  // A double click sends one refund.
  await dialog.getByRole('button', { name: 'Refund ₹150.50' }).dblclick()
  await dialog.getByText('Refunded', { exact: true }).waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByText('₹348.50').waitFor()
  const { rows } = await app.gateway.refunds.list()
  expect(rows).toMatchObject([{ amount: 15_050, state: 'COMPLETED', origin: 'console' }])
})

it('sends a refund again with the same id after a lost response', async () => {
  const { page, issues } = await browser.open(at(paid))
  await page.getByRole('button', { name: 'Refund…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund' })
  await dialog.getByLabel('Amount in rupees').fill('10')
  await dialog.getByLabel('Reason').selectOption('Goodwill')
  const sent: string[] = []
  await page.route('**/refunds', async (route) => {
    sent.push(route.request().postDataJSON().merchantRefundId)
    if (sent.length > 1) return route.continue()
    // The request reaches the gateway; the response is lost.
    await route.fetch()
    return route.abort()
  })
  await dialog.getByRole('button', { name: 'Refund ₹10.00' }).click()
  await dialog.getByText(/Sending it again is safe/).waitFor()
  await dialog.getByRole('button', { name: 'Refund ₹10.00' }).click()
  await dialog.getByText('Refunded', { exact: true }).waitFor()
  expect(new Set(sent).size).toBe(1)
  const tens = (await app.gateway.refunds.list()).rows.filter(({ amount }) => amount === 1_000)
  expect(tens).toHaveLength(1)
  expect(issues.errors.splice(0)).toEqual([expect.stringContaining('ERR_FAILED')])
})

it('explains a failure and what to do', async () => {
  const failed = await app.shop.payOrder({ outcome: 'FAILURE', errorCode: 'ZM' })
  const { page } = await browser.open(at(failed), DARK)
  await page.getByText('The UPI PIN was wrong.').waitFor()
  await page.getByText(/The payer can pay again in your shop/).waitFor()
  expect(await page.getByRole('button', { name: 'Refund…' }).count()).toBe(0)
  await expectAccessible(page)
})

it('syncs the status, and adds it to the timeline', async () => {
  const { order } = await app.shop.createOrder({ reference: 'slow-payer' })
  const { page } = await browser.open(at(order))
  await page.locator('#main header').getByText('Pending').waitFor()
  await page.getByRole('button', { name: 'Check status' }).click()
  await page.getByText('Status checked. No change: Pending.').waitFor()
  const timeline = page.getByRole('list', { name: 'Timeline' })
  await page.getByRole('list', { name: 'Milestones' }).getByText('Checked the status').waitFor()
  await page.getByText(/^Timeline, all/).click()
  await timeline.getByText('Status check ·').waitFor()
  const buttons = page.locator('#main header').getByRole('button', { name: /^(?:Check status|Copy message)/ })
  const before = await buttons.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x))
  await app.shop.simulate(order.merchantOrderId)
  await page.locator('#main header').getByText('Completed').waitFor()
  await page.getByRole('link', { name: 'Receipt' }).waitFor()
  expect(before).toHaveLength(2)
  expect(await buttons.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x))).toEqual(before)
})

it('resolves the review of an order with a note', async () => {
  const { order } = await app.shop.createOrder({ reference: 'odd-amount' })
  await app.query(`update galla.orders set "needsReview" = $2 where "merchantOrderId" = $1`, [
    order.merchantOrderId,
    {
      reason: 'amount-mismatch',
      findings: [{ code: 'amount-mismatch', key: 'amount-mismatch', ours: 49_900, theirs: 100 }],
      sinceMs: Date.now(),
    },
  ])
  const { page } = await browser.open(at(order))
  await page.getByText('This order needs review.').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Resolve review…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Resolve review' })
  await dialog.getByText('order.completed is sent to your handlers').waitFor()
  await dialog.getByText('Nothing is refunded by this.').waitFor()
  await dialog.getByRole('button', { name: 'Resolve review' }).click()
  await dialog.getByText(/^Enter what you found/).waitFor()
  await dialog.getByLabel('Result of the review').fill('The dashboard shows 499.')
  await dialog.getByRole('button', { name: 'Resolve review' }).click()
  await page.getByText('This order needs review.').waitFor({ state: 'detached' })
  await page.getByText('The dashboard shows 499.').waitFor()
})

it('says on a phone what is wrong before the buttons', async () => {
  const { page } = await browser.open(at(paid), PHONE)
  const top = async (one: ReturnType<typeof page.locator>) => (await one.boundingBox())?.y ?? 0
  const result = page.getByRole('region', { name: 'Result' })
  const button = page.getByRole('button', { name: 'Check status' })
  expect(await top(result)).toBeLessThan(await top(button))
  await expectReflow(page)
})

it('makes no decision about a review that has changed since it was read, and shows the new one', async () => {
  const { order } = await app.shop.createOrder({ reference: 'changed-review' })
  const review = (code: string) =>
    app.query(`update galla.orders set "needsReview" = $2, "version" = "version" + 1 where "merchantOrderId" = $1`, [
      order.merchantOrderId,
      { reason: code, findings: [{ code, key: code, ours: 49_900, theirs: 100 }], sinceMs: Date.now() },
    ])
  await review('amount-mismatch')
  const { page, issues } = await browser.open(at(order))
  await page.getByRole('button', { name: 'Resolve review…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Resolve review' })
  await dialog.getByLabel('Result of the review').fill('The dashboard shows 499.')
  await review('short-payment')
  await dialog.getByRole('button', { name: 'Resolve review' }).click()
  await page.getByText('The review has changed since you read it.').waitFor()
  await expect.poll(() => issues.errors.splice(0).join()).toContain('409')
  expect(await dialog.count()).toBe(0)
  await page.getByText('The completed attempt has').waitFor()
  await expectAccessible(page)
  // Read again, it can be resolved.
  await page.getByRole('button', { name: 'Resolve review…' }).click()
  await dialog.getByLabel('Result of the review').fill('The bank confirms the amount.')
  await dialog.getByRole('button', { name: 'Resolve review' }).click()
  await page.getByText('This order needs review.').waitFor({ state: 'detached' })
  expect(await page.getByText('The review has changed since you read it.').count()).toBe(0)
})

it('offers no refund before the review of a payment that may have been taken back', async () => {
  const { merchantOrderId } = await app.shop.payOrder()
  const review = (code: string) =>
    app.query(`update galla.orders set "needsReview" = $2 where "merchantOrderId" = $1`, [
      merchantOrderId,
      { reason: code, findings: [{ code, key: code }], sinceMs: Date.now() },
    ])
  await review('short-payment')
  const { page } = await browser.open(`/orders/${merchantOrderId}?action=refund`)
  const refund = page.getByRole('button', { name: 'Refund…' })
  await page.getByText('Resolve the review first: the provider may have taken the payment back').waitFor()
  expect(await refund.isDisabled()).toBe(true)
  expect(await page.getByRole('dialog').count()).toBe(0)
  await expectAccessible(page)
  await review('automatic-refund-failed')
  await page.reload()
  await page.getByText('Meanwhile you can refund it yourself, here under a new id').waitFor()
  expect(await refund.isDisabled()).toBe(false)
})

it('masks the metadata, and logs that it was revealed', async () => {
  const { order } = await app.gateway.orders.start({
    reference: 'with-metadata',
    amount: paid.amount,
    checkout: 'STANDARD',
    redirectUrl: `${app.origin}/thanks`,
    metaInfo: { udf1: 'ravi@example.net' },
  })
  const { page } = await browser.open(at(order))
  const metadata = page.getByRole('region', { name: 'metaInfo' })
  await metadata.getByText('****').waitFor()
  expect(await page.content()).not.toContain('ravi@example.net')
  await metadata.getByRole('button', { name: /^Reveal/ }).click()
  await page.getByLabel('Reason').fill('ticket 4711')
  await page.getByRole('button', { name: 'Reveal the value' }).click()
  await metadata.getByText('ravi@example.net').waitFor()
  const audit = await app.query<{ what: string }>(`select "what" from galla.audit where "id" = $1`, [
    order.merchantOrderId,
  ])
  expect(audit.map(({ what }) => what)).toContain('revealed')
})

it('lists the other orders of the same reference', async () => {
  const first = await app.shop.payOrder({ reference: 'twice', outcome: 'FAILURE', errorCode: 'ZM' })
  const second = await app.shop.payOrder({ reference: 'twice' })
  const { page } = await browser.open(at(second), PHONE)
  const siblings = page.locator('section').filter({ hasText: 'Other orders of twice' })
  await siblings.getByText('Failed').waitFor()
  await expectReflow(page)
  await siblings.getByRole('link').click()
  await page.waitForURL(`**/orders/${first.merchantOrderId}`)
})

it('shows an unknown id as order not found', async () => {
  const { page, issues } = await browser.open('/orders/o-unknown')
  await page.getByText('Order not found').waitFor()
  // The start of the live updates reads the order again when it comes after the first read.
  expect([...new Set(issues.errors.splice(0))]).toEqual([expect.stringContaining('404')])
})
