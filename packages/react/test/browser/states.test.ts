import type { PayerView } from '@galla/contract/gateway-api/payer-routes'
import { expectAccessible, expectAccessibleInBothSchemes, expectReflow } from '@galla/testkit/page-assertions'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { PAYMENT_METHODS } from '../helpers/fake-gateway.ts'
import { QR_PAYMENT, SERVER_MS } from '../helpers/payer-view.ts'
import { DESKTOP, PHONE, TestShop } from '../helpers/test-shop.ts'

let shop: TestShop
let order = 0
const put = (over: Partial<PayerView> = {}) => {
  shop.gateway.put(`pot-${++order}`, over)
  return `pot-${order}`
}
beforeAll(async () => {
  shop = await TestShop.open()
})
afterEach(() => shop.endVisits())
afterAll(() => shop.close())

const STATES: [string, Partial<PayerView>][] = [
  ['Waiting for your payment', { state: 'PENDING' }],
  ['Pay on the payment page', { state: 'PENDING', checkout: 'STANDARD', redirectUrl: 'https://pay.example/p' }],
  ['Payment successful', { state: 'COMPLETED' }],
  ['The payment did not go through', { state: 'FAILED', errorCode: 'INVALID_MPIN' }],
  ['The time to pay is over', { state: 'PENDING', note: 'expired' }],
  ['Your payment arrived too late', { state: 'COMPLETED', note: 'late-payment' }],
  ['Your money is being refunded', { state: 'COMPLETED', note: 'refunding' }],
  ['The shop is looking into your payment', { state: 'PENDING', note: 'unknown' }],
  ['This purchase is already paid', { state: 'PENDING', note: 'already-paid' }],
]

it.each(STATES)('%s: is accessible, light and dark', async (title, over) => {
  const page = await shop.visit(`order=${put(over)}&component=status`, DESKTOP)
  await page.getByRole('status').getByRole('heading', { name: title }).waitFor()
  await expectAccessibleInBothSchemes(page)
})

it('shows that a malformed token opens nothing, and sends no request', async () => {
  const page = await shop.visit('order=&component=status')
  await page.getByRole('heading', { name: 'This payment cannot be opened' }).waitFor()
  expect(shop.gateway.requests).toEqual([])
})

it('shows why a payment failed, and calls onStartAgain', async () => {
  const page = await shop.visit(`order=${put({ state: 'FAILED', errorCode: 'INVALID_MPIN' })}&component=status`)
  await page.getByText('The UPI PIN was wrong.').waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('again', { exact: true }).waitFor()
})

it('checks the status once more at expiry', async () => {
  const expiresAtMs = Date.now() + 8_000
  const id = put({ state: 'PENDING', payment: QR_PAYMENT, expiresAtMs })
  const page = await shop.visit(`order=${id}&component=qr`)
  await page.getByRole('heading', { name: 'Scan to pay' }).waitFor()
  // Expiry is the passing of time, so the stream reports nothing.
  expect(shop.gateway.count('GET status')).toBe(1)
  await expect.poll(() => shop.gateway.count('GET status'), { timeout: 30_000 }).toBeGreaterThan(1)
  shop.gateway.put(id, { note: 'expired' })
  await page.getByRole('heading', { name: 'The time to pay is over' }).waitFor()
})

describe('presence', () => {
  it('sends nothing while hidden, and checks the status when visible again', async () => {
    shop.gateway.streaming = false
    const id = put()
    const page = await shop.visit(`order=${id}`)
    await expect.poll(() => shop.gateway.count('GET status')).toBeGreaterThan(2)
    const hide = (hidden: boolean) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { value, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }, hidden)
    await hide(true)
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)))
    const quiet = shop.gateway.requests.length
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1_000)))
    expect(shop.gateway.requests).toHaveLength(quiet)
    shop.gateway.put(id, { state: 'COMPLETED' })
    await hide(false)
    await page.getByRole('heading', { name: 'Payment successful' }).waitFor()
  })

  it('shows that the device is offline, keeps what was typed, and continues', async () => {
    const id = put()
    const page = await shop.visit(`order=${id}`)
    await page.locator('summary').filter({ hasText: 'Debit or credit card' }).click()
    await page.getByLabel('Name on card').fill('A. Payer')
    await page.context().setOffline(true)
    await page.getByText('No internet connection.').waitFor()
    await expectAccessible(page)
    await page.context().setOffline(false)
    await page.getByText('No internet connection.').waitFor({ state: 'detached' })
    expect(await page.getByLabel('Name on card').inputValue()).toBe('A. Payer')
    shop.gateway.put(id, { state: 'COMPLETED' })
    await page.getByRole('heading', { name: 'Payment successful' }).waitFor()
  })
})

describe.each(['lang=en', 'lang=hi', 'dir=rtl'])('%s', (query) => {
  it('fits 360 pixels and is accessible, light and dark', async () => {
    const page = await shop.visit(`order=${put()}&${query}`, { ...PHONE, viewport: { width: 360, height: 640 } })
    const items = page.locator('summary')
    await items.first().waitFor()
    for (const item of await items.all()) {
      if (!(await item.evaluate(({ parentElement }) => parentElement?.hasAttribute('open')))) await item.click()
      await expectReflow(page)
      await expectAccessibleInBothSchemes(page)
    }
    if (query === 'lang=hi') await page.getByRole('heading', { name: 'पेमेंट कैसे करना चाहेंगे?' }).waitFor()
    if (query === 'dir=rtl') {
      const [icon, text] = await page
        .locator('summary')
        .first()
        .locator('> *')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left))
      expect(icon).toBeGreaterThan(text ?? Number.NaN)
    }
  })
})

