import { expectAccessible } from '@galla/testkit/looks'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { OFFERS } from '../helpers/fake-gateway.ts'
import { QR } from '../helpers/payer-view.ts'
import { DESKTOP, PHONE, StallPage } from '../helpers/test-shop.ts'

let stall: StallPage
let order = 0
const next = () => {
  stall.counter.put(`tea-${++order}`, {})
  return `tea-${order}`
}
beforeAll(async () => {
  stall = await StallPage.open()
})
afterEach(() => stall.leave())
afterAll(() => stall.close())

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor()
const method = (page: Page, name: string) => page.locator('summary').filter({ hasText: name }).first().click()

it('asks once though strict mode mounts twice, and two parts share one line', async () => {
  const page = await stall.visit(`order=${next()}&part=pair`)
  await heading(page, 'How would you like to pay?')
  await page.locator('[data-phase=choose]').waitFor({ state: 'attached' })
  expect(stall.counter.asked).toEqual(['GET status', 'GET live'])
})

it('pays by QR, live', async () => {
  const id = next()
  const permissions = ['clipboard-read', 'clipboard-write']
  const page = await stall.visit(`order=${id}`, { ...DESKTOP, permissions })
  await page.getByRole('button', { name: 'Show QR code' }).dblclick()
  await heading(page, 'Scan to pay')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Scan to pay')
  await page.getByRole('img', { name: 'QR code to pay ₹1,49,950.00 by UPI' }).waitFor()
  await page
    .getByRole('timer')
    .filter({ hasText: /^12:0\d$/ })
    .waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Copy UPI link' }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(QR)
  expect(stall.counter.count('POST pay')).toBe(1)
  stall.counter.put(id, { state: 'COMPLETED' })
  await heading(page, 'Payment successful')
  expect(stall.counter.count('GET status')).toBe(1)
})

it('lets a payer who has begun pay in another way, where the shop can start again', async () => {
  const page = await stall.visit(`order=${next()}&again=yes`)
  await page.getByRole('button', { name: 'Show QR code' }).click()
  await heading(page, 'Scan to pay')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Pay another way' }).click()
  await page.locator('output').filter({ hasText: 'again' }).waitFor()
  const without = await stall.visit(`order=${next()}`)
  await without.getByRole('button', { name: 'Show QR code' }).click()
  await heading(without, 'Scan to pay')
  expect(await without.getByRole('button', { name: 'Pay another way' }).count()).toBe(0)
})

it('survives a reload in mid-payment, and a remount', async () => {
  const id = next()
  const page = await stall.visit(`order=${id}&part=qr`)
  await page.getByRole('button', { name: 'Show QR code' }).click()
  await heading(page, 'Scan to pay')
  await page.reload()
  await heading(page, 'Scan to pay')
  await page.getByRole('button', { name: 'Remount' }).click()
  await page.getByRole('heading', { name: 'Scan to pay' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Remount' }).click()
  await heading(page, 'Scan to pay')
  expect(stall.counter.count('POST pay')).toBe(1)
})

it('goes to a bank that was found by name; one that is down cannot be chosen', async () => {
  const page = await stall.visit(`order=${next()}`)
  await method(page, 'Net banking')
  expect(await page.getByLabel('Bank of Baroda').isDisabled()).toBe(true)
  await page.getByLabel('Search for your bank').fill('kotak')
  await page.getByLabel('Kotak Mahindra Bank').check()
  await page.getByRole('button', { name: 'Pay ₹1,49,950.00' }).click()
  await heading(page, '/bank')
  expect(JSON.parse(stall.counter.bodies[0] ?? '')).toEqual({ paymentMode: { type: 'NET_BANKING', bankId: 'KKBK' } })
})

interface Part {
  act: (page: Page) => Promise<void>
  asks: object
  /** The heading that follows. */
  leadsTo: string
}

const press = (page: Page, name: string) => page.getByRole('button', { name }).click()

const PARTS: { readonly [part: string]: Part } = {
  intent: {
    act: (page) => press(page, 'Chai Pay'),
    asks: { paymentMode: { type: 'UPI_INTENT', targetApp: 'in.chai.pay' }, deviceOS: 'Other' },
    leadsTo: 'Approve in your UPI app',
  },
  collect: {
    act: async (page) => {
      await page.getByLabel('UPI ID').fill('asha')
      await press(page, 'Request ₹1,49,950.00')
      await page.getByText('Write a UPI ID like name@bank.').waitFor()
      await page.getByLabel('UPI ID').fill('asha@ybl')
      await press(page, 'Request ₹1,49,950.00')
    },
    asks: { paymentMode: { type: 'UPI_COLLECT', details: { type: 'VPA', vpa: 'asha@ybl' } }, deviceOS: 'Other' },
    leadsTo: 'Approve in your UPI app',
  },
  banks: {
    act: async (page) => {
      await press(page, 'Pay ₹1,49,950.00')
      await page.getByRole('alert').getByText('Choose a bank first.').waitFor()
      await page.getByLabel('ICICI Bank').check()
      await press(page, 'Pay ₹1,49,950.00')
    },
    asks: { paymentMode: { type: 'NET_BANKING', bankId: 'ICIC' } },
    leadsTo: '/bank',
  },
  saved: {
    act: async (page) => {
      await page.getByLabel('CVV').fill('508')
      await press(page, 'Pay ₹1,49,950.00')
    },
    asks: { paymentMode: { type: 'TOKEN', authMode: '3DS', tokenDetails: { encryptedToken: 'token' } } },
    leadsTo: '/bank',
  },
  card: {
    act: async (page) => {
      await page.getByLabel('Card number').fill('4208585190116667')
      await page.getByLabel('Expiry').fill('0629')
      await page.getByRole('textbox', { name: 'CVV' }).fill('508')
      await page.getByLabel('Name on card').fill('Asha Rao')
      await press(page, 'Pay ₹1,49,950.00')
    },
    asks: { paymentMode: { type: 'CARD', savedCard: false, cardDetails: { cardHolderName: 'Asha Rao' } } },
    leadsTo: '/bank',
  },
}

it.each(Object.entries(PARTS))('%s stands alone and begins a payment', async (part, { act, asks, leadsTo }) => {
  const id = next()
  stall.counter.put(id, { paymentMethods: { ...OFFERS, collect: { allowed: true, reason: '' } } })
  const page = await stall.visit(`order=${id}&part=${part}`)
  await act(page)
  await heading(page, leadsTo)
  expect(stall.counter.bodies.map((body) => JSON.parse(body))).toMatchObject([asks])
})

it('offers what the shop names, in its order; a phone its apps, and a UPI id that is closed its reason', async () => {
  const page = await stall.visit(`order=${next()}&methods=net-banking,upi`, PHONE)
  await heading(page, 'How would you like to pay?')
  expect(await page.locator('.galla-method-name').allTextContents()).toEqual(['Net banking', 'UPI'])
  await method(page, 'UPI')
  await page.getByText('Paying by UPI ID is not possible here. Requests to a UPI id are closed').waitFor()
  await press(page, 'Paytm')
  await heading(page, 'Approve in your UPI app')
  expect(await page.getByRole('link', { name: 'Open in a UPI app' }).getAttribute('href')).toBe(QR)
  expect(stall.counter.bodies.map((body) => JSON.parse(body).paymentMode)).toEqual([
    { type: 'UPI_INTENT', targetApp: 'net.one97.paytm' },
  ])
})
