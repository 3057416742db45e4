import { constants, privateDecrypt } from 'node:crypto'
import { expectAccessible } from '@galla/testkit/looks'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { CARD_KEY, OFFERS } from '../helpers/fake-gateway.ts'
import { heldByReact } from '../helpers/react-memory.ts'
import { DESKTOP, hold, StallPage } from '../helpers/test-shop.ts'

let stall: StallPage
let order = 0
const next = () => {
  stall.counter.put(`card-${++order}`, {})
  return `card-${order}`
}
beforeAll(async () => {
  stall = await StallPage.open()
})
afterEach(() => stall.leave())
afterAll(() => stall.close())

const NUMBER = '6521501234567893'
const CVV = '508'
/** The brand is in React's state and the reader of its tree must find it: else finding no card there would mean nothing. */
const SECRETS_AND_BRAND = [NUMBER, CVV, 'RuPay']

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor()
const method = (page: Page, name: string) => page.locator('summary').filter({ hasText: name }).first().click()
const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text }).waitFor()

async function typeCard(page: Page): Promise<void> {
  await page.getByLabel('Card number').pressSequentially(NUMBER)
  await page.getByText('RuPay', { exact: true }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.type('0629')
  await page.keyboard.press('Tab')
  await page.keyboard.type(CVV)
}

function opened(sealed: string): string {
  const block = privateDecrypt({ key: CARD_KEY, padding: constants.RSA_NO_PADDING }, Buffer.from(sealed, 'base64'))
  return block.subarray(block.indexOf(0, 2) + 1).toString()
}

/** Presses Tab until the element of that name has the focus. */
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

it('is paid with the keyboard alone, leaves the page only encrypted, and is never in React’s hands', async () => {
  const page = await stall.visit(`order=${next()}`)
  await heading(page, 'How would you like to pay?')
  await tabTo(page, /^CardDebit/)
  await page.keyboard.press('Enter')
  await page.getByLabel('Card number').waitFor()
  await tabTo(page, /^Pay ₹/)
  await page.keyboard.press('Enter')
  await page.getByText('3 details need another look').waitFor()
  expect(await page.getByLabel('Card number').evaluate((input) => input === document.activeElement)).toBe(true)
  await expectAccessible(page)
  await typeCard(page)
  expect(await heldByReact(page, SECRETS_AND_BRAND)).toEqual(['RuPay'])
  const letGo = await hold(page, '/pay')
  await page.route('**/bank?*', (route) => route.fulfill({ status: 204 }))
  await page.keyboard.press('Enter')
  await page.locator('form').getByRole('button', { name: 'Pay ₹1,49,950.00', disabled: true }).waitFor()
  expect(await heldByReact(page, SECRETS_AND_BRAND)).toEqual(['RuPay'])
  letGo()
  await heading(page, 'Confirm with your bank')
  expect(await heldByReact(page, [NUMBER, CVV, '₹1,49,950.00'])).toEqual(['₹1,49,950.00'])
  await page.unroute('**/bank?*')
  await page.getByRole('link', { name: 'Continue to your bank' }).click()
  await heading(page, '/bank')
  const [body = ''] = stall.counter.bodies
  const { cardDetails } = JSON.parse(body).paymentMode
  expect(opened(cardDetails.encryptedCardNumber)).toBe(NUMBER)
  expect(opened(cardDetails.encryptedCvv)).toBe(CVV)
  expect(cardDetails).toMatchObject({ encryptionKeyId: 7, expiry: { month: '06', year: '2029' } })
  expect(body).not.toContain(NUMBER)
  await page.goBack()
  await heading(page, 'Confirm with your bank')
  expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toMatch(/6521/)
})

it('loads its library only when its form is opened', async () => {
  const page = await stall.visit(`order=${next()}`)
  await heading(page, 'How would you like to pay?')
  const scripts = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .join(),
    )
  expect(await scripts()).not.toMatch(/jsencrypt|lib-/)
  await method(page, 'Debit or credit card')
  await expect.poll(scripts).toMatch(/jsencrypt|lib-/)
})

it('keeps all but its CVV when it is refused, and is saved only when the payer says so', async () => {
  stall.forgiven = /^Failed to load resource.* 409/
  const page = await stall.visit(`order=${next()}&part=card`)
  const cvv = page.getByRole('textbox', { name: 'CVV' })
  await page.route('**/pay', (route) =>
    route.fulfill({ status: 409, json: { code: 'CARD_NOT_ALLOWED', message: 'This card is not taken.' } }),
  )
  await typeCard(page)
  await page.keyboard.press('Enter')
  await alert(page, 'That did not go through. This card is not taken.')
  await expect.poll(() => cvv.inputValue()).toBe('')
  expect(await page.getByLabel('Card number').inputValue()).toBe('6521 5012 3456 7893')
  expect(await heldByReact(page, SECRETS_AND_BRAND)).toEqual(['RuPay'])
  await page.unroute('**/pay')
  await cvv.fill(CVV)
  await page.getByLabel('Save this card').check()
  await page.keyboard.press('Enter')
  await heading(page, '/bank')
  expect(stall.counter.bodies.map((body) => JSON.parse(body).paymentMode)).toMatchObject([
    { type: 'CARD', savedCard: true },
  ])
})

it('that was saved needs its CVV alone', async () => {
  const page = await stall.visit(`order=${next()}`)
  await method(page, 'Saved cards')
  await page.getByText('RuPay ending in 1117').waitFor()
  await page.getByLabel('CVV').fill('12')
  await page.keyboard.press('Enter')
  await page.getByText('The CVV has 3 digits.').waitFor()
  await page.getByLabel('CVV').fill(CVV)
  expect(await heldByReact(page, [CVV, '1117'])).toEqual(['1117'])
  await page.keyboard.press('Enter')
  await heading(page, '/bank')
  const { tokenDetails } = JSON.parse(stall.counter.bodies[0] ?? '').paymentMode
  expect(opened(tokenDetails.encryptedCvv)).toBe(CVV)
})

it('tells a key that cannot be used from a send that nobody answers', async () => {
  const id = next()
  stall.counter.put(id, { paymentMethods: { ...OFFERS, cardEncryption: { keyId: 8, publicKeyPem: 'not a key' } } })
  const page = await stall.visit(`order=${id}&part=entries`)
  const parts = [page.getByRole('region', { name: 'New' }), page.getByRole('region', { name: 'Saved' })]
  await page.getByLabel('Card number').fill(NUMBER)
  await page.getByLabel('Expiry').fill('0629')
  const pay = async (told: string) => {
    for (const part of parts) {
      await part.getByLabel('CVV').fill(CVV)
      await part.getByRole('button').click()
      await part.getByRole('alert').getByText(told).waitFor()
      expect(await part.getByLabel('CVV').inputValue()).toBe('')
    }
  }
  await pay('The card could not be encrypted, so nothing was sent.')
  await expectAccessible(page)
  stall.counter.put(id, { paymentMethods: OFFERS })
  await pay('No answer came from the shop.')
  expect(await page.getByText('could not be encrypted').count()).toBe(0)
})

it('is not asked for without a secure connection, new or saved', async () => {
  const page = await stall.visit(`order=${next()}`, DESKTOP, { origin: stall.insecureUrl })
  for (const name of ['Saved cards', 'Debit or credit card']) {
    await method(page, name)
    await page.locator('details[open]').getByText('Cards need a secure connection (https).').waitFor()
  }
  expect(await page.getByLabel(/^(?:Card number|CVV)$/).count()).toBe(0)
  expect(await page.evaluate(() => isSecureContext)).toBe(false)
})
