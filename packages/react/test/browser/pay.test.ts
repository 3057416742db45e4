import { expectAccessible, expectFocusOn } from '@galla/testkit/page-assertions'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { PAYMENT_METHODS } from '../helpers/fake-gateway.ts'
import { QR } from '../helpers/payer-view.ts'
import { DESKTOP, PHONE, TestShop } from '../helpers/test-shop.ts'

let shop: TestShop
let order = 0
const next = () => {
  shop.gateway.put(`tea-${++order}`, {})
  return `tea-${order}`
}
beforeAll(async () => {
  shop = await TestShop.open()
})
afterEach(() => shop.endVisits())
afterAll(() => shop.close())

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor()
const openMethod = (page: Page, name: string) => page.locator('summary').filter({ hasText: name }).first().click()

it('sends one request in strict mode, and shares one connection between two components', async () => {
  const page = await shop.visit(`order=${next()}&component=pair`)
  await heading(page, 'How would you like to pay?')
  await page.locator('[data-phase=choose]').waitFor({ state: 'attached' })
  expect(shop.gateway.requests).toEqual(['GET status', 'GET live'])
})

it('pays by QR code, updated by the stream', async () => {
  const id = next()
  const permissions = ['clipboard-read', 'clipboard-write']
  const page = await shop.visit(`order=${id}`, { ...DESKTOP, permissions })
  await page.getByRole('button', { name: 'Show QR code' }).dblclick()
  await heading(page, 'Scan to pay')
  await expectFocusOn(page, 'Scan to pay')
  await page.getByRole('img', { name: 'QR code to pay ₹1,49,950.00 by UPI' }).waitFor()
  await page
    .getByRole('timer')
    .filter({ hasText: /^12:0\d$/ })
    .waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Copy UPI link' }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(QR)
  expect(shop.gateway.count('POST pay')).toBe(1)
  shop.gateway.put(id, { state: 'COMPLETED' })
  await heading(page, 'Payment successful')
  expect(shop.gateway.count('GET status')).toBe(1)
})

it('offers to pay another way where onStartAgain is given', async () => {
  const page = await shop.visit(`order=${next()}&again=yes`)
  await page.getByRole('button', { name: 'Show QR code' }).click()
  await heading(page, 'Scan to pay')
  await expectAccessible(page)
  await page.getByText('Another way starts a second payment, and the one that you started stays open.').waitFor()
  await page.getByRole('button', { name: 'Pay another way' }).click()
  await page.locator('output').filter({ hasText: 'again' }).waitFor()
  const without = await shop.visit(`order=${next()}`)
  await without.getByRole('button', { name: 'Show QR code' }).click()
  await heading(without, 'Scan to pay')
  expect(await without.getByRole('button', { name: 'Pay another way' }).count()).toBe(0)
})

