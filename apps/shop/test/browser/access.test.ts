import { expectAccessible, expectFocusOn, expectReflow } from '@galla/testkit/page-assertions'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { checkOut, heading, latestOrderId, tabTo } from '../helpers/payer.ts'
import { DESKTOP, NARROW, ShopBrowser } from '../helpers/shop-browser.ts'

let browser: ShopBrowser
beforeAll(async () => {
  browser = await ShopBrowser.open()
})
afterEach(() => browser.endVisits())
afterAll(() => browser.close())

it('completes a purchase with the keyboard', async () => {
  const page = await browser.visit()
  await heading(page, 'Good tea, weighed out for you')
  await page.keyboard.press('Tab')
  await expectFocusOn(page, 'Skip to the page')
  await page.keyboard.press('Enter')
  await tabTo(page, /^Add Darjeeling/)
  await page.keyboard.press('Enter')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('One Darjeeling, first flush more')
  await page.keyboard.press('Enter')
  await tabTo(page, /^Choose how to pay/)
  await page.keyboard.press('Enter')
  await page.getByLabel('On the payment page').waitFor()
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  // It is no control, so it shows no focus ring, although the keyboard was used.
  expect(await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle)).toBe('none')
  await tabTo(page, /^On the payment page/)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await tabTo(page, /^Go to checkout/)
  await page.keyboard.press('Enter')
  await heading(page, 'How would you like to pay?')
  await tabTo(page, /^Show QR code/)
  await page.keyboard.press('Enter')
  await heading(page, 'Scan to pay')
  await browser.shop.sandbox.simulatePayment(await latestOrderId(page), { outcome: 'SUCCESS' })
  await heading(page, 'Thank you! The kettle is on')
})

it.each([
  ['বাংলা', 'bn', 'ভালো চা, আপনার জন্য ওজন করা', 'কীভাবে পেমেন্ট করতে চান?'],
  ['मराठी', 'mr', 'चांगला चहा, तुमच्यासाठी तोललेला', 'तुम्हाला पेमेंट कसे करायचे आहे?'],
  ['தமிழ்', 'ta', 'நல்ல தேநீர், உங்களுக்காக எடை போட்டது', 'எப்படி பணம் செலுத்த விரும்புகிறீர்கள்?'],
  ['తెలుగు', 'te', 'మంచి టీ, మీ కోసం తూచి ఇచ్చినది', 'ఎలా చెల్లించాలనుకుంటున్నారు?'],
])('shows shop and payment in %s', async (label, locale, intro, question) => {
  const page = await browser.visit('/', NARROW)
  await page.getByLabel('Language').selectOption({ label })
  await heading(page, intro)
  expect(await page.locator('html').getAttribute('lang')).toBe(locale)
  await page.locator('article, li').getByRole('button').first().click()
  await page.goto(`${browser.shop.server.url}/cart`)
  await page.getByRole('radio').last().check()
  await expectAccessible(page)
  await expectReflow(page)
  await page.locator('main').getByRole('button').last().click()
  await heading(page, question)
  await expectAccessible(page)
  await expectReflow(page)
})

it('shows every page in Hindi, and remembers it', async () => {
  const page = await browser.visit('/', NARROW)
  await page.getByLabel('Language').selectOption({ label: 'हिन्दी' })
  await heading(page, 'अच्छी चाय, आपके लिए तौली हुई')
  expect(await page.locator('html').getAttribute('lang')).toBe('hi')
  await page.reload()
  await page.getByRole('button', { name: 'दार्जिलिंग, पहली तुड़ाई डालें' }).click()
  await expectAccessible(page)
  await expectReflow(page)
  await page.getByRole('link', { name: /बिल देखें/ }).click()
  await page.getByLabel('यहीं पर').check()
  await expectAccessible(page)
  await expectReflow(page)
  await page.getByRole('button', { name: 'चेकआउट पर जाएँ' }).click()
  await heading(page, 'पेमेंट कैसे करना चाहेंगे?')
  await expectAccessible(page)
  await expectReflow(page)
  await page.getByRole('button', { name: 'QR कोड दिखाएँ' }).click()
  await page.getByRole('img', { name: /QR/ }).waitFor()
  await browser.shop.sandbox.simulatePayment(await latestOrderId(page), { outcome: 'SUCCESS' })
  await heading(page, 'धन्यवाद! चाय चढ़ गई है')
  await expectAccessible(page)
  await expectReflow(page)
  await page.getByRole('link', { name: 'आपके ऑर्डर' }).first().click()
  await page.getByText('पेमेंट हो गया, पैक हो रहा है').waitFor()
  await expectAccessible(page)
  await expectReflow(page)
})

describe.each([
  ['dark, at 360 pixels', { ...NARROW, colorScheme: 'dark' as const }],
  ['dark, on a desktop', { ...DESKTOP, colorScheme: 'dark' as const }],
  ['in forced colours', { ...DESKTOP, forcedColors: 'active' as const }],
])('%s', (_, device) => {
  it('every page is accessible and fits', async () => {
    const page = await browser.visit('/', device)
    const check = async () => {
      await expectAccessible(page)
      await expectReflow(page)
    }
    await check()
    await checkOut(page, 'Right here')
    await check()
    await page.getByRole('link', { name: 'Back to the bill' }).click()
    await page.getByRole('button', { name: 'Continue the payment' }).waitFor()
    await page.getByText('Pay another way').click()
    await page.getByLabel('Right here').waitFor()
    await check()
    await page.goto(`${browser.shop.server.url}/orders`)
    await page.getByText('Not paid yet').waitFor()
    await check()
  })
})

it('transfers at most 130 kB in English', async () => {
  const page = await browser.visit()
  await page.waitForLoadState('networkidle')
  const bytes = await page.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].reduce(
      (sum, entry) => sum + ('encodedBodySize' in entry ? Number(entry.encodedBodySize) : 0),
      0,
    ),
  )
  expect(bytes).toBeGreaterThan(100_000)
  expect(bytes).toBeLessThanOrEqual(130_000)
})

it('loads its own fonts, and no resource of another origin', async () => {
  const page = await browser.visit()
  await page.waitForLoadState('networkidle')
  const loaded = await page.evaluate(() =>
    [...document.fonts].filter((face) => face.status === 'loaded').map((face) => face.unicodeRange),
  )
  expect(loaded).toContain('U+20B9')
})
