import { expectAccessible, expectAccessibleInBothSchemes, expectReflow } from '@galla/testkit/page-assertions'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { heading } from '../helpers/payer.ts'
import { DESKTOP, NARROW, PHONE, ShopBrowser } from '../helpers/shop-browser.ts'

let browser: ShopBrowser
beforeAll(async () => {
  browser = await ShopBrowser.open()
})
afterEach(() => browser.endVisits())
afterAll(() => browser.close())

/** From the products to the page of the mandate. */
async function subscribe(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Assam every month' }).click()
  await page.getByRole('button', { name: 'Subscribe for ₹180.00' }).click()
  await page.waitForURL(`${browser.shop.sandbox.url}/**`)
}

/** Approves on the provider's page, and returns to the shop. */
async function approve(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Approve with UPI PIN' }).click()
  await page.getByRole('link', { name: 'Return to Nukkad Chai' }).click()
  await page.waitForURL('**/subscribed')
}

/** Lets the gateway bill until the page shows the state. */
async function billUntil(page: Page, title: string): Promise<void> {
  const shown = page.getByRole('heading', { name: title, exact: true })
  for (let minute = 0; minute < 10 && !(await shown.isVisible()); minute += 1) await browser.shop.advance(60_000)
  await shown.waitFor()
}

describe('tea every month', () => {
  it.each([
    ['a phone', PHONE],
    ['a desk', DESKTOP],
  ])('is subscribed, paused, resumed and cancelled on %s', async (_, device) => {
    const { shop } = browser
    const page = await browser.visit('/', device)
    await subscribe(page)
    await approve(page)
    await billUntil(page, 'Your subscription is active')
    await heading(page, 'Thank you! The kettle is on')
    await expectAccessible(page)
    await expect.poll(() => shop.parcels.length).toBe(1)

    await page.getByRole('button', { name: 'Pause' }).click()
    await heading(page, 'Your subscription is paused')
    await page.goto(`${shop.server.url}/subscription`)
    await page.getByRole('button', { name: 'Resume' }).click()
    await heading(page, 'Your subscription is active')
    await page.getByRole('button', { name: 'Cancel subscription' }).click()
    await page.getByRole('button', { name: 'Yes, cancel it' }).click()
    await heading(page, 'Your subscription is cancelled')
    const { rows } = await shop.server.gateway.subscriptions.list({ limit: 1 })
    expect(rows[0]?.cancel).toMatchObject({ at: 'cycle-end' })
  })

  it('continues the mandate that was not approved, also after a second click', async () => {
    const page = await browser.visit()
    await subscribe(page)
    const first = page.url()
    await page.goto(`${browser.shop.server.url}/subscription`)
    await heading(page, 'Waiting for your approval')
    expect(await page.getByRole('link', { name: 'Approve the mandate' }).getAttribute('href')).toBe(first)
    await page.goto(`${browser.shop.server.url}/subscribe`)
    await page.getByRole('button', { name: 'Subscribe for ₹180.00' }).click()
    await page.waitForURL(first)
  })

  it('of another browser is not shown', async () => {
    const page = await browser.visit('/subscription')
    await page.getByText('No subscription yet').waitFor()
    await expectAccessibleInBothSchemes(page)
    await page.getByRole('link', { name: 'Assam every month' }).click()
    await heading(page, 'Assam every month')
  })

  it.each([
    ['हिन्दी', 'हर महीने असम चाय', '₹180.00 में सब्सक्राइब करें'],
    ['বাংলা', 'প্রতি মাসে আসাম চা', '₹180.00 দিয়ে সাবস্ক্রাইব করুন'],
    ['मराठी', 'दर महिन्याला आसाम चहा', '₹180.00 मध्ये सबस्क्राइब करा'],
    ['தமிழ்', 'ஒவ்வொரு மாதமும் அசாம் தேநீர்', '₹180.00-க்கு சந்தா சேரவும்'],
    ['తెలుగు', 'ప్రతి నెల అస్సాం టీ', '₹180.00తో సబ్‌స్క్రైబ్ చేయండి'],
  ])('is offered in %s, and fits a narrow phone, light and dark', async (label, title, button) => {
    const page = await browser.visit('/subscribe', NARROW)
    await page.getByLabel('Language').selectOption({ label })
    await heading(page, title)
    await page.getByRole('button', { name: button }).waitFor()
    await expectReflow(page)
    await expectAccessibleInBothSchemes(page)
  })
})
