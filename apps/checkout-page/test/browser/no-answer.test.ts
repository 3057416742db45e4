import {
  expectAccessible,
  expectAccessibleInBothSchemes,
  expectFocusOn,
  expectReflow,
} from '@galla/testkit/page-assertions'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CheckoutBrowser } from '../helpers/checkout-browser.ts'
import {
  enterPassword,
  NARROW,
  noteOf,
  openMethod,
  paid,
  payByCard,
  startHeading,
  tryAgain,
  visitSaving,
} from '../helpers/lazy-parts.ts'
import { heading } from '../helpers/payer.ts'

/** Requests without an answer, and answers that the page cannot show. */
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

/** The file of a part, by the name of its source. */
const fileOf = (name: string) => new RegExp(`/assets/${name}-[\\w-]{8}\\.(?:js|css)$`)

describe('a request that nobody answers', () => {
  const TIME_LIMIT = '00:10'
  const never = () => {}
  const withClock = (files: RegExp) => async (page: Page) => {
    await page.clock.install()
    await page.route(files, never)
  }

  it('for the first language leaves the page in English, which then says so', async () => {
    const { pageUrl } = await browser.order()
    const { page } = await visitSaving(browser, `${pageUrl}#lang=hi`, NARROW, withClock(fileOf('hi')))
    await startHeading(page)
    await page.clock.fastForward(TIME_LIMIT)
    await page.getByText('This language could not be loaded.').waitFor()
  })

  it('for a step at the bank says that the payment waits, and offers another way', async () => {
    const order = await browser.order()
    const { page } = await visitSaving(browser, order.pageUrl, NARROW, withClock(fileOf('bank')))
    await startHeading(page)
    await openMethod(page, 'Card')
    await payByCard(page)
    await page.getByText('Opening your payment…').waitFor()
    await page.clock.fastForward(TIME_LIMIT)
    await heading(page, 'Confirm with your bank')
    await expectFocusOn(page, 'Confirm with your bank')
    await page.getByText('Your payment waits for this step. Please do not pay again.').waitFor()
    await noteOf(page).waitFor()
    await expectAccessibleInBothSchemes(page)
    await expectReflow(page)
    await page.getByRole('button', { name: 'Pay another way' }).click()
    await startHeading(page)
    expect((await browser.sandbox.order(order.merchantOrderId)).paymentDetails?.[0]).toMatchObject({ state: 'FAILED' })
  })

  it.each([
    ['the overview of the sandbox', '/', 'home'],
    ['the mandates', '/mandates', 'list'],
    ['the editor of the appearance', '/appearance', 'pages'],
  ])('for %s says so meanwhile, and ends', async (_, path, file) => {
    const { page } = await visitSaving(browser, browser.sandbox.url + path, NARROW, withClock(fileOf(file)))
    await page.getByText('One moment…').waitFor()
    await page.clock.fastForward(TIME_LIMIT)
    await noteOf(page).waitFor()
  })

  it('when it is made ahead does not keep the payer waiting, who opens the part', async () => {
    const visit = await browser.visit('about:blank')
    const { page } = visit
    let requests = 0
    await page.route(fileOf('card-panels'), (route) => (requests++ === 0 ? undefined : route.continue()))
    await page.goto((await browser.order()).pageUrl)
    await expect.poll(() => requests).toBe(1)
    await openMethod(page, 'Card')
    await page.getByLabel('Card number').waitFor()
  })
})

describe('a reply that the page cannot show', () => {
  /** A page that throws from now on when it sets its title. */
  const breakPage = () => {
    Object.defineProperty(document, 'title', {
      configurable: true,
      get: () => 'Payment',
      set() {
        throw new Error('broken')
      },
    })
  }
  const repairPage = () => Reflect.deleteProperty(document, 'title')

  it('is no answer: the page says so, and goes on by itself', async () => {
    const { pageUrl } = await browser.order()
    const { page } = await visitSaving(browser, pageUrl, NARROW, (page) =>
      page.route('**/page-api/view', (route) => route.fulfill({ json: {} }), { times: 1 }),
    )
    await page.getByText('The payment service does not respond.').waitFor()
    await startHeading(page)
  })

  it('to a payment is asked for again, and the payment is not sent twice', async () => {
    const order = await browser.order()
    const { page } = await visitSaving(browser, order.pageUrl, NARROW)
    await page.route('**/page-api/attempts', async (route) => {
      await route.fetch()
      await route.fulfill({ json: null })
    })
    await startHeading(page)
    await openMethod(page, 'Card')
    await payByCard(page)
    await enterPassword(page)
    expect((await browser.sandbox.order(order.merchantOrderId)).paymentDetails).toHaveLength(1)
  })

  it('replaces the step only, which returns with the next retry', async () => {
    expectedErrors = /RangeError|TypeError|Minified React error/
    const { pageUrl } = await browser.order()
    const { page } = await visitSaving(browser, pageUrl, NARROW, (page) =>
      page.route('**/page-api/view', async (route) => {
        const view = await (await route.fetch()).json()
        await route.fulfill({ json: { ...view, mandate: {} } })
      }),
    )
    await noteOf(page.getByRole('main')).waitFor()
    await page.getByRole('heading', { level: 1, name: 'Chai & Chapters' }).waitFor()
    await expectAccessible(page)
    await page.unroute('**/page-api/view')
    await page.waitForResponse('**/page-api/view')
    await tryAgain(page).click()
    await startHeading(page)
  })

  it('ends the page and not the payment, whose result a retry shows', async () => {
    expectedErrors = /broken/
    const order = await browser.order()
    const { page } = await visitSaving(browser, order.pageUrl, NARROW, (page) => page.addInitScript(breakPage))
    await noteOf(page).waitFor()
    await expectAccessibleInBothSchemes(page)
    await browser.sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
    await page.evaluate(repairPage)
    await tryAgain(page).click()
    await paid(page)
  })

  it('replaces the page, whose frame the payer can still close', async () => {
    expectedErrors = /broken/
    const { pageUrl } = await browser.order()
    const cart = `${browser.shop.url}/cart?tokenUrl=${encodeURIComponent(pageUrl)}`
    const { page } = await visitSaving(browser, cart)
    const frame = page.frameLocator('iframe[title="Payment"]')
    await page.getByRole('button', { name: 'Pay here' }).click()
    await page.locator('dialog > button').waitFor({ state: 'detached' })
    await page.frames()[1]?.evaluate(breakPage)
    await frame.getByLabel('Language').selectOption('hi')
    await frame.getByRole('alert').waitFor()
    await expectAccessible(page)
    await frame.getByRole('button', { name: 'बंद करें', exact: true }).click()
    await page.locator('iframe').waitFor({ state: 'detached' })
    expect(await page.locator('output').textContent()).toBe('CONCLUDED')
  })
})
