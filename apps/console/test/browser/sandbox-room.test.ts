import { paise } from '@galla/contract/money'
import { expectAccessible, expectReflow } from '@galla/testkit/looks'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type OpenBooks, openBooks } from '../helpers/open-books.ts'
import { until } from '../helpers/until.ts'
import { DARK, DESKTOP, PHONE, Visitors } from '../helpers/visit.ts'

let books: OpenBooks
let visitors: Visitors
beforeAll(async () => {
  books = await openBooks()
  visitors = await Visitors.come(books)
})
beforeEach(async () => {
  await books.sandbox.setFaults({})
})
afterEach(() => visitors.leave())
afterAll(async () => {
  await visitors.close()
  await books.close()
})

const onNow = (page: Page) => page.getByRole('list', { name: 'On now' })
const table = (page: Page, name: string) => page.getByRole('table', { name })

describe('payments', () => {
  it('fails the next payment on request, and the order’s page shows the failure', async () => {
    const { page } = await visitors.visit('/sandbox')
    await page.getByLabel('Failure code').fill('U90')
    await page.getByRole('button', { name: 'Fail the next payment' }).click()
    await onNow(page).getByText('The next payment will fail with U90').waitFor()
    const cart = { reference: 'cart-u90', amount: paise(49_900), redirectUrl: `${books.origin}/thanks` }
    const { order } = await books.gateway.orders.start({ ...cart, checkout: 'CUSTOM' })
    await books.gateway.orders.pay(order.merchantOrderId, { type: 'UPI_QR' })
    await onNow(page).getByText('The next payment').waitFor({ state: 'detached' })
    await page.goto(`${books.url}/orders/${order.merchantOrderId}`)
    await page.locator('main').getByText('Failed', { exact: true }).first().waitFor()
    await page.locator('main').getByText('U90').first().waitFor()
  })

  it('forgets what was decided', async () => {
    const { page } = await visitors.visit('/sandbox')
    await page.getByRole('combobox', { name: 'The next payment' }).selectOption('It succeeds')
    await page.getByLabel('How many').fill('3')
    await page.getByRole('button', { name: 'Let the next 3 payments succeed' }).click()
    await onNow(page).getByText('The next 3 payments will succeed').waitFor()
    await onNow(page).getByRole('button', { name: 'Forget it' }).click()
    await onNow(page).getByText('will succeed').waitFor({ state: 'detached' })
  })

  it('settles one that waits, and keeps one that failed from being settled twice', async () => {
    const { order } = await books.shop.open({ amount: 12_300 })
    const { page } = await visitors.visit(`/sandbox?q=${order.merchantOrderId}`)
    await page.getByRole('button', { name: `Settle ${order.merchantOrderId}` }).click()
    const dialog = page.getByRole('dialog', { name: 'What becomes of this payment' })
    await dialog.getByText('₹123.00').waitFor()
    await expectAccessible(page)
    await dialog.getByLabel('Paid by').selectOption('Wallet')
    await dialog.getByRole('button', { name: 'Settle it' }).click()
    await dialog.getByText('Completed').waitFor()
    await dialog.getByRole('link', { name: 'What the books say' }).click()
    await page.waitForURL(/\/orders\//)
    await until('the books know', async () =>
      (await books.gateway.orders.get(order.merchantOrderId))?.state === 'COMPLETED' ? true : undefined,
    )
  })

  it('moves a refund that waits', async () => {
    const { merchantOrderId } = await books.shop.sell({ amount: 200_000 })
    await books.gateway.refunds.request({
      merchantRefundId: 'waits--accepted',
      merchantOrderId,
      amount: paise(10_000),
    })
    const { page } = await visitors.visit('/sandbox')
    const row = table(page, 'Refunds that wait').getByRole('row', { name: /waits--accepted/ })
    await row.getByText('Confirmed').waitFor()
    await row.getByRole('button', { name: 'Done' }).click()
    await row.waitFor({ state: 'detached' })
    expect((await fetch(`${books.sandbox.url}/_sandbox/refunds/waits--accepted`).then((r) => r.json())).state).toBe(
      'COMPLETED',
    )
  })
})

describe('the clock', () => {
  it('past its expiry expires an order, in the books too', async () => {
    const { order } = await books.shop.open()
    const { page } = await visitors.visit('/sandbox?tab=clock')
    await page.getByText(order.merchantOrderId).waitFor()
    await page.getByRole('button', { name: 'To what is due next' }).click()
    await page.getByText(order.merchantOrderId).waitFor({ state: 'detached' })
    await page.getByText(/ahead of this machine/).waitFor()
    expect((await books.sandbox.order(order.merchantOrderId)).state).toBe('FAILED')
    const known = await until('the books know', async () => {
      const found = await books.gateway.orders.get(order.merchantOrderId)
      return found?.state === 'FAILED' ? found : undefined
    })
    expect(known.detailedErrorCode).toBe('ORDER_EXPIRED')
  })

  it('is stopped, put somewhere, and runs again', async () => {
    const { page } = await visitors.visit('/sandbox?tab=clock')
    await page.getByRole('button', { name: 'Stop it' }).click()
    await onNow(page).getByText('Stopped at').waitFor()
    await page.getByLabel('Put it at, Indian time').fill('2030-01-01T10:00:00')
    await page.getByRole('button', { name: 'Put it there' }).click()
    await onNow(page).getByText('1 Jan 2030, 10:00:00 IST').waitFor()
    await onNow(page).getByRole('button', { name: 'Let it run' }).click()
    await page.getByText(/^Running/).waitFor()
    expect(books.sandbox.clock.frozen).toBe(false)
    await books.sandbox.clock.set(Date.now())
  })
})

describe('faults', () => {
  it('come by the day and go in one press', async () => {
    const { page } = await visitors.visit('/sandbox?tab=faults')
    await page.getByRole('button', { name: 'Turn festival-day on' }).click()
    await page.getByText('50 % of calls wait 400 ms.').waitFor()
    await expectAccessible(page)
    await onNow(page).getByRole('button', { name: 'Faults off' }).click()
    await page.getByText('A good day').waitFor()
  })

  it('come one by one, on top of each other, and strike', async () => {
    const { page } = await visitors.visit('/sandbox?tab=faults')
    await page.getByRole('button', { name: 'Add it' }).click()
    await page.getByText('All standardPay calls are done, and the answer is lost; 1 at most.').waitFor()
    await page.getByLabel('What goes wrong').selectOption('Error answer')
    await page.getByLabel('Of which calls').selectOption('refund')
    await page.getByRole('button', { name: 'Add it' }).click()
    await page.getByText('All refund calls are answered 503; 1 at most.').waitFor()
    await page.getByLabel('Lost, %').fill('25')
    await page.getByRole('button', { name: 'Set it' }).click()
    await page.getByText('25 % of callbacks never come.').waitFor()
    await onNow(page).getByText('3 faults on').waitFor()
    await page.getByRole('button', { name: 'All off' }).click()
    await page.getByText('A good day').waitFor()
  })
})

describe('callbacks', () => {
  it('are sent on request, refused when they are bent, and sent again', async () => {
    const { merchantOrderId } = await books.shop.sell()
    const { page } = await visitors.visit('/sandbox?tab=callbacks')
    const form = page.getByRole('form', { name: 'Send one now' })
    await form.getByLabel('Order').fill(merchantOrderId)
    await form.getByRole('button', { name: 'Send it' }).click()
    await form.getByText(/^Answered 200/).waitFor()
    await form.getByLabel('How').selectOption('Tampered with')
    await form.getByRole('button', { name: 'Send it' }).click()
    await form.getByText(/^Answered 200|^Answered 4\d\d/).waitFor()
    await page.getByPlaceholder('Order or refund id').fill(merchantOrderId)
    await page
      .getByRole('button', { name: `Open checkout.order.completed about ${merchantOrderId}` })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: 'checkout.order.completed' })
    await dialog.getByText('merchantOrderId').first().waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Send it again' }).click()
    await dialog
      .getByRole('status')
      .getByText(/^Answered/)
      .waitFor()
  })

  it('go to the books again when somebody sent them elsewhere', async () => {
    await books.sandbox.setReceiver({ url: 'http://127.0.0.1:9/elsewhere' })
    const { page } = await visitors.visit('/sandbox?tab=callbacks')
    await page.getByText('The sandbox calls another address').waitFor()
    await page.getByRole('button', { name: 'Call the books' }).click()
    await page.getByText('The sandbox calls another address').waitFor({ state: 'detached' })
  })
})

