import { expectAccessible, expectReflow } from '@galla/testkit/looks'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type OpenBooks, openBooks } from '../helpers/open-books.ts'
import { until } from '../helpers/until.ts'
import { DARK, PHONE, Visitors } from '../helpers/visit.ts'

let books: OpenBooks
let visitors: Visitors
let fulfilled: string[] = []
beforeAll(async () => {
  const on = {
    'order.completed': ({ order }: { order: { merchantOrderId: string } }) =>
      void fulfilled.push(order.merchantOrderId),
  }
  books = await openBooks({ gateway: { on } })
  visitors = await Visitors.come(books)
})
afterEach(async () => {
  await visitors.leave()
  await books.query('truncate galla.callbacks')
  fulfilled = []
})
afterAll(async () => {
  await visitors?.close()
  await books?.close()
})

const knock = (headers: Record<string, string>, body = '{}') =>
  fetch(`${books.origin}/payments/callbacks`, { method: 'POST', body, headers })

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
/** By the keyboard: the row's one link, and Enter. */
const open = (page: Page, name: string) => row(page, name).first().locator('[data-row]').press('Enter')
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const choose = (page: Page, name: string) => row(page, name).first().getByRole('checkbox').press('Space')

it('shows a wrong callback as it comes, with what is wrong and what mends it', async () => {
  const { page } = await visitors.visit('/callbacks')
  await page.getByText('No callback has come yet').waitFor()
  expect((await knock({ authorization: 'not the digest' })).status).toBe(401)
  await row(page, 'Wrong user name or password').getByText('Refused', { exact: true }).waitFor()
  expect((await knock({})).status).toBe(401)
  await row(page, 'No Authorization header').waitFor()
  await expectAccessible(page)
  await open(page, 'Wrong user name or password')
  await heading(page, 'Refused delivery')
  await page.getByText('it is not the SHA-256 of the user name and password').waitFor()
  await page.getByText('Configure the old pair beside the new one').waitFor()
  await page.getByText(`${books.origin}/payments/callbacks`).waitFor()
  expect(await page.getByRole('button', { name: 'Replay…' }).count()).toBe(0)
  await page.getByRole('tab', { name: 'Headers' }).click()
  const authorization = page.getByRole('definition').filter({ hasText: '****' })
  await authorization.first().waitFor()
  expect(await page.locator('main').textContent()).not.toContain('not the digest')
  await expectAccessible(page)
})

it('tells a duplicate, and that it says the same as the first', async () => {
  const { merchantOrderId } = await books.shop.sell()
  await books.sandbox.trigger({ event: 'checkout.order.completed', merchantOrderId })
  const { page } = await visitors.visit('/callbacks?verdict=duplicate', DARK)
  await row(page, 'checkout.order.completed').getByText('Came before').waitFor()
  await expectAccessible(page)
  await open(page, 'checkout.order.completed')
  await heading(page, 'Order completed')
  await page.getByText('The very same bytes had come before').waitFor()
  await page.getByRole('tab', { name: 'Compare' }).click()
  await page.getByRole('button', { name: 'The one before of this order' }).click()
  await page.getByText('The payloads are the same').waitFor()
  await page.getByRole('link', { name: 'The first of its kind' }).click()
  await page.getByText('Folded').waitFor()
  expect(fulfilled).toEqual([merchantOrderId])
})

