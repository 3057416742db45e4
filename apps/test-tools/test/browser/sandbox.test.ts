import { readFile } from 'node:fs/promises'
import { type ConsoleApp, startConsoleApp } from '@galla/console/test/console-app.ts'
import { ConsoleBrowser, DESKTOP, PHONE } from '@galla/console/test/console-browser.ts'
import { until } from '@galla/console/test/until.ts'
import { paise } from '@galla/contract/money'
import { expectAccessible, expectAccessibleInBothSchemes, expectReflow } from '@galla/testkit/page-assertions'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

let app: ConsoleApp
let browser: ConsoleBrowser
beforeAll(async () => {
  app = await startConsoleApp()
  browser = new ConsoleBrowser(app)
})
beforeEach(async () => {
  await app.sandbox.setFaults({})
})
afterEach(() => browser.closePages())
afterAll(() => app.close())

const status = (page: Page) => page.getByRole('list', { name: 'Sandbox status' })
const table = (page: Page, name: string) => page.getByRole('table', { name })

describe('settlements', () => {
  it('are paid out at once, failed and completed, Finance finds their UTR, and reads their report', async () => {
    const { order } = await app.shop.createOrder({ amount: 45_600 })
    await app.sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
    const { page } = await browser.open('/test-tools/sandbox?tab=settlements')
    await page.getByText('No settlement').waitFor()
    await page.getByRole('button', { name: 'Pay out now' }).click()
    await page.getByText('is on its way to the bank').waitFor()
    const list = table(page, 'Settlements of the sandbox')
    await list.getByRole('button', { name: 'Fail' }).click()
    await list.getByText('Attempt failed').waitFor()
    await list.getByRole('button', { name: 'Complete' }).click()
    await list.getByText('Paid out').waitFor()
    await expectAccessible(page)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the report' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('settlement-report.csv')
    const [settlement] = await app.sandbox.settlements()
    await page.goto(`${app.url}/finance?tab=settlements&search=${settlement?.utr}`)
    const row = table(page, 'Settlements').getByRole('row').nth(1)
    await row.getByText(settlement?.utr ?? 'no UTR').waitFor()
    await row.getByText('Paid out').waitFor()
    const buffer = await readFile(await download.path())
    const report = { name: 'settlement-report.csv', mimeType: 'text/csv', buffer }
    await page.getByLabel('Settlement report', { exact: true }).setInputFiles(report)
    await page.getByRole('dialog').getByText('1 payment').waitFor()
  })
})

