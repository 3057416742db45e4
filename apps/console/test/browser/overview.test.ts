import { paise } from '@galla/contract/money'
import { expectAccessible, expectReflow } from '@galla/testkit/page-assertions'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { DAY_MS, dayStart, weekdayText } from '../../src/i18n/format.ts'
import { type ConsoleApp, startConsoleApp } from '../helpers/console-app.ts'
import { ConsoleBrowser, DARK, PHONE } from '../helpers/console-browser.ts'
import { until } from '../helpers/until.ts'

let app: ConsoleApp
let browser: ConsoleBrowser
beforeAll(async () => {
  app = await startConsoleApp({ sandbox: { refundTiming: false } })
  browser = new ConsoleBrowser(app)
})
afterEach(() => browser.closePages())
afterAll(() => app?.close())

it('offers a sample payment when there are no orders, and shows it live until it is completed', async () => {
  const { page, context } = await browser.open('/')
  await page.getByText('No orders yet').waitFor()
  await expectAccessible(page)
  const [payer] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('button', { name: /^Make a sample payment/ }).click(),
  ])
  await payer.waitForURL((url) => url.origin === app.sandbox.url)
  const sample = page.getByRole('region', { name: 'Sample payment' })
  await sample.getByText('Pending', { exact: true }).waitFor()
  const { rows } = await app.gateway.orders.list()
  await app.sandbox.simulatePayment(rows[0]?.merchantOrderId ?? '', { outcome: 'SUCCESS' })
  await sample.getByText('Completed', { exact: true }).waitFor()
  const grossVolume = page.getByRole('region', { name: 'Gross volume', exact: true })
  await grossVolume.getByText('₹499.00').waitFor()
  await grossVolume.getByText('100 %').first().waitFor()
  await sample.getByRole('link', { name: 'Open the order' }).click()
  await page.getByRole('heading', { level: 1, name: /^sample-/ }).waitFor()
})

it('says what the counts of payment modes hold', async () => {
  const { page } = await browser.open('/')
  const note = 'Completed: with late and duplicate payments and checks of mandates, which are not in the gross volume.'
  await page.getByText(note).waitFor()
})

it('shows the totals of the day, and links to open orders, which need nothing', async () => {
  await app.shop.payOrder({ amount: 1_49_950 })
  await app.shop.payOrder({ outcome: 'FAILURE', errorCode: 'ZM' })
  const { order } = await app.shop.createOrder({ reference: 'still-open' })
  const { page } = await browser.open('/')
  const grossVolume = page.getByRole('region', { name: 'Gross volume', exact: true })
  await grossVolume.getByText('₹1,998.50').waitFor()
  await grossVolume.getByText('66.7 %').waitFor()
  await grossVolume.getByText('2 of 3 payment attempts paid').waitFor()
  await grossVolume.getByText('2 of 4 orders paid. Orders without a payment attempt count too.').waitFor()
  expect(await page.getByRole('img', { name: /^Orders over time: 2 completed, 1 failed/ }).count()).toBe(1)
  await page.getByText('Show as table').first().click()
  // The two payments may be in two steps of five minutes.
  const steps = (await page.getByRole('table', { name: 'Gross volume over time' }).textContent()) ?? ''
  const amounts = Array.from(steps.matchAll(/₹([\d,]+\.\d\d)/g), ([, rupees = '']) => Number(rupees.replace(',', '')))
  expect(amounts.reduce((sum, rupees) => sum + rupees, 0)).toBe(1_998.5)
  await expectAccessible(page)
  const attention = page.getByRole('region', { name: 'Needs attention' })
  await attention.getByText('Nothing needs you.').waitFor()
  await attention.getByText('Nothing found in 11 checks').waitFor()
  expect(await attention.getByText('Open orders').count()).toBe(0)
  await grossVolume.getByRole('link', { name: '1 Open', exact: true }).click()
  await page.getByRole('link', { name: /still-open/ }).waitFor()
  expect(new URL(page.url()).searchParams.get('state')).toBe('OPEN')
  await app.shop.simulate(order.merchantOrderId)
})

it('keeps the days in the address, over a reload', async () => {
  const { page } = await browser.open('/?span=yesterday')
  await page.getByText('No order in these days.').waitFor()
  await page.reload()
  await page.getByText('No order in these days.').waitFor()
  await page.getByLabel('Days').selectOption('7d')
  await page.getByRole('region', { name: 'Gross volume', exact: true }).getByText('75 %').first().waitFor()
  expect(new URL(page.url()).searchParams.get('span')).toBe('7d')
})

