import { expectAccessible } from '@galla/testkit/looks'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { StallPage } from './stall-page.ts'

let stall: StallPage
let order = 0
const next = () => {
  stall.counter.put(`tea-${++order}`, {})
  return `tea-${order}`
}
beforeAll(async () => {
  stall = await StallPage.open()
})
afterEach(() => stall.leave())
afterAll(() => stall.close())

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor()
const method = (page: Page, name: string) => page.locator('summary').filter({ hasText: name }).first().click()

it('asks once though strict mode mounts twice, and two parts share one line', async () => {
  const page = await stall.visit(`order=${next()}&part=pair`)
  await heading(page, 'How would you like to pay?')
  await page.locator('[data-phase=choose]').waitFor({ state: 'attached' })
  expect(stall.counter.asked).toEqual(['GET status', 'GET live'])
})

it('pays by QR, live', async () => {
  const id = next()
  const page = await stall.visit(`order=${id}`)
  await page.getByRole('button', { name: 'Show QR code' }).dblclick()
  await heading(page, 'Scan to pay')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Scan to pay')
  await page.getByRole('img', { name: 'QR code to pay ₹1,49,950.00 by UPI' }).waitFor()
  await page
    .getByRole('timer')
    .filter({ hasText: /^12:0\d$/ })
    .waitFor()
  await expectAccessible(page)
  expect(stall.counter.count('POST pay')).toBe(1)
  stall.counter.put(id, { state: 'COMPLETED' })
  await heading(page, 'Payment successful')
  expect(stall.counter.count('GET status')).toBe(1)
})

it('lets a payer who has begun pay in another way, where the shop can start again', async () => {
  const page = await stall.visit(`order=${next()}&again=yes`)
  await page.getByRole('button', { name: 'Show QR code' }).click()
  await heading(page, 'Scan to pay')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Pay another way' }).click()
  await page.locator('output').filter({ hasText: 'again' }).waitFor()
  const without = await stall.visit(`order=${next()}`)
  await without.getByRole('button', { name: 'Show QR code' }).click()
  await heading(without, 'Scan to pay')
  expect(await without.getByRole('button', { name: 'Pay another way' }).count()).toBe(0)
})

it('survives a reload in mid-payment, and a remount', async () => {
  const id = next()
  const page = await stall.visit(`order=${id}&part=qr`)
  await page.getByRole('button', { name: 'Show QR code' }).click()
  await heading(page, 'Scan to pay')
  await page.reload()
  await heading(page, 'Scan to pay')
  await page.getByRole('button', { name: 'Remount' }).click()
  await page.getByRole('heading', { name: 'Scan to pay' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Remount' }).click()
  await heading(page, 'Scan to pay')
  expect(stall.counter.count('POST pay')).toBe(1)
})

it('goes to a bank that was found by name; one that is down cannot be chosen', async () => {
  const page = await stall.visit(`order=${next()}`)
  await method(page, 'Net banking')
  expect(await page.getByLabel('Bank of Baroda').isDisabled()).toBe(true)
  await page.getByLabel('Search for your bank').fill('kotak')
  await page.getByLabel('Kotak Mahindra Bank').check()
  await page.getByRole('button', { name: 'Pay ₹1,49,950.00' }).click()
  await heading(page, '/bank')
  expect(JSON.parse(stall.counter.bodies[0] ?? '')).toEqual({ paymentMode: { type: 'NET_BANKING', bankId: 'KKBK' } })
})
