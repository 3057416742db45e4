import type { TestPage } from '@galla/testkit/test-page'
import type { BrowserContextOptions, FrameLocator, Locator, Page } from 'playwright-core'
import { type CheckoutBrowser, DESKTOP, PHONE } from './checkout-browser.ts'

export const NARROW = { ...PHONE, viewport: { width: 360, height: 640 } }

/** A page, or the page in a shop's frame. */
export type View = Page | FrameLocator

/** A visit of a payer who saves data: the page loads nothing ahead, so that every part is loaded when it is opened. */
export async function visitSaving(
  browser: CheckoutBrowser,
  url: string,
  device: BrowserContextOptions = DESKTOP,
  before: (page: Page) => Promise<unknown> = async () => {},
): Promise<TestPage> {
  const visit = await browser.visit('about:blank', device)
  await visit.context.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
  )
  await before(visit.page)
  await visit.page.goto(url)
  return visit
}

/** In a shop's frame. */
export async function visitFrameSaving(browser: CheckoutBrowser, pageUrl: string) {
  const visit = await visitSaving(browser, `${browser.shop.url}/cart?tokenUrl=${encodeURIComponent(pageUrl)}`)
  await visit.page.getByRole('button', { name: 'Pay here' }).click()
  return { ...visit, frame: visit.page.frameLocator('iframe[title="Payment"]') }
}

export const startHeading = (view: View) =>
  view.getByRole('heading', { name: 'How would you like to pay?', exact: true }).waitFor()
/** The note in place of a part. */
export const noteOf = (view: View | Locator) =>
  view.getByRole('alert').filter({ hasText: 'This part could not be shown' })
export const tryAgain = (view: View | Locator) => view.getByRole('button', { name: 'Try again' })
export const openMethod = (view: View, name: string) =>
  view.getByRole('heading', { level: 3, name, exact: true }).click()
export const paid = (view: View) => view.getByRole('heading', { name: 'Payment successful' }).waitFor()

const pay = (view: View) => view.getByRole('button', { name: 'Pay ₹1,49,950.00' }).click()

export async function payByCard(view: View): Promise<void> {
  await view.getByLabel('Card number').fill('6074820000000009')
  await view.getByLabel('Expiry').fill('1230')
  await view.getByRole('textbox', { name: 'CVV' }).fill('123')
  await pay(view)
}

export async function enterPassword(view: View): Promise<void> {
  await view.getByLabel('One-time password').fill('123456')
  await paid(view)
}

type Act = (view: View) => Promise<void>

/** Parts that a payer or the tester opens on the page, with the act that opens each part and the act that completes the payment. */
export const OPENED: readonly [name: string, open: Act, complete: Act][] = [
  [
    'Card',
    (view) => openMethod(view, 'Card'),
    async (view) => {
      await payByCard(view)
      await enterPassword(view)
    },
  ],
  [
    'Saved cards',
    (view) => openMethod(view, 'Saved cards'),
    async (view) => {
      await view.getByLabel('Visa ending in 6667').check()
      await view.getByLabel('CVV').fill('508')
      await pay(view)
      await enterPassword(view)
    },
  ],
  [
    'Net banking',
    (view) => openMethod(view, 'Net banking'),
    async (view) => {
      await view.getByLabel('Search for your bank').fill('baroda')
      await view.getByLabel('Bank of Baroda').check()
      await pay(view)
      await view.getByRole('button', { name: 'Success' }).click()
      await paid(view)
    },
  ],
  [
    'Choose outcome',
    (view) => view.getByRole('complementary').getByRole('button', { name: 'Choose outcome' }).click(),
    async (view) => {
      await view.getByRole('button', { name: 'Pay it' }).click()
      await paid(view)
    },
  ],
]
