import { expectAccessible, expectAccessibleInBothSchemes, expectReflow } from '@galla/testkit/page-assertions'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { PAYMENT_METHODS } from '../helpers/fake-gateway.ts'
import { DESKTOP, PHONE, TestShop } from '../helpers/test-shop.ts'

let shop: TestShop
let order = 0
beforeAll(async () => {
  shop = await TestShop.open()
})
afterEach(() => shop.endVisits())
afterAll(() => shop.close())

/** The page of a new order that allows collect requests. */
async function visit(query: { [name: string]: string | object }, device = DESKTOP): Promise<Page> {
  const id = `pot-${++order}`
  shop.gateway.put(id, { paymentMethods: { ...PAYMENT_METHODS, collect: { allowed: true } } })
  const texts = Object.entries(query).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  const page = await shop.visit(`order=${id}&${new URLSearchParams(texts)}`, device)
  await page.getByRole('heading', { name: 'How would you like to pay?' }).waitFor()
  return page
}

const selectedTab = (page: Page) => page.getByRole('tab', { selected: true }).textContent()

describe('the layout of tabs', () => {
  it('opens a method by click or by key, and keeps what was typed', async () => {
    const page = await visit({ layout: 'tabs' })
    expect(await page.getByRole('tab').allTextContents()).toEqual(['UPI', 'Saved cards', 'Card', 'Net banking'])
    expect(await selectedTab(page)).toBe('UPI')
    await page.getByRole('tab', { name: 'Card', exact: true }).click()
    await page.getByRole('tabpanel', { name: 'Card', exact: true }).getByLabel('Name on card').fill('Asha Rao')
    await page.getByRole('tab', { name: 'Card', exact: true }).focus()
    await page.keyboard.press('ArrowRight')
    expect(await selectedTab(page)).toBe('Net banking')
    await page.getByLabel('Search for your bank').waitFor()
    await page.keyboard.press('ArrowRight')
    expect(await selectedTab(page)).toBe('UPI')
    await page.keyboard.press('ArrowLeft')
    expect(await selectedTab(page)).toBe('Net banking')
    await page.keyboard.press('Home')
    expect(await selectedTab(page)).toBe('UPI')
    await page.keyboard.press('End')
    expect(await selectedTab(page)).toBe('Net banking')
    await page.keyboard.press('ArrowLeft')
    expect(await selectedTab(page)).toBe('Card')
    expect(await page.getByLabel('Name on card').inputValue()).toBe('Asha Rao')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('number')
    expect(shop.gateway.requests).toEqual(['GET status', 'GET live'])
  })

  it('is accessible in both schemes, and fits a narrow phone', async () => {
    const page = await visit({ layout: 'tabs' }, PHONE)
    await expectAccessibleInBothSchemes(page)
    for (const width of [360, 320]) {
      await page.setViewportSize({ width, height: 640 })
      await expectReflow(page)
    }
  })

  it('moves against the writing direction with ArrowRight where the text runs from right to left', async () => {
    const page = await visit({ layout: 'tabs', dir: 'rtl' })
    await page.getByRole('tab', { selected: true }).focus()
    await page.keyboard.press('ArrowLeft')
    expect(await selectedTab(page)).toBe('Saved cards')
    await page.keyboard.press('ArrowRight')
    expect(await selectedTab(page)).toBe('UPI')
  })
})

it('opens the method that the shop names, and chooses the bank that the shop names', async () => {
  const page = await visit({ prefill: { method: 'net-banking', bankId: 'KKBK' } })
  const popular = page.locator('.galla-choices-pair').getByLabel('Kotak Mahindra Bank')
  expect(await popular.isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Pay ₹1,49,950.00' }).click()
  await page.getByRole('heading', { name: '/bank' }).waitFor()
  expect(JSON.parse(shop.gateway.bodies[0] ?? '')).toEqual({ paymentMode: { type: 'NET_BANKING', bankId: 'KKBK' } })
})

it('chooses no bank that is down, and opens the first method where the named one is not offered', async () => {
  const page = await visit({ prefill: { method: 'card', bankId: 'BARB' }, methods: 'net-banking,upi' })
  await page.locator('details[open]').getByLabel('Search for your bank').waitFor()
  expect(await page.getByLabel('Bank of Baroda').isChecked()).toBe(false)
})

it('fills in a UPI ID and the name on a card, which the payer may change', async () => {
  const page = await visit({ prefill: { vpa: 'asha@ybl', cardHolderName: 'Asha Rao' } })
  expect(await page.getByLabel('UPI ID').inputValue()).toBe('asha@ybl')
  await page.locator('summary').filter({ hasText: 'Debit or credit card' }).click()
  await page.getByLabel('Name on card').fill('Asha R Rao')
  await expectAccessible(page)
})

it('offers the ways of UPI that the shop names, in their order, with the apps on phones only', async () => {
  const upi = { flows: ['collect', 'apps'], apps: [{ name: 'Chai Pay', android: 'in.chai.pay', ios: 'CHAI' }] }
  const phone = await visit({ upi }, PHONE)
  const labels = () => phone.locator('details[open] button').allTextContents()
  expect(await labels()).toEqual(['Request ₹1,49,950.00', 'CChai Pay'])
  const desktop = await visit({ upi })
  expect(await desktop.locator('details[open] button').allTextContents()).toEqual(['Request ₹1,49,950.00'])
  const without = await visit({ upi: { flows: ['apps'] } })
  expect(await without.locator('.galla-method-name').allTextContents()).toEqual(['Saved cards', 'Card', 'Net banking'])
})

it('reports each phase and each opened method to the shop, once', async () => {
  const page = await visit({ component: 'reporting' })
  const reported = (list: string) => page.locator('output').getByText(list, { exact: true }).waitFor()
  await page.locator('summary').filter({ hasText: 'Net banking' }).click()
  await page.locator('summary').filter({ hasText: 'UPI' }).click()
  await page.getByRole('button', { name: 'Show QR code' }).click()
  await page.getByRole('heading', { name: 'Scan to pay' }).waitFor()
  shop.gateway.put(`pot-${order}`, { state: 'COMPLETED' })
  await reported('upi choose net-banking upi waiting done')
})

it('the status of an order reports that the order expired', async () => {
  shop.gateway.put('pot-late', { note: 'expired', state: 'FAILED' })
  const page = await shop.visit('order=pot-late&component=reporting-status')
  await page.locator('output').getByText('expired', { exact: true }).waitFor()
})
