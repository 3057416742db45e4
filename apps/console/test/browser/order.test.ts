import type { Order } from '@galla/contract/gateway-api/orders'
import { expectAccessible, expectReflow } from '@galla/testkit/looks'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type OpenBooks, openBooks } from '../helpers/open-books.ts'
import { DARK, PHONE, Visitors } from '../helpers/visit.ts'

let books: OpenBooks
let visitors: Visitors
let paid: Order
beforeAll(async () => {
  books = await openBooks()
  visitors = await Visitors.come(books)
  paid = await books.shop.sell({ reference: 'kettle' })
})
afterEach(() => visitors.leave())
afterAll(async () => {
  await visitors?.close()
  await books?.close()
})

const at = (order: Order, search = '') => `/orders/${order.merchantOrderId}${search}`

it('tells what happened, line by line, with the payload behind each', async () => {
  const { page } = await visitors.visit(at(paid))
  await page.getByRole('heading', { level: 1, name: 'kettle' }).waitFor()
  const story = page.getByRole('list', { name: 'What happened' })
  for (const kind of ['Call', 'Callback', 'Status read', 'Decision', 'Effect']) {
    await story.getByText(`${kind} ·`).first().waitFor()
  }
  await expectAccessible(page)
  await story.getByRole('button', { name: /^Callback checkout\.order\.completed/ }).click()
  const body = page.getByRole('region', { name: 'Body' })
  await body.getByText('"COMPLETED"').first().waitFor()
  expect(await body.textContent()).toContain('49900')
  await body.getByText('****').first().waitFor()
  expect(await body.getByRole('button', { name: /^Reveal/ }).count()).toBe(0)
  await story.getByRole('button', { name: /^Completed:/ }).click()
  await story.getByText('completed-by-status').waitFor()
  expect(await story.getByText('Callback 1', { exact: false }).count()).toBeGreaterThan(0)
  await expectAccessible(page)
  await page.reload()
  await story.getByText('completed-by-status').waitFor()
})

it('says why it is paid, in plain sentences with their evidence', async () => {
  const { page } = await visitors.visit(at(paid))
  await page.getByRole('tab', { name: 'Why is this order paid?' }).click()
  const panel = page.getByRole('tabpanel')
  await panel.getByText(/^It is paid\. The provider, when asked/).waitFor()
  await panel.getByText('We asked the provider for the status: COMPLETED, ₹499.00').waitFor()
  await expectAccessible(page)
  await panel.getByRole('link', { name: /^callback \d+$/ }).click()
  await page.waitForURL('**/callbacks/*')
})

it('gives a part back, once, and watches it to the end', async () => {
  const { page } = await visitors.visit(at(paid), PHONE)
  await page.getByRole('button', { name: 'Refund…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund' })
  await dialog.getByLabel('Amount in rupees').fill('500')
  await dialog.getByText('At most ₹499.00 may still go back.').waitFor()
  await dialog.getByLabel('Amount in rupees').fill('150.50')
  await dialog.getByText('₹348.50 stays with you.').waitFor()
  await dialog.getByRole('button', { name: 'Refund ₹150.50' }).click()
  await dialog.getByText(/^Type the word REFUND/).waitFor()
  expect((await books.gateway.refunds.list()).rows).toEqual([])
  await expectReflow(page)
  await expectAccessible(page)
  await dialog.getByLabel('Type REFUND to confirm').fill('refund')
  // Twice: a nervous finger.
  await dialog.getByRole('button', { name: 'Refund ₹150.50' }).dblclick()
  await dialog.getByText('Refunded').waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByText('₹348.50').waitFor()
  const { rows } = await books.gateway.refunds.list()
  expect(rows).toMatchObject([{ amount: 15_050, state: 'COMPLETED', origin: 'console' }])
})

it('sends a refund whose reply was lost again under the same id', async () => {
  const { page, misdeeds } = await visitors.visit(at(paid))
  await page.getByRole('button', { name: 'Refund…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund' })
  await dialog.getByLabel('Amount in rupees').fill('10')
  await dialog.getByLabel('Type REFUND to confirm').fill('REFUND')
  const sent: string[] = []
  await page.route('**/refunds', async (route) => {
    sent.push(route.request().postDataJSON().merchantRefundId)
    if (sent.length > 1) return route.continue()
    // It reaches the books; what they say does not come back.
    await route.fetch()
    return route.abort()
  })
  await dialog.getByRole('button', { name: 'Refund ₹10.00' }).click()
  await dialog.getByText(/Sending it again is safe/).waitFor()
  await dialog.getByRole('button', { name: 'Refund ₹10.00' }).click()
  await dialog.getByText('Refunded').waitFor()
  expect(new Set(sent).size).toBe(1)
  const tens = (await books.gateway.refunds.list()).rows.filter(({ amount }) => amount === 1_000)
  expect(tens).toHaveLength(1)
  expect(misdeeds.errors.splice(0)).toEqual([expect.stringContaining('ERR_FAILED')])
})

