import { expectAccessible, expectReflow } from '@galla/testkit/looks'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type OpenBooks, openBooks } from '../helpers/open-books.ts'
import { requestOf, shell } from '../helpers/shell.ts'
import { PHONE, Visitors } from '../helpers/visit.ts'

const SECRETS = { GALLA_CLIENT_ID: 'tea-stall', GALLA_CLIENT_SECRET: 'any', GALLA_CLIENT_VERSION: '1' }

let books: OpenBooks
let visitors: Visitors
beforeAll(async () => {
  books = await openBooks()
  visitors = await Visitors.come(books)
})
afterEach(async () => {
  await visitors.leave()
  await books.sandbox.setFaults({})
})
afterAll(async () => {
  await visitors?.close()
  await books?.close()
})

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

async function copied(page: Page, label: string): Promise<string> {
  const block = page.getByRole('figure').filter({ hasText: label })
  await block.getByRole('button', { name: 'Copy' }).click()
  await block.getByText('Copied').waitFor()
  return page.evaluate(() => navigator.clipboard.readText())
}

it('explains a failure, gathers its like, and leads from the group to the calls', async () => {
  const { page } = await visitors.visit('/api-log')
  await page.getByText('No call yet').waitFor()
  await books.sandbox.setFaults({ rules: [{ kind: 'status', status: 503, endpoints: ['standardPay'] }] })
  for (const reference of ['cart-a', 'cart-b']) await expect(books.shop.open({ reference })).rejects.toThrow()
  const failed = row(page, 'Broken at the provider').first()
  await failed.getByText('Unknown').waitFor()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Errors' }).click()
  const groups = page.getByRole('list', { name: 'Groups of errors' }).getByRole('listitem')
  const group = groups.filter({ hasText: 'Broken at the provider' })
  await group.getByText('Whether it did what was asked is not known until its status is read.').waitFor()
  const [told] = await books.query<{ count: string }>(
    `select count(*) from galla.calls where "errorKind" = 'server-error' and "endpoint" = 'standardPay'`,
  )
  expect(Number(told?.count)).toBeGreaterThan(1)
  expect(await group.textContent()).toMatch(new RegExp(`^Count: ${told?.count}Broken`))
  await expectAccessible(page)
  await group.getByRole('button', { name: 'Show these calls' }).click()
  await row(page, 'Broken at the provider').nth(1).waitFor()
  expect(new URL(page.url()).searchParams.get('errorKind')).toBe('server-error')
  await page.reload()
  await row(page, 'Broken at the provider').first().locator('[data-row]').press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Call to the provider' })
  await dialog.getByText('Something broke at the provider.').waitFor()
  await dialog.getByText('It may have happened or not.').waitFor()
  await expectAccessible(page)
})

it('hands out a call as curl that does the same, with the token from the shell', async () => {
  const { merchantOrderId } = await books.shop.sell()
  const { page } = await visitors.visit(`/api-log?id=${merchantOrderId}&endpoint=standardOrderStatus`)
  await row(page, 'Ask after an order').first().locator('[data-row]').press('Enter')
  const curl = await copied(page, 'As curl')
  await page.getByText('How the token comes into the shell').click()
  const granted = requestOf(shell(await copied(page, 'A token for $GALLA_TOKEN'), SECRETS).curl)
  const token = (await (await fetch(granted.url, granted.init)).json()) as { access_token: string }
  const asked = requestOf(shell(curl, { GALLA_TOKEN: token.access_token }).curl)
  const reply = await fetch(asked.url, asked.init)
  expect([reply.status, await reply.json()]).toMatchObject([200, { state: 'COMPLETED', amount: 49_900 }])
  expect(await copied(page, 'As code for @galla/sdk')).toContain(
    `await galla.standardCheckout.getOrderStatus({\n  merchantOrderId: '${merchantOrderId}',`,
  )
})

it('takes the amount from the books, marks what is made up, and fits a phone', async () => {
  const { merchantOrderId } = await books.shop.sell({ amount: 12_300 })
  const { page } = await visitors.visit(`/api-log?id=${merchantOrderId}&endpoint=standardPay`, PHONE)
  await row(page, 'Open an order').locator('[data-row]').tap()
  await page.getByText('amount: paise(12300),').waitFor()
  const curl = await copied(page, 'As curl')
  expect(curl).toContain('# The log keeps no secret, no payer and no card. Put the real values in: redirectUrl.')
  expect(curl).toContain('"amount": 12300')
  expect(await page.getByRole('region', { name: 'What was asked' }).textContent()).toContain('12300')
  const answered = await page.getByRole('region', { name: 'What was answered' }).textContent()
  expect(answered).toContain('OMO')
  expect(answered).toContain('?****')
  await expectReflow(page)
  await expectAccessible(page)
})
