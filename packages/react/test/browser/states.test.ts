import type { PayerView } from '@galla/contract/gateway-api/payer-routes'
import { expectAccessible, expectReflow } from '@galla/testkit/looks'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { QR_PAYMENT, SERVER_MS } from '../helpers/payer-view.ts'
import { DESKTOP, PHONE, StallPage } from '../helpers/test-shop.ts'

let stall: StallPage
let order = 0
const put = (over: Partial<PayerView> = {}) => {
  stall.counter.put(`pot-${++order}`, over)
  return `pot-${order}`
}
beforeAll(async () => {
  stall = await StallPage.open()
})
afterEach(() => stall.leave())
afterAll(() => stall.close())

const STATES: [string, Partial<PayerView>][] = [
  ['Waiting for your payment', { state: 'PENDING' }],
  ['Pay on the payment page', { state: 'PENDING', checkout: 'STANDARD', redirectUrl: 'https://pay.example/p' }],
  ['Payment successful', { state: 'COMPLETED' }],
  ['The payment did not go through', { state: 'FAILED', errorCode: 'INVALID_MPIN' }],
  ['The time to pay is over', { state: 'PENDING', note: 'expired' }],
  ['Your payment came too late', { state: 'COMPLETED', note: 'late-payment' }],
  ['Your money is on its way back', { state: 'COMPLETED', note: 'refunding' }],
  ['The shop is looking into your payment', { state: 'PENDING', note: 'unknown' }],
]

describe.each(STATES)('%s', (title, over) => {
  it.each(['light', 'dark'] as const)('can be read by everyone, %s', async (colorScheme) => {
    const page = await stall.visit(`order=${put(over)}&part=status`, { ...DESKTOP, colorScheme })
    await page.getByRole('status').getByRole('heading', { name: title }).waitFor()
    await expectAccessible(page)
  })
})

it('a token that opens nothing is told so, and not asked for again', async () => {
  const page = await stall.visit('order=&part=status')
  await page.getByRole('heading', { name: 'This payment cannot be opened' }).waitFor()
  expect(stall.counter.asked).toEqual([])
})

it('a failed payment says why, and starts again only as the shop says', async () => {
  const page = await stall.visit(`order=${put({ state: 'FAILED', errorCode: 'INVALID_MPIN' })}&part=status`)
  await page.getByText('The UPI PIN was not right.').waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('again', { exact: true }).waitFor()
})

it('looks once more when the time is over, before it says so', async () => {
  const expiresAtMs = Date.now() + 2_500
  const id = put({ state: 'PENDING', payment: QR_PAYMENT, expiresAtMs })
  const page = await stall.visit(`order=${id}&part=qr`)
  await page.getByRole('heading', { name: 'Scan to pay' }).waitFor()
  // The stream has nothing to tell: time alone changes no order.
  expect(stall.counter.count('GET status')).toBe(1)
  await expect.poll(() => stall.counter.count('GET status'), { timeout: 10_000 }).toBeGreaterThan(1)
  stall.counter.put(id, { note: 'expired' })
  await page.getByRole('heading', { name: 'The time to pay is over' }).waitFor()
})

describe('presence', () => {
  it('asks nothing while hidden, and at once when seen again', async () => {
    stall.counter.streaming = false
    const id = put()
    const page = await stall.visit(`order=${id}`)
    await expect.poll(() => stall.counter.count('GET status')).toBeGreaterThan(2)
    const hide = (hidden: boolean) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { value, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }, hidden)
    await hide(true)
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)))
    const quiet = stall.counter.asked.length
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1_000)))
    expect(stall.counter.asked).toHaveLength(quiet)
    stall.counter.put(id, { state: 'COMPLETED' })
    await hide(false)
    await page.getByRole('heading', { name: 'Payment successful' }).waitFor()
  })

  it('offline: says so, keeps what was typed, and carries on', async () => {
    const id = put()
    const page = await stall.visit(`order=${id}`)
    await page.locator('summary').filter({ hasText: 'Debit or credit card' }).click()
    await page.getByLabel('Name on card').fill('A. Payer')
    await page.context().setOffline(true)
    await page.getByText('No internet connection.').waitFor()
    await expectAccessible(page)
    await page.context().setOffline(false)
    await page.getByText('No internet connection.').waitFor({ state: 'detached' })
    expect(await page.getByLabel('Name on card').inputValue()).toBe('A. Payer')
    stall.counter.put(id, { state: 'COMPLETED' })
    await page.getByRole('heading', { name: 'Payment successful' }).waitFor()
  })
})

