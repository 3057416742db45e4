import { expectAccessible, expectReflow } from '@galla/testkit/looks'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { checkOut, comeBack, heading, lastOrder, openMethod, pickTea } from '../helpers/payer.ts'
import { PHONE, Street } from '../helpers/shop-browser.ts'

const MINUTE_MS = 60_000

let street: Street
let provoked: RegExp | undefined
beforeAll(async () => {
  street = await Street.open()
})
afterEach(async () => {
  await street.leave(provoked)
  provoked = undefined
})
afterAll(() => street.close())

const settle = async (page: Page, outcome: 'SUCCESS' | 'FAILURE') =>
  street.stall.sandbox.simulatePayment(await lastOrder(page), { outcome })

/** A QR code on the shop's own page, and then the page that a returning payer sees. */
async function waiting(): Promise<Page> {
  const page = await street.visit()
  await checkOut(page, 'Right here')
  await page.getByRole('button', { name: 'Show QR code' }).click()
  await heading(page, 'Scan to pay')
  await page.goto(`${street.stall.shop.url}/thanks`)
  await heading(page, 'Waiting for your payment')
  return page
}

describe('the thanks page', () => {
  it('waits, and is there when the payment is', async () => {
    const page = await waiting()
    await expectAccessible(page)
    await settle(page, 'SUCCESS')
    await heading(page, 'Payment successful')
    await expectAccessible(page)
  })

  it('says that it failed and why, and the same cart is paid at the second try', async () => {
    const page = await street.visit('/', PHONE)
    await checkOut(page, 'Right here')
    await openMethod(page, 'Net banking')
    await page.getByLabel('HDFC Bank').check()
    await page.getByRole('button', { name: 'Pay ₹499.00' }).click()
    await page.getByRole('button', { name: 'Failure' }).click()
    await page
      .getByRole('link', { name: /Nukkad Chai/ })
      .first()
      .click()
    await heading(page, 'The payment did not go through')
    await expectAccessible(page)
    await expectReflow(page)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: 'Choose how to pay' }).click()
    await page.getByRole('button', { name: 'Show QR code' }).click()
    await heading(page, 'Scan to pay')
    await settle(page, 'FAILURE')
    await heading(page, 'The payment did not go through')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: 'Show QR code' }).click()
    await heading(page, 'Scan to pay')
    await settle(page, 'SUCCESS')
    await heading(page, 'Thank you! The kettle is on')
    await page.getByRole('link', { name: 'Your orders' }).first().click()
    await page.getByText('Paid, being packed').waitFor()
    expect(await page.getByText('Not paid', { exact: true }).count()).toBe(2)
    expect(street.stall.parcels).toHaveLength(1)
  })

  it('says that the time is over, and of money that came later that it goes back', async () => {
    const page = await waiting()
    await street.stall.advance(16 * MINUTE_MS)
    await heading(page, 'The time to pay is over')
    await expectAccessible(page)
    await settle(page, 'SUCCESS')
    await street.stall.settleDown()
    await page.reload()
    await heading(page, 'Your payment came too late')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Your orders' }).first().click()
    await page.getByText('Money returned').waitFor()
    await expectAccessible(page)
    expect(street.stall.parcels).toEqual([])
  })

  it('says that a person looks when the provider tells of another amount', async () => {
    const page = await waiting()
    street.stall.bend = (reply) => {
      reply.amount = 1
    }
    await settle(page, 'SUCCESS')
    await heading(page, 'The shop is looking into your payment')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Your orders' }).first().click()
    await page.getByText('We are looking into it').waitFor()
    expect(street.stall.parcels).toEqual([])
  })

  it('offers the payment page to whoever came back without paying', async () => {
    const page = await street.visit()
    await checkOut(page, 'On the payment page')
    await heading(page, 'How would you like to pay?')
    await page.goto(`${street.stall.shop.url}/thanks`)
    await page.getByRole('link', { name: 'Open the payment page' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Open the payment page' }).click()
    await page.getByRole('button', { name: 'Show QR code' }).click()
    await page.getByRole('img', { name: /QR code/ }).waitFor()
  })

  it('knows nothing in a tab that ordered nothing, and says where the orders are', async () => {
    const page = await street.visit('/thanks')
    await heading(page, 'No order in this tab')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Your orders' }).last().click()
    await heading(page, 'No orders yet')
    await expectAccessible(page)
  })
})

