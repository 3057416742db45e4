import { subscriptions } from '@galla/gateway/subscriptions'
import { expectAccessible, expectReflow } from '@galla/testkit/page-assertions'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { NAV_ITEMS } from '../../src/shell/nav-items.ts'
import { type ConsoleApp, startConsoleApp } from '../helpers/console-app.ts'
import { ConsoleBrowser, PHONE } from '../helpers/console-browser.ts'

/** WCAG 1.4.10: at 320 pixels (1280 pixels at 400 % zoom) a page must not scroll horizontally. */
const NARROW = { ...PHONE, viewport: { width: 320, height: 640 }, colorScheme: 'dark' as const }

let app: ConsoleApp
let browser: ConsoleBrowser
let page: Page
let paid = ''
beforeAll(async () => {
  // With subscriptions, so that every page of the navigation is offered.
  app = await startConsoleApp({ gateway: { subscriptions: subscriptions() } })
  const { merchantOrderId } = await app.shop.payOrder({
    reference: 'a-cart-with-a-very-long-name-of-its-own',
    amount: 12_34_567_89,
  })
  paid = merchantOrderId
  await app.shop.refund(merchantOrderId, 1_00_000_00)
  await app.shop.payOrder({ outcome: 'FAILURE', errorCode: 'ZM' })
  browser = new ConsoleBrowser(app)
  page = (await browser.open('/', NARROW)).page
})
afterAll(async () => {
  await browser?.closePages()
  await app?.close()
})

const waitForPage = async (label: string) => {
  await page.getByRole('heading', { level: 1, name: label, exact: true }).waitFor()
  await expect.poll(() => page.getByRole('status', { name: /^Loading/ }).count()).toBe(0)
}

it.each(NAV_ITEMS)('$label does not scroll horizontally at 320 pixels', async ({ label, key }) => {
  await page.keyboard.type(`g${key}`)
  await waitForPage(label)
  await expectReflow(page)
  // Other tests check the remaining pages in dark mode.
  if (label === 'Health' || label === 'API log') await expectAccessible(page)
})

it('shows an unknown address as page not found', async () => {
  await page.goto(`${app.url}/unknown`)
  await waitForPage('Page not found')
  await expectReflow(page)
  await expectAccessible(page)
})

it('shows the selected view of a list that was opened by its link', async () => {
  await page.goto(`${app.url}/orders?needsReview=true`)
  await waitForPage('Orders')
  const selected = page.getByRole('button', { name: 'Needs review', pressed: true })
  await expect.poll(() => selected.evaluate(isInSight)).toBe(true)
})

it('shows all of a button that takes the focus, above the bar', async () => {
  await page.goto(`${app.url}/orders/${paid}`)
  const refund = page.getByRole('button', { name: 'Refund…' })
  await refund.waitFor()
  // The button is as far down in the window as the bar reaches.
  await page.setViewportSize({ width: 320, height: await refund.evaluate(bottomOf) })
  await refund.focus()
  const bar = page.getByRole('navigation', { name: 'Main pages' })
  expect(await refund.evaluate(bottomOf)).toBeLessThan(await bar.evaluate(topOf))
})

const bottomOf = (element: Element): number => Math.ceil(element.getBoundingClientRect().bottom)
const topOf = (element: Element): number => element.getBoundingClientRect().top

const isInSight = (element: Element): boolean => {
  const { left, right } = element.getBoundingClientRect()
  return left >= 0 && right <= window.innerWidth
}
