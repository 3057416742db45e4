import { expectAccessible, expectReflow } from '@galla/testkit/page-assertions'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type ConsoleApp, startConsoleApp } from '../helpers/console-app.ts'
import { ConsoleBrowser, PHONE } from '../helpers/console-browser.ts'
import { expectHindi, HINDI } from '../helpers/hindi-page.ts'

/** The frame around the pages, and the pages before the login, in Hindi. */
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

it('the login is Hindi, also when fields are empty or the password is wrong', async () => {
  const { page, issues } = await browser.openLoggedOut('/orders', HINDI)
  await page.getByRole('heading', { name: 'Galla कंसोल' }).waitFor()
  await expectHindi(page)
  expect(await page.title()).toBe('लॉग इन · Galla कंसोल')
  const logIn = page.getByRole('button', { name: 'लॉग इन करें', exact: true })
  await logIn.click()
  await page.getByText('पासवर्ड डालें।').waitFor()
  await expectHindi(page)
  await page.getByLabel('पासवर्ड').fill('not the password')
  await logIn.click()
  await page.getByText('नाम या पासवर्ड गलत है।').waitFor()
  await expectHindi(page)
  await expectAccessible(page)
  issues.errors.splice(0)
})

it('an invitation that does not exist is explained in Hindi', async () => {
  const { page, issues } = await browser.openLoggedOut('/invitation#none', HINDI)
  await page.getByText('ऐसा कोई निमंत्रण नहीं है।').waitFor()
  await expectHindi(page)
  issues.errors.splice(0)
})

it('an address without a page, the shortcuts and the command menu are Hindi', async () => {
  const { page } = await browser.open('/nowhere', HINDI)
  await page.getByRole('heading', { name: 'पेज नहीं मिला' }).waitFor()
  await expectHindi(page)
  expect(await page.title()).toBe('पेज नहीं मिला · Galla कंसोल')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'कीबोर्ड शॉर्टकट' }).waitFor()
  await expectHindi(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  const menu = page.getByRole('dialog', { name: 'कमांड मेन्यू' })
  await menu.getByRole('option').first().waitFor()
  await expectHindi(page)
  await menu.getByRole('combobox').fill('zzz')
  await menu.getByText(/^कुछ नहीं मिला/).waitFor()
  await expectHindi(page)
})

it('the sheet of a phone is Hindi and fits', async () => {
  const { page } = await browser.open('/health', { ...PHONE, locale: 'hi-IN' })
  await page.getByRole('button', { name: 'और', exact: true }).tap()
  await page.getByRole('dialog', { name: 'सभी पेज' }).waitFor()
  await expectHindi(page)
  await expectReflow(page)
  await expectAccessible(page)
})

it('a lost connection is told in Hindi', async () => {
  const { page, issues } = await browser.open('/health', HINDI)
  await page.getByText('लाइव', { exact: true }).waitFor()
  app.setUnreachable(true)
  await page.getByText('ऑफ़लाइन', { exact: true }).waitFor()
  await expectHindi(page)
  app.setUnreachable(false)
  await page.getByRole('button', { name: 'फिर से कोशिश करें' }).first().click()
  await page.getByText('लाइव', { exact: true }).waitFor()
  issues.errors.splice(0)
})