it('keeps a moment, goes back to it and deletes it', async () => {
  const { order } = await books.shop.open()
  const { page } = await visitors.visit('/sandbox?tab=snapshots')
  await page.getByLabel('Name of the moment').fill('before the sale')
  await page.getByRole('button', { name: 'Take a snapshot' }).click()
  await page.getByRole('list', { name: 'Snapshots' }).getByText('before the sale').waitFor()
  await books.shop.settle(order.merchantOrderId)
  await page.getByRole('button', { name: 'Go back to before the sale' }).click()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Go back', exact: true }).click()
  await page.getByText('The sandbox is back at before the sale.').waitFor()
  expect((await books.sandbox.order(order.merchantOrderId)).state).toBe('PENDING')
  await page.getByRole('button', { name: 'Delete before the sale' }).click()
  await page.getByText('None yet.').waitFor()
})

it('resets the sandbox only after the word was typed', async () => {
  const { order } = await books.shop.open()
  const { page } = await visitors.visit('/sandbox?tab=snapshots')
  await page.getByRole('button', { name: 'Reset the sandbox…' }).click()
  const sure = page.getByRole('dialog').getByRole('button', { name: 'Reset it' })
  expect(await sure.isDisabled()).toBe(true)
  await page.getByLabel('Type reset to confirm').fill('reset')
  await sure.click()
  await page.getByText('The sandbox is empty.').waitFor()
  await expect(books.sandbox.order(order.merchantOrderId)).rejects.toThrow()
})

