import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { StallPage } from '../helpers/test-shop.ts'

let stall: StallPage
beforeAll(async () => {
  stall = await StallPage.open()
})
afterEach(() => stall.leave())
afterAll(() => stall.close())

it('wakes up from the server’s markup without a mended line, and pays', async () => {
  stall.counter.put('tea-served', {})
  const page = await stall.visit('order=tea-served&served=yes')
  await page.getByRole('button', { name: 'Show QR code' }).click()
  await page.getByRole('heading', { name: 'Scan to pay' }).waitFor()
  stall.counter.put('tea-served', { state: 'COMPLETED' })
  await page.getByRole('heading', { name: 'Payment successful' }).waitFor()
  expect(stall.counter.count('GET status')).toBe(1)
})

it('is hidden by a neighbour that suspends, and comes back where it was', async () => {
  stall.counter.put('tea-hidden', {})
  const page = await stall.visit('order=tea-hidden&served=yes')
  await page.getByRole('button', { name: 'Show QR code' }).click()
  await page.getByRole('heading', { name: 'Scan to pay' }).waitFor()
  await page.getByRole('button', { name: 'Ask for the story' }).click()
  await page.getByText('One moment').waitFor()
  await page.getByRole('button', { name: 'Tell it' }).click()
  await page.getByText('Grown in Assam').waitFor()
  await page.getByRole('heading', { name: 'Scan to pay' }).waitFor()
  expect(stall.counter.count('POST pay')).toBe(1)
  stall.counter.put('tea-hidden', { state: 'COMPLETED' })
  await page.getByRole('heading', { name: 'Payment successful' }).waitFor()
})
