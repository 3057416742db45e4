import { expectAccessible, expectReflow } from '@galla/testkit/looks'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ALL_PLACES } from '../../src/shell/places.ts'
import { type OpenBooks, openBooks } from '../helpers/open-books.ts'
import { PHONE, Visitors } from '../helpers/visit.ts'

/** As wide as a page that is enlarged four times, which WCAG asks to be readable by scrolling down alone. */
const NARROW = { ...PHONE, viewport: { width: 320, height: 640 }, colorScheme: 'dark' as const }

let books: OpenBooks
let visitors: Visitors
let page: Page
beforeAll(async () => {
  books = await openBooks()
  const { merchantOrderId } = await books.shop.sell({
    reference: 'a-cart-with-a-very-long-name-of-its-own',
    amount: 12_34_567_89,
  })
  await books.shop.refund(merchantOrderId, 1_00_000_00)
  await books.shop.sell({ outcome: 'FAILURE', errorCode: 'ZM' })
  visitors = await Visitors.come(books)
  page = (await visitors.visit('/', NARROW)).page
})
afterAll(async () => {
  await visitors?.leave()
  await visitors?.close()
  await books?.close()
})

const arrive = async (label: string) => {
  await page.getByRole('heading', { level: 1, name: label, exact: true }).waitFor()
  await expect.poll(() => page.getByRole('status', { name: /^Loading/ }).count()).toBe(0)
}

it.each(ALL_PLACES)('$label needs no scrolling to the side at 320 pixels', async ({ label, key }) => {
  await page.keyboard.type(`g${key}`)
  await arrive(label)
  await expectReflow(page)
  // The others are looked at in the dark by tests of their own.
  if (label === 'Health' || label === 'API log') await expectAccessible(page)
})

it('says on a dark phone that there is no such page', async () => {
  await page.goto(`${books.url}/nowhere`)
  await arrive('No such page')
  await expectReflow(page)
  await expectAccessible(page)
})
