import type { AddressInfo } from 'node:net'
import type { DrillReport } from '@galla/contract/sandbox-api/routes'
import { listen } from '@galla/http-server/listen'
import { type ServedSandbox, serveSandbox } from '@galla/sandbox'
import { Galla, inr, type Paise } from '@galla/sdk'
import { sign } from '@galla/sdk/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createApp as expressApp } from './express/app.mjs'
import { createApp as fastifyApp } from './fastify/app.mjs'
import { createApp as honoApp } from './hono/app.mjs'

type Fulfil = (order: { merchantOrderId: string; amount: Paise }) => void
type StartApp = (galla: Galla, fulfil: Fulfil) => Promise<{ url: string; close: () => Promise<unknown> }>

/** Starts the app of each framework on a free port. */
const APPS: { [framework: string]: StartApp } = {
  express: async (galla, fulfil) => {
    const server = expressApp(galla, fulfil).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const close = () => new Promise((resolve) => server.close(resolve).closeAllConnections())
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
  },
  fastify: async (galla, fulfil) => {
    const app = fastifyApp(galla, fulfil)
    return { url: await app.listen({ port: 0, host: '127.0.0.1' }), close: async () => app.close() }
  },
  hono: async (galla, fulfil) => {
    const app = honoApp(galla, fulfil)
    return listen((request) => app.fetch(request))
  },
}

const callbackCredentials = { username: 'tea-stall', password: 'two-cups' }

describe.each(Object.keys(APPS))('the app of the %s example', (framework) => {
  let sandbox: ServedSandbox
  let galla: Galla
  let app: Awaited<ReturnType<StartApp>>
  let fulfilled: Parameters<Fulfil>[0][]
  let onFulfilled: () => void = () => {}

  beforeEach(async () => {
    sandbox = await serveSandbox({ port: 0 })
    const credentials = { clientId: 'tea-stall', clientSecret: 'any', clientVersion: 1 }
    galla = new Galla({ ...credentials, hosts: sandbox.url, callbackCredentials })
    fulfilled = []
    app = await (APPS[framework] as StartApp)(galla, (order) => {
      fulfilled.push(order)
      onFulfilled()
    })
    await control('PUT', 'callbacks/receiver', { url: `${app.url}/callbacks`, mode: 'classic', ...callbackCredentials })
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

  it('passes every check of the drill', async () => {
    const report = (await control('POST', 'drill', { url: `${app.url}/callbacks` })) as DrillReport
    expect(report.checks.filter(({ passed }) => !passed)).toEqual([])
    expect(report.checks.length).toBeGreaterThan(5)
  })

  it('fulfils a paid order once, with the amount of the order status', async () => {
    await buy('order-42', inr('499.00'))
    await control('POST', 'callbacks/trigger', { event: 'checkout.order.completed', merchantOrderId: 'order-42' })
    // Once a later order is fulfilled, a second fulfilment of the first one would have been recorded.
    await buy('order-43', inr('10.00'))
    expect(fulfilled).toEqual([
      { merchantOrderId: 'order-42', amount: 49_900 },
      { merchantOrderId: 'order-43', amount: 1000 },
    ])
  })

  it('answers 500 while the order status cannot be read, so that the callback is repeated, and fulfils then', async () => {
    await galla.standardCheckout.pay({
      merchantOrderId: 'order-44',
      amount: inr('20.00'),
      redirectUrl: 'https://shop.example/thanks',
    })
    const body = JSON.stringify({
      event: 'checkout.order.completed',
      payload: { merchantOrderId: 'order-44', state: 'COMPLETED', amount: 2_000 },
    })
    const send = async () => {
      const headers = await sign(body, callbackCredentials)
      return (await fetch(`${app.url}/callbacks`, { method: 'POST', headers, body })).status
    }
    // What the sandbox sends by itself goes elsewhere.
    await control('PUT', 'callbacks/receiver', { url: `${app.url}/elsewhere`, mode: 'classic', ...callbackCredentials })
    await control('POST', 'orders/order-44/simulate', { outcome: 'SUCCESS' })
    await control('POST', 'faults', { rules: [{ kind: 'status', status: 401, endpoints: ['standardOrderStatus'] }] })
    expect(await send()).toBe(500)
    expect(fulfilled).toEqual([])
    await control('POST', 'faults', { rules: [] })
    expect(await send()).toBe(200)
    expect(fulfilled).toEqual([{ merchantOrderId: 'order-44', amount: 2_000 }])
    expect(await send()).toBe(200)
    expect(fulfilled).toHaveLength(1)
  })

  it('answers 401 to a forged callback', async () => {
    const body = '{"event":"checkout.order.completed"}'
    const headers = { authorization: 'forged' }
    expect((await fetch(`${app.url}/callbacks`, { method: 'POST', headers, body })).status).toBe(401)
  })

  it('shows the thanks page to a payer who returns by GET or by POST', async () => {
    const body = new URLSearchParams({ code: 'PAYMENT_SUCCESS' })
    const returned = await fetch(`${app.url}/thanks`, { method: 'POST', body, redirect: 'manual' })
    expect([returned.status, returned.headers.get('location')]).toEqual([303, '/thanks'])
    expect(await (await fetch(`${app.url}/thanks`)).text()).toContain('We are checking your payment.')
  })

  /** Creates an order, simulates its payment, and waits until the app has fulfilled it. */
  async function buy(merchantOrderId: string, amount: Paise): Promise<void> {
    const done = new Promise<void>((resolve) => {
      onFulfilled = resolve
    })
    await galla.standardCheckout.pay({ merchantOrderId, amount, redirectUrl: 'https://shop.example/thanks' })
    await control('POST', `orders/${merchantOrderId}/simulate`, { outcome: 'SUCCESS' })
    await done
  }
})
