import { readFile } from 'node:fs/promises'
import { expectAccessible, expectReflow } from '@galla/testkit/page-assertions'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type ConsoleApp, startConsoleApp } from '../helpers/console-app.ts'
import { ConsoleBrowser, DARK, DESKTOP, PHONE } from '../helpers/console-browser.ts'

let app: ConsoleApp
let browser: ConsoleBrowser
beforeAll(async () => {
  app = await startConsoleApp()
  browser = new ConsoleBrowser(app)
  await app.shop.payOrder({ reference: 'assam', amount: 49_900 })
  await app.shop.payOrder({ reference: 'kettle', amount: 2_50_000_00 })
  await app.shop.payOrder({ reference: 'nilgiri', outcome: 'FAILURE', errorCode: 'ZM' })
})
afterEach(() => browser.closePages())
afterAll(() => app?.close())

/** Older records may be deleted. */
const HOUR_MS = 3_600_000

const row = (page: Page, reference: string) => page.getByRole('row').filter({ hasText: reference })

it('shows a new order and its changes live', async () => {
  const { page } = await browser.open('/orders')
  await row(page, 'assam').waitFor()
  const loads: string[] = []
  page.on('framenavigated', (frame) => loads.push(frame.url()))
  const { order } = await app.shop.createOrder({ reference: 'live-tea' })
  await row(page, 'live-tea').getByText('Pending', { exact: true }).waitFor()
  expect(await page.locator('[data-row]').first().textContent()).toContain('live-tea')
  await app.shop.simulate(order.merchantOrderId)
  await row(page, 'live-tea').getByText('Completed', { exact: true }).waitFor()
  expect(loads).toEqual([])
})

it('shows the exact time of the row that has the focus, also to screen readers', async () => {
  const { page } = await browser.open('/orders')
  await row(page, 'assam').waitFor()
  await page.keyboard.press('j')
  const tooltip = page.getByRole('tooltip')
  await tooltip.getByText(/^\d+ \w+ \d{4}, \d\d:\d\d:\d\d IST$/).waitFor()
  const focused = page.locator('[data-row]:focus')
  expect(await focused.getAttribute('aria-describedby')).toBe(await tooltip.getAttribute('id'))
  await expectAccessible(page)
  await page.locator('h1').click()
  await tooltip.waitFor({ state: 'detached' })
})

it('keeps the filters in the address, over a reload and in the CSV file', async () => {
  const { page } = await browser.open('/orders')
  const options = page.getByRole('button', { name: 'Options' })
  await options.click()
  await page.getByRole('link', { name: 'Ledger of today, as CSV' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Completed', exact: true }).click()
  await page.getByLabel('From ₹').fill('1,000')
  await page.keyboard.press('Enter')
  await row(page, 'kettle').waitFor()
  await expect.poll(() => row(page, 'assam').count()).toBe(0)
  const { searchParams } = new URL(page.url())
  expect([searchParams.get('state'), searchParams.get('minAmount')]).toEqual(['COMPLETED', '100000'])
  await page.reload()
  await row(page, 'kettle').waitFor()
  expect(await page.getByLabel('From ₹').inputValue()).toBe('1000')
  expect(await row(page, 'nilgiri').count()).toBe(0)
  await options.click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'CSV of these orders' }).click(),
  ])
  const lines = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/)
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(',kettle,')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await row(page, 'assam').waitFor()
})

