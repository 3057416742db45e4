import { expectAccessible, expectReflow } from '@galla/testkit/page-assertions'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type ConsoleApp, startConsoleApp } from '../helpers/console-app.ts'
import { ConsoleBrowser, DARK, PHONE } from '../helpers/console-browser.ts'
import { until } from '../helpers/until.ts'

let app: ConsoleApp
let browser: ConsoleBrowser
beforeAll(async () => {
  app = await startConsoleApp()
  browser = new ConsoleBrowser(app)
})
afterEach(() => browser.closePages())
afterAll(() => app?.close())

it('holds an order, shows what an erasure would do, and erases the rest', async () => {
  const held = (await app.shop.payOrder()).merchantOrderId
  const { merchantOrderId } = await app.shop.payOrder()
  // Their callbacks may still be processed.
  for (const one of [held, merchantOrderId]) {
    await until('nothing uses the order', async () => {
      const { inUse } = await app.gateway.payers.preview({ merchantOrderId: one })
      return inUse === 0 || undefined
    })
  }
  const { page } = await browser.open('/erasure')
  await page.getByText('No order is on hold.').waitFor()
  await page.getByLabel('Order ID').fill(held)
  await page.getByLabel('Reason').fill('chargeback 4711')
  await page.getByRole('button', { name: 'Put on hold' }).click()
  await page.getByText('chargeback 4711').waitFor()

  const find = async (id: string) => {
    await page.getByLabel('Find by').selectOption('One order')
    await page.getByLabel('Value').fill(id)
    await page.getByRole('button', { name: 'Find', exact: true }).click()
  }
  await find(held)
  await page.getByText('1 on legal hold: erased after the hold ends.').waitFor()
  await expectAccessible(page)
  await find(merchantOrderId)
  await page.getByText('1 order would be erased now.').waitFor()
  await page.getByRole('button', { name: 'Erase…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Erase the payer’s data' })
  await dialog.getByRole('button', { name: 'Erase for good' }).click()
  await dialog.getByText('Type the word ERASE').waitFor()
  await dialog.getByLabel('Type ERASE to confirm').fill('erase')
  await dialog.getByRole('button', { name: 'Erase for good' }).click()
  await page.getByText(/^1 order erased: \d+ rows changed\./).waitFor()
  const log = await app.query<{ who: string }>(`select "who" from galla.audit where "kind" = 'payer'`)
  expect(log).toEqual([{ who: 'admin' }])
})

it('ends a hold, on a phone', async () => {
  const { page } = await browser.open('/erasure', { ...PHONE, ...DARK, viewport: PHONE.viewport ?? null })
  await page.getByText('chargeback 4711').waitFor()
  await expectReflow(page)
  await page.getByRole('button', { name: /^End…/ }).click()
  await page.getByRole('button', { name: 'End the hold' }).click()
  await page.getByText('No order is on hold.').waitFor()
  await expectAccessible(page)
})
