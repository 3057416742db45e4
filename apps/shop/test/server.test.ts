import { randomUUID } from 'node:crypto'
import { paise } from '@galla/contract/money'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { shopPages } from '../src/server/app.ts'
import { testPaymentOf } from '../src/server/payment-methods.ts'
import { DemoShop } from './helpers/demo-shop.ts'

let shop: DemoShop
beforeAll(async () => {
  shop = await DemoShop.open()
})
afterAll(() => shop.close())

const cart = (over: object = {}) => ({ cartId: randomUUID(), lines: { darjeeling: 1 }, checkout: 'STANDARD', ...over })

function post(body: unknown, headers: { [name: string]: string } = {}, path = '/api/orders') {
  return fetch(shop.server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

const orders = async (cookie?: string) =>
  (await fetch(`${shop.server.url}/api/orders`, { headers: cookie === undefined ? {} : { cookie } })).json()

describe('POST /api/orders', () => {
  it('computes the amount and returns the payment page', async () => {
    const response = await post(cart({ lines: { assam: 2, kulhad: 1 } }))
    expect(await response.json()).toEqual({
      merchantOrderId: expect.any(String),
      amount: 2 * 18_000 + 24_000,
      payerToken: expect.stringMatching(/^g1\./),
      redirectUrl: expect.stringContaining(shop.sandbox.url),
    })
  })

  it.each<[string, unknown, { [name: string]: string }, number]>([
    ['an amount', cart({ amount: 1 }), {}, 400],
    ['an amount in the lines', cart({ lines: { darjeeling: { quantity: 1, amount: 1 } } }), {}, 400],
    ['a fractional quantity', cart({ lines: { darjeeling: 0.5 } }), {}, 400],
    ['malformed JSON', '{"cartId":', {}, 400],
    ['a form', 'lines=darjeeling', { 'content-type': 'application/x-www-form-urlencoded' }, 400],
    ['plain text, which needs no preflight request', JSON.stringify(cart()), { 'content-type': 'text/plain' }, 400],
    ['a body that is too large', cart({ lines: { darjeeling: 'x'.repeat(5_000) } }), {}, 413],
  ])('refuses %s', async (_, body, headers, status) => {
    const before = (await shop.server.gateway.orders.list()).rows.length
    const response = await post(body, headers)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ code: 'INVALID_REQUEST', message: expect.any(String) })
    expect((await shop.server.gateway.orders.list()).rows).toHaveLength(before)
  })

  it('answers a second click with the same order', async () => {
    const body = cart()
    const [one, two] = await Promise.all([post(body), post(body)])
    expect(await two.json()).toEqual(await one.json())
  })

  it('packs the newest total of a cart that was changed while its payment is open, and refunds a payment of the older page', async () => {
    const body = cart()
    const before = await (await post(body)).json()
    const after = await (await post({ ...body, lines: { darjeeling: 2 } })).json()
    expect(after).toMatchObject({ amount: 2 * before.amount, redirectUrl: expect.any(String) })
    expect(after.merchantOrderId).not.toBe(before.merchantOrderId)
    const resolutionOf = async ({ merchantOrderId }: { merchantOrderId: string }) =>
      (await shop.server.gateway.orders.get(merchantOrderId))?.resolution
    for (const [order, resolution] of [
      [before, 'late-refund'],
      [after, 'fulfil'],
    ] as const) {
      await shop.sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
      await vi.waitFor(
        async () => {
          await shop.runJobs()
          expect(await resolutionOf(order)).toBe(resolution)
        },
        { timeout: 60_000 },
      )
    }
    await vi.waitFor(
      async () => {
        await shop.runJobs()
        expect(shop.parcels.filter((reference) => reference === `cart-${body.cartId}`)).toHaveLength(1)
      },
      { timeout: 20_000 },
    )
  })

  it('packs one parcel for two orders of one cart, and refuses a third', async () => {
    const body = cart()
    const [one, two] = await Promise.all([post(body), post({ ...body, checkout: 'CUSTOM' })])
    const ids = [(await one.json()).merchantOrderId, (await two.json()).merchantOrderId]
    expect(new Set(ids).size).toBe(2)
    await shop.server.gateway.orders.pay(ids[1] ?? '', { type: 'UPI_QR' })
    for (const id of ids) await shop.sandbox.simulatePayment(id, { outcome: 'SUCCESS' })
    await shop.runJobs()
    // The gateway's workers may still be processing the callbacks.
    await vi.waitFor(
      async () => {
        const resolved = await Promise.all(ids.map((id) => shop.server.gateway.orders.get(id)))
        expect(resolved.map((order) => order?.resolution).sort()).toEqual(['duplicate-refund', 'fulfil'])
      },
      { timeout: 20_000 },
    )
    await vi.waitFor(
      async () => {
        await shop.runJobs()
        expect(shop.parcels.filter((reference) => reference === `cart-${body.cartId}`)).toHaveLength(1)
      },
      { timeout: 20_000 },
    )
    const third = await post(body)
    expect(third.status).toBe(409)
    expect(await third.json()).toMatchObject({ code: 'CART_PAID' })
  })
})

