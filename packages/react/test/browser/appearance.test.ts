import type { Appearance } from '@galla/react'
import { expectAccessible, expectAccessibleInBothSchemes, expectReflow } from '@galla/testkit/page-assertions'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { DESKTOP, PHONE, TestShop } from '../helpers/test-shop.ts'

let shop: TestShop
let order = 0
beforeAll(async () => {
  shop = await TestShop.open()
})
afterEach(() => shop.endVisits())
afterAll(() => shop.close())

/** The payment element of a new order, in a shop with this appearance. */
async function visit(appearance: Appearance, device = DESKTOP): Promise<Page> {
  const id = `cup-${++order}`
  shop.gateway.put(id)
  const page = await shop.visit(`order=${id}&appearance=${encodeURIComponent(JSON.stringify(appearance))}`, device)
  await page.getByRole('heading', { name: 'How would you like to pay?' }).waitFor()
  return page
}

const primary = (page: Page) => page.getByRole('button', { name: 'Show QR code' })
const styleOf = (page: Page, property: string) =>
  primary(page).evaluate((button, name) => getComputedStyle(button).getPropertyValue(name), property)

it('shows name and logo, and colours and corners of the shop, under a strict policy', async () => {
  const page = await visit({ merchantName: 'Chai & Chapters', logo: '/logo.png', accentColor: '#1f4f8f', radius: 20 })
  await page.locator('.galla-merchant').getByText('Chai & Chapters').waitFor()
  expect(await page.locator('.galla-merchant img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1)
  expect(await styleOf(page, 'background-color')).toBe('rgb(31, 79, 143)')
  expect(await styleOf(page, 'border-top-left-radius')).toBe('20px')
  expect(await page.evaluate(() => document.querySelectorAll('style, [style]').length)).toBe(0)
})

describe.each(['#ffee00', '#ffffff', '#000000', '#ff00aa'])('the accent %s', (accentColor) => {
  it('is readable in both schemes, and fits a narrow phone', async () => {
    const page = await visit({ merchantName: 'Chai & Chapters', accentColor }, PHONE)
    await expectAccessibleInBothSchemes(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectReflow(page)
  })
})

it.each(['light', 'dark'] as const)(
  '%s stays so on a device of the other scheme, on a ground of its own',
  async (scheme) => {
    const other = scheme === 'light' ? 'dark' : 'light'
    const page = await visit({ colorScheme: scheme, accentColor: '#ffee00' }, { ...DESKTOP, colorScheme: other })
    const root = page.locator('.galla').first()
    expect(await root.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(
      scheme === 'light' ? 'rgb(246, 242, 233)' : 'rgb(20, 17, 13)',
    )
    expect(await root.evaluate((element) => getComputedStyle(element).colorScheme)).toBe(scheme)
    await expectAccessible(page)
  },
)

it('adds one style sheet, in strict mode and after the components were mounted again, too', async () => {
  const page = await visit({ accentColor: '#1f4f8f' })
  const sheets = () => page.evaluate(() => document.adoptedStyleSheets.length)
  expect(await sheets()).toBe(1)
  await page.getByRole('button', { name: 'Remount' }).click()
  await page.getByRole('button', { name: 'Remount' }).click()
  await primary(page).waitFor()
  expect(await sheets()).toBe(1)
})

it('draws focus rings in the colour that the shop sets, else in the colour of actions', async () => {
  const page = await visit({ accentColor: '#1f4f8f' })
  await page.keyboard.press('Tab')
  const ring = () => page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineColor)
  expect(await ring()).toBe('rgb(31, 79, 143)')
  await page.evaluate(() => document.documentElement.style.setProperty('--galla-focus', 'rgb(1, 2, 3)'))
  expect(await ring()).toBe('rgb(1, 2, 3)')
})

it('a hostile name is text', async () => {
  const merchantName = '<img src=x onerror=alert(1)>}body{display:none}'
  const page = await visit({ merchantName, accentColor: '#07c' })
  await page.getByText(merchantName, { exact: true }).waitFor()
  expect(await page.locator('.galla-merchant img').count()).toBe(0)
})

it('opens the method that was paid with last, and says so', async () => {
  const page = await visit({})
  await page.locator('summary').filter({ hasText: 'Net banking' }).click()
  await page.getByText('ICICI Bank').first().click()
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.waitForURL(/\/bank/)
  const { origin } = new URL(page.url())
  const next = async () => {
    shop.gateway.put(`cup-${++order}`)
    await page.goto(`${origin}/?order=cup-${order}`)
  }
  const paid = order
  await next()
  await page.locator('details[open]').getByText('Scan a QR code or use any UPI app').waitFor()
  shop.gateway.put(`cup-${paid}`, { state: 'COMPLETED' })
  await page.goto(`${origin}/?order=cup-${paid}`)
  await page.getByRole('heading', { name: 'Payment successful' }).waitFor()
  await next()
  await page.locator('details[open]').getByText('Last used · Log in to your bank').waitFor()
  const words = await page.evaluate(() => Object.values({ ...localStorage }))
  expect(words).toEqual(['net-banking', 'net-banking'])
})
