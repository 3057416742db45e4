import { expectAccessible, expectReflow } from '@galla/testkit/page-assertions'
import { afterAll, afterEach, beforeAll, it } from 'vitest'
import type { ConsoleApp } from '../helpers/console-app.ts'
import { ConsoleBrowser, PHONE } from '../helpers/console-browser.ts'
import { expectHindi, HINDI } from '../helpers/hindi-page.ts'
import { sampleSubscriptions, startSubscriptionApp } from '../helpers/sample-subscriptions.ts'

/** The pages of subscriptions in Hindi. */
let app: ConsoleApp
let browser: ConsoleBrowser
beforeAll(async () => {
  app = await startSubscriptionApp()
  await sampleSubscriptions(app)
  browser = new ConsoleBrowser(app)
  await browser.open('/')
  await browser.closePages()
}, 180_000)
afterEach(() => browser.closePages())
afterAll(() => app?.close())

it.each([
  '',
  '?tab=coming',
  '?tab=dunning',
  '?tab=figures',
  '?tab=plans',
  '/paid-1',
  '/late-1',
  '/revoked-1',
  '/trial-1',
  '/new-1',
])('the page /subscriptions%s has no English sentence in Hindi', async (path) => {
  const { page } = await browser.open(`/subscriptions${path}`, HINDI)
  await page.waitForLoadState('networkidle')
  await expectHindi(page)
})

it('the changes of a subscription are in Hindi', async () => {
  const { page } = await browser.open('/subscriptions/paid-1', HINDI)
  for (const name of ['रोकें…', 'एक अवधि छोड़ें…', 'रद्द करें…']) {
    await page.getByRole('button', { name, exact: true }).click()
    await page.getByRole('dialog').waitFor()
    await expectHindi(page)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }
})

it('the page of a subscription does not scroll sideways on a phone in Hindi', async () => {
  const { page } = await browser.open('/subscriptions/late-1', { ...PHONE, locale: 'hi-IN' })
  await page.waitForLoadState('networkidle')
  await expectReflow(page)
})
