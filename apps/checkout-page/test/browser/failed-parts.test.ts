import { expectAccessible, expectAccessibleInBothSchemes, expectReflow } from '@galla/testkit/page-assertions'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { CheckoutBrowser } from '../helpers/checkout-browser.ts'
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

/** Parts of the page that do not load: the page stays, says so, and loads them when it can. */
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

it.each(OPENED)(
  '%s, opened without a connection, says so and is loaded in place when the payer is online again, and the payment is completed',
  async (_, open, complete) => {
    expectedErrors = OFFLINE
    const { page, context } = await visitSaving(browser, (await browser.order()).pageUrl, NARROW)
    await startHeading(page)
    await context.setOffline(true)
    await open(page)
    await noteOf(page).waitFor()
    await expectAccessibleInBothSchemes(page)
    await expectReflow(page)
    await tryAgain(page).click()
    await expect.poll(() => tryAgain(page).evaluate((button) => button === document.activeElement)).toBe(true)
    await context.setOffline(false)
    await tryAgain(page).click()
    await noteOf(page).waitFor({ state: 'detached' })
    // The button is gone, and its place has the focus.
    await expect.poll(() => page.evaluate(() => document.activeElement?.contains(document.body))).toBe(false)
    await complete(page)
  },
)

it('a card form is loaded in place in the frame of a shop, whose payer can close the frame meanwhile', async () => {
  expectedErrors = OFFLINE
  const { page, context, frame } = await visitFrameSaving(browser, (await browser.order()).pageUrl)
  await startHeading(frame)
  await context.setOffline(true)
  await openMethod(frame, 'Card')
  await noteOf(frame).waitFor()
  await expectAccessible(page)
  await frame.getByRole('button', { name: 'Close payment' }).waitFor()
  await context.setOffline(false)
  await tryAgain(frame).click()
  await payByCard(frame)
  await enterPassword(frame)
  await page.locator('iframe').waitFor({ state: 'detached' })
  expect(await page.locator('output').textContent()).toBe('CONCLUDED')
})

it('a part that a new release has removed offers to reload the page, and the payment continues after it', async () => {
  expectedErrors = /404/
  const { page } = await visitSaving(browser, (await browser.order()).pageUrl)
  await page.route('**/assets/card-panels-*.js', (route) => route.fulfill({ status: 404 }))
  await startHeading(page)
  await openMethod(page, 'Card')
  const outdated = page.getByRole('alert').filter({ hasText: 'Please reload the page' })
  await outdated.waitFor()
  await expectAccessible(page)
  await tryAgain(page).click()
  await outdated.waitFor()
  await page.unroute('**/assets/card-panels-*.js')
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await startHeading(page)
  await openMethod(page, 'Card')
  await payByCard(page)
  await enterPassword(page)
})