describe('payments', () => {
  it('queues a failure for the next payment', async () => {
    const { page } = await browser.open('/test-tools/sandbox')
    const suggested = await page
      .locator('datalist option')
      .evaluateAll((options) => options.map((one) => one.getAttribute('value')))
    expect(suggested).toContain('U90')
    expect(suggested.filter((code) => code === 'SUCCESS' || code === 'PENDING')).toEqual([])
    // With a code in it, the field would suggest that one only.
    expect(await page.getByLabel('Failure code').inputValue()).toBe('')
    await page.getByText('Empty: ZM. The UPI PIN was wrong.').waitFor()
    await page.getByLabel('Failure code').fill('U90')
    await page.getByRole('button', { name: 'Fail the next payment' }).click()
    await status(page).getByText('The next payment will fail with U90').waitFor()
    const cart = { reference: 'cart-u90', amount: paise(49_900), redirectUrl: `${app.origin}/thanks` }
    const { order } = await app.gateway.orders.start({ ...cart, checkout: 'CUSTOM' })
    await app.gateway.orders.pay(order.merchantOrderId, { type: 'UPI_QR' })
    await status(page).getByText('The next payment').waitFor({ state: 'detached' })
    await page.goto(`${app.url}/orders/${order.merchantOrderId}`)
    await page.locator('main').getByText('Failed', { exact: true }).first().waitFor()
    await page.locator('main').getByText('U90').first().waitFor()
  })

  it('cancels a queued outcome', async () => {
    const { page } = await browser.open('/test-tools/sandbox')
    await page.getByRole('combobox', { name: 'The next payment' }).selectOption('Succeeds')
    await page.getByLabel('Number of payments').fill('3')
    await page.getByRole('button', { name: 'Complete the next 3 payments' }).click()
    await status(page).getByText('The next 3 payments will succeed').waitFor()
    await status(page).getByRole('button', { name: 'Cancel' }).click()
    await status(page).getByText('will succeed').waitFor({ state: 'detached' })
  })

  it('simulates the payment of a pending order', async () => {
    const { order } = await app.shop.createOrder({ amount: 12_300 })
    const { page } = await browser.open(`/test-tools/sandbox?q=${order.merchantOrderId}`)
    await page.getByRole('link', { name: `Simulate payment… of ${order.merchantOrderId}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Simulate outcome' })
    await dialog.getByText('₹123.00').waitFor()
    await expectAccessible(page)
    await dialog.getByLabel('Paid by').selectOption('Wallet')
    await dialog.getByRole('button', { name: 'Simulate' }).click()
    await dialog.getByText('Completed').waitFor()
    await dialog.getByRole('link', { name: 'Order in the gateway' }).click()
    await page.waitForURL(/\/orders\//)
    await until('the gateway applies it', async () =>
      (await app.gateway.orders.get(order.merchantOrderId))?.state === 'COMPLETED' ? true : undefined,
    )
  })

  it('offers a late payment only of an order that expired, and no failure code with it', async () => {
    const { order } = await app.shop.createOrder({ amount: 12_300 })
    const expiring = (await app.shop.createOrder({ amount: 12_400 })).order
    const { page } = await browser.open(`/test-tools/sandbox?q=${order.merchantOrderId}`)
    await page.getByRole('button', { name: `Simulate ${order.merchantOrderId}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Simulate outcome' })
    await dialog.getByLabel('Outcome').selectOption('Fails')
    await dialog.getByLabel('Failure code').fill('Z9')
    await dialog.getByRole('button', { name: 'Simulate' }).click()
    await dialog.getByText('Failed', { exact: true }).waitFor()
    expect(await dialog.getByRole('combobox').count()).toBe(0)
    expect(await dialog.getByRole('button', { name: /^Simulate/ }).count()).toBe(0)

    await page.goto(`${app.url}/test-tools/sandbox?open=${expiring.merchantOrderId}`)
    await dialog.getByLabel('Outcome').selectOption('Fails')
    await fetch(`${app.sandbox.url}/_sandbox/orders/${expiring.merchantOrderId}/expire`, { method: 'POST' })
    const late = dialog.getByRole('button', { name: 'Simulate a late payment' })
    await late.waitFor()
    expect(await dialog.getByLabel('Failure code').count()).toBe(0)
    await dialog.getByText('Expired', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByLabel('State').selectOption('Failed')
    await page.getByRole('button', { name: `Simulate ${order.merchantOrderId}` }).waitFor()
    expect(await page.getByRole('button', { name: `Simulate ${expiring.merchantOrderId}` }).count()).toBe(0)
    await page.getByLabel('State').selectOption('Expired')
    await page.getByRole('button', { name: `Simulate ${expiring.merchantOrderId}` }).click()
    await late.click()
    await dialog.getByText('Completed').waitFor()
  })

  it('pays in another way than the one that is open', async () => {
    const { order } = await app.shop.createOrder({ amount: 12_500 })
    await app.sandbox.simulatePayment(order.merchantOrderId, { outcome: 'PENDING' })
    const { page } = await browser.open(`/test-tools/sandbox?open=${order.merchantOrderId}`)
    const dialog = page.getByRole('dialog', { name: 'Simulate outcome' })
    await dialog.getByLabel('Paid by').selectOption('Net banking')
    await dialog.getByRole('button', { name: 'Simulate' }).click()
    await dialog.getByText('Completed').waitFor()
    expect((await app.sandbox.order(order.merchantOrderId)).paymentDetails.at(-1)?.paymentMode).toBe('NET_BANKING')
  })

  it('simulates the outcome of a pending refund', async () => {
    const { merchantOrderId } = await app.shop.payOrder({ amount: 200_000 })
    await app.gateway.refunds.request({
      merchantRefundId: 'waits--accepted',
      merchantOrderId,
      amount: paise(10_000),
    })
    const { page } = await browser.open('/test-tools/sandbox')
    const row = table(page, 'Pending refunds').getByRole('row', { name: /waits--accepted/ })
    await row.getByText('Confirmed').waitFor()
    await row.getByRole('button', { name: 'Complete' }).click()
    await row.waitFor({ state: 'detached' })
    expect((await fetch(`${app.sandbox.url}/_sandbox/refunds/waits--accepted`).then((r) => r.json())).state).toBe(
      'COMPLETED',
    )
  })
})

describe('the clock', () => {
  it('expires an order at the sandbox and in the gateway', async () => {
    const { order } = await app.shop.createOrder()
    const { page } = await browser.open('/test-tools/sandbox?tab=clock')
    await page.getByText(order.merchantOrderId).waitFor()
    await page.getByRole('button', { name: 'To the next event' }).click()
    await page.getByText(order.merchantOrderId).waitFor({ state: 'detached' })
    await page.getByText(/ahead of this machine/).waitFor()
    expect((await app.sandbox.order(order.merchantOrderId)).state).toBe('FAILED')
    const failed = await until('the gateway applies it', async () => {
      const found = await app.gateway.orders.get(order.merchantOrderId)
      return found?.state === 'FAILED' ? found : undefined
    })
    expect(failed.detailedErrorCode).toBe('ORDER_EXPIRED')
  })

  it('is stopped, set and resumed', async () => {
    const { page } = await browser.open('/test-tools/sandbox?tab=clock')
    await page.getByRole('button', { name: 'Freeze', exact: true }).click()
    await status(page).getByText('Clock frozen at').waitFor()
    await page.getByLabel('Set time, IST').fill('2030-01-01T10:00:00')
    await page.getByRole('button', { name: 'Set time' }).click()
    await status(page).getByText('1 Jan 2030, 10:00:00 IST').waitFor()
    await status(page).getByRole('button', { name: 'Resume' }).click()
    await page.getByText(/^Running/).waitFor()
    expect(app.sandbox.clock.frozen).toBe(false)
    await app.sandbox.clock.set(Date.now())
  })
})

describe('faults', () => {
  it('are turned on by profile and turned off together', async () => {
    const { page } = await browser.open('/test-tools/sandbox?tab=faults')
    await page.getByRole('button', { name: 'Turn on festival-day' }).click()
    await page.getByText('50 % of calls are delayed by 400 ms.').waitFor()
    await expectAccessible(page)
    await status(page).getByRole('button', { name: 'No faults' }).click()
    await page.getByText('No faults are on.').waitFor()
  })

  it('are added one by one', async () => {
    const { page } = await browser.open('/test-tools/sandbox?tab=faults')
    await page.getByRole('button', { name: 'Add' }).click()
    await page.getByText('All “Create payment” calls are processed, and the response is lost; at most 1.').waitFor()
    await page.getByLabel('Fault', { exact: true }).selectOption('Error response')
    await page.getByLabel('Calls', { exact: true }).selectOption('refund')
    await page.getByRole('button', { name: 'Add' }).click()
    await page.getByText('All “Create refund” calls are answered with 503; at most 1.').waitFor()
    await page.getByLabel('Dropped, %').fill('25')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('25 % of webhooks are dropped.').waitFor()
    await status(page).getByText('3 faults on').waitFor()
    await page.getByRole('button', { name: 'Turn all off' }).click()
    await page.getByText('No faults are on.').waitFor()
  })
})

describe('callbacks', () => {
  it('are sent on request, with faults, and again', async () => {
    const { merchantOrderId } = await app.shop.payOrder()
    const { page } = await browser.open('/test-tools/sandbox?tab=callbacks')
    const form = page.getByRole('form', { name: 'Send a webhook' })
    await form.getByLabel('Order').fill(merchantOrderId)
    await form.getByRole('button', { name: 'Send' }).click()
    await form.getByText(/^Answered 200/).waitFor()
    await form.getByLabel('Fault').selectOption('Tampered with')
    await form.getByRole('button', { name: 'Send' }).click()
    await form.getByText(/^Answered 200|^Answered 4\d\d/).waitFor()
    await page.getByPlaceholder('Order or refund ID').fill(merchantOrderId)
    await page
      .getByRole('button', { name: `Open checkout.order.completed about ${merchantOrderId}` })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: 'checkout.order.completed' })
    await dialog.getByText('merchantOrderId').first().waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Send again' }).click()
    await dialog
      .getByRole('status')
      .getByText(/^Answered/)
      .waitFor()
  })

  it('are directed to this gateway again', async () => {
    await app.sandbox.setReceiver({ url: 'http://127.0.0.1:9/other' })
    const { page } = await browser.open('/test-tools/sandbox?tab=callbacks')
    await page.getByText('The sandbox sends webhooks to another address').waitFor()
    await page.getByRole('button', { name: 'Send to this gateway' }).click()
    await page.getByText('The sandbox sends webhooks to another address').waitFor({ state: 'detached' })
  })
})

it('takes, restores and deletes a snapshot', async () => {
  const { order } = await app.shop.createOrder()
  const { page } = await browser.open('/test-tools/sandbox?tab=snapshots')
  await page.getByLabel('Name').fill('before the sale')
  await page.getByRole('button', { name: 'Take a snapshot' }).click()
  await page.getByRole('list', { name: 'Snapshots' }).getByText('before the sale').waitFor()
  await app.shop.simulate(order.merchantOrderId)
  await page.getByRole('button', { name: 'Restore before the sale' }).click()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).click()
  await page.getByText('Restored before the sale.').waitFor()
  expect((await app.sandbox.order(order.merchantOrderId)).state).toBe('PENDING')
  await page.getByRole('button', { name: 'Delete before the sale' }).click()
  await page.getByText('No snapshots.').waitFor()
})

