import { GatewayError } from '@galla/gateway'
import { describe, expect, it } from 'vitest'
import { recordingHandlers } from './helpers/recording-handlers.ts'
import { CART, setupTestGateways } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const HOUR_MS = 3_600_000

describe('orders.start', () => {
  it('stores the order as CREATED before it calls the provider', async () => {
    const seen: object[][] = []
    const testGateway = await createTestGateway({
      wrapProvider: (provider) => async (url, init) => {
        if (String(url).endsWith('/pay'))
          seen.push(await testGateway.rows('select "state", "reference" from galla.orders'))
        return provider(url, init)
      },
    })
    await testGateway.gateway.orders.start(CART)
    expect(seen).toEqual([[{ state: 'CREATED', reference: 'cart-7' }]])
  })

  it('returns the same order for a repeated id, and rejects other fields with ID_TAKEN', async () => {
    const testGateway = await createTestGateway()
    const request = { ...CART, merchantOrderId: 'cart-7-first' }
    const first = await testGateway.gateway.orders.start(request)
    const second = await testGateway.gateway.orders.start(request)
    expect(second.redirectUrl).toBe(first.redirectUrl)
    expect(await testGateway.rows('select 1 from galla.orders')).toHaveLength(1)
    await expect(testGateway.gateway.orders.start({ ...request, reference: 'cart-8' })).rejects.toMatchObject({
      code: 'ID_TAKEN',
    })
  })

  it('creates a second order of the reference after a lost reply, because no payer has seen the first page', async () => {
    const testGateway = await createTestGateway()
    await testGateway.sandbox.setFaults({ rules: [{ kind: 'lost-reply', endpoints: ['standardPay'], times: 1 }] })
    const { order, redirectUrl } = await testGateway.gateway.orders.start(CART)
    expect(redirectUrl).toBeDefined()
    const { rows } = await testGateway.gateway.orders.list({ reference: CART.reference })
    const lost = rows.find(({ merchantOrderId }) => merchantOrderId !== order.merchantOrderId)?.merchantOrderId ?? ''
    expect(await testGateway.gateway.orders.get(lost)).toMatchObject({ state: 'CREATED', reference: 'cart-7' })
    // The first poll finds the first order at the provider. It expires unpaid; the second order can be paid.
    await testGateway.advance(20_000)
    expect(await testGateway.gateway.orders.get(lost)).toMatchObject({
      state: 'PENDING',
      orderId: expect.any(String),
    })
  })

  it('never sends an order with an id of yours again after a lost connection, whatever the provider answers and whenever it is repeated', async () => {
    let sent = 0
    const testGateway = await createTestGateway({
      wrapProvider: (provider) => async (url, init) => {
        if (!/\/pay$/.test(String(url))) return provider(url, init)
        sent += 1
        throw Object.assign(new TypeError('fetch failed'), {
          cause: Object.assign(new Error(), { code: 'ECONNRESET' }),
        })
      },
    })
    const start = () => testGateway.gateway.orders.start({ ...CART, merchantOrderId: 'mine' }).catch(({ code }) => code)
    const codes: unknown[] = [await start(), await start()]
    for (const ms of [30_000, 120_000, 600_000, HOUR_MS, 24 * HOUR_MS]) {
      await testGateway.advance(ms)
      codes.push(await start())
    }
    expect(sent).toBe(1)
    expect(codes).toEqual([...Array(5).fill('OUTCOME_UNKNOWN'), 'ORDER_CLOSED', 'ORDER_CLOSED'])
  })

  it('rejects with a GatewayError when every connection is reset, and fails the orders after their expiry', async () => {
    const { receivedEvents, on } = recordingHandlers()
    const testGateway = await createTestGateway({ gateway: { on } })
    await testGateway.sandbox.setFaults({ rules: [{ kind: 'reset', endpoints: ['standardPay'] }] })
    const failure = await testGateway.gateway.orders
      .start({ ...CART, expireAfter: 300 })
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(GatewayError)
    const rows = await testGateway.rows<{ merchantOrderId: string; state: string }>('select * from galla.orders')
    expect(rows.length).toBeGreaterThan(0)
    // Only long after the expiry, "not found" proves that the provider does not have the order.
    await testGateway.advance(310_000)
    await testGateway.advance(HOUR_MS)
    expect(await testGateway.rows(`select distinct "state", "errorCode" from galla.orders`)).toEqual([
      { state: 'FAILED', errorCode: expect.stringMatching(/NEVER_OPENED|NOT_SENT/) },
    ])
    // Only orders that may have been sent are reported.
    const [sent] = await testGateway.rows(`select 1 from galla.orders where "errorCode" = 'NEVER_OPENED'`)
    expect(receivedEvents).toHaveLength(sent ? rows.length : 0)
  })

  it('rejects with PROVIDER_REFUSED and fails the order; the same id is then rejected with ORDER_CLOSED', async () => {
    const testGateway = await createTestGateway()
    await testGateway.sandbox.setFaults({ rules: [{ kind: 'status', status: 422, endpoints: ['standardPay'] }] })
    await expect(testGateway.gateway.orders.start({ ...CART, merchantOrderId: 'no' })).rejects.toMatchObject({
      code: 'PROVIDER_REFUSED',
    })
    expect(await testGateway.gateway.orders.get('no')).toMatchObject({ state: 'FAILED' })
    await expect(testGateway.gateway.orders.start({ ...CART, merchantOrderId: 'no' })).rejects.toMatchObject({
      code: 'ORDER_CLOSED',
    })
  })

  it('rejects with PROVIDER_UNAVAILABLE without an access token, never sends the order, and reports no failure', async () => {
    const { receivedEvents, on } = recordingHandlers()
    const testGateway = await createTestGateway({ gateway: { on } })
    await testGateway.sandbox.setFaults({ profile: 'token-outage' })
    await expect(testGateway.gateway.orders.start({ ...CART, merchantOrderId: 'away' })).rejects.toMatchObject({
      code: 'PROVIDER_UNAVAILABLE',
    })
    await testGateway.sandbox.setFaults({ rules: [] })
    await testGateway.advance(3 * 24 * HOUR_MS)
    await expect(testGateway.sandbox.order('away')).rejects.toThrow()
    expect(await testGateway.gateway.orders.get('away')).toMatchObject({ state: 'FAILED', errorCode: 'NOT_SENT' })
    expect(receivedEvents).toEqual([])
  })

  it.each([
    ['amount', { amount: 499.5 }],
    ['reference', { reference: ' ' }],
    ['redirectUrl', { redirectUrl: '/thanks' }],
    ['checkout', { checkout: 'PAGE' }],
    ['merchantOrderId', { merchantOrderId: 'x'.repeat(58) }],
    ['expireAfter', { expireAfter: 1.5 }],
    ['expireAfter', { expireAfter: 3_601 }],
    ['expireAfter', { expireAfter: 3_601, checkout: 'MOBILE' }],
    ['expireAfter', { expireAfter: 3_601, checkout: 'MOBILE_CUSTOM' }],
    ['expireAfter', { expireAfter: 5_184_001, checkout: 'CUSTOM' }],
  ])('rejects with INVALID_REQUEST and field %s, and stores nothing', async (field, wrong) => {
    const testGateway = await createTestGateway()
    await expect(testGateway.gateway.orders.start({ ...CART, ...wrong } as never)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      field,
    })
    expect(await testGateway.rows('select 1 from galla.orders')).toEqual([])
  })

  it.each([
    ['metaInfo.udf1', { metaInfo: { udf1: 5 } }],
    ['metaInfo.udf10', { metaInfo: { udf10: 'x'.repeat(257) } }],
    ['metaInfo.udf11', { metaInfo: { udf11: 'x'.repeat(51) } }],
    ['metaInfo.udf15', { metaInfo: { udf15: 'चाय' } }],
    ['metaInfo', { metaInfo: [] }],
    ['message', { message: 5 }],
  ])(
    'rejects with INVALID_REQUEST and field %s what the payment would be refused for, for both checkouts',
    async (field, wrong) => {
      const testGateway = await createTestGateway()
      for (const checkout of ['STANDARD', 'CUSTOM'] as const) {
        const order = { ...CART, checkout, merchantOrderId: `one-${checkout}`, ...wrong }
        await expect(testGateway.gateway.orders.start(order as never)).rejects.toMatchObject({
          code: 'INVALID_REQUEST',
          field,
        })
      }
      expect(await testGateway.rows('select 1 from galla.orders')).toEqual([])
    },
  )
})
