import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { shopPages } from '../src/server/app.ts'
import { Stall } from './helpers/demo-shop.ts'

let stall: Stall
beforeAll(async () => {
  stall = await Stall.open()
}, 60_000)
afterAll(() => stall.close())

const cart = (over: object = {}) => ({ cartId: randomUUID(), lines: { darjeeling: 1 }, checkout: 'STANDARD', ...over })

function post(body: unknown, headers: { [name: string]: string } = {}, path = '/api/orders') {
  return fetch(stall.shop.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

const orders = async (cookie?: string) =>
  (await fetch(`${stall.shop.url}/api/orders`, { headers: cookie === undefined ? {} : { cookie } })).json()

describe('POST /api/orders', () => {
  it('adds up what the cart costs, and opens a page for it', async () => {
    const reply = await post(cart({ lines: { assam: 2, kulhad: 1 } }))
    expect(await reply.json()).toEqual({
      merchantOrderId: expect.any(String),
      amount: 2 * 18_000 + 24_000,
      payerToken: expect.stringMatching(/^g1\./),
      redirectUrl: expect.stringContaining(stall.sandbox.url),
    })
  })

  it.each<[string, unknown, { [name: string]: string }, number]>([
    ['an amount of its own', cart({ amount: 1 }), {}, 400],
    ['a price in the lines', cart({ lines: { darjeeling: { quantity: 1, amount: 1 } } }), {}, 400],
    ['half a packet', cart({ lines: { darjeeling: 0.5 } }), {}, 400],
    ['text that is no JSON', '{"cartId":', {}, 400],
    ['a form', 'lines=darjeeling', { 'content-type': 'application/x-www-form-urlencoded' }, 400],
    ['plain text, which no browser asks about', JSON.stringify(cart()), { 'content-type': 'text/plain' }, 400],
    ['a cart as big as a lorry', cart({ lines: { darjeeling: 'x'.repeat(5_000) } }), {}, 413],
  ])('refuses %s', async (_, body, headers, status) => {
    const before = (await stall.shop.gateway.orders.list()).rows.length
    const reply = await post(body, headers)
    expect(reply.status).toBe(status)
    expect(await reply.json()).toMatchObject({ code: 'INVALID_REQUEST', message: expect.any(String) })
    expect((await stall.shop.gateway.orders.list()).rows).toHaveLength(before)
  })

  it('packs one parcel for two orders of one cart, and takes no third', async () => {
    const wanted = cart()
    const [one, two] = await Promise.all([post(wanted), post(wanted)])
    const ids = [(await one.json()).merchantOrderId, (await two.json()).merchantOrderId]
    expect(new Set(ids).size).toBe(2)
    for (const id of ids) await stall.sandbox.simulatePayment(id, { outcome: 'SUCCESS' })
    await stall.settleDown()
    // The stall's own workers may have taken the callbacks up first, and be at it still.
    await vi.waitFor(async () => {
      const settled = await Promise.all(ids.map((id) => stall.shop.gateway.orders.get(id)))
      expect(settled.map((order) => order?.resolution).sort()).toEqual(['duplicate-refund', 'fulfil'])
    }, 10_000)
    expect(stall.parcels.filter((reference) => reference === `cart-${wanted.cartId}`)).toHaveLength(1)
    const third = await post(wanted)
    expect(third.status).toBe(409)
    expect(await third.json()).toMatchObject({ code: 'CART_PAID' })
  })
})

describe('the list of orders', () => {
  it('is of this browser alone, by a cookie that only the shop can write', async () => {
    const reply = await post(cart())
    const { merchantOrderId } = await reply.json()
    const [cookie = ''] = (reply.headers.get('set-cookie') ?? '').split(';')
    expect(reply.headers.get('set-cookie')).toMatch(/HttpOnly/)
    expect(reply.headers.get('set-cookie')).toMatch(/SameSite=Strict/)
    expect((await orders(cookie)).orders).toMatchObject([
      { merchantOrderId, state: 'PENDING', lines: [{ productId: 'darjeeling', quantity: 1 }] },
    ])
    expect((await orders()).orders).toEqual([])
    expect((await orders(`tea-orders=${merchantOrderId}.c2lnbmF0dXJl`)).orders).toEqual([])
    expect((await orders(cookie.replace('tea-orders=', 'tea-orders=x'))).orders).toEqual([])
  })
})

describe('its addresses', () => {
  it('shows its page under a policy that lets nothing else in', async () => {
    for (const path of ['/', '/cart', '/pay', '/thanks', '/orders']) {
      const reply = await fetch(stall.shop.url + path)
      const policy = reply.headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("connect-src 'self'")
      expect(policy).toContain("img-src 'self' data:;")
      expect(policy).toContain(`frame-src ${stall.sandbox.url};`)
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toMatch(/unsafe|\*/)
    }
  })

  it('lets the payment page into its window from an origin of its own', async () => {
    const show = shopPages({
      checkoutScript: 'https://mercury-stg.phonepe.com/web/bundle/checkout.js',
      paymentPages: ['https://mercury-uat.phonepe.com/transact/uat_v2', 'https://pages.example'],
    })
    const policy = (await show(new Request('https://shop.example/')))?.headers.get('content-security-policy')
    expect(policy).toContain("script-src 'self' https://mercury-stg.phonepe.com/web/bundle/checkout.js;")
    expect(policy).toContain('frame-src https://mercury-uat.phonepe.com https://pages.example;')
  })

  it('sends lost payers to the stall, and finds no file that is not there', async () => {
    const lost = await fetch(`${stall.shop.url}/tea/oolong`, { redirect: 'manual' })
    expect(lost.headers.get('location')).toBe('/')
    expect((await fetch(`${stall.shop.url}/assets/old-12345678.js`)).status).toBe(404)
  })

  it('has one name: pages are sent there, calls are refused', async () => {
    const { port } = new URL(stall.shop.url)
    const page = await fetch(`http://localhost:${port}/cart`, { redirect: 'manual' })
    expect(page.headers.get('location')).toBe(`${stall.shop.url}/cart`)
    const call = await fetch(`http://localhost:${port}/api/orders`, { method: 'POST', body: '{}' })
    expect(call.status).toBe(421)
  })

  it('shows a payer whom a bank sends back by POST the page, whatever the form says', async () => {
    const back = (path: string, to = stall.shop.url) =>
      fetch(`${to}${path}`, {
        method: 'POST',
        body: new URLSearchParams({ code: 'PAYMENT_SUCCESS', more: 'x'.repeat(50_000) }),
        redirect: 'manual',
      })
    for (const path of ['/', '/cart', '/pay', '/thanks', '/orders']) {
      const reply = await back(`${path}?code=PAYMENT_SUCCESS`)
      expect([reply.status, reply.headers.get('location')]).toEqual([303, path])
    }
    expect((await back('/tea/oolong')).status).toBe(404)
    expect((await back('//evil.example/thanks')).status).toBe(404)
    expect((await back('/thanks', stall.shop.url.replace('127.0.0.1', 'localhost'))).status).toBe(421)
  })

  it('keeps the console on an address of its own', async () => {
    expect(new URL(stall.shop.consoleUrl).port).not.toBe(new URL(stall.shop.url).port)
    const there = await fetch(`${stall.shop.consoleUrl}/api/session`)
    expect(there.status).toBe(401)
    expect((await fetch(`${stall.shop.url}/api/session`)).status).toBe(404)
    expect((await fetch(`${stall.shop.consoleUrl}/payments/callbacks`, { method: 'POST' })).status).toBe(404)
  })

  it('gives the token of a saved card to its own page only, and of none that it has not', async () => {
    const token = await post({}, {}, '/api/saved-cards/rupay-0009/token')
    const reply = await token.json()
    expect(reply).toMatchObject({ expiry: { month: '12', year: '2030' }, panSuffix: '0009' })
    expect(JSON.stringify(reply)).not.toMatch(/74820000000009/)
    expect((await post({}, {}, '/api/saved-cards/visa-0000/token')).status).toBe(404)
    expect((await post('', { 'content-type': 'text/plain' }, '/api/saved-cards/rupay-0009/token')).status).toBe(400)
  })
})