it('resets the sandbox after a typed confirmation', async () => {
  const { order } = await app.shop.createOrder()
  const { page } = await browser.open('/test-tools/sandbox?tab=snapshots')
  await page.getByRole('button', { name: 'Reset the sandbox…' }).click()
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Reset', exact: true })
  expect(await confirm.isDisabled()).toBe(true)
  await page.getByLabel('Type reset to confirm').fill('reset')
  await confirm.click()
  await page.getByText('The sandbox is empty.').waitFor()
  await expect(app.sandbox.order(order.merchantOrderId)).rejects.toThrow()
})

it('shows when the sandbox is unreachable, and recovers', async () => {
  const { page, issues } = await browser.open('/test-tools/sandbox?tab=clock')
  await status(page).getByText('Clock:').waitFor()
  const unreachable = { code: 'SANDBOX_AWAY', message: 'The sandbox does not answer. Is it still running?' }
  await page.route('**/api/sandbox/**', (route) => route.fulfill({ status: 502, json: unreachable }))
  await page.getByText('The sandbox does not answer. Is it still running?').first().waitFor({ timeout: 60_000 })
  await page.unroute('**/api/sandbox/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await status(page).getByText('Clock:').waitFor()
  // The browser logs every error response.
  expect(issues.errors.splice(0).filter((error) => !error.includes('502'))).toEqual([])
})

it('filters the journal by kind, id and status', async () => {
  const { merchantOrderId } = await app.shop.payOrder()
  const { page } = await browser.open('/test-tools/sandbox?tab=journal')
  await page.getByPlaceholder('Order or refund ID').fill(merchantOrderId)
  await page.getByLabel('Kind').selectOption('API calls')
  const line = page.getByRole('button', { name: /^Open Create payment/ })
  await line.click()
  const dialog = page.getByRole('dialog', { name: 'Create payment' })
  await dialog.getByText('redirectUrl').first().waitFor()
  expect(await dialog.textContent()).not.toContain('O-Bearer e')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByLabel('Status', { exact: true }).selectOption('5xx')
  await page.getByText('No entry matches').waitFor()
})

it('runs the drill, and shows the result of each check', async () => {
  const { page } = await browser.open('/test-tools/sandbox?tab=drill')
  await page.getByRole('button', { name: 'Run the drill' }).click()
  await page.getByText(/\d+ of 100/).waitFor({ timeout: 60_000 })
  const score = page.getByRole('region', { name: 'Score' })
  await score.getByText('unsigned', { exact: true }).waitFor()
  await expectAccessible(page)
  await page.getByLabel('Webhook URL').fill('http://127.0.0.1:9/unreachable')
  await page.getByRole('button', { name: 'Run the drill' }).click()
  await score.getByText('0 of 100', { exact: true }).waitFor({ timeout: 60_000 })
  expect(await score.locator('li').first().textContent()).toContain('Failed')
})

it.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const)('every tab fits and is accessible on a %s, light and dark', async (_, device) => {
  await app.shop.createOrder()
  const { page } = await browser.open('/test-tools/sandbox', device)
  for (const tab of [
    'payments',
    'settlements',
    'mandates',
    'clock',
    'faults',
    'callbacks',
    'snapshots',
    'journal',
    'drill',
  ]) {
    await page.goto(`${app.url}/test-tools/sandbox?tab=${tab}`)
    await page.getByRole('tabpanel').waitFor()
    await status(page).getByText('Clock:').waitFor()
    await expectReflow(page)
    await expectAccessibleInBothSchemes(page)
  }
})
