import { readFile } from 'node:fs/promises'
import { expectAccessible, expectReflow } from '@galla/testkit/looks'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type OpenBooks, openBooks } from '../helpers/open-books.ts'
import { DARK, PHONE, Visitors } from '../helpers/visit.ts'

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

it('finds an order, a callback and a refund by any id that names one', async () => {
  const { rows } = await books.gateway.orders.list({ state: 'COMPLETED' })
  const named = (wanted: string) => rows.find((one) => one.reference === wanted)
  const { merchantOrderId, orderId, transactionId, reference, utr } = named('kettle') ?? {}
  // Of another order: a refund may go by the UTR of what it gives back.
  const { merchantRefundId, refundId } = await books.shop.refund(named('assam')?.merchantOrderId ?? '', 100)
  const [callback] = await books.query<{ callbackId: string }>('select "callbackId" from galla.callbacks limit 1')
  const { page } = await visitors.visit('/health')
  const find = async (id: unknown, at: string) => {
    await page.getByRole('link', { name: 'Health' }).click()
    await page.getByRole('heading', { level: 1, name: 'Health' }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type(String(id))
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${at}`)
  }
  for (const id of [merchantOrderId, orderId, transactionId, reference, utr])
    await find(id, `/orders/${merchantOrderId}`)
  await find(callback?.callbackId, `/callbacks/${callback?.callbackId}`)
  const dialog = page.getByRole('dialog', { name: 'Refund' })
  for (const id of [merchantRefundId, refundId]) {
    await find(id, `/refunds?open=${merchantRefundId}`)
    await dialog.getByText('₹1.00').first().waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
})

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

it('draws what is in sight of twenty thousand, and asks for each page once', async () => {
  await books.query(
    `insert into galla.orders ("merchantOrderId", "reference", "checkout", "amount", "state", "resolution", "request", "createdAtMs", "updatedAtMs")
      select 'o-' || n, 'leaf-' || n, 'STANDARD', 100, 'COMPLETED', 'fulfil', '{}', n, n from generate_series(1, 20000) n`,
  )
  const { page } = await visitors.stranger('/orders')
  const asked: string[] = []
  page.on('request', (request) => {
    const after = new URL(request.url()).searchParams.get('after')
    if (after) asked.push(after)
  })
  await visitors.logIn(page)
  const rows = page.locator('[data-row]')
  await rows.first().waitFor()
  const lastInView = () =>
    page.evaluate(() => {
      const inView = [...document.querySelectorAll('[role=row]:has([data-row])')].filter(
        (row) => row.getBoundingClientRect().top < innerHeight,
      )
      return Number(inView.at(-1)?.getAttribute('aria-rowindex'))
    })
  await expect
    .poll(async () => {
      await page.keyboard.press('End')
      return lastInView()
    })
    .toBeGreaterThan(1 + 2 * PAGE)
  expect(await rows.count()).toBeLessThan(80)
  const pages = async () => ((await page.getByRole('rowgroup').last().boundingBox())?.height ?? 0) / ROW_PX / PAGE
  await expect.poll(async () => (await pages()) - asked.length).toBe(1)
  expect(new Set(asked).size).toBe(asked.length)
})

/** Rows in one reply of the books, and pixels of one on a desktop. */
const [PAGE, ROW_PX] = [200, 44]
