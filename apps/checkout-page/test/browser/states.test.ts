import { expectAccessible } from '@galla/testkit/looks'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Till } from '../helpers/checkout-browser.ts'
import { fillCard, heading, openMethod, payWithQr } from '../helpers/payer.ts'

let till: Till
beforeAll(async () => {
  till = await Till.open({ collectAllowed: false })
})
afterEach(() => till.leave())
afterAll(() => till.close())

/** Opens the page with a clock that the test can wind forward; left alone, it runs. */
async function atOwnClock(url: string): Promise<Page> {
  const { page } = await till.visit('about:blank')
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

describe('a failed attempt', () => {
  it('is told in plain words, and another may follow', async () => {
    const order = await till.order()
    const { page } = await till.visit(order.pageUrl)
    await payWithQr(page)
    await till.sandbox.simulatePayment(order.merchantOrderId, { outcome: 'FAILURE', errorCode: 'Z9', keepOpen: true })
    await heading(page, 'The payment did not go through')
    await page.getByText('There is not enough money in the account.').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Try again' }).click()
    await heading(page, 'How would you like to pay?')
    await payWithQr(page)
    await till.sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
    await heading(page, 'Payment successful')
  })

  it('ends the order where the shop allows one try only, and the page says so before', async () => {
    const order = await till.order({ disablePaymentRetry: true })
    const { page } = await till.visit(order.pageUrl)
    await payWithQr(page)
    await page.getByRole('button', { name: 'Cancel payment' }).click()
    await heading(page, 'The payment did not go through')
    await page.getByText('This order cannot be paid any more.').waitFor()
    await page.getByText(/Returning to the shop in \d+ s/).waitFor()
    await expectAccessible(page)
  })
})

it('keeps the payer informed while the bank says nothing, then shows the late result', async () => {
  const order = await till.order()
  const { page } = await till.visit(order.pageUrl)
  await openMethod(page, 'Net banking')
  await page.getByLabel('HDFC Bank').check()
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.getByRole('button', { name: 'Pending' }).click()
  await heading(page, 'Your bank has not answered yet')
  await expectAccessible(page)
  await till.sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
  await heading(page, 'Payment successful')
})

it('asks the provider before it says that the time is over', async () => {
  const order = await till.order({ expireAfter: 300 })
  const { page } = await till.visit(order.pageUrl)
  await payWithQr(page)
  await till.sandbox.clock.advance(310_000)
  await heading(page, 'The time to pay is over')
  await expectAccessible(page)
})

it('does not believe its own clock: at zero it asks, and counts on when the provider says so', async () => {
  const order = await till.order()
  const page = await atOwnClock(order.pageUrl)
  await payWithQr(page)
  const asked = page.waitForResponse(/\/page-api\/view/)
  await page.clock.fastForward('20:00')
  await asked
  await page.getByText(/^1[45]:\d\d$/).waitFor()
  await heading(page, 'Scan to pay')
})

it('stays when asked to, after the payment', async () => {
  const order = await till.order()
  const page = await atOwnClock(order.pageUrl)
  await heading(page, 'How would you like to pay?')
  await till.sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
  await page.getByRole('button', { name: 'Stay here' }).click()
  await page.clock.fastForward('01:00')
  expect(await page.getByText(/Returning to the shop/).count()).toBe(0)
  expect(page.url()).toBe(order.pageUrl)
  await page.getByRole('link', { name: 'Return to Chai & Chapters' }).click()
  await page.waitForURL(/\/thanks/)
})

describe('a reload in mid-payment', () => {
  it('comes back to the QR code', async () => {
    const order = await till.order()
    const { page } = await till.visit(order.pageUrl)
    await payWithQr(page)
    await page.reload()
    await heading(page, 'Scan to pay')
    await till.sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
    await heading(page, 'Payment successful')
    await page.reload()
    await heading(page, 'Payment successful')
  })

  it('comes back to the one-time password', async () => {
    const order = await till.order()
    const { page } = await till.visit(order.pageUrl)
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

it('says that the line is down, and looks at once when it is back', async () => {
  const order = await till.order()
  const { page, context, misdeeds } = await till.visit(order.pageUrl)
  await payWithQr(page)
  await context.setOffline(true)
  await page.getByText('No internet connection.').waitFor()
  await expectAccessible(page)
  await till.sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
  await context.setOffline(false)
  await heading(page, 'Payment successful')
  // The browser reports each lost request as an error of the page; nothing else may be among them.
  expect(misdeeds.errors.splice(0).filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
})

it('does not ask while nobody looks', async () => {
  const order = await till.order()
  const page = await atOwnClock(order.pageUrl)
  await payWithQr(page)
  await setHidden(page, true)
  // A look that was under way when the page was hidden still comes home.
  await page.waitForLoadState('networkidle')
  const looks = () => till.sandbox.journal({ kind: 'page' }).length
  const before = looks()
  await page.clock.fastForward('02:00')
  expect(looks()).toBe(before)
  const asked = page.waitForResponse(/\/page-api\/view/)
  await setHidden(page, false)
  await asked
})

it('lets a tester play every outcome', async () => {
  const order = await till.order()
  const { page } = await till.visit(order.pageUrl)
  const play = async (name: string) => {
    await page.getByRole('complementary').getByRole('button', { name: 'Choose outcome' }).click()
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
  }
  await heading(page, 'How would you like to pay?')
  await play('Leave it pending')
  await heading(page, 'Your bank has not answered yet')
  await page.getByRole('complementary').getByRole('button', { name: 'Choose outcome' }).click()
  await page.getByRole('button', { name: 'Z9', exact: true }).click()
  await page.getByRole('dialog').getByText('The account does not hold enough money.').first().waitFor()
  await page.getByRole('button', { name: 'Fail this attempt' }).click()
  await page.getByText('There is not enough money in the account.').waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await play('Let the time run out')
  await heading(page, 'The time to pay is over')
  await page.getByRole('complementary').getByRole('button', { name: 'Choose outcome' }).click()
  await page.getByText('This order is over').waitFor()
})

it('says why paying by UPI ID is closed', async () => {
  const order = await till.order()
  const { page } = await till.visit(order.pageUrl)
  await page.getByText('Paying by UPI ID is not possible here. Collect requests are being retired').waitFor()
  expect(await page.getByLabel('UPI ID').count()).toBe(0)
})

describe('a link that opens nothing', () => {
  it('without a token says so', async () => {
    const { page } = await till.visit(`${till.sandbox.url}/transact/pg`)
    await heading(page, 'This payment page cannot be opened')
    await expectAccessible(page)
  })

  it('with a token that nobody knows says so', async () => {
    const { page, misdeeds } = await till.visit(`${till.sandbox.url}/transact/pg?token=unknown`)
    await page.getByText('This payment is not known here.').waitFor()
    expect(misdeeds.errors.splice(0)).toEqual([expect.stringContaining('401')])
  })
})
