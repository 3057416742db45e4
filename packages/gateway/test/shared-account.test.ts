import { Galla } from '@galla/sdk'
import { describe, expect, it } from 'vitest'
import type { Gateway, GatewaySettings } from '../src/index.ts'
import {
  AMOUNT,
  CALLBACK_URL,
  CART,
  CLIENT,
  SECRET,
  setupTestGateways,
  type TestGateway,
} from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const ID = 'order-1001'
const ORDER = { ...CART, merchantOrderId: ID } as const
const CUSTOM = { ...ORDER, checkout: 'CUSTOM' } as const
const TEN_MINUTES_MS = 600_000

interface Shop extends TestGateway {
  /** References whose goods were handed out. */
  readonly fulfilled: string[]
}

/** Faults of the second shop's calls; set by each test. */
interface Network {
  /** The request arrives, and its response does not. */
  lost?: (path: string) => boolean
  /** The answer of a proxy to a request that does not arrive; undefined: it arrives. */
  refused?: (path: string) => Response | undefined
}

/** Two shops with a database each on one account of the provider, which sends each callback to both. */
async function openShops(more: Partial<GatewaySettings> = {}, callbacks: object = { mode: 'classic', ...SECRET }) {
  const network: Network = {}
  const receivers: Gateway[] = []
  const open = async (name: string, provider?: TestGateway): Promise<Shop> => {
    const fulfilled: string[] = []
    const shop = await createTestGateway({
      sandbox: {
        callbacks: { url: CALLBACK_URL, ...callbacks },
        deliver: async (url, init) => {
          const [first, ...others] = await Promise.all(receivers.map((one) => one.fetch(new Request(url, init))))
          if (!first) throw new Error(`${name} has no receiver; ${others.length} others`)
          return first
        },
      },
      gateway: {
        on: { 'order.completed': ({ order }) => void fulfilled.push(order.reference) },
        ...more,
        ...(provider && {
          clock: provider.sandbox.clock,
          client: ({ tokenStore }) =>
            new Galla({
              ...CLIENT,
              clientVersion: 1,
              tokenStore,
              fetch: async (url, init) => {
                const { pathname } = new URL(String(url))
                const refusal = network.refused?.(pathname)
                if (refusal) return refusal
                const response = await provider.sandbox.fetch(String(url), init)
                if (network.lost?.(pathname)) throw new TypeError('fetch failed')
                return response
              },
            }),
        }),
      },
    })
    receivers.push(shop.gateway)
    return { ...shop, fulfilled }
  }
  const first = await open('first')
  const second = await open('second', first)
  /** Time passes for both, with every callback, poll and refund that is due. */
  const pass = async (ms: number) => {
    await first.advance(ms)
    await first.drainJobs()
    await second.gateway.runPendingJobs()
  }
  return {
    first,
    second,
    network,
    pass,
    pay: (id: string) => first.sandbox.simulatePayment(id, { outcome: 'SUCCESS' }),
  }
}

const answer = (status: number, code: string) => Response.json({ code, message: 'refused' }, { status })

/** The connection breaks before a request for an order arrives. */
function unreachable(path: string): undefined {
  if (path.endsWith('/pay')) throw new TypeError('fetch failed')
}

const inUse = { needsReview: { reason: 'id-in-use' } }

