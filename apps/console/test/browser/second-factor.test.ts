import { expectAccessible, expectReflow } from '@galla/testkit/page-assertions'
import { Secret, TOTP } from 'otpauth'
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

it('is set up with an app, asked for at the login, and required of a role', async () => {
  const { page, issues } = await browser.open('/users', PHONE)
  await page.getByLabel('Admin').click()
  await page.getByText('Set up your own second factor first').waitFor()
  issues.errors.length = 0

  await page.goto(`${app.url}/account`)
  await page.getByLabel('Your password').fill(app.password)
  await page.getByRole('button', { name: 'Set up a second factor' }).click()
  await page.getByRole('img', { name: 'QR code of the new key' }).waitFor()
  await expectReflow(page)
  await expectAccessible(page)
  const key = (await page.getByRole('region', { name: 'Or type this key' }).textContent()) ?? ''
  const totp = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) })
  await page.getByLabel('Code', { exact: true }).fill('000000')
  await page.getByRole('button', { name: 'Turn it on' }).click()
  await page.getByText('This code is not right.').waitFor()
  issues.errors.length = 0
  await page.getByLabel('Code', { exact: true }).fill(totp.generate())
  await page.getByRole('button', { name: 'Turn it on' }).click()
  const codes = ((await page.getByRole('region', { name: 'Recovery codes' }).textContent()) ?? '').split('\n')
  expect(codes).toHaveLength(10)
  const shownOnce = page.getByText('The second factor is on. Keep these recovery codes')
  expect(await shownOnce.evaluate((text) => text === document.activeElement)).toBe(true)
  const { y: top = 0 } = (await shownOnce.boundingBox()) ?? {}
  expect(top).toBeGreaterThan(0)
  await expectAccessible(page)
  // Leaving would lose them.
  const asked = page.waitForEvent('dialog')
  const leave = page.getByRole('navigation', { name: 'Main pages' }).getByRole('link', { name: 'Orders' }).click()
  const question = await asked
  expect(question.message()).toContain('recovery codes are not shown again')
  await question.dismiss()
  await leave
  await shownOnce.waitFor()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await page.getByText('with 10 unused recovery codes').waitFor()

  await page.goto(`${app.url}/users`)
  await page.getByLabel('Viewer').click()
  await expect.poll(() => page.getByLabel('Viewer').isChecked()).toBe(true)

  const { page: login, issues: loginIssues } = await browser.openLoggedOut('/', PHONE)
  const tryCode = async (code: string) => {
    await login.getByLabel('Code', { exact: true }).fill(code)
    await login.keyboard.press('Enter')
  }
  await login.getByLabel('Password').fill(app.password)
  await login.keyboard.press('Enter')
  await login.getByText('Six digits of your authenticator app').waitFor()
  await expectAccessible(login)
  await expectReflow(login)
  await tryCode('000000')
  await login.getByText('The code is wrong, or was used before.').waitFor()
  await tryCode(codes[0] ?? '')
  await login.locator('#main h1').waitFor()
  loginIssues.errors.length = 0
})

it('closes all pages but the own account to a user whose role needs one', async () => {
  const { page } = await browser.openLoggedOut('/', PHONE)
  await app.query(`update galla.meta set "value" = 'viewer,admin' where "key" = 'secondFactorRoles'`)
  await app.query(`update galla.users set "totpSecret" = null`)
  await page.getByLabel('Password').fill(app.password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor()
  await page.getByText('Your role needs a second factor.').waitFor()
  await page.getByRole('button', { name: 'Set up a second factor' }).waitFor()
  expect(await page.getByLabel('Current password').count()).toBe(0)
  expect(await page.getByText('Reconnecting').count()).toBe(0)
  await expectAccessible(page)
})