it('continues a payment after a reload and a remount', async () => {
  const id = next()
  const page = await shop.visit(`order=${id}&component=qr`)
  await page.getByRole('button', { name: 'Show QR code' }).click()
  await heading(page, 'Scan to pay')
  await page.reload()
  await heading(page, 'Scan to pay')
  await page.getByRole('button', { name: 'Remount' }).click()
  await page.getByRole('heading', { name: 'Scan to pay' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Remount' }).click()
  await heading(page, 'Scan to pay')
  expect(shop.gateway.count('POST pay')).toBe(1)
})

it('opens the page of the bank under the URL that the shop makes of it, and links to the same one', async () => {
  const page = await shop.visit(`order=${next()}&hash=lang=hi`)
  await openMethod(page, 'Net banking')
  await page.getByLabel('State Bank of India').check()
  await page.getByRole('button', { name: /^Pay / }).click()
  await page.waitForURL(/\/bank\?order=tea-\d+#lang=hi$/)
  await page.goBack()
  await page.getByRole('link', { name: 'Continue to your bank' }).click()
  await page.waitForURL(/\/bank\?order=tea-\d+#lang=hi$/)
})

it('pays by a bank found by name; a bank that is down cannot be chosen', async () => {
  const page = await shop.visit(`order=${next()}`)
  await openMethod(page, 'Net banking')
  expect(await page.getByLabel('Bank of Baroda').isDisabled()).toBe(true)
  await page.getByLabel('Search for your bank').fill('kotak')
  await page.getByLabel('Kotak Mahindra Bank').check()
  await page.getByRole('button', { name: 'Pay ₹1,49,950.00' }).click()
  await heading(page, '/bank')
  expect(JSON.parse(shop.gateway.bodies[0] ?? '')).toEqual({ paymentMode: { type: 'NET_BANKING', bankId: 'KKBK' } })
})

interface Case {
  act: (page: Page) => Promise<void>
  /** Body of the pay request. */
  sends: object
  /** The heading that follows. */
  leadsTo: string
}

const click = (page: Page, name: string) => page.getByRole('button', { name }).click()

const COMPONENTS: { readonly [name: string]: Case } = {
  intent: {
    act: (page) => click(page, 'Chai Pay'),
    sends: { paymentMode: { type: 'UPI_INTENT', targetApp: 'in.chai.pay' }, deviceOS: 'Other' },
    leadsTo: 'Approve in your UPI app',
  },
  collect: {
    act: async (page) => {
      await page.getByLabel('UPI ID').fill('asha')
      await click(page, 'Request ₹1,49,950.00')
      await page.getByText('Enter a UPI ID like name@bank.').waitFor()
      await page.getByLabel('UPI ID').fill('asha@ybl')
      await click(page, 'Request ₹1,49,950.00')
    },
    sends: { paymentMode: { type: 'UPI_COLLECT', details: { type: 'VPA', vpa: 'asha@ybl' } }, deviceOS: 'Other' },
    leadsTo: 'Approve in your UPI app',
  },
  banks: {
    act: async (page) => {
      await click(page, 'Pay ₹1,49,950.00')
      await page.getByRole('alert').getByText('Choose a bank first.').waitFor()
      await page.getByLabel('ICICI Bank').check()
      await click(page, 'Pay ₹1,49,950.00')
    },
    sends: { paymentMode: { type: 'NET_BANKING', bankId: 'ICIC' } },
    leadsTo: '/bank',
  },
  saved: {
    act: async (page) => {
      await page.getByLabel('CVV').fill('508')
      await click(page, 'Pay ₹1,49,950.00')
    },
    sends: { paymentMode: { type: 'TOKEN', authMode: '3DS', tokenDetails: { encryptedToken: 'token' } } },
    leadsTo: '/bank',
  },
  card: {
    act: async (page) => {
      await page.getByLabel('Card number').fill('4208585190116667')
      await page.getByLabel('Expiry').fill('0629')
      await page.getByRole('textbox', { name: 'CVV' }).fill('508')
      await page.getByLabel('Name on card').fill('Asha Rao')
      await click(page, 'Pay ₹1,49,950.00')
    },
    sends: { paymentMode: { type: 'CARD', savedCard: false, cardDetails: { cardHolderName: 'Asha Rao' } } },
    leadsTo: '/bank',
  },
}

it.each(Object.entries(COMPONENTS))(
  'the single component for %s starts a payment',
  async (name, { act, sends, leadsTo }) => {
    const id = next()
    shop.gateway.put(id, { paymentMethods: { ...PAYMENT_METHODS, collect: { allowed: true } } })
    const page = await shop.visit(`order=${id}&component=${name}`)
    await act(page)
    await heading(page, leadsTo)
    expect(shop.gateway.bodies.map((body) => JSON.parse(body))).toMatchObject([sends])
  },
)

it('offers the named methods in order: UPI apps on a phone, and a sentence where collect is not allowed', async () => {
  const page = await shop.visit(`order=${next()}&methods=net-banking,upi`, PHONE)
  await heading(page, 'How would you like to pay?')
  expect(await page.locator('.galla-method-name').allTextContents()).toEqual(['Net banking', 'UPI'])
  await openMethod(page, 'UPI')
  await page.getByText('UPI closed it for most shops').waitFor()
  await click(page, 'Paytm')
  await heading(page, 'Approve in your UPI app')
  expect(await page.getByRole('link', { name: 'Open Paytm' }).getAttribute('href')).toBe(QR)
  expect(shop.gateway.bodies.map((body) => JSON.parse(body).paymentMode)).toEqual([
    { type: 'UPI_INTENT', targetApp: 'net.one97.paytm' },
  ])
})
