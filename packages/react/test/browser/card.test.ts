import { constants, privateDecrypt } from 'node:crypto'
import { expectAccessible } from '@galla/testkit/page-assertions'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { CARD_KEY, PAYMENT_METHODS } from '../helpers/fake-gateway.ts'
import { textsHeldByReact } from '../helpers/react-memory.ts'
import { DESKTOP, hold, TestShop } from '../helpers/test-shop.ts'

let shop: TestShop
let order = 0
const next = () => {
  shop.gateway.put(`card-${++order}`, {})
  return `card-${order}`
}
beforeAll(async () => {
  shop = await TestShop.open()
})
afterEach(() => shop.endVisits())
afterAll(() => shop.close())

const NUMBER = '6521501234567893'
const CVV = '508'
/** The brand is in React's state: finding it proves that the search works. */
const SECRETS_AND_BRAND = [NUMBER, CVV, 'RuPay']

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor()
const openMethod = (page: Page, name: string) => page.locator('summary').filter({ hasText: name }).first().click()
const expectAlert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text }).waitFor()

async function typeCard(page: Page): Promise<void> {
  await page.getByLabel('Card number').pressSequentially(NUMBER)
  await page.getByText('RuPay', { exact: true }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.type('0629')
  await page.keyboard.press('Tab')
  await page.keyboard.type(CVV)
}

function decrypt(encrypted: string): string {
  const block = privateDecrypt({ key: CARD_KEY, padding: constants.RSA_NO_PADDING }, Buffer.from(encrypted, 'base64'))
  return block.subarray(block.indexOf(0, 2) + 1).toString()
}

/** Presses Tab until an element with this name has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let press = 0; press < 40; press++) {
    await page.keyboard.press('Tab')
    const found = await page.evaluate(() => {
      const { activeElement: here } = document
      return (here instanceof HTMLInputElement ? here.labels?.[0]?.textContent : here?.textContent) ?? ''
    })
    if (name.test(found)) return
  }
  throw new Error(`Tab never reached ${name}`)
}

it('pays by card with the keyboard; the card leaves the page encrypted and is never in React’s memory', async () => {
  const page = await shop.visit(`order=${next()}`)
  await heading(page, 'How would you like to pay?')
  await tabTo(page, /^CardDebit/)
  await page.keyboard.press('Enter')
  await page.getByLabel('Card number').waitFor()
  await tabTo(page, /^Pay ₹/)
  await page.keyboard.press('Enter')
  await page.getByText('Please correct 3 fields.').waitFor()
  expect(await page.getByLabel('Card number').evaluate((input) => input === document.activeElement)).toBe(true)
  await expectAccessible(page)
  await typeCard(page)
  expect(await textsHeldByReact(page, SECRETS_AND_BRAND)).toEqual(['RuPay'])
  const release = await hold(page, '/pay')
  await page.route('**/bank?*', (route) => route.fulfill({ status: 204 }))
  await page.keyboard.press('Enter')
  await page.locator('form').getByRole('button', { name: 'Pay ₹1,49,950.00', disabled: true }).waitFor()
  expect(await textsHeldByReact(page, SECRETS_AND_BRAND)).toEqual(['RuPay'])
  release()
  await heading(page, 'Confirm with your bank')
  expect(await textsHeldByReact(page, [NUMBER, CVV, '₹1,49,950.00'])).toEqual(['₹1,49,950.00'])
  await page.unroute('**/bank?*')
  await page.getByRole('link', { name: 'Continue to your bank' }).click()
  await heading(page, '/bank')
  const [body = ''] = shop.gateway.bodies
  const { cardDetails } = JSON.parse(body).paymentMode
  expect(decrypt(cardDetails.encryptedCardNumber)).toBe(NUMBER)
  expect(decrypt(cardDetails.encryptedCvv)).toBe(CVV)
  expect(cardDetails).toMatchObject({ encryptionKeyId: 7, expiry: { month: '06', year: '2029' } })
  expect(body).not.toContain(NUMBER)
  await page.goBack()
  await heading(page, 'Confirm with your bank')
  expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toMatch(/6521/)
})

