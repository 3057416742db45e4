import { expectAccessible, expectReflow } from '@galla/testkit/page-assertions'
import { scanQr } from '@galla/testkit/scan-qr'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CheckoutBrowser, DESKTOP, PHONE } from '../helpers/checkout-browser.ts'
import { fillCard, heading, openMethod, payWithQr } from '../helpers/payer.ts'

let browser: CheckoutBrowser
beforeAll(async () => {
  browser = await CheckoutBrowser.open({ collectAllowed: true })
})
afterEach(() => browser.endVisits())
afterAll(() => browser.close())

describe.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
])('on a %s', (_, device) => {
  it('pays by QR code and returns to the shop', async () => {
    const order = await browser.order()
    const { page } = await browser.visit(order.pageUrl, device)
    await expectAccessible(page)
    await payWithQr(page)
    const code = page.getByRole('img', { name: 'QR code to pay ₹1,49,950.00 to Chai & Chapters by UPI' })
    await code.waitFor()
    expect(await page.getByRole('timer').textContent()).toMatch(/^1[45]:\d\d$/)
    await expectAccessible(page)
    await expectReflow(page)

    await browser.sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
    await heading(page, 'Payment successful')
    await expectAccessible(page)
    await page.waitForURL(`${browser.shop.url}/thanks?order=${order.merchantOrderId}`)
    expect((await browser.sandbox.order(order.merchantOrderId)).state).toBe('COMPLETED')
  })

  it('pays by UPI ID', async () => {
    const order = await browser.order()
    const { page } = await browser.visit(order.pageUrl, device)
    await page.getByLabel('UPI ID').fill('nonsense')
    await page.getByRole('button', { name: 'Request ₹1,49,950.00' }).click()
    await page.getByText('Enter a UPI ID like name@bank.').waitFor()
    await page.getByLabel('UPI ID').fill('invalid@ybl')
    await page.getByRole('button', { name: 'Request ₹1,49,950.00' }).click()
    await page.getByText('This UPI ID does not exist.').waitFor()
    await expectAccessible(page)
    await page.getByLabel('UPI ID').fill('pending@ybl')
    await page.getByRole('button', { name: 'Request ₹1,49,950.00' }).click()
    await heading(page, 'Approve in your UPI app')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Pay another way' }).click()
    await heading(page, 'How would you like to pay?')
    await page.getByLabel('UPI ID').fill('success@ybl')
    await page.getByRole('button', { name: 'Request ₹1,49,950.00' }).click()
    await heading(page, 'Payment successful')
  })

  it('takes the digits of a Hindi keyboard in a UPI ID and in a one-time password', async () => {
    const order = await browser.order()
    const { page } = await browser.visit(order.pageUrl, device)
    await page.getByLabel('UPI ID').fill('९८७६५४३२१०@ybl')
    expect(await page.getByLabel('UPI ID').inputValue()).toBe('9876543210@ybl')
    await openMethod(page, 'Card')
    await fillCard(page, { number: '6074820000000009', expiry: '1230', cvv: '123' })
    await page.getByRole('button', { name: 'Pay ₹1,49,950.00' }).click()
    await page.getByLabel('One-time password').pressSequentially('१२३४५६')
    await heading(page, 'Payment successful')
  })

  it('forbids translators to change ids, amounts and the names of shop, app and bank', async () => {
    const order = await browser.order()
    const { page } = await browser.visit(order.pageUrl, device)
    await page.getByText('Order details', { exact: true }).click()
    await openMethod(page, 'Net banking')
    await page.getByText('Bank of Baroda').waitFor()
    const app = (await page.getByText('Choose your UPI app').count()) > 0 ? ['Google Pay'] : []
    for (const text of [order.merchantOrderId, '₹1,49,950.00', 'Chai & Chapters', 'Bank of Baroda', ...app]) {
      const isTranslated = await page
        .getByText(text, { exact: true })
        .first()
        .evaluate((element: HTMLElement) => element.translate)
      expect(isTranslated, text).toBe(false)
    }
  })

  it('says who does not see what the payer types', async () => {
    const order = await browser.order()
    const { page } = await browser.visit(order.pageUrl, device)
    await page.getByRole('contentinfo').getByText('The shop does not see your card number or UPI PIN.').waitFor()
  })

  it('pays by card with a one-time password', async () => {
    const order = await browser.order()
    const { page } = await browser.visit(order.pageUrl, device)
    await openMethod(page, 'Card')
    await fillCard(page, { number: '6074820000000009', expiry: '1230', cvv: '123' })
    expect(await page.getByLabel('Card number').inputValue()).toBe('6074 8200 0000 0009')
    await page.getByText('RuPay', { exact: true }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Pay ₹1,49,950.00' }).click()
    await heading(page, 'Confirm with your bank')
    await page.getByLabel('One-time password').pressSequentially('111 111')
    await page.getByText('The OTP is wrong. 2 tries left.').waitFor()
    await page.getByLabel('One-time password').press('Enter')
    expect(await page.getByText('The OTP is wrong. 2 tries left.').count()).toBe(1)
    await page.getByText('Sandbox: the OTP is 123456.').waitFor()
    expect(await page.getByLabel('One-time password').getAttribute('autocomplete')).toBe('one-time-code')
    expect(await page.getByRole('button', { name: /^Send a new OTP in \d+ s$/ }).getAttribute('aria-disabled')).toBe(
      'true',
    )
    await expectAccessible(page)
    await expectReflow(page)
    // Enter right after the last digit, which submits by itself.
    await page.getByLabel('One-time password').pressSequentially('222222')
    await page.getByLabel('One-time password').press('Enter')
    await page.getByText('The OTP is wrong. One try left.').waitFor()
    expect(await page.getByText('The OTP has 6 digits.').count()).toBe(0)
    await page.getByLabel('One-time password').fill('123456')
    await heading(page, 'Payment successful')
    await page.getByText('RuPay •••• 0009').waitFor()
  })

  it('pays by net banking', async () => {
    const order = await browser.order()
    const { page } = await browser.visit(order.pageUrl, device)
    await openMethod(page, 'Net banking')
    await page.getByText('Slow right now').waitFor()
    expect(await page.getByLabel(/Jammu & Kashmir Bank/).isDisabled()).toBe(true)
    await expectAccessible(page)
    await page.getByLabel('Search for your bank').fill('baroda')
    await page.getByLabel('Bank of Baroda').check()
    await page.getByRole('button', { name: 'Pay ₹1,49,950.00' }).click()
    await heading(page, 'Your bank’s page')
    await page.getByText('stands in for Bank of Baroda').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Success' }).click()
    await heading(page, 'Payment successful')
  })

  it('pays by a saved card', async () => {
    const order = await browser.order()
    const { page } = await browser.visit(order.pageUrl, device)
    await openMethod(page, 'Saved cards')
    await page.getByLabel('Visa ending in 4242').check()
    await page.getByText('CVV 936').waitFor()
    await page.getByRole('button', { name: 'Visa 6667', exact: true }).click()
    expect(await page.getByLabel('Visa ending in 6667').isChecked()).toBe(true)
    expect(await page.getByLabel('CVV').inputValue()).toBe('508')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Pay ₹1,49,950.00' }).click()
    await heading(page, 'Confirm with your bank')
    await page.getByLabel('One-time password').fill('123456')
    await heading(page, 'Payment successful')
  })
})

it.each([
  ['a desktop', DESKTOP],
  ['a phone', PHONE],
])('offers the test cards of the sandbox, and fills the chosen one in, on %s', async (_, device) => {
  const order = await browser.order()
  const { page } = await browser.visit(order.pageUrl, device)
  await openMethod(page, 'Card')
  await page.getByRole('button', { name: 'Pay ₹1,49,950.00' }).click()
  await page.getByText('Please correct 3 fields.').waitFor()
  await page.getByText('Test cards', { exact: true }).click()
  await page.getByRole('button', { name: '6074 8200 0000 0009', exact: true }).waitFor()
  await expectAccessible(page)
  await expectReflow(page)
  await page.getByLabel('Language').selectOption({ label: 'हिन्दी' })
  const results = page.locator('.test-cards li > span')
  await results.getByText('RUPAY: सफल').waitFor()
  // After the network's name.
  for (const text of await results.allTextContents())
    expect(text).toMatch(/^(?:Visa|Mastercard|RuPay|Diners Club|American Express|Maestro): [^A-Za-z]+$/)
  await page.getByLabel('भाषा').selectOption({ label: 'English' })
  await page.getByRole('button', { name: '4208 5851 9011 6667', exact: true }).click()
  expect(await page.getByLabel('Card number').inputValue()).toBe('4208 5851 9011 6667')
  expect(await page.getByLabel('Expiry').inputValue()).toBe('06 / 27')
  await expect.poll(() => page.locator('[aria-invalid]').count()).toBe(0)
  expect(await page.getByText(/Please correct/).count()).toBe(0)
  await page.keyboard.press('Enter')
  await heading(page, 'Confirm with your bank')
  await page.getByLabel('One-time password').fill('123456')
  await heading(page, 'Payment successful')
})

it('judges a card field when the payer leaves it', async () => {
  const order = await browser.order()
  const { page } = await browser.visit(order.pageUrl)
  await openMethod(page, 'Card')
  await page.getByLabel('Card number').pressSequentially('4208585190116668')
  await page.getByLabel('Expiry').pressSequentially('0120')
  await page.getByText('Check the card number.').waitFor()
  await page.getByRole('textbox', { name: 'CVV' }).fill('12')
  await page.getByText('This card has expired.').waitFor()
  await page.getByLabel('Name on card').focus()
  await page.getByText('The CVV has 3 digits.').waitFor()
  expect(await page.getByText(/Please correct/).count()).toBe(0)
  await expectAccessible(page)
  await page.getByLabel('Card number').fill('4208585190116667')
  await page.getByLabel('Expiry').fill('0630')
  await page.getByLabel('Name on card').focus()
  await page.getByText('Check the card number.').waitFor({ state: 'detached' })
  await page.getByText('This card has expired.').waitFor({ state: 'detached' })
})

it('shows a QR code on arrival at a desktop, which another choice replaces', async () => {
  const order = await browser.order()
  const { page } = await browser.visit(order.pageUrl)
  const code = page.getByRole('img', { name: 'QR code to pay ₹1,49,950.00 to Chai & Chapters by UPI' })
  expect(await scanQr(code)).toMatch(/^upi:\/\/pay\?.*\bam=149950\.00\b/)
  await page.reload()
  await code.waitFor()
  expect((await browser.sandbox.order(order.merchantOrderId)).paymentDetails).toHaveLength(1)
  await openMethod(page, 'Net banking')
  await page.getByLabel('HDFC Bank').check()
  await page.getByRole('button', { name: 'Pay ₹1,49,950.00' }).click()
  await heading(page, 'Your bank’s page')
  await page.getByRole('button', { name: 'Pay another way' }).click()
  await code.waitFor()
  await browser.sandbox.clock.advance(16 * 60_000)
  await heading(page, 'The time to pay is over')
  expect(await code.count()).toBe(0)
})

it('shows no code on arrival where the order allows one attempt', async () => {
  const order = await browser.order({ disablePaymentRetry: true })
  const { page } = await browser.visit(order.pageUrl)
  await page.getByRole('button', { name: 'Show QR code' }).waitFor()
  expect((await browser.sandbox.order(order.merchantOrderId)).paymentDetails ?? []).toHaveLength(0)
})

it('tells the marks of UPI apps apart', async () => {
  const order = await browser.order()
  const { page } = await browser.visit(order.pageUrl, PHONE)
  await page.getByRole('button', { name: 'Google Pay' }).waitFor()
  const marks = await page.locator('.galla-initial').allTextContents()
  expect(marks.length).toBeGreaterThan(5)
  expect(new Set(marks).size).toBe(marks.length)
})

it('offers UPI apps on a phone, and links to the chosen one', async () => {
  const order = await browser.order()
  const { page } = await browser.visit(order.pageUrl, PHONE)
  await page.getByRole('button', { name: 'Google Pay' }).click()
  await heading(page, 'Approve in your UPI app')
  const link = await page.getByRole('link', { name: 'Open Google Pay' }).getAttribute('href')
  expect(link).toMatch(/^upi:\/\/pay\?.*am=149950\.00/)
  await expectAccessible(page)

  await page.getByRole('complementary').getByRole('button', { name: 'Choose outcome' }).click()
  await page.getByRole('heading', { name: 'What happens to this payment?' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Pay it' }).click()
  await heading(page, 'Payment successful')
})
