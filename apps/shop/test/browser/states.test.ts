import { expectAccessible, expectReflow } from '@galla/testkit/page-assertions'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addTea, checkOut, heading, latestOrderId, openMethod, returnToShop } from '../helpers/payer.ts'
import { DESKTOP, NARROW, PHONE, ShopBrowser } from '../helpers/shop-browser.ts'

const MINUTE_MS = 60_000

let browser: ShopBrowser
let expectedErrors: RegExp | undefined
beforeAll(async () => {
  browser = await ShopBrowser.open()
})
afterEach(async () => {
  await browser.endVisits(expectedErrors)
  expectedErrors = undefined
})
afterAll(() => browser.close())

const simulate = async (page: Page, outcome: 'SUCCESS' | 'FAILURE') =>
  browser.shop.sandbox.simulatePayment(await latestOrderId(page), { outcome })

/** The id of the order whose payment page is open. */
async function orderIdOf(page: Page): Promise<string> {
  await page.getByText('Order details').click()
  return (await page.locator('.order-details code').first().textContent()) ?? ''
}

/** A QR payment on the shop's own page, then the page to which the payer returns. */
async function visitWaiting(): Promise<Page> {
  const page = await browser.visit()
  await checkOut(page, 'Right here')
  await page.getByRole('button', { name: 'Show QR code' }).click()
  await heading(page, 'Scan to pay')
  await page.goto(`${browser.shop.server.url}/thanks`)
  await heading(page, 'Waiting for your payment')
  return page
}

