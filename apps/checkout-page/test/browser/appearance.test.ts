import { deflateSync } from 'node:zlib'
import { expectAccessible, expectAccessibleInBothSchemes, expectReflow } from '@galla/testkit/page-assertions'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CheckoutBrowser, DESKTOP, PHONE } from '../helpers/checkout-browser.ts'
import { heading, openMethod } from '../helpers/payer.ts'

/** A name that would be an element, and an accent that nobody can read on paper. */
const NAME = 'Chai <b>& Chapters'

let browser: CheckoutBrowser
beforeAll(async () => {
  browser = await CheckoutBrowser.open({
    appearance: { merchantName: NAME, logo: logoOf(96, 40), accentColor: '#ffee00', radius: 14 },
  })
})
afterEach(() => browser.endVisits())
afterAll(() => browser.close())

/** A PNG of one colour. */
function logoOf(width: number, height: number): string {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length, 0)
    frame.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const row = Buffer.from([0, ...Array.from({ length: width }, () => [184, 60, 40]).flat()])
  const rows = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))
  const png = Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
  return `data:image/png;base64,${png.toString('base64')}`
}

function crc32(bytes: Buffer): number {
  let crc = -1
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}

describe.each([
  ['a desktop', DESKTOP],
  ['a phone', PHONE],
])('on %s', (_, device) => {
  it('the page shows name, logo, accent and corners of the shop, readable in both schemes', async () => {
    const order = await browser.order()
    const { page } = await browser.visit(order.pageUrl, device)
    await heading(page, NAME)
    const logo = page.locator('.merchant-logo')
    expect(await logo.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight])).toEqual([96, 40])
    expect(await page.locator('.galla-methods').evaluate((list) => getComputedStyle(list).borderTopLeftRadius)).toBe(
      '14px',
    )
    await openMethod(page, 'Card')
    await page.getByLabel('Card number').waitFor()
    const pay = page.getByRole('button', { name: /^Pay/ })
    expect(await pay.evaluate((button) => getComputedStyle(button).backgroundColor)).not.toBe('rgb(255, 238, 0)')
    expect(await page.evaluate(() => document.querySelectorAll('style, [style]').length)).toBe(0)
    await expectAccessibleInBothSchemes(page)
    await expectReflow(page)
    expect(await page.title()).toBe(`Pay ${NAME}`)
  })
})

it('does not move while the logo arrives', async () => {
  const order = await browser.order()
  const { page } = await browser.visit('about:blank', PHONE)
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/transact/logo*', async (route) => {
    await held
    await route.continue()
  })
  // The picture is part of what the load event waits for.
  await page.goto(order.pageUrl, { waitUntil: 'commit' })
  const title = page.getByRole('heading', { level: 1 })
  await title.waitFor()
  const before = await title.boundingBox()
  release()
  await expect.poll(() => page.locator('.merchant-logo').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(96)
  expect(await title.boundingBox()).toEqual(before)
})

it('opens the method with which the payer paid last', async () => {
  const first = await browser.order()
  const { page } = await browser.visit(first.pageUrl)
  await openMethod(page, 'Net banking')
  await page.getByText('HDFC Bank').first().click()
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.getByRole('button', { name: 'Success' }).click()
  await heading(page, 'Payment successful')
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }))
  expect(stored).toContain('"galla-last-method":"net-banking"')
  expect(stored).not.toMatch(/HDFC/i)
  await page.goto((await browser.order()).pageUrl)
  await page.locator('details[open]').getByText('Last used · ').waitFor()
  await page.getByText('HDFC Bank').first().waitFor()
  await expectAccessible(page)
})

