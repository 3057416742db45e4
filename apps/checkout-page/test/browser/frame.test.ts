import { expectAccessible } from '@galla/testkit/page-assertions'
import type { Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type {} from '../../src/checkout-script/checkout-script.ts'
import { CheckoutBrowser, DESKTOP, type Order, PHONE } from '../helpers/checkout-browser.ts'
import { payWithQr } from '../helpers/payer.ts'

let browser: CheckoutBrowser
let order: Order
beforeAll(async () => {
  browser = await CheckoutBrowser.open()
})
afterEach(() => browser.endVisits())
afterAll(() => browser.close())

const cart = async (device = DESKTOP) => {
  order = await browser.order()
  return browser.visit(`${browser.shop.url}/cart?tokenUrl=${encodeURIComponent(order.pageUrl)}`, device)
}
const frameOf = (page: Page) => page.frameLocator('iframe[title="Payment"]')
const openFrame = async (page: Page) => {
  await page.getByRole('button', { name: 'Pay here' }).click()
  await frameOf(page).getByRole('button', { name: 'Close payment' }).waitFor()
}
const payWithQrInFrame = (page: Page) =>
  frameOf(page)
    .getByRole('img', { name: /QR code/ })
    .waitFor()
const output = (page: Page) => page.locator('output').textContent()
const frameClosed = (page: Page) => page.locator('iframe').waitFor({ state: 'detached' })
const focused = (page: Page) => page.evaluate(() => document.activeElement?.id)

describe.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
])('in the shop’s frame, on a %s', (_, device) => {
  it('pays, closes and reports CONCLUDED', async () => {
    const { page } = await cart(device)
    await openFrame(page)
    await expectAccessible(page)
    if (device === PHONE) await frameOf(page).getByRole('button', { name: 'Pay with another phone' }).click()
    await frameOf(page)
      .getByRole('img', { name: /QR code/ })
      .waitFor()
    await browser.sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
    await frameOf(page)
      .getByText(/Closing in \d s/)
      .waitFor()
    await frameClosed(page)
    expect(await output(page)).toBe('CONCLUDED')
  })
})

it('is a sheet over the dimmed shop on a desktop, and fills a phone’s screen', async () => {
  const boxOf = async (device: typeof DESKTOP) => {
    const { page } = await cart(device)
    await openFrame(page)
    const box = await page.locator('iframe').boundingBox()
    return box && { left: Math.round(box.x), top: Math.round(box.y), width: box.width, height: box.height }
  }
  expect(await boxOf(DESKTOP)).toEqual({ left: 120, top: 32, width: 1040, height: 736 })
  expect(await boxOf(PHONE)).toEqual({ left: 0, top: 0, width: 390, height: 844 })
})

describe('leaving the frame', () => {
  it('reports USER_CANCEL at once before an attempt, and restores the focus', async () => {
    const { page } = await cart()
    await openFrame(page)
    await frameOf(page).getByRole('button', { name: 'Close payment' }).click()
    await frameClosed(page)
    expect(await output(page)).toBe('USER_CANCEL')
    expect(await focused(page)).toBe('frame')
  })

  it('asks first while an attempt is in progress', async () => {
    const { page } = await cart(PHONE)
    await openFrame(page)
    await frameOf(page).getByRole('button', { name: 'Pay with another phone' }).click()
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
    await frameClosed(page)
    expect(await output(page)).toBe('USER_CANCEL')
  })

  it('by closePage reports nothing', async () => {
    const { page } = await cart()
    await openFrame(page)
    await page.evaluate(() => window.PhonePeCheckout.closePage())
    await frameClosed(page)
    expect(await output(page)).toBe('')
  })
})

describe('other windows', () => {
  it('cannot conclude a payment by a message', async () => {
    const { page } = await cart()
    await openFrame(page)
    await page.evaluate(() => {
      for (const type of ['CONCLUDED', 'USER_CANCEL']) {
        window.postMessage({ checkout: 1, type, nonce: 'guessed-guessed-guessed' }, window.location.origin)
      }
    })
    // The frame still responds after the message was handled.
    await frameOf(page).getByRole('button', { name: 'Close payment' }).focus()
    expect(await page.locator('iframe').count()).toBe(1)
    expect(await output(page)).toBe('')
  })
})

