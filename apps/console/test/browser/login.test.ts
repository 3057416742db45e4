import { expectAccessible, expectReflow } from '@galla/testkit/looks'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type OpenBooks, openBooks } from '../helpers/open-books.ts'
import { PHONE, Visitors } from '../helpers/visit.ts'

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

it('makes the one who keeps guessing wait, and says for how long', async () => {
  const { page, misdeeds } = await visitors.stranger()
  // One guess was made above, by the same machine.
  for (const guess of ['one', 'two', 'three', 'four']) {
    await page.getByLabel('Password').fill(`${guess} is not it`)
    const answered = page.waitForResponse(/api\/session$/)
    await page.keyboard.press('Enter')
    expect((await answered).status()).toBe(401)
  }
  await page.getByLabel('Password').fill(books.password)
  await page.keyboard.press('Enter')
  await page.getByText(/Too many wrong passwords\. Try again in \d+ seconds/).waitFor()
  await expectAccessible(page)
  misdeeds.errors.length = 0
})
