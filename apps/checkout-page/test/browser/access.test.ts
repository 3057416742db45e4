import { expectAccessible, expectFocusOn, expectLittleLayoutShift, expectReflow } from '@galla/testkit/page-assertions'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CheckoutBrowser, DESKTOP, PHONE } from '../helpers/checkout-browser.ts'
import { visitSaving } from '../helpers/lazy-parts.ts'
import { fillCard, heading, openMethod, payWithQr } from '../helpers/payer.ts'

let browser: CheckoutBrowser
beforeAll(async () => {
  browser = await CheckoutBrowser.open()
})
afterEach(() => browser.endVisits())
afterAll(() => browser.close())

const NARROW = [360, 320] as const

/** URLs of all resources that the page has loaded, one per line. */
function loadedUrls(page: Page): Promise<string> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .join('\n'),
  )
}

/** Presses Tab until an element with this name has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let press = 0; press < 40; press++) {
    await page.keyboard.press('Tab')
    const found = await page.evaluate(() => {
      const { activeElement: here } = document
      const label = here instanceof HTMLInputElement ? here.labels?.[0]?.textContent : undefined
      return label ?? here?.getAttribute('aria-label') ?? here?.textContent ?? ''
    })
    if (name.test(found)) return
  }
  throw new Error(`Tab never reached ${name}`)
}

it('pays by card with the keyboard', async () => {
  const order = await browser.order()
  const { page } = await browser.visit(order.pageUrl)
  await heading(page, 'How would you like to pay?')
  await expectFocusOn(page, 'How would you like to pay?')
  await tabTo(page, /^Card/)
  await page.keyboard.press('Enter')
  await page.getByLabel('Card number').waitFor()
  await tabTo(page, /^Pay ₹/)
  await page.keyboard.press('Enter')
  await page.getByText('Please correct 3 fields.').waitFor()
  expect(await page.getByLabel('Card number').evaluate((input) => input === document.activeElement)).toBe(true)
  await page.keyboard.type('4208585190116667')
  await page.keyboard.press('Tab')
  await page.keyboard.type('0627')
  await page.keyboard.press('Tab')
  await page.keyboard.type('508')
  await page.keyboard.press('Enter')
  await heading(page, 'Confirm with your bank')
  await expectFocusOn(page, 'Confirm with your bank')
  await tabTo(page, /^One-time password/)
  await page.keyboard.type('123456')
  await page.keyboard.press('Enter')
  await heading(page, 'Payment successful')
})

it('chooses the outcome with the keyboard, and restores the focus', async () => {
  const order = await browser.order()
  const { page } = await browser.visit(order.pageUrl)
  await heading(page, 'How would you like to pay?')
  await page.keyboard.press('Shift+Tab')
  await tabTo(page, /^Choose outcome/).catch(() => tabTo(page, /^Choose outcome/))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'What happens to this payment?' }).waitFor()
  await page.keyboard.press('Escape')
  await expectFocusOn(page, 'Choose outcome')
})

describe.each(NARROW)('at %d pixels', (width) => {
  it('no step overflows', async () => {
    const order = await browser.order({ amount: 99_99_99_999_00 })
    const { page } = await browser.visit(order.pageUrl, { ...PHONE, viewport: { width, height: 640 } })
    await heading(page, 'How would you like to pay?')
    await expectReflow(page)
    for (const name of ['Saved cards', 'Card', 'Net banking']) {
      await openMethod(page, name)
      await page.locator('details[open] form').first().waitFor()
      await expectReflow(page)
    }
    await openMethod(page, 'UPI')
    await payWithQr(page)
    await expectReflow(page)
    await page.getByRole('complementary').getByRole('button', { name: 'Choose outcome' }).click()
    await page.getByRole('heading', { name: 'What happens to this payment?' }).waitFor()
    await expectReflow(page)
  })
})

const LANGUAGES = [
  ['bn', 'বাংলা', /bengali/, 'কীভাবে পেমেন্ট করতে চান?'],
  ['mr', 'मराठी', /devanagari/, 'तुम्हाला पेमेंट कसे करायचे आहे?'],
  ['ta', 'தமிழ்', /tamil/, 'எப்படி பணம் செலுத்த விரும்புகிறீர்கள்?'],
  ['te', 'తెలుగు', /telugu/, 'ఎలా చెల్లించాలనుకుంటున్నారు?'],
] as const

it('shows each language in its own script, loads its font then, and fits a phone', async () => {
  const order = await browser.order()
  const { page } = await browser.visit(order.pageUrl, PHONE)
  await heading(page, 'How would you like to pay?')
  for (const [locale, name, font, title] of LANGUAGES) {
    await page.getByRole('combobox').selectOption({ label: name })
    await heading(page, title)
    expect(await page.locator('html').getAttribute('lang')).toBe(locale)
    await expect.poll(() => loadedUrls(page)).toMatch(font)
    await expectAccessible(page)
    await expectReflow(page)
  }
})

it('shows Hindi when chosen, remembers it, and loads its messages and font then', async () => {
  const order = await browser.order()
  const { page } = await browser.visit(order.pageUrl, PHONE)
  await heading(page, 'How would you like to pay?')
  await page.waitForLoadState('networkidle')
  expect(await loadedUrls(page)).not.toMatch(/\/hi-|devanagari|latin-ext/)
  await page.getByLabel('Language').selectOption({ label: 'हिन्दी' })
  await heading(page, 'पेमेंट कैसे करना चाहेंगे?')
  expect(await page.locator('html').getAttribute('lang')).toBe('hi')
  await expect.poll(() => loadedUrls(page)).toMatch(/\/hi-[\s\S]*devanagari/)
  await expectAccessible(page)
  await expectReflow(page)
  await page.reload()
  await heading(page, 'पेमेंट कैसे करना चाहेंगे?')
  await openMethod(page, 'कार्ड')
  await page.getByRole('button', { name: '₹1,49,950.00 पे करें' }).click()
  await page.getByText('कार्ड नंबर अधूरा है।').waitFor()
  await expectAccessible(page)
})

it('has no layout shift while it loads', async () => {
  const order = await browser.order()
  const { page } = await browser.visit('about:blank', PHONE)
  await page.goto(order.pageUrl)
  await heading(page, 'How would you like to pay?')
  await page.waitForLoadState('networkidle')
  await expectLittleLayoutShift(page)
})

it('loads panels when they are opened, for a payer who saves data', async () => {
  const order = await browser.order()
  const { page } = await visitSaving(browser, order.pageUrl)
  await heading(page, 'How would you like to pay?')
  await page.waitForLoadState('networkidle')
  expect(await loadedUrls(page)).not.toMatch(/card-panels|net-banking|outcome-panel/)
  await openMethod(page, 'Card')
  await page.getByLabel('Card number').waitFor()
  expect(await loadedUrls(page)).toMatch(/card-panels/)
})

it('transfers at most 120 kB in English, with the code on arrival and before what is loaded ahead', async () => {
  const order = await browser.order()
  const { page } = await visitSaving(browser, order.pageUrl)
  await page.getByRole('img', { name: /QR code/ }).waitFor()
  await page.waitForLoadState('networkidle')
  const bytes = await page.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      .filter((entry): entry is PerformanceResourceTiming => entry instanceof PerformanceResourceTiming)
      // What comes from the cache was counted when it was fetched.
      .filter(({ name, transferSize }) => !name.includes('/page-api/') && transferSize > 0)
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  )
  expect(bytes).toBeGreaterThan(100_000)
  expect(bytes).toBeLessThanOrEqual(120_000)
})

it('loads the font for the rupee sign', async () => {
  const order = await browser.order()
  const { page } = await browser.visit(order.pageUrl)
  await heading(page, 'How would you like to pay?')
  const loaded = await page.evaluate(() =>
    [...document.fonts].filter((face) => face.status === 'loaded').map((face) => face.unicodeRange),
  )
  expect(loaded).toContain('U+20B9')
})

describe.each([
  ['dark', { ...DESKTOP, colorScheme: 'dark' as const }],
  ['forced colours', { ...DESKTOP, forcedColors: 'active' as const }],
  ['reduced motion', { ...DESKTOP, reducedMotion: 'reduce' as const }],
])('with %s', (_, device) => {
  it('every step is accessible', async () => {
    const order = await browser.order()
    const { page } = await browser.visit(order.pageUrl, device)
    await openMethod(page, 'Card')
    await page.getByRole('button', { name: /^Pay/ }).click()
    await page.getByText('Please correct 3 fields.').waitFor()
    await expectAccessible(page)
    await openMethod(page, 'UPI')
    await payWithQr(page)
    await page.getByRole('img', { name: /QR code/ }).waitFor()
    await expectAccessible(page)
    await browser.sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
    await heading(page, 'Payment successful')
    await expectAccessible(page)
  })
})

describe('card fields', () => {
  it('have autocomplete and inputmode attributes', async () => {
    const order = await browser.order()
    const { page } = await browser.visit(order.pageUrl, PHONE)
    await openMethod(page, 'Card')
    await page.getByLabel('Card number').waitFor()
    const fields = await page
      .locator('details[open] input:not([type=checkbox])')
      .evaluateAll((inputs) =>
        inputs.map((input) => [input.getAttribute('autocomplete'), input.getAttribute('inputmode')]),
      )
    expect(fields).toEqual([
      ['cc-number', 'numeric'],
      ['cc-exp', 'numeric'],
      ['cc-csc', 'numeric'],
      ['cc-name', null],
    ])
  })

  it('leave the page encrypted only', async () => {
    const order = await browser.order()
    const { page } = await browser.visit(order.pageUrl)
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url() + (request.postData() ?? '')))
    await openMethod(page, 'Card')
    await fillCard(page, { number: '4208585190116667', expiry: '0627', cvv: '508' })
    await page.getByRole('button', { name: /^Pay/ }).click()
    await heading(page, 'Confirm with your bank')
    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, window.location.href, document.body.outerHTML]),
    )
    const attempt = sent.find((text) => text.includes('encryptedCardNumber')) ?? ''
    expect(attempt).toContain('"encryptedCvv"')
    for (const text of [stored, ...sent, JSON.stringify(browser.sandbox.journal())]) {
      expect(text).not.toMatch(/4208\s?5851\s?9011\s?6667/)
    }
    expect(attempt).not.toMatch(/"508"/)
  })
})
