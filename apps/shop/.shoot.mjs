import { readFileSync } from 'node:fs'
import { chromium } from 'playwright-core'
const { url } = JSON.parse(readFileSync('/tmp/shots/shop/stall.json', 'utf8'))
process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs20.x'
const { default: bundled } = await import('@sparticuz/chromium')
const { existsSync } = await import('node:fs')
const executablePath = existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : await bundled.executablePath()
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] })
const out = '/tmp/shots/shop'
async function visit(name, { width, height = 800, dark, hi, mobile }, steps) {
  const context = await browser.newContext({ viewport: { width, height }, locale: hi ? 'hi-IN' : 'en-IN', timezoneId: 'Asia/Kolkata', colorScheme: dark ? 'dark' : 'light', ...(mobile && { isMobile: true, hasTouch: true }) })
  const page = await context.newPage()
  page.on('console', (m) => ['error','warning'].includes(m.type()) && console.log(name, m.text()))
  page.on('pageerror', (e) => console.log(name, String(e)))
  page.setDefaultTimeout(8000)
  await page.goto(url)
  await page.waitForLoadState('networkidle')
  let n = 0
  const shot = (what, full = true) => page.screenshot({ path: `${out}/${name}-${++n}-${what}.png`, fullPage: full })
  try { await steps(page, shot) } catch (e) { console.log(name, e.message.split('\n')[0]); await shot('error') }
  await context.close()
}
const add = (page, n) => page.locator('.product').nth(n).locator('.product-buy button').first().click()
const walk = async (page, shot) => {
  await shot('stall')
  await add(page, 0); await add(page, 2); await page.locator('.product').nth(2).locator('.stepper button').last().click()
  await shot('stall-picked', false)
  await page.goto(url + '/cart'); await shot('cart')
  await page.locator('input[name=way]').nth(2).check()
  await page.locator('.pay .button-main').click()
  await page.locator('.galla-methods').waitFor(); await shot('pay')
  await page.locator('.galla-method-body .galla-button').first().click()
  await page.locator('.galla-qr').waitFor().catch(() => {}); await shot('qr')
  await page.goto(url + '/thanks'); await page.locator('.galla-seal').waitFor(); await shot('thanks-pending')
  await page.goto(url + '/orders'); await page.locator('.order').waitFor(); await shot('orders')
}
const which = process.argv[2]
const all = {
  desk: [{ width: 1280 }, walk], deskdark: [{ width: 1280, dark: true }, walk],
  phone: [{ width: 390, height: 844, mobile: true }, walk], phonehi: [{ width: 360, height: 740, mobile: true, hi: true, dark: true }, walk], deskhi: [{ width: 1280, hi: true }, walk],
}
for (const [name, [options, steps]] of Object.entries(all)) if (!which || which.split(',').includes(name)) await visit(name, options, steps)
await browser.close()
