import { paise } from '@galla/contract/money'
import { expectAccessible, expectReflow } from '@galla/testkit/looks'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type OpenBooks, openBooks } from '../helpers/open-books.ts'
import { until } from '../helpers/until.ts'
import { DARK, PHONE, Visitors } from '../helpers/visit.ts'

let books: OpenBooks
let visitors: Visitors
beforeAll(async () => {
  books = await openBooks({ sandbox: { refundAutoSettle: false } })
  visitors = await Visitors.come(books)
})
afterEach(() => visitors.leave())
afterAll(async () => {
  await visitors?.close()
  await books?.close()
})

it('offers a sample payment when the books are empty, and follows it to the end by itself', async () => {
  const { page, context } = await visitors.visit('/')
  await page.getByText('The books are open, and empty').waitFor()
  await expectAccessible(page)
  const [payer] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('button', { name: /^Make a sample payment/ }).click(),
  ])
  await payer.waitForURL((url) => url.origin === books.sandbox.url)
  const followed = page.getByRole('region', { name: 'Sample payment' })
  await followed.getByText('Pending', { exact: true }).waitFor()
  const { rows } = await books.gateway.orders.list()
  await books.sandbox.simulatePayment(rows[0]?.merchantOrderId ?? '', { outcome: 'SUCCESS' })
  await followed.getByText('Completed', { exact: true }).waitFor()
  const grossVolume = page.getByRole('region', { name: 'Takings' })
  await grossVolume.getByText('₹499.00').waitFor()
  await grossVolume.getByText('100 %').waitFor()
  await followed.getByRole('link', { name: 'Its story' }).click()
  await page.getByRole('heading', { level: 1, name: /^sample-/ }).waitFor()
})

it('adds up the day, and leads to what waits', async () => {
  await books.shop.sell({ amount: 1_49_950 })
  await books.shop.sell({ outcome: 'FAILURE', errorCode: 'ZM' })
  const { order } = await books.shop.open({ reference: 'still-open' })
  const { page } = await visitors.visit('/')
  const grossVolume = page.getByRole('region', { name: 'Takings' })
  await grossVolume.getByText('₹1,998.50').waitFor()
  await grossVolume.getByText('66.6 %').waitFor()
  expect(await page.getByRole('img', { name: /^Orders over time: 2 completed, 1 failed/ }).count()).toBe(1)
  await page.getByText('Show the figures').first().click()
  expect(await page.getByRole('table', { name: 'Takings over time' }).textContent()).toContain('₹1,998.50')
  await expectAccessible(page)
  await page.getByRole('link', { name: /^Open orders/ }).click()
  await page.getByRole('link', { name: /still-open/ }).waitFor()
  expect(new URL(page.url()).searchParams.get('state')).toBe('OPEN')
  await books.shop.settle(order.merchantOrderId)
})

it('keeps the days in the address, over a reload', async () => {
  const { page } = await visitors.visit('/?span=yesterday')
  await page.getByText('No order in these days.').waitFor()
  await page.reload()
  await page.getByText('No order in these days.').waitFor()
  await page.getByLabel('Days').selectOption('7d')
  await page.getByRole('region', { name: 'Takings' }).getByText('75 %').waitFor()
  expect(new URL(page.url()).searchParams.get('span')).toBe('7d')
})

it('tells how each way of paying went, how the provider did, what went back and what waits', async () => {
  const instrument = 'NET_BANKING'
  const { merchantOrderId } = await books.shop.sell({ amount: 20_000, instrument })
  await books.shop.sell({ amount: 30_000, instrument })
  await books.shop.sell({ instrument, outcome: 'FAILURE' })
  await giveBack(merchantOrderId, 'back')
  await books.sandbox.simulateRefund('back', { outcome: 'SUCCESS' })
  await refunded('back', 'COMPLETED')
  await giveBack(merchantOrderId, 'on-its-way')
  await books.sandbox.setFaults({ rules: [{ kind: 'status', status: 503, endpoints: ['standardPay'] }] })
  await expect(books.shop.open({ reference: 'unknown' })).rejects.toThrow()
  await books.sandbox.setFaults({})
  await books.query(`update galla.orders set "needsReview" = $1 where "merchantOrderId" = $2`, [
    { rule: 'amount-mismatch', reason: 'Asked for 20000 paise, the provider says 100.', atMs: Date.now() },
    merchantOrderId,
  ])
  // The log of calls is written behind the calls.
  await until('the failure is logged', async () => {
    const [failed] = await books.query(`select 1 from galla.calls where "errorKind" = 'server-error'`)
    return failed
  })
  await books.query('update galla.calls set "tookMs" = 120')

  const { page } = await visitors.visit('/')
  await page.getByRole('region', { name: 'Takings' }).getByText('₹77.00').waitFor()
  const line = page.getByRole('table', { name: 'Success by payment mode' }).getByRole('row', { name: /^Net banking/ })
  expect(await line.locator('th, td').allTextContents()).toEqual(['Net banking', '66.6 %', '2', '1', '0', '₹500.00'])
  const waits = page.getByRole('region', { name: 'What waits' })
  expect(await waits.getByRole('link', { name: /^Need a person/ }).textContent()).toMatch(/\D1$/)
  expect(await waits.getByRole('link', { name: /^Open refunds/ }).textContent()).toMatch(/\D1$/)

  const [told] = await books.query<{ calls: string; failed: string }>(
    `select count(*) as "calls", count("errorKind") as "failed" from galla.calls`,
  )
  expect(Number(told?.failed)).toBeGreaterThan(0)
  const summary = `${told?.calls} calls, ${told?.failed} failed, 95 of 100 within 120 ms at the slowest.`
  const provider = page.locator('section').filter({ has: page.getByRole('heading', { name: 'The provider' }) })
  await provider.getByRole('img', { name: summary }).waitFor()
  await provider.getByText('Show the figures').click()
  const figures = await provider.getByRole('row').filter({ hasText: '120 ms' }).locator('td').allTextContents()
  expect(figures).toEqual([told?.calls, told?.failed, '120 ms', '120 ms'])
  await expectAccessible(page)
})

async function giveBack(merchantOrderId: string, merchantRefundId: string): Promise<void> {
  await books.gateway.refunds.request({ merchantRefundId, merchantOrderId, amount: paise(7_700) })
  await refunded(merchantRefundId, 'PENDING')
}

const refunded = (merchantRefundId: string, state: string) =>
  until(`${merchantRefundId} is ${state}`, async () => {
    const refund = await books.gateway.refunds.get(merchantRefundId)
    return refund?.state === state ? refund : undefined
  })

it.each([
  ['on a phone', PHONE],
  ['in the dark', DARK],
  ['on a phone in the dark', { ...PHONE, colorScheme: 'dark' as const }],
])('can be read %s', async (_, device) => {
  const { page } = await visitors.visit('/', device)
  await page.locator('.uplot').nth(2).waitFor()
  await expectReflow(page)
  await expectAccessible(page)
})

it('fetches the charts only with the page that draws them', async () => {
  const { page } = await visitors.visit('/orders')
  await page.getByRole('table', { name: 'Orders' }).waitFor()
  const names = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .join('\n'),
    )
  expect(await names()).not.toMatch(/plot/)
  await page.getByRole('link', { name: 'Overview' }).first().click()
  await page.locator('.uplot').first().waitFor()
  expect(await names()).toMatch(/plot/)
})
