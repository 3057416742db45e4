import { expectAccessible, expectFocusOn } from '@galla/testkit/page-assertions'
import type { Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CheckoutBrowser, DESKTOP } from '../helpers/checkout-browser.ts'
import {
  enterPassword,
  NARROW,
  noteOf,
  OPENED,
  openMethod,
  payByCard,
  startHeading,
  tryAgain,
  visitFrameSaving,
  visitSaving,
} from '../helpers/lazy-parts.ts'
import { heading, payWithQr } from '../helpers/payer.ts'

let browser: CheckoutBrowser
let expectedErrors: RegExp | undefined
beforeAll(async () => {
  browser = await CheckoutBrowser.open()
})
afterEach(() => {
  const expected = expectedErrors
  expectedErrors = undefined
  return browser.endVisits(expected)
})
afterAll(() => browser.close())

const OFFLINE = /ERR_INTERNET_DISCONNECTED/
const FAILED = /ERR_FAILED/
const abort = (route: Route) => route.abort()
/** The file of a part, by the name of its source. */
const fileOf = (name: string) => new RegExp(`/assets/${name}-[\\w-]{8}\\.(?:js|css)$`)

it.each(OPENED)(
  '%s, opened without a connection, is loaded in place in the frame of a shop',
  async (_, open, complete) => {
    expectedErrors = OFFLINE
    const { page, context, frame } = await visitFrameSaving(browser, (await browser.order()).pageUrl)
    await startHeading(frame)
    await context.setOffline(true)
    await open(frame)
    await noteOf(frame).waitFor()
    await context.setOffline(false)
    await tryAgain(frame).click()
    await complete(frame)
    await page.locator('iframe').waitFor({ state: 'detached' })
    expect(await page.locator('output').textContent()).toBe('CONCLUDED')
  },
)

describe('a part that fails within a step', () => {
  it('of the QR code leaves its instructions, and the code appears after a retry', async () => {
    expectedErrors = FAILED
    const { pageUrl } = await browser.order()
    const { page } = await visitSaving(browser, pageUrl, DESKTOP, (page) => page.route(fileOf('qr-code'), abort))
    await noteOf(page.getByRole('region', { name: 'Scan to pay' })).waitFor()
    await expectAccessible(page)
    await page.unroute(fileOf('qr-code'))
    await tryAgain(page).click()
    await page.getByRole('img', { name: /QR code/ }).waitFor()
  })

  it('of the QR code for another phone leaves the time and the way back', async () => {
    expectedErrors = FAILED
    const { pageUrl } = await browser.order()
    const { page } = await visitSaving(browser, pageUrl, NARROW, (page) => page.route(fileOf('qr-code'), abort))
    await page.getByRole('button', { name: 'Pay with another phone' }).click()
    await heading(page, 'Scan to pay')
    await noteOf(page).waitFor()
    await page.getByRole('button', { name: 'Pay another way' }).waitFor()
    await page.unroute(fileOf('qr-code'))
    await tryAgain(page).click()
    await page.getByRole('img', { name: /QR code/ }).waitFor()
  })

  it.each(['test-cards', 'control-api'])(
    'of the test cards leaves the card form usable, when %s fails',
    async (file) => {
      expectedErrors = FAILED
      const { page } = await visitSaving(browser, (await browser.order()).pageUrl)
      await page.route(fileOf(file), abort)
      await startHeading(page)
      await openMethod(page, 'Card')
      await noteOf(page).waitFor()
      await payByCard(page)
      await heading(page, 'Confirm with your bank')
    },
  )

  it('of the test cards is shown with its styles after a style sheet that failed', async () => {
    expectedErrors = FAILED
    const { page } = await visitSaving(browser, (await browser.order()).pageUrl)
    await page.route('**/assets/test-cards-*.css', abort)
    await startHeading(page)
    await openMethod(page, 'Card')
    await noteOf(page).waitFor()
    await page.unroute('**/assets/test-cards-*.css')
    await tryAgain(page).click()
    await page.getByText('Test cards').waitFor()
    const sheets = () => page.locator('link[href*="test-cards"]').count()
    expect(await sheets()).toBe(1)
  })

  it('of the outcomes leaves a named panel, which can be closed', async () => {
    expectedErrors = FAILED
    const { page } = await visitSaving(browser, (await browser.order()).pageUrl, NARROW)
    await page.route(fileOf('outcome-panel'), abort)
    await startHeading(page)
    await page.getByRole('complementary').getByRole('button', { name: 'Choose outcome' }).click()
    const panel = page.getByRole('dialog', { name: 'What happens to this payment?' })
    await noteOf(panel).waitFor()
    await panel.getByRole('button', { name: 'Close' }).click()
    await panel.waitFor({ state: 'hidden' })
  })

  it('of the bank keeps the started payment, which continues after a retry', async () => {
    expectedErrors = FAILED
    const order = await browser.order()
    const { page } = await visitSaving(browser, order.pageUrl, NARROW)
    await page.route(fileOf('bank'), abort)
    await startHeading(page)
    await openMethod(page, 'Card')
    await payByCard(page)
    await noteOf(page).waitFor()
    await expectAccessible(page)
    await page.unroute(fileOf('bank'))
    await tryAgain(page).click()
    await expectFocusOn(page, 'Confirm with your bank')
    await enterPassword(page)
    expect((await browser.sandbox.order(order.merchantOrderId)).paymentDetails).toHaveLength(1)
  })

  it('of the card encryption sends nothing, and the card pays when it is there', async () => {
    expectedErrors = FAILED
    const order = await browser.order()
    const { page } = await visitSaving(browser, order.pageUrl, NARROW)
    await page.route(fileOf('lib'), abort)
    await startHeading(page)
    await openMethod(page, 'Card')
    await payByCard(page)
    await page.getByText('The card could not be encrypted, so nothing was sent.').waitFor()
    expect((await browser.sandbox.order(order.merchantOrderId)).paymentDetails).toHaveLength(0)
    await page.unroute(fileOf('lib'))
    await payByCard(page)
    await heading(page, 'Confirm with your bank')
  })
})