describe.each(['lang=en', 'lang=hi', 'dir=rtl'])('%s', (query) => {
  it.each(['light', 'dark'] as const)(
    'at 360 pixels, %s: nothing sticks out, everyone can read it',
    async (colorScheme) => {
      const page = await stall.visit(`order=${put()}&${query}`, {
        ...PHONE,
        viewport: { width: 360, height: 640 },
        colorScheme,
      })
      const folds = page.locator('summary')
      await folds.first().waitFor()
      for (const fold of await folds.all()) {
        if (!(await fold.evaluate(({ parentElement }) => parentElement?.hasAttribute('open')))) await fold.click()
        await expectReflow(page)
        await expectAccessible(page)
      }
      if (query === 'lang=hi') await page.getByRole('heading', { name: 'पेमेंट कैसे करना चाहेंगे?' }).waitFor()
      if (query === 'dir=rtl') {
        const [icon, words] = await page
          .locator('summary')
          .first()
          .locator('> *')
          .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left))
        expect(icon).toBeGreaterThan(words ?? Number.NaN)
      }
    },
  )
})

/** What moves, or would for longer than an eye can follow. */
const moving = (page: Page) =>
  page.evaluate(() => {
    const isLong = (times: string) => times.split(',').some((time) => Number.parseFloat(time) > 0.01)
    const restless = [...document.querySelectorAll('*')].filter((element) =>
      ['', '::before', '::after'].some((part) => {
        const style = getComputedStyle(element, part)
        return isLong(style.transitionDuration) || (style.animationName !== 'none' && isLong(style.animationDuration))
      }),
    )
    return [...document.getAnimations().map(() => 'an animation'), ...restless.map((element) => element.outerHTML)]
  })

it('right to left, and for those whom motion harms: each step fits, can be read and keeps still', async () => {
  const id = put()
  const narrow = { ...PHONE, viewport: { width: 360, height: 640 }, reducedMotion: 'reduce' } as const
  const page = await stall.visit(`order=${id}&dir=rtl`, narrow)
  const expectWell = async () => {
    expect(await moving(page)).toEqual([])
    await expectReflow(page)
    await expectAccessible(page)
    const [label, amount] = await page
      .locator('.galla-sum > *')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left))
    expect(label).toBeGreaterThan(amount ?? Number.NaN)
  }
  await page.locator('summary').filter({ hasText: 'Net banking' }).click()
  expect(await moving(page)).toEqual([])
  await page.locator('summary').filter({ hasText: 'UPI' }).click()
  await page.getByRole('button', { name: 'Show QR code' }).click()
  await page.getByRole('heading', { name: 'Scan to pay' }).waitFor()
  await expectWell()
  stall.counter.put(id, { state: 'FAILED', errorCode: 'INVALID_MPIN' })
  await page.getByRole('heading', { name: 'The payment did not go through' }).waitFor()
  await expectWell()
})

it('says aloud when three minutes, one minute and thirty seconds are left, and nothing in between', async () => {
  const id = put({ state: 'PENDING', payment: QR_PAYMENT })
  const lines = stall.counter.count('GET live')
  const page = await stall.visit(`order=${id}&part=qr`, DESKTOP, { before: (page) => page.clock.install() })
  await page.getByRole('heading', { name: 'Scan to pay' }).waitFor()
  // While the page's clock stands still, nothing asks: what is new comes by the open line.
  await expect.poll(() => stall.counter.count('GET live')).toBeGreaterThan(lines)
  await page.clock.pauseAt(Date.now() + 10_000)
  const spoken = page.getByRole('timer').locator('xpath=following-sibling::*[@aria-live="polite"]')
  expect(await spoken.textContent()).toBe('')
  for (const [left, shown, words] of [
    [181, '3:01', '3 minutes left to pay'],
    [61, '1:01', '1 minute left to pay'],
    [31, '0:31', '30 seconds left to pay'],
  ] as const) {
    const before = await spoken.textContent()
    stall.counter.put(id, { nowMs: SERVER_MS, expiresAtMs: SERVER_MS + left * 1_000 })
    await page.getByRole('timer').getByText(shown, { exact: true }).waitFor()
    expect(await spoken.textContent()).toBe(before)
    await page.clock.runFor(1_500)
    await spoken.getByText(words, { exact: true }).waitFor()
  }
})

it('keeps its shapes where the device decides the colours', async () => {
  const page = await stall.visit(`order=${put({ state: 'COMPLETED' })}&part=status`, { forcedColors: 'active' })
  await page.getByRole('heading', { name: 'Payment successful' }).waitFor()
  expect(await page.locator('.galla-seal').evaluate((seal) => getComputedStyle(seal).borderTopWidth)).toBe('1px')
  await expectAccessible(page)
})
