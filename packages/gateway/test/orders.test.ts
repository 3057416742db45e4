import { describe, expect, it } from 'vitest'
import { recordingHandlers } from './helpers/recording-handlers.ts'
import { AMOUNT, CART, testGateways } from './helpers/test-gateway.ts'

const open = testGateways()
const HOUR_MS = 3_600_000

describe('one fulfilment a reference', () => {
  it('gives the second payment back', async () => {
    const { heard, on } = recordingHandlers()
    const shop = await open({ gateway: { on } })
    const one = await shop.gateway.orders.start(CART)
    const two = await shop.gateway.orders.start(CART)
    for (const { order } of [one, two]) {
      await shop.sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
    }
    await shop.processAll()
    const [first, second] = await Promise.all(
      [one, two].map(({ order }) => shop.gateway.orders.get(order.merchantOrderId)),
    )
    expect([first?.resolution, second?.resolution].sort()).toEqual(['duplicate-refund', 'fulfil'])
    const paid = first?.resolution === 'fulfil' ? first : second
    const back = first?.resolution === 'fulfil' ? second : first
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
    await shop.sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
    await shop.gateway.orders.sync(order.merchantOrderId)
    await expect(shop.gateway.orders.start(CART)).rejects.toMatchObject({ code: 'REFERENCE_PAID' })
  })
})

describe('without a callback', () => {
  it('the reconciler finds the payment', async () => {
    const { heard, on } = recordingHandlers()
    const shop = await open({ gateway: { on } })
    await shop.sandbox.setFaults({ profile: 'no-callbacks' })
    const { order } = await shop.gateway.orders.start(CART)
    await shop.sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
    await shop.advance(19_000)
    expect(heard).toEqual([])
    await shop.advance(1_000)
    expect(heard).toEqual([`completed ${order.merchantOrderId}`])
    expect(await shop.gateway.orders.get(order.merchantOrderId)).not.toHaveProperty('nextPollAtMs')
  })

  it('the expiry is found within seconds', async () => {
    const { heard, on } = recordingHandlers()
    const shop = await open({ gateway: { on } })
    await shop.sandbox.setFaults({ profile: 'no-callbacks' })
    const { order } = await shop.gateway.orders.start({ ...CART, expireAfter: 300 })
    await shop.advance(306_000)
    expect(heard).toEqual([`failed ${order.merchantOrderId}`])
  })
})

describe('an order that the provider never knew', () => {
  it('is looked for once after its time, and three times more; not for ever', async () => {
    let away = true
    let reads = 0
    const shop = await open({
      wire: (provider) => async (url, init) => {
        if (String(url).includes('/nobody-s/status')) reads += 1
        if (away && String(url).endsWith('/pay')) throw new TypeError('the line is cut')
        return provider(url, init)
      },
    })
    await expect(
      shop.gateway.orders.start({ ...CART, expireAfter: 300, merchantOrderId: 'nobody-s' }),
    ).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    away = false
    await shop.advance(300_000)
    await shop.advance(660_000)
    expect(await shop.gateway.orders.get('nobody-s')).toMatchObject({ state: 'FAILED', errorCode: 'NEVER_OPENED' })
    const then = reads
    for (let hour = 0; hour < 100; hour += 1) await shop.advance(HOUR_MS)
    expect(reads - then).toBe(3)
  })
})

describe.each(['refund', 'fulfil'] as const)('a payment after the expiry, policy %s', (latePayment) => {
  it('is found and judged by the policy', async () => {
    const { heard, on } = recordingHandlers()
    const shop = await open({ gateway: { on, policy: { latePayment } } })
    const { order } = await shop.gateway.orders.start({ ...CART, expireAfter: 300, merchantOrderId: 'late-one' })
    const { merchantOrderId } = order
    await shop.sandbox.setFaults({ profile: 'no-callbacks' })
    await payLate(shop, merchantOrderId)
    await shop.advance(HOUR_MS)
    const after = await shop.gateway.orders.get(merchantOrderId)
    if (latePayment === 'fulfil') {
      expect(after).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
      expect(heard).toEqual([`failed ${merchantOrderId}`, `completed ${merchantOrderId}`])
    } else {
      expect(after).toMatchObject({ state: 'COMPLETED', resolution: 'late-refund', refundableAmount: 0 })
      expect(heard).toEqual([`failed ${merchantOrderId}`])
      await shop.advance(60_000)
      expect((await shop.sandbox.order(merchantOrderId)).refundedAmount).toBe(AMOUNT)
    }
  })
})

/** Expires under the gateway's eyes; then the money comes after all. */
async function payLate(shop: Awaited<ReturnType<typeof open>>, merchantOrderId: string): Promise<void> {
  await shop.sandbox.simulatePayment(merchantOrderId, { outcome: 'PENDING' })
  await shop.advance(310_000)
  expect(await shop.gateway.orders.get(merchantOrderId)).toMatchObject({ state: 'FAILED' })
  await shop.sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' })
}

describe('a word that is not known', () => {
  it('parks the order until a person has looked', async () => {
    const { heard, on } = recordingHandlers()
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
    expect(heard).toEqual([`needsReview ${order.merchantOrderId}`])
    expect(await shop.gateway.orders.get(order.merchantOrderId)).toMatchObject({
      state: 'PENDING',
      needsReview: { reason: 'unknown-state', message: expect.stringContaining('ON_HOLD') },
    })
    bent = false
    await shop.sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
    await shop.processAll()
    expect(await shop.gateway.orders.get(order.merchantOrderId)).toMatchObject({ state: 'PENDING', needsReview: {} })
  })
})

describe('decisions', () => {
  it('are kept with what was heard and which rule spoke; looks that find nothing leave none', async () => {
    const shop = await open()
    const { order } = await shop.gateway.orders.start(CART)
    for (let look = 0; look < 5; look += 1) await shop.advance(20_000)
    await shop.sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
    await shop.processAll()
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