describe('in the middle of a payment', () => {
  it('a reload finds it where it was; back and forward do too', async () => {
    const page = await street.visit()
    await checkOut(page, 'Right here')
    await page.getByRole('button', { name: 'Show QR code' }).click()
    await heading(page, 'Scan to pay')
    await page.reload()
    await heading(page, 'Scan to pay')
    await page.goBack()
    await page.getByLabel('Right here').waitFor()
    await page.goForward()
    await heading(page, 'Scan to pay')
    await settle(page, 'SUCCESS')
    await heading(page, 'Thank you! The kettle is on')
  })

  it('the line breaks: it says so, and carries on when it is back', async () => {
    provoked = /ERR_INTERNET_DISCONNECTED|ERR_NETWORK/
    const page = await waiting()
    await page.context().setOffline(true)
    await page.getByText('No internet connection. Your payment is safe').waitFor()
    await street.stall.sandbox.simulatePayment(
      (await street.stall.shop.gateway.orders.list({ limit: '1' })).rows[0]?.merchantOrderId ?? '',
      {
        outcome: 'SUCCESS',
      },
    )
    await page.context().setOffline(false)
    await heading(page, 'Payment successful')
  })

  it('back from the payment page, the cart is there and can be paid', async () => {
    const page = await street.visit()
    await checkOut(page, 'On the payment page')
    await heading(page, 'How would you like to pay?')
    await page.goBack()
    await page.getByRole('button', { name: 'Pay ₹499.00' }).click()
    await heading(page, 'How would you like to pay?')
    await page.getByRole('heading', { level: 3, name: 'Net banking' }).click()
    await page.getByLabel('ICICI Bank').check()
    await page.getByRole('button', { name: 'Pay ₹499.00' }).click()
    await page.getByRole('button', { name: 'Success' }).click()
    await comeBack(page)
    await heading(page, 'Payment successful')
    expect(street.stall.parcels).toHaveLength(1)
  })
})

describe('the cart', () => {
  it('survives a reload, with ids and quantities only', async () => {
    const page = await street.visit()
    await pickTea(page)
    await page.getByRole('button', { name: 'One Darjeeling, first flush more' }).first().click()
    await page.reload()
    await page.getByText('₹998.00').first().waitFor()
    const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('tea-cart') ?? ''))
    expect(kept).toEqual({ cartId: expect.any(String), lines: { darjeeling: 2 } })
    await page.context().setOffline(true)
    const offline = page.getByText('No internet connection. Your cart is safe on this device.')
    await offline.waitFor()
    await expectAccessible(page)
    await page.context().setOffline(false)
    await offline.waitFor({ state: 'detached' })
  })

  it('loses what is not sold any more, and says so; emptied, it shows the way back', async () => {
    const page = await street.visit('/orders')
    await page.evaluate(() => {
      const lines = { oolong: 3, kulhad: 1, assam: -4, masala: 1e9 }
      localStorage.setItem('tea-cart', JSON.stringify({ cartId: crypto.randomUUID(), lines }))
    })
    await page.goto(`${street.stall.shop.url}/cart`)
    await page.getByText('One thing in your cart is not sold any more. We took it out.').waitFor()
    expect(await page.locator('.bill-line').count()).toBe(1)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'One Kulhads less' }).click()
    await heading(page, 'Nothing here yet')
    await expectAccessible(page)
  })

  it('that is paid in another tab is not paid again: its order is shown', async () => {
    provoked = /409 \(Conflict\)/
    const page = await street.visit()
    await pickTea(page)
    const kept = await page.evaluate(() => localStorage.getItem('tea-cart') ?? '')
    await page.getByRole('link', { name: 'Choose how to pay' }).click()
    await page.getByLabel('Right here').check()
    await page.getByRole('button', { name: 'Choose how to pay' }).click()
    await page.getByRole('button', { name: 'Show QR code' }).click()
    await heading(page, 'Scan to pay')
    await settle(page, 'SUCCESS')
    await heading(page, 'Payment successful')
    const lines = () => page.evaluate(() => JSON.parse(localStorage.getItem('tea-cart') ?? '').lines)
    await expect.poll(lines).toEqual({})
    // A tab that slept through all of it still holds the cart.
    await page.route('**/api/orders', (route) =>
      route.request().method() === 'GET' ? route.fulfill({ json: { orders: [] } }) : route.continue(),
    )
    await page.evaluate((text) => localStorage.setItem('tea-cart', text), kept)
    await page.goto(`${street.stall.shop.url}/cart`)
    await page.getByRole('button', { name: 'Choose how to pay' }).click()
    await heading(page, 'Your orders')
    await page.getByText('This cart is paid already. Here is the order.').waitFor()
    await expectAccessible(page)
    expect(await lines()).toEqual({})
    expect(street.stall.parcels).toHaveLength(1)
  })

  it('stays when the shop cannot be reached, and says that nothing was taken', async () => {
    provoked = /503 \(Service Unavailable\)/
    const page = await street.visit()
    await pickTea(page)
    await page.getByRole('link', { name: 'Choose how to pay' }).click()
    await street.stall.sandbox.setFaults({
      rules: [{ kind: 'status', status: 503, endpoints: ['standardPay'], times: 2 }],
    })
    await page.getByRole('button', { name: 'Pay ₹499.00' }).click()
    await page.getByText('The payment page did not open. Please try again.').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Pay ₹499.00' }).click()
    await heading(page, 'How would you like to pay?')
  })
})
