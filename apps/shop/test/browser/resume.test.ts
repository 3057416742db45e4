import { expectAccessible, expectLittleLayoutShift, expectReflow } from '@galla/testkit/page-assertions'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { checkOut, enterPassword, heading, latestOrderId, openMethod, returnToShop } from '../helpers/payer.ts'
import { DESKTOP, NARROW, PHONE, ShopBrowser } from '../helpers/shop-browser.ts'

let browser: ShopBrowser
beforeAll(async () => {
  browser = await ShopBrowser.open()
})
afterEach(() => browser.endVisits())
afterAll(() => browser.close())

/** An English browser whose payer has chosen Hindi in the shop. */
async function visitInHindi(): Promise<Page> {
  const page = await browser.visit('/', PHONE)
  await page.evaluate(() => localStorage.setItem('tea-language', 'hi'))
  await page.reload()
  await heading(page, 'अच्छी चाय, आपके लिए तौली हुई')
  return page
}

async function payOnPageInHindi(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'दार्जिलिंग, पहली तुड़ाई डालें' }).click()
  await page.getByRole('link', { name: /बिल देखें/ }).click()
  await page.getByRole('button', { name: '₹499.00 पे करें' }).click()
  await page.waitForURL(/\/transact\/pg/)
  await page.goto(`${browser.shop.server.url}/orders`)
  return latestOrderId(page)
}

const backgroundOf = (element: Locator): Promise<string> =>
  element.evaluate((node) => getComputedStyle(node).backgroundColor)

/** The path and query of an order's return address. */
async function returnPathOf(merchantOrderId: string): Promise<string> {
  const { pathname, search } = new URL((await browser.shop.sandbox.order(merchantOrderId)).redirectUrl ?? '')
  return pathname + search
}

describe('the language', () => {
  it('goes along to the payment page and into the order', async () => {
    const page = await visitInHindi()
    await page.getByRole('button', { name: 'दार्जिलिंग, पहली तुड़ाई डालें' }).click()
    await page.getByRole('link', { name: /बिल देखें/ }).click()
    await page.getByRole('button', { name: '₹499.00 पे करें' }).click()
    await heading(page, 'पेमेंट कैसे करना चाहेंगे?')
    expect(await page.locator('html').getAttribute('lang')).toBe('hi')
    await page.getByText('चाय की दुकान से एक चीज़').waitFor()
  })

  it('goes along from the shop’s own page to the page on which the bank asks for a code, and again when the payment goes on', async () => {
    const page = await visitInHindi()
    await page.getByRole('button', { name: 'दार्जिलिंग, पहली तुड़ाई डालें' }).click()
    await page.getByRole('link', { name: /बिल देखें/ }).click()
    await page.getByLabel('यहीं पर').check()
    await page.getByRole('button', { name: 'चेकआउट पर जाएँ' }).click()
    await openMethod(page, 'डेबिट या क्रेडिट कार्ड')
    await page.getByLabel('कार्ड नंबर').fill('6074820000000009')
    await page.getByLabel('वैधता').fill('12/30')
    await page.locator('input[name=cvv]').fill('123')
    await page.getByRole('button', { name: '₹499.00 पे करें' }).click()
    const expectBankInHindi = async () => {
      await page.waitForURL(`${browser.shop.sandbox.url}/**`)
      await heading(page, 'अपने बैंक से पुष्टि करें')
      expect(await page.locator('html').getAttribute('lang')).toBe('hi')
    }
    await expectBankInHindi()
    await page.evaluate(() => localStorage.clear())
    await page.goto(`${browser.shop.server.url}/pay`)
    await page.getByRole('link', { name: 'बैंक के पेज पर जाएँ' }).click()
    await expectBankInHindi()
  })

  it('comes back in another browser, with the order', async () => {
    const page = await visitInHindi()
    const order = await payOnPageInHindi(page)
    await browser.shop.sandbox.simulatePayment(order, { outcome: 'SUCCESS' })
    const other = await browser.visit(await returnPathOf(order))
    await heading(other, 'धन्यवाद! चाय चढ़ गई है')
    expect(new URL(other.url()).search).toBe('')
    await expectAccessible(other)
    await other.reload()
    await heading(other, 'धन्यवाद! चाय चढ़ गई है')
  })

  it('of an English page loads no Devanagari font', async () => {
    const page = await browser.visit()
    const fonts: string[] = []
    page.on('request', (request) => request.resourceType() === 'font' && fonts.push(request.url()))
    await page.reload({ waitUntil: 'networkidle' })
    await page.evaluate(() => document.fonts.ready)
    expect(fonts.filter((url) => /devanagari|tamil|telugu|bengali/.test(url))).toEqual([])
  })
})

