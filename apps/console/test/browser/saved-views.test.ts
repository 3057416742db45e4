import type { Role } from '@galla/contract/gateway-api/roles'
import { expectAccessible, expectReflow } from '@galla/testkit/page-assertions'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type ConsoleApp, startConsoleApp } from '../helpers/console-app.ts'
import { ConsoleBrowser, DARK, DESKTOP, PHONE } from '../helpers/console-browser.ts'

let app: ConsoleApp
let browser: ConsoleBrowser
beforeAll(async () => {
  app = await startConsoleApp()
  browser = new ConsoleBrowser(app)
  await app.query(
    `insert into galla.orders ("merchantOrderId", "reference", "checkout", "amount", "state", "request", "createdAtMs", "updatedAtMs", "resolution")
     select 'order-' || n, case n when 1 then 'kettle' else 'assam' end, 'STANDARD', case n when 1 then 149900 else 49900 end, 'COMPLETED', '{}', now_ms, now_ms, 'fulfil'
     from generate_series(1, 2) n, (select (extract(epoch from now()) * 1000)::bigint as now_ms) c`,
  )
})
afterEach(async () => {
  await browser.closePages()
  await app.query('delete from galla.views')
})
afterAll(() => app?.close())

const row = (page: Page, reference: string): Locator => page.getByRole('row').filter({ hasText: reference })
const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Saved views' })

async function openViews(page: Page, name = 'Views'): Promise<Locator> {
  await page.getByRole('button', { name: 'Options' }).click()
  await page.getByRole('button', { name, exact: true }).click()
  return dialogOf(page)
}

/** Opens a path as a new user with a role. */
async function openAs(role: Role, path: string, options: BrowserContextOptions = DESKTOP) {
  const name = `the ${role} ${crypto.randomUUID().slice(0, 4)}`
  const { page: admin } = await browser.open('/users')
  await admin.getByRole('button', { name: 'Invite…' }).click()
  await admin.getByLabel('Name').fill(name)
  await admin.getByLabel('Role').selectOption(role)
  await admin.getByRole('button', { name: 'Make a link' }).click()
  const link = (await admin.getByRole('region', { name: 'Link' }).textContent()) ?? ''
  const opened = await browser.openLoggedOut('/invitation', options)
  await opened.page.getByText('There is no such invitation.').waitFor()
  opened.issues.errors.length = 0
  await opened.page.goto('about:blank')
  await opened.page.goto(link.trim())
  await opened.page.getByLabel('New password', { exact: true }).fill('a cup of masala tea')
  await opened.page.getByLabel('New password again').fill('a cup of masala tea')
  await opened.page.keyboard.press('Enter')
  await opened.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  await opened.page.goto(app.url + path)
  await opened.page.locator('#main h1').waitFor()
  return { ...opened, name }
}

/** Stores a shared view of the orders, saved by the first admin. */
const addShared = (name: string, search: object) =>
  app.query(
    `insert into galla.views ("viewId", "ownerId", "list", "name", "search", "shared")
     select $1, "userId", 'orders', $2, $3, true from galla.users where "isFirst"`,
    [`view_${name}`, name, JSON.stringify(search)],
  )

it('saves the filters, columns and days of a list as a view, which is applied, renamed and deleted, in any browser', async () => {
  const { page } = await browser.open('/orders?columns=utr')
  await page.getByRole('button', { name: 'Completed', exact: true }).click()
  await page.getByLabel('From ₹').fill('1,000')
  await page.keyboard.press('Enter')
  await expect.poll(() => row(page, 'assam').count()).toBe(0)
  const dialog = await openViews(page)
  await dialog.getByText('No view is saved yet.').waitFor()
  // The field has the focus: a name and Enter are enough.
  await page.keyboard.press('Enter')
  await dialog.getByText('Enter a name.').waitFor()
  await page.keyboard.type('Large and paid')
  await page.keyboard.press('Enter')
  await dialog.getByRole('status').getByText('The view “Large and paid” is saved.').waitFor()
  await dialog.getByRole('list', { name: 'Your views' }).getByText('State: Completed · Min amount: ₹1,000').waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/orders\?/)
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await page.keyboard.press('Escape')
  // The dialog gave the focus back to the button of the menu.
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'View: Large and paid', exact: true }).waitFor()

  const { page: other } = await browser.open('/orders')
  await row(other, 'assam').waitFor()
  const there = await openViews(other)
  await there.getByRole('button', { name: 'Apply Large and paid' }).click()
  await row(other, 'kettle').waitFor()
  await expect.poll(() => row(other, 'assam').count()).toBe(0)
  expect(new URL(other.url()).searchParams.get('columns')).toBe('utr')
  await openViews(other, 'View: Large and paid')
  await there.getByRole('button', { name: 'Rename Large and paid' }).click()
  await other.keyboard.type('Large')
  await other.keyboard.press('Enter')
  await there.getByRole('button', { name: 'Apply Large (shown)' }).waitFor()
  await there.getByRole('button', { name: 'Delete Large' }).click()
  await there.getByText('No view is saved yet.').waitFor()

  await other.goto(link)
  await row(other, 'kettle').waitFor()
  await expect.poll(() => row(other, 'assam').count()).toBe(0)
})