it('leaves ids whole and selectable, with a button that copies them', async () => {
  const { rows } = await app.gateway.orders.list({ state: 'COMPLETED' })
  const { merchantOrderId = '' } = rows.find(({ reference }) => reference === 'kettle') ?? {}
  const { page } = await browser.open('/orders')
  const cell = row(page, 'kettle').getByRole('cell').filter({ hasText: merchantOrderId })
  await cell.waitFor()
  const isReachable = await cell.evaluate((element) => {
    const { left, top, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + 20, top + height / 2))
  })
  expect(isReachable).toBe(true)
  await cell.hover()
  await cell.getByRole('button', { name: 'Copy order id' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(merchantOrderId)
  expect(new URL(page.url()).pathname).toMatch(/\/orders$/)
  await row(page, 'kettle').locator('a[data-row]').click()
  await page.waitForURL(`**/orders/${merchantOrderId}`)
})

it('shows references of 36 characters and reasons whole on a screen of 1,280 pixels', async () => {
  // The widest digits of a UUID.
  const reference = 'dddddddd-dddd-dddd-dddd-dddddddddddd'
  await app.shop.payOrder({ reference, outcome: 'FAILURE', errorCode: 'U90' })
  const { page } = await browser.open('/orders')
  for (const text of [reference, 'Bank has technical trouble']) {
    const shown = row(page, reference).getByText(text, { exact: true })
    await shown.waitFor()
    const isCut = await shown.evaluate((element) => {
      const box = element.closest('[role=cell] .truncate') ?? element
      return box.scrollWidth > box.clientWidth
    })
    expect(isCut, text).toBe(false)
  }
  await row(page, 'kettle').getByText('UPI QR', { exact: true }).waitFor()
})

it('gives amount and state more weight than a long reference', async () => {
  const { order } = await app.shop.createOrder({ reference: `invoice-${crypto.randomUUID().slice(0, 33)}` })
  const { page } = await browser.open(`/orders/${order.merchantOrderId}`)
  const sizeOf = (name: string) =>
    page
      .getByRole('banner')
      .or(page.locator('main header'))
      .getByText(name)
      .first()
      .evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))
  expect(await sizeOf(order.reference)).toBeLessThan(await sizeOf('₹499.00'))
  const header = await page.locator('main header').textContent()
  expect(header).toMatch(new RegExp(`^₹499.00Pending${order.reference}${order.merchantOrderId}`))
})

it('shows the columns in the address', async () => {
  const { page } = await browser.open('/orders')
  await page.getByRole('button', { name: 'Options' }).click()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByLabel('UTR').check()
  await page.keyboard.press('Escape')
  await page.getByRole('columnheader', { name: 'UTR' }).waitFor()
  expect(new URL(page.url()).searchParams.get('columns')).toBe('utr')
  await page.getByRole('button', { name: 'Amount' }).click()
  await expect.poll(() => page.locator('[data-row]').first().textContent()).toContain('kettle')
})

it('finds an order, a webhook and a refund by any of their ids', async () => {
  const { rows } = await app.gateway.orders.list({ state: 'COMPLETED' })
  const orderOf = (reference: string) => rows.find((one) => one.reference === reference)
  const { merchantOrderId, orderId, transactionId, reference, utr } = orderOf('kettle') ?? {}
  // Of another order: a refund can have the UTR of its payment.
  const { merchantRefundId, refundId } = await app.shop.refund(orderOf('assam')?.merchantOrderId ?? '', 100)
  const [callback] = await app.query<{ callbackId: string }>('select "callbackId" from galla.callbacks limit 1')
  const { page } = await browser.open('/health')
  const find = async (id: unknown, at: string) => {
    await page.getByRole('link', { name: 'Health' }).click()
    await page.getByRole('heading', { level: 1, name: 'Health' }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type(String(id))
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${at}`)
  }
  for (const id of [merchantOrderId, orderId, transactionId, reference, utr])
    await find(id, `/orders/${merchantOrderId}`)
  await find(callback?.callbackId, `/webhooks/${callback?.callbackId}`)
  const dialog = page.getByRole('dialog', { name: 'Refund' })
  for (const id of [merchantRefundId, refundId]) {
    await find(id, `/refunds?open=${merchantRefundId}`)
    await dialog.getByText('₹1.00').first().waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
})

it('finds orders by the end of a payer’s UPI id', async () => {
  await app.query(`update galla.orders set "payerVpa" = 'su****a@teabank' where "reference" in ('assam', 'kettle')`)
  const { page } = await browser.open('/orders?q=a%40teabank')
  const hits = page.getByRole('listitem').filter({ hasText: 'Order, by its payer' })
  await hits.filter({ hasText: 'kettle' }).waitFor()
  expect(await hits.count()).toBe(2)
  await expectAccessible(page)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: /^(?:assam|kettle)$/ }).waitFor()
})

it('finds an order by the start of its id, by a middle part and by the form that lists show', async () => {
  const { rows } = await app.gateway.orders.list({ state: 'COMPLETED' })
  const { merchantOrderId = '' } = rows.find(({ reference }) => reference === 'kettle') ?? {}
  const { page } = await browser.open('/orders')
  const shortened = `${merchantOrderId.slice(0, 13)}… ${merchantOrderId.slice(-6)}`
  for (const text of [merchantOrderId.slice(0, 14), merchantOrderId.slice(13, 20), shortened]) {
    await page.getByRole('link', { name: 'Health' }).click()
    await page.getByRole('heading', { level: 1, name: 'Health' }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/orders/${merchantOrderId}`)
  }
})

