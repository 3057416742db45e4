import { randomBytes } from 'node:crypto'
import { paise } from '@galla/contract/money'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type ConsoleApp, startConsoleApp } from '../helpers/console-app.ts'
import { ConsoleBrowser, DESKTOP, PHONE } from '../helpers/console-browser.ts'
import { until } from '../helpers/until.ts'

const KEY = `one:${randomBytes(32).toString('base64')}`
const NEXT = `two:${randomBytes(32).toString('base64')}`
const OWN = 'a cup of masala tea'
const EMAIL = 'ravi@example.net'

let app: ConsoleApp
let browser: ConsoleBrowser
beforeAll(async () => {
  app = await startConsoleApp({
    gateway: {
      dataKeys: [KEY],
      // The admin invites everybody here, and approves.
      refundControls: { approvalAbove: 20_000, samePersonDays: 0 },
      merchant: { keys: 'the-configured-key-of-the-shop-01' },
    },
  })
  browser = new ConsoleBrowser(app)
})
afterEach(() => browser.closePages())
afterAll(() => app?.close())

async function startOrder(reference: string) {
  const { order } = await app.gateway.orders.start({
    reference,
    amount: paise(49_900),
    checkout: 'STANDARD',
    redirectUrl: `${app.origin}/thanks`,
    metaInfo: { udf1: EMAIL },
  })
  return app.shop.simulate(order.merchantOrderId)
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const shown = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

/** Sets up a second factor under the own account, and returns its codes. */
async function setUpSecondFactor(page: Page): Promise<TOTP> {
  await page.goto(`${app.url}/account`)
  await page.getByLabel('Your password').fill(app.password)
  await page.getByRole('button', { name: 'Set up a second factor' }).click()
  const key = (await page.getByRole('region', { name: 'Or type this key' }).textContent()) ?? ''
  const totp = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) })
  await page.getByLabel('Code', { exact: true }).fill(totp.generate())
  await page.getByRole('button', { name: 'Turn it on' }).click()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await shown(page, 'with 10 unused recovery codes')
  return totp
}

/** Invites somebody, who opens the link in a browser of their own and sets a password. */
async function invite(admin: Page, name: string, role: string, device = DESKTOP): Promise<Page> {
  await admin.goto(`${app.url}/users`)
  await admin.getByRole('button', { name: 'Invite…' }).click()
  await admin.getByLabel('Name').fill(name)
  await admin.getByLabel('Role').selectOption(role)
  await admin.getByRole('button', { name: 'Make a link' }).click()
  const link = ((await admin.getByRole('region', { name: 'Link' }).textContent()) ?? '').trim()
  const { page } = await browser.openLoggedOut('/', device)
  await page.goto('about:blank')
  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill(OWN)
  await page.getByLabel('New password again').fill(OWN)
  await page.keyboard.press('Enter')
  await heading(page, 'Overview')
  return page
}

async function requestRefund(page: Page, merchantOrderId: string, rupees: string, what = 'Refund') {
  await page.goto(`${app.url}/orders/${merchantOrderId}?action=refund`)
  const dialog = page.getByRole('dialog', { name: 'Refund' })
  await dialog.getByLabel('Amount in rupees').fill(rupees)
  await dialog.getByLabel('Reason').selectOption('Damaged')
  await dialog.getByRole('button', { name: `${what} ₹${rupees}.00` }).click()
  return dialog
}

async function reveal(page: Page, merchantOrderId: string): Promise<void> {
  await page.goto(`${app.url}/orders/${merchantOrderId}`)
  const metadata = page.getByRole('region', { name: 'metaInfo' })
  await metadata.getByText('****').waitFor()
  await metadata.getByRole('button', { name: /^Reveal/ }).click()
  await page.getByLabel('Reason').fill('ticket 4711')
  await page.getByRole('button', { name: 'Reveal the value' }).click()
  await metadata.getByText(EMAIL).waitFor()
}

async function erase(page: Page, merchantOrderId: string): Promise<void> {
  await page.getByLabel('Find by').selectOption('One order')
  await page.getByLabel('Value').fill(merchantOrderId)
  await page.getByRole('button', { name: 'Find', exact: true }).click()
}

