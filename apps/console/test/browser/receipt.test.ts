import { paise } from '@galla/contract/money'
import { expectAccessible } from '@galla/testkit/page-assertions'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type ConsoleApp, startConsoleApp } from '../helpers/console-app.ts'
import { ConsoleBrowser } from '../helpers/console-browser.ts'
import { until } from '../helpers/until.ts'

let app: ConsoleApp
let browser: ConsoleBrowser
beforeAll(async () => {
  app = await startConsoleApp()
  browser = new ConsoleBrowser(app)
})
afterEach(() => browser.closePages())
afterAll(() => app?.close())

it('prints a receipt without internal details', async () => {
  const paid = await app.shop.payOrder({ reference: 'kettle' })
  const { page } = await browser.open(`/orders/${paid.merchantOrderId}`)
  await page.getByRole('button', { name: 'Dark' }).click()
  await page.getByRole('link', { name: 'Receipt' }).click()
  await page
    .getByRole('heading', { level: 1, name: `Chai & Chapters: receipt for order ${paid.merchantOrderId}` })
    .waitFor()
  const receipt = page.getByRole('main')
  expect(await receipt.locator('dt').first().textContent()).toBe('Order number')
  expect(await receipt.getByText('kettle').count()).toBe(0)
  await receipt.locator('p').getByText('Paid', { exact: true }).waitFor()
  expect(await receipt.getByText('Completed').count()).toBe(0)
  await page.getByText(paid.utr ?? 'no UTR').waitFor()
  await expectAccessible(page)
  const colors = () =>
    page.evaluate(() => {
      const { backgroundColor, color } = getComputedStyle(document.documentElement)
      return [backgroundColor, color]
    })
  expect(await colors()).toEqual(['rgb(20, 17, 13)', 'rgb(242, 235, 222)'])
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  expect(await colors()).toEqual(['rgb(255, 255, 255)', 'rgb(33, 28, 21)'])
  expect(await page.getByRole('navigation', { name: 'Pages' }).isVisible()).toBe(false)
  expect(await page.getByRole('button', { name: 'Print or save as PDF' }).isVisible()).toBe(false)
  expect(await page.getByText(paid.utr ?? 'no UTR').isVisible()).toBe(true)
  expect(await page.getByText('Test payment. No money moved.').isVisible()).toBe(true)
})

it('names the card that paid on the order page and on the receipt', async () => {
  const { merchantOrderId } = await app.shop.payOrder({ instrument: 'CREDIT_CARD' })
  const { page } = await browser.open(`/orders/${merchantOrderId}`)
  await page.getByText('Credit card, Visa •••• 6667').waitFor()
  await page.getByRole('link', { name: 'Receipt' }).click()
  await page.getByRole('main').getByText('Credit card, Visa •••• 6667').waitFor()
})

it('prints no receipt of an order in review, and no refund that failed', async () => {
  const { merchantOrderId } = await app.shop.payOrder({ reference: 'teapot' })
  await app.gateway.refunds.request({ merchantRefundId: 'teapot-1--fail', merchantOrderId, amount: paise(10_000) })
  await until('the refund has failed', async () =>
    (await app.gateway.refunds.get('teapot-1--fail'))?.state === 'FAILED' ? true : undefined,
  )
  await app.shop.refund(merchantOrderId, 5_000)
  const { page } = await browser.open(`/orders/${merchantOrderId}/receipt`)
  const refunds = page.getByRole('region', { name: 'Refunds' }).getByRole('listitem')
  await refunds.filter({ hasText: '₹50.00' }).getByText('Refunded').waitFor()
  expect(await refunds.count()).toBe(1)
  await app.query(`update galla.orders set "needsReview" = $2 where "merchantOrderId" = $1`, [
    merchantOrderId,
    { reason: 'contradiction', findings: [{ code: 'contradiction', key: 'contradiction' }], sinceMs: Date.now() },
  ])
  await page.reload()
  await page.getByText('This is not a receipt while the payment is being checked.').waitFor()
  expect(await page.getByText('Needs review').count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Print or save as PDF' }).count()).toBe(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Order', exact: true }).click()
  await page.getByRole('button', { name: 'Check status' }).waitFor()
  expect(await page.getByRole('link', { name: 'Receipt' }).count()).toBe(0)
})
