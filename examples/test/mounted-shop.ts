import { request as rawRequest } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { DrillReport } from '@galla/contract/sandbox-api/routes'
import type { Gateway } from '@galla/gateway'
import { inr } from '@galla/sdk'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'

/** A running shop of the examples, with the gateway under `/payments` and `/admin/payments`. */
export interface MountedShop {
  readonly url: string
  /** URL of the sandbox. */
  readonly provider: string
  /** Orders of a gateway on the same database. */
  readonly orders: Gateway['orders']
  /** Return addresses of a gateway with the same secret. */
  readonly returns: Gateway['returns']
  /** References of fulfilled orders, in order. */
  readonly fulfilled: () => readonly string[]
  close(): Promise<void>
}

/** Key with which the sandbox signs callbacks, unless `signs` is given. */
export const SECRET_KEY = 'a shared callback key'
export const CONSOLE_PASSWORD = 'two cups of tea'

interface Differences {
  /** Signing settings of the callback receiver. */
  readonly signs?: object
  /** The framework itself redirects paths that end in a slash. */
  readonly redirectsSlashes?: boolean
  /** Status of a form that is too large. @default 413 */
  readonly formRefusal?: number
}

/** Tests that every shop must pass, in any framework. */
export function testMountedShop(
  open: () => Promise<MountedShop>,
  { redirectsSlashes = false, formRefusal = 413, signs = { mode: 'hmac', secretKey: SECRET_KEY } }: Differences = {},
): void {
  let shop: MountedShop
  beforeAll(async () => {
    shop = await open()
    const receiver = { url: `${shop.url}/payments/callbacks`, ...signs }
    await control('PUT', 'callbacks/receiver', receiver)
  }, 120_000)
  afterAll(() => shop?.close(), 60_000)

  const at = (path: string) => `${shop.url}${path}`

  const control = async (method: string, path: string, body: object): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${shop.provider}/_sandbox/${path}`, { method, headers, body: JSON.stringify(body) })
    expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true)
    return response.json()
  }

  /** Submits the form as a browser does, without following the redirect. */
  const buy = async (cart: string) => {
    const body = new URLSearchParams({ cart })
    const response = await fetch(at('/buy'), { method: 'POST', body, redirect: 'manual' })
    const { rows } = await shop.orders.list({ reference: cart })
    return {
      status: response.status,
      page: response.headers.get('location'),
      merchantOrderId: rows[0]?.merchantOrderId,
    }
  }
  /** The page that a payer of the cart sees, who comes back in a browser that the shop has never seen. */
  const thanks = async (cart: string) => (await fetch(shop.returns.url(at('/thanks'), cart))).text()
  const simulatePayment = (merchantOrderId: string | undefined) =>
    control('POST', `orders/${merchantOrderId}/simulate`, { outcome: 'SUCCESS' })
  const timesFulfilled = (cart: string) => shop.fulfilled().filter((one) => one === cart).length
  const expectFulfilledOnce = (cart: string) => vi.waitFor(() => expect(timesFulfilled(cart)).toBe(1), WAIT)

  /** Creates an order. Returns the path and the headers with which its payer reads it. */
  const createOrder = async (reference: string) => {
    const { order, payerToken } = await shop.orders.start({
      reference,
      amount: inr('499.00'),
      checkout: 'STANDARD',
      redirectUrl: at('/thanks'),
    })
    const { merchantOrderId } = order
    const headers = { authorization: `Bearer ${payerToken}` }
    const path = at(`/payments/orders/${merchantOrderId}`)
    return { merchantOrderId, headers, path }
  }

  it('fulfils an order once after the payment and its callback', async () => {
    const first = await buy('cart-1')
    expect(first.status).toBe(303)
    expect(first.page).toContain(shop.provider)
    expect(await thanks('cart-1')).toContain('We are checking your payment.')

    await simulatePayment(first.merchantOrderId)
    await expectFulfilledOnce('cart-1')
    expect(await thanks('cart-1')).toContain('Paid. Thank you!')

    const { merchantOrderId } = first
    await control('POST', 'callbacks/trigger', { event: 'checkout.order.completed', merchantOrderId })
    // Once a later order is fulfilled, a second fulfilment of the first one would have been recorded.
    await simulatePayment((await buy('cart-2')).merchantOrderId)
    await expectFulfilledOnce('cart-2')
    expect(timesFulfilled('cart-1')).toBe(1)

    const again = await fetch(at('/buy'), { method: 'POST', body: new URLSearchParams({ cart: 'cart-1' }) })
    expect([again.status, await again.text()]).toEqual([409, expect.stringContaining('This cart is paid already.')])
  })

  it('answers a refusal, which names the cart, so that no browser takes it for HTML', async () => {
    const cart = '<script>alert(1)</script>'
    const { merchantOrderId } = await buy(cart)
    await simulatePayment(merchantOrderId)
    await expectFulfilledOnce(cart)
    const refused = await fetch(at('/buy'), { method: 'POST', body: new URLSearchParams({ cart }) })
    expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('This cart is paid already.')])
    expect(refused.headers.get('content-type')).toMatch(/^(?:text\/plain|application\/json)/)
  })

  it('says that a payment failed only once it has failed', async () => {
    const { merchantOrderId } = await buy('cart-failed')
    await control('POST', `orders/${merchantOrderId}/simulate`, { outcome: 'FAILURE' })
    await vi.waitFor(async () => expect(await thanks('cart-failed')).toContain('Not paid.'), WAIT)
  })

  it('tells the payer of a second payment that it is refunded', async () => {
    const start = (merchantOrderId: string) =>
      shop.orders.start({
        merchantOrderId,
        reference: 'cart-twice',
        amount: inr('499.00'),
        checkout: 'STANDARD',
        redirectUrl: at('/thanks'),
      })
    await start('twice-1')
    await start('twice-2')
    await simulatePayment('twice-1')
    await expectFulfilledOnce('cart-twice')
    await simulatePayment('twice-2')
    expect(await thanks('cart-twice')).toContain('Your other payment of this cart is refunded.')
    expect(timesFulfilled('cart-twice')).toBe(1)
  })

  it('redirects a payer who returns by POST to the thanks page, and ignores the form', async () => {
    await buy('cart-0')
    const body = new URLSearchParams({ code: 'PAYMENT_SUCCESS' })
    const page = shop.returns.url(at('/thanks'), 'cart-0')
    const returned = await fetch(page, { method: 'POST', body, redirect: 'manual' })
    const { pathname, search } = new URL(returned.headers.get('location') ?? '/nowhere', shop.url)
    expect([returned.status, pathname, search]).toEqual([303, '/thanks', new URL(page).search])
    expect(await (await fetch(at(`${pathname}${search}`))).text()).toContain('We are checking your payment.')
  })

  it.each(['', '?order=', '?order=cart-8', '?order=r1.Y2FydC04.AAAA', `?order=${'x'.repeat(5_000)}`])(
    'shows no order to an address that the shop has not signed (%.40s)',
    async (query) => {
      await buy('cart-8')
      const returned = await fetch(at(`/thanks${query}`))
      expect([200, 404]).toContain(returned.status)
      expect(await returned.text()).toContain('There is no order here.')
    },
  )

  it('passes every check of the drill', async () => {
    const report = (await control('POST', 'drill', { url: at('/payments/callbacks') })) as DrillReport
    expect(report.checks.filter(({ passed }) => !passed)).toEqual([])
    expect(report.checks.length).toBeGreaterThan(5)
  }, 60_000)

  it('returns the status of an order to its payer only', async () => {
    const { path, headers, merchantOrderId } = await createOrder('cart-3')
    const view = await fetch(`${path}/status`, { headers })
    expect([view.status, await view.json()]).toMatchObject([200, { merchantOrderId, state: 'PENDING', amount: 49_900 }])
    expect((await fetch(`${path}/status`)).status).toBe(401)
    const other = await createOrder('cart-4')
    expect((await fetch(`${path}/status`, { headers: other.headers })).status).toBe(401)
  })

  it('streams state changes of an order, and ends the stream with its final state', async () => {
    const { path, headers, merchantOrderId } = await createOrder('cart-5')
    const response = await fetch(`${path}/live`, { headers })
    expect(response.headers.get('content-encoding')).toBeNull()
    const events = eventsOf(response)
    // Read before the next change: a server that buffers events would never deliver this one.
    expect((await events.next()).value).toMatchObject({ state: 'PENDING' })
    await simulatePayment(merchantOrderId)
    const states: string[] = []
    for await (const { state } of events) states.push(state)
    expect(states.at(-1)).toBe('COMPLETED')
  })

  it('frees a stream when its reader has disconnected', async () => {
    const { path, headers } = await createOrder('cart-6')
    const leaving = new AbortController()
    const read = (signal: AbortSignal) => fetch(`${path}/live`, { headers, signal })
    // HEAD opens no stream and does not count against the limit.
    for (let n = 0; n < 9; n += 1) await fetch(`${path}/live`, { method: 'HEAD', headers })
    // Kept: a response that is collected as garbage closes its stream.
    const tabs: Response[] = []
    for (let tab = 0; tab < 8; tab += 1) tabs.push(await read(leaving.signal))
    const staying = new AbortController()
    onTestFinished(() => {
      leaving.abort()
      staying.abort()
    })
    expect((await read(staying.signal)).status).toBe(429)
    expect(tabs.map(({ status }) => status)).toEqual(Array(8).fill(200))
    leaving.abort()
    await vi.waitFor(async () => expect((await read(staying.signal)).status).toBe(200), WAIT)
  })

  it('serves the console under its own mount, behind its password', async () => {
    expect((await fetch(at('/admin/payments/api/about'))).status).toBe(401)
    const headers = { 'content-type': 'application/json' }
    const logIn = (password: string) =>
      fetch(at('/admin/payments/api/session'), { method: 'POST', headers, body: JSON.stringify({ password }) })
    expect((await logIn('one cup of tea')).status).toBe(401)
    const login = await logIn(CONSOLE_PASSWORD)
    expect(login.status).toBe(200)
    const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const about = await fetch(at('/admin/payments/api/about'), { headers: { cookie } })
    expect([about.status, await about.json()]).toMatchObject([200, { environment: 'SANDBOX' }])
    const [page, withoutSlash] = await Promise.all([fetch(at('/admin/payments/')), fetch(at('/admin/payments'))])
    const html = await page.text()
    expect([withoutSlash.status, await withoutSlash.text()]).toEqual([page.status, html])
    // The gateway compresses, or the framework does.
    for (let n = 0; n < 5; n += 1) await createOrder(`cart-of-console-${n}`)
    // The first script is the small runtime of the bundler.
    const script = [...html.matchAll(/<script[^>]+src="([^"]+\.js)"/g)].at(-1)?.[1] ?? ''
    for (const path of ['/admin/payments/api/orders', new URL(script, at('/admin/payments/')).pathname]) {
      const answer = await fetch(at(path), { headers: { cookie, 'accept-encoding': 'gzip' } })
      expect([path, answer.status, answer.headers.get('content-encoding')]).toEqual([path, 200, 'gzip'])
      expect((await answer.text()).length).toBeGreaterThan(1_024)
    }
  })

  it('refuses a body that is too large, and survives one that is cut off', async () => {
    const headers = { 'content-type': 'application/json' }
    const post = (kilobytes: number) =>
      fetch(at('/payments/callbacks'), {
        method: 'POST',
        headers,
        body: JSON.stringify({ x: 'y'.repeat(kilobytes * 1024) }),
      })
    const [large, larger] = await Promise.all([post(300), post(900)])
    expect([large.status, await large.json()]).toMatchObject([413, { code: 'TOO_LARGE' }])
    expect(larger.status).toBe(413)
    await cutOff(at('/payments/callbacks'))
    expect((await post(1)).status).toBe(401)
  })

  it('refuses a form of its own that is too large', async () => {
    // With a body at hand, as many servers close the connection before they have read all of it.
    const { hostname, port } = new URL(shop.url)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const status = await new Promise((resolve, reject) => {
      const request = rawRequest({ hostname, port, path: '/buy', method: 'POST', headers })
      request.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject)
      request.end(`cart=${'y'.repeat(2 * 1024 * 1024)}`)
    })
    expect(status).toBe(formRefusal)
    expect((await fetch(at('/'))).status).toBe(200)
  })

  it.each([
    ['application/x-www-form-urlencoded', 'basket=cart-7'],
    ['application/x-www-form-urlencoded', 'cart='],
    ['application/json', 'null'],
    ['application/json', '[]'],
    ['application/json', '{"basket":"cart-7"}'],
    ['application/json', '{"cart":7}'],
    ['text/plain', 'basket=cart-7'],
    ['multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="basket"\r\n\r\n7\r\n--x--\r\n'],
    ['multipart/form-data', 'x'],
    [undefined, undefined],
  ])('refuses a purchase that names no cart: %s %j', async (type, body) => {
    const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type }
    const refused = await fetch(at('/buy'), { method: 'POST', headers, ...(body === undefined ? {} : { body }) })
    expect([400, 415], await refused.text()).toContain(refused.status)
  })

  it.each(['//', 'http:///', 'http://[::bad/', '//:x/buy', '/%', '/buy%00'])('answers the target %s', async (path) => {
    const { hostname, port } = new URL(shop.url)
    const socket = connect(Number(port), hostname)
    socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`)
    // 308: Next redirects repeated slashes.
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 (?:200|308|400|404|405) /)
  })

  it('answers HEAD, OPTIONS, and GET of the callback route', async () => {
    const { path, headers } = await createOrder('cart-7')
    const head = await fetch(`${path}/status`, { method: 'HEAD', headers })
    expect([head.status, await head.text()]).toEqual([200, ''])
    const live = await fetch(`${path}/live`, { method: 'HEAD', headers })
    expect([live.status, live.headers.get('content-type'), await live.text()]).toEqual([
      200,
      expect.stringContaining('text/event-stream'),
      '',
    ])
    const options = await fetch(at('/payments/callbacks'), {
      method: 'OPTIONS',
      headers: { origin: 'https://else.example' },
    })
    expect([204, 405]).toContain(options.status)
    expect(options.headers.get('allow')).toContain('POST')
    expect(options.headers.get('access-control-allow-origin')).toBeNull()
    const opened = await fetch(at('/payments/callbacks'))
    expect([opened.status, await opened.json()]).toMatchObject([405, { message: expect.stringContaining('provider') }])
    expect((await fetch(at('/payments/elsewhere'))).status).toBe(404)
  })

  it('accepts the callback route with a trailing slash', async () => {
    const response = await fetch(at('/payments/callbacks/'), { method: 'POST', body: '{}', redirect: 'manual' })
    expect(response.status).toBe(redirectsSlashes ? 308 : 401)
  })
}

const WAIT = { timeout: 15_000, interval: 25 }

/** Data of server-sent events as they arrive. */
async function* eventsOf(response: Response): AsyncGenerator<{ state: string }> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const bytes of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(bytes, { stream: true })
    const parts = text.split('\n\n')
    text = parts.pop() ?? ''
    for (const part of parts) {
      const [, data] = /^data: (.*)$/m.exec(part) ?? []
      if (data !== undefined) yield JSON.parse(data) as { state: string }
    }
  }
}

/** Announces a thousand bytes, sends ten, and disconnects. */
function cutOff(url: string): Promise<void> {
  return new Promise((resolve) => {
    const call = rawRequest(url, { method: 'POST', headers: { 'content-length': 1_000 } })
    call.on('error', () => {})
    call.on('close', () => resolve())
    call.write('{"partial"', () => call.destroy())
  })
}