describe('the thanks page', () => {
  it('waits, and updates when the payment is confirmed', async () => {
    const page = await visitWaiting()
    await expectAccessible(page)
    await simulate(page, 'SUCCESS')
    await heading(page, 'Payment successful')
    await expectAccessible(page)
  })

  it('shows a failure, and the same cart is paid by another order', async () => {
    const page = await browser.visit('/', PHONE)
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
    await page.getByRole('button', { name: 'Go to checkout' }).click()
    await page.getByRole('button', { name: 'Show QR code' }).click()
    await heading(page, 'Scan to pay')
    await simulate(page, 'FAILURE')
    await heading(page, 'The payment did not go through')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: 'Show QR code' }).click()
    await heading(page, 'Scan to pay')
    await simulate(page, 'SUCCESS')
    await heading(page, 'Thank you! The kettle is on')
    await page.getByRole('link', { name: 'Your orders' }).first().click()
    await page.getByText('Paid, being packed').waitFor()
    expect(await page.getByText(/^UTR \d{12}/).count()).toBe(1)
    expect(await page.getByText('Not paid', { exact: true }).count()).toBe(2)
    await browser.expectOneParcel(page)
  })

  it('shows the expiry, and the refund of a late payment', async () => {
    const page = await visitWaiting()
    await browser.shop.advance(16 * MINUTE_MS)
    await heading(page, 'The time to pay is over')
    await expectAccessible(page)
    await simulate(page, 'SUCCESS')
    // The page of an expired order expects no news; the gateway learns of the payment in its own time.
    const late = page.getByRole('heading', { name: 'Your payment arrived too late', exact: true })
    const reloaded = async () => {
      // A callback that waits for its next attempt waits by this clock, which stands still.
      await browser.shop.advance(5_000)
      await page.reload()
      return late.waitFor({ timeout: 2_000 }).then(
        () => 'late',
        () => 'not yet',
      )
    }
    await expect.poll(reloaded).toBe('late')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Your orders' }).first().click()
    await page.getByText('Refunded', { exact: true }).waitFor()
    await expectAccessible(page)
    expect(browser.shop.parcels).not.toContain(await browser.latestReference(page))
  })

  it('shows a review when the provider reports another amount', async () => {
    const page = await visitWaiting()
    browser.shop.alterStatus = (response) => {
      response.amount = 1
    }
    await simulate(page, 'SUCCESS')
    await heading(page, 'The shop is looking into your payment')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Your orders' }).first().click()
    await page.getByText('We are looking into it').waitFor()
    expect(browser.shop.parcels).not.toContain(await browser.latestReference(page))
  })

  it('offers the payment page to a payer who returned without paying', async () => {
    const page = await browser.visit()
    await checkOut(page, 'On the payment page')
    await heading(page, 'How would you like to pay?')
    await page.goto(`${browser.shop.server.url}/thanks`)
    await page.getByRole('link', { name: 'Open the payment page' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Open the payment page' }).click()
    await page.getByRole('img', { name: /QR code/ }).waitFor()
  })

  it('warns a payer whose bank has not answered, and does not invite to pay', async () => {
    const page = await browser.visit()
    await checkOut(page, 'On the payment page')
    await heading(page, 'How would you like to pay?')
    await page.getByRole('heading', { level: 3, name: 'Net banking' }).click()
    await page.getByLabel('ICICI Bank').check()
    await page.getByRole('button', { name: 'Pay ₹499.00' }).click()
    await page.getByRole('button', { name: 'Pending' }).click()
    await heading(page, 'Your bank has not answered yet')
    await page.goto(`${browser.shop.server.url}/thanks`)
    await browser.shop.advance(30_000)
    await heading(page, 'Not confirmed by your bank yet')
    await page
      .getByText(
        /If your bank asked for a code, continue and enter it\. Else please do not pay again\..*7 working days/,
      )
      .waitFor()
    await page.getByRole('link', { name: 'Continue or see the state' }).waitFor()
    await expectAccessible(page)
    const invitations = page.getByText(/Open the payment page|Continue the payment|Not paid yet/)
    expect(await invitations.count()).toBe(0)
    await page.getByRole('link', { name: 'Your orders' }).first().click()
    await page.getByText('Not confirmed by your bank yet', { exact: true }).waitFor()
    await page.getByText(/Else wait: the result is shown here\. Please do not pay twice\./).waitFor()
    await page.getByRole('button', { name: 'Continue or see the state' }).waitFor()
    await expectAccessible(page)
    expect(await invitations.count()).toBe(0)
    await page.goto(`${browser.shop.server.url}/cart`)
    await page.getByText('The payment of ₹499.00 is not confirmed yet.').waitFor()
    expect(await invitations.count()).toBe(0)
    await page.getByText('Pay another way', { exact: true }).click()
    await page.getByText('Your bank may still confirm the first payment.').waitFor()
    await expectAccessible(page)
    await page.goto(browser.shop.server.url)
    await page.getByText('The payment of ₹499.00 is not confirmed yet.').waitFor()
    await page.getByRole('button', { name: 'Continue or see the state' }).click()
    await heading(page, 'Your bank has not answered yet')
  })

  it.each([
    ['a desktop', DESKTOP],
    ['a phone', NARROW],
  ])('says on %s that nothing was paid, when the payer comes back without paying', async (_, device) => {
    const page = await browser.visit('/', device)
    await checkOut(page, 'On the payment page')
    await heading(page, 'How would you like to pay?')
    const pageUrl = page.url()
    if (device === DESKTOP) await page.getByRole('img', { name: /QR code/ }).waitFor()
    await page.getByRole('link', { name: 'Go back without paying' }).click()
    await heading(page, 'You have not paid')
    await page.getByText('No money was taken.').waitFor()
    await page.getByText(/^If you do not pay, the order ends by itself: \d/).waitFor()
    await expectAccessible(page)
    await expectReflow(page)
    await page.getByRole('button', { name: 'Pay ₹499.00' }).click()
    await heading(page, 'How would you like to pay?')
    expect(page.url()).toBe(pageUrl)
  })

  it('does not say that nothing was paid while the provider does not answer', async () => {
    const page = await browser.visit('/', NARROW)
    await checkOut(page, 'On the payment page')
    await heading(page, 'How would you like to pay?')
    browser.shop.alterStatus = () => {
      throw new Error('no answer')
    }
    await page.getByRole('link', { name: 'Go back without paying' }).click()
    await heading(page, 'Pay on the payment page')
    expect(await page.getByText('No money was taken.').count()).toBe(0)
  })

  it('says why the last attempt failed', async () => {
    const page = await browser.visit('/', NARROW)
    await checkOut(page, 'On the payment page')
    await heading(page, 'How would you like to pay?')
    await browser.shop.sandbox.simulatePayment(await orderIdOf(page), {
      outcome: 'FAILURE',
      errorCode: 'Z9',
      keepOpen: true,
    })
    await page.getByRole('link', { name: 'Go back without paying' }).click()
    await heading(page, 'You have not paid')
    const reason = page.getByText('The last try failed: There is not enough money in the account.')
    await reason.waitFor()
    await expectReflow(page)
    await page.getByRole('link', { name: 'Your orders' }).first().click()
    await reason.waitFor()
    await page.goto(`${browser.shop.server.url}/cart`)
    await reason.waitFor()
  })

  it('links to the orders in a browser without an order', async () => {
    const page = await browser.visit('/thanks')
    await heading(page, 'No order yet')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Your orders' }).last().click()
    await heading(page, 'No orders yet')
    await expectAccessible(page)
  })
})

