import { expectAccessible, expectReflow } from '@galla/testkit/looks'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { PHONE, Till } from '../helpers/checkout-browser.ts'
import { fillCard, heading, openMethod } from '../helpers/payer.ts'

let till: Till
beforeAll(async () => {
  till = await Till.open()
})
afterEach(() => till.leave())
afterAll(() => till.close())

const enabled = (...enabledPaymentModes: object[]) => ({ paymentModeConfig: { version: 'V2', enabledPaymentModes } })
const CARD = { expiry: '1230', cvv: '123' }

describe('cards that the order does not take', () => {
  it('by network: said while the number is typed, and nothing is sent', async () => {
    const order = await till.order({}, enabled({ type: 'CARD', networks: ['VISA', 'RUPAY'] }))
    const { page } = await till.visit(order.pageUrl)
    await openMethod(page, 'Card')
    await page.getByText('Visa · RuPay', { exact: true }).waitFor()
    await fillCard(page, { ...CARD, number: '5555555555554444' })
    await page.getByText('Mastercard cards are not taken here. These are: Visa · RuPay.').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Pay/ }).click()
    expect((await till.sandbox.order(order.merchantOrderId)).paymentDetails).toEqual([])
    await page.getByLabel('Card number').fill('')
    await page.getByLabel('Card number').pressSequentially('6074820000000009')
    await page.getByRole('button', { name: /^Pay/ }).click()
    await heading(page, 'Confirm with your bank')
  })

  it.each([
    ['scope', { geoScopes: ['DOMESTIC'] }, '4000058260000005', /A card from another country cannot pay here/],
    ['variant', { variants: ['CONSUMER'] }, '2223003122003222', /Cards of this kind are not taken for this order/],
    ['type', { types: ['CREDIT_CARD'] }, '6074820000000009', /Cards of this kind are not taken for this order/],
  ])('by %s: refused by the provider, and told in plain words', async (_, dimension, number, words) => {
    const order = await till.order({}, enabled({ type: 'CARD', ...dimension }))
    const { page } = await till.visit(order.pageUrl)
    await openMethod(page, 'Card')
    await fillCard(page, { ...CARD, number })
    await page.getByRole('button', { name: /^Pay/ }).click()
    await heading(page, 'The payment did not go through')
    await page.getByText(words).waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await heading(page, 'How would you like to pay?')
  })
})

it('says what may stand behind a UPI ID, and refuses what may not', async () => {
  const order = await till.order({}, enabled({ type: 'UPI', instruments: ['BANK_ACCOUNT'] }))
  const { page } = await till.visit(order.pageUrl, PHONE)
  await page.getByText('Pays from: a bank account.').waitFor()
  await page.getByRole('button', { name: 'Another UPI app' }).waitFor()
  await expectReflow(page)
  await page.getByLabel('UPI ID').fill('credit@ybl')
  await page.getByRole('button', { name: /^Request/ }).click()
  await page.getByText(/This kind of account or credit cannot pay this order/).waitFor()
})

it('fills in the UPI ID of the number that the merchant knows, and shows the number’s end', async () => {
  const order = await till.order({ prefillUserLoginDetails: { phoneNumber: '+919000000001' } })
  const { page } = await till.visit(order.pageUrl)
  expect(await page.getByLabel('UPI ID').inputValue()).toBe('9000000001@ybl')
  await page.getByText('•••• ••0001').waitFor()
  await page.getByRole('button', { name: /^Request/ }).click()
  await page.getByText('A request was sent to 90****1@ybl.').waitFor()
})

it('shows money that came late, without being loaded again', async () => {
  const order = await till.order({ expireAfter: 300 })
  const { page } = await till.visit(order.pageUrl)
  await page.getByLabel('UPI ID').fill('late@ybl')
  await page.getByRole('button', { name: /^Request/ }).click()
  await heading(page, 'Approve in your UPI app')
  await till.sandbox.clock.advance(310_000)
  await heading(page, 'The time to pay is over')
  await page.getByRole('button', { name: 'Stay here' }).click()
  await till.sandbox.clock.advance(60_000)
  await heading(page, 'Payment successful')
})

it('counts nothing down while the provider’s clock stands still', async () => {
  const order = await till.order()
  till.sandbox.clock.freeze()
  try {
    const { page } = await till.visit('about:blank')
    await page.clock.install()
    await page.goto(order.pageUrl)
    const timer = page.getByRole('timer')
    const before = await timer.textContent()
    // Nobody tells the page anything from now on: what it shows is what it counts by itself.
    await page.route('**/page-api/view', () => {})
    await page.clock.fastForward('00:30')
    expect(await timer.textContent()).toBe(before)
  } finally {
    till.sandbox.clock.resume()
  }
})

describe('the sandbox’s own address', () => {
  it('shows what answers there, and every order with the way to its page', async () => {
    const paid = await till.order()
    await till.sandbox.simulatePayment(paid.merchantOrderId, { outcome: 'SUCCESS' })
    const open = await till.order()
    const { page } = await till.visit(`${till.sandbox.url}/`)
    await heading(page, 'The payment provider, on this machine')
    await page.getByText(till.sandbox.url, { exact: true }).waitFor()
    const row = (id: string) => page.getByRole('listitem').filter({ hasText: id })
    await row(paid.merchantOrderId).getByText('Completed').waitFor()
    await expectAccessible(page)
    const late = await till.order()
    await row(late.merchantOrderId).getByText('Pending').waitFor()
    await row(open.merchantOrderId).getByRole('link', { name: 'Pay it' }).click()
    await heading(page, 'How would you like to pay?')
  })

  it('can be read on a phone, in the dark', async () => {
    await till.order()
    const { page } = await till.visit(`${till.sandbox.url}/`, { ...PHONE, colorScheme: 'dark' })
    await page.getByRole('listitem').first().waitFor()
    await expectAccessible(page)
    await expectReflow(page)
  })
})