it('says so when the sandbox went away, and goes on when it is back', async () => {
  const { page, misdeeds } = await visitors.visit('/sandbox?tab=clock')
  await onNow(page).getByText('Its time is').waitFor()
  const away = { code: 'SANDBOX_AWAY', message: 'The sandbox does not answer. Is it still running?' }
  await page.route('**/api/sandbox/**', (route) => route.fulfill({ status: 502, json: away }))
  await page.getByText('The sandbox does not answer. Is it still running?').first().waitFor({ timeout: 20_000 })
  await page.unroute('**/api/sandbox/**')
  await page.getByRole('button', { name: 'Ask again' }).click()
  await onNow(page).getByText('Its time is').waitFor()
  // The browser notes every reply that is no success.
  expect(misdeeds.errors.splice(0).filter((error) => !error.includes('502'))).toEqual([])
})

it('tells what happened, latest first, by kind and by id', async () => {
  const { merchantOrderId } = await books.shop.sell()
  const { page } = await visitors.visit('/sandbox?tab=journal')
  await page.getByPlaceholder('Order or refund id').fill(merchantOrderId)
  await page.getByLabel('Kind').selectOption('API calls')
  const line = page.getByRole('button', { name: /^Open standardPay/ })
  await line.click()
  const dialog = page.getByRole('dialog', { name: 'standardPay' })
  await dialog.getByText('redirectUrl').first().waitFor()
  expect(await dialog.textContent()).not.toContain('O-Bearer e')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByLabel('Status', { exact: true }).selectOption('5xx')
  await page.getByText('Nothing like that happened yet').waitFor()
})

it('drills our own receiver and grades it check by check', async () => {
  const { page } = await visitors.visit('/sandbox?tab=drill')
  await page.getByRole('button', { name: 'Run the drill' }).click()
  await page.getByText(/\d+ of 100/).waitFor({ timeout: 30_000 })
  const grade = page.getByRole('region', { name: 'Grade' })
  await grade.getByText('unsigned', { exact: true }).waitFor()
  await expectAccessible(page)
  await page.getByLabel('Callback address').fill('http://127.0.0.1:9/nobody')
  await page.getByRole('button', { name: 'Run the drill' }).click()
  await grade.getByText('0 of 100', { exact: true }).waitFor({ timeout: 30_000 })
  expect(await grade.locator('li').first().textContent()).toContain('Broken')
})

describe.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
  ['dark', DARK],
] as const)('on a %s', (_, device) => {
  it.each(['payments', 'clock', 'faults', 'callbacks', 'snapshots', 'journal', 'drill'])(
    'the side %s can be read and reached',
    async (tab) => {
      await books.shop.open()
      const { page } = await visitors.visit(`/sandbox?tab=${tab}`, device)
      await page.getByRole('tabpanel').waitFor()
      await onNow(page).getByText('Its time is').waitFor()
      await expectAccessible(page)
      await expectReflow(page)
    },
  )
})