describe('during a payment', () => {
  it('a reload, back and forward keep the payment', async () => {
    const page = await browser.visit()
    await checkOut(page, 'Right here')
    await page.getByRole('button', { name: 'Show QR code' }).click()
    await heading(page, 'Scan to pay')
    await page.reload()
    await heading(page, 'Scan to pay')
    await page.goBack()
    await page.getByRole('button', { name: 'Continue the payment' }).waitFor()
    await page.goForward()
    await heading(page, 'Scan to pay')
    await simulate(page, 'SUCCESS')
    await heading(page, 'Thank you! The kettle is on')
  })

  it('a lost connection is shown, and the payment continues when it is back', async () => {
    expectedErrors = /ERR_INTERNET_DISCONNECTED|ERR_NETWORK/
    const page = await visitWaiting()
    await page.context().setOffline(true)
    await page.getByText('No internet connection. Your payment is safe').waitFor()
    await browser.shop.sandbox.simulatePayment(
      (await browser.shop.server.gateway.orders.list({ limit: 1 })).rows[0]?.merchantOrderId ?? '',
      {
        outcome: 'SUCCESS',
      },
    )
    await page.context().setOffline(false)
    await heading(page, 'Payment successful')
  })

  it('after returning from the payment page, the cart can be paid', async () => {
    const page = await browser.visit()
    await checkOut(page, 'On the payment page')
    await heading(page, 'How would you like to pay?')
    await page.goBack()
    // The open payment is the main action; another one is offered behind it.
    await page.getByRole('button', { name: 'Continue the payment' }).waitFor()
    expect(await page.getByRole('button', { name: 'Pay ₹499.00' }).count()).toBe(0)
    await page.getByText('Pay another way').click()
    await page.getByText('This continues the payment that you started.').waitFor()
    await page.getByRole('button', { name: 'Pay ₹499.00' }).click()
    await heading(page, 'How would you like to pay?')
    await page.getByRole('heading', { level: 3, name: 'Net banking' }).click()
    await page.getByLabel('ICICI Bank').check()
    await page.getByRole('button', { name: 'Pay ₹499.00' }).click()
    await page.getByRole('button', { name: 'Success' }).click()
    await returnToShop(page)
    await heading(page, 'Payment successful')
    await browser.expectOneParcel(page)
  })
})

describe('the cart', () => {
  it('is stored with ids and quantities only', async () => {
    const page = await browser.visit()
    await addTea(page)
    await page.getByRole('button', { name: 'One Darjeeling, first flush more' }).first().click()
    await page.reload()
    await page.getByText('₹998.00').first().waitFor()
    const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('tea-cart') ?? ''))
    expect(stored).toEqual({ cartId: expect.any(String), lines: { darjeeling: 2 } })
    await page.context().setOffline(true)
    const offline = page.getByText('No internet connection. Your cart is safe on this device.')
    await offline.waitFor()
    await expectAccessible(page)
    await page.context().setOffline(false)
    await offline.waitFor({ state: 'detached' })
  })

  it('drops products that are no longer sold, and links back when empty', async () => {
    const page = await browser.visit('/orders')
    await page.evaluate(() => {
      const lines = { oolong: 3, kulhad: 1, assam: -4, masala: 1e9 }
      localStorage.setItem('tea-cart', JSON.stringify({ cartId: crypto.randomUUID(), lines }))
    })
    await page.goto(`${browser.shop.server.url}/cart`)
    await page.getByText('One product in your cart is no longer sold. We removed it.').waitFor()
    expect(await page.locator('.bill-line').count()).toBe(1)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'One Kulhads less' }).click()
    await heading(page, 'Nothing here yet')
    await expectAccessible(page)
  })

  it('is not paid twice: a cart that another tab paid shows its order', async () => {
    expectedErrors = /409 \(Conflict\)/
    const page = await browser.visit()
    await addTea(page)
    const stored = await page.evaluate(() => localStorage.getItem('tea-cart') ?? '')
    await page.getByRole('link', { name: 'Choose how to pay' }).click()
    await page.getByLabel('Right here').check()
    await page.getByRole('button', { name: 'Go to checkout' }).click()
    await page.getByRole('button', { name: 'Show QR code' }).click()
    await heading(page, 'Scan to pay')
    await simulate(page, 'SUCCESS')
    await heading(page, 'Payment successful')
    const lines = () => page.evaluate(() => JSON.parse(localStorage.getItem('tea-cart') ?? '').lines)
    await expect.poll(lines).toEqual({})
    // A suspended tab still holds the cart.
    await page.route('**/api/orders', (route) =>
      route.request().method() === 'GET' ? route.fulfill({ json: { orders: [] } }) : route.continue(),
    )
    await page.evaluate((text) => localStorage.setItem('tea-cart', text), stored)
    await page.goto(`${browser.shop.server.url}/cart`)
    await page.getByRole('button', { name: 'Go to checkout' }).click()
    await heading(page, 'Your orders')
    await page.getByText('This cart is already paid. Here is the order.').waitFor()
    await expectAccessible(page)
    expect(await lines()).toEqual({})
    await page.unroute('**/api/orders')
    await browser.expectOneParcel(page)
  })

  it('is kept when the provider is unavailable', async () => {
    expectedErrors = /503 \(Service Unavailable\)/
    const page = await browser.visit()
    await addTea(page)
    await page.getByRole('link', { name: 'Choose how to pay' }).click()
    await browser.shop.sandbox.setFaults({
      rules: [{ kind: 'status', status: 429, endpoints: ['standardPay'], times: 1 }],
    })
    await page.getByRole('button', { name: 'Pay ₹499.00' }).click()
    await page.getByText('The payment page did not open. You have not been charged. Please try again.').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Pay ₹499.00' }).click()
    await heading(page, 'How would you like to pay?')
  })
})
