import { expectAccessible } from '@galla/testkit/page-assertions'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addTea, heading } from '../helpers/payer.ts'
import { ShopBrowser } from '../helpers/shop-browser.ts'

let browser: ShopBrowser
let expectedErrors: RegExp | undefined
beforeAll(async () => {
  browser = await ShopBrowser.open()
})
afterEach(async () => {
  await browser.endVisits(expectedErrors)
  expectedErrors = undefined
})
afterAll(() => browser.close())

const ORDER_WITHOUT_A_TIME = {
  merchantOrderId: 'tea-1',
  cartId: 'cart-1',
  amount: 100,
  state: 'COMPLETED',
  lines: [],
  refunds: [],
}

describe('a part of the shop that does not load', () => {
  it('says so, and is loaded in place', async () => {
    expectedErrors = /ERR_FAILED/
    const page = await browser.visit()
    await page.route('**/assets/pay-page-*.js', (route) => route.abort())
    await addTea(page)
    await page.getByRole('link', { name: 'Choose how to pay' }).click()
    await page.getByLabel('Right here').check()
    await page.evaluate(() => Object.assign(window, { isFirst: true }))
    await page.getByRole('button', { name: 'Go to checkout' }).click()
    await page.getByText('The payment could not be opened. Please try again.').waitFor()
    await expectAccessible(page)
    await page.unroute('**/assets/pay-page-*.js')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: 'Show QR code' }).waitFor()
    expect(await page.evaluate(() => 'isFirst' in window)).toBe(true)
  })

  it('because a new release has removed it is shown after the document is loaded again', async () => {
    expectedErrors = /404/
    const page = await browser.visit()
    await page.route('**/assets/pay-page-*.js', (route) => route.fulfill({ status: 404 }))
    await addTea(page)
    await page.getByRole('link', { name: 'Choose how to pay' }).click()
    await page.getByLabel('Right here').check()
    await page.getByRole('button', { name: 'Go to checkout' }).click()
    await page.getByText('The payment could not be opened. Please try again.').waitFor()
    await page.unroute('**/assets/pay-page-*.js')
    await page.getByRole('button', { name: 'Reload the page' }).click()
    await page.getByRole('button', { name: 'Show QR code' }).waitFor()
  })

  it('is the first language, which nobody answers: the shop is in English, and then says so', async () => {
    expectedErrors = /404/
    const page = await browser.visit('/nowhere')
    await page.clock.install()
    await page.route('**/assets/hi-*.js', () => {})
    await page.evaluate(() => localStorage.setItem('tea-language', 'hi'))
    await page.goto(new URL('/', page.url()).href)
    await heading(page, 'Good tea, weighed out for you')
    await page.clock.fastForward('00:10')
    await page.getByText('This language could not be loaded.').waitFor()
  })

  it('is the cart, in a browser without random ids: a note replaces the shop', async () => {
    expectedErrors = /randomUUID|404/
    const page = await browser.visit('/nowhere')
    await page.addInitScript(() => Object.defineProperty(crypto, 'randomUUID', { value: undefined }))
    await page.goto(new URL('/', page.url()).href)
    await page.getByRole('alert').filter({ hasText: 'This page could not be shown.' }).waitFor()
  })

  it('is a list of orders that cannot be read: the page says so, and loads it again', async () => {
    const page = await browser.visit()
    await page.route('**/api/orders', (route) => route.fulfill({ json: {} }))
    await page.goto(`${new URL(page.url()).origin}/orders`)
    await page.getByText('The list could not be loaded.').waitFor()
    await page.unroute('**/api/orders')
    await page.getByRole('button', { name: 'Try again' }).click()
    await heading(page, 'No orders yet')
  })

  it.each([
    ['Hindi', 'hi'],
    ['Bengali with its two files', 'bn'],
  ])(
    'is the language %s: the old language stays, and the new one is loaded when it is chosen again',
    async (_, locale) => {
      expectedErrors = /ERR_INTERNET_DISCONNECTED/
      const page = await browser.visit()
      await heading(page, 'Good tea, weighed out for you')
      await page.context().setOffline(true)
      await page.getByLabel('Language').selectOption(locale)
      await page.getByText('This language could not be loaded.').waitFor()
      await heading(page, 'Good tea, weighed out for you')
      await expectAccessible(page)
      await page.context().setOffline(false)
      await page.getByLabel('Language').selectOption(locale)
      await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe(locale)
      expect(await page.getByText('could not be loaded').count()).toBe(0)
    },
  )

  it('because it throws leaves the header, and another page is shown', async () => {
    expectedErrors = /RangeError/
    const page = await browser.visit()
    await page.route('**/api/orders', (route) => route.fulfill({ json: { orders: [ORDER_WITHOUT_A_TIME] } }))
    await page.goto(`${new URL(page.url()).origin}/orders`)
    await page.getByRole('alert').filter({ hasText: 'This page could not be shown.' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Nukkad Chai' }).click()
    await heading(page, 'Good tea, weighed out for you')
  })
})