it('takes digits of an Indian script in the fields of a card, and keeps the caret behind a corrected digit', async () => {
  const page = await shop.visit(`order=${next()}&component=card`)
  const number = page.getByLabel('Card number')
  await number.pressSequentially('६५२१५०१२३४५६७८९')
  expect(await number.inputValue()).toBe('6521 5012 3456 789')
  await page.keyboard.press('Home')
  await page.keyboard.press('Delete')
  await page.keyboard.type('६')
  expect(await number.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(1)
  await page.keyboard.press('End')
  await page.keyboard.type('३')
  await page.getByLabel('Expiry').pressSequentially('०६२९')
  await page.getByRole('textbox', { name: 'CVV' }).pressSequentially('५०८')
  await page.keyboard.press('Enter')
  await heading(page, '/bank')
  const { cardDetails } = JSON.parse(shop.gateway.bodies[0] ?? '').paymentMode
  expect(decrypt(cardDetails.encryptedCardNumber)).toBe(NUMBER)
  expect(decrypt(cardDetails.encryptedCvv)).toBe(CVV)
  expect(cardDetails.expiry).toEqual({ month: '06', year: '2029' })
})

/** Presses and releases the mouse within the lowest or highest pixels of Pay, where a move of a few pixels loses the click. */
async function pressPay(page: Page, edge: 'top' | 'bottom'): Promise<void> {
  const box = await page.getByRole('button', { name: /^Pay ₹/ }).boundingBox()
  if (!box) throw new Error('Pay is not on the page')
  await page.mouse.move(box.x + box.width / 2, edge === 'top' ? box.y + 4 : box.y + box.height - 4)
  await page.mouse.down()
  // A press lasts longer than the page needs to react to the field that loses the focus.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await page.mouse.up()
}

const hasFocus = (page: Page, label: string) =>
  expect
    .poll(() => page.getByRole('textbox', { name: label }).evaluate((input) => input === document.activeElement))
    .toBe(true)

it('takes a press on Pay while a wrong field still has the focus, and a press after its correction', async () => {
  const page = await shop.visit(`order=${next()}&component=card`)
  await page.getByLabel('Card number').fill(NUMBER)
  await page.getByLabel('Expiry').fill('0629')
  await page.getByRole('textbox', { name: 'CVV' }).pressSequentially('50')
  await pressPay(page, 'top')
  await page.getByText('The CVV has 3 digits.').waitFor()
  await hasFocus(page, 'CVV')
  await page.keyboard.type('8')
  await page.getByText('The CVV has 3 digits.').waitFor({ state: 'detached' })
  await page.keyboard.press('Backspace')
  await pressPay(page, 'top')
  await page.getByText('The CVV has 3 digits.').waitFor()
  await page.getByLabel('Expiry').fill('0120')
  await pressPay(page, 'bottom')
  await page.getByText('Please correct 2 fields.').waitFor()
  await hasFocus(page, 'Expiry')
  await page.getByLabel('Expiry').fill('0629')
  await page.getByRole('textbox', { name: 'CVV' }).fill(CVV)
  await pressPay(page, 'bottom')
  await heading(page, '/bank')
  expect(shop.gateway.bodies).toHaveLength(1)
})

it('counts every wrong field after a press on Pay, also a required one that was left empty', async () => {
  const page = await shop.visit(`order=${next()}&component=card`)
  await page.getByLabel('Card number').focus()
  await page.getByLabel('Expiry').focus()
  expect(await page.getByText('The card number is incomplete.').count()).toBe(0)
  await pressPay(page, 'bottom')
  await page.getByText('Please correct 3 fields.').waitFor()
  await hasFocus(page, 'Card number')
  await page.getByLabel('Expiry').focus()
  await page.getByLabel('Name on card').focus()
  await page.getByText('The card number is incomplete.').waitFor()
  await page.getByText('Please correct 3 fields.').waitFor()
  await page.getByLabel('Card number').fill(NUMBER)
  await page.getByText('Please correct 2 fields.').waitFor()
})

it('loads the encryption library when the card form is opened', async () => {
  const page = await shop.visit(`order=${next()}`)
  await heading(page, 'How would you like to pay?')
  const scripts = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .join(),
    )
  expect(await scripts()).not.toMatch(/jsencrypt|lib-/)
  await openMethod(page, 'Debit or credit card')
  await expect.poll(scripts).toMatch(/jsencrypt|lib-/)
})

