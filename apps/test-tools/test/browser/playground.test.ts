import { type ConsoleApp, startConsoleApp } from '@galla/console/test/console-app.ts'
import { ConsoleBrowser, DARK, DESKTOP, PHONE } from '@galla/console/test/console-browser.ts'
import { expectAccessible, expectReflow } from '@galla/testkit/page-assertions'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

let app: ConsoleApp
let browser: ConsoleBrowser
beforeAll(async () => {
  app = await startConsoleApp()
  browser = new ConsoleBrowser(app)
})
afterEach(() => browser.closePages())
afterAll(() => app.close())

const selectKind = (page: Page, kind: string) => page.getByRole('radio', { name: kind }).check()
const submit = (page: Page) => page.getByRole('button', { name: /^Pay ₹/ }).click()
const payment = (page: Page) => page.getByRole('region', { name: 'Current payment' })

/** Kinds of custom checkout whose outcome is simulated. */
const CUSTOM_KINDS = [
  'UPI QR code',
  'UPI app',
  'Provider’s app',
  'Collect by phone',
  'Net banking',
  'Card token',
  'Card Encrypted',
] as const

it('shows each line of the code whole', async () => {
  const { page } = await browser.open('/test-tools/playground')
  const code = page.getByRole('region', { name: 'With @galla/sdk' })
  expect(await code.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
})

describe('a payment', () => {
  it.each(CUSTOM_KINDS)('by %s is shown live until it is completed', async (kind) => {
    const { page } = await browser.open('/test-tools/playground')
    await selectKind(page, kind)
    await submit(page)
    await payment(page).getByText('Pending', { exact: true }).waitFor()
    await payment(page).getByRole('button', { name: 'Complete' }).click()
    await payment(page).getByText('Completed', { exact: true }).waitFor()
    await payment(page).getByRole('link', { name: 'Open the order' }).click()
    await page.waitForURL(/\/orders\//)
  })

  it('whose webhook was lost says what the provider has decided, instead of asking for it again', async () => {
    const { page } = await browser.open('/test-tools/playground')
    await selectKind(page, 'UPI QR code')
    await submit(page)
    await payment(page).getByRole('button', { name: 'Complete' }).waitFor()
    const merchantOrderId = new URL(page.url()).searchParams.get('order') ?? ''
    await app.sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS', dropCallbacks: true })
    await payment(page).getByText('The provider has the money. Its webhook has not arrived').waitFor()
    expect(await payment(page).getByRole('button', { name: 'Complete' }).count()).toBe(0)
    await payment(page).getByRole('button', { name: 'Check status' }).click()
    await payment(page).getByText('Completed', { exact: true }).waitFor()
  })

  it('by a UPI id with a fixed outcome needs no simulation', async () => {
    const { page } = await browser.open('/test-tools/playground')
    await selectKind(page, 'Collect by UPI id')
    await page.getByLabel('UPI id', { exact: true }).fill('failure@ybl')
    await submit(page)
    await payment(page).getByText('Failed', { exact: true }).waitFor()
  })

  it('by redirect opens the hosted page in a new tab', async () => {
    const { page, context } = await browser.open('/test-tools/playground')
    await selectKind(page, 'Redirect')
    await submit(page)
    const opening = context.waitForEvent('page')
    await payment(page).getByRole('link', { name: 'Open the payment page' }).click()
    const hosted = await opening
    await hosted.getByRole('img', { name: /QR code/ }).waitFor()
    await payment(page).getByRole('button', { name: 'Complete' }).click()
    await hosted.getByRole('heading', { name: 'Payment successful' }).waitFor()
    await payment(page).getByText('Completed', { exact: true }).waitFor()
  })

  it('in a frame can be cancelled, which closes the frame', async () => {
    const { page } = await browser.open('/test-tools/playground')
    await selectKind(page, 'In a frame')
    await submit(page)
    const frame = page.frameLocator('iframe[title="Payment page"]')
    await frame.getByRole('heading', { name: 'How would you like to pay?' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Close' }).click()
    await page.locator('iframe').waitFor({ state: 'detached' })
    await payment(page).getByRole('button', { name: 'Open the page in a frame' }).click()
    await frame.getByRole('img', { name: /QR code/ }).waitFor()
    const id = new URL(page.url()).searchParams.get('order') ?? ''
    await app.sandbox.simulatePayment(id, { outcome: 'SUCCESS' })
    await page.locator('iframe').waitFor({ state: 'detached' })
    await payment(page).getByText('Completed', { exact: true }).waitFor()
  })

  it('has the outcome and failure code that were queued', async () => {
    const { page } = await browser.open('/test-tools/playground')
    await selectKind(page, 'UPI QR code')
    await page.getByLabel('Outcome').selectOption('Fails')
    await page.getByLabel('Failure code').fill('U90')
    await page.locator('p', { hasText: 'technical' }).waitFor()
    await submit(page)
    await payment(page).getByText('Failed', { exact: true }).waitFor()
    const id = new URL(page.url()).searchParams.get('order') ?? ''
    expect(await app.gateway.orders.get(id)).toMatchObject({ state: 'FAILED', detailedErrorCode: 'U90' })
    await payment(page)
      .getByText(/^Failed\. .*technical/)
      .waitFor()
    const webhook = payment(page).getByRole('link', { name: /^Webhook pg\.order\.failed/ })
    expect(await webhook.evaluate((link) => getComputedStyle(link).wordBreak)).toBe('normal')
    await webhook.click()
    await page.waitForURL(/\/webhooks\/\d+/)
  })

  it('keeps the outcome of a hosted page for its own order, and takes a failure code by its words', async () => {
    const { page } = await browser.open('/test-tools/playground')
    await page.getByLabel('Outcome').selectOption('Fails')
    await page.getByLabel('Failure code').fill('insufficient funds')
    await page.locator('p', { hasText: 'does not hold enough money' }).waitFor()
    await submit(page)
    await payment(page)
      .getByText(/^The next payment of .+ will fail with INSUFFICIENT_FUNDS, as soon as/)
      .waitFor()
    const hosted = new URL(page.url()).searchParams.get('order') ?? ''
    await selectKind(page, 'UPI QR code')
    await page.getByLabel('Outcome').selectOption('The payer decides')
    await submit(page)
    await payment(page).getByRole('img', { name: 'QR code of the payment' }).waitFor()
    expect(await app.sandbox.order(new URL(page.url()).searchParams.get('order') ?? '')).toMatchObject({
      state: 'PENDING',
    })
    const outcomes = await app.sandbox.fetch('http://sandbox.test/_sandbox/outcomes')
    expect((await outcomes.json()).queuedForOrders).toMatchObject([
      { merchantOrderId: hosted, detailedErrorCode: 'INSUFFICIENT_FUNDS' },
    ])
    // The button does what was chosen.
    await page.goto(`${app.url}/test-tools/playground?mode=redirect&order=${hosted}`)
    await payment(page).getByRole('button', { name: 'Fail with INSUFFICIENT_FUNDS' }).click()
    await payment(page).getByText('Failed', { exact: true }).waitFor()
    await app.sandbox.fetch('http://sandbox.test/_sandbox/outcomes', { method: 'DELETE' })
  })

  it('can be expired, alone: other orders stay open, and the clock where it is', async () => {
    const { page } = await browser.open('/test-tools/playground')
    const other = await app.shop.createOrder()
    const aheadMs = () => app.sandbox.clock.now() - Date.now()
    const before = aheadMs()
    await selectKind(page, 'UPI QR code')
    await submit(page)
    await payment(page).getByRole('button', { name: 'Expire' }).click()
    await payment(page).getByText('Expired', { exact: true }).waitFor()
    expect(await app.gateway.orders.sync(other.order.merchantOrderId)).toMatchObject({ state: 'PENDING' })
    expect(Math.abs(aheadMs() - before)).toBeLessThan(60_000)
  })

  it('that is to be paid late says when, and is refunded after its expiry', async () => {
    const { page } = await browser.open('/test-tools/playground')
    await page.getByLabel('Outcome').selectOption('Expires and is paid late')
    await selectKind(page, 'UPI QR code')
    await submit(page)
    await payment(page)
      .getByText(/^Expires at \d\d:\d\d:\d\d IST, and is paid a minute later\./)
      .waitFor()
    await payment(page).getByRole('button', { name: 'Expire' }).click()
    await payment(page).getByText('The money arrives a minute after the expiry.').waitFor()
    await app.sandbox.clock.advance(61_000)
    await payment(page).getByText('Paid late', { exact: true }).waitFor()
    expect(await payment(page).getByText('The money arrives a minute').count()).toBe(0)
  })

  it('of a hosted page is paid late by its button, and nothing waits for a payer', async () => {
    const { page } = await browser.open('/test-tools/playground')
    await page.getByLabel('Outcome').selectOption('Expires and is paid late')
    await submit(page)
    await payment(page).getByText('Complete below and the payment page pay it in time.').waitFor()
    expect(
      await payment(page)
        .getByText(/as soon as somebody pays/)
        .count(),
    ).toBe(0)
    await payment(page).getByRole('button', { name: 'Expire, then pay late' }).click()
    await payment(page).getByText('Paid late', { exact: true }).waitFor()
    const id = new URL(page.url()).searchParams.get('order') ?? ''
    expect(await app.gateway.orders.get(id)).toMatchObject({ state: 'COMPLETED', resolution: 'late-refund' })
  })

  it('can be failed while it is pending', async () => {
    const { page } = await browser.open('/test-tools/playground')
    await selectKind(page, 'UPI QR code')
    await submit(page)
    await payment(page).getByRole('button', { name: 'Fail…' }).click()
    await payment(page).getByLabel('Failure code').fill('Z9')
    await payment(page).getByRole('button', { name: 'Fail', exact: true }).click()
    await payment(page).getByText('Failed', { exact: true }).waitFor()
    await payment(page).getByRole('button', { name: 'Make another payment' }).click()
    await payment(page).waitFor({ state: 'detached' })
  })

  it('is shown after a reload', async () => {
    const { page } = await browser.open('/test-tools/playground')
    await selectKind(page, 'Net banking')
    await submit(page)
    await payment(page).getByRole('link', { name: 'Open the bank’s page' }).waitFor()
    await page.reload()
    const link = payment(page).getByRole('link', { name: 'Open the bank’s page' })
    await link.waitFor()
    expect(await link.getAttribute('href')).toContain(`${app.sandbox.url}/transact/pg?token=`)
  })
})

it('updates the code while the form is filled in', async () => {
  const { page } = await browser.open('/test-tools/playground')
  await selectKind(page, 'Collect by UPI id')
  await page.getByLabel('UPI id', { exact: true }).fill('asha@ybl')
  await page.getByLabel('Amount in rupees').fill('1,499.50')
  await page.getByText('Expiry, message, metadata, return URL').click()
  await page.getByLabel('Expires after, seconds').fill('900')
  await page.getByRole('button', { name: 'Add metadata udf1' }).click()
  await page.getByLabel('Metadata udf1', { exact: true }).fill('table 4')
  const code = (side: string) => page.getByRole('tabpanel', { name: side }).locator('pre').textContent()
  const shown = await code('SDK')
  for (const part of [
    "inr('1499.50')",
    "vpa: 'asha@ybl'",
    'expireAfter: 900',
    "metaInfo: { udf1: 'table 4' }",
    app.sandbox.url,
  ]) {
    expect(shown).toContain(part)
  }
  await page.getByRole('tab', { name: 'Gateway' }).click()
  expect(await code('Gateway')).toContain('gateway.orders.pay(')
  await page.getByRole('tab', { name: 'curl' }).click()
  expect(await code('curl')).toContain('"amount": 149950')
})

it('shows problems on submit, and focuses the first invalid field', async () => {
  const { page } = await browser.open('/test-tools/playground')
  await page.getByLabel('Amount in rupees').fill('0.5')
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.getByText('The minimum is ₹1.00.').waitFor()
  await expect
    .poll(() => page.evaluate(() => document.activeElement === document.querySelector('[aria-invalid=true]')))
    .toBe(true)
  await expectAccessible(page)
})

it('expands the optional fields when one of them is invalid', async () => {
  const { page } = await browser.open('/test-tools/playground')
  await page.getByText('Expiry, message, metadata, return URL').click()
  const expiry = page.getByLabel('Expires after, seconds')
  await expiry.fill('5')
  await page.getByText('Expiry, message, metadata, return URL').click()
  await expiry.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.getByText('Enter whole seconds from 300 to 3600, or nothing.').waitFor()
  await expiry.fill('300')
  await page.getByText('Enter whole seconds').waitFor({ state: 'detached' })
  expect(await expiry.isVisible()).toBe(true)
})

it('encrypts the card in the browser, and loads the library on demand', async () => {
  const { page } = await browser.open('/test-tools/playground')
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await selectKind(page, 'Card Encrypted')
  await page.getByLabel('Test card').selectOption({ index: 0 })
  await page.waitForLoadState('networkidle')
  expect(sent.join('\n')).not.toMatch(/jsencrypt/i)
  await submit(page)
  await payment(page).getByText('Pending', { exact: true }).waitFor()
  const request = sent.find((one) => one.includes('/playground/pay')) ?? ''
  expect(request).toContain('encryptedCardNumber')
  expect(request).not.toMatch(/4208585190116667|"508"/)
})

it('can be used by keyboard', async () => {
  const { page } = await browser.open('/test-tools/playground')
  await page.getByRole('radio', { name: 'Redirect' }).focus()
  for (let step = 0; step < 2; step++) await page.keyboard.press('ArrowDown')
  expect(await page.getByRole('radio', { name: 'UPI QR code' }).isChecked()).toBe(true)
  await page.getByLabel('Amount in rupees').focus()
  await page.keyboard.press('Enter')
  await payment(page).getByText('Pending', { exact: true }).waitFor()
})

describe.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
  ['dark', DARK],
] as const)('on a %s', (_, device) => {
  it('is accessible', async () => {
    const { page } = await browser.open('/test-tools/playground?mode=card', device)
    await page.getByLabel('Test card').waitFor()
    await expectAccessible(page)
    await expectReflow(page)
    await selectKind(page, 'UPI QR code')
    await submit(page)
    await payment(page)
      .getByRole('img', { name: /QR code/ })
      .waitFor()
    await payment(page).getByRole('button', { name: 'Fail…' }).click()
    await expectAccessible(page)
    await expectReflow(page)
  })
})
