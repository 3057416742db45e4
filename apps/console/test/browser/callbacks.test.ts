import { expectAccessible, expectReflow } from '@galla/testkit/page-assertions'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type ConsoleApp, startConsoleApp } from '../helpers/console-app.ts'
import { ConsoleBrowser, DARK, PHONE } from '../helpers/console-browser.ts'
import { until } from '../helpers/until.ts'

let app: ConsoleApp
let browser: ConsoleBrowser
let fulfilled: string[] = []
beforeAll(async () => {
  const on = {
    'order.completed': ({ order }: { order: { merchantOrderId: string } }) =>
      void fulfilled.push(order.merchantOrderId),
  }
  app = await startConsoleApp({ gateway: { on } })
  browser = new ConsoleBrowser(app)
})
afterEach(async () => {
  await browser.closePages()
  await app.query('truncate galla.callbacks')
  fulfilled = []
})
afterAll(() => app?.close())

const postCallback = (headers: Record<string, string>, body = '{}') =>
  fetch(`${app.origin}/payments/callbacks`, { method: 'POST', body, headers })

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
/** Opens a row by keyboard. */
const open = (page: Page, name: string) => row(page, name).first().locator('[data-row]').press('Enter')
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const select = (page: Page, name: string) => row(page, name).first().getByRole('checkbox').press('Space')

it('lists a refused webhook live, and explains why it was refused', async () => {
  const { page } = await browser.open('/webhooks')
  await page.getByText('No webhook yet').waitFor()
  expect((await postCallback({ authorization: 'not the digest' })).status).toBe(401)
  await row(page, 'Wrong user name or password').getByText('Rejected', { exact: true }).waitFor()
  expect((await postCallback({})).status).toBe(401)
  await row(page, 'No Authorization header').waitFor()
  await expectAccessible(page)
  await open(page, 'Wrong user name or password')
  await heading(page, 'Rejected webhook')
  await page.getByText('it is not the SHA-256 of the configured user name and password').waitFor()
  await page.getByText('configure the old pair beside the new one').waitFor()
  await page.getByText(`${app.origin}/payments/callbacks`).waitFor()
  expect(await page.getByRole('button', { name: 'Replay…' }).count()).toBe(0)
  await page.getByRole('tab', { name: 'Headers' }).click()
  await page.getByRole('definition').first().waitFor()
  expect(await page.locator('main').textContent()).not.toContain('not the digest')
  await expectAccessible(page)
})

it('shows a duplicate, and leads to the first webhook', async () => {
  const { merchantOrderId } = await app.shop.payOrder()
  await app.sandbox.trigger({ event: 'checkout.order.completed', merchantOrderId })
  const { page } = await browser.open('/webhooks?verdict=duplicate', DARK)
  await row(page, 'checkout.order.completed').getByText('Received before').waitFor()
  await expectAccessible(page)
  await open(page, 'checkout.order.completed')
  await heading(page, 'Order completed')
  await page.getByText('A webhook with the same bytes was received before').waitFor()
  await page.getByText('The same bytes as the first one, which has the payload.').waitFor()
  expect(await page.getByRole('tab', { name: 'Compare' }).count()).toBe(0)
  await page.getByRole('link', { name: 'The first one' }).click()
  await page.getByText(/^Processed, /).waitFor()
  await until('the order is fulfilled', async () => fulfilled[0])
  expect(fulfilled).toEqual([merchantOrderId])
})

it('leads to the event deliveries of its order', async () => {
  const { merchantOrderId } = await app.shop.payOrder()
  const [callback] = await app.query<{ callbackId: string }>(
    'select "callbackId" from galla.callbacks where "merchantOrderId" = $1',
    [merchantOrderId],
  )
  const { page } = await browser.open(`/webhooks/${callback?.callbackId}`, PHONE)
  await page.getByRole('link', { name: 'Order completed to your handler' }).click()
  await page.getByRole('dialog', { name: 'Event delivery' }).getByTitle(merchantOrderId, { exact: true }).waitFor()
})

it('says that the amount of a webhook differs from that of its order', async () => {
  const { merchantOrderId } = await app.shop.payOrder({ amount: 24_900 })
  const [callback] = await app.query<{ callbackId: string }>(
    `update galla.callbacks set "body" = jsonb_set("body", '{payload,amount}', '25000') where "merchantOrderId" = $1 returning "callbackId"`,
    [merchantOrderId],
  )
  const { page } = await browser.open(`/webhooks/${callback?.callbackId}`)
  await page.getByText('The amount of this webhook (₹250.00) differs from that of the order (₹249.00).').waitFor()
  await expectAccessible(page)
})