it('says of a day without an order what is usual on its weekday', async () => {
  const weekBeforeMs = dayStart(Date.now()) - 8 * DAY_MS
  await app.query(
    `insert into galla.order_counts ("bucketMs", "paymentMode", "state", "paid", "failure", "count", "amount", "opened", "attempted", "attempts", "paidAttempts")
    values ($1, 'CARD', 'COMPLETED', true, '', 12, 600000, 12, 12, 0, 0)`,
    [weekBeforeMs],
  )
  await app.query(
    `insert into galla.roll_ups ("name", "filledToMs", "changedToMs") values ('overview', $1, $1) on conflict do nothing`,
    [dayStart(Date.now())],
  )
  const { page } = await browser.open('/?span=yesterday')
  const grossVolume = page.getByRole('region', { name: 'Gross volume', exact: true })
  const weekday = weekdayText(weekBeforeMs)
  await grossVolume.getByText(`usually ₹6,000.00 on ${weekday}s`).waitFor()
  expect(await grossVolume.getByText(`usually 12 on ${weekday}s`).count()).toBe(2)
})

it('shows payment modes, provider latency, refunds, and what needs attention', async () => {
  const instrument = 'NET_BANKING'
  const { merchantOrderId } = await app.shop.payOrder({ amount: 20_000, instrument })
  await app.shop.payOrder({ amount: 30_000, instrument })
  await app.shop.payOrder({ instrument, outcome: 'FAILURE', errorCode: 'ZM' })
  await requestRefund(merchantOrderId, 'completed')
  await app.sandbox.simulateRefund('completed', { outcome: 'SUCCESS' })
  await waitForRefund('completed', 'COMPLETED')
  await requestRefund(merchantOrderId, 'pending')
  await app.sandbox.setFaults({ rules: [{ kind: 'status', status: 503, endpoints: ['standardPay'] }] })
  await expect(app.shop.createOrder({ reference: 'unknown' })).rejects.toThrow()
  await app.sandbox.setFaults({})
  await app.query(`update galla.orders set "needsReview" = $1 where "merchantOrderId" = $2`, [
    {
      reason: 'amount-mismatch',
      findings: [{ code: 'amount-mismatch', key: 'amount-mismatch', ours: 20_000, theirs: 100 }],
      sinceMs: Date.now(),
    },
    merchantOrderId,
  ])
  // The call log is written asynchronously.
  await until('the error is logged', async () => {
    const [failed] = await app.query(`select 1 from galla.calls where "errorKind" = 'server-error'`)
    return failed
  })
  await app.query('update galla.calls set "tookMs" = 120')

  const { page } = await browser.open('/')
  await page
    .getByText('Late and duplicate payments and checks of mandates count here, and not in the gross volume.', {
      exact: true,
    })
    .waitFor()
  await page.getByRole('region', { name: 'Gross volume', exact: true }).getByText('₹77.00').waitFor()
  const line = page.getByRole('table', { name: 'Success by payment mode' }).getByRole('row', { name: /^Net banking/ })
  expect(await line.locator('th, td').allTextContents()).toEqual(['Net banking', '66.7 %', '2', '1', '0', '₹500.00'])
  const attention = page.getByRole('region', { name: 'Needs attention' })
  expect(await attention.getByRole('link', { name: /^Needs review/ }).textContent()).toMatch(/\D1$/)
  expect(await attention.getByRole('link', { name: /^Open refunds/ }).textContent()).toMatch(/\D1$/)
  const onItsWay = page.getByRole('region', { name: 'Money on its way' })
  await onItsWay.getByRole('link', { name: '₹77.00 To payers' }).waitFor()
  await onItsWay.getByText('No settlement is known.').waitFor()

  const [logged] = await app.query<{ calls: string; failed: string }>(
    `select count(*) as "calls", count("errorKind") as "failed" from galla.calls`,
  )
  expect(Number(logged?.failed)).toBeGreaterThan(0)
  const summary = `API latency: ${logged?.calls} calls, ${logged?.failed} failed, 95th percentile at most 120 ms.`
  const provider = page.locator('section').filter({ has: page.getByRole('heading', { name: 'API latency, p95' }) })
  await provider.getByRole('img', { name: summary }).waitFor()
  await provider.getByText('Show as table').click()
  // One row, or two when a step of the time axis ended while the calls were made.
  const rows = await provider.getByRole('row').filter({ hasText: '120 ms' }).all()
  const figures = await Promise.all(rows.map((row) => row.locator('td').allTextContents()))
  for (const [, , ...times] of figures) expect(times).toEqual(['120 ms', '120 ms'])
  const sum = (column: number) => String(figures.reduce((total, row) => total + Number(row[column]), 0))
  expect([sum(0), sum(1)]).toEqual([logged?.calls, logged?.failed])
  await expectAccessible(page)
})

async function requestRefund(merchantOrderId: string, merchantRefundId: string): Promise<void> {
  await app.gateway.refunds.request({ merchantRefundId, merchantOrderId, amount: paise(7_700) })
  await waitForRefund(merchantRefundId, 'PENDING')
}

const waitForRefund = (merchantRefundId: string, state: string) =>
  until(`${merchantRefundId} is ${state}`, async () => {
    const refund = await app.gateway.refunds.get(merchantRefundId)
    return refund?.state === state ? refund : undefined
  })