it('a shared view is seen by everybody, and is changed by every role but the viewer', async () => {
  const { page, name } = await openAs('support', '/orders?minAmount=100000')
  const dialog = await openViews(page)
  await dialog.getByRole('textbox').fill('Large')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Share Large' }).click()
  await dialog.getByText('Everybody sees the view “Large” now.').waitFor()
  const shared = dialog.getByRole('list', { name: 'Shared views' })
  await shared.getByText(`Saved by ${name}`).waitFor()
  expect(await shared.getByRole('button', { name: 'Delete Large' }).count()).toBe(1)
  expect(await dialog.getByRole('button', { name: /^Open with/ }).count()).toBe(0)

  const { page: viewer } = await openAs('viewer', '/orders')
  const there = await openViews(viewer)
  await there.getByRole('button', { name: 'Apply Large' }).waitFor()
  for (const action of ['Rename Large', 'Share Large', 'Delete Large'])
    expect(await there.getByRole('button', { name: action }).count()).toBe(0)
  await there.getByRole('button', { name: 'Apply Large' }).click()
  await expect.poll(() => row(viewer, 'assam').count()).toBe(0)
})

it('a view that somebody has deleted meanwhile is gone, and is not renamed', async () => {
  await addShared('Large', { minAmount: '100000' })
  const { page, issues } = await browser.open('/orders')
  const dialog = await openViews(page)
  await dialog.getByRole('button', { name: 'Rename Large' }).click()
  await app.query('delete from galla.views')
  await page.keyboard.type('Larger')
  await page.keyboard.press('Enter')
  await dialog.getByRole('alert').getByText('The view does not exist any more').waitFor()
  await dialog.getByText('No view is saved yet.').waitFor()
  issues.errors.length = 0
})

it('opens a list with the view for a role, from the navigation, by its shortcut and from the command menu', async () => {
  await addShared('Large', { minAmount: '100000' })
  const { page: admin } = await browser.open('/orders')
  const dialog = await openViews(admin)
  await dialog.getByRole('button', { name: 'Open with Large for…' }).click()
  await dialog.getByRole('checkbox', { name: 'Support' }).click()
  await dialog.getByText('· The list opens with it for: Support').waitFor()
  await expectAccessible(admin)

  const { page } = await openAs('support', '/health')
  const isLarge = async () => {
    await row(page, 'kettle').waitFor()
    await expect.poll(() => row(page, 'assam').count()).toBe(0)
    await page.getByRole('link', { name: 'Health' }).click()
    await page.getByRole('heading', { level: 1, name: 'Health' }).waitFor()
  }
  const link = page.getByRole('link', { name: 'Orders', exact: true })
  // The address has the view once the views are loaded.
  await expect.poll(() => link.getAttribute('href')).toContain('minAmount=')
  await link.click()
  await isLarge()
  await page.locator('body').press('g')
  await page.keyboard.press('o')
  await isLarge()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('orders')
  await page.getByRole('option', { name: /^Orders/ }).click()
  await isLarge()
  // The address itself shows everything.
  await page.goto(`${app.url}/orders`)
  await row(page, 'assam').waitFor()
})

it('shows a role the pages that the role uses, in the navigation, the command menu and the shortcuts, and no other at its address', async () => {
  const { page } = await openAs('finance', '/')
  const pages = page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
  const labels = await pages.allTextContents()
  expect(labels).toContain('Finance')
  for (const label of ['Telemetry', 'API log', 'API keys', 'Users']) expect(labels).not.toContain(label)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('telemetry')
  await expect.poll(() => page.getByRole('dialog').getByRole('option').allTextContents()).toEqual([])
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await page.getByRole('dialog').getByText('Finance').waitFor()
  expect(await page.getByRole('dialog').getByText('Telemetry').count()).toBe(0)
  await page.goto(`${app.url}/telemetry`)
  await page.getByText('Your role does not use this page.').waitFor()
  await expectAccessible(page)
})

it.each([
  ['desktop', DESKTOP],
  ['dark desktop', DARK],
  ['phone', PHONE],
  ['dark phone', { ...PHONE, colorScheme: 'dark' as const }],
])('the dialog of views fits on a %s, with long names', async (_, options) => {
  await addShared('Payments above one thousand rupees that were refused by the bank of the payer', {
    state: 'FAILED',
    minAmount: '100000',
    columns: 'utr,payer',
  })
  const { page } = await browser.open('/orders?needsReview=true', options)
  const dialog = await openViews(page)
  await dialog.getByRole('textbox').fill('Needs review')
  await page.keyboard.press('Enter')
  await dialog.getByRole('list', { name: 'Your views' }).waitFor()
  await dialog.getByRole('button', { name: /^Open with/ }).click()
  await dialog.getByRole('checkbox', { name: 'Finance' }).click()
  await dialog.getByText('The list opens with it for: Finance').waitFor()
  await expectReflow(page)
  await expectAccessible(page)
})
