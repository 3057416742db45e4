import { expectAccessible, expectReflow } from '@galla/testkit/page-assertions'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CheckoutBrowser, PHONE } from '../helpers/checkout-browser.ts'
import { fillCard, heading, openMethod } from '../helpers/payer.ts'

let browser: CheckoutBrowser
beforeAll(async () => {
  browser = await CheckoutBrowser.open({ collectAllowed: true })
})
afterEach(() => browser.endVisits())
afterAll(() => browser.close())

const enabled = (...enabledPaymentModes: object[]) => ({ paymentModeConfig: { version: 'V2', enabledPaymentModes } })
const CARD = { expiry: '1230', cvv: '123' }

describe('cards that the order does not accept', () => {
  it('by network: shown while the number is typed, and nothing is sent', async () => {
    const order = await browser.order({}, enabled({ type: 'CARD', networks: ['VISA', 'RUPAY'] }))
    const { page } = await browser.visit(order.pageUrl)
    await openMethod(page, 'Card')
    await page.getByText('Visa · RuPay', { exact: true }).waitFor()
    await fillCard(page, { ...CARD, number: '5555555555554444' })
    await page.getByText('Mastercard cards are not accepted here. Accepted: Visa · RuPay.').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Pay/ }).click()
    expect((await browser.sandbox.order(order.merchantOrderId)).paymentDetails).toEqual([])
    await page.getByLabel('Card number').fill('')
    await page.getByLabel('Card number').pressSequentially('6074820000000009')
    await page.getByRole('button', { name: /^Pay/ }).click()
    await heading(page, 'Confirm with your bank')
  })

  it.each([
    ['scope', { geoScopes: ['DOMESTIC'] }, '4000058260000005', /Cards issued outside India are not accepted here/],
    ['variant', { variants: ['CONSUMER'] }, '2223003122003222', /This kind of card is not accepted for this order/],
    ['type', { types: ['CREDIT_CARD'] }, '6074820000000009', /This kind of card is not accepted for this order/],
  ])('by %s: refused by the provider, with a message', async (_, dimension, number, message) => {
    const order = await browser.order({}, enabled({ type: 'CARD', ...dimension }))
    const { page } = await browser.visit(order.pageUrl)
    await openMethod(page, 'Card')
    await fillCard(page, { ...CARD, number })
    await page.getByRole('button', { name: /^Pay/ }).click()
    await heading(page, 'The payment did not go through')
    await page.getByText(message).waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await heading(page, 'How would you like to pay?')
  })
})

it('shows the accepted accounts behind a UPI ID, and the refusal of others', async () => {
  const order = await browser.order({}, enabled({ type: 'UPI', instruments: ['BANK_ACCOUNT'] }))
  const { page } = await browser.visit(order.pageUrl, PHONE)
  await page.getByText('Pays from: a bank account.').waitFor()
  await page.getByRole('button', { name: 'Another UPI app' }).waitFor()
  await expectReflow(page)
  await page.getByLabel('UPI ID').fill('credit@ybl')
  await page.getByRole('button', { name: /^Request/ }).click()
  await page.getByText(/This kind of account cannot pay this order/).waitFor()
})

it('suggests the UPI ID of a pre-filled number, and shows its last digits', async () => {
  const order = await browser.order({ prefillUserLoginDetails: { phoneNumber: '+919000000001' } })
  const { page } = await browser.visit(order.pageUrl)
  expect(await page.getByLabel('UPI ID').inputValue()).toBe('9000000001@ybl')
  await page.getByText('Order details').click()
  await page.getByText('•••• ••0001').waitFor()
  await page.getByRole('button', { name: /^Request/ }).click()
  await page.getByText('A request was sent to 90****1@ybl.').waitFor()
})

it('shows a late payment without a reload', async () => {
  const order = await browser.order({ expireAfter: 300 })
  const { page } = await browser.visit(order.pageUrl)
  await page.getByLabel('UPI ID').fill('late@ybl')
  await page.getByRole('button', { name: /^Request/ }).click()
  await heading(page, 'Approve in your UPI app')
  await browser.sandbox.clock.advance(310_000)
  await heading(page, 'The time to pay is over')
  await page.getByRole('button', { name: 'Stay here' }).click()
  await browser.sandbox.clock.advance(60_000)
  await heading(page, 'Payment successful')
})

it('does not count down while the provider’s clock is frozen', async () => {
  const order = await browser.order()
  browser.sandbox.clock.freeze()
  try {
    const { page } = await browser.visit('about:blank')
    await page.clock.install()
    await page.goto(order.pageUrl)
    const timer = page.getByRole('timer')
    const before = await timer.textContent()
    // No more replies: the page shows what it counts by itself.
    await page.route('**/page-api/view', () => {})
    await page.clock.fastForward('00:30')
    expect(await timer.textContent()).toBe(before)
  } finally {
    browser.sandbox.clock.resume()
  }
})

describe('the sandbox’s root', () => {
  it('shows its URLs, and every order with a link to its page', async () => {
    const paid = await browser.order()
    await browser.sandbox.simulatePayment(paid.merchantOrderId, { outcome: 'SUCCESS' })
    const open = await browser.order()
    const { page } = await browser.visit(`${browser.sandbox.url}/`)
    await heading(page, 'The payment provider, on this machine')
    await page.getByText(browser.sandbox.url, { exact: true }).waitFor()
    const row = (id: string) => page.getByRole('listitem').filter({ hasText: id })
    await row(paid.merchantOrderId).getByText('Completed').waitFor()
    await expectAccessible(page)
    const late = await browser.order()
    await row(late.merchantOrderId).getByText('Pending').waitFor()
    await row(open.merchantOrderId).getByRole('link', { name: 'Pay it' }).click()
    await heading(page, 'How would you like to pay?')
  })

  it('is accessible on a phone in dark mode', async () => {
    await browser.order()
    const { page } = await browser.visit(`${browser.sandbox.url}/`, { ...PHONE, colorScheme: 'dark' })
    await page.getByRole('listitem').first().waitFor()
    await expectAccessible(page)
    await expectReflow(page)
  })
})