/** Running animations, and elements whose transition or animation is longer than 10 ms. */
const moving = (page: Page) =>
  page.evaluate(() => {
    const isLong = (times: string) => times.split(',').some((time) => Number.parseFloat(time) > 0.01)
    const animated = [...document.querySelectorAll('*')].filter((element) =>
      ['', '::before', '::after'].some((part) => {
        const style = getComputedStyle(element, part)
        return isLong(style.transitionDuration) || (style.animationName !== 'none' && isLong(style.animationDuration))
      }),
    )
    return [...document.getAnimations().map(() => 'an animation'), ...animated.map((element) => element.outerHTML)]
  })

it('each step fits, is accessible and has no motion, right to left with reduced motion', async () => {
  const id = put()
  const narrow = { ...PHONE, viewport: { width: 360, height: 640 }, reducedMotion: 'reduce' } as const
  const page = await shop.visit(`order=${id}&dir=rtl`, narrow)
  const expectGood = async () => {
    expect(await moving(page)).toEqual([])
    await expectReflow(page)
    await expectAccessible(page)
    const [label, amount] = await page
      .locator('.galla-amount-line > *')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left))
    expect(label).toBeGreaterThan(amount ?? Number.NaN)
  }
  await page.locator('summary').filter({ hasText: 'Net banking' }).click()
  expect(await moving(page)).toEqual([])
  await page.locator('summary').filter({ hasText: 'UPI' }).click()
  await page.getByRole('button', { name: 'Show QR code' }).click()
  await page.getByRole('heading', { name: 'Scan to pay' }).waitFor()
  await expectGood()
  shop.gateway.put(id, { state: 'FAILED', errorCode: 'INVALID_MPIN' })
  await page.getByRole('heading', { name: 'The payment did not go through' }).waitFor()
  await expectGood()
})

it('announces three minutes, one minute and thirty seconds, and nothing in between', async () => {
  const id = put({ state: 'PENDING', payment: QR_PAYMENT })
  const streams = shop.gateway.count('GET live')
  const page = await shop.visit(`order=${id}&component=qr`, DESKTOP, { before: (page) => page.clock.install() })
  await page.getByRole('heading', { name: 'Scan to pay' }).waitFor()
  // The page's clock stands still, so nothing polls: changes arrive by the stream.
  await expect.poll(() => shop.gateway.count('GET live')).toBeGreaterThan(streams)
  await page.clock.pauseAt(Date.now() + 10_000)
  const announcement = page.getByRole('timer').locator('xpath=following-sibling::*[@aria-live="polite"]')
  expect(await announcement.textContent()).toBe('')
  for (const [left, shown, text] of [
    [181, '3:01', '3 minutes left to pay'],
    [61, '1:01', '1 minute left to pay'],
    [31, '0:31', '30 seconds left to pay'],
  ] as const) {
    const before = await announcement.textContent()
    shop.gateway.put(id, { nowMs: SERVER_MS, expiresAtMs: SERVER_MS + left * 1_000 })
    await page.getByRole('timer').getByText(shown, { exact: true }).waitFor()
    expect(await announcement.textContent()).toBe(before)
    await page.clock.runFor(1_500)
    await announcement.getByText(text, { exact: true }).waitFor()
  }
})

it('keeps its shapes in forced colours', async () => {
  const page = await shop.visit(`order=${put({ state: 'COMPLETED' })}&component=status`, { forcedColors: 'active' })
  await page.getByRole('heading', { name: 'Payment successful' }).waitFor()
  expect(await page.locator('.galla-status-icon').evaluate((icon) => getComputedStyle(icon).borderTopWidth)).toBe('1px')
  await expectAccessible(page)
})

describe('a view that a component cannot show', () => {
  const BROKEN = { paymentMethods: { ...PAYMENT_METHODS, banks: [null] } } as unknown as Partial<PayerView>
  const NOTE = 'This part could not be shown.'
  const THROWN = /TypeError|An error occurred in the/

  it('leaves the page around the component, which is shown after a retry', async () => {
    shop.expectedErrors = THROWN
    const id = put(BROKEN)
    const page = await shop.visit(`order=${id}&component=banks`)
    await page.getByRole('alert').filter({ hasText: NOTE }).waitFor()
    await expectAccessibleInBothSchemes(page)
    await page.getByRole('heading', { level: 1, name: 'Chai & Chapters' }).waitFor()
    shop.gateway.put(id, { paymentMethods: PAYMENT_METHODS })
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByLabel('Search for your bank').waitFor()
    expect(await page.getByText(NOTE).count()).toBe(0)
  })

  it('leaves the other payment methods of a payment element', async () => {
    shop.expectedErrors = THROWN
    const page = await shop.visit(`order=${put(BROKEN)}`)
    await page.getByText('Net banking', { exact: true }).click()
    await page.getByText(NOTE).waitFor()
    await page.getByText('Debit or credit card').click()
    await page.getByLabel('Card number').waitFor()
  })

  it('is replaced by itself when the payment moves on', async () => {
    shop.expectedErrors = THROWN
    const id = put(BROKEN)
    const page = await shop.visit(`order=${id}&component=banks`)
    await page.getByText(NOTE).waitFor()
    shop.gateway.put(id, { state: 'COMPLETED' })
    await page.getByRole('heading', { name: 'Payment successful' }).waitFor()
  })
})
