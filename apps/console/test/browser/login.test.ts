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

it('without its files, the page names the option that makes browsers find the files', async () => {
  const { page, context, issues } = await browser.openLoggedOut('/')
  const help = page.getByText('Set the option console.path')
  await page.getByLabel('Password').waitFor()
  expect(await help.count()).toBe(0)
  await context.route('**/assets/**', (route) => route.fulfill({ status: 404, body: 'Not found' }))
  await page.reload()
  expect(await help.isVisible()).toBe(true)
  issues.errors.length = 0
})

const sessions = () => app.query('select "sessionId" from galla.sessions')

/** A page with a session of its own, which no other test uses. */
async function logIn(options?: object) {
  const opened = await browser.openLoggedOut('/orders', options)
  await opened.page.getByLabel('Password').fill(app.password)
  await opened.page.keyboard.press('Enter')
  await opened.page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor()
  return opened
}

it('stays on the page and says so when logging out fails', async () => {
  const before = await sessions()
  const { page, issues } = await logIn(PHONE)
  await page.getByRole('button', { name: 'More' }).tap()
  const logOut = page.getByRole('button', { name: 'Log out' })
  app.setUnreachable(true)
  try {
    await logOut.tap()
    await page.getByText(/^You are still logged in: .* Try again\.$/).waitFor()
    await expectReflow(page)
    await expectAccessible(page)
  } finally {
    app.setUnreachable(false)
  }
  expect(await page.getByLabel('Password').count()).toBe(0)
  expect(await sessions()).toHaveLength(before.length + 1)
  await logOut.tap()
  await page.getByLabel('Password').waitFor()
  expect(await sessions()).toEqual(before)
  issues.errors.length = 0
})

it('logs out when the gateway says that the session has ended already', async () => {
  const { page, issues } = await logIn()
  await page.route(/api\/session$/, (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 401, json: { code: 'NO_SESSION', message: 'Log in first.' } })
      : route.continue(),
  )
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByLabel('Password').waitFor()
  issues.errors.length = 0
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
