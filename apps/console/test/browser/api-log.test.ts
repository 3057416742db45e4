import { expectAccessible, expectReflow } from '@galla/testkit/page-assertions'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type ConsoleApp, startConsoleApp } from '../helpers/console-app.ts'
import { ConsoleBrowser, PHONE } from '../helpers/console-browser.ts'
import { requestOf, shell } from '../helpers/shell.ts'

const SECRETS = { GALLA_CLIENT_ID: 'demo-shop', GALLA_CLIENT_SECRET: 'any', GALLA_CLIENT_VERSION: '1' }

let app: ConsoleApp
let browser: ConsoleBrowser
beforeAll(async () => {
  app = await startConsoleApp()
  browser = await ConsoleBrowser.launch(app)
})
afterEach(async () => {
  await browser.closePages()
  await app.sandbox.setFaults({})
})
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

async function copied(page: Page, label: string): Promise<string> {
  const block = page.getByRole('figure').filter({ hasText: label })
  await block.getByRole('button', { name: 'Copy' }).click()
  await block.getByText('Copied').waitFor()
  return page.evaluate(() => navigator.clipboard.readText())
}

it('groups errors, explains them, and shows the calls of a group', async () => {
  const { page } = await browser.open('/api-log')
  await page.getByText('No call yet').waitFor()
  await app.sandbox.setFaults({ rules: [{ kind: 'status', status: 503, endpoints: ['standardPay'] }] })
  for (const reference of ['cart-a', 'cart-b']) await expect(app.shop.createOrder({ reference })).rejects.toThrow()
  const failed = row(page, 'Provider error').first()
  await failed.getByText('Unknown').waitFor()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Errors' }).click()
  const groups = page.getByRole('list', { name: 'Groups of errors' }).getByRole('listitem')
  const group = groups.filter({ hasText: 'Provider error' })
  await group.getByText('Whether it executed the request is unknown until the status is checked.').waitFor()
  const [logged] = await app.query<{ count: string }>(
    `select count(*) from galla.calls where "errorKind" = 'server-error' and "endpoint" = 'standardPay'`,
  )
  expect(Number(logged?.count)).toBeGreaterThan(1)
  expect(await group.textContent()).toMatch(new RegExp(`^Count: ${logged?.count}Provider error`))
  await expectAccessible(page)
  await group.getByRole('button', { name: 'Show these calls' }).click()
  await row(page, 'Provider error').nth(1).waitFor()
  expect(new URL(page.url()).searchParams.get('errorKind')).toBe('server-error')
  await page.reload()
  await row(page, 'Provider error').first().locator('[data-row]').press('Enter')
  const dialog = page.getByRole('dialog', { name: 'API call' })
  await dialog.getByText('The provider failed.').waitFor()
  await dialog.getByText('The request may have been processed or not.').waitFor()
  await expectAccessible(page)
})

it('shows a call as a curl command that repeats it', async () => {
  const { merchantOrderId } = await app.shop.payOrder()
  const { page } = await browser.open(`/api-log?id=${merchantOrderId}&endpoint=standardOrderStatus`)
  await row(page, 'Get order status').first().locator('[data-row]').press('Enter')
  const curl = await copied(page, 'As curl')
  await page.getByText('How to get a token').click()
  const tokenRequest = requestOf(shell(await copied(page, 'A token for $GALLA_TOKEN'), SECRETS).curl)
  const token = (await (await fetch(tokenRequest.url, tokenRequest.init)).json()) as { access_token: string }
  const statusRequest = requestOf(shell(curl, { GALLA_TOKEN: token.access_token }).curl)
  const reply = await fetch(statusRequest.url, statusRequest.init)
  expect([reply.status, await reply.json()]).toMatchObject([200, { state: 'COMPLETED', amount: 49_900 }])
  expect(await copied(page, 'As code for @galla/sdk')).toContain(
    `await galla.standardCheckout.getOrderStatus({\n  merchantOrderId: '${merchantOrderId}',`,
  )
})

it('uses the order’s amount in code, marks example values, and fits on a phone', async () => {
  const { merchantOrderId } = await app.shop.payOrder({ amount: 12_300 })
  const { page } = await browser.open(`/api-log?id=${merchantOrderId}&endpoint=standardPay`, PHONE)
  await row(page, 'Create payment').locator('[data-row]').tap()
  await page.getByText('amount: paise(12300),').waitFor()
  const curl = await copied(page, 'As curl')
  expect(curl).toContain('# The log contains no secrets, payers and cards. Replace the example values of: redirectUrl.')
  expect(curl).toContain('"amount": 12300')
  expect(await page.getByRole('region', { name: 'Request body' }).textContent()).toContain('12300')
  const responseBody = await page.getByRole('region', { name: 'Response body' }).textContent()
  expect(responseBody).toContain('OMO')
  expect(responseBody).toContain('?****')
  await expectReflow(page)
  await expectAccessible(page)
})