it('shows the same state of an order in the search as in the list', async () => {
  for (const [reference, code] of [
    ['state-1', 'ORDER_EXPIRED'],
    ['state-2', 'REQUEST_CANCEL_BY_REQUESTER'],
  ]) {
    await app.query(
      `insert into galla.orders ("merchantOrderId", "reference", "checkout", "amount", "state", "errorCode", "detailedErrorCode", "request", "createdAtMs", "updatedAtMs")
        values ($1, $1, 'STANDARD', 100, 'FAILED', 'TXN_NOT_COMPLETED', $2, '{}', $3, $3)`,
      [reference, code, Date.now()],
    )
  }
  const { page } = await browser.open('/orders?q=state-')
  const hit = (reference: string) => page.getByRole('listitem').filter({ hasText: reference })
  await hit('state-1').getByText('Expired', { exact: true }).waitFor()
  await hit('state-2').getByText('Cancelled', { exact: true }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('state-')
  await page
    .getByRole('option', { name: /state-1.*Expired/ })
    .first()
    .waitFor()
})

it('names the filter that no order passes', async () => {
  const { page } = await browser.open('/orders?needsReview=true')
  await page.getByText('No order needs review', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Delayed', exact: true }).click()
  await page.getByText('No order is delayed', { exact: true }).waitFor()
  await page.goto(`${app.url}/orders?needsReview=true&paymentMode=CARD`)
  await page.getByText('No order matches', { exact: true }).waitFor()
})

it('shows when no record has the id', async () => {
  const { page } = await browser.open('/orders?q=unknown')
  await page.getByText('Nothing found', { exact: true }).waitFor()
  await page.getByText(/^The UTR of a payment is known only once its order is paid\./).waitFor()
  await page
    .getByText(/^Three characters are enough: the start or the end of an order id.* the newest 10,000 orders/)
    .waitFor()
  expect(await page.getByLabel('Search records').inputValue()).toBe('unknown')
  await expectAccessible(page)
})

it('says that a UTR is known only once the order is paid, and how to find the order', async () => {
  const { page } = await browser.open('/orders?q=123456789012')
  await page
    .getByText(/^The UTR of a payment is known only once its order is paid\. Search .* “Check status”\.$/)
    .waitFor()
  expect(await page.getByText('Three characters are enough').count()).toBe(0)
  await expectAccessible(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search pages, actions and ids' }).fill('123456789012')
  await page.getByText(/^Nothing found: .* The UTR of a payment is known only once its order is paid\./).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Look for this UTR among the settlements' }).click()
  await page.getByText('No settlement has this UTR or id').waitFor()
  expect(await page.getByLabel('UTR or settlement id').inputValue()).toBe('123456789012')
})

it('goes through the listed orders with buttons and keys, and comes back to the row that was left', async () => {
  await app.query(
    `insert into galla.orders ("merchantOrderId", "reference", "checkout", "amount", "state", "resolution", "request", "createdAtMs", "updatedAtMs")
      select 'way-' || n, 'way-' || n, 'STANDARD', 7, 'COMPLETED', 'fulfil', '{}', $1::bigint + n, $1::bigint + n from generate_series(101, 160) n`,
    [Date.now() - HOUR_MS],
  )
  const { page } = await browser.open('/orders?minAmount=7&maxAmount=7')
  await row(page, 'way-160').locator('a[data-row]').click()
  const isShown = (reference: string) => page.getByRole('heading', { level: 1, name: reference, exact: true }).waitFor()
  await isShown('way-160')
  await page.getByText('1 of 50+').waitFor()
  expect(await page.getByRole('button', { name: 'Previous order' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Next order' }).click()
  await isShown('way-159')
  await expectAccessible(page)
  // A part of the page that is opened changes the address, and the order still belongs to the list.
  await page.getByText(/^Timeline, all/).click()
  for (const reference of ['way-158', 'way-157']) {
    await page.keyboard.press('n')
    await isShown(reference)
  }
  await page.keyboard.press('p')
  await isShown('way-158')
  await page.getByText('3 of 50+').waitFor()
  const focused = page.locator('[data-row]:focus')
  await page.goBack()
  await expect.poll(() => focused.textContent()).toBe('way-158')
  expect(new URL(page.url()).searchParams.get('minAmount')).toBe('7')
  await focused.click()
  await isShown('way-158')
  await page.getByRole('main').getByRole('link', { name: 'Orders', exact: true }).click()
  await expect.poll(() => focused.textContent()).toBe('way-158')

  // An order that was opened by its address belongs to no list.
  await page.goto(`${app.url}/orders/way-158`)
  await isShown('way-158')
  expect(await page.getByRole('button', { name: 'Next order' }).count()).toBe(0)
})

it('checks selected orders with the provider one after the other, goes on after an interruption, and exports them', async () => {
  const references = ['select-1', 'select-2', 'select-3']
  for (const reference of references) await app.shop.createOrder({ reference })
  const { page, issues } = await browser.open('/orders')
  const select = (reference: string) => page.getByLabel(`Select the order of ${reference}`).check()
  await select('select-1')
  await select('select-3')
  const bar = page.getByRole('region', { name: 'Selection' })
  await bar.getByRole('status').getByText('2 selected').waitFor()
  await expectAccessible(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    bar.getByRole('link', { name: 'CSV of the selected orders' }).click(),
  ])
  const file = await readFile(await download.path(), 'utf8')
  expect(references.filter((reference) => file.includes(`,${reference},`))).toEqual(['select-1', 'select-3'])

  app.setUnreachable(true)
  await bar.getByRole('button', { name: 'Check status' }).click()
  await bar.getByText('0 orders checked. The orders that are still selected were not checked.').waitFor()
  app.setUnreachable(false)
  await bar.getByRole('button', { name: 'Check status' }).click()
  await page.getByText('2 orders checked. No change.').waitFor()
  await bar.waitFor({ state: 'detached' })
  const audited = await app.query<{ reference: string }>(
    `select o."reference" from galla.audit a join galla.orders o on o."merchantOrderId" = a."id"
      where a."what" = 'checked the status' order by 1`,
  )
  expect(audited.map(({ reference }) => reference)).toEqual(['select-1', 'select-3'])
  // The browser reports the requests that got no answer.
  issues.errors.splice(0)
})

it('keeps an order selected that is ticked while others are checked', async () => {
  for (const reference of ['tick-1', 'tick-2']) await app.shop.createOrder({ reference })
  const { page } = await browser.open('/orders')
  const select = (reference: string) => page.getByLabel(`Select the order of ${reference}`).check()
  await select('tick-1')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/sync', async (route) => {
    await held
    await route.continue()
  })
  const bar = page.getByRole('region', { name: 'Selection' })
  await bar.getByRole('button', { name: 'Check status' }).click()
  await bar.getByRole('status').getByText('0 of 1 checked').waitFor()
  // The progress stays in sight until the checks end.
  expect(await bar.getByRole('button', { name: 'None' }).count()).toBe(0)
  await page.getByLabel('Select the order of tick-1').uncheck()
  await bar.getByRole('status').getByText('0 of 1 checked').waitFor()
  await select('tick-2')
  release()
  await page.getByText('1 order checked. No change.').waitFor()
  await bar.getByRole('status').getByText('1 selected').waitFor()
  expect(await page.getByLabel('Select the order of tick-2').isChecked()).toBe(true)
})

it('shows the count and the sum of the filtered orders, and follows payments', async () => {
  const { page } = await browser.open('/orders?minAmount=7777700&maxAmount=7777700')
  await page.getByText('0 orders · ₹0.00 paid').waitFor()
  const { order } = await app.shop.createOrder({ reference: 'counted', amount: 77_777_00 })
  await page.getByText('1 order · ₹0.00 paid').waitFor()
  await app.shop.simulate(order.merchantOrderId)
  await page.getByText('1 order · ₹77,777.00 paid').waitFor()
})

it.each([
  ['15 whole rows of a list, the first one within 260 pixels, on a screen of 1,280 by 800', DESKTOP, 15, 260],
  ['the first row of a list in the upper half of a phone', { ...PHONE, viewport: { width: 360, height: 740 } }, 1, 370],
])('shows %s', async (_, device, count, first) => {
  await app.query(
    `insert into galla.orders ("merchantOrderId", "reference", "checkout", "amount", "state", "resolution", "request", "createdAtMs", "updatedAtMs")
      select 'old-' || n, 'old-' || n, 'STANDARD', 100, 'COMPLETED', 'fulfil', '{}', $1::bigint, $1::bigint from generate_series(1, 20) n
      on conflict do nothing`,
    [Date.now() - HOUR_MS],
  )
  const { page } = await browser.open('/orders', device)
  await row(page, 'assam').waitFor()
  const rows = await page
    .locator('[role=row]:has([data-row])')
    .evaluateAll((found) => found.map((one) => [one.getBoundingClientRect().top, one.getBoundingClientRect().bottom]))
  expect(rows[0]?.[0]).toBeLessThanOrEqual(first)
  const height = page.viewportSize()?.height ?? 0
  expect(rows.filter(([, bottom = 0]) => bottom <= height).length).toBeGreaterThanOrEqual(count)
})

it.each([
  ['on a phone', PHONE],
  ['in dark mode', DARK],
])('is accessible %s', async (_, device) => {
  const { page } = await browser.open('/orders?columns=utr,payer,updated', device)
  await row(page, 'kettle').waitFor()
  await expectReflow(page)
  await expectAccessible(page)
})

it('renders only the visible rows of 20,000 orders, and loads each page once', async () => {
  await app.query(
    `insert into galla.orders ("merchantOrderId", "reference", "checkout", "amount", "state", "resolution", "request", "createdAtMs", "updatedAtMs")
      select 'o-' || n, 'leaf-' || n, 'STANDARD', 100, 'COMPLETED', 'fulfil', '{}', n, n from generate_series(1, 20000) n`,
  )
  const { page } = await browser.openLoggedOut('/orders')
  const requested: string[] = []
  page.on('request', (request) => {
    const after = new URL(request.url()).searchParams.get('after')
    if (after) requested.push(after)
  })
  await browser.logIn(page)
  const rows = page.locator('[data-row]')
  await rows.first().waitFor()
  const lastInView = () =>
    page.evaluate(() => {
      const inView = [...document.querySelectorAll('[role=row]:has([data-row])')].filter(
        (row) => row.getBoundingClientRect().top < innerHeight,
      )
      return Number(inView.at(-1)?.getAttribute('aria-rowindex'))
    })
  await expect
    .poll(async () => {
      await page.keyboard.press('End')
      return lastInView()
    })
    .toBeGreaterThan(1 + 2 * PAGE)
  expect(await rows.count()).toBeLessThan(80)
  const rowsLoaded = async () => ((await page.getByRole('rowgroup').last().boundingBox())?.height ?? 0) / ROW_PX
  await expect.poll(async () => (await rowsLoaded()) - requested.length * PAGE).toBe(FIRST_PAGE)
  expect(new Set(requested).size).toBe(requested.length)
})

/** Rows in the first page of the list and in each later one, and pixels of one row on a desktop. */
const [FIRST_PAGE, PAGE, ROW_PX] = [50, 200, 36]