describe('GET /api/settings', () => {
  it('has what pays in the sandbox: a card, the CVVs of the saved cards and the password', async () => {
    const { testPayment } = await (await fetch(`${shop.server.url}/api/settings`)).json()
    expect(testPayment).toEqual({
      card: { number: '6074 8200 0000 0009', expiry: '12/30', cvv: '123' },
      savedCards: [
        { last4: '6667', cvv: '508' },
        { last4: '0009', cvv: '123' },
      ],
      otp: '123456',
      sandboxPage: `${shop.server.consoleUrl}/sandbox`,
    })
  })

  it('has none of it in production', () => {
    expect(testPaymentOf('PRODUCTION', shop.server.consoleUrl)).toBeUndefined()
  })
})

describe('GET /api/orders', () => {
  it('lists this browser’s orders, by a signed cookie', async () => {
    const response = await post(cart())
    const { merchantOrderId } = await response.json()
    const [cookie = ''] = (response.headers.get('set-cookie') ?? '').split(';')
    expect(response.headers.get('set-cookie')).toMatch(/HttpOnly/)
    expect(response.headers.get('set-cookie')).toMatch(/SameSite=Strict/)
    expect((await orders(cookie)).orders).toMatchObject([
      { merchantOrderId, state: 'PENDING', lines: [{ productId: 'darjeeling', quantity: 1 }] },
    ])
    expect((await orders()).orders).toEqual([])
    expect((await orders(`tea-orders=${merchantOrderId}.c2lnbmF0dXJl`)).orders).toEqual([])
    expect((await orders(cookie.replace('tea-orders=', 'tea-orders=x'))).orders).toEqual([])
  })

  it('asks the provider about an open order, at most every five seconds: its callback may be lost', async () => {
    const response = await post(cart())
    const { merchantOrderId } = await response.json()
    const [cookie = ''] = (response.headers.get('set-cookie') ?? '').split(';')
    const state = async () => (await orders(cookie)).orders[0].state
    expect(await state()).toBe('PENDING')
    await shop.sandbox.setFaults({ callbacks: { dropRate: 1 } })
    await shop.sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' })
    await shop.sandbox.idle()
    await shop.sandbox.setFaults({})
    expect(await state()).toBe('PENDING')
    await shop.sandbox.clock.advance(5_000)
    expect(await state()).toBe('COMPLETED')
  })

  it('has the refunds of an order: completed ones with their date and bank reference, and those under way', async () => {
    const { gateway } = shop.server
    const response = await post(cart())
    const { merchantOrderId } = await response.json()
    const [cookie = ''] = (response.headers.get('set-cookie') ?? '').split(';')
    await shop.sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' })
    await gateway.orders.sync(merchantOrderId)
    const list = vi.spyOn(gateway.refunds, 'list')
    expect((await orders(cookie)).orders).toMatchObject([{ state: 'COMPLETED', refunds: [] }])
    expect(list).not.toHaveBeenCalled()

    const refund = async (merchantRefundId: string, amount: number) =>
      gateway.refunds.request({ merchantOrderId, merchantRefundId, amount: paise(amount) })
    const done = randomUUID()
    shop.refundUtr = '777700000001'
    await refund(done, 10_000)
    await vi.waitFor(
      async () => {
        await shop.runJobs()
        expect(await gateway.refunds.sync(done)).toMatchObject({ state: 'COMPLETED' })
      },
      { timeout: 20_000 },
    )
    await shop.sandbox.setFaults({ rules: [{ kind: 'status', status: 503, endpoints: ['refund'] }] })
    await refund(randomUUID(), 5_000)
    const [order] = (await orders(cookie)).orders
    await shop.sandbox.setFaults({})
    shop.refundUtr = undefined
    const { updatedAtMs } = (await gateway.refunds.get(done)) ?? {}
    expect(order.refunds).toEqual([
      { amount: 10_000, completedAtMs: updatedAtMs, utr: '777700000001' },
      { amount: 5_000 },
    ])
  })
})

