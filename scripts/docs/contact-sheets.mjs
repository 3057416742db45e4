import { join } from 'node:path'
import { makeSubscriptions } from '../lib/demo-subscriptions.mjs'
import { cache } from '../lib/paths.mjs'
import { besideDemo, takePayments } from './pictures.mjs'

const LOCALES = { en: 'en-IN', hi: 'hi-IN' }
const VIEWPORTS = [
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
  { width: 360, height: 760, isMobile: true, hasTouch: true },
]
const SCHEMES = /** @type {const} */ (['light', 'dark'])

/** Pictures of one sheet, and the width of each in a row. Pixels. */
const PER_SHEET = 12
const PICTURE_WIDTH = { wide: 640, narrow: 320 }

/**
 * Photographs the console, page by page and state by state, and joins the pictures to sheets in `.cache/sheets`, such as `hi-360-dark-1.png`.
 * @param {string} wanted only sheets whose name has this text: `hi-360`. Default: all
 */
export async function takeContactSheets(wanted = '') {
  const folder = join(cache, 'sheets')
  await besideDemo(folder, async ({ demo, browser, openContext }) => {
    const states = statesOf(await takePayments(demo))
    await makeSubscriptions(demo)
    for (const [language, locale] of Object.entries(LOCALES)) {
      for (const { width, height, ...touch } of VIEWPORTS) {
        for (const colorScheme of SCHEMES) {
          const name = `${language}-${width}-${colorScheme}`
          if (!name.includes(wanted)) continue
          const options = { locale, viewport: { width, height }, ...touch, colorScheme, reducedMotion: 'reduce' }
          const context = await openContext(options)
          const pictures = await photograph(await context.newPage(), demo, states)
          await context.close()
          await saveSheets(browser, pictures, { name, folder, isNarrow: touch.isMobile === true })
        }
      }
    }
  })
  return folder
}

/**
 * The pages and main states of the console. `button` opens a dialog: its name in English or in Hindi.
 * @param {string} merchantOrderId an order that was paid and refunded in part
 * @returns {{ path: string, button?: RegExp, key?: string }[]}
 */
function statesOf(merchantOrderId) {
  const order = `/orders/${merchantOrderId}`
  const pages = [
    ...['/', '/orders', order, `${order}/receipt`, '/orders?q=cart-10', '/orders?q=nothing', '/orders?state=FAILED'],
    ...['/refunds', '/refunds?state=TO_APPROVE', '/refund-files', '/orders/demo-club-m1-setup'],
    ...['/subscriptions', '/subscriptions?tab=figures', '/subscriptions?tab=plans', '/subscriptions/demo-tea'],
    '/subscriptions/demo-ending',
    ...['/disputes', '/finance', '/finance?tab=entries', '/finance?tab=settlements', '/webhooks', '/webhooks/1'],
    ...['/api-log', '/api-log?tab=errors', '/deliveries', '/reconciliation', '/telemetry', '/health'],
    ...['/test-tools/playground', '/test-tools/sandbox', '/users', '/api-keys', '/audit', '/erasure', '/account'],
    '/nowhere',
  ]
  return [
    ...pages.map((path) => ({ path })),
    { path: order, button: /^(Refund…|रिफ़ंड करें…)$/ },
    { path: order, button: /^(Copy message for the payer…|ग्राहक के लिए संदेश कॉपी करें…)$/ },
    { path: '/subscriptions/demo-tea', button: /^(Cancel…|रद्द करें…)$/ },
    { path: '/users', button: /^(Invite…|आमंत्रित करें…)$/ },
    { path: '/api-keys', button: /^(Create a key…|key बनाएँ…)$/ },
    { path: '/health', key: 'Control+k' },
    { path: '/health', key: '?' },
  ]
}

/** Photographs the login, logs in, and photographs the states. */
async function photograph(page, demo, states) {
  const pictures = []
  const take = async (title) => {
    await page.waitForLoadState('networkidle').catch(() => {})
    await page.evaluate('document.fonts.ready')
    pictures.push({ title, jpeg: await page.screenshot({ type: 'jpeg', quality: 80, fullPage: true }) })
  }
  await page.clock.setFixedTime(demo.sandbox.clock.now())
  await page.goto(demo.consoleUrl)
  const password = page.locator('input[type=password]')
  await password.waitFor()
  await take('login')
  await password.fill(demo.consolePassword)
  await password.press('Enter')
  const heading = page.locator('#main h1')
  await heading.waitFor()
  for (const { path, button, key } of states) {
    await page.goto(`${demo.consoleUrl}${path}`)
    await heading.waitFor()
    if (button) await page.getByRole('button', { name: button }).click()
    if (key) await page.keyboard.press(key)
    if (button || key) await page.getByRole('dialog').waitFor()
    await take([path, button && 'dialog', key].filter(Boolean).join(' '))
  }
  return pictures
}

/** Lays pictures out on pages of HTML, and photographs these. A long page of the console is cut off below. */
async function saveSheets(browser, pictures, { name, folder, isNarrow }) {
  const width = isNarrow ? PICTURE_WIDTH.narrow : PICTURE_WIDTH.wide
  const page = await browser.newPage({ viewport: { width: (isNarrow ? 6 : 3) * (width + 16) + 16, height: 600 } })
  for (let at = 0; at < pictures.length; at += PER_SHEET) {
    const figures = pictures
      .slice(at, at + PER_SHEET)
      .map(
        ({ title, jpeg }) =>
          `<figure><figcaption>${title}</figcaption><img src="data:image/jpeg;base64,${jpeg.toString('base64')}"></figure>`,
      )
    await page.setContent(`<meta charset="utf-8"><style>
      body { display: flex; flex-wrap: wrap; align-items: start; gap: 16px; margin: 16px; background: #888; font: 14px sans-serif }
      figure { margin: 0; width: ${width}px }
      figcaption { background: #ff9; overflow: hidden; white-space: nowrap }
      img { display: block; width: 100%; max-height: ${width * 2}px; object-fit: cover; object-position: top }
    </style>${figures.join('')}`)
    const path = join(folder, `${name}-${at / PER_SHEET + 1}.png`)
    await page.screenshot({ path, fullPage: true })
  }
  await page.close()
}
