import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type ConsoleApp, startConsoleApp } from '../helpers/console-app.ts'
import { ConsoleBrowser, DESKTOP } from '../helpers/console-browser.ts'
import { type HttpsFront, startHttpsFront } from '../helpers/https-front.ts'

const OPTIONS = { ...DESKTOP, ignoreHTTPSErrors: true }

let front: HttpsFront
let app: ConsoleApp
let browser: ConsoleBrowser
beforeAll(async () => {
  front = await startHttpsFront()
  const url = `${front.origin}/admin/payments`
  app = await startConsoleApp({ console: { url } })
  front.passTo(app.origin)
  browser = new ConsoleBrowser({ ...app, url, origin: front.origin })
})
afterEach(() => browser.closePages())
afterAll(async () => {
  await app?.close()
  await front?.close()
})

it('over https, the console shows the payment page in a frame and opens it in a tab', async () => {
  const { page, context } = await browser.open('/test-tools/playground', OPTIONS)
  const response = await page.reload()
  expect(response?.headers()).toMatchObject({
    'cross-origin-opener-policy': 'same-origin',
    'strict-transport-security': 'max-age=31536000',
  })
  await page.getByRole('radio', { name: 'In a frame' }).check()
  await page.getByRole('button', { name: /^Pay ₹/ }).click()
  const frame = page.frameLocator('iframe[title="Payment page"]')
  await frame.getByRole('heading', { name: 'How would you like to pay?' }).waitFor()
  await page.goto(`${front.origin}/admin/payments/`)
  const [payer] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('button', { name: /^Make a sample payment/ }).click(),
  ])
  await payer.waitForURL((url) => url.origin === app.sandbox.url)
  await page.getByRole('region', { name: 'Sample payment' }).getByText('Pending', { exact: true }).waitFor()
})

it('a shop on the same https host pays in a window of its own, and hears from its return page', async () => {
  const { page, context } = await browser.openLoggedOut('/', OPTIONS)
  await page.goto(`${front.origin}/cart`)
  const { redirectUrl } = await app.shop.createOrder()
  const [popup] = await Promise.all([
    context.waitForEvent('page'),
    page.evaluate((url) => {
      window.addEventListener('message', ({ data }) => (document.title = String(data)))
      window.open(url)
    }, redirectUrl ?? ''),
  ])
  await popup.getByRole('heading', { name: 'How would you like to pay?' }).waitFor()
  await popup.evaluate((url) => location.assign(url), `${front.origin}/thanks`)
  await popup.getByRole('heading', { name: 'Thank you' }).waitFor()
  // Read over https while the window is open, as the page of a shop does.
  const status = await popup.evaluate(async () => (await fetch('/payments/orders/order-1/status')).status)
  expect(status).toBe(401)
  await popup.evaluate(() => window.opener.postMessage('paid', location.origin))
  await expect.poll(() => page.title()).toBe('paid')
})
