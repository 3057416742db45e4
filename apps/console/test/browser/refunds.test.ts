import { paise } from '@galla/contract/money'
import { expectAccessible, expectReflow } from '@galla/testkit/looks'
import type { Page } from 'playwright-core'
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

const row = (page: Page, id: string) => page.getByRole('row').filter({ hasText: id })

async function refund(merchantRefundId: string, amount: number): Promise<string> {
  const { merchantOrderId } = await books.shop.sell()
  await books.gateway.refunds.request({ merchantRefundId, merchantOrderId, amount: paise(amount), note: 'broken cup' })
  await until('the provider has it', async () => {
    const told = await books.gateway.refunds.get(merchantRefundId)
    return told?.state === 'PENDING' ? told : undefined
  })
  return merchantOrderId
}

it('follows a refund from the counter to the payer, live, and asks the provider when it is told to', async () => {
  const { page } = await visitors.visit('/refunds')
  await page.getByText('No money went back yet').waitFor()
  const merchantOrderId = await refund('tea-1', 12_000)
  await row(page, 'tea-1').getByText('Pending').waitFor()
  expect(await row(page, 'tea-1').textContent()).toContain('₹120.00')
  await expectAccessible(page)
  await row(page, 'tea-1').locator('[data-row]').press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Refund' })
  await dialog.getByText('The provider has it and has not decided').waitFor()
  await dialog.getByText('₹499.00 paid, ₹0.00 went back, ₹379.00 may still go').waitFor()
  await dialog.getByRole('link', { name: 'Send a refund' }).waitFor()
  await dialog.getByRole('button', { name: 'Ask the provider now' }).click()
  await page.getByText('The provider answered. It is still: Pending.').waitFor()
  await expectAccessible(page)
  await books.sandbox.simulateRefund('tea-1', { outcome: 'SUCCESS' })
  await dialog.getByText('The money went back').waitFor()
  await dialog.getByText('₹499.00 paid, ₹120.00 went back').waitFor()
  const { utr = '' } = (await books.gateway.refunds.get('tea-1')) ?? {}
  expect(utr).toMatch(/\d{6}/)
  await dialog.getByRole('button', { name: 'Copy UTR' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(utr)
  await page.keyboard.press('Escape')
  await row(page, 'tea-1').getByText('Refunded').waitFor()
  await row(page, 'tea-1')
    .getByRole('link', { name: merchantOrderId.slice(0, 6) })
    .click()
  await page.waitForURL(`**/orders/${merchantOrderId}`)
})

it('says of a failed one that the amount is free again, what the code means, and what to do', async () => {
  await refund('tea-2', 5_000)
  await books.sandbox.simulateRefund('tea-2', { outcome: 'FAILURE', errorCode: 'REFUND_BREACHED' })
  const { page } = await visitors.visit('/refunds?state=FAILED', PHONE)
  await row(page, 'tea-2').getByText('Failed').waitFor()
  expect(await row(page, 'tea-1').count()).toBe(0)
  await expectReflow(page)
  await row(page, 'tea-2').locator('[data-row]').tap()
  const dialog = page.getByRole('dialog', { name: 'Refund' })
  await dialog.getByText('No money went back, and the amount is free again').waitFor()
  await dialog.getByText('REFUND_BREACHED').waitFor()
  await dialog.getByText('₹499.00 may still go').waitFor()
  await expectReflow(page)
  await expectAccessible(page)
})

it('keeps the state in the address, and helps where nothing fits', async () => {
  const { page } = await visitors.visit('/refunds', DARK)
  await page.getByRole('button', { name: 'Confirmed', exact: true }).click()
  await page.getByText('No refund like that').waitFor()
  await expectAccessible(page)
  expect(new URL(page.url()).search).toBe('?state=CONFIRMED')
  await page.getByRole('button', { name: 'Show all refunds' }).click()
  await row(page, 'tea-2').waitFor()
})

it('says when a lost reply leaves a refund in doubt, and not to ask for it again', async () => {
  await refund('tea-3', 5_000)
  await books.query(
    `update galla.refunds set "state" = 'REQUESTED', "inDoubt" = true, "nextPollAtMs" = null where "merchantRefundId" = 'tea-3'`,
  )
  const { page } = await visitors.visit('/refunds?open=tea-3')
  const dialog = page.getByRole('dialog', { name: 'Refund' })
  await dialog.getByText('Do not ask for it again under another id').waitFor()
  await dialog.getByText('Reply lost').waitFor()
  await dialog.getByRole('button', { name: 'Ask the provider now' }).click()
  await page.getByText('The provider answered: Pending.').waitFor()
})