describe('two shops on one account that start an order with the same id', () => {
  it.each([
    ['before the second one starts it', true],
    ['after the second one has started it', false],
  ])('fulfil the payment of the first once, when it is made %s', async (_, isPaidFirst) => {
    const { first, second, pass, pay } = await openShops()
    await first.gateway.orders.start(ORDER)
    if (isPaidFirst) await pay(ID)
    await pass(1_000)
    await expect(second.gateway.orders.start({ ...ORDER, reference: 'invoice-9' })).rejects.toMatchObject({
      code: 'ID_TAKEN',
      field: 'merchantOrderId',
      message: expect.stringContaining('orderIdPrefix'),
    })
    if (!isPaidFirst) await pay(ID)
    for (let minutes = 0; minutes < 5; minutes++) await pass(60_000)
    expect([first.fulfilled, second.fulfilled]).toEqual([['cart-7'], []])
    expect(await second.gateway.orders.get(ID)).toMatchObject({ state: 'CREATED', ...inUse })
  })

  it.each(['SUCCESS', 'PENDING', 'FAILURE'] as const)(
    'stop the one whose order waits for the payer’s choice, when the payment of the other is %s',
    async (outcome) => {
      const { first, second, pass } = await openShops()
      await second.gateway.orders.start({ ...CUSTOM, reference: 'invoice-9' })
      await first.gateway.orders.start(ORDER)
      await first.sandbox.simulatePayment(ID, { outcome })
      await pass(1_000)
      expect(await second.gateway.orders.sync(ID)).toMatchObject(inUse)
      expect(second.fulfilled).toEqual([])
      await expect(second.gateway.orders.pay(ID, { type: 'UPI_QR' })).rejects.toMatchObject({ code: 'ORDER_CLOSED' })
    },
  )

  it('stop the one whose order has expired unsent, and refund nothing of the late payment of the other', async () => {
    const { first, second, pass, pay } = await openShops()
    await second.gateway.orders.start({ ...CUSTOM, reference: 'invoice-9', expireAfter: 300 })
    await pass(400_000)
    expect(await second.gateway.orders.get(ID)).toMatchObject({ state: 'FAILED', errorCode: 'NOT_SENT' })
    await first.gateway.orders.start(ORDER)
    await first.sandbox.simulatePayment(ID, { outcome: 'FAILURE' })
    await pass(1_000)
    await second.gateway.orders.sync(ID)
    await pay(ID).catch(() => undefined)
    for (let minutes = 0; minutes < 5; minutes++) await pass(60_000)
    expect(await second.gateway.orders.get(ID)).toMatchObject({ state: 'FAILED', ...inUse })
    expect(await second.gateway.refunds.list()).toMatchObject({ rows: [] })
  })

  it('stop the one whose request had no answer, when the payment is older than the request', async () => {
    const { first, second, network, pass, pay } = await openShops()
    await first.gateway.orders.start({ ...ORDER, expireAfter: 3_600 })
    await pay(ID)
    await pass(TEN_MINUTES_MS)
    network.lost = (path) => path.endsWith('/pay')
    await expect(second.gateway.orders.start({ ...ORDER, reference: 'invoice-9' })).rejects.toMatchObject({
      code: 'OUTCOME_UNKNOWN',
    })
    for (let minutes = 0; minutes < 5; minutes++) await pass(60_000)
    expect(await second.gateway.orders.get(ID)).toMatchObject({ state: 'CREATED', ...inUse })
    expect([first.fulfilled, second.fulfilled]).toEqual([['cart-7'], []])
  })

  it('stop the one whose request had no answer, when the order of the other had expired before', async () => {
    const { first, second, network, pass } = await openShops()
    await first.gateway.orders.start({ ...ORDER, expireAfter: 300 })
    await pass(TEN_MINUTES_MS)
    network.lost = (path) => path.endsWith('/pay')
    await expect(second.gateway.orders.start({ ...ORDER, reference: 'invoice-9' })).rejects.toMatchObject({
      code: 'OUTCOME_UNKNOWN',
    })
    await second.gateway.orders.sync(ID)
    expect(await second.gateway.orders.get(ID)).toMatchObject({ state: 'CREATED', ...inUse })
  })

  it.each<[string, (path: string) => Response | undefined]>([
    ['was refused', (path) => (path.endsWith('/pay') ? answer(400, 'BAD_REQUEST') : undefined)],
    ['was refused by a proxy', (path) => (path.endsWith('/pay') ? answer(403, 'FORBIDDEN') : undefined)],
    ['was refused temporarily', (path) => (path.endsWith('/pay') ? answer(429, 'TOO_MANY_REQUESTS') : undefined)],
    ['never arrived', unreachable],
  ])('stop the one whose request %s, when the other uses the id hours later', async (_, refused) => {
    const { first, second, network, pass, pay } = await openShops()
    network.refused = refused
    await expect(
      second.gateway.orders.start({ ...ORDER, reference: 'invoice-9', expireAfter: 600 }),
    ).rejects.toMatchObject({ name: 'GatewayError' })
    delete network.refused
    for (let minutes = 0; minutes < 120; minutes += 30) await pass(30 * 60_000)
    await first.gateway.orders.start({ ...ORDER, expireAfter: 3_600 })
    await pay(ID)
    for (let hours = 0; hours < 12; hours++) await pass(3_600_000)
    await second.gateway.orders.sync(ID)
    expect(await second.gateway.orders.get(ID)).toMatchObject({ state: 'FAILED', ...inUse })
    expect([first.fulfilled, second.fulfilled]).toEqual([['cart-7'], []])
  })

  it('refund nothing of the other, when the request of the one was refused and its reference is paid by another order', async () => {
    const { first, second, network, pass, pay } = await openShops()
    network.refused = (path) => (path.endsWith('/pay') ? answer(400, 'BAD_REQUEST') : undefined)
    const invoice = { ...ORDER, reference: 'invoice-9' }
    await expect(second.gateway.orders.start(invoice)).rejects.toMatchObject({ code: 'PROVIDER_REFUSED' })
    delete network.refused
    await second.gateway.orders.start({ ...invoice, merchantOrderId: 'order-1002' })
    await pay('order-1002')
    await pass(60_000)
    await first.gateway.orders.start(ORDER)
    await pay(ID)
    for (let hours = 0; hours < 12; hours++) await pass(3_600_000)
    await second.gateway.orders.sync(ID)
    expect(await second.gateway.orders.get(ID)).toMatchObject({ state: 'FAILED', ...inUse })
    expect(await second.gateway.refunds.list()).toMatchObject({ rows: [] })
    expect((await first.sandbox.order(ID)).refundedAmount).toBe(0)
  })

  it('stop the one whose request never arrived, when the order of the other is fifty minutes older and is paid after the request', async () => {
    const { first, second, network, pass, pay } = await openShops()
    await first.gateway.orders.start({ ...ORDER, expireAfter: 3_600 })
    await pass(50 * 60_000)
    network.refused = unreachable
    await expect(
      second.gateway.orders.start({ ...ORDER, reference: 'invoice-9', expireAfter: 3_600 }),
    ).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    delete network.refused
    await pay(ID)
    for (let minutes = 0; minutes < 5; minutes++) await pass(60_000)
    expect(await second.gateway.orders.get(ID)).toMatchObject({ state: 'CREATED', ...inUse })
    expect([first.fulfilled, second.fulfilled]).toEqual([['cart-7'], []])
  })

  it('offer no refund of the payment of the other while a person is asked', async () => {
    const { first, second, pass, pay } = await openShops()
    await first.gateway.orders.start(ORDER)
    await pay(ID)
    await expect(second.gateway.orders.start({ ...ORDER, reference: 'invoice-9' })).rejects.toMatchObject({
      code: 'ID_TAKEN',
    })
    await pass(TEN_MINUTES_MS)
    expect((await first.sandbox.order(ID)).refundedAmount).toBe(0)
    await expect(
      second.gateway.refunds.request({ merchantRefundId: 'r-1', merchantOrderId: ID, amount: AMOUNT }),
    ).rejects.toMatchObject({ code: expect.stringMatching(/^(?:NOT_REFUNDABLE|EXCEEDS_REFUNDABLE|NOT_PAID)/) })
  })

  it.each(['SUCCESS', 'FAILURE'] as const)(
    'believe no signed callback about a payment of the other that says %s, although they trust such callbacks',
    async (outcome) => {
      const hmac = { secretKey: 'a-key-of-both-shops-0123456789', keyId: 'key-1' }
      const { first, second, network, pass } = await openShops(
        { policy: { trustHmacCallbacks: true }, callbackCredentials: hmac },
        { mode: 'hmac', ...hmac },
      )
      await second.gateway.orders.start({ ...CUSTOM, reference: 'invoice-9' })
      await first.gateway.orders.start(ORDER)
      await first.sandbox.simulatePayment(ID, { outcome })
      // The callback comes while the provider does not answer the second shop.
      network.lost = (path) => path.endsWith('/status')
      await pass(1_000)
      delete network.lost
      await second.gateway.orders.sync(ID)
      expect(await second.gateway.orders.get(ID)).toMatchObject({ state: 'CREATED', ...inUse })
      expect(second.fulfilled).toEqual([])
    },
  )

  it('adopt an order of a restored database only when it may be from before the restore', async () => {
    const { first, second, pass, pay } = await openShops()
    await first.gateway.orders.start(ORDER)
    await second.gateway.markRestored()
    await pay(ID)
    await expect(second.gateway.orders.start({ ...ORDER, reference: 'restored' })).rejects.toMatchObject({
      code: 'OUTCOME_UNKNOWN',
    })
    await pass(60_000)
    expect(await second.gateway.orders.get(ID)).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
    await pass(86_400_000)
    const later = { ...ORDER, merchantOrderId: 'order-1002', reference: 'later' }
    await first.gateway.orders.start(later)
    await expect(second.gateway.orders.start(later)).rejects.toMatchObject({ code: 'ID_TAKEN' })
    expect(await second.gateway.orders.get('order-1002')).toMatchObject(inUse)
  })
})

