import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { paise } from '@galla/sdk'
import { chromiumPath } from '../lib/chromium.mjs'
import { eventually, openDemo } from '../lib/demo.mjs'
import { at } from '../lib/paths.mjs'
import { loadSource } from './load-source.mjs'

/** A Thursday at nine in India. The pictures are taken on the Friday afternoon. */
const START_MS = Date.parse('2026-11-19T09:00:00+05:30')
const MINUTE_MS = 60_000
const VIEWPORT = { width: 1280, height: 800 }
const SCHEMES = /** @type {const} */ (['light', 'dark'])

/** Rupees of the carts, in turn, and how each is paid. */
const AMOUNTS = [499, 1_299, 250, 899, 3_450, 649, 12_499, 399, 1_850]
const PAYMENTS = [
  { outcome: 'SUCCESS', instrument: 'ACCOUNT' },
  { outcome: 'SUCCESS', instrument: 'ACCOUNT' },
  { outcome: 'FAILURE', errorCode: 'INVALID_MPIN' },
  { outcome: 'SUCCESS', instrument: 'CREDIT_CARD' },
  { outcome: 'SUCCESS', instrument: 'ACCOUNT' },
  undefined,
  { outcome: 'SUCCESS', instrument: 'NET_BANKING' },
  { outcome: 'FAILURE', errorCode: 'TXN_CANCELLED' },
  { outcome: 'SUCCESS', instrument: 'RUPAY_CREDIT' },
  { outcome: 'SUCCESS', instrument: 'ACCOUNT' },
  { outcome: 'FAILURE', errorCode: 'INVALID_MPIN' },
]

const folder = at('docs/pictures')

/** Takes the pictures of the documentation, light and dark. */
export const takePictures = () =>
  besideDemo(folder, async ({ demo, openContext }) => {
    const paid = await takePayments(demo)
    const { pageUrl } = await openOrder(demo, 'cart-2001', 1_499)
    for (const colorScheme of SCHEMES) {
      const open = async () => {
        const context = await openContext({ viewport: VIEWPORT, colorScheme, reducedMotion: 'reduce' })
        const page = await context.newPage()
        await page.clock.setFixedTime(demo.sandbox.clock.now())
        return page
      }
      await pictureConsole(await open(), demo, paid, (page, name) => save(page, name, colorScheme))
      const page = await open()
      await page.goto(pageUrl)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await save(page, 'payment-page', colorScheme)
    }
  })

/**
 * Empties a folder, and opens a browser beside the demo on a clock of its own while `work` runs.
 * @param {string} to
 * @param {(open: { demo: any, browser: any, openContext: (options: object) => Promise<any> }) => Promise<void>} work
 */
export async function besideDemo(to, work) {
  process.env.GALLA_CHROMIUM = await chromiumPath()
  const { indianContext, launchChromium } = await loadSource('packages/testkit/src/chromium.ts', {
    external: ['playwright-core'],
  })
  rmSync(to, { recursive: true, force: true })
  mkdirSync(to, { recursive: true })
  const demo = await openDemo({ startMs: START_MS })
  const browser = await launchChromium().catch(async (error) => {
    await demo.close()
    throw error
  })
  try {
    await work({ demo, browser, openContext: (options) => indianContext(browser, options) })
  } finally {
    await browser.close()
    await demo.close()
  }
}

async function pictureConsole(page, demo, merchantOrderId, take) {
  await page.goto(demo.consoleUrl)
  await page.getByLabel('Password').fill(demo.consolePassword)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.locator('#main h1').waitFor()
  const pages = {
    overview: '/',
    orders: '/orders',
    order: `/orders/${merchantOrderId}`,
    finance: '/finance',
    playground: '/test-tools/playground',
    sandbox: '/test-tools/sandbox',
  }
  for (const [name, path] of Object.entries(pages)) {
    await page.goto(`${demo.consoleUrl}${path}`)
    const heading = await page.locator('#main h1').textContent()
    if (/not found/i.test(heading ?? '')) throw new Error(`The console has no page ${path}`)
    await take(page, `console-${name}`)
  }
}

/** Two days of payments. Returns the id of an order that was paid and refunded in part. */
export async function takePayments(demo) {
  const { gateway, sandbox } = demo
  let refunded
  for (let at = 0; at < 44; at += 1) {
    // The night between the days.
    await sandbox.clock.advance((at === 24 ? 15 * 60 : 17 + ((at * 7) % 13)) * MINUTE_MS)
    const { merchantOrderId } = await openOrder(demo, `cart-${1_001 + at}`, AMOUNTS[at % AMOUNTS.length])
    const payment = PAYMENTS[at % PAYMENTS.length]
    if (!payment) continue
    await sandbox.clock.advance(MINUTE_MS)
    await sandbox.simulatePayment(merchantOrderId, payment)
    const order = await eventually(async () => {
      const found = await gateway.orders.get(merchantOrderId)
      return found?.state === 'PENDING' ? undefined : found
    })
    if (at % 9 === 3 && order?.state === 'COMPLETED') {
      const merchantRefundId = `return-${at}`
      await gateway.refunds.request({ merchantRefundId, merchantOrderId, amount: paise(10_000), note: 'damaged' })
      refunded = merchantOrderId
    }
  }
  await sandbox.clock.advance(5 * MINUTE_MS)
  return refunded
}

async function openOrder({ gateway, url }, reference, rupees) {
  const { order, redirectUrl } = await gateway.orders.start({
    reference,
    amount: paise(rupees * 100),
    checkout: 'STANDARD',
    redirectUrl: `${url}/thanks`,
  })
  return { merchantOrderId: order.merchantOrderId, pageUrl: redirectUrl }
}

/** WebP, which playwright does not write. */
async function save(page, name, colorScheme) {
  await page.waitForLoadState('networkidle').catch(() => {})
  await page.evaluate('document.fonts.ready')
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 82 })
  writeFileSync(join(folder, `${name}-${colorScheme}.webp`), Buffer.from(data, 'base64'))
}
