import { readFile } from 'node:fs/promises'
import { expectAccessible, expectReflow } from '@galla/testkit/looks'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type OpenBooks, openBooks } from './lib/open-books.ts'
import { DARK, PHONE, Visitors } from './lib/visit.ts'

let books: OpenBooks
let visitors: Visitors
beforeAll(async () => {
  books = await openBooks()
  visitors = await Visitors.come(books)
  await books.shop.sell({ reference: 'assam', amount: 49_900 })
  await books.shop.sell({ reference: 'kettle', amount: 2_50_000_00 })
  await books.shop.sell({ reference: 'nilgiri', outcome: 'FAILURE', errorCode: 'ZM' })
})
afterEach(() => visitors.leave())
afterAll(async () => {
  await visitors?.close()
  await books?.close()
})

const row = (page: Page, reference: string) => page.getByRole('row').filter({ hasText: reference })

it('shows a new order, and what becomes of it, without a hand on the page', async () => {
  const { page } = await visitors.visit('/orders')
  await row(page, 'assam').waitFor()
  const loads: string[] = []
  page.on('framenavigated', (frame) => loads.push(frame.url()))
  const { order } = await books.shop.open({ reference: 'live-tea' })
  await row(page, 'live-tea').getByText('Pending', { exact: true }).waitFor()
  expect(await page.locator('[data-row]').first().textContent()).toContain('live-tea')
  await books.shop.settle(order.merchantOrderId)
  await row(page, 'live-tea').getByText('Completed', { exact: true }).waitFor()
  expect(loads).toEqual([])
})

it('keeps its filters in the address, over a reload and into the file', async () => {
  const { page } = await visitors.visit('/orders')
  await page.getByRole('button', { name: 'Completed', exact: true }).click()
  await page.getByLabel('From ₹').fill('1,000')
  await page.keyboard.press('Enter')
  await row(page, 'kettle').waitFor()
  await expect.poll(() => row(page, 'assam').count()).toBe(0)
  const asked = new URL(page.url()).searchParams
  expect([asked.get('state'), asked.get('minAmount')]).toEqual(['COMPLETED', '100000'])
  await page.reload()
  await row(page, 'kettle').waitFor()
  expect(await page.getByLabel('From ₹').inputValue()).toBe('1000')
  expect(await row(page, 'nilgiri').count()).toBe(0)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'CSV of these orders' }).click(),
  ])
  const lines = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/)
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(',kettle,')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await row(page, 'assam').waitFor()
})

it('shows the columns that the address names', async () => {
  const { page } = await visitors.visit('/orders')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByLabel('UTR').check()
  await page.keyboard.press('Escape')
  await page.getByRole('columnheader', { name: 'UTR' }).waitFor()
  expect(new URL(page.url()).searchParams.get('columns')).toBe('utr')
  await page.getByRole('button', { name: 'Amount' }).click()
  await expect.poll(() => page.locator('[data-row]').first().textContent()).toContain('kettle')
})

it.each([
  ['an order', (order: Found) => order.merchantOrderId],
  ['the provider’s id', (order: Found) => order.orderId],
  ['a transaction', (order: Found) => order.transactionId],
  ['a reference', (order: Found) => order.reference],
  ['a UTR', (order: Found) => order.utr],
])('finds an order by %s', async (_, idOf) => {
  const order = (await books.gateway.orders.list({ state: 'COMPLETED' })).rows.find((one) => one.utr)
  const { page } = await visitors.visit('/health')
  await page.keyboard.press('/')
  await page.keyboard.type(String(order && idOf(order)))
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/orders/${order?.merchantOrderId}`)
})

interface Found {
  merchantOrderId: string
  orderId?: string
  transactionId?: string
  reference: string
  utr?: string
}

it('finds orders by the end of a payer’s UPI id', async () => {
  await books.query(`update galla.orders set "payerVpa" = 'su****a@teabank' where "reference" in ('assam', 'kettle')`)
  const { page } = await visitors.visit('/orders?q=a%40teabank')
  const hits = page.getByRole('listitem').filter({ hasText: 'Order, by its payer' })
  await hits.filter({ hasText: 'kettle' }).waitFor()
  expect(await hits.count()).toBe(2)
  await expectAccessible(page)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: /^(?:assam|kettle)$/ }).waitFor()
})

it('says so when an id leads nowhere', async () => {
  const { page } = await visitors.visit('/orders?q=nobody')
  await page.getByText('Nothing goes by that name').waitFor()
  expect(await page.getByLabel('Search any id').inputValue()).toBe('nobody')
  await expectAccessible(page)
})

it.each([
  ['on a phone', PHONE],
  ['in the dark', DARK],
])('can be read %s', async (_, device) => {
  const { page } = await visitors.visit('/orders?columns=utr,payer,refunded', device)
  await row(page, 'kettle').waitFor()
  await expectReflow(page)
  await expectAccessible(page)
})