it.each([
  ['on a phone', PHONE],
  ['in dark mode', DARK],
  ['on a phone in dark mode', { ...PHONE, colorScheme: 'dark' as const }],
])('is accessible %s', async (_, device) => {
  const { page } = await browser.open('/', device)
  await page.getByRole('img', { name: /^API latency/ }).waitFor()
  await expectReflow(page)
  await expectAccessible(page)
})

it('reads a step of a chart by pointer and by keyboard, and opens its orders', async () => {
  // The chart shows several days, because a day that has just begun has one step.
  const { page } = await browser.open('/?span=7d')
  const chart = page.getByRole('group', { name: /^Orders over time/ })
  const figure = page.locator('figure').filter({ has: chart })
  const readout = figure.getByRole('status')
  await page.getByRole('img', { name: /^API latency/ }).waitFor()
  // Each press focuses the chart as it is then: new figures may have drawn it again.
  await chart.press('End')
  await chart.press('ArrowLeft')
  await expect
    .poll(() => readout.textContent())
    .toMatch(/^\d+ \w+, \d\d:\d\d to \d\d:\d\d: Completed \d+, Failed \d+, Open \d+$/)
  await chart.press('Home')
  const first = await readout.textContent()
  const box = await chart.getByRole('img').boundingBox()
  await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) - 2, (box?.y ?? 0) + 20)
  await expect.poll(() => readout.textContent()).not.toBe(first)
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await page.waitForURL(/orders\?from=\d{4}-\d\d-\d\dT\d\d%3A\d\d&to=/)
})

it('draws orders that are close together in fine steps, not as one spike in an empty day', async () => {
  const { page } = await browser.open('/')
  await page.getByText(/^The charts show .*: there is no order outside of it\.$/).waitFor()
  await page.getByText('Show as table').nth(1).click()
  const starts = await page.getByRole('table', { name: 'Orders over time' }).getByRole('rowheader').allTextContents()
  const [first = '', second = ''] = starts.map((text) => text.replace(/.*, (\d\d):(\d\d):.*/, '$1:$2'))
  const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))
  expect(minutes(second) - minutes(first)).toBeLessThanOrEqual(15)
})

it('ranks why orders were not paid, and opens the orders of a reason', async () => {
  for (const errorCode of ['ZM', 'Z9']) await app.shop.payOrder({ outcome: 'FAILURE', errorCode })
  const { page } = await browser.open('/')
  const reasons = page.getByRole('list', { name: 'Reasons' })
  const widths = () =>
    reasons.getByRole('listitem').evaluateAll((rows) =>
      rows.map((row) => ({
        text: Number(/ · ([\d.]+) %/.exec(row.textContent ?? '')?.[1]),
        drawn: Number.parseFloat(row.querySelector<HTMLElement>('[style]')?.style.width ?? ''),
      })),
    )
  await reasons.getByRole('link', { name: /^Wrong UPI PIN/ }).waitFor()
  // To scale: the bar of half of the orders is half as wide as the chart.
  for (const { text, drawn } of await widths()) expect(Math.abs(drawn - text)).toBeLessThan(0.1)
  await reasons.getByRole('link', { name: /^Wrong UPI PIN/ }).click()
  await page.waitForURL(/failure=ZM&from=\d{4}-\d\d-\d\d&to=/)
  await page.getByRole('row').filter({ hasText: 'Wrong UPI PIN' }).first().waitFor()
})

it('names a payment mode of which most attempts fail', async () => {
  for (let at = 0; at < 5; at += 1)
    await app.shop.payOrder({ instrument: 'CREDIT_CARD', outcome: 'FAILURE', errorCode: 'ZM' })
  const { page } = await browser.open('/')
  await page
    .getByRole('list', { name: 'Diagnosis' })
    .getByRole('link', { name: /^Card is at \d.*attempts failed/ })
    .click()
  await page.waitForURL(/paymentMode=CARD&state=FAILED/)
})

it('says what is owed to the payer of an order in review, on a phone above the link to the guide', async () => {
  const { merchantOrderId } = await app.shop.payOrder({ amount: 90_101 })
  await app.query(
    `update galla.orders set "resolution" = 'duplicate-refund', "needsReview" = $2 where "merchantOrderId" = $1`,
    [
      merchantOrderId,
      {
        reason: 'automatic-refund-failed',
        findings: [{ code: 'automatic-refund-failed', key: 'automatic-refund-failed' }],
        sinceMs: Date.now(),
      },
    ],
  )
  const { page } = await browser.open('/', PHONE)
  const item = page.getByRole('region', { name: 'Needs attention' }).getByRole('link', { name: /^Needs review/ })
  await item.getByText('₹901.01 is owed to payers. These orders wait for a person.').waitFor()
  const top = async (one: typeof item) => (await one.boundingBox())?.y ?? 0
  expect(await top(item)).toBeLessThan(await top(page.getByRole('link', { name: 'Getting-started guide' })))
  await expectReflow(page)
  await expectAccessible(page)
})