it('compares two selected webhooks by path, from the older to the newer', async () => {
  const { order } = await app.shop.createOrder()
  const { merchantOrderId } = order
  await app.shop.simulate(merchantOrderId, { outcome: 'FAILURE', errorCode: 'ZM' })
  await app.sandbox.trigger({ event: 'checkout.transaction.attempt.failed', merchantOrderId })
  const { page } = await browser.open(`/webhooks?id=${merchantOrderId}`, PHONE)
  await row(page, 'checkout.transaction.attempt.failed').waitFor()
  await select(page, 'checkout.transaction.attempt.failed')
  // Beside the checkbox, but within its label.
  const box = await row(page, 'checkout.order.failed').getByRole('checkbox').boundingBox()
  await page.touchscreen.tap((box?.x ?? 0) - 8, (box?.y ?? 0) - 8)
  await page.getByText('2 selected').waitFor()
  await expectReflow(page)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Compare the two' }).click()
  await page.getByText(/\d differences?, from webhook \d+ to webhook \d+/).waitFor()
  const event = page.getByRole('list', { name: 'Differences' }).getByRole('listitem').filter({ hasText: 'event' })
  expect(await event.first().textContent()).toMatch(/Changedevent.*Before"checkout\.[\w.]+"After"checkout\.[\w.]+"/)
  await expectReflow(page)
  await expectAccessible(page)
})

it('replays webhooks after a preview, without delivering an event twice', async () => {
  const { merchantOrderId } = await app.shop.payOrder()
  await until('the order is fulfilled', async () => fulfilled[0])
  await postCallback({})
  const { page } = await browser.open('/webhooks')
  await open(page, 'checkout.order.completed')
  await page.getByText('A status check reports the order as paid').waitFor()
  await page.getByRole('button', { name: 'Replay…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Replay webhooks' })
  await dialog.getByText(/^Nothing would change/).waitFor()
  await dialog.getByRole('button', { name: 'Replay 1 webhook' }).click()
  await page.getByText('1 webhook queued for replay').waitFor()
  await until('the webhook is applied again', async () => {
    const [applied] = await app.query(
      `select 1 from galla.callbacks where "verdict" = 'accepted' and "processedAtMs" is not null`,
    )
    return applied
  })
  expect(fulfilled).toEqual([merchantOrderId])
  await page.goBack()
  await row(page, 'No Authorization header').waitFor()
  await app.query(
    `update galla.orders set "state" = 'PENDING', "resolution" = null, "completedAtMs" = null, "nextPollAtMs" = 4e12 where "merchantOrderId" = $1`,
    [merchantOrderId],
  )
  await select(page, 'checkout.order.completed')
  await select(page, 'No Authorization header')
  await page.getByRole('button', { name: 'Replay…' }).click()
  await dialog.getByText('1 order would change.').waitFor()
  const change = dialog.getByRole('row').filter({ hasText: 'completed-by-status' })
  expect(await change.textContent()).toMatch(/Pending.*Completed/)
  await dialog.getByText('One is skipped').waitFor()
  await expectAccessible(page)
  expect((await app.gateway.orders.get(merchantOrderId))?.state).toBe('PENDING')
  await dialog.getByRole('button', { name: 'Replay 1 webhook' }).click()
  // The message of the first replay may still be there.
  await page.getByText('1 webhook queued for replay').last().waitFor()
  await until('the order is completed again', async () => {
    const order = await app.gateway.orders.get(merchantOrderId)
    return order?.state === 'COMPLETED' ? order : undefined
  })
  expect(fulfilled).toEqual([merchantOrderId])
  await expect.poll(() => page.getByText('selected').count()).toBe(0)
})

it('lists webhooks that need review and unknown events, and keeps the view in the address', async () => {
  const { merchantOrderId } = await app.shop.payOrder()
  // Not before: the worker would take the error away.
  await until('the webhook is processed', async () => {
    const [failed] = await app.query<{ callbackId: string }>(
      `update galla.callbacks set "error" = 'Error: the printer is offline' where "merchantOrderId" = $1 and "dueAtMs" is null returning "callbackId"`,
      [merchantOrderId],
    )
    return failed
  })
  await app.sandbox.trigger({ event: 'checkout.order.completed', merchantOrderId, fault: 'unknown-event' })
  const { page } = await browser.open('/webhooks')
  await row(page, 'Could not be processed').waitFor()
  await page.getByRole('button', { name: 'Unknown event' }).click()
  // The previous rows stay visible until the new ones are loaded.
  await row(page, 'Could not be processed').waitFor({ state: 'detached' })
  expect(await page.locator('[data-row]').count()).toBe(1)
  await row(page, 'Stored, changes nothing').waitFor()
  await page.getByRole('button', { name: 'Needs review' }).click()
  await row(page, 'Could not be processed').waitFor()
  expect(new URL(page.url()).search).toBe('?verdict=failed')
  await page.reload()
  await open(page, 'Could not be processed')
  await page.getByText('Error: the printer is offline').waitFor()
  await expectAccessible(page)
})
