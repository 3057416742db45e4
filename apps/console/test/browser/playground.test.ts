import { expectAccessible, expectReflow } from '@galla/testkit/looks'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type OpenBooks, openBooks } from '../helpers/open-books.ts'
import { DARK, DESKTOP, PHONE, Visitors } from '../helpers/visit.ts'

let books: OpenBooks
let visitors: Visitors
beforeAll(async () => {
  books = await openBooks()
  visitors = await Visitors.come(books)
})
afterEach(() => visitors.leave())
afterAll(async () => {
  await visitors.close()
  await books.close()
})

const choose = (page: Page, kind: string) => page.getByRole('radio', { name: kind }).check()
const pressPay = (page: Page) => page.getByRole('button', { name: /^Pay ₹/ }).click()
const underWay = (page: Page) => page.getByRole('region', { name: 'The payment under way' })

/** Kinds that answer by themselves or wait for the bank's word; the sandbox's names decide which. */
const OWN_PAGE = [
  'UPI QR code',
  'UPI app',
  'Provider’s app',
  'Collect by phone',
  'Net banking',
  'Card token',
  'Card Sealed',
] as const

describe('a payment', () => {
  it.each(OWN_PAGE)('by %s is followed to its end', async (kind) => {
    const { page } = await visitors.visit('/playground')
    await choose(page, kind)
    await pressPay(page)
    await underWay(page).getByText('Pending', { exact: true }).waitFor()
    await underWay(page).getByRole('button', { name: 'Pay it' }).click()
    await underWay(page).getByText('Completed', { exact: true }).waitFor()
    await underWay(page).getByRole('link', { name: 'Open the order' }).click()
    await page.waitForURL(/\/orders\//)
  })

  it('by a UPI id that the sandbox knows is decided by itself', async () => {
    const { page } = await visitors.visit('/playground')
    await choose(page, 'Collect by UPI id')
    await page.getByLabel('UPI id', { exact: true }).fill('failure@ybl')
    await pressPay(page)
    await underWay(page).getByText('Failed', { exact: true }).waitFor()
  })

  it('by redirect opens the provider’s page beside this one', async () => {
    const { page, context } = await visitors.visit('/playground')
    await choose(page, 'Redirect')
    await pressPay(page)
    const opening = context.waitForEvent('page')
    await underWay(page).getByRole('link', { name: 'Open the payment page' }).click()
    const hosted = await opening
    await hosted.getByRole('button', { name: /QR code/ }).click()
    await underWay(page).getByRole('button', { name: 'Pay it' }).click()
    await hosted.getByRole('heading', { name: 'Payment successful' }).waitFor()
    await underWay(page).getByText('Completed', { exact: true }).waitFor()
  })

  it('in a frame is cancelled in it, and the frame goes away', async () => {
    const { page } = await visitors.visit('/playground')
    await choose(page, 'In a frame')
    await pressPay(page)
    const frame = page.frameLocator('iframe[title="Payment page"]')
    await frame.getByRole('heading', { name: 'How would you like to pay?' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Close' }).click()
    await page.locator('iframe').waitFor({ state: 'detached' })
    await underWay(page).getByRole('button', { name: 'Open the page in a frame' }).click()
    await frame.getByRole('button', { name: /QR code/ }).click()
    const id = new URL(page.url()).searchParams.get('order') ?? ''
    await books.sandbox.simulatePayment(id, { outcome: 'SUCCESS' })
    await page.locator('iframe').waitFor({ state: 'detached' })
    await underWay(page).getByText('Completed', { exact: true }).waitFor()
  })

  it('ends as it was decided ahead, with the code that was chosen', async () => {
    const { page } = await visitors.visit('/playground')
    await choose(page, 'UPI QR code')
    await page.getByLabel('What happens next').selectOption('It fails')
    await page.getByLabel('Failure code').fill('U90')
    await page.locator('p', { hasText: 'technical' }).waitFor()
    await pressPay(page)
    await underWay(page).getByText('Failed', { exact: true }).waitFor()
    const id = new URL(page.url()).searchParams.get('order') ?? ''
    expect(await books.gateway.orders.get(id)).toMatchObject({ state: 'FAILED', detailedErrorCode: 'U90' })
  })

  it('expires when its time is let run out', async () => {
    const { page } = await visitors.visit('/playground')
    await choose(page, 'UPI QR code')
    await pressPay(page)
    await underWay(page).getByRole('button', { name: 'Let it expire' }).click()
    await underWay(page).getByText('Failed', { exact: true }).waitFor()
  })

  it('can be failed while it waits', async () => {
    const { page } = await visitors.visit('/playground')
    await choose(page, 'UPI QR code')
    await pressPay(page)
    await underWay(page).getByRole('button', { name: 'Fail it…' }).click()
    await underWay(page).getByLabel('Failure code').fill('Z9')
    await underWay(page).getByRole('button', { name: 'Fail it', exact: true }).click()
    await underWay(page).getByText('Failed', { exact: true }).waitFor()
    await underWay(page).getByRole('button', { name: 'Make another' }).click()
    await underWay(page).waitFor({ state: 'detached' })
  })

  it('is followed on after a reload', async () => {
    const { page } = await visitors.visit('/playground')
    await choose(page, 'Net banking')
    await pressPay(page)
    await underWay(page).getByRole('link', { name: 'Open the bank’s page' }).waitFor()
    await page.reload()
    const link = underWay(page).getByRole('link', { name: 'Open the bank’s page' })
    await link.waitFor()
    expect(await link.getAttribute('href')).toContain(`${books.sandbox.url}/transact/pg?token=`)
  })
})

it('writes the code as it is typed', async () => {
  const { page } = await visitors.visit('/playground')
  await choose(page, 'Collect by UPI id')
  await page.getByLabel('UPI id', { exact: true }).fill('asha@ybl')
  await page.getByLabel('Amount in rupees').fill('1,499.50')
  await page.getByText('Expiry, message, notes, address').click()
  await page.getByLabel('Expires after, seconds').fill('900')
  await page.getByRole('button', { name: 'Add udf1' }).click()
  await page.getByLabel('udf1', { exact: true }).fill('table 4')
  const code = (side: string) => page.getByRole('tabpanel', { name: side }).locator('pre').textContent()
  const shown = await code('SDK')
  for (const part of [
    "inr('1499.50')",
    "vpa: 'asha@ybl'",
    'expireAfter: 900',
    "metaInfo: { udf1: 'table 4' }",
    books.sandbox.url,
  ]) {
    expect(shown).toContain(part)
  }
  await page.getByRole('tab', { name: 'Gateway' }).click()
  expect(await code('Gateway')).toContain('gateway.orders.pay(')
  await page.getByRole('tab', { name: 'curl' }).click()
  expect(await code('curl')).toContain('"amount": 149950')
})

it('says at the press what cannot be paid, and takes the focus there', async () => {
  const { page } = await visitors.visit('/playground')
  await page.getByLabel('Amount in rupees').fill('0.5')
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.getByText('The provider takes ₹1.00 and more.').waitFor()
  await expect
    .poll(() => page.evaluate(() => document.activeElement === document.querySelector('[aria-invalid=true]')))
    .toBe(true)
  await expectAccessible(page)
})

it('opens what is folded away when something in it cannot be, and leaves it open', async () => {
  const { page } = await visitors.visit('/playground')
  await page.getByText('Expiry, message, notes, address').click()
  const expiry = page.getByLabel('Expires after, seconds')
  await expiry.fill('5')
  await page.getByText('Expiry, message, notes, address').click()
  await expiry.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.getByText('Write whole seconds from 300 to 3600, or nothing.').waitFor()
  await expiry.fill('300')
  await page.getByText('Write whole seconds').waitFor({ state: 'detached' })
  expect(await expiry.isVisible()).toBe(true)
})

it('seals the card in the browser, and fetches the lock for it only then', async () => {
  const { page } = await visitors.visit('/playground')
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await choose(page, 'Card Sealed')
  await page.getByLabel('Test card').selectOption({ index: 0 })
  await page.waitForLoadState('networkidle')
  expect(sent.join('\n')).not.toMatch(/jsencrypt/i)
  await pressPay(page)
  await underWay(page).getByText('Pending', { exact: true }).waitFor()
  const paying = sent.find((one) => one.includes('/playground/pay')) ?? ''
  expect(paying).toContain('encryptedCardNumber')
  expect(paying).not.toMatch(/4208585190116667|"508"/)
})

it('is paid with the keyboard alone', async () => {
  const { page } = await visitors.visit('/playground')
  await page.getByRole('radio', { name: 'Redirect' }).focus()
  for (let step = 0; step < 2; step++) await page.keyboard.press('ArrowDown')
  expect(await page.getByRole('radio', { name: 'UPI QR code' }).isChecked()).toBe(true)
  await page.getByLabel('Amount in rupees').focus()
  await page.keyboard.press('Enter')
  await underWay(page).getByText('Pending', { exact: true }).waitFor()
})

it('says why it is closed where the provider is no sandbox of this machine', async () => {
  const { page } = await visitors.stranger('/playground')
  await page.route('**/api/about', async (route) => {
    const reply = await route.fetch()
    await route.fulfill({
      response: reply,
      json: { ...(await reply.json()), sandbox: false, environment: 'PRODUCTION' },
    })
  })
  await page.getByLabel('Password').fill(books.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByText('a payment made here would move real money').waitFor()
  await expectAccessible(page)
})

describe.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
  ['dark', DARK],
] as const)('on a %s', (_, device) => {
  it('everything can be read and reached', async () => {
    const { page } = await visitors.visit('/playground?mode=card', device)
    await page.getByLabel('Test card').waitFor()
    await expectAccessible(page)
    await expectReflow(page)
    await choose(page, 'UPI QR code')
    await pressPay(page)
    await underWay(page)
      .getByRole('img', { name: /QR code/ })
      .waitFor()
    await underWay(page).getByRole('button', { name: 'Fail it…' }).click()
    await expectAccessible(page)
    await expectReflow(page)
  })
})
