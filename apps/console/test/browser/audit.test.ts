import { expectAccessible, expectReflow } from '@galla/testkit/page-assertions'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type ConsoleApp, startConsoleApp } from '../helpers/console-app.ts'
import { ConsoleBrowser, DARK, PHONE } from '../helpers/console-browser.ts'

let app: ConsoleApp
let browser: ConsoleBrowser
let merchantOrderId = ''
beforeAll(async () => {
  app = await startConsoleApp()
  browser = new ConsoleBrowser(app)
  const paid = await app.shop.payOrder({ reference: 'cart-7' })
  merchantOrderId = paid.merchantOrderId
})
afterEach(() => browser.closePages())
afterAll(() => app?.close())

it('lists who did what, filters it, and offers it as CSV', async () => {
  const { page } = await browser.open(`/orders/${merchantOrderId}`)
  await page.getByRole('button', { name: 'Check status' }).click()
  await expect.poll(() => app.query(`select 1 from galla.audit where "what" = 'checked the status'`)).toHaveLength(1)
  await page.keyboard.type('gu')
  await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor()
  const row = page.getByRole('row').filter({ hasText: 'checked the status' })
  await row.getByText('admin', { exact: true }).waitFor()
  await row.getByText(/^(?:127\.0\.0\.1|::1)$/).waitFor()
  await page.getByRole('row').filter({ hasText: 'logged in' }).waitFor()
  await row.locator('[data-row]').press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Entry \d+$/ })
  await dialog.getByText('As JSON').click()
  await dialog.getByRole('region', { name: 'Audit entry' }).getByText('"checked the status"').waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page
    .getByRole('radio', { name: 'Logins' })
    .or(page.getByRole('button', { name: 'Logins' }))
    .click()
  await row.waitFor({ state: 'detached' })
  expect(await page.getByRole('link', { name: /^CSV/ }).getAttribute('href')).toMatch(/api\/audit\.csv\?kind=session$/)
  await expectAccessible(page)
})

it('shortens the id of a refund in its middle, on one line', async () => {
  const { page } = await browser.open('/health')
  const id = '3f2b8c1d-94ae-4c55-9d0e-7a6b5c4d3e2f'
  await page.route(/\/api\/audit/, async (route) => {
    const response = await route.fetch()
    const reply = await response.json()
    const rows = reply.rows.slice(0, 1).map((one: object) => ({ ...one, what: `approved refund ${id}` }))
    await route.fulfill({ response, json: { ...reply, rows } })
  })
  await page.goto(`${app.url}/audit`)
  await page
    .getByRole('row')
    .filter({ hasText: `approved refund ${id}` })
    .waitFor()
  const tail = page.getByText(id.slice(-6), { exact: true })
  expect(await tail.evaluate((element) => element.getClientRects().length)).toBe(1)
})

it('shows a name like an e-mail address whole on a screen of 1,280 pixels', async () => {
  const { page } = await browser.open('/health')
  await page.route(/\/api\/audit/, async (route) => {
    const response = await route.fetch()
    const reply = await response.json()
    const rows = reply.rows.map((one: object) => ({ ...one, who: 'support@shop.example' }))
    await route.fulfill({ response, json: { ...reply, rows } })
  })
  await page.goto(`${app.url}/audit`)
  const name = page.getByRole('cell').getByText('support@shop.example', { exact: true }).first()
  const cut = await name.evaluate((element) => {
    const cell = element.closest('.truncate') ?? element
    return cell.scrollWidth > cell.clientWidth
  })
  expect(cut).toBe(false)
})

it('shows the end of an id that has wide letters', async () => {
  const { page } = await browser.open('/health')
  await page.route(/\/api\/audit/, async (route) => {
    const response = await route.fetch()
    const reply = await response.json()
    await route.fulfill({
      response,
      json: {
        ...reply,
        rows: reply.rows.map((one: object) => ({ ...one, kind: 'user', id: 'user_0qOtkWmWmWmWJVbOHH' })),
      },
    })
  })
  await page.goto(`${app.url}/audit`)
  const tail = page.getByText('JVbOHH', { exact: true }).first()
  await tail.waitFor()
  const cut = await tail.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    let box: Element | null = element
    let right = Number.POSITIVE_INFINITY
    while (box && box.getAttribute('role') !== 'row') {
      if (box !== element && getComputedStyle(box).overflowX !== 'visible')
        right = Math.min(right, box.getBoundingClientRect().right)
      box = box.parentElement
    }
    return range.getBoundingClientRect().right - right
  })
  expect(cut).toBeLessThanOrEqual(0)
})

it('shows controls that reorder text, in references and in the log', async () => {
  const reference = 'cart-\u202e00.001'
  const shown = 'cart-[U+202E]00.001'
  const order = await app.shop.payOrder({ reference })
  await app.gateway.payers.hold({ merchantOrderId: order.merchantOrderId, reason: reference, by: 'admin' })

  const { page } = await browser.open('/orders')
  await page.getByText(shown).first().waitFor()
  expect(await page.locator('#main').textContent()).not.toContain('\u202e')
  await page.goto(`${app.url}/orders/${order.merchantOrderId}`)
  await page.getByRole('heading', { level: 1, name: shown }).waitFor()
  expect(await page.title()).toBe(`${shown} · Galla console`)
  await page.goto(`${app.url}/audit`)
  await page.getByText(shown).first().waitFor()
  expect(await page.locator('#main').textContent()).not.toContain('\u202e')
})

it('tells whether the chain is complete, and where it was broken', async () => {
  const { page } = await browser.open('/audit', DARK)
  await page.getByText('“Check the chain” finds changed or removed entries.').waitFor()
  await page.getByRole('button', { name: 'Check the chain' }).click()
  await page.getByText(/^The chain of \d+ entr(?:y|ies) is complete\./).waitFor()
  await expectAccessible(page)
  const phone = await browser.open('/audit', PHONE)
  await app.query('alter table galla.audit disable trigger "appendOnlyEntry"')
  await app.query(`update galla.audit set "what" = 'looked' where "auditId" = 1`)
  await phone.page.getByRole('button', { name: 'Check the chain' }).click()
  await phone.page.getByText(/^The chain is broken at entry 1:/).waitFor()
  await expectReflow(phone.page)
  await expectAccessible(phone.page)
})