it('explains a failure, and what to do about it', async () => {
  const failed = await books.shop.sell({ outcome: 'FAILURE', errorCode: 'ZM' })
  const { page } = await visitors.visit(at(failed), DARK)
  await page.getByText('The UPI PIN was wrong.').waitFor()
  await page.getByText(/start a new order under the same reference/).waitFor()
  expect(await page.getByRole('button', { name: 'Refund…' }).count()).toBe(0)
  await expectAccessible(page)
})

it('asks the provider when it is told to, and writes down that a person did', async () => {
  const { order } = await books.shop.open({ reference: 'slow-payer' })
  const { page } = await visitors.visit(at(order))
  await page.locator('#main header').getByText('Pending').waitFor()
  await page.getByRole('button', { name: 'Ask the provider now' }).click()
  await page.getByText('The provider was asked. The order is still: Pending.').waitFor()
  const story = page.getByRole('list', { name: 'What happened' })
  await story.getByText('Asked the provider').waitFor()
  await story.getByText('Status read ·').waitFor()
  await books.shop.settle(order.merchantOrderId)
  await page.locator('#main header').getByText('Completed').waitFor()
})

it('lets an order that waits for a person go on, with a note', async () => {
  const { order } = await books.shop.open({ reference: 'odd-amount' })
  await books.query(`update galla.orders set "needsReview" = $2 where "merchantOrderId" = $1`, [
    order.merchantOrderId,
    { rule: 'amount-mismatch', reason: 'Asked for 49900 paise, the provider says 100.', atMs: Date.now() },
  ])
  const { page } = await visitors.visit(at(order))
  await page.getByText('This order waits for a person.').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Let it go on…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Let the order go on' })
  await dialog.getByRole('button', { name: 'Let it go on' }).click()
  await dialog.getByText(/^Write down what you found/).waitFor()
  await dialog.getByLabel('What you found').fill('The dashboard shows 499.')
  await dialog.getByRole('button', { name: 'Let it go on' }).click()
  await page.getByText('This order waits for a person.').waitFor({ state: 'detached' })
  await page.getByText('The dashboard shows 499.').waitFor()
})

it('shows the merchant’s notes masked, and writes down who looked', async () => {
  const { order } = await books.gateway.orders.start({
    reference: 'with-notes',
    amount: paid.amount,
    checkout: 'STANDARD',
    redirectUrl: `${books.origin}/thanks`,
    metaInfo: { udf1: 'ravi@example.net' },
  })
  const { page } = await visitors.visit(at(order))
  const notes = page.getByRole('region', { name: 'metaInfo' })
  await notes.getByText('****').waitFor()
  expect(await page.content()).not.toContain('ravi@example.net')
  await notes.getByRole('button', { name: /^Reveal/ }).click()
  await notes.getByText('ravi@example.net').waitFor()
  const audit = await books.query<{ what: string }>(`select "what" from galla.audit where "id" = $1`, [
    order.merchantOrderId,
  ])
  expect(audit.map(({ what }) => what)).toContain('revealed')
})

it('shows the other orders of its reference', async () => {
  const first = await books.shop.sell({ reference: 'twice', outcome: 'FAILURE' })
  const second = await books.shop.sell({ reference: 'twice' })
  const { page } = await visitors.visit(at(second), PHONE)
  const siblings = page.locator('section').filter({ hasText: 'Other orders of twice' })
  await siblings.getByText('Failed').waitFor()
  await expectReflow(page)
  await siblings.getByRole('link').click()
  await page.waitForURL(`**/orders/${first.merchantOrderId}`)
})

it('says so when there is no such order', async () => {
  const { page, misdeeds } = await visitors.visit('/orders/o-nobody')
  await page.getByText('These books have no such order').waitFor()
  expect(misdeeds.errors.splice(0)).toEqual([expect.stringContaining('404')])
})