describe('a page of its own', () => {
  it.each([
    ['/', 'home', 'The payment provider, on this machine'],
    ['/mandates', 'list', 'AutoPay'],
    ['/appearance', 'pages', 'Appearance'],
  ])('at %s says that it did not load, and appears after a retry', async (path, file, title) => {
    expectedErrors = FAILED
    const { page } = await visitSaving(browser, browser.sandbox.url + path, DESKTOP, (page) =>
      page.route(fileOf(file), abort),
    )
    await noteOf(page).waitFor()
    await page.unroute(fileOf(file))
    await tryAgain(page).click()
    await page.getByRole('heading', { name: title }).first().waitFor()
    // What runs beside the retry is not its failure.
    expect(await noteOf(page).count()).toBe(0)
  })
})

describe('another language', () => {
  const choose = (page: Page, locale: string) => page.getByLabel(/Language|भाषा/).selectOption(locale)

  it('that cannot be loaded keeps the old one and says so; chosen again, it is loaded', async () => {
    expectedErrors = OFFLINE
    const { page, context } = await visitSaving(browser, (await browser.order()).pageUrl, NARROW)
    await startHeading(page)
    await context.setOffline(true)
    await choose(page, 'hi')
    await page.getByText('This language could not be loaded. Please choose it again.').waitFor()
    await startHeading(page)
    expect(await page.evaluate(() => [document.documentElement.lang, localStorage.length])).toEqual(['en', 0])
    await expectAccessible(page)
    await context.setOffline(false)
    await choose(page, 'hi')
    await page.getByRole('heading', { name: 'पेमेंट कैसे करना चाहेंगे?' }).waitFor()
    expect(await page.getByText('could not be loaded').count()).toBe(0)
    await context.setOffline(true)
    await choose(page, 'ta')
    await page.getByText('यह भाषा नहीं खुल सकी।').waitFor()
    await page.getByRole('heading', { name: 'पेमेंट कैसे करना चाहेंगे?' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('hi')
  })

  it('that a new release has removed offers to reload the page', async () => {
    expectedErrors = /404/
    const { page } = await visitSaving(browser, (await browser.order()).pageUrl)
    await page.route(fileOf('hi'), (route) => route.fulfill({ status: 404 }))
    await startHeading(page)
    await choose(page, 'hi')
    await page.getByText('This language could not be loaded.').waitFor()
    await page.unroute(fileOf('hi'))
    await page.getByRole('button', { name: 'Reload the page' }).click()
    await startHeading(page)
    await choose(page, 'hi')
    await page.getByRole('heading', { name: 'पेमेंट कैसे करना चाहेंगे?' }).waitFor()
  })

  it('of the address that cannot be loaded shows English', async () => {
    expectedErrors = FAILED
    const { pageUrl } = await browser.order()
    const { page } = await visitSaving(browser, `${pageUrl}#lang=hi`, DESKTOP, (page) =>
      page.route(fileOf('hi'), abort),
    )
    await startHeading(page)
    await page.getByText('This language could not be loaded.').waitFor()
  })

  it('is readable when its font does not load', async () => {
    expectedErrors = FAILED
    const { pageUrl } = await browser.order()
    const { page } = await visitSaving(browser, `${pageUrl}#lang=hi`, DESKTOP, (page) =>
      page.route('**/*.woff2', abort),
    )
    await page.getByRole('heading', { name: 'पेमेंट कैसे करना चाहेंगे?' }).waitFor()
    await page.evaluate(() => document.fonts.ready)
    await expectAccessible(page)
  })
})

describe('loading ahead', () => {
  const loaded = (page: Page) =>
    page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name.replace(/^.*\//, '')))
  const LATER = [/^card-panels-/, /^net-banking-panel-/, /^outcome-panel-/, /^bank-(?!form)/]

  it('opens every part without a connection once the browser was idle', async () => {
    expectedErrors = OFFLINE
    const { page, context } = await browser.visit((await browser.order()).pageUrl, NARROW)
    await startHeading(page)
    for (const part of LATER) await expect.poll(() => loaded(page)).toContainEqual(expect.stringMatching(part))
    await context.setOffline(true)
    await openMethod(page, 'Card')
    await page.getByLabel('Card number').waitFor()
    await openMethod(page, 'Net banking')
    await page.getByLabel('Search for your bank').waitFor()
    await openMethod(page, 'Saved cards')
    await page.getByLabel('Visa ending in 6667').waitFor()
    await page.getByRole('complementary').getByRole('button', { name: 'Choose outcome' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Pay it' }).waitFor()
  })

  it('transfers at most 16 kB, and each file once', async () => {
    const { page } = await browser.visit((await browser.order()).pageUrl)
    await startHeading(page)
    for (const part of LATER) await expect.poll(() => loaded(page)).toContainEqual(expect.stringMatching(part))
    const sizes = await page.evaluate(() =>
      performance.getEntriesByType('resource').map((entry) => ({
        name: entry.name,
        // 0 for what comes from the cache: each part is fetched, then imported from there.
        bytes: 'transferSize' in entry ? Number(entry.transferSize) : 0,
      })),
    )
    const ahead = sizes.filter(({ name }) => !/\/index-|\/page-api\/|\.woff2$|\/qr-code-/.test(name))
    expect(ahead.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(16_000)
    const scripts = ahead.filter(({ name }) => name.endsWith('.js'))
    expect(scripts.filter(({ bytes }) => bytes === 0)).toHaveLength(scripts.length / 2)
  })

  it('is left out for a payer who saves data', async () => {
    const { page } = await visitSaving(browser, (await browser.order()).pageUrl)
    await payWithQr(page)
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    const files = await loaded(page)
    expect(files.filter((file) => LATER.some((part) => part.test(file)))).toEqual([])
  })
})
