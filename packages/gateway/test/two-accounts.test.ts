import type { Sandbox } from '@galla/sandbox'
import { Galla } from '@galla/sdk'
import { sign } from '@galla/sdk/testing'
import { describe, expect, it, vi } from 'vitest'
import { CART, setupTestGateways, type TestGateway } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const ID = 'order-1001'
const SILKS = { environment: 'SANDBOX', clientId: 'silk-house', clientSecret: 'a secret of the house' } as const
const SILK_HOOK = { username: 'silks', password: 'looms-and-dyes' }

type ProviderFetch = Sandbox['fetch']

/** Two brands in one process: an account, a database and a gateway each. */
async function openBrands() {
  const fulfilled: string[] = []
  const on = (brand: string) => ({
    'order.completed': ({ order }: { order: { merchantOrderId: string } }) =>
      void fulfilled.push(`${brand} ${order.merchantOrderId}`),
  })
  const tea = await createTestGateway({ gateway: { on: on('tea') } })
  let provider: ProviderFetch | undefined
  const silk = await createTestGateway({
    sandbox: { callbacks: { url: 'http://silk.localhost/callbacks', mode: 'classic', ...SILK_HOOK } },
    gateway: {
      ...SILKS,
      callbackCredentials: SILK_HOOK,
      on: on('silk'),
      client: ({ tokenStore }) =>
        new Galla({ ...SILKS, clientVersion: 1, tokenStore, fetch: async (url, init) => ask(url, init) }),
    },
    wrapProvider: (fetch) => {
      provider = fetch
      return fetch
    },
  })
  const ask: ProviderFetch = async (url, init) => {
    if (!provider) throw new Error('the sandbox is not created yet')
    return provider(url, init)
  }
  return { tea, silk, fulfilled }
}

const callsOf = ({ rows }: TestGateway) =>
  rows<{ path: string }>(`select "path" from galla.calls where "merchantOrderId" = '${ID}'`)

describe('two accounts in one process', () => {
  it('may use equal order ids: each order is paid, fulfilled and logged at its own gateway only', async () => {
    const { tea, silk, fulfilled } = await openBrands()
    await tea.gateway.orders.start({ ...CART, merchantOrderId: ID })
    await silk.gateway.orders.start({ ...CART, merchantOrderId: ID, checkout: 'MOBILE' })
    await silk.sandbox.simulatePayment(ID, { outcome: 'SUCCESS' })
    for (const brand of [tea, silk]) await brand.drainJobs()
    expect(fulfilled).toEqual([`silk ${ID}`])
    expect(await tea.gateway.orders.get(ID)).toMatchObject({ state: 'PENDING', checkout: 'STANDARD' })
    await vi.waitFor(async () => expect((await callsOf(silk)).length).toBeGreaterThan(0))
    for (const { path } of await callsOf(silk)) expect(path).not.toBe('/checkout/v2/pay')
    for (const { path } of await callsOf(tea)) expect(path).not.toContain('/sdk/order')
  })

  it('need a database each: one that belongs to an account is refused to the other', async () => {
    const { tea } = await openBrands()
    await expect(tea.replica({ ...SILKS })).rejects.toMatchObject({
      code: 'INVALID_OPTION',
      message: expect.stringContaining('silk-house'),
    })
  })

  it('take no callback of each other, whose credentials differ', async () => {
    const { tea, silk } = await openBrands()
    await tea.gateway.orders.start({ ...CART, merchantOrderId: ID })
    await silk.gateway.orders.start({ ...CART, merchantOrderId: ID })
    await silk.sandbox.simulatePayment(ID, { outcome: 'SUCCESS' })
    await silk.drainJobs()
    const body = JSON.stringify({
      event: 'checkout.order.completed',
      payload: { merchantOrderId: ID, state: 'COMPLETED' },
    })
    const headers = await sign(body, SILK_HOOK)
    const statusAt = async ({ gateway }: TestGateway) =>
      (await gateway.fetch(new Request('http://shop.localhost/callbacks', { method: 'POST', headers, body }))).status
    expect([await statusAt(silk), await statusAt(tea)]).toEqual([200, 401])
  })
})
