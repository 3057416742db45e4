import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { indianContext, launchChromium, watchPage } from '@galla/testkit/chromium'
import type { Browser, Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { cache, root } from '../lib/paths.mjs'

interface Ready {
  shop: string
  console: string
  consolePassword: string
  provider: string
}

it('npm start: tea is bought in the shop, seen in the console as it happens, and partly given back from there', async () => {
  const before = folders()
  const { child, ready } = npmStart()
  const facts = await ready
  const [folder = 'none'] = folders().filter((name) => !before.includes(name))
  expect(processesAt(folder)).not.toEqual([])
  const browser = await launchChromium()
  onTestFinished(() => browser.close())
  const origins = [facts.shop, facts.provider, facts.console]

  const desk = await visit(browser, facts.console, origins)
  await logIn(desk.page, facts.consolePassword)
  await desk.page.goto(`${facts.console}/orders`)
  await desk.page.getByText('No order yet').waitFor()

  const street = await visit(browser, facts.shop, origins)
  const { page } = street
  await page.getByRole('button', { name: 'Add Darjeeling, first flush' }).click()
  await page.getByRole('link', { name: 'Choose how to pay' }).click()
  await page.getByRole('button', { name: 'Pay ₹499.00' }).click()
  // Nothing is pressed at the desk: the row comes by itself, and changes by itself.
  await desk.page.getByText('₹499.00').first().waitFor()
  await desk.page.getByText('Pending').first().waitFor()
  await page.getByRole('heading', { level: 3, name: 'Net banking' }).click()
  await page.getByLabel('State Bank of India').check()
  await page.getByRole('button', { name: 'Pay ₹499.00' }).click()
  await page.getByRole('button', { name: 'Success' }).click()
  await page.getByRole('link', { name: 'Return to Nukkad Chai' }).click()
  await page.getByRole('heading', { name: 'Payment successful' }).waitFor()
  await desk.page.getByText('Completed').first().waitFor()

  await desk.page.getByText('₹499.00').first().click()
  await desk.page.getByRole('tab', { name: 'Why is this order paid?' }).click()
  await desk.page.getByText(/^It is paid\. A status check reports/).waitFor()
  await desk.page.getByRole('button', { name: 'Refund…' }).click()
  await desk.page.getByLabel('Amount in rupees').fill('100')
  await desk.page.getByLabel('Type REFUND to confirm').fill('REFUND')
  await desk.page.getByRole('button', { name: 'Refund ₹100.00' }).click()
  await desk.page.getByRole('dialog').getByText('Refunded').first().waitFor()
  await page.getByRole('link', { name: 'Your orders' }).first().click()
  await page.getByText('Paid, ₹100.00 returned').waitFor()

  for (const { misdeeds } of [desk, street]) expect(misdeeds).toEqual({ errors: [], foreign: [] })
  child.kill('SIGTERM')
  await once(child, 'exit')
  await expect.poll(folders, { timeout: 20_000 }).not.toContain(folder)
  expect(processesAt(folder)).toEqual([])
})

/** As a person types it. */
function npmStart() {
  const child = spawn('npm', ['start', '--silent', '--', '--json', '--port', '0'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    // A group of its own: whatever happens, nothing stays behind the test.
    detached: true,
  })
  onTestFinished(() => {
    try {
      process.kill(-(child.pid ?? Number.NaN), 'SIGKILL')
    } catch {
      // All of it has ended.
    }
  })
  const ready = once(createInterface({ input: child.stdout }), 'line').then(
    ([line]): Ready => JSON.parse(String(line)).ready,
  )
  return { child, ready }
}

async function visit(browser: Browser, url: string, origins: readonly string[]) {
  const context = await indianContext(browser, { viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const misdeeds = await watchPage(page, origins)
  await page.goto(url)
  return { page, misdeeds }
}

async function logIn(page: Page, password: string): Promise<void> {
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('button', { name: 'Log in' }).waitFor({ state: 'detached' })
}

const folders = () => readdirSync(cache).filter((name) => /^shop-\d+-/.test(name))

/** Command lines in which a name occurs, where the system shows them. */
function processesAt(name: string): string[] {
  const all = existsSync('/proc') ? readdirSync('/proc').filter((entry) => /^\d+$/.test(entry)) : []
  return all.map(commandOf).filter((command) => command.includes(name))
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    // Ended this moment.
    return ''
  }
}