it('compares two deliveries that were chosen, by path, from the older to the newer', async () => {
  const { order } = await books.shop.open()
  const { merchantOrderId } = order
  await books.shop.settle(merchantOrderId, { outcome: 'FAILURE', errorCode: 'ZM' })
  await books.sandbox.trigger({ event: 'checkout.transaction.attempt.failed', merchantOrderId })
  const { page } = await visitors.visit(`/callbacks?id=${merchantOrderId}`, PHONE)
  await row(page, 'checkout.transaction.attempt.failed').waitFor()
  await choose(page, 'checkout.transaction.attempt.failed')
  // Beside the box, and still not on the row's link.
  const box = await row(page, 'checkout.order.failed').getByRole('checkbox').boundingBox()
  await page.touchscreen.tap((box?.x ?? 0) - 8, (box?.y ?? 0) - 8)
  await page.getByText('2 chosen').waitFor()
  await expectReflow(page)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Compare the two' }).click()
  await page.getByText(/\d differences?, from callback \d+ to callback \d+/).waitFor()
  const event = page.getByRole('list', { name: 'Differences' }).getByRole('listitem').filter({ hasText: 'event' })
  expect(await event.first().textContent()).toMatch(/Changedevent.*Before"checkout\.[\w.]+"After"checkout\.[\w.]+"/)
  await expectReflow(page)
  await expectAccessible(page)
})

it('replays after a preview, and nothing that was done is done again', async () => {
  const { merchantOrderId } = await books.shop.sell()
  expect(fulfilled).toEqual([merchantOrderId])
  await knock({})
  const { page } = await visitors.visit('/callbacks')
  await open(page, 'checkout.order.completed')
  await page.getByText('The provider, when asked, says that the order is paid').waitFor()
  await page.getByRole('button', { name: 'Replay…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Replay callbacks' })
  await dialog.getByText(/^Nothing would change/).waitFor()
  await dialog.getByRole('button', { name: 'Replay 1 callback' }).click()
  await page.getByText('1 callback lies in the inbox again').waitFor()
  await until('it is folded again', async () => {
    const [folded] = await books.query(
      `select 1 from galla.callbacks where "verdict" = 'accepted' and "processedAtMs" is not null`,
    )
    return folded
  })
  expect(fulfilled).toEqual([merchantOrderId])
  await page.goBack()
  await row(page, 'No Authorization header').waitFor()
  await books.query(
    `update galla.orders set "state" = 'PENDING', "resolution" = null, "completedAtMs" = null where "merchantOrderId" = $1`,
    [merchantOrderId],
  )
  await choose(page, 'checkout.order.completed')
  await choose(page, 'No Authorization header')
  await page.getByRole('button', { name: 'Replay…' }).click()
  await dialog.getByText('1 order would change.').waitFor()
  const change = dialog.getByRole('row').filter({ hasText: 'completed-by-status' })
  expect(await change.textContent()).toMatch(/Pending.*Completed/)
  await dialog.getByText('One is left out').waitFor()
  await expectAccessible(page)
  expect((await books.gateway.orders.get(merchantOrderId))?.state).toBe('PENDING')
  await dialog.getByRole('button', { name: 'Replay 1 callback' }).click()
  await page.getByText('1 callback lies in the inbox again').waitFor()
  await until('the order is paid again', async () => {
    const order = await books.gateway.orders.get(merchantOrderId)
    return order?.state === 'COMPLETED' ? order : undefined
  })
  expect(fulfilled).toEqual([merchantOrderId])
  expect(await page.getByText('chosen').count()).toBe(0)
})

it('finds what is needsReview and what is unknown, and keeps the view in the address', async () => {
  const { merchantOrderId } = await books.shop.sell()
  await books.query(`update galla.callbacks set "error" = 'Error: the till is jammed', "dueAtMs" = null`)
  await books.sandbox.trigger({ event: 'checkout.order.completed', merchantOrderId, fault: 'unknown-event' })
  const { page } = await visitors.visit('/callbacks')
  await row(page, 'Could not be folded').waitFor()
  await page.getByRole('button', { name: 'Unknown event' }).click()
  // The former view stays in sight until this one has come.
  await row(page, 'Could not be folded').waitFor({ state: 'detached' })
  expect(await page.locator('[data-row]').count()).toBe(1)
  await row(page, 'Unknown event, kept').waitFor()
  await page.getByRole('button', { name: 'Parked' }).click()
  await row(page, 'Could not be folded').waitFor()
  expect(new URL(page.url()).search).toBe('?verdict=needsReview')
  await page.reload()
  await open(page, 'Could not be folded')
  await page.getByText('Error: the till is jammed').waitFor()
  await expectAccessible(page)
})
