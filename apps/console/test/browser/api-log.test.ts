import { expectAccessible, expectReflow } from '@galla/testkit/page-assertions'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type ConsoleApp, startConsoleApp } from '../helpers/console-app.ts'
import { ConsoleBrowser, PHONE } from '../helpers/console-browser.ts'
import { requestOf, shell } from '../helpers/shell.ts'
import { until } from '../helpers/until.ts'

const SECRETS = { GALLA_CLIENT_ID: 'demo-shop', GALLA_CLIENT_SECRET: 'any', GALLA_CLIENT_VERSION: '1' }

let app: ConsoleApp
let browser: ConsoleBrowser
beforeAll(async () => {
  app = await startConsoleApp()
  browser = new ConsoleBrowser(app)
})
afterEach(async () => {
  await browser.closePages()
  await app.sandbox.setFaults({})
})
afterAll(() => app?.close())

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

async function copied(page: Page, label: string): Promise<string> {
  const block = page.getByRole('figure').filter({ hasText: label })
  await block.getByRole('button', { name: 'Copy' }).click()
  await block.getByText('Copied').waitFor()
  return page.evaluate(() => navigator.clipboard.readText())
}

it('groups errors, explains them, and shows the calls of a group', async () => {
  const { page } = await browser.open('/api-log')
  await page.getByRole('tab', { name: 'Errors' }).waitFor()
  await app.sandbox.setFaults({ rules: [{ kind: 'status', status: 503, endpoints: ['standardPay'] }] })
  for (const reference of ['cart-a', 'cart-b']) await expect(app.shop.createOrder({ reference })).rejects.toThrow()
  const failed = row(page, 'Provider error').first()
  await failed.getByText('Unknown').waitFor()
  // Calls of one minute differ by their seconds.
  await failed.getByText(/, \d\d:\d\d:\d\d$/).waitFor()
  await page.getByLabel('Result').selectOption('Not OK')
  // Until the response, the list before it is shown, paler.
  await expect.poll(() => page.getByRole('cell', { name: '200', exact: true }).count()).toBe(0)
  await failed.waitFor()
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
  const response = await fetch(statusRequest.url, statusRequest.init)
  expect([response.status, await response.json()]).toMatchObject([200, { state: 'COMPLETED', amount: 49_900 }])
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

it('shows a body as JSON that folds, is searched and is copied, with the keyboard too', async () => {
  const { merchantOrderId } = await app.shop.payOrder()
  const { page } = await browser.open(`/api-log?id=${merchantOrderId}&endpoint=standardOrderStatus`)
  await row(page, 'Get order status').first().locator('[data-row]').press('Enter')
  const viewer = page.getByRole('figure').filter({ hasText: 'Response body' })
  const tree = page.getByRole('region', { name: 'Response body' })
  await tree.getByText('"paymentDetails"').waitFor()
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await viewer.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect.poll(async () => JSON.parse(await clipboard())).toMatchObject({ state: 'COMPLETED', amount: 49_900 })

  const details = tree.getByRole('button', { name: 'paymentDetails, 1 item' })
  await details.focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => details.getAttribute('aria-expanded')).toBe('false')
  expect(await tree.getByText('"transactionId"').count()).toBe(0)
  await page.keyboard.press('ArrowRight')
  await tree.getByText('"transactionId"').first().waitFor()
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toMatch(/^0, \d+ fields$/)
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  expect(await page.getByRole('dialog').count()).toBe(1)

  await tree
    .getByRole('button', { name: /^state: COMPLETED/ })
    .last()
    .click()
  const chosen = await viewer.locator('code').textContent()
  expect(chosen).toMatch(/^paymentDetails\[0\]\./)
  await viewer.getByRole('button', { name: 'Copy path' }).click()
  await expect.poll(clipboard).toBe(chosen)
  await viewer.getByRole('button', { name: 'Copy value' }).click()
  await expect.poll(clipboard).toBe('COMPLETED')

  await viewer.getByRole('button', { name: 'Fold all' }).click()
  await viewer.getByRole('button', { name: 'Search' }).click()
  const status = viewer.getByRole('status')
  await page.keyboard.type('completed')
  await expect.poll(() => status.textContent()).toMatch(/^1 of [2-9]$/)
  await page.keyboard.press('Enter')
  await expect.poll(() => status.textContent()).toMatch(/^2 of/)
  // The match is in a folded list, which the search opens.
  await tree.getByText('"transactionId"').first().waitFor()
  await viewer.getByRole('button', { name: 'Previous match' }).click()
  await expect.poll(() => status.textContent()).toMatch(/^1 of/)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
})

it('opens a body of a megabyte in parts, and finds its last value', async () => {
  const { merchantOrderId } = await app.shop.payOrder()
  const { page } = await browser.open(`/api-log?id=${merchantOrderId}&endpoint=standardOrderStatus`, PHONE)
  const rows = Array.from({ length: 12_000 }, (_, at) => ({ at, text: `row ${at} ${'x'.repeat(60)}` }))
  await page.route('**/api/calls/*', async (route) => {
    const response = await route.fetch()
    const call = (await response.json()) as object
    await route.fulfill({ response, json: { ...call, response: { rows, long: 'y'.repeat(50_000) } } })
  })
  await row(page, 'Get order status').first().locator('[data-row]').tap()
  const tree = page.getByRole('region', { name: 'Response body' })
  await tree.getByRole('button', { name: 'rows, 12,000 items' }).waitFor()
  await tree.getByText('… show all 50,000 characters').waitFor()
  const count = () => tree.locator('[data-json-row]').count()
  expect(await count()).toBeLessThan(200)
  const viewer = page.getByRole('figure').filter({ hasText: 'Response body' })
  await viewer.getByRole('button', { name: 'Search' }).tap()
  await viewer.getByLabel('Name or value').fill('row 11999 ')
  await expect.poll(() => viewer.getByRole('status').textContent()).toBe('1 of 1')
  await expect.poll(() => tree.locator('mark').textContent()).toBe('row 11999')
  expect(await count()).toBeLessThan(500)
  await expectReflow(page)
  await expectAccessible(page)
})

it('sorts the calls by their duration', async () => {
  const { merchantOrderId } = await app.shop.payOrder()
  await until('its calls are logged', async () => {
    const calls = await app.query(`select "callId" from galla.calls where "merchantOrderId" = $1`, [merchantOrderId])
    return calls.length > 1 || undefined
  })
  await app.query(
    `update galla.calls set "tookMs" = 61000 where "callId" =
    (select min("callId") from galla.calls where "merchantOrderId" = $1)`,
    [merchantOrderId],
  )
  const { page } = await browser.open(`/api-log?id=${merchantOrderId}`)
  const first = page.getByRole('row').nth(1)
  await first.waitFor()
  expect(await first.textContent()).not.toContain('1 min')
  await page.getByRole('columnheader', { name: 'Duration' }).getByRole('button').click()
  await first.getByText('1 min', { exact: true }).waitFor()
  await page.getByText('Only the newest 10,000 matching calls are compared.').waitFor()
  expect(await page.getByRole('columnheader', { name: 'Duration' }).getAttribute('aria-sort')).toBe('descending')
  await expectAccessible(page)
  await page.reload()
  await first.getByText('1 min', { exact: true }).waitFor()
  await page.getByLabel('Sort').selectOption('Newest first')
  await expect.poll(() => first.textContent()).not.toContain('1 min')
})

it('repeats a read in the playground, and offers that for no other call', async () => {
  const { merchantOrderId } = await app.shop.payOrder()
  const { page } = await browser.open(`/api-log?id=${merchantOrderId}`)
  await row(page, 'Create payment').first().locator('[data-row]').press('Enter')
  const dialog = page.getByRole('dialog', { name: 'API call' })
  await dialog.getByText('Repeat this call').waitFor()
  expect(await dialog.getByRole('link', { name: 'Repeat in the playground' }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await row(page, 'Get order status').first().locator('[data-row]').press('Enter')
  await dialog.getByRole('link', { name: 'Repeat in the playground' }).click()
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('region', { name: 'Answer' }).getByText('GET: HTTP 200').waitFor()
  expect(await page.getByRole('region', { name: 'Answer' }).textContent()).toContain('COMPLETED')
  await expectAccessible(page)
})
