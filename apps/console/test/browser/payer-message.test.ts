import type { Order } from '@galla/contract/gateway-api/orders'
import { expectAccessible, expectReflow } from '@galla/testkit/page-assertions'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type ConsoleApp, startConsoleApp } from '../helpers/console-app.ts'
import { ConsoleBrowser, DARK, PHONE } from '../helpers/console-browser.ts'

let app: ConsoleApp
let browser: ConsoleBrowser
let paid: Order
beforeAll(async () => {
  app = await startConsoleApp()
  paid = await app.shop.payOrder({ reference: 'kettle' })
  await app.shop.refund(paid.merchantOrderId, 10_000)
  browser = new ConsoleBrowser(app)
})
afterEach(() => browser?.closePages())
afterAll(() => app?.close())

it('copies a message for the payer in English and in Hindi', async () => {
  const { page } = await browser.open(`/orders/${paid.merchantOrderId}`)
  await page.getByRole('button', { name: 'Copy message for the payer' }).click()
  const dialog = page.getByRole('dialog', { name: 'Message for the payer' })
  await dialog.getByRole('button', { name: 'Copy in English' }).click()
  await dialog.getByText('Copied').waitFor()
  const english = await page.evaluate(() => navigator.clipboard.readText())
  expect(english).toContain(
    `Chai & Chapters\nOrder number: ${paid.merchantOrderId}\nWe have received your payment of ₹499.00 on `,
  )
  expect(english).toContain(`UTR of your payment: ${paid.utr}`)
  expect(english).toContain('₹100.00')
  await dialog.getByRole('button', { name: 'Copy in Hindi' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('आपके पेमेंट का UTR')
  await expectAccessible(page)
})

it('loads the font of Hindi with the message, and not before it', async () => {
  const { page } = await browser.open(`/orders/${paid.merchantOrderId}`)
  const loaded = () =>
    page.evaluate(() => [...document.fonts].filter((face) => face.status === 'loaded').map((face) => face.unicodeRange))
  const devanagari = expect.stringContaining('U+900-97F')
  await page.evaluate(() => document.fonts.ready)
  expect(await loaded()).not.toContainEqual(devanagari)
  await page.getByRole('button', { name: 'Copy message for the payer' }).click()
  await page.getByText('आपके पेमेंट का UTR').waitFor()
  await expect.poll(loaded).toContainEqual(devanagari)
})

it('shows the message on a phone', async () => {
  const { page } = await browser.open(`/orders/${paid.merchantOrderId}`, {
    ...PHONE,
    colorScheme: DARK.colorScheme ?? 'dark',
  })
  await page.getByRole('button', { name: 'Copy message for the payer' }).click()
  await page.getByRole('dialog', { name: 'Message for the payer' }).getByText('UTR of your payment').waitFor()
  await expectReflow(page)
  await expectAccessible(page)
})
