import { expectAccessible } from '@galla/testkit/page-assertions'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CheckoutBrowser } from '../helpers/checkout-browser.ts'
import { fillCard, heading, openMethod, payWithQr } from '../helpers/payer.ts'

let browser: CheckoutBrowser
beforeAll(async () => {
  browser = await CheckoutBrowser.open({ collectAllowed: false })
})
afterEach(() => browser.endVisits())
afterAll(() => browser.close())

/** Opens the page with a clock that the test can advance; it runs meanwhile. */
async function visitWithClock(url: string): Promise<Page> {
  const { page } = await browser.visit('about:blank')
  await page.clock.install()
  await page.goto(url)
  return page
}

async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => value })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)
}

it('shows the message of the merchant without controls that reorder it', async () => {
  const { pageUrl } = await browser.order({}, { message: 'Refund \u202e00.001' })
  const { page } = await browser.visit(pageUrl)
  await page.getByText('Refund 00.001', { exact: true }).waitFor()
})

describe('a failed attempt', () => {
  it('is shown with its reason, and another attempt is allowed', async () => {
    const order = await browser.order()
    const { page } = await browser.visit(order.pageUrl)
    await payWithQr(page)
    await browser.sandbox.simulatePayment(order.merchantOrderId, {
      outcome: 'FAILURE',
      errorCode: 'Z9',
      keepOpen: true,
    })
    await heading(page, 'The payment did not go through')
    await page.getByText('There is not enough money in the account.').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Try again' }).click()
    await heading(page, 'How would you like to pay?')
    await payWithQr(page)
    await browser.sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
    await heading(page, 'Payment successful')
  })

  it('of a card is tried again with the card form open', async () => {
    const order = await browser.order()
    const { page } = await browser.visit(order.pageUrl)
    await openMethod(page, 'Card')
    await fillCard(page, { number: '4208585190116667', expiry: '0627', cvv: '508' })
    await page.getByRole('button', { name: /^Pay ₹/ }).click()
    await heading(page, 'Confirm with your bank')
    await browser.sandbox.simulatePayment(order.merchantOrderId, {
      outcome: 'FAILURE',
      errorCode: 'TRANSACTION_DECLINED',
      keepOpen: true,
    })
    await page.getByRole('button', { name: 'Try again' }).click()
    await heading(page, 'How would you like to pay?')
    await page.getByLabel('Card number').waitFor()
    expect(await page.locator('details[open] h3').textContent()).toBe('Card')
  })

  it('ends an order that allows one attempt only', async () => {
    const order = await browser.order({ disablePaymentRetry: true })
    const { page } = await browser.visit(order.pageUrl)
    await payWithQr(page)
    await page.getByRole('button', { name: 'Cancel payment' }).click()
    await heading(page, 'The payment did not go through')
    await page.getByText('This order can no longer be paid.').waitFor()
    await page.getByText(/Returning to the shop in \d+ s/).waitFor()
    await expectAccessible(page)
  })
})

it('waits while the bank does not answer, then shows the result', async () => {
  const order = await browser.order()
  const page = await visitWithClock(order.pageUrl)
  await openMethod(page, 'Net banking')
  await page.getByLabel('HDFC Bank').check()
  await page.getByRole('button', { name: /^Pay/ }).click()
  const pending = page.getByRole('button', { name: 'Pending' })
  await pending.waitFor()
  await page.clock.pauseAt(Date.now() + 60_000)
  await pending.click()
  await heading(page, 'Waiting for your bank')
  expect(await page.getByText(/7 working days/).count()).toBe(0)
  await page.clock.resume()
  await heading(page, 'Your bank has not answered yet')
  await expectAccessible(page)
  await browser.sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
  await heading(page, 'Payment successful')
})

it('ends the code on the screen when the payer goes back without paying', async () => {
  const order = await browser.order()
  const { page } = await browser.visit(order.pageUrl)
  await page.getByRole('img', { name: /QR code/ }).waitFor()
  await page.getByRole('link', { name: 'Go back without paying' }).click()
  await page.waitForURL(/\/thanks/)
  expect((await browser.sandbox.order(order.merchantOrderId)).paymentDetails).toMatchObject([{ state: 'FAILED' }])
})

it('shows the order as expired when the provider does', async () => {
  const order = await browser.order({ expireAfter: 300 })
  const { page } = await browser.visit(order.pageUrl)
  await payWithQr(page)
  await browser.sandbox.clock.advance(310_000)
  await heading(page, 'The time to pay is over')
  await expectAccessible(page)
})

it('requests the status at zero, and keeps counting when the order has time left', async () => {
  const order = await browser.order()
  const page = await visitWithClock(order.pageUrl)
  await payWithQr(page)
  const status = page.waitForResponse(/\/page-api\/view/)
  await page.clock.fastForward('20:00')
  await status
  await page.getByText(/^1[45]:\d\d$/).waitFor()
  await heading(page, 'Scan to pay')
})

