import { expectAccessible, expectReflow } from '@galla/testkit/page-assertions'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type ConsoleApp, startConsoleApp } from '../helpers/console-app.ts'
import { ConsoleBrowser, PHONE } from '../helpers/console-browser.ts'

/** Browsers have passkeys for names only. */
const named = (app: ConsoleApp): ConsoleApp => {
  const [url, origin] = [app.url, app.origin].map((one) => one.replace('127.0.0.1', 'localhost'))
  return { ...app, url: url ?? '', origin: origin ?? '' }
}

let app: ConsoleApp
let browser: ConsoleBrowser
beforeAll(async () => {
  app = await startConsoleApp()
})
beforeEach(() => {
  browser = new ConsoleBrowser(named(app))
})
afterEach(() => browser.closePages())
afterAll(() => app?.close())

/** An authenticator in the device, whose person puts the finger on it at once. */
async function addAuthenticator(context: BrowserContext, page: Page): Promise<void> {
  const devTools = await context.newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** As if the last proof of every session were from long ago. */
const forgetProofs = () => app.query('update galla.sessions set "provedAtMs" = 0')

it('a passkey is made, logs in without a password, confirms a refund, and is removed', async () => {
  const { merchantOrderId } = await app.shop.payOrder()
  const { page, context, issues } = await browser.open('/account')
  await addAuthenticator(context, page)
  await page.getByLabel('Name of the new passkey').fill('Laptop')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText('Keep these recovery codes').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await page.getByText('not used yet').waitFor()

  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('heading', { name: 'Galla console' }).waitFor()
  await page.getByLabel('Password').fill(app.password)
  await page.keyboard.press('Enter')
  await page.getByText('Or log in with your passkey, below.').waitFor()
  await expectAccessible(page)
  issues.errors.length = 0
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await page.locator('#main h1').waitFor()
  await page.goto(`${named(app).url}/account`)
  await page.getByText('last used').first().waitFor()

  await page.goto(`${named(app).url}/orders/${merchantOrderId}?action=refund`)
  await forgetProofs()
  const refund = page.getByRole('dialog', { name: 'Refund' })
  await refund.getByLabel('Amount in rupees').fill('120')
  await refund.getByLabel('Reason').selectOption('Damaged')
  await refund.getByRole('button', { name: /Refund ₹120/ }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await proof.getByText('Your browser asks for your fingerprint').waitFor()
  await expectAccessible(page)
  await expectReflow(page)
  const hasFocus = (element: Locator) => element.evaluate((one) => one === document.activeElement)
  expect(await hasFocus(proof.getByRole('button', { name: 'Use a passkey', exact: true }))).toBe(true)
  await proof.getByRole('button', { name: 'Use the password instead' }).click()
  expect(await hasFocus(proof.getByLabel('Your password'))).toBe(true)
  await proof.getByRole('button', { name: 'Use a passkey instead' }).click()
  expect(await hasFocus(proof.getByRole('button', { name: 'Use a passkey', exact: true }))).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByText('₹120.00').first().waitFor()
  await proof.waitFor({ state: 'detached' })
  await expect.poll(async () => (await app.gateway.refunds.list()).rows.map(({ amount }) => amount)).toEqual([12_000])
  issues.errors.length = 0

  await page.goto(`${named(app).url}/account`)
  await page.getByRole('button', { name: 'Remove… the passkey Laptop' }).click()
  await page.getByRole('button', { name: 'Remove it' }).click()
  await page.getByText('The passkey is removed.').waitFor()
  await expect.poll(() => page.getByText('not used yet').or(page.getByText('last used').first()).count()).toBe(1)
  expect(await app.query('select from galla.passkeys')).toEqual([])
})

it('a password confirms at a phone what was interrupted; a wrong one and the Escape key do nothing', async () => {
  const { merchantOrderId } = await app.shop.payOrder()
  const { page, issues } = await browser.open(`/orders/${merchantOrderId}?action=refund`, PHONE)
  const count = async () => (await app.gateway.refunds.list()).rows.length
  const before = await count()
  await forgetProofs()
  const refund = page.getByRole('dialog', { name: 'Refund' })
  await refund.getByLabel('Amount in rupees').fill('80')
  await refund.getByLabel('Reason').selectOption('Damaged')
  await refund.getByRole('button', { name: /Refund ₹80/ }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' })
  const password = proof.getByLabel('Your password')
  await password.waitFor()
  expect(await password.evaluate((field) => field === document.activeElement)).toBe(true)
  await expectAccessible(page)
  await expectReflow(page)
  await page.keyboard.press('Escape')
  await proof.waitFor({ state: 'detached' })
  await page.getByText('You have not confirmed that it is you, so nothing was done.').waitFor()
  expect(await refund.getByLabel('Amount in rupees').inputValue()).toBe('80')
  expect(await refund.getByLabel('Reason').inputValue()).not.toBe('')
  expect(await count()).toBe(before)

  await refund.getByRole('button', { name: /Refund ₹80/ }).click()
  await password.fill('a wrong password')
  await page.keyboard.press('Enter')
  await proof.getByText('This is not your current password.').waitFor()
  await expect.poll(() => password.evaluate((field) => field === document.activeElement)).toBe(true)
  await password.fill(app.password)
  await page.keyboard.press('Enter')
  await proof.waitFor({ state: 'detached' })
  await expect.poll(count).toBe(before + 1)
  issues.errors.length = 0
})

it('where the console is opened by an IP address, the account page says why there are no passkeys', async () => {
  const atAddress = new ConsoleBrowser(app)
  const { page } = await atAddress.open('/account', PHONE)
  await page.getByText('they do not work at an IP address').waitFor()
  await expectReflow(page)
  await atAddress.closePages()
})