describe('ids that the gateway makes', () => {
  it('begin with orderIdPrefix, so that each shop recognises its own', async () => {
    const { gateway } = await createTestGateway({ gateway: { orderIdPrefix: 'TEA-' } })
    const { order } = await gateway.orders.start(CART)
    expect(order.merchantOrderId).toMatch(/^TEA-[0-9a-z]{9}[0-9a-f]{16}$/)
    const { order: named } = await gateway.orders.start({ ...ORDER, reference: 'cart-8' })
    expect(named.merchantOrderId).toBe(ID)
  })

  it.each(['', 'with space', 'a'.repeat(21), 7])('are refused the prefix %j', async (orderIdPrefix) => {
    await expect(createTestGateway({ gateway: { orderIdPrefix: orderIdPrefix as string } })).rejects.toMatchObject({
      code: 'INVALID_OPTION',
      message: expect.stringContaining('orderIdPrefix'),
    })
  })

  it('are nobody else’s: of a request that arrived twice, another order is opened, and nobody is asked', async () => {
    let paths = 0
    const shop = await createTestGateway({
      // A proxy that repeats the first request, and passes on the second answer.
      wrapProvider: (fetch) => async (url, init) => {
        if (String(url).endsWith('/pay') && ++paths === 1) await fetch(url, init)
        return fetch(url, init)
      },
    })
    const { order, redirectUrl } = await shop.gateway.orders.start(CART)
    expect(redirectUrl).toEqual(expect.any(String))
    const { rows } = await shop.gateway.orders.list()
    expect(rows).toHaveLength(2)
    expect(rows.filter(({ needsReview }) => needsReview !== undefined)).toEqual([])
    await shop.sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
    await shop.drainJobs()
    expect(await shop.gateway.orders.get(order.merchantOrderId)).toMatchObject({ resolution: 'fulfil' })
  })
})
