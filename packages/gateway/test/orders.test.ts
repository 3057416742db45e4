import { BooksError } from '@galla/gateway'
import { describe, expect, it } from 'vitest'
import { AMOUNT, CART, worlds } from './parts/world.ts'

const open = worlds()
const HOUR_MS = 3_600_000

/** What a handler was told, in order. */
function ears() {
  const heard: string[] = []
  const on = (kind: string) => (effect: { order: { merchantOrderId: string } }) => {
    heard.push(`${kind} ${effect.order.merchantOrderId}`)
  }
  return {
    heard,
    on: {
      'order.completed': on('completed'),
      'order.failed': on('failed'),
      'order.parked': on('parked'),
    },
  }
}

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
    const { heard, on } = ears()
    const shop = await open({ gateway: { on } })
    await shop.sandbox.setFaults({ rules: [{ kind: 'reset', endpoints: ['standardPay'] }] })
    const failure = await shop.gateway.orders.start({ ...CART, expireAfter: 300 }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(BooksError)
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
      code: 'PROVIDER_AWAY',
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

describe('one fulfilment a reference', () => {
  it('gives the second payment back', async () => {
    const { heard, on } = ears()
    const shop = await open({ gateway: { on } })
    const one = await shop.gateway.orders.start(CART)
    const two = await shop.gateway.orders.start(CART)
    for (const { order } of [one, two]) {
      await shop.sandbox.settleOrder(order.merchantOrderId, { outcome: 'SUCCESS' })
    }
    await shop.settleDown()
    const [first, second] = await Promise.all(
      [one, two].map(({ order }) => shop.gateway.orders.get(order.merchantOrderId)),
    )
    expect([first?.settlement, second?.settlement].sort()).toEqual(['duplicate-refund', 'fulfil'])
    const paid = first?.settlement === 'fulfil' ? first : second
    const back = first?.settlement === 'fulfil' ? second : first
    expect(heard).toEqual([`completed ${paid?.merchantOrderId}`])
    expect(await shop.gateway.refunds.get(`${back?.merchantOrderId}-dup`)).toMatchObject({
      amount: AMOUNT,
      origin: 'duplicate',
    })
    await shop.advance(60_000)
    expect((await shop.sandbox.order(back?.merchantOrderId ?? '')).refundedAmount).toBe(AMOUNT)
    expect(await shop.gateway.orders.get(back?.merchantOrderId ?? '')).toMatchObject({
      refundedAmount: AMOUNT,
      refundableAmount: 0,
    })
  })

  it('opens no further order once the reference is paid', async () => {
    const shop = await open()
    const { order } = await shop.gateway.orders.start(CART)
    await shop.sandbox.settleOrder(order.merchantOrderId, { outcome: 'SUCCESS' })
    await shop.gateway.orders.settle(order.merchantOrderId)
    await expect(shop.gateway.orders.start(CART)).rejects.toMatchObject({ code: 'REFERENCE_PAID' })
  })
})

describe('without a callback', () => {
  it('the reconciler finds the payment', async () => {
    const { heard, on } = ears()
    const shop = await open({ gateway: { on } })
    await shop.sandbox.setFaults({ profile: 'no-callbacks' })
    const { order } = await shop.gateway.orders.start(CART)
    await shop.sandbox.settleOrder(order.merchantOrderId, { outcome: 'SUCCESS' })
    await shop.advance(19_000)
    expect(heard).toEqual([])
    await shop.advance(1_000)
    expect(heard).toEqual([`completed ${order.merchantOrderId}`])
    expect(await shop.gateway.orders.get(order.merchantOrderId)).not.toHaveProperty('nextLookAtMs')
  })

  it('the expiry is found within seconds', async () => {
    const { heard, on } = ears()
    const shop = await open({ gateway: { on } })
    await shop.sandbox.setFaults({ profile: 'no-callbacks' })
    const { order } = await shop.gateway.orders.start({ ...CART, expireAfter: 300 })
    await shop.advance(306_000)
    expect(heard).toEqual([`failed ${order.merchantOrderId}`])
  })
})

describe.each(['refund', 'fulfil'] as const)('a payment after the expiry, policy %s', (lateSuccess) => {
  it('is found and judged by the policy', async () => {
    const { heard, on } = ears()
    const shop = await open({ gateway: { on, policy: { lateSuccess } } })
    const { order } = await shop.gateway.orders.start({ ...CART, expireAfter: 300, merchantOrderId: 'late-one' })
    const { merchantOrderId } = order
    await shop.sandbox.setFaults({ profile: 'no-callbacks' })
    await payLate(shop, merchantOrderId)
    await shop.advance(HOUR_MS)
    const after = await shop.gateway.orders.get(merchantOrderId)
    if (lateSuccess === 'fulfil') {
      expect(after).toMatchObject({ state: 'COMPLETED', settlement: 'fulfil' })
      expect(heard).toEqual([`failed ${merchantOrderId}`, `completed ${merchantOrderId}`])
    } else {
      expect(after).toMatchObject({ state: 'COMPLETED', settlement: 'late-refund', refundableAmount: 0 })
      expect(heard).toEqual([`failed ${merchantOrderId}`])
      await shop.advance(60_000)
      expect((await shop.sandbox.order(merchantOrderId)).refundedAmount).toBe(AMOUNT)
    }
  })
})

/** Expires under the books' eyes; then the money comes after all. */
async function payLate(shop: Awaited<ReturnType<typeof open>>, merchantOrderId: string): Promise<void> {
  await shop.sandbox.settleOrder(merchantOrderId, { outcome: 'PENDING' })
  await shop.advance(310_000)
  expect(await shop.gateway.orders.get(merchantOrderId)).toMatchObject({ state: 'FAILED' })
  await shop.sandbox.settleOrder(merchantOrderId, { outcome: 'SUCCESS' })
}

describe('a word that is not known', () => {
  it('parks the order until a person has looked', async () => {
    const { heard, on } = ears()
    let bent = true
    const shop = await open({
      gateway: { on },
      wire: (provider) => async (url, init) => {
        const reply = await provider(url, init)
        if (!bent || !String(url).includes('/status')) return reply
        return Response.json({ ...((await reply.json()) as object), state: 'ON_HOLD' })
      },
    })
    const { order } = await shop.gateway.orders.start(CART)
    await shop.advance(20_000)
    expect(heard).toEqual([`parked ${order.merchantOrderId}`])
    expect(await shop.gateway.orders.get(order.merchantOrderId)).toMatchObject({
      state: 'PENDING',
      parked: { rule: 'unknown-state', reason: expect.stringContaining('ON_HOLD') },
    })
    bent = false
    await shop.sandbox.settleOrder(order.merchantOrderId, { outcome: 'SUCCESS' })
    await shop.settleDown()
    expect(await shop.gateway.orders.get(order.merchantOrderId)).toMatchObject({ state: 'PENDING', parked: {} })
  })
})

describe("the merchant's own page", () => {
  const MINE = { ...CART, checkout: 'CUSTOM', merchantOrderId: 'mine' } as const

  it('takes the amount from the books and the choice from the payer', async () => {
    const shop = await open()
    await shop.gateway.orders.start(MINE)
    await expect(shop.sandbox.order('mine')).rejects.toThrow()
    const { payment, order } = await shop.gateway.orders.pay('mine', { type: 'UPI_QR' })
    expect(payment).toMatchObject({ type: 'UPI_QR', qrData: expect.any(String) })
    expect(order).toMatchObject({ state: 'PENDING', amount: AMOUNT, paymentMode: 'UPI_QR' })
    expect((await shop.sandbox.order('mine')).amount).toBe(AMOUNT)
    await shop.sandbox.settleOrder('mine', { outcome: 'SUCCESS' })
    await shop.settleDown()
    expect(await shop.gateway.orders.get('mine')).toMatchObject({ state: 'COMPLETED', settlement: 'fulfil' })
  })

  it('makes one payment of a double click, and refuses a second way', async () => {
    const shop = await open()
    await shop.gateway.orders.start(MINE)
    const clicks = await Promise.all([1, 2, 3].map(() => shop.gateway.orders.pay('mine', { type: 'UPI_QR' })))
    expect(clicks.filter(({ payment }) => payment)).not.toEqual([])
    expect(shop.sandbox.journal({ name: 'customPay' })).toHaveLength(1)
    await expect(shop.gateway.orders.pay('mine', { type: 'NET_BANKING', bankId: 'ICIC' })).rejects.toMatchObject({
      code: 'ALREADY_OPENED',
    })
  })

  it('waits after a lost reply of a request that reaches the payer by itself', async () => {
    const shop = await open()
    await shop.gateway.orders.start(MINE)
    await shop.sandbox.setFaults({ rules: [{ kind: 'lost-reply', endpoints: ['customPay'], times: 1 }] })
    const collect = { type: 'UPI_COLLECT', details: { type: 'VPA', vpa: 'success@ybl' } } as const
    const { order, payment } = await shop.gateway.orders.pay('mine', collect)
    expect(order.state).toBe('CREATED')
    expect(payment).toBeUndefined()
    await shop.advance(60_000)
    expect(await shop.gateway.orders.get('mine')).toMatchObject({ state: 'COMPLETED' })
    expect(JSON.stringify(await shop.rows('select * from galla.orders'))).not.toContain('success@ybl')
  })

  it('is over when the payer never chose', async () => {
    const { heard, on } = ears()
    const shop = await open({ gateway: { on } })
    await shop.gateway.orders.start({ ...MINE, expireAfter: 300 })
    await shop.advance(400_000)
    expect(heard).toEqual([])
    await shop.advance(HOUR_MS)
    expect(heard).toEqual(['failed mine'])
    await expect(shop.gateway.orders.pay('mine', { type: 'UPI_QR' })).rejects.toMatchObject({ code: 'ORDER_CLOSED' })
  })
})

describe('decisions', () => {
  it('are kept with what was heard and which rule spoke; looks that find nothing leave none', async () => {
    const shop = await open()
    const { order } = await shop.gateway.orders.start(CART)
    for (let look = 0; look < 5; look += 1) await shop.advance(20_000)
    await shop.sandbox.settleOrder(order.merchantOrderId, { outcome: 'SUCCESS' })
    await shop.settleDown()
    const decisions = await shop.rows(
      'select "rule", "from", "to", "observations" from galla.decisions order by "decisionId"',
    )
    expect(decisions).toMatchObject([
      { rule: 'opened', from: 'CREATED', to: 'PENDING', observations: [{ kind: 'reply' }] },
      {
        rule: 'completed-by-status',
        from: 'PENDING',
        to: 'COMPLETED',
        observations: [
          { kind: 'callback', state: 'COMPLETED', amount: AMOUNT },
          { kind: 'status', state: 'COMPLETED', amount: AMOUNT },
        ],
      },
    ])
  })
})
