import type { Order } from '@galla/contract/gateway-api/orders'
import { expectAccessible, expectReflow } from '@galla/testkit/page-assertions'
import { afterAll, afterEach, beforeAll, it } from 'vitest'
import { type ConsoleApp, startConsoleApp } from '../helpers/console-app.ts'
import { ConsoleBrowser, PHONE } from '../helpers/console-browser.ts'

let app: ConsoleApp
let browser: ConsoleBrowser
/** The handler throws for orders of this reference. */
const FAILING = 'failing-handler'
/** The handler waits for it with orders of this reference. */
const SLOW = 'slow-handler'
let finishSlow = () => {}
const slow = new Promise<void>((resolve) => {
  finishSlow = resolve
})
beforeAll(async () => {
  app = await startConsoleApp({
    gateway: {
      on: {
        'order.completed': ({ order: { reference } }) => {
          if (reference === FAILING) throw new Error('The parcel service is not reachable')
          return reference === SLOW ? slow : undefined
        },
      },
    },
  })
  browser = new ConsoleBrowser(app)
})
afterEach(() => browser.closePages())
afterAll(() => app?.close())

const at = (order: Order) => `/orders/${order.merchantOrderId}`

it('shows that a delivery is done when it ends after everything else', async () => {
  const { page } = await browser.open(at(await app.shop.payOrder({ reference: SLOW })))
  await page.getByText('Live', { exact: true }).waitFor()
  const steps = page.getByRole('list', { name: 'Steps' })
  await steps.getByText('Handler is running').waitFor()
  finishSlow()
  await steps.getByText('Handler ran').waitFor()
})

it('says that the shop has not processed a paid order, and leads to its delivery', async () => {
  const { page } = await browser.open(at(await app.shop.payOrder({ reference: FAILING })), PHONE)
  const result = page.getByRole('region', { name: 'Result' })
  await result
    .getByText(/^Paid; your shop has not processed it yet\. Its handler failed: \d attempts? so far, /)
    .waitFor()
  await expectReflow(page)
  await expectAccessible(page)
  await result.getByRole('link', { name: 'Open the delivery, to retry it' }).click()
  const dialog = page.getByRole('dialog', { name: 'Event delivery' })
  await dialog.getByText('Error: The parcel service is not reachable').first().waitFor()
  await dialog.getByRole('button', { name: 'Retry now' }).waitFor()
})
