import { expectAccessible, expectReflow } from '@galla/testkit/page-assertions'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type ConsoleApp, startConsoleApp } from '../helpers/console-app.ts'
import { ConsoleBrowser, DESKTOP, PHONE } from '../helpers/console-browser.ts'
import { HINDI } from '../helpers/hindi-page.ts'

/** The choice of a language, on the login page and in the shell. */
let app: ConsoleApp
let browser: ConsoleBrowser
beforeAll(async () => {
  app = await startConsoleApp()
  browser = new ConsoleBrowser(app)
  await browser.open('/health')
  await browser.closePages()
})
afterEach(() => browser.closePages())
afterAll(() => app?.close())

const HINDI_MESSAGES = '**/assets/hi-*.js'

const pageLink = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const documentLanguage = (page: Page) => page.locator('html').getAttribute('lang')

it('the chosen language is shown after the reload, and in the next visit, until another one is chosen', async () => {
  const { page } = await browser.open('/orders')
  expect(await documentLanguage(page)).toBe('en')
  await page.getByLabel('Language').selectOption({ label: 'हिन्दी' })
  await pageLink(page, 'ऑर्डर').waitFor()
  expect(await documentLanguage(page)).toBe('hi')
  await expectAccessible(page)
  await page.goto(`${app.url}/refunds`)
  await pageLink(page, 'रिफ़ंड').waitFor()
  await page.getByLabel('भाषा').selectOption({ label: 'English' })
  await pageLink(page, 'Refunds').waitFor()
  expect(await documentLanguage(page)).toBe('en')
})

it('the login page and the sheet of a phone have the choice of the language', async () => {
  const { page } = await browser.openLoggedOut('/health', PHONE)
  await page.getByLabel('Language').selectOption({ label: 'हिन्दी' })
  await page.getByLabel('भाषा').waitFor()
  await expectReflow(page)
  await expectAccessible(page)
  await page.locator('[type=password]').fill(app.password)
  await page.keyboard.press('Enter')
  await pageLink(page, 'ओवरव्यू').waitFor()
  await page.locator('nav button').last().tap()
  await page.getByRole('dialog').getByLabel('भाषा').selectOption({ label: 'English' })
  await pageLink(page, 'Overview').waitFor()
})

it('the command menu finds a page by its Hindi name and by its English name', async () => {
  const { page } = await browser.open('/health', HINDI)
  await pageLink(page, 'ओवरव्यू').waitFor()
  await page.keyboard.press('Control+k')
  const menu = page.getByRole('dialog', { name: 'कमांड मेन्यू' })
  for (const typed of ['रिफ़', 'refunds', 'open ref']) {
    await menu.getByRole('combobox').fill(typed)
    await menu.getByRole('option', { name: 'रिफ़ंड', exact: true }).waitFor()
    expect(await menu.getByRole('option').count()).toBe(1)
  }
  await expectAccessible(page)
})

it.each([
  ['en-IN', 'Your account'],
  ['hi-IN', 'आपका खाता'],
])('the sidebar of a small laptop shows all pages without scrolling, in %s', async (locale, last) => {
  const { page } = await browser.open('/health', { ...DESKTOP, locale })
  const sidebar = page.locator('aside')
  await sidebar.getByRole('link', { name: last, exact: true }).waitFor()
  const hidden = () =>
    [...document.querySelectorAll('aside, aside > *')].map((part) => part.scrollHeight - part.clientHeight)
  await page.evaluate(() => document.fonts.ready)
  expect(Math.max(...(await page.evaluate(hidden)))).toBe(0)
  const theme = await sidebar.locator('fieldset').boundingBox()
  const choice = await sidebar.locator('select').boundingBox()
  expect(Math.abs((theme?.y ?? 0) - (choice?.y ?? 99))).toBeLessThan(4)
})

it('a browser that asks for Hindi first is shown Hindi, and English when English is chosen', async () => {
  const { page } = await browser.open('/health', HINDI)
  await pageLink(page, 'ओवरव्यू').waitFor()
  await page.getByLabel('भाषा').selectOption({ label: 'English' })
  await pageLink(page, 'Overview').waitFor()
})

it('a page whose Hindi messages cannot be loaded is shown in English, and works', async () => {
  const { page, issues } = await browser.open('/health', HINDI)
  await pageLink(page, 'ओवरव्यू').waitFor()
  await page.route(HINDI_MESSAGES, (route) => route.abort())
  await page.reload()
  await pageLink(page, 'Overview').waitFor()
  expect(await documentLanguage(page)).toBe('en')
  await pageLink(page, 'Orders').click()
  await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor()
  await page.unroute(HINDI_MESSAGES)
  await page.getByLabel('Language').selectOption({ label: 'हिन्दी' })
  await pageLink(page, 'ऑर्डर').waitFor()
  issues.errors.splice(0)
})
