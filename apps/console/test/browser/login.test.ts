import { expectAccessible, expectReflow } from '@galla/testkit/page-assertions'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type ConsoleApp, startConsoleApp } from '../helpers/console-app.ts'
import { ConsoleBrowser, PHONE } from '../helpers/console-browser.ts'

let app: ConsoleApp
let browser: ConsoleBrowser
beforeAll(async () => {
  app = await startConsoleApp()
  browser = new ConsoleBrowser(app)
})
afterEach(() => browser.closePages())
afterAll(() => app?.close())

it('opens the requested page, and keeps the session over a reload', async () => {
  const { page } = await browser.openLoggedOut('/refunds')
  await page.getByRole('heading', { name: 'Galla console' }).waitFor()
  await expectAccessible(page)
  await page.getByLabel('Password').fill(app.password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Refunds' }).waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Refunds' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/admin/payments/refunds')
})

it('rejects a wrong password with a message', async () => {
  const { page, issues } = await browser.openLoggedOut('/', PHONE)
  const field = page.getByLabel('Password')
  await field.fill('not the password')
  await page.keyboard.press('Enter')
  await page.getByText('Wrong name or password.').waitFor()
  expect(await field.getAttribute('aria-invalid')).toBe('true')
  await expectReflow(page)
  await expectAccessible(page)
  expect(issues.errors.every((text) => /status of 401/.test(text))).toBe(true)
  issues.errors.length = 0
})

it('limits login attempts, and shows the waiting time', async () => {
  const { page, issues } = await browser.openLoggedOut()
  // The test before made one attempt from the same address.
  for (const attempt of ['one', 'two', 'three', 'four']) {
    await page.getByLabel('Password').fill(`${attempt} is not it`)
    const response = page.waitForResponse(/api\/session$/)
    await page.keyboard.press('Enter')
    expect((await response).status()).toBe(401)
  }
  await page.getByLabel('Password').fill(app.password)
  await page.keyboard.press('Enter')
  await page.getByText(/Too many wrong passwords or codes\. Try again in \d+ seconds/).waitFor()
  await expectAccessible(page)
  issues.errors.length = 0
})