describe('the page that changes the look', () => {
  const frame = (page: Page, name: string) => page.frameLocator(`iframe[title="${name}"]`)
  const open = async (device = DESKTOP) => (await browser.visit(`${browser.sandbox.url}/appearance`, device)).page
  const groundOf = (button: Locator) => button.evaluate((element) => getComputedStyle(element).backgroundColor)

  /** axe takes the landmarks of two frames for landmarks of one page, in which the same previews would be ambiguous. */
  const expectOneFrameAccessible = async (page: Page) => {
    await page
      .locator('iframe')
      .first()
      .evaluate((first) => first.remove())
    await expectAccessible(page)
  }

  it('shows page and components in both schemes, as they are changed', async () => {
    const page = await open()
    const light = frame(page, 'Payment page on a light device')
    await light.getByRole('heading', { name: 'Galla Test Shop' }).waitFor()
    await page.getByLabel('merchantName').fill(NAME)
    await light.getByRole('heading', { name: NAME, exact: true }).waitFor()
    await frame(page, 'Payment page on a dark device').getByRole('heading', { name: NAME, exact: true }).waitFor()
    expect(await light.locator('html').getAttribute('data-theme')).toBe('light')
    await page.getByRole('button', { name: 'React components' }).click()
    const components = frame(page, 'React components on a light device')
    const pay = components.getByRole('button', { name: 'Show QR code' })
    await expect.poll(() => groundOf(pay)).toBe('rgb(31, 79, 143)')
    await page.getByLabel('accentColor').fill('#8a1c5b')
    await expect.poll(() => groundOf(pay)).toBe('rgb(138, 28, 91)')
    await page.getByLabel('colorScheme').selectOption('dark')
    await expect.poll(() => components.locator('html').getAttribute('data-theme')).toBe('dark')
  })

  it.each(['360 px', 'Full'])('keeps the focus in the field while its previews change, %s wide', async (width) => {
    const page = await open()
    await page.getByRole('button', { name: width }).click()
    const field = page.getByLabel('merchantName')
    await field.fill('')
    await field.pressSequentially(NAME, { delay: 40 })
    await frame(page, 'Payment page on a dark device').getByRole('heading', { name: NAME, exact: true }).waitFor()
    expect(await field.inputValue()).toBe(NAME)
    await page.keyboard.press('!')
    expect(await field.inputValue()).toBe(`${NAME}!`)
  })

  it('says what is wrong with a value, and keeps the rest', async () => {
    const page = await open()
    await page.getByLabel('accentColor').fill('#ffee00')
    await page.getByText('light: #756d00 corrected to a contrast of 4.5').waitFor()
    await page.getByLabel('accentColor').fill('red;}body{display:none')
    await page.getByText('appearance.accentColor must be a colour').waitFor()
    await page.getByLabel('logo').setInputFiles({
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: Buffer.from('<svg onload="alert(1)">'.padEnd(60)),
    })
    await page.getByText('its bytes are no such picture').waitFor()
    await frame(page, 'Payment page on a light device').getByRole('heading', { name: 'Galla Test Shop' }).waitFor()
    await expectOneFrameAccessible(page)
  })

  it('shows a logo, and the code of all three places', async () => {
    const page = await open()
    const buffer = Buffer.from(logoOf(96, 40).replace(/.*,/, ''), 'base64')
    await page.getByLabel('logo').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
    const shown = frame(page, 'Payment page on a light device').locator('.merchant-logo')
    await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(96)
    const code = page.getByRole('region', { name: 'Code' })
    for (const text of ['logo: "/logo.png"', "readFileSync('logo.png', 'base64')", '"logo": "logo.png"'])
      expect(await code.textContent()).toContain(text)
  })

  it.each([
    ['light', PHONE],
    ['dark', { ...PHONE, colorScheme: 'dark' as const }],
  ])('is accessible on a phone, %s', async (_, device) => {
    const page = await open(device)
    await frame(page, 'Payment page on a dark device').getByRole('heading', { name: 'Galla Test Shop' }).waitFor()
    await page.setViewportSize({ width: 360, height: 740 })
    await expectReflow(page)
    await expectOneFrameAccessible(page)
  })

  it('is framed by nobody, and its previews only by itself', async () => {
    const policyOf = async (path: string) =>
      (await fetch(`${browser.sandbox.url}${path}`)).headers.get('content-security-policy')
    expect(await policyOf('/appearance')).toContain("frame-ancestors 'none'")
    expect(await policyOf('/appearance/preview')).toContain("frame-ancestors 'self'")
    for (const path of ['/appearance', '/appearance/preview']) expect(await policyOf(path)).not.toContain('unsafe')
  })
})

it('shows the name of each UPI app on one line of a phone', async () => {
  const order = await browser.order()
  const { page } = await browser.visit(order.pageUrl, { ...PHONE, viewport: { width: 360, height: 760 } })
  const name = page.getByRole('button', { name: 'super.money' }).getByText('super.money')
  const { height = 0 } = (await name.boundingBox()) ?? {}
  const lineHeight = await name.evaluate((element) => Number.parseFloat(getComputedStyle(element).lineHeight))
  expect(height).toBeLessThan(1.5 * lineHeight)
})
