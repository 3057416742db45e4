import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { DrillReport } from '@galla/contract/sandbox-api/routes'
import { listen } from '@galla/http-server/listen'
import { type ServedSandbox, serveSandbox } from '@galla/sandbox'
import { Galla, inr, type Paise } from '@galla/sdk'
import { sign } from '@galla/sdk/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createApp as expressApp } from './express/app.ts'
import { createApp as fastifyApp } from './fastify/app.ts'
import { createApp as honoApp } from './hono/app.ts'
import { createApp as nodeApp } from './node-http/app.ts'
import { createPayments, type Payments } from './starter/payments.ts'

type StartApp = (payments: Payments) => Promise<{ url: string; close: () => Promise<unknown> }>

const SHOP_URL = 'https://shop.example'

async function serverOf(server: Server): Promise<{ url: string; close: () => Promise<unknown> }> {
  await new Promise((resolve) => server.once('listening', resolve))
  const close = () => new Promise((resolve) => server.close(resolve).closeAllConnections())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

/** Starts the app of each framework on a free port. */
const APPS: { [framework: string]: StartApp } = {
  'node-http': (payments) => serverOf(nodeApp(payments).listen(0, '127.0.0.1')),
  express: (payments) => serverOf(expressApp(payments).listen(0, '127.0.0.1')),
  fastify: async (payments) => {
    const app = fastifyApp(payments)
    return { url: await app.listen({ port: 0, host: '127.0.0.1' }), close: async () => app.close() }
  },
  hono: async (payments) => {
    const app = honoApp(payments)
    return listen((request) => app.fetch(request))
  },
  nest: async (payments) => {
    // The example has decorators on parameters, which only its own tsconfig.json allows.
    const { createApp } = await import(join(import.meta.dirname, 'nest/app.ts'))
    const app = await createApp(payments)
    await app.listen(0, '127.0.0.1')
    return { url: await app.getUrl(), close: () => app.close() }
  },
}

const callbackCredentials = { username: 'tea-stall', password: 'two-cups' }

describe.each(Object.keys(APPS))('the app of the %s example', (framework) => {
  let sandbox: ServedSandbox
  let galla: Galla
  let payments: Payments
  let app: Awaited<ReturnType<StartApp>>
  let fulfilled: { cart: string; amount: Paise }[]
  let onFulfilled: () => void = () => {}

  beforeEach(async () => {
    sandbox = await serveSandbox({ port: 0 })
    const credentials = { clientId: 'tea-stall', clientSecret: 'any', clientVersion: 1 }
    galla = new Galla({ ...credentials, hosts: sandbox.url, callbackCredentials })
    fulfilled = []
    payments = createPayments(galla, SHOP_URL, ({ cart, amount }) => {
      fulfilled.push({ cart, amount })
      onFulfilled()
    })
    app = await (APPS[framework] as StartApp)(payments)
    await receiveAt('/payments/callbacks')
  })
  afterEach(async () => {
    await app.close()
    await galla.close()
    await sandbox.close()
  })

  const control = async (method: string, path: string, body: object): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${sandbox.url}/_sandbox/${path}`, { method, headers, body: JSON.stringify(body) })
    expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true)
    return response.json()
  }
  const receiveAt = (path: string) =>
    control('PUT', 'callbacks/receiver', { url: `${app.url}${path}`, mode: 'classic', ...callbackCredentials })
  const thanks = async (order: string) => {
    const response = await fetch(`${app.url}/thanks?${new URLSearchParams({ order })}`)
    return { status: response.status, words: await response.text() }
  }

  it('passes every check of the drill', async () => {
    const report = (await control('POST', 'drill', { url: `${app.url}/payments/callbacks` })) as DrillReport
    expect(report.checks.filter(({ passed }) => !passed)).toEqual([])
    expect(report.checks.length).toBeGreaterThan(5)
  })

  it('sends a buyer to the payment page of the provider', async () => {
    const body = new URLSearchParams({ cart: 'cart-7' })
    expect(await (await fetch(app.url)).text()).toContain('action="/buy"')
    const bought = await fetch(`${app.url}/buy`, { method: 'POST', body, redirect: 'manual' })
    expect([bought.status, bought.headers.get('location')]).toEqual([
      303,
      expect.stringContaining('/transact/pg?token='),
    ])
  })

  it('fulfils a paid order once, and tells its payer', async () => {
    const merchantOrderId = await buy('cart-42', inr('499.00'))
    expect(await thanks(merchantOrderId)).toMatchObject({ status: 200, words: 'Paid. Thank you!' })
    await control('POST', 'callbacks/trigger', { event: 'checkout.order.completed', merchantOrderId })
    // Once a later order is fulfilled, a second fulfilment of the first one would have been recorded.
    await buy('cart-43', inr('10.00'))
    expect(fulfilled).toEqual([
      { cart: 'cart-42', amount: 49_900 },
      { cart: 'cart-43', amount: 1000 },
    ])
  })

  it('answers 500 while the order status cannot be read, so that the callback is repeated, and fulfils then', async () => {
    const { merchantOrderId } = await payments.start('cart-44', inr('20.00'))
    const body = JSON.stringify({
      event: 'checkout.order.completed',
      payload: { merchantOrderId, state: 'COMPLETED', amount: 2_000 },
    })
    const send = async () => {
      const headers = { ...(await sign(body, callbackCredentials)), 'content-type': 'application/json' }
      return (await fetch(`${app.url}/payments/callbacks`, { method: 'POST', headers, body })).status
    }
    // What the sandbox sends by itself goes elsewhere.
    await receiveAt('/elsewhere')
    await control('POST', `orders/${merchantOrderId}/simulate`, { outcome: 'SUCCESS' })
    await control('POST', 'faults', { rules: [{ kind: 'status', status: 401, endpoints: ['standardOrderStatus'] }] })
    expect(await send()).toBe(500)
    expect(fulfilled).toEqual([])
    await control('POST', 'faults', { rules: [] })
    expect(await send()).toBe(200)
    expect(fulfilled).toEqual([{ cart: 'cart-44', amount: 2_000 }])
    expect(await send()).toBe(200)
    expect(fulfilled).toHaveLength(1)
  })

  it('answers 401 to a forged callback', async () => {
    const body = '{"event":"checkout.order.completed"}'
    const headers = { authorization: 'forged' }
    expect((await fetch(`${app.url}/payments/callbacks`, { method: 'POST', headers, body })).status).toBe(401)
  })

  it('shows the order status to a payer who returns by GET or by POST, and knows no order of another shop', async () => {
    const { merchantOrderId } = await payments.start('cart-45', inr('20.00'))
    const query = new URLSearchParams({ order: merchantOrderId })
    const body = new URLSearchParams({ code: 'PAYMENT_SUCCESS' })
    const returned = await fetch(`${app.url}/thanks?${query}`, { method: 'POST', body, redirect: 'manual' })
    expect([returned.status, returned.headers.get('location')]).toEqual([303, `/thanks?${query}`])
    expect(await thanks(merchantOrderId)).toMatchObject({ status: 200, words: 'We are checking your payment.' })
    expect(await thanks('order-of-another-shop')).toMatchObject({ status: 404 })
  })

  /** Starts a payment, simulates it, and waits until the app has fulfilled it. */
  async function buy(cart: string, amount: Paise): Promise<string> {
    const done = new Promise<void>((resolve) => {
      onFulfilled = resolve
    })
    const { merchantOrderId } = await payments.start(cart, amount)
    await control('POST', `orders/${merchantOrderId}/simulate`, { outcome: 'SUCCESS' })
    await done
    return merchantOrderId
  }
})
