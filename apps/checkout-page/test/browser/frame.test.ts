import { expectAccessible } from '@galla/testkit/looks'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type {} from '../../src/checkout-script/checkout-script.ts'
import { DESKTOP, type Order, PHONE, Till } from '../helpers/checkout-browser.ts'
import { payWithQr } from '../helpers/payer.ts'

let till: Till
let order: Order
beforeAll(async () => {
  till = await Till.open()
})
afterEach(() => till.leave())
afterAll(() => till.close())

const cart = async (device = DESKTOP) => {
  order = await till.order()
  return till.visit(`${till.shop.url}/cart?tokenUrl=${encodeURIComponent(order.pageUrl)}`, device)
}
const frameOf = (page: Page) => page.frameLocator('iframe[title="Payment"]')
const openFrame = async (page: Page) => {
  await page.getByRole('button', { name: 'Pay here' }).click()
  await frameOf(page).getByRole('button', { name: 'Close payment' }).waitFor()
}
const told = (page: Page) => page.locator('output').textContent()
const gone = (page: Page) => page.locator('iframe').waitFor({ state: 'detached' })
const focused = (page: Page) => page.evaluate(() => document.activeElement?.id)

describe.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
])('in the shop’s frame, on a %s', (_, device) => {
  it('pays, closes by itself and says CONCLUDED', async () => {
    const { page } = await cart(device)
    await openFrame(page)
    await expectAccessible(page)
    await frameOf(page)
      .getByRole('button', { name: /^(?:Show QR code|Pay with another phone)$/ })
      .click()
    await frameOf(page)
      .getByRole('img', { name: /QR code/ })
      .waitFor()
    await till.sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
    await frameOf(page)
      .getByText(/Closing in \d s/)
      .waitFor()
    await gone(page)
    expect(await told(page)).toBe('CONCLUDED')
  })
})

describe('leaving the frame', () => {
  it('says USER_CANCEL at once while nothing is under way, and gives the focus back', async () => {
    const { page } = await cart()
    await openFrame(page)
    await frameOf(page).getByRole('button', { name: 'Close payment' }).click()
    await gone(page)
    expect(await told(page)).toBe('USER_CANCEL')
    expect(await focused(page)).toBe('frame')
  })

  it('asks first while money may move', async () => {
    const { page } = await cart()
    await openFrame(page)
    await frameOf(page).getByRole('button', { name: 'Show QR code' }).click()
    await frameOf(page)
      .getByRole('img', { name: /QR code/ })
      .waitFor()
    await page.keyboard.press('Escape')
    const question = frameOf(page).getByRole('dialog', { name: 'Leave this payment?' })
    await question.waitFor()
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Stay' }).click()
    await question.waitFor({ state: 'hidden' })
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Leave' }).click()
    await gone(page)
    expect(await told(page)).toBe('USER_CANCEL')
  })

  it('by the shop’s own closePage says nothing', async () => {
    const { page } = await cart()
    await openFrame(page)
    await page.evaluate(() => window.PhonePeCheckout.closePage())
    await gone(page)
    expect(await told(page)).toBe('')
  })
})

describe('strangers', () => {
  it('cannot conclude a payment by a message', async () => {
    const { page } = await cart()
    await openFrame(page)
    await page.evaluate(() => {
      for (const word of ['CONCLUDED', 'USER_CANCEL']) {
        window.postMessage({ checkout: 1, type: word, nonce: 'guessed-guessed-guessed' }, window.location.origin)
      }
    })
    // The frame still answers after the message had its turn.
    await frameOf(page).getByRole('button', { name: 'Close payment' }).focus()
    expect(await page.locator('iframe').count()).toBe(1)
    expect(await told(page)).toBe('')
  })
})

it('can be closed when the page never came', async () => {
  const { page, misdeeds } = await cart()
  await page.evaluate((tokenUrl) => {
    const callback = (word: string) => document.querySelector('output')?.append(word)
    window.PhonePeCheckout.transact({ tokenUrl, type: 'IFRAME', callback })
  }, `${till.sandbox.url}/nowhere`)
  await page.getByRole('button', { name: 'Close payment' }).click()
  await gone(page)
  expect(await told(page)).toBe('USER_CANCEL')
  expect(misdeeds.errors.splice(0)).toEqual([expect.stringContaining('400')])
})

it('is not shown in the frame of a stranger', async () => {
  const { pageUrl } = await till.order()
  const stranger = till.shop.url.replace('127.0.0.1', 'stranger.localhost')
  const { page, misdeeds } = await till.visit(`${stranger}/cart?tokenUrl=${encodeURIComponent(pageUrl)}`)
  await page.getByRole('button', { name: 'Pay here' }).click()
  await expect.poll(() => misdeeds.errors.join()).toContain('frame-ancestors')
  expect(await frameOf(page).getByRole('heading').count()).toBe(0)
  await page.getByRole('button', { name: 'Close payment' }).click()
  await gone(page)
  // Expected here: the browser's own report, and the stranger's address.
  misdeeds.errors.length = 0
  misdeeds.foreign.length = 0
})

it('goes to the page when no frame is asked for', async () => {
  const { page } = await cart()
  await page.getByRole('button', { name: 'Pay there' }).click()
  await page.waitForURL(order.pageUrl)
  await payWithQr(page)
  expect(await page.evaluate(() => document.referrer)).toBe(`${till.shop.url}/`)
})

it.each([
  ['nothing', {}],
  ['a script address', { tokenUrl: 'javascript:alert(1)' }],
  ['a frame without a callback', { tokenUrl: 'http://127.0.0.1/', type: 'IFRAME' }],
])('refuses %s', async (_, input) => {
  const { page } = await cart()
  const message = await page.evaluate((given) => {
    try {
      window.PhonePeCheckout.transact(given as Parameters<typeof window.PhonePeCheckout.transact>[0])
      return 'taken'
    } catch (error) {
      return String(error)
    }
  }, input)
  expect(message).toMatch(/^TypeError: PhonePeCheckout\.transact: (?:tokenUrl|callback) must be/)
})
