import type { AddressInfo } from 'node:net'
import type { DrillReport } from '@galla/contract/control/routes'
import { type Serving, serveSandbox } from '@galla/sandbox'
import { Galla, inr, type Paise } from '@galla/sdk'
import { listen } from '@galla/serve/listen'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createApp as expressApp } from './express/app.mjs'
import { createApp as fastifyApp } from './fastify/app.mjs'
import { createApp as honoApp } from './hono/app.mjs'

type Fulfil = (order: { merchantOrderId: string; amount: Paise }) => void
type Open = (galla: Galla, fulfil: Fulfil) => Promise<{ url: string; close: () => Promise<unknown> }>

/** Each framework's app on a free port. */
const OPEN: { [framework: string]: Open } = {
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
  hono: async (galla, fulfil) => listen((request) => honoApp(galla, fulfil).fetch(request)),
}

const secret = { username: 'tea-stall', password: 'two-cups' }

describe.each(Object.keys(OPEN))('the %s example', (framework) => {
  let sandbox: Serving
  let galla: Galla
  let app: Awaited<ReturnType<Open>>
  let fulfilled: Parameters<Fulfil>[0][]

  beforeEach(async () => {
    sandbox = await serveSandbox({ port: 0 })
    const credentials = { clientId: 'tea-stall', clientSecret: 'any', clientVersion: 1 }
    galla = new Galla({ ...credentials, hosts: sandbox.url, callbackSecrets: secret })
    fulfilled = []
    app = await (OPEN[framework] as Open)(galla, (order) => void fulfilled.push(order))
    await control('PUT', 'callbacks/receiver', { url: `${app.url}/callbacks`, mode: 'classic', ...secret })
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

  it('passes the whole drill', async () => {
    const report = (await control('POST', 'drill', { url: `${app.url}/callbacks` })) as DrillReport
    expect(report.checks.filter(({ passed }) => !passed)).toEqual([])
    expect(report.checks.length).toBeGreaterThan(5)
  })

  it('fulfils a paid order once, with the amount that the provider holds', async () => {
    const merchantOrderId = 'order-42'
    const paid = new Promise<void>((resolve) => {
      const push = fulfilled.push.bind(fulfilled)
      fulfilled.push = (...orders) => {
        resolve()
        return push(...orders)
      }
    })
    await galla.standardCheckout.pay({ merchantOrderId, amount: inr('499.00') })
    await control('POST', `orders/${merchantOrderId}/settle`, { outcome: 'SUCCESS' })
    await paid
    await control('POST', 'callbacks/trigger', { event: 'checkout.order.completed', merchantOrderId })
    expect(fulfilled).toEqual([{ merchantOrderId, amount: 49_900 }])
  })
})