describe('POST /api/orders/:merchantOrderId/resume', () => {
  it('gives a browser access to its own orders again, and to no other', async () => {
    const response = await post(cart())
    const order = await response.json()
    const [cookie = ''] = (response.headers.get('set-cookie') ?? '').split(';')
    const path = `/api/orders/${order.merchantOrderId}/resume`
    expect(await (await post({ locale: 'en' }, { cookie }, path)).json()).toEqual(order)
    expect((await post({ locale: 'en' }, {}, path)).status).toBe(404)
    expect((await post({ locale: 'xx' }, { cookie }, path)).status).toBe(400)
    expect((await post('locale=en', { cookie, 'content-type': 'text/plain' }, path)).status).toBe(400)
  })
})

describe('POST /api/return', () => {
  const returnTokenOf = async (merchantOrderId: string) => {
    const { redirectUrl = '' } = await shop.sandbox.order(merchantOrderId)
    return new URL(redirectUrl).searchParams.get('order') ?? ''
  }
  const exchange = (returnToken: unknown) => post({ returnToken }, {}, '/api/return')

  it('exchanges the token of a return address for access to the order, in its language', async () => {
    const order = await (await post(cart({ locale: 'hi' }))).json()
    const returnToken = await returnTokenOf(order.merchantOrderId)
    expect(returnToken).not.toContain(order.payerToken)
    expect(await (await exchange(returnToken)).json()).toEqual({ ...order, locale: 'hi', unpaid: true })
    for (const forged of [
      returnToken.replace(/^hi/, 'en'),
      `${returnToken}x`,
      returnToken.slice(0, -1),
      '',
      7,
      undefined,
    ]) {
      expect((await exchange(forged)).status).toBe(404)
    }
  })

  it('returns the paid order of a cart that has several', async () => {
    const body = cart()
    const paid = await (await post(body)).json()
    await post({ ...body, checkout: 'CUSTOM' })
    await shop.sandbox.simulatePayment(paid.merchantOrderId, { outcome: 'SUCCESS' })
    await vi.waitFor(
      async () => {
        await shop.runJobs()
        expect(await shop.server.gateway.orders.get(paid.merchantOrderId)).toMatchObject({ state: 'COMPLETED' })
      },
      { timeout: 20_000 },
    )
    const returned = await (await exchange(await returnTokenOf(paid.merchantOrderId))).json()
    expect(returned).toMatchObject({ merchantOrderId: paid.merchantOrderId })
    expect(returned.secondPayment).toEqual({ payerToken: expect.stringMatching(/^g1\./) })
    expect(returned.secondPayment.payerToken).not.toBe(returned.payerToken)
  })
})

