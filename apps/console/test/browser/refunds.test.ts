import { paise } from '@galla/contract/money'
import { expectAccessible, expectReflow } from '@galla/testkit/page-assertions'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
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

const row = (page: Page, id: string) => page.getByRole('row').filter({ hasText: id })

async function pendingRefund(merchantRefundId: string, amount: number): Promise<string> {
  const { merchantOrderId } = await app.shop.payOrder()
  await app.gateway.refunds.request({ merchantRefundId, merchantOrderId, amount: paise(amount), note: 'damaged' })
  await until('the refund is pending', async () => {
    const refund = await app.gateway.refunds.get(merchantRefundId)
    return refund?.state === 'PENDING' ? refund : undefined
  })
  return merchantOrderId
}

it('shows a refund live until it is completed, and syncs its status', async () => {
  const { page } = await browser.open('/refunds')
  await page.getByText('No refund yet').waitFor()
  const merchantOrderId = await pendingRefund('tea-1', 12_000)
  await row(page, 'tea-1').getByText('Pending').waitFor()
  expect(await row(page, 'tea-1').textContent()).toContain('₹120.00')
  await expectAccessible(page)
  await row(page, 'tea-1').locator('[data-row]').press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Refund' })
  await dialog.getByText('The provider is processing it.').waitFor()
  await dialog.getByText('₹499.00 paid, ₹0.00 refunded, ₹120.00 reserved, ₹379.00 refundable').waitFor()
  await dialog.getByRole('link', { name: 'Create refund' }).waitFor()
  await dialog.getByRole('button', { name: 'Check status' }).click()
  await page.getByText('Status checked. No change: Pending.').waitFor()
  await expectAccessible(page)
  await app.sandbox.simulateRefund('tea-1', { outcome: 'SUCCESS' })
  await dialog.getByText('The money was refunded.').waitFor()
  await dialog.getByText('₹499.00 paid, ₹120.00 refunded').waitFor()
  const { page: orders } = await browser.open('/orders')
  await row(orders, merchantOrderId).getByText('₹120.00 refunded').waitFor()
  // The sandbox, like the provider's samples, repeats the UTR of the payment: it is not the refund's.
  await dialog.getByText('Provider refund ID', { exact: true }).waitFor()
  await dialog.getByText('The provider gave none').waitFor()
  const utr = '777700000001'
  await app.query(`update galla.refunds set "utr" = $1 where "merchantRefundId" = 'tea-1'`, [utr])
  await dialog.getByRole('button', { name: 'Check status' }).click()
  await dialog.getByText('give them the UTR').waitFor()
  await dialog.getByRole('button', { name: 'Copy UTR' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(utr)
  await page.keyboard.press('Escape')
  await row(page, 'tea-1').getByText('Refunded').waitFor()
  await row(page, 'tea-1').locator(`a[href$="/orders/${merchantOrderId}"]`).click()
  await page.waitForURL(`**/orders/${merchantOrderId}`)
})

it('explains a failed refund and what to do', async () => {
  await pendingRefund('tea-2', 5_000)
  await app.sandbox.simulateRefund('tea-2', { outcome: 'FAILURE', errorCode: 'REFUND_BREACHED' })
  const { page } = await browser.open('/refunds?state=FAILED', PHONE)
  await row(page, 'tea-2').getByText('Failed').waitFor()
  expect(await row(page, 'tea-1').count()).toBe(0)
  await expectReflow(page)
  await row(page, 'tea-2').locator('[data-row]').tap()
  const dialog = page.getByRole('dialog', { name: 'Refund' })
  await dialog.getByText('No money was refunded, and the amount is refundable again').waitFor()
  await dialog.getByText('REFUND_BREACHED').waitFor()
  await dialog.getByText('₹499.00 refundable').waitFor()
  expect(await dialog.getByText('UTR of the refund', { exact: true }).count()).toBe(0)
  await expectReflow(page)
  await expectAccessible(page)
  await dialog.getByRole('link', { name: 'Request a new refund' }).click()
  await page.getByRole('dialog', { name: 'Refund' }).getByLabel('Amount in rupees').waitFor()
  await page.keyboard.press('Escape')
  // From the order's page too, and again.
  await page.getByRole('button', { name: /^Refund \S*tea-2/ }).click()
  await page.getByRole('link', { name: 'Request a new refund' }).click()
  await page.getByRole('dialog', { name: 'Refund' }).getByLabel('Amount in rupees').waitFor()
})

it('keeps the state in the address, and clears filters that match nothing', async () => {
  const { page } = await browser.open('/refunds', DARK)
  await page.getByRole('button', { name: 'Confirmed', exact: true }).click()
  await page.getByText('No confirmed refund').waitFor()
  await expectAccessible(page)
  expect(new URL(page.url()).search).toBe('?state=CONFIRMED')
  await page.getByRole('button', { name: 'Show all refunds' }).click()
  await row(page, 'tea-2').waitFor()
})

it('says what approval is, and how to set it up while no limit is set', async () => {
  const { page } = await browser.open('/refunds?state=TO_APPROVE')
  await page.getByText('No refund to approve').waitFor()
  await page.getByText('No limit is set, so every refund is sent at once.').waitFor()
  await page.getByText('GALLA_REFUND_APPROVAL_ABOVE').waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Invite a second person' }).click()
  await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
})

it('warns about a refund in doubt after a lost response', async () => {
  await pendingRefund('tea-3', 5_000)
  await app.query(
    `update galla.refunds set "state" = 'REQUESTED', "inDoubt" = true, "nextPollAtMs" = 4e12 where "merchantRefundId" = 'tea-3'`,
  )
  const { page } = await browser.open('/refunds?open=tea-3')
  const dialog = page.getByRole('dialog', { name: 'Refund' })
  await dialog.getByText('Do not request it again with another id').waitFor()
  await dialog.getByText('Outcome unknown').waitFor()
  await dialog.getByRole('button', { name: 'Check status' }).click()
  await page.getByText('Status checked. The refund is now: Pending.').waitFor()
})

it('says that a refund is being sent while its request is under way, and that the outcome is unknown once the answer is lost', async () => {
  const { merchantOrderId } = await app.shop.payOrder()
  await app.sandbox.setFaults({ rules: [{ kind: 'hold', endpoints: ['refund'], times: 1 }] })
  await app.gateway.refunds.request({ merchantRefundId: 'tea-4', merchantOrderId, amount: paise(600) })
  const { page } = await browser.open('/refunds?open=tea-4')
  const dialog = page.getByRole('dialog', { name: 'Refund' })
  await dialog.getByText('Being sent').waitFor()
  await dialog.getByText('waits for the answer of the provider').waitFor()
  await expectAccessible(page)
  // The sender has noticed that the answer is lost: nothing else about the refund has changed.
  await app.query(
    `update galla.refunds set "nextPollAtMs" = 4e12, "leasedUntil" = null where "merchantRefundId" = 'tea-4'`,
  )
  await dialog.getByText('Outcome unknown').waitFor()
  await app.sandbox.release()
  await dialog.getByText('Pending', { exact: true }).waitFor()
})

it('shows the reference of each order, and finds the refunds of one', async () => {
  const { merchantOrderId } = await app.shop.payOrder({ reference: 'cart-of-asha' })
  await app.gateway.refunds.request({ merchantRefundId: 'asha-1', merchantOrderId, amount: paise(700) })
  await pendingRefund('other-1', 800)
  const { page } = await browser.open('/refunds')
  await row(page, 'other-1').waitFor()
  await row(page, 'asha-1').getByRole('link', { name: 'cart-of-asha' }).waitFor()
  await page.getByRole('textbox', { name: 'Reference' }).fill('cart-of-asha')
  await page.keyboard.press('Enter')
  await row(page, 'other-1').waitFor({ state: 'detached' })
  await row(page, 'asha-1').getByRole('link', { name: 'cart-of-asha' }).click()
  await page.waitForURL(`**/orders/${merchantOrderId}`)
})

it('shows both lines of a cell within its row', async () => {
  const { page } = await browser.open('/refunds')
  const merchantOrderId = await pendingRefund('tea-0', 1_000)
  const cell = row(page, 'tea-0').getByRole('cell').filter({ hasText: merchantOrderId })
  const text = await cell.getByText(merchantOrderId.slice(-6)).last().boundingBox()
  const frame = await row(page, 'tea-0').boundingBox()
  expect((text?.y ?? 0) + (text?.height ?? 0)).toBeLessThanOrEqual((frame?.y ?? 0) + (frame?.height ?? 0))
})