it('clears only the CVV after a refusal, and saves the card only when asked to', async () => {
  shop.expectedErrors = /^Failed to load resource.* 409/
  const page = await shop.visit(`order=${next()}&component=card`)
  const cvv = page.getByRole('textbox', { name: 'CVV' })
  await page.route('**/pay', (route) =>
    route.fulfill({ status: 409, json: { code: 'CARD_NOT_ALLOWED', message: 'This card is not taken.' } }),
  )
  await typeCard(page)
  await page.keyboard.press('Enter')
  await expectAlert(page, 'This kind of card is not accepted for this order.')
  await expect.poll(() => cvv.inputValue()).toBe('')
  expect(await page.getByLabel('Card number').inputValue()).toBe('6521 5012 3456 7893')
  expect(await textsHeldByReact(page, SECRETS_AND_BRAND)).toEqual(['RuPay'])
  await page.unroute('**/pay')
  await cvv.fill(CVV)
  await page.getByLabel('Save this card').check()
  await page.keyboard.press('Enter')
  await heading(page, '/bank')
  expect(shop.gateway.bodies.map((body) => JSON.parse(body).paymentMode)).toMatchObject([
    { type: 'CARD', savedCard: true },
  ])
})

it('pays by a saved card with its CVV', async () => {
  const page = await shop.visit(`order=${next()}`)
  await openMethod(page, 'Saved cards')
  await page.getByText('RuPay ending in 1117').waitFor()
  await page.getByLabel('CVV').fill('12')
  await page.keyboard.press('Enter')
  await page.getByText('The CVV has 3 digits.').waitFor()
  await page.getByLabel('CVV').fill(CVV)
  expect(await textsHeldByReact(page, [CVV, '1117'])).toEqual(['1117'])
  await page.keyboard.press('Enter')
  await heading(page, '/bank')
  const { tokenDetails } = JSON.parse(shop.gateway.bodies[0] ?? '').paymentMode
  expect(decrypt(tokenDetails.encryptedCvv)).toBe(CVV)
})

it('distinguishes a failed encryption from a request without an answer', async () => {
  const id = next()
  shop.gateway.put(id, {
    paymentMethods: { ...PAYMENT_METHODS, cardEncryption: { keyId: 8, publicKeyPem: 'not a key' } },
  })
  const page = await shop.visit(`order=${id}&component=forms`)
  const forms = [page.getByRole('region', { name: 'New' }), page.getByRole('region', { name: 'Saved' })]
  await page.getByLabel('Card number').fill(NUMBER)
  await page.getByLabel('Expiry').fill('0629')
  const pay = async (message: string) => {
    for (const form of forms) {
      await form.getByLabel('CVV').fill(CVV)
      await form.getByRole('button').click()
      await form.getByRole('alert').getByText(message).waitFor()
      expect(await form.getByLabel('CVV').inputValue()).toBe('')
    }
  }
  await pay('The card could not be encrypted, so nothing was sent.')
  await expectAccessible(page)
  shop.gateway.put(id, { paymentMethods: PAYMENT_METHODS })
  await pay('The shop did not answer.')
  expect(await page.getByText('could not be encrypted').count()).toBe(0)
})

it('asks for no card without a secure connection', async () => {
  const page = await shop.visit(`order=${next()}`, DESKTOP, { origin: shop.insecureUrl })
  for (const name of ['Saved cards', 'Debit or credit card']) {
    await openMethod(page, name)
    await page.locator('details[open]').getByText('Cards need a secure connection (https).').waitFor()
  }
  expect(await page.getByLabel(/^(?:Card number|CVV)$/).count()).toBe(0)
  expect(await page.evaluate(() => isSecureContext)).toBe(false)
})

it('pays by a card that was typed without a connection, once the payer is online again', async () => {
  shop.expectedErrors = /ERR_INTERNET_DISCONNECTED/
  const page = await shop.visit(`order=${next()}`)
  await heading(page, 'How would you like to pay?')
  await page.context().setOffline(true)
  await openMethod(page, 'Debit or credit card')
  await typeCard(page)
  await page.context().setOffline(false)
  await page.getByText('No internet connection.').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Pay ₹/ }).click()
  await expect.poll(() => shop.gateway.count('POST pay')).toBe(1)
})

it('the form for a new card works in a frame of the shop', async () => {
  const page = await shop.visit(`order=${next()}&component=framedForm`)
  const frame = page.frameLocator('iframe')
  await frame.getByLabel('Card number').pressSequentially(NUMBER)
  await frame.getByLabel('Expiry').pressSequentially('0629')
  await frame.getByLabel('CVV').pressSequentially(CVV)
  await frame.getByRole('button').last().click()
  await page.getByText('paid', { exact: true }).waitFor({ timeout: 10_000 })
})
