import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { TestShop } from '../helpers/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await TestShop.open()
})
afterEach(() => shop.endVisits())
afterAll(() => shop.close())

it('hydrates the server’s markup without a mismatch, and pays', async () => {
  shop.gateway.put('tea-served', {})
  const page = await shop.visit('order=tea-served&served=yes')
  await page.getByRole('button', { name: 'Show QR code' }).click()
  await page.getByRole('heading', { name: 'Scan to pay' }).waitFor()
  shop.gateway.put('tea-served', { state: 'COMPLETED' })
  await page.getByRole('heading', { name: 'Payment successful' }).waitFor()
  expect(shop.gateway.count('GET status')).toBe(1)
})

it('keeps its state while a suspended sibling hides it', async () => {
  shop.gateway.put('tea-hidden', {})
  const page = await shop.visit('order=tea-hidden&served=yes')
  await page.getByRole('button', { name: 'Show QR code' }).click()
  await page.getByRole('heading', { name: 'Scan to pay' }).waitFor()
  await page.getByRole('button', { name: 'Load the story' }).click()
  await page.getByText('One moment').waitFor()
  await page.getByRole('button', { name: 'Resolve the story' }).click()
  await page.getByText('Grown in Assam').waitFor()
  await page.getByRole('heading', { name: 'Scan to pay' }).waitFor()
  expect(shop.gateway.count('POST pay')).toBe(1)
  shop.gateway.put('tea-hidden', { state: 'COMPLETED' })
  await page.getByRole('heading', { name: 'Payment successful' }).waitFor()
})
