import { expectAccessible, expectReflow } from '@galla/testkit/page-assertions'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type ConsoleApp, startConsoleApp } from '../helpers/console-app.ts'
import { ConsoleBrowser, DARK, PHONE } from '../helpers/console-browser.ts'

let app: ConsoleApp
let browser: ConsoleBrowser
beforeAll(async () => {
  app = await startConsoleApp()
  browser = new ConsoleBrowser(app)
})
afterEach(() => browser.closePages())
afterAll(() => app?.close())

const sentMessages = () => app.sandbox.journal().filter(({ name }) => name === 'link.sent').length

it('sends a link for an unpaid cart, shows it until it is paid, and hides the payer', async () => {
  const { order } = await app.shop.createOrder({ reference: 'invoice-42' })
  const { page } = await browser.open(`/orders/${order.merchantOrderId}`)
  await page.getByRole('button', { name: 'Send a link…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send a payment link' })
  await dialog.getByRole('button', { name: 'Create and send' }).click()
  await dialog.getByText('Enter ten digits').waitFor()
  expect(sentMessages()).toBe(0)
  await dialog.getByLabel('Phone number of the payer').fill('90000 00001')
  await dialog.getByLabel('What it is for').fill('Invoice 42')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create and send' }).click()
  await dialog.getByText('The link is created.').waitFor()
  await expectAccessible(page)
  expect(sentMessages()).toBe(1)
  await dialog.getByRole('button', { name: 'Copy the link' }).click()
  const url = await page.evaluate(() => navigator.clipboard.readText())
  expect(url).toMatch(/\/l\/[\w-]{10}$/)
  await dialog.getByRole('link').click()

  await page.getByText('Payment link', { exact: true }).first().waitFor()
  await page.getByText(url.slice(-6)).waitFor()
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await app.shop.simulate(id)
  await page.getByText('Paid', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Cancel link…' }).waitFor({ state: 'detached' })
  expect(await page.content()).not.toContain('9000000001')
})

it('reminds the payer of an open link, and cancels the link', async () => {
  const { order } = await app.gateway.links.create({
    reference: 'invoice-43',
    amount: 129_900 as never,
    customer: { phoneNumber: '9000000001' },
  })
  const before = sentMessages()
  const { page, issues } = await browser.open(`/orders/${order.merchantOrderId}`)
  await page.getByRole('button', { name: 'Remind the payer…' }).click()
  const remind = page.getByRole('dialog', { name: 'Remind the payer' })
  await expectAccessible(page)
  await remind.getByRole('button', { name: 'Send the link again' }).click()
  await page.getByText('The link was sent again.').waitFor()
  expect(sentMessages()).toBe(before + 1)
  await page.getByRole('button', { name: 'Remind the payer…' }).click()
  await remind.getByRole('button', { name: 'Send the link again' }).click()
  await remind.getByText('less than 60 seconds ago').waitFor()
  await expect.poll(() => issues.errors.splice(0).join()).toContain('409')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Cancel link…' }).click()
  const cancel = page.getByRole('dialog', { name: 'Cancel the link' })
  await expectAccessible(page)
  await cancel.getByRole('button', { name: 'Keep it' }).click()
  await cancel.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Cancel link…' }).click()
  await cancel.getByRole('button', { name: 'Cancel the link' }).click()
  await page.getByText('The link is cancelled.').waitFor()
  await page.getByRole('button', { name: 'Send a link…' }).waitFor()
  expect(await app.gateway.orders.get(order.merchantOrderId)).toMatchObject({ errorCode: 'MERCHANT_CANCELLED' })
})

it.each([
  ['a phone', PHONE],
  ['the dark', DARK],
])('can be sent on %s', async (name, options) => {
  const order = await app.shop.payOrder({ outcome: 'FAILURE' })
  const { page } = await browser.open(`/orders/${order.merchantOrderId}`, options)
  await page.getByRole('button', { name: 'Send a link…' }).click()
  await page.getByRole('dialog', { name: 'Send a payment link' }).waitFor()
  await expectAccessible(page)
  if (name === 'a phone') await expectReflow(page)
})
