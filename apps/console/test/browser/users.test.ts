import { expectAccessible, expectReflow } from '@galla/testkit/page-assertions'
import type { Locator } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type ConsoleApp, startConsoleApp } from '../helpers/console-app.ts'
import { ConsoleBrowser, DESKTOP, PHONE } from '../helpers/console-browser.ts'

let app: ConsoleApp
let browser: ConsoleBrowser
beforeAll(async () => {
  app = await startConsoleApp()
  browser = new ConsoleBrowser(app)
})
afterEach(() => browser.closePages())
afterAll(() => app?.close())

const OWN = 'a cup of masala tea'

/** Invites a user in the console and returns the link. */
async function invite(name: string, role: string): Promise<string> {
  const { page } = await browser.open('/users')
  await page.getByRole('button', { name: 'Invite…' }).click()
  await page.getByLabel('Name').fill(name)
  expect(await page.getByLabel('Role').inputValue()).toBe('viewer')
  await page.getByLabel('Role').selectOption(role)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Make a link' }).click()
  const link = await page.getByRole('region', { name: 'Link' }).textContent()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: `Manage ${name}` }).waitFor()
  return (link ?? '').trim()
}

it('keeps a long name within the navigation of a desktop', async () => {
  const name = 'priyadarshini.venkataraman@nukkadchai.example'
  const link = await invite(name, 'viewer')
  const { page, issues } = await browser.openLoggedOut('/invitation', DESKTOP)
  await page.getByText('There is no such invitation.').waitFor()
  issues.errors.length = 0
  await page.goto('about:blank')
  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill(OWN)
  await page.getByLabel('New password again').fill(OWN)
  await page.getByRole('button', { name: 'Set the password and log in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  const rightOf = async (locator: Locator) => {
    const box = await locator.boundingBox()
    return (box?.x ?? 0) + (box?.width ?? 0)
  }
  const edge = await rightOf(page.locator('aside'))
  const account = page.getByRole('link', { name: `Account of ${name}` })
  for (const item of [
    account,
    page.getByRole('link', { name: 'Overview' }),
    page.getByRole('button', { name: /^Command menu/ }),
  ])
    expect(await rightOf(item.first())).toBeLessThanOrEqual(edge)
  expect(await account.locator('[title]').getAttribute('title')).toBe(name)
})

it('an invited viewer sets a password by the link once, and sees no more than a viewer may', async () => {
  const { merchantOrderId } = await app.shop.payOrder()
  const link = await invite('asha@shop.example', 'viewer')
  const { page, issues } = await browser.openLoggedOut('/invitation', PHONE)
  await page.getByText('There is no such invitation.').waitFor()
  issues.errors.length = 0
  await page.goto('about:blank')
  await page.goto(link)
  await page.getByText('For asha@shop.example').waitFor()
  await expectReflow(page)
  await expectAccessible(page)
  await page.getByLabel('New password', { exact: true }).fill(OWN)
  await page.getByRole('button', { name: 'Set the password and log in' }).click()
  await page.getByText('The two differ.').waitFor()
  await page.getByLabel('New password again').fill(OWN)
  await page.getByRole('button', { name: 'Set the password and log in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()

  await page.getByRole('button', { name: 'More' }).click()
  const pages = page.getByRole('dialog', { name: 'All pages' }).getByRole('link')
  expect(await pages.allTextContents()).toEqual([
    'Overview',
    'Orders',
    'Refunds',
    'Disputes',
    'Webhooks',
    'Event deliveries',
    'Reconciliation',
    'Health',
    'Your account',
  ])
  await page.goto(`${app.url}/orders/${merchantOrderId}`)
  await page.getByRole('list', { name: 'Milestones' }).waitFor()
  for (const name of ['Refund…', 'Check status']) expect(await page.getByRole('button', { name }).count()).toBe(0)
  await page.goto(`${app.url}/users`)
  await page.getByText('Your role does not use this page.').waitFor()
  await page.getByRole('link', { name: 'Go to the overview' }).click()
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  await page.goto(`${app.url}/sandbox`)
  await page.getByText('Your role does not use this page.').waitFor()
  expect(await page.getByRole('tab').count()).toBe(0)

  await page.goto('about:blank')
  await page.goto(link)
  await page.getByText('This link was used or replaced, or it has expired.').waitFor()
  issues.errors.length = 0
})

it('an admin changes a role at once, ends sessions and disables a user', async () => {
  const link = await invite('ravi', 'viewer')
  const { page: his, issues } = await browser.openLoggedOut('/', DESKTOP)
  await his.goto('about:blank')
  await his.goto(link)
  await his.getByLabel('New password', { exact: true }).fill(OWN)
  await his.getByLabel('New password again').fill(OWN)
  await his.keyboard.press('Enter')
  await his.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()

  const { page } = await browser.open('/users')
  await page.getByRole('button', { name: 'Manage ravi' }).click()
  await page.getByLabel('Role').selectOption('finance')
  await page.getByRole('button', { name: 'Change role' }).click()
  await page.getByText('Sees everything that a viewer sees, and the finance page').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Change role' }).isDisabled()).toBe(true)
  await expectAccessible(page)
  await his.reload()
  await his.getByRole('link', { name: 'Orders' }).first().click()
  const findFile = async () => {
    await his.getByRole('button', { name: 'Options' }).click()
    await his.getByRole('link', { name: /^CSV/ }).waitFor()
  }
  await findFile()

  // The page is not touched: the end of its live stream makes it ask for its session.
  await page.getByRole('button', { name: 'End all' }).click()
  await his.getByText('Your session has ended.').waitFor()
  issues.errors.length = 0
  await his.getByLabel('Password').fill(OWN)
  await his.keyboard.press('Enter')
  await findFile()

  await page.getByRole('button', { name: 'Disable…' }).click()
  const confirm = page.getByRole('dialog', { name: 'Disable ravi' })
  await confirm.getByText('a link that was sent to them works no longer').waitFor()
  await confirm.getByRole('button', { name: 'Disable' }).click()
  await page.getByText('This user cannot log in.').waitFor()
  await his.getByRole('link', { name: 'Refunds' }).first().click()
  await his.getByText('Your session has ended.').waitFor()
  expect(await his.getByLabel('Name').inputValue()).toBe('ravi')
  await his.getByLabel('Password').fill(OWN)
  await his.keyboard.press('Enter')
  await his.getByText('Wrong name or password.').waitFor()
  issues.errors.length = 0

  await page.goto(`${app.url}/audit?kind=user`)
  await page.getByText('changed', { exact: true }).first().waitFor()
})

it('the last admin stays one, with a message', async () => {
  const { page, issues } = await browser.open('/users')
  await page.getByRole('button', { name: 'Manage admin' }).click()
  await page.getByRole('button', { name: 'Disable…' }).click()
  await page.getByRole('dialog', { name: 'Disable admin' }).getByRole('button', { name: 'Disable' }).click()
  await page.getByText('This is the last admin who can log in').waitFor()
  expect(issues.errors.every((text) => /status of 409/.test(text))).toBe(true)
  issues.errors.length = 0
})

it('a user changes the own password, which ends the other sessions', async () => {
  const { page: other, issues: otherIssues } = await browser.openLoggedOut('/account')
  await browser.logIn(other)
  const { page, issues } = await browser.open('/account', PHONE)
  await page.getByText('this one').waitFor()
  await expectReflow(page)
  await expectAccessible(page)
  await page.getByLabel('Current password').fill('not it at all')
  await page.getByLabel('New password', { exact: true }).fill(OWN)
  await page.getByLabel('New password again').fill(OWN)
  await page.getByRole('button', { name: 'Change the password' }).click()
  await page.getByText('This is not your current password.').waitFor()
  issues.errors.length = 0
  await page.getByLabel('Current password').fill(app.password)
  await page.getByRole('button', { name: 'Change the password' }).click()
  await page.getByText('The password is changed.').waitFor()
  await other.reload()
  await other.getByRole('heading', { name: 'Galla console' }).waitFor()
  otherIssues.errors.length = 0
})