it('stays on the page when asked to', async () => {
  const order = await browser.order()
  const page = await visitWithClock(order.pageUrl)
  await heading(page, 'How would you like to pay?')
  await browser.sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
  await page.getByRole('button', { name: 'Stay here' }).click()
  await page.clock.fastForward('01:00')
  expect(await page.getByText(/Returning to the shop/).count()).toBe(0)
  expect(page.url()).toBe(order.pageUrl)
  await page.getByRole('link', { name: 'Return to Chai & Chapters' }).click()
  await page.waitForURL(/\/thanks/)
})

describe('a reload during a payment', () => {
  it('returns to the QR code', async () => {
    const order = await browser.order()
    const { page } = await browser.visit(order.pageUrl)
    await payWithQr(page)
    await page.reload()
    await heading(page, 'Scan to pay')
    await browser.sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
    await heading(page, 'Payment successful')
    await page.reload()
    await heading(page, 'Payment successful')
  })

  it('returns to the one-time password', async () => {
    const order = await browser.order()
    const { page } = await browser.visit(order.pageUrl)
    await openMethod(page, 'Card')
    await fillCard(page, { number: '4208585190116667', expiry: '0627', cvv: '508' })
    await page.getByRole('button', { name: /^Pay/ }).click()
    await heading(page, 'Confirm with your bank')
    await page.reload()
    await heading(page, 'Confirm with your bank')
    await page.getByLabel('One-time password').fill('123456')
    await page.keyboard.press('Enter')
    await heading(page, 'Payment successful')
  })
})

it('shows that the device is offline, and requests the status when it is back', async () => {
  const order = await browser.order()
  const { page, context, problems } = await browser.visit(order.pageUrl)
  await payWithQr(page)
  await context.setOffline(true)
  await page.getByText('No internet connection.').waitFor()
  await expectAccessible(page)
  await browser.sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
  await context.setOffline(false)
  await heading(page, 'Payment successful')
  // The browser logs each failed request as an error; no other error is expected.
  expect(problems.errors.splice(0).filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
})

it('sends nothing while hidden', async () => {
  const order = await browser.order()
  const page = await visitWithClock(order.pageUrl)
  await payWithQr(page)
  await setHidden(page, true)
  // A request in flight when the page was hidden still completes.
  await page.waitForLoadState('networkidle')
  const requests = () => browser.sandbox.journal({ kind: 'page' }).length
  const before = requests()
  await page.clock.fastForward('02:00')
  expect(requests()).toBe(before)
  const status = page.waitForResponse(/\/page-api\/view/)
  await setHidden(page, false)
  await status
})

it('lets a tester choose every outcome', async () => {
  const order = await browser.order()
  const { page } = await browser.visit(order.pageUrl)
  const choose = async (name: string) => {
    await page.getByRole('complementary').getByRole('button', { name: 'Choose outcome' }).click()
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
  }
  await heading(page, 'How would you like to pay?')
  await choose('Leave it pending')
  await heading(page, 'Your bank has not answered yet')
  await page.getByRole('complementary').getByRole('button', { name: 'Choose outcome' }).click()
  await page.getByRole('button', { name: 'Z9', exact: true }).click()
  await page.getByRole('dialog').getByText('The account does not hold enough money.').first().waitFor()
  await page.getByRole('button', { name: 'Fail this attempt' }).click()
  await page.getByText('There is not enough money in the account.').waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  const other = await browser.order()
  const before = browser.sandbox.clock.now()
  await choose('Let the time run out')
  await heading(page, 'The time to pay is over')
  expect((await browser.sandbox.order(other.merchantOrderId)).state).toBe('PENDING')
  expect(browser.sandbox.clock.now() - before).toBeLessThan(60_000)
  await page.getByRole('complementary').getByRole('button', { name: 'Choose outcome' }).click()
  await page.getByText('This order is final').waitFor()
})

it('shows why paying by UPI ID is not possible', async () => {
  const order = await browser.order()
  const { page } = await browser.visit(order.pageUrl)
  await page.getByText('UPI closed it for most shops').waitFor()
  expect(await page.getByLabel('UPI ID').count()).toBe(0)
})

describe('an invalid link', () => {
  it('without a token is reported', async () => {
    const { page } = await browser.visit(`${browser.sandbox.url}/transact/pg`)
    await heading(page, 'This payment page cannot be opened')
    await expectAccessible(page)
  })

  it('with an unknown token is reported', async () => {
    const { page, problems } = await browser.visit(`${browser.sandbox.url}/transact/pg?token=unknown`)
    await page.getByText('The link is no longer valid').waitFor()
    expect(problems.errors.splice(0)).toEqual([expect.stringContaining('401')])
  })
})
