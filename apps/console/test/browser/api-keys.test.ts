import { expectAccessibleInBothSchemes, expectReflow } from '@galla/testkit/page-assertions'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ConsoleApp, startConsoleApp } from '../helpers/console-app.ts'
import { ConsoleBrowser, PHONE } from '../helpers/console-browser.ts'

const BOOTSTRAP = 'the-configured-key-of-the-shop-01'

let app: ConsoleApp
let browser: ConsoleBrowser
beforeAll(async () => {
  app = await startConsoleApp()
  browser = new ConsoleBrowser(app)
})
afterAll(() => app?.close())

it('the page says that the merchant API is off, and how it is turned on', async () => {
  const { page } = await browser.open('/api-keys')
  await page
    .getByText(
      'The merchant API is off in this gateway. A key works once galla gateway is started with the variable GALLA_MERCHANT_KEY, or your server gives createGateway the option merchant. Only the scope Metrics works without it.',
    )
    .waitFor()
})

it('an admin creates a key, sees it once, and revokes it', async () => {
  await app.restart({ merchant: { keys: BOOTSTRAP } })
  const { page } = await browser.open('/api-keys', PHONE)
  await page.getByText('No key yet').waitFor()
  await page.getByText('The merchant API of this gateway is on.').waitFor()
  await page.getByRole('button', { name: 'Create a key…' }).click()
  await page.getByRole('button', { name: 'Create the key' }).click()
  await page.getByText('Enter a name.').waitFor()
  await page.getByLabel('Name').fill('the kettle')
  await page.getByRole('checkbox', { name: /^Refunds Refund without/ }).check()
  const limit = page.getByLabel('Calls per second')
  expect(await limit.inputValue()).toBe('50')
  await page.getByText('1 to 1,000, for each replica. The default is 50.').waitFor()
  await limit.fill('0')
  await page.getByRole('button', { name: 'Create the key' }).click()
  await page.getByText('Enter a whole number from 1 to 1,000.').waitFor()
  await limit.fill('20')
  await expectReflow(page)
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('button', { name: 'Create the key' }).click()
  const key = ((await page.getByRole('region', { name: 'Key' }).textContent()) ?? '').trim()
  expect(key).toMatch(/^galla_test_[0-9a-f]{56}$/)
  const line = page.getByRole('region', { name: 'Key' })
  expect(await line.evaluate((region) => region.scrollWidth - region.clientWidth)).toBe(0)
  // A long line must not push the buttons out of a narrow dialog.
  const done = page.getByRole('button', { name: 'Done' })
  const { x = 0, width = 0 } = (await done.boundingBox()) ?? {}
  expect(x + width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
  await done.click()

  const call = () =>
    app.gateway.merchant.fetch(new Request('http://127.0.0.1/refunds', { headers: { authorization: `Bearer ${key}` } }))
  expect((await call()).status).toBe(200)
  await page.getByText('Read, Refunds; 20 calls per second').waitFor()
  expect(await page.content()).not.toContain(key)
  await page.getByRole('button', { name: 'Revoke… the key the kettle' }).click()
  await page.getByRole('button', { name: 'Revoke the key' }).click()
  await page.getByText('Revoked').waitFor()
  expect((await call()).status).toBe(401)
  await expectReflow(page)
})

it('the dialog of a new key says that the merchant API is off', async () => {
  await app.restart({})
  const { page } = await browser.open('/api-keys', PHONE)
  await page.getByRole('button', { name: 'Create a key…' }).click()
  await page.getByLabel('Name').fill('too early')
  await page.getByRole('button', { name: 'Create the key' }).click()
  const dialog = page.getByRole('dialog', { name: 'too early' })
  await dialog.getByText(/^The merchant API is off in this gateway\. A key works once/).waitFor()
  await expectReflow(page)
  await expectAccessibleInBothSchemes(page)
})
