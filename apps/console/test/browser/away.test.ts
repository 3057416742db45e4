import { expectAccessible, expectLittleLayoutShift } from '@galla/testkit/page-assertions'
import { afterAll, afterEach, beforeAll, it } from 'vitest'
import { type ConsoleApp, startConsoleApp } from '../helpers/console-app.ts'
import { ConsoleBrowser, DESKTOP, PHONE } from '../helpers/console-browser.ts'

let app: ConsoleApp
let browser: ConsoleBrowser
beforeAll(async () => {
  app = await startConsoleApp()
  browser = new ConsoleBrowser(app, { withoutFiles: true })
})
afterEach(() => {
  app.setUnreachable(false)
  return browser.closePages()
})
afterAll(() => app?.close())

it('says so when a page cannot be loaded, and loads it once the gateway answers', async () => {
  const { page, issues } = await browser.open('/health')
  app.setUnreachable(true)
  await page.getByRole('link', { name: 'Refunds' }).click()
  await page.getByText('This page could not be loaded').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Not loaded' }).waitFor()
  await expectAccessible(page)
  await page.locator('#main').getByRole('button', { name: 'Try again' }).click()
  await page.getByText('The gateway still does not answer').waitFor()
  app.setUnreachable(false)
  await page.locator('#main').getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { level: 1, name: 'Refunds' }).waitFor()
  issues.errors.splice(0)
})

it('keeps the page when one of its dialogs cannot be loaded', async () => {
  const { page, issues } = await browser.open('/health')
  app.setUnreachable(true)
  await page.keyboard.press('Control+k')
  await page.getByText('This part could not be loaded').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Health' }).waitFor()
  // What the page polls meanwhile fails as well.
  app.setUnreachable(false)
  issues.errors.splice(0)
})

it.each([
  ['on a desktop', {}],
  ['on a phone', PHONE],
])('says since when nothing is updated %s', async (_, device) => {
  const { page, issues } = await browser.open('/orders', device)
  await page.getByText('Live', { exact: true }).waitFor()
  app.setUnreachable(true)
  const banner = page.getByRole('region', { name: 'Live updates' })
  await banner
    .getByText(/^No updates since \d\d:\d\d IST\. What you see may be out of date\.$/)
    .waitFor({ timeout: 60_000 })
  await expectAccessible(page)
  await banner.getByRole('button', { name: 'Try again' }).click()
  app.setUnreachable(false)
  await banner.waitFor({ state: 'detached' })
  await page.getByText('Live', { exact: true }).waitFor()
  issues.errors.splice(0)
})

it.each([
  ['a desktop', DESKTOP],
  ['a phone', PHONE],
])('moves little while the overview is loaded over slow 4G on %s', async (_, device) => {
  await app.shop.payOrder()
  const { page, context } = await browser.open('/health', device)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 562,
    downloadThroughput: 180_000,
    uploadThroughput: 84_000,
  })
  await page.goto(`${app.url}/`)
  await page.getByRole('img', { name: /^API latency/ }).waitFor({ timeout: 40_000 })
  await expectLittleLayoutShift(page)
})