it('can be closed when the page did not load', async () => {
  const { page, problems } = await cart()
  await page.evaluate((tokenUrl) => {
    const callback = (result: string) => document.querySelector('output')?.append(result)
    window.PhonePeCheckout.transact({ tokenUrl, type: 'IFRAME', callback })
  }, `${browser.sandbox.url}/nowhere`)
  await page.getByRole('button', { name: 'Close payment' }).click()
  await frameClosed(page)
  expect(await output(page)).toBe('USER_CANCEL')
  expect(problems.errors.splice(0)).toEqual([expect.stringContaining('400')])
})

describe('a page that does not load again', () => {
  it.each<[string, string, (route: Route) => Promise<void> | undefined]>([
    ['because the server is away', '**/transact/**?token=*', (route) => route.abort()],
    [
      'because a proxy answers',
      '**/transact/**?token=*',
      (route) => route.fulfill({ status: 502, body: 'Bad gateway' }),
    ],
    ['because its script is not answered', '**/assets/index-*.js', () => undefined],
  ])('%s can be closed by button and by Escape', async (_, url, answer) => {
    for (const leave of ['button', 'Escape'] as const) {
      const { page, problems } = await cart()
      await openFrame(page)
      const overlay = page.locator('dialog > button')
      await overlay.waitFor({ state: 'detached' })
      await page.route(url, answer)
      await page.frames()[1]?.evaluate(() => location.reload())
      await overlay.waitFor()
      if (leave === 'button') await overlay.click()
      else await page.keyboard.press('Escape')
      await frameClosed(page)
      expect(await output(page)).toBe('USER_CANCEL')
      problems.errors.length = 0
    }
  })

  it('can be closed by Escape when its script never loads', async () => {
    const { page, problems } = await cart()
    await page.route('**/assets/index-*.js', (route) => route.abort())
    await page.getByRole('button', { name: 'Pay here' }).click()
    await expect.poll(() => problems.errors.join()).toContain('ERR_FAILED')
    await page.keyboard.press('Escape')
    await frameClosed(page)
    problems.errors.length = 0
  })

  it('has its own close button again once it has loaded', async () => {
    const { page } = await cart()
    await openFrame(page)
    await page.frames()[1]?.evaluate(() => location.reload())
    await payWithQrInFrame(page)
    await page.locator('dialog > button').waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await frameClosed(page)
  })
})

it('is not shown in a frame of another origin', async () => {
  const { pageUrl } = await browser.order()
  const otherOrigin = browser.shop.url.replace('127.0.0.1', 'other.localhost')
  const { page, problems } = await browser.visit(`${otherOrigin}/cart?tokenUrl=${encodeURIComponent(pageUrl)}`)
  await page.getByRole('button', { name: 'Pay here' }).click()
  await expect.poll(() => problems.errors.join()).toContain('frame-ancestors')
  expect(await frameOf(page).getByRole('heading').count()).toBe(0)
  await page.getByRole('button', { name: 'Close payment' }).click()
  await frameClosed(page)
  // Expected: the browser's report, and the other origin.
  problems.errors.length = 0
  problems.foreign.length = 0
})

it('navigates to the page without a frame', async () => {
  const { page } = await cart()
  await page.getByRole('button', { name: 'Pay there' }).click()
  await page.waitForURL(order.pageUrl)
  await payWithQr(page)
  expect(await page.evaluate(() => document.referrer)).toBe(`${browser.shop.url}/`)
})

it.each([
  ['nothing', {}],
  ['a javascript: URL', { tokenUrl: 'javascript:alert(1)' }],
  ['a frame without a callback', { tokenUrl: 'http://127.0.0.1/', type: 'IFRAME' }],
])('throws for %s', async (_, input) => {
  const { page } = await cart()
  const message = await page.evaluate((given) => {
    try {
      window.PhonePeCheckout.transact(given as Parameters<typeof window.PhonePeCheckout.transact>[0])
      return 'accepted'
    } catch (error) {
      return String(error)
    }
  }, input)
  expect(message).toMatch(/^TypeError: PhonePeCheckout\.transact: (?:tokenUrl|callback) must be/)
})
