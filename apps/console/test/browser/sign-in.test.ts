import { expectAccessible, expectReflow } from '@galla/testkit/page-assertions'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type ConsoleApp, startConsoleApp } from '../helpers/console-app.ts'
import { ConsoleBrowser, DARK, PHONE } from '../helpers/console-browser.ts'

let app: ConsoleApp
let browser: ConsoleBrowser
beforeAll(async () => {
  // Nothing listens on port 1: the provider is away.
  const oidc = { issuer: 'http://127.0.0.1:1', clientId: 'console', clientSecret: 'a secret', label: 'Tea ID' }
  app = await startConsoleApp({ console: { oidc } })
  browser = new ConsoleBrowser(app)
})
afterEach(() => browser.closePages())
afterAll(() => app?.close())

it('offers the provider beside the password, says that it is away, and keeps the address', async () => {
  const { page } = await browser.openLoggedOut('/orders?state=FAILED')
  await page.getByRole('link', { name: 'Sign in with Tea ID' }).click()
  await page.getByText('The provider does not answer. Try again later, or log in with a password.').waitFor()
  await expectAccessible(page)
  expect(page.url()).toBe(`${app.url}/orders?state=FAILED`)
  await browser.logIn(page)
  await page.getByRole('heading', { name: 'Orders' }).waitFor()
})

it('asks for the code of the second factor, on a phone in the dark', async () => {
  const { page, issues } = await browser.openLoggedOut('/#sign-in=CODE_NEEDED', {
    ...PHONE,
    ...DARK,
    viewport: PHONE.viewport ?? null,
  })
  await page.getByLabel('Code').fill('123456')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Log in' }).tap()
  await page.getByText('This took too long. Sign in again.').waitFor()
  // The browser logs the refusal.
  expect(issues.errors.splice(0)).toHaveLength(1)
  await expectReflow(page)
  await page.getByRole('link', { name: 'Start again' }).tap()
  await page.getByRole('link', { name: 'Sign in with Tea ID' }).waitFor()
  await expectAccessible(page)
  await expectReflow(page)
})

/** Stands for the gateway and the provider: the browser comes back signed in. */
const signInSucceeds = (page: Page) =>
  page.route('**/api/sign-in', (route) =>
    route.fulfill({ status: 302, headers: { location: `${app.url}/#sign-in=DONE` } }),
  )

it('opens the console after a sign-in that was started in this tab', async () => {
  const { page, context } = await browser.open('/')
  await page.evaluate(() => localStorage.clear())
  const tab = await context.newPage()
  await signInSucceeds(tab)
  await tab.goto(`${app.url}/orders?state=FAILED`)
  await tab.getByRole('link', { name: 'Sign in with Tea ID' }).click()
  await tab.getByRole('heading', { name: 'Orders' }).waitFor()
  expect(tab.url()).toBe(`${app.url}/orders?state=FAILED`)
})

it('believes no address that says a sign-in is done when it was not started in this tab', async () => {
  const { page } = await browser.open('/')
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${app.url}/?again#sign-in=DONE`)
  await page.getByLabel('Password').waitFor()
  expect(page.url()).not.toContain('sign-in')
})

it('confirms who the person is by a new login at the provider, in a window that closes itself', async () => {
  await app.query(`update galla.users set "oidcIssuer" = 'http://127.0.0.1:1', "oidcSubject" = 'account-1'`)
  const { page, context, issues } = await browser.open('/users')
  await page.getByRole('button', { name: 'Invite…' }).click()
  await page.getByLabel('Name').fill('asha')
  await app.query('update galla.sessions set "provedAtMs" = 0')
  // Stands for the gateway and the provider.
  await context.route('**/api/sign-in?proof=1', async (route) => {
    await app.query('update galla.sessions set "provedAtMs" = $1', [Date.now()])
    await route.fulfill({ status: 302, headers: { location: `${app.url}/#proof=DONE` } })
  })
  await page.keyboard.press('Enter')
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await proof.getByRole('button', { name: 'Log in at the provider instead' }).click()
  await proof.getByText('A window opens, in which you log in once more.').waitFor()
  await expectAccessible(page)
  const opened = context.waitForEvent('page')
  await page.keyboard.press('Enter')
  const atProvider = await opened
  await expect.poll(() => atProvider.isClosed()).toBe(true)
  await proof.waitFor({ state: 'detached' })
  await expect.poll(() => app.query(`select "name" from galla.users where "name" = 'asha'`)).toHaveLength(1)
  issues.errors.length = 0
})
