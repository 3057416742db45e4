import { randomBytes } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { CART, setupTestGateways, type TestGateway } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const KEY = `one:${randomBytes(32).toString('base64')}`
/** What is stored must not decide whether a payer is found. */
const STORED = [
  ['in clear', {}],
  ['encrypted', { dataKeys: [KEY] }],
] as const

describe.each(STORED)('a payer by a merchantUserId that only orders.pay had, stored %s', (_, gateway) => {
  const pay = async ({ gateway: { orders } }: TestGateway, merchantOrderId: string, merchantUserId: string) => {
    await orders.start({ ...CART, reference: merchantOrderId, merchantOrderId, checkout: 'CUSTOM' })
    return orders.pay(merchantOrderId, { type: 'NET_BANKING', bankId: 'SBIN', merchantUserId })
  }
  /** Calls are logged asynchronously. */
  const callsLogged = ({ rows }: TestGateway, merchantOrderId: string, count: number) =>
    vi.waitFor(
      async () => {
        const logged = `select 1 from galla.calls where "merchantOrderId" = $1 and "path" like '%/pay' and "request" is not null`
        expect(await rows(logged, [merchantOrderId])).toHaveLength(count)
      },
      { timeout: 60_000 },
    )
  const end = async (testGateway: TestGateway, merchantOrderId: string) => {
    await testGateway.sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
  }

  it('is erased, and the payer of another order is not', async () => {
    const testGateway = await createTestGateway({ gateway })
    const { payers } = testGateway.gateway
    for (const [id, user] of [
      ['asha', 'user-zebra'],
      ['meena', 'user-zebra-2'],
    ] as const) {
      await pay(testGateway, id, user)
      await end(testGateway, id)
      await callsLogged(testGateway, id, 1)
    }
    expect(await payers.erase({ merchantUserId: 'user-zebra' })).toMatchObject({ merchantOrderIds: ['asha'] })
    await callsLogged(testGateway, 'asha', 0)
    await callsLogged(testGateway, 'meena', 1)
    expect(await payers.preview({ merchantUserId: 'user-zebra' })).toMatchObject({ orders: 0 })
  })

  it('is erased when the provider took another payment only', async () => {
    let refuse = true
    const testGateway = await createTestGateway({
      gateway,
      wrapProvider: (provider) => (url, init) => {
        if (!refuse || !String(url).endsWith('/pay')) return provider(url, init)
        return Promise.resolve(Response.json({ success: false, code: 'TOO_MANY_REQUESTS' }, { status: 429 }))
      },
    })
    const { orders, payers } = testGateway.gateway
    await expect(pay(testGateway, 'asha', 'user-zebra')).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' })
    refuse = false
    await orders.pay('asha', { type: 'NET_BANKING', bankId: 'SBIN', merchantUserId: 'user-two' })
    await end(testGateway, 'asha')
    await callsLogged(testGateway, 'asha', 2)
    expect(await payers.erase({ merchantUserId: 'user-zebra' })).toMatchObject({ merchantOrderIds: ['asha'] })
    await callsLogged(testGateway, 'asha', 0)
  })
})

it('the merchantUserId of orders.pay is no part of the order, and starting it again finds the same one', async () => {
  const testGateway = await createTestGateway()
  const { orders } = testGateway.gateway
  const cart = { ...CART, merchantOrderId: 'asha', checkout: 'CUSTOM' } as const
  await orders.start(cart)
  const mode = { type: 'NET_BANKING', bankId: 'SBIN', merchantUserId: 'user-zebra' } as const
  await orders.pay('asha', mode)
  expect(await orders.pay('asha', mode)).toMatchObject({ order: { merchantOrderId: 'asha' } })
  const other = await testGateway.replica({ clientSecret: 'the next secret of the stall' })
  expect(JSON.stringify(await other.orders.start(cart))).not.toContain('zebra')
  expect(JSON.stringify(await other.orders.get('asha'))).not.toContain('zebra')
})
