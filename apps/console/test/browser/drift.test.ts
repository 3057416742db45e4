import { expectAccessible, expectReflow } from '@galla/testkit/looks'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type OpenBooks, openBooks } from '../helpers/open-books.ts'
import { DARK, DESKTOP, PHONE, Visitors } from '../helpers/visit.ts'

let books: OpenBooks
let visitors: Visitors
beforeAll(async () => {
  books = await openBooks()
  visitors = await Visitors.come(books)
})
afterEach(async () => {
  await books.sandbox.setFaults({})
  await visitors.leave()
})
afterAll(async () => {
  await visitors.close()
  await books.close()
})

/** The books forget what they know, so that the provider is ahead; nobody looks again by itself. */
const rewind = (id: string) =>
  books.query(
    `update galla.orders set "state" = 'PENDING', "resolution" = null, "completedAtMs" = null, "nextPollAtMs" = null where "merchantOrderId" = $1`,
    [id],
  )

async function paid(): Promise<string> {
  return (await books.shop.sell()).merchantOrderId
}

const compare = async (page: Page) => {
  await page.getByRole('button', { name: 'Compare now' }).click()
  await page.getByText(/^Compared just now|^Compared/).waitFor()
}
const line = (page: Page, id: string) =>
  page.getByRole('list', { name: 'Differences' }).getByRole('listitem').filter({ hasText: id })

it('was never run at first, and finds agreement when there is some', async () => {
  const { page } = await visitors.visit('/reconciliation')
  await page.getByText('Not compared yet').waitFor()
  await expectAccessible(page)
  await paid()
  await compare(page)
  await page.getByText('Books and provider agree').waitFor()
  await page.getByText(/1 order opened from/).waitFor()
})

it('repairs what the provider knows better, after a preview, and says what cannot be', async () => {
  const [behind, other, dearer] = [await paid(), await paid(), await paid()]
  await rewind(behind)
  await rewind(other)
  await books.query(`update galla.orders set "amount" = 100 where "merchantOrderId" = $1`, [dearer])
  const { page } = await visitors.visit('/reconciliation')
  await compare(page)
  await page.getByRole('heading', { name: '3 differences' }).waitFor()
  expect(await line(page, dearer).textContent()).toContain('₹1.00')
  expect(await line(page, dearer).textContent()).toContain('Cannot be repaired from here')
  expect(await line(page, dearer).getByRole('checkbox').count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Repair…' }).isDisabled()).toBe(true)
  await line(page, behind)
    .getByRole('checkbox', { name: `Repair ${behind}` })
    .check()
  await page.getByRole('button', { name: 'Repair 1 order…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Repair by asking again?' })
  await dialog.getByText(`${behind}: PENDING, becomes COMPLETED`).waitFor()
  await expectAccessible(page)
  expect((await books.gateway.orders.get(behind))?.state).toBe('PENDING')
  await dialog.getByRole('button', { name: 'Repair 1 order' }).click()
  await page.getByText('1 order repaired.').waitFor()
  await line(page, behind).waitFor({ state: 'detached' })
  expect((await books.gateway.orders.get(behind))?.state).toBe('COMPLETED')
  expect((await books.gateway.orders.get(other))?.state).toBe('PENDING')
  await page.getByRole('button', { name: 'Choose all 1 that can be repaired' }).click()
  await page.getByRole('button', { name: 'Repair 1 order…' }).click()
  await dialog.getByRole('button', { name: 'Repair 1 order' }).click()
  await page.getByText('Nothing of this can be repaired from here').waitFor()
  await page.getByLabel('Kind of difference').selectOption({ label: 'Another amount, 1' })
  await page.getByText('another sum than these books say').waitFor()
  expect(new URL(page.url()).searchParams.get('kind')).toBe('amount')
})

it('compares the days that were chosen, and keeps them in the address', async () => {
  const { page } = await visitors.visit('/reconciliation')
  await page.getByLabel('Orders opened in').selectOption('From … to …')
  await page.getByLabel('From', { exact: true }).fill('2020-01-01')
  await page.getByLabel('To', { exact: true }).fill('2020-01-02')
  await compare(page)
  await page.getByText('0 orders opened from 1 Jan 2020, 00:00:00 IST to 3 Jan 2020, 00:00:00 IST').waitFor()
  await page.getByText('No order was opened in that time.').waitFor()
  expect(new URL(page.url()).searchParams.get('from')).toBe('2020-01-01')
})

it('says so when the provider does not answer', async () => {
  await paid()
  await books.sandbox.setFaults({ rules: [{ kind: 'status', status: 503, endpoints: ['standardOrderStatus'] }] })
  const { page } = await visitors.visit('/reconciliation')
  await compare(page)
  await page.getByRole('list', { name: 'Differences' }).getByText('No readable answer').first().waitFor()
})

describe.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
  ['dark', DARK],
] as const)('on a %s', (_, device) => {
  it('the report can be read, chosen from and repaired with the keyboard', async () => {
    const id = await paid()
    await rewind(id)
    const { page } = await visitors.visit('/reconciliation', device)
    await compare(page)
    const box = line(page, id).getByRole('checkbox')
    await box.focus()
    await page.keyboard.press('Space')
    expect(await box.isChecked()).toBe(true)
    await expectAccessible(page)
    await expectReflow(page)
    await page.getByRole('button', { name: 'Repair 1 order…' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await expectReflow(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Repair 1 order' }).focus()
    await page.keyboard.press('Enter')
    await line(page, id).waitFor({ state: 'detached' })
  })
})
