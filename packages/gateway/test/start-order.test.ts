import { GatewayError } from '@galla/gateway'
import { describe, expect, it } from 'vitest'
import { recordingHandlers } from './helpers/recording-handlers.ts'
import { CART, testGateways } from './helpers/test-gateway.ts'

const open = testGateways()
const HOUR_MS = 3_600_000

describe('starting an order', () => {
  it('writes it down before the provider hears of it', async () => {
    const seen: object[][] = []
    const shop = await open({
      wire: (provider) => async (url, init) => {
        if (String(url).endsWith('/pay')) seen.push(await shop.rows('select "state", "reference" from galla.orders'))
        return provider(url, init)
      },
    })
    await shop.gateway.orders.start(CART)
    expect(seen).toEqual([[{ state: 'CREATED', reference: 'cart-7' }]])
  })

  it('is the same order when the same id comes again, and another one is refused', async () => {
    const shop = await open()
    const wanted = { ...CART, merchantOrderId: 'cart-7-first' }
    const first = await shop.gateway.orders.start(wanted)
    const second = await shop.gateway.orders.start(wanted)
    expect(second.redirectUrl).toBe(first.redirectUrl)
    expect(await shop.rows('select 1 from galla.orders')).toHaveLength(1)
    await expect(shop.gateway.orders.start({ ...wanted, reference: 'cart-8' })).rejects.toMatchObject({
      code: 'ID_TAKEN',
    })
  })

  it('answers a lost reply with a new order of the same reference, since nobody has seen the page', async () => {
    const shop = await open()
    await shop.sandbox.setFaults({ rules: [{ kind: 'lost-reply', endpoints: ['standardPay'], times: 1 }] })
    const { order, redirectUrl } = await shop.gateway.orders.start({ ...CART, merchantOrderId: 'lost' })
    expect(order.merchantOrderId).not.toBe('lost')
    expect(redirectUrl).toBeDefined()
    expect(await shop.gateway.orders.get('lost')).toMatchObject({ state: 'CREATED', reference: 'cart-7' })
    // The status read finds the lost one; at its expiry it is over, and the other one can be paid.
    await shop.advance(20_000)
    expect(await shop.gateway.orders.get('lost')).toMatchObject({ state: 'PENDING', orderId: expect.any(String) })
  })

  it('says that the outcome is unknown when every reply is lost, and finds it out by itself', async () => {
    const { heard, on } = recordingHandlers()
    const shop = await open({ gateway: { on } })
    await shop.sandbox.setFaults({ rules: [{ kind: 'reset', endpoints: ['standardPay'] }] })
    const failure = await shop.gateway.orders.start({ ...CART, expireAfter: 300 }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(GatewayError)
    const rows = await shop.rows<{ merchantOrderId: string; state: string }>('select * from galla.orders')
    expect(rows.length).toBeGreaterThan(0)
    // Not found, not found …: only long after the expiry is that a proof.
    await shop.advance(310_000)
    await shop.advance(HOUR_MS)
    expect(await shop.rows(`select distinct "state", "errorCode" from galla.orders`)).toEqual([
      { state: 'FAILED', errorCode: expect.stringMatching(/NEVER_OPENED|NOT_SENT/) },
    ])
    expect(heard).toHaveLength(rows.length)
  })

  it("tells the provider's refusal, and the order is over", async () => {
    const shop = await open()
    await shop.sandbox.setFaults({ rules: [{ kind: 'status', status: 422, endpoints: ['standardPay'] }] })
    await expect(shop.gateway.orders.start({ ...CART, merchantOrderId: 'no' })).rejects.toMatchObject({
      code: 'PROVIDER_REFUSED',
    })
    expect(await shop.gateway.orders.get('no')).toMatchObject({ state: 'FAILED' })
    await expect(shop.gateway.orders.start({ ...CART, merchantOrderId: 'no' })).rejects.toMatchObject({
      code: 'ORDER_CLOSED',
    })
  })

  it('begins nothing while no token can be had', async () => {
    const shop = await open()
    await shop.sandbox.setFaults({ profile: 'token-outage' })
    await expect(shop.gateway.orders.start({ ...CART, merchantOrderId: 'away' })).rejects.toMatchObject({
      code: 'PROVIDER_UNAVAILABLE',
    })
    await shop.sandbox.setFaults({ rules: [] })
    await shop.advance(3 * 24 * HOUR_MS)
    await expect(shop.sandbox.order('away')).rejects.toThrow()
    expect(await shop.gateway.orders.get('away')).toMatchObject({ state: 'FAILED', errorCode: 'NOT_SENT' })
  })

  it.each([
    ['amount', { amount: 499.5 }],
    ['reference', { reference: ' ' }],
    ['redirectUrl', { redirectUrl: '/thanks' }],
    ['checkout', { checkout: 'PAGE' }],
    ['merchantOrderId', { merchantOrderId: 'x'.repeat(58) }],
    ['expireAfter', { expireAfter: 1.5 }],
  ])('names the field %s, and writes nothing', async (field, wrong) => {
    const shop = await open()
    await expect(shop.gateway.orders.start({ ...CART, ...wrong } as never)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      field,
    })
    expect(await shop.rows('select 1 from galla.orders')).toEqual([])
  })
})
