import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { indianContext, launchChromium, watchPage } from '@galla/testkit/chromium'
import type { Browser, Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { cache, root } from '../lib/paths.mjs'
import { start } from '../packaging/start-program.ts'

interface Ready {
  shop: string
  console: string
  consolePassword: string
  provider: string
}

it('npm start: a payment in the shop appears in the console live, and a partial refund there appears in the shop', async () => {
  const before = folders()
  const { child, ready, ended } = npmStart()
  const addresses = await ready
  const [folder = 'none'] = folders().filter((name) => !before.includes(name))
  expect(processesAt(folder)).not.toEqual([])
  const browser = await launchChromium()
  onTestFinished(() => browser.close())
  const origins = [addresses.shop, addresses.provider, addresses.console]

  const inConsole = await visit(browser, addresses.console, origins)
  await logIn(inConsole.page, addresses.consolePassword)
  await inConsole.page.goto(`${addresses.console}/orders`)
  await inConsole.page.getByText('No order yet').waitFor()

  const inShop = await visit(browser, addresses.shop, origins)
  const { page } = inShop
  await page.getByRole('button', { name: 'Add Darjeeling, first flush' }).click()
  await page.getByRole('link', { name: 'Choose how to pay' }).click()
  await page.getByRole('button', { name: 'Pay ₹499.00' }).click()
  // Nothing is clicked in the console: the row appears and changes by itself.
  await inConsole.page.getByText('₹499.00').first().waitFor()
  await inConsole.page.getByText('Pending').first().waitFor()
  await page.getByRole('heading', { level: 3, name: 'Net banking' }).click()
  await page.getByLabel('State Bank of India').check()
  await page.getByRole('button', { name: 'Pay ₹499.00' }).click()
  await page.getByRole('button', { name: 'Success' }).click()
  await page.getByRole('link', { name: 'Return to Nukkad Chai' }).click()
  await page.getByRole('heading', { name: 'Payment successful' }).waitFor()
  await inConsole.page.getByText('Completed').first().waitFor()

  await inConsole.page
    .getByRole('link', { name: /₹499\.00/ })
    .first()
    .click()
  await inConsole.page.getByText('Why is this order paid?').click()
  await inConsole.page.getByText(/^It is paid\. A status check reports/).waitFor()
  await inConsole.page.getByRole('button', { name: 'Refund…' }).click()
  await inConsole.page.getByLabel('Amount in rupees').fill('100')
  await inConsole.page.getByLabel('Reason').selectOption('Damaged')
  await inConsole.page.getByRole('button', { name: 'Refund ₹100.00' }).click()
  await inConsole.page.getByRole('dialog').getByText('Refunded', { exact: true }).first().waitFor()
  await page.getByRole('link', { name: 'Your orders' }).first().click()
  await page.getByText('Paid, ₹100.00 refunded').waitFor()

  for (const { problems } of [inConsole, inShop]) expect(problems).toEqual({ errors: [], foreign: [] })
  child.kill('SIGTERM')
  await ended
  await expect.poll(folders, { timeout: 60_000 }).not.toContain(folder)
  expect(processesAt(folder)).toEqual([])
})

/** Starts the command as a person types it. */
function npmStart() {
  const args = ['start', '--silent', '--', '--json', '--port', '0']
  // A process group of its own, which the end of the test kills.
  const { child, ready, ended } = start('npm', args, { cwd: root, detached: true }, /^\{"ready":.*/)
  onTestFinished(() => {
    try {
      process.kill(-(child.pid ?? Number.NaN), 'SIGKILL')
    } catch {
      // The whole group has ended.
    }
  })
  return { child, ended, ready: ready.then(([line]): Ready => JSON.parse(line).ready) }
}

async function visit(browser: Browser, url: string, origins: readonly string[]) {
  const context = await indianContext(browser, { viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const problems = await watchPage(page, origins)
  await page.goto(url)
  return { page, problems }
}

async function logIn(page: Page, password: string): Promise<void> {
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('button', { name: 'Log in' }).waitFor({ state: 'detached' })
}

const folders = () => readdirSync(cache).filter((name) => /^shop-\d+-/.test(name))

/** Command lines that contain a name, where the system shows them. */
function processesAt(name: string): string[] {
  const all = existsSync('/proc') ? readdirSync('/proc').filter((entry) => /^\d+$/.test(entry)) : []
  return all.map(commandOf).filter((command) => command.includes(name))
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    // The process ended this moment.
    return ''
  }
}
