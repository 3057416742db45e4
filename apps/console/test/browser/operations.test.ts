import { expectAccessible, expectReflow } from '@galla/testkit/looks'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type OpenBooks, openBooks } from '../helpers/open-books.ts'
import { DARK, PHONE, Visitors } from '../helpers/visit.ts'

let books: OpenBooks
let visitors: Visitors
let jammed = true
let runs = 0
beforeAll(async () => {
  const on = {
    'order.completed': () => {
      runs += 1
      if (jammed) throw new Error('the till is jammed')
    },
  }
  books = await openBooks({ gateway: { on } })
  visitors = await Visitors.come(books)
})
afterEach(() => visitors.leave())
afterAll(async () => {
  await visitors?.close()
  await books?.close()
})

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const check = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Checks' }).getByRole('listitem').filter({ hasText: name })

it('is well while nothing is wrong, and says who works', async () => {
  const { page } = await visitors.visit('/health')
  await page.getByText('All is well.').waitFor()
  await page.getByRole('cell', { name: /^\d+ s ago$/ }).waitFor()
  expect(await page.getByRole('row').filter({ hasText: 'Callbacks to fold' }).textContent()).toMatch(/0–$/)
  await expectAccessible(page)
})

it('leads from a red check to the effect that gave up, which is then tried again once', async () => {
  const { merchantOrderId } = await books.shop.sell()
  await books.query(
    `update galla.deliveries set "state" = 'failed', "nextAttemptAtMs" = null where "state" = 'waiting'`,
  )
  const { page } = await visitors.visit('/health')
  await check(page, 'Waiting for a person').getByText('Needs a person').waitFor()
  await check(page, 'Waiting for a person').getByText('1 needsReview effect').waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Parked effects' }).click()
  await row(page, 'the till is jammed').locator('[data-row]').press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Effect' })
  await dialog.getByText('Error: the till is jammed').waitFor()
  await dialog.getByText(`${merchantOrderId}:completed`).waitFor()
  await expectAccessible(page)
  jammed = false
  const before = runs
  await dialog.getByRole('button', { name: 'Try again now' }).click()
  await dialog.getByText('Done, once.').waitFor()
  expect(runs).toBe(before + 1)
  expect(await dialog.getByRole('button', { name: 'Try again now' }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.getByText('Nothing is needsReview').waitFor()
})

it('lists effects by state, on a phone as well', async () => {
  const { page } = await visitors.visit('/effects', PHONE)
  await row(page, 'Order completed').getByText('Done', { exact: true }).waitFor()
  await expectReflow(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Waiting' }).click()
  await page.getByText('Nothing waits').waitFor()
  expect(new URL(page.url()).search).toBe('?state=waiting')
})

it('says why telemetry is off, and what it counted where it is on', async () => {
  const { page } = await visitors.visit('/telemetry', { ...PHONE, colorScheme: 'dark' })
  await page.getByText('Off. It is for PRODUCTION only.').waitFor()
  // Only in PRODUCTION anything is counted, and here is none.
  await page.route('**/api/telemetry', (route) =>
    route.fulfill({ json: { enabled: true, reason: 'It was asked for.', sent: 123_456, failed: 20, dropped: 3 } }),
  )
  await page.reload()
  await page.getByText('On. It was asked for.').waitFor()
  const counted = page.locator('dl > div')
  expect(await counted.allTextContents()).toEqual([
    expect.stringMatching(/^Sent1,23,456Taken/),
    expect.stringMatching(/^Failed20Not taken/),
    expect.stringMatching(/^Dropped3The queue/),
  ])
  await expectReflow(page)
  await expectAccessible(page)
})

it('says that the books are away, and goes on when they are back', async () => {
  const { page, misdeeds } = await visitors.visit('/effects', DARK)
  await row(page, 'Order completed').waitFor()
  books.setAway(true)
  await page.getByRole('button', { name: 'Parked' }).click()
  await page.getByText('The books do not answer. Is the gateway still running?').waitFor()
  await expectAccessible(page)
  books.setAway(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Nothing is needsReview').waitFor()
  expect(misdeeds.errors.every((text) => /net::ERR_|Failed to load resource|Failed to fetch/.test(text))).toBe(true)
  misdeeds.errors.length = 0
})
