import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type OpenBooks, openBooks } from './lib/open-books.ts'
import { expectAccessible, expectReflow, PHONE, Visitors } from './lib/visit.ts'

let books: OpenBooks
let visitors: Visitors
beforeAll(async () => {
  books = await openBooks()
  visitors = await Visitors.come(books)
})
afterEach(() => visitors.leave())
afterAll(async () => {
  await visitors?.close()
  await books?.close()
})

it('opens the page that was asked for, and stays open when it is loaded again', async () => {
  const { page } = await visitors.stranger('/refunds')
  await page.getByRole('heading', { name: 'Galla console' }).waitFor()
  await expectAccessible(page)
  await page.getByLabel('Password').fill(books.password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Refunds' }).waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Refunds' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/admin/payments/refunds')
})

it('refuses a wrong password in words', async () => {
  const { page, misdeeds } = await visitors.stranger('/', PHONE)
  const field = page.getByLabel('Password')
  await field.fill('not the password')
  await page.keyboard.press('Enter')
  await page.getByText('This is not the password.').waitFor()
  expect(await field.getAttribute('aria-invalid')).toBe('true')
  await expectReflow(page)
  await expectAccessible(page)
  expect(misdeeds.errors.every((text) => /status of 401/.test(text))).toBe(true)
  misdeeds.errors.length = 0
})