describe('routes', () => {
  it('serves its pages with a strict content security policy', async () => {
    for (const path of ['/', '/cart', '/pay', '/thanks', '/orders']) {
      const response = await fetch(shop.server.url + path)
      const policy = response.headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("connect-src 'self'")
      expect(policy).toContain("img-src 'self' data:;")
      expect(policy).toContain(`frame-src ${shop.sandbox.url};`)
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toMatch(/unsafe|\*/)
    }
  })

  it('allows the payment page’s own origins in frames', async () => {
    const pages = shopPages({
      checkoutScript: 'https://mercury-stg.phonepe.com/web/bundle/checkout.js',
      paymentPages: ['https://mercury-uat.phonepe.com/transact/uat_v2', 'https://pages.example'],
    })
    const policy = (await pages(new Request('https://shop.example/')))?.headers.get('content-security-policy')
    expect(policy).toContain("script-src 'self' https://mercury-stg.phonepe.com/web/bundle/checkout.js;")
    expect(policy).toContain('frame-src https://mercury-uat.phonepe.com https://pages.example;')
  })

  it('answers an unknown page with the shop’s own page and 404, and an unknown file with 404', async () => {
    const [home, unknown] = await Promise.all(['/', '/tea/oolong'].map((path) => fetch(shop.server.url + path)))
    expect([unknown?.status, unknown?.headers.get('content-security-policy'), await unknown?.text()]).toEqual([
      404,
      home?.headers.get('content-security-policy'),
      await home?.text(),
    ])
    expect((await fetch(`${shop.server.url}/tea/oolong`, { method: 'HEAD' })).status).toBe(404)
    expect((await fetch(`${shop.server.url}/assets/old-12345678.js`)).status).toBe(404)
  })

  it('accepts one host name: pages are redirected to it, calls are refused', async () => {
    const { port } = new URL(shop.server.url)
    const page = await fetch(`http://localhost:${port}/cart`, { redirect: 'manual' })
    expect(page.headers.get('location')).toBe(`${shop.server.url}/cart`)
    const call = await fetch(`http://localhost:${port}/api/orders`, { method: 'POST', body: '{}' })
    expect(call.status).toBe(421)
  })

  it('redirects a payer who returns by POST, without reading the form', async () => {
    const returnByPost = (path: string, to = shop.server.url) =>
      fetch(`${to}${path}`, {
        method: 'POST',
        body: new URLSearchParams({ code: 'PAYMENT_SUCCESS', more: 'x'.repeat(50_000) }),
        redirect: 'manual',
      })
    for (const path of ['/', '/cart', '/pay', '/thanks', '/orders']) {
      const response = await returnByPost(`${path}?code=PAYMENT_SUCCESS`)
      expect([response.status, response.headers.get('location')]).toEqual([303, path])
    }
    const returned = await returnByPost('/thanks?code=PAYMENT_SUCCESS&order=en.Y2FydA.mac')
    expect(returned.headers.get('location')).toBe('/thanks?order=en.Y2FydA.mac')
    expect((await returnByPost('/tea/oolong')).status).toBe(404)
    expect((await returnByPost('//evil.example/thanks')).status).toBe(404)
    expect((await returnByPost('/thanks', shop.server.url.replace('127.0.0.1', 'localhost'))).status).toBe(421)
  })

  it('serves the console on an origin of its own', async () => {
    expect(new URL(shop.server.consoleUrl).port).not.toBe(new URL(shop.server.url).port)
    const session = await fetch(`${shop.server.consoleUrl}/api/session`)
    expect(session.status).toBe(401)
    expect((await fetch(`${shop.server.url}/api/session`)).status).toBe(404)
    expect((await fetch(`${shop.server.consoleUrl}/payments/callbacks`, { method: 'POST' })).status).toBe(404)
  })

  it('returns the token of a saved card to JSON requests only, and of known cards only', async () => {
    const token = await post({}, {}, '/api/saved-cards/rupay-0009/token')
    const response = await token.json()
    expect(response).toMatchObject({ expiry: { month: '12', year: '2030' }, panSuffix: '0009' })
    expect(JSON.stringify(response)).not.toMatch(/74820000000009/)
    expect((await post({}, {}, '/api/saved-cards/visa-0000/token')).status).toBe(404)
    expect((await post('', { 'content-type': 'text/plain' }, '/api/saved-cards/rupay-0009/token')).status).toBe(400)
  })
})