it('leads from the first sign-in to the erased payer, and the audit log names every step', async () => {
  const [paid, held] = [await startOrder('cart-1'), await startOrder('cart-2')]
  const stored = await app.query<{ text: string }>('select o::text as "text" from galla.orders o')
  expect(stored.filter(({ text }) => text.includes(EMAIL))).toEqual([])

  // The first admin, whose role shall need a second factor.
  const { page: admin, context } = await browser.open('/')
  const totp = await setUpSecondFactor(admin)
  await admin.goto(`${app.url}/users`)
  await admin.getByLabel('Admin').click()
  await expect.poll(() => admin.getByLabel('Admin').isChecked()).toBe(true)

  const viewer = await invite(admin, 'asha', 'viewer', PHONE)
  const support = await invite(admin, 'vikram', 'support')
  const finance = await invite(admin, 'meera', 'finance')

  // Each sees and may do what the role allows.
  await viewer.goto(`${app.url}/orders/${paid.merchantOrderId}`)
  await viewer.getByRole('region', { name: 'metaInfo' }).getByText('****').waitFor()
  for (const name of ['Refund…', 'Check status', /^Reveal/])
    expect(await viewer.getByRole('button', { name }).count()).toBe(0)
  await reveal(support, paid.merchantOrderId)
  expect(await support.getByRole('button', { name: 'Refund…' }).count()).toBe(0)

  // A small refund goes out at once, a large one after a second person's word.
  const small = await requestRefund(finance, paid.merchantOrderId, '100')
  await small.getByText('Refunded', { exact: true }).waitFor()
  const waiting = await requestRefund(finance, paid.merchantOrderId, '300', 'Ask for approval of')
  await waiting.getByText('Waits for approval.').waitFor()
  await admin.goto(`${app.url}/refunds?state=TO_APPROVE`)
  await admin.getByRole('row').locator('[data-row]').first().click()
  const large = admin.getByRole('dialog', { name: 'Refund', exact: true })
  await large.getByRole('button', { name: 'Approve…' }).click()
  await admin.getByRole('button', { name: 'Approve ₹300.00' }).click()
  await large.getByText('meera requested it, admin approved it').waitFor()
  await large.getByText('Refunded', { exact: true }).waitFor()

  // A key for a program of the shop, which is revoked.
  await admin.goto(`${app.url}/api-keys`)
  await admin.getByRole('button', { name: 'Create a key…' }).click()
  await admin.getByLabel('Name').fill('the kettle')
  await admin.getByRole('button', { name: 'Create the key' }).click()
  const key = ((await admin.getByRole('region', { name: 'Key' }).textContent()) ?? '').trim()
  await admin.getByRole('button', { name: 'Done' }).click()
  const call = async (path: string, method = 'GET') => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const body = method === 'GET' ? null : '{}'
    return (await app.gateway.merchant.fetch(new Request(`http://127.0.0.1${path}`, { method, headers, body }))).status
  }
  expect([await call('/refunds'), await call('/orders', 'POST')]).toEqual([200, 403])
  await admin.getByRole('button', { name: 'Revoke… the key the kettle' }).click()
  await admin.getByRole('button', { name: 'Revoke the key' }).click()
  await shown(admin, 'Revoked')
  expect(await call('/refunds')).toBe(401)

  // New data keys: first both, then the new one alone.
  for (const page of [admin, viewer, support, finance]) await page.goto('about:blank')
  await app.restart({ dataKeys: [NEXT, KEY] })
  const rotated = await app.gateway.rotateDataKeys()
  expect(rotated.find(({ table }) => table === 'orders')).toMatchObject({ encrypted: 2 })
  await app.restart({ dataKeys: [NEXT] })
  await reveal(support, held.merchantOrderId)

  // One payer is erased; the other's order is on legal hold.
  for (const { merchantOrderId } of [paid, held]) {
    await until('nothing uses the order', async () => {
      const { inUse } = await app.gateway.payers.preview({ merchantOrderId })
      return inUse === 0 || undefined
    })
  }
  await admin.goto(`${app.url}/erasure`)
  await admin.getByLabel('Order ID').fill(held.merchantOrderId)
  await admin.getByLabel('Reason').fill('chargeback 4711')
  await admin.getByRole('button', { name: 'Put on hold' }).click()
  await shown(admin, 'chargeback 4711')
  await erase(admin, held.merchantOrderId)
  await shown(admin, '1 on legal hold: erased after the hold ends.')
  await erase(admin, paid.merchantOrderId)
  await admin.getByRole('button', { name: 'Erase…' }).click()
  await admin.getByLabel('Type ERASE to confirm').fill('erase')
  await admin.getByRole('button', { name: 'Erase for good' }).click()
  await shown(admin, /^1 order erased: \d+ rows changed\./)
  await finance.goto(`${app.url}/orders/${paid.merchantOrderId}`)
  await finance.getByRole('list', { name: 'Milestones' }).waitFor()
  expect(await finance.getByRole('button', { name: /^Reveal/ }).count()).toBe(0)
  await reveal(support, held.merchantOrderId)

  // Who did what, in a chain that nobody changed.
  await admin.goto(`${app.url}/audit`)
  await admin.getByRole('button', { name: 'Check the chain' }).click()
  await shown(admin, /^The chain of \d+ entries is complete\./)
  const csv = await context.request.get(`${app.url}/api/audit.csv`)
  const entries = (await csv.text()).split('\r\n').map((line) => line.split(','))
  const actions = (name: string) => entries.filter(([, , who]) => who === name).map((entry) => entry[5])
  expect(actions('asha')).toEqual(['logged in', 'set a password with a link'])
  expect(actions('vikram').filter((what) => what === 'revealed')).toHaveLength(3)
  expect(actions('meera').filter((what) => what?.includes('requested refund'))).toHaveLength(2)
  const invited = entries.filter((entry) => entry[5] === 'invited').map((entry) => entry[8])
  expect(invited).toEqual(['meera', 'vikram', 'asha'])

  // A session of tomorrow asks for the second factor.
  const { page: again, issues } = await browser.openLoggedOut('/')
  await again.getByLabel('Password').fill(app.password)
  await again.keyboard.press('Enter')
  await shown(again, 'Six digits of your authenticator app')
  issues.errors.length = 0
  await again.getByLabel('Code', { exact: true }).fill(totp.generate({ timestamp: Date.now() + 30_000 }))
  await again.keyboard.press('Enter')
  await heading(again, 'Overview')
})