describe('a payer who comes back', () => {
  it('sees the order in another tab', async () => {
    const page = await browser.visit()
    await checkOut(page, 'On the payment page')
    await heading(page, 'How would you like to pay?')
    const other = await browser.openTab(page.context(), '/thanks')
    await other.getByRole('link', { name: 'Open the payment page' }).waitFor()
    await browser.shop.sandbox.simulatePayment(await latestOrderId(other), { outcome: 'SUCCESS' })
    await heading(other, 'Thank you! The kettle is on')
  })

  it('continues an open payment from the cart, after the tab was closed', async () => {
    const page = await browser.visit('/', NARROW)
    await checkOut(page, 'On the payment page')
    await heading(page, 'How would you like to pay?')
    const pageUrl = page.url()
    const again = await browser.openTab(page.context(), '/cart')
    await page.close()
    await again.getByText('A payment of ₹499.00 for this cart is open.').waitFor()
    await again.getByText('No money was taken.').waitFor()
    await expectAccessible(again)
    await expectReflow(again)
    await again.getByRole('button', { name: 'Continue the payment' }).click()
    await heading(again, 'How would you like to pay?')
    expect(again.url()).toBe(pageUrl)
  })

  it('does not read that no money was taken while the provider does not answer', async () => {
    const page = await browser.visit('/', NARROW)
    await checkOut(page, 'On the payment page')
    await heading(page, 'How would you like to pay?')
    browser.shop.alterStatus = () => {
      throw new Error('no answer')
    }
    await page.goto(`${browser.shop.server.url}/cart`)
    await page.getByText('A payment of ₹499.00 for this cart is open.').waitFor()
    expect(await page.getByText('No money was taken.').count()).toBe(0)
    browser.shop.alterStatus = undefined
  })

  it('reads what another way means: the same payment on the payment page, a second one in the shop', async () => {
    const page = await browser.visit('/', NARROW)
    await checkOut(page, 'On the payment page')
    await heading(page, 'How would you like to pay?')
    await page.goto(`${browser.shop.server.url}/cart`)
    await page.getByText('Pay another way', { exact: true }).click()
    await page.getByText('This continues the payment that you started.').waitFor()
    expect(await page.getByText(/If both are paid/).count()).toBe(0)
    await page.getByLabel('Right here').check()
    await page
      .getByText(/^Another way starts a second payment, and the one that you started stays open\. If both are paid/)
      .waitFor()
    expect(await page.getByText('This continues the payment that you started.').count()).toBe(0)
  })

  it.each([
    ['a desktop', DESKTOP],
    ['a phone', NARROW],
  ])(
    'continues an open payment from the first page or the cart, which do not move while they load, on %s',
    async (_, device) => {
      const page = await browser.visit('/', device)
      await checkOut(page, 'On the payment page')
      await heading(page, 'How would you like to pay?')
      const pageUrl = page.url()
      await page.goto(`${browser.shop.server.url}/thanks`)
      const mainAction = await backgroundOf(page.getByRole('link', { name: 'Open the payment page' }))
      await page.goto(browser.shop.server.url)
      await page.getByText('A payment of ₹499.00 is open.').waitFor()
      // Both lead to the same payment, and the one that continues it stands out.
      const resume = await backgroundOf(page.getByRole('button', { name: 'Continue the payment' }))
      const toBill = page.getByRole('link', { name: device === DESKTOP ? 'Choose how to pay' : /See the bill/ })
      expect(resume).toBe(mainAction)
      expect(await backgroundOf(toBill)).not.toBe(mainAction)
      await expectAccessible(page)
      await expectReflow(page)
      await expectLittleLayoutShift(page)
      await page.goto(`${browser.shop.server.url}/cart`)
      await page.getByText('A payment of ₹499.00 for this cart is open.').waitFor()
      await expectLittleLayoutShift(page)
      await page.getByRole('button', { name: 'Continue the payment' }).click()
      await heading(page, 'How would you like to pay?')
      expect(page.url()).toBe(pageUrl)
    },
  )

  it.each([
    ['a desktop', DESKTOP],
    ['a phone', NARROW],
  ])('sees the result and the list of orders, which do not move while they load, on %s', async (_, device) => {
    const page = await browser.visit('/', device)
    await checkOut(page, 'On the payment page')
    await heading(page, 'How would you like to pay?')
    await page.goto(`${browser.shop.server.url}/orders`)
    const order = await latestOrderId(page)
    await browser.shop.sandbox.simulatePayment(order, { outcome: 'SUCCESS' })
    await page.goto(browser.shop.server.url + (await returnPathOf(order)))
    await heading(page, 'Thank you! The kettle is on')
    await page.getByText('Paid with').waitFor()
    await expectLittleLayoutShift(page)
    await page.goto(`${browser.shop.server.url}/orders`)
    await page.getByText('Paid with').waitFor()
    await expectLittleLayoutShift(page)
  })

  it('goes on with a card payment whose tab was closed while the bank asked for a code', async () => {
    const page = await browser.visit('/', { ...NARROW, viewport: { width: 360, height: 740 } })
    await checkOut(page, 'Right here')
    await openMethod(page, 'Debit or credit card')
    await page.getByLabel('Card number').fill('6074820000000009')
    await page.getByLabel('Expiry').fill('12/30')
    await page.locator('input[name=cvv]').fill('123')
    await page.getByRole('button', { name: 'Pay ₹499.00' }).click()
    await page.getByLabel('One-time password').waitFor()
    const again = await browser.openTab(page.context(), '/')
    await page.close()
    // The shop asks the provider at most every five seconds.
    await browser.shop.server.gateway.orders.sync(await latestOrderId(again))
    for (const path of ['/', '/cart', '/orders']) {
      await again.goto(browser.shop.server.url + path)
      await again
        .getByText(/If your bank asked for a code, continue and enter it\. Else wait.*do not pay twice/)
        .waitFor()
      await again.getByRole('button', { name: 'Continue or see the state' }).waitFor()
      expect(await again.getByText(/Waiting for your bank/).count()).toBe(0)
      await expectAccessible(again)
      await expectReflow(again)
    }
    await again.goto(`${browser.shop.server.url}/thanks`)
    await again.getByText(/^If your bank asked for a code, continue and enter it\./).waitFor()
    await again.getByRole('button', { name: 'Continue or see the state' }).click()
    await again.getByRole('link', { name: 'Continue to your bank' }).click()
    await enterPassword(again)
    await returnToShop(again)
    await heading(again, 'Thank you! The kettle is on')
  })

  it('is offered to continue when a QR code was only shown: nothing says that it was scanned', async () => {
    const page = await browser.visit()
    await checkOut(page, 'On the payment page')
    await page.getByRole('img', { name: /QR code/ }).waitFor()
    const { gateway } = browser.shop.server
    await page.goto(browser.shop.server.url)
    expect(await gateway.orders.sync(await latestOrderId(page))).toMatchObject({
      latestAttempt: { state: 'PENDING' },
      paymentMode: 'UPI_QR',
    })
    const warnings = page.getByText(/not confirmed|do not pay twice|do not pay again\.|see the state/i)
    await page.reload()
    await page.getByText('A payment of ₹499.00 is open.').waitFor()
    expect(await warnings.count()).toBe(0)
    await page.goto(`${browser.shop.server.url}/cart`)
    await page.getByText('A payment of ₹499.00 for this cart is open.').waitFor()
    await page.getByText('If you have just paid, wait a moment before you pay again.').waitFor()
    await expectAccessible(page)
    expect(await warnings.count()).toBe(0)
    await page.goto(`${browser.shop.server.url}/thanks`)
    await page.getByRole('link', { name: 'Open the payment page' }).waitFor()
    expect(await page.getByText('No money was taken.').count()).toBe(0)
    expect(await warnings.count()).toBe(0)
    await page.goto(`${browser.shop.server.url}/orders`)
    await page.getByText('Not paid yet', { exact: true }).waitFor()
    await page.getByText('If you have just paid, wait a moment before you pay again.').waitFor()
    expect(await warnings.count()).toBe(0)
    await page.getByRole('button', { name: 'Continue the payment' }).click()
    await page.getByRole('img', { name: /QR code/ }).waitFor()
  })

  it('continues an unpaid order of the list, with the products of that order', async () => {
    const page = await browser.visit()
    await checkOut(page, 'Right here')
    const later = await browser.openTab(page.context(), '/')
    await later.getByRole('button', { name: 'One Darjeeling, first flush more' }).first().click()
    await later.goto(`${browser.shop.server.url}/cart`)
    await later.getByText('A payment of ₹499.00 is open.').waitFor()
    await later.getByText('It is for an earlier bill with other products. If you pay both, you buy both.').waitFor()
    await later.getByRole('link', { name: 'Your orders' }).click()
    await expectAccessible(later)
    await later.getByRole('button', { name: 'Continue the payment' }).click()
    await heading(later, 'How would you like to pay?')
    await later.getByRole('complementary').getByText('× 1').waitFor()
  })

  it('who pays the same cart in an old tab, reads on return that this second payment is refunded', async () => {
    const page = await browser.visit()
    await checkOut(page, 'On the payment page')
    await page.getByRole('img', { name: /QR code/ }).waitFor()
    const other = await browser.openTab(page.context(), '/cart')
    const second = await latestOrderId(other)
    await other.getByText('Pay another way', { exact: true }).click()
    await other.getByLabel('Right here').check()
    await other.getByRole('button', { name: 'Go to checkout' }).click()
    await openMethod(other, 'Net banking')
    await other.getByLabel('HDFC Bank').check()
    await other.getByRole('button', { name: 'Pay ₹499.00' }).click()
    await other.getByRole('button', { name: 'Success' }).click()
    await other
      .getByRole('link', { name: /Nukkad Chai/ })
      .first()
      .click()
    await heading(other, 'Payment successful')

    // The bank of the second payment answers only after the payer has returned.
    await page.goto(`${browser.shop.server.url}${await returnPathOf(second)}`)
    await heading(page, 'Payment successful')
    const twice = page.getByText('You paid twice. The second payment of ₹499.00 is refunded to where it came from.')
    expect(await twice.count()).toBe(0)
    await browser.shop.sandbox.simulatePayment(second, { outcome: 'SUCCESS' })
    await twice.waitFor()
    await expectAccessible(page)
    await page.reload()
    await heading(page, 'Payment successful')
    await twice.waitFor()
    await browser.expectOneParcel(page)
  })

  it.each([
    ['a desktop', DESKTOP],
    ['a phone', NARROW],
  ])(
    'reads in a tab with a QR code that the cart was paid in another one, and cannot pay again, on %s',
    async (_, device) => {
      const first = await browser.visit('/', device)
      await checkOut(first, 'Right here')
      await first.getByRole('button', { name: 'Show QR code' }).click()
      await heading(first, 'Scan to pay')
      const second = await browser.openTab(first.context(), '/cart')
      await second.getByText('Pay another way', { exact: true }).click()
      await second.getByLabel('On the payment page').check()
      await second.getByRole('button', { name: 'Pay ₹499.00' }).click()
      await heading(second, 'How would you like to pay?')
      const paid = await latestOrderId(first)
      await browser.shop.sandbox.simulatePayment(paid, { outcome: 'SUCCESS' })

      await heading(first, 'This purchase is already paid')
      await first.getByText(paid, { exact: true }).waitFor()
      await expectAccessible(first)
      await expectReflow(first)
      const invitations = first.getByRole('button', { name: /Pay another way|Try again|Continue the payment|Pay ₹/ })
      expect(await invitations.count()).toBe(0)
      await first.reload()
      await heading(first, 'This purchase is already paid')
      await first.goto(`${browser.shop.server.url}/pay`)
      await heading(first, 'This purchase is already paid')
      await first.getByRole('link', { name: 'Your orders' }).last().click()
      await first.getByText('Paid, being packed').waitFor()
      await first.getByText('Another payment has paid this cart. This one is not needed.').waitFor()
      await expectAccessible(first)
      expect(await invitations.count()).toBe(0)
      await browser.expectOneParcel(first)
    },
  )

  it('says in the list of orders why one failed, and offers to try its cart again, unless it was changed or paid', async () => {
    const page = await browser.visit('/', NARROW)
    await checkOut(page, 'Right here')
    await page.getByRole('button', { name: 'Show QR code' }).click()
    await heading(page, 'Scan to pay')
    await browser.shop.sandbox.simulatePayment(await latestOrderId(page), { outcome: 'FAILURE', errorCode: 'Z9' })
    await heading(page, 'The payment did not go through')
    const tryAgain = page.getByRole('button', { name: 'Try again' })
    const reason = page.getByText('There is not enough money in the account.', { exact: true })
    const showOrders = async () => {
      await page.goto(`${browser.shop.server.url}/orders`)
      await page.locator('.order').first().waitFor()
    }
    await showOrders()
    await reason.waitFor()
    await expectAccessible(page)
    await expectReflow(page)
    await tryAgain.click()
    await page.getByRole('button', { name: 'One Darjeeling, first flush more' }).click()
    await showOrders()
    await reason.waitFor()
    expect(await tryAgain.count()).toBe(0)
    await page.goto(`${browser.shop.server.url}/cart`)
    await page.getByRole('button', { name: 'One Darjeeling, first flush less' }).click()
    await page.getByRole('button', { name: 'Go to checkout' }).click()
    await page.getByRole('button', { name: 'Show QR code' }).click()
    await heading(page, 'Scan to pay')
    await showOrders()
    await page.getByRole('button', { name: 'Continue the payment' }).waitFor()
    expect(await tryAgain.count()).toBe(0)
    await browser.shop.sandbox.simulatePayment(await latestOrderId(page), { outcome: 'SUCCESS' })
    await page.goto(`${browser.shop.server.url}/thanks`)
    await heading(page, 'Thank you! The kettle is on')
    await showOrders()
    await page.getByText('Another payment has paid this cart. This one is not needed.').waitFor()
    expect(await tryAgain.count()).toBe(0)
  })

  it('is not offered a payment that is over', async () => {
    const page = await browser.visit()
    await checkOut(page, 'Right here')
    await browser.shop.advance(20 * 60_000)
    await page.goto(`${browser.shop.server.url}/orders`)
    await page.locator('.order').first().waitFor()
    expect(await page.getByRole('button', { name: 'Continue the payment' }).count()).toBe(0)
  })
})
