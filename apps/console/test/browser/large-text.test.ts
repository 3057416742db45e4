import { expectReflow } from '@galla/testkit/page-assertions'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type ConsoleApp, startConsoleApp } from '../helpers/console-app.ts'
import { ConsoleBrowser, DESKTOP, PHONE } from '../helpers/console-browser.ts'

let app: ConsoleApp
let browser: ConsoleBrowser
beforeAll(async () => {
  app = await startConsoleApp()
  browser = new ConsoleBrowser(app)
})
afterEach(() => browser.closePages())
afterAll(() => app?.close())

it('at twice the text size, icons are twice as large and the side bar shows at least ten links', async () => {
  const { page } = await browser.open('/health')
  const navigation = page.getByRole('navigation', { name: 'Pages' })
  const icon = navigation.locator('svg').first()
  const { width: before = 0 } = (await icon.boundingBox()) ?? {}
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  expect((await icon.boundingBox())?.width).toBe(2 * before)
  const seen = await navigation.evaluate((links) => {
    const frame = links.parentElement?.getBoundingClientRect()
    return [...links.querySelectorAll('a')].filter((one) => one.getBoundingClientRect().bottom <= (frame?.bottom ?? 0))
      .length
  })
  expect(seen).toBeGreaterThanOrEqual(10)
  // A person can reach the links below the window.
  const logOut = page.getByRole('button', { name: /^Log out/ }).first()
  await logOut.scrollIntoViewIfNeeded()
  const { y = 0, height = 0 } = (await logOut.boundingBox()) ?? {}
  expect(y + height).toBeLessThanOrEqual(800)
})

it.each([
  ['a desktop', DESKTOP],
  ['a phone', PHONE],
])('at twice the text size, the page Health does not scroll sideways on %s', async (_, device) => {
  const { page } = await browser.open('/health', device)
  await page.getByRole('table').first().waitFor()
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  await expectReflow(page)
})
