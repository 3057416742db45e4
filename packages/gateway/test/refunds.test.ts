import type { Paise } from '@galla/contract/money'
import { describe, expect, it } from 'vitest'
import { createContext } from '../src/create-context.ts'
import { applyRefundObservation } from '../src/services/sync-refund.ts'
import { type WireStatus, withChangedStatus } from './helpers/changed-status.ts'
import { AMOUNT, CART, type TestGateway, type TestGatewayOptions, testGateways } from './helpers/test-gateway.ts'

const open = testGateways()
const HALF = 20_000 as Paise

/** A shop with one paid order, whose refunds wait to be settled by hand. */
async function paid(options: Parameters<typeof open>[0] = {}): Promise<TestGateway> {
  const shop = await open({ ...options, sandbox: { refundAutoSettle: false, ...options.sandbox } })
  await shop.gateway.orders.start({ ...CART, merchantOrderId: 'paid' })
  await shop.sandbox.simulatePayment('paid', { outcome: 'SUCCESS' })
  await shop.processAll()
  return shop
}

const back = (merchantRefundId: string, amount: Paise = HALF) => ({ merchantRefundId, merchantOrderId: 'paid', amount })
const sent = (shop: TestGateway) => shop.sandbox.journal({ name: 'refund', kind: 'api' }).map(({ status }) => status)

const json = (body: object, status: number) => Response.json(body, { status })

/** Something answers in the provider's place, as long as it has an answer. */
function answering(
  answer: (asked: 'create' | 'status') => Response | undefined,
): NonNullable<TestGatewayOptions['wire']> {
  return (provider) => async (url, init) => {
    const { pathname } = new URL(String(url instanceof Request ? url.url : url))
    const instead = pathname.includes('/refund')
      ? answer(pathname.endsWith('/status') ? 'status' : 'create')
      : undefined
    return instead ?? provider(url, init)
  }
}

describe('a refund', () => {
  it('goes out, is followed, and is told once', async () => {
    const told: string[] = []
    const on = (kind: string) => (effect: { refund: { merchantRefundId: string; amount: number } }) => {
      told.push(`${kind} ${effect.refund.merchantRefundId} ${effect.refund.amount}`)
    }
    const shop = await paid({ gateway: { on: { 'refund.completed': on('completed'), 'refund.failed': on('failed') } } })
    expect(await shop.gateway.refunds.request(back('r-1'))).toMatchObject({ state: 'REQUESTED', origin: 'api' })
    await shop.processAll()
    expect(await shop.gateway.refunds.get('r-1')).toMatchObject({ state: 'PENDING', refundId: expect.any(String) })
    await shop.sandbox.simulateRefund('r-1', { outcome: 'SUCCESS' })
    await shop.processAll()
    expect(await shop.gateway.refunds.get('r-1')).toMatchObject({ state: 'COMPLETED' })
    expect(await shop.gateway.orders.get('paid')).toMatchObject({
      refundedAmount: HALF,
      refundableAmount: AMOUNT - HALF,
    })
    expect(told).toEqual(['completed r-1 20000'])
  })

  it('is one, however often and from wherever it is clicked', async () => {
    const shop = await paid()
    const other = await shop.replica()
    const clicks = [0, 1, 2, 3].map((n) => (n % 2 ? shop.gateway : other).refunds.request(back('r-1')))
    expect(new Set((await Promise.all(clicks)).map((one) => one.merchantRefundId))).toEqual(new Set(['r-1']))
    await Promise.all([shop.gateway.runPendingJobs(), other.runPendingJobs()])
    expect(sent(shop)).toEqual([200])
  })

  it('is one an order at a time, from two tabs with two ids', async () => {
    const shop = await paid()
    const tabs = await Promise.allSettled(
      [back('tab-1'), back('tab-2')].map((one) => shop.gateway.refunds.request(one)),
    )
    expect(tabs.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(tabs.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'REFUND_IN_PROGRESS' } })
  })

  it.each([
    ['AMOUNT_TOO_LARGE', back('r-1', (AMOUNT + 1) as Paise)],
    ['INVALID_REQUEST', back('r 1')],
    ['INVALID_REQUEST', back('r-1', 0.5 as Paise)],
    ['NOT_FOUND', { ...back('r-1'), merchantOrderId: 'nobody' }],
  ])('is refused with %s', async (code, wanted) => {
    const shop = await paid()
    await expect(shop.gateway.refunds.request(wanted)).rejects.toMatchObject({ code })
    expect(await shop.rows('select 1 from galla.refunds')).toEqual([])
  })

  it('never gives back more than was paid, one after the other', async () => {
    const shop = await paid({ sandbox: { refundAutoSettle: { acceptAfterMs: 1, completeAfterMs: 2 } } })
    for (const id of ['r-1', 'r-2']) {
      await shop.gateway.refunds.request(back(id))
      await shop.processAll()
      await shop.advance(60_000)
    }
    await expect(shop.gateway.refunds.request(back('r-3'))).rejects.toMatchObject({ code: 'AMOUNT_TOO_LARGE' })
    await shop.gateway.refunds.request(back('r-3', (AMOUNT - 2 * HALF) as Paise))
    await shop.processAll()
    await shop.advance(60_000)
    expect(await shop.gateway.orders.get('paid')).toMatchObject({ refundedAmount: AMOUNT, refundableAmount: 0 })
    expect((await shop.sandbox.order('paid')).refundedAmount).toBe(AMOUNT)
  })

  it('keeps its id for one amount', async () => {
    const shop = await paid()
    await shop.gateway.refunds.request(back('r-1'))
    await expect(shop.gateway.refunds.request(back('r-1', AMOUNT))).rejects.toMatchObject({ code: 'ID_TAKEN' })
  })

  it('that failed frees its amount', async () => {
    const shop = await paid()
    await shop.gateway.refunds.request(back('r-1', AMOUNT))
    await shop.processAll()
    await shop.sandbox.simulateRefund('r-1', { outcome: 'FAILURE' })
    await shop.processAll()
    expect(await shop.gateway.refunds.get('r-1')).toMatchObject({ state: 'FAILED', errorCode: expect.any(String) })
    expect(await shop.gateway.refunds.request(back('r-2', AMOUNT))).toMatchObject({ state: 'REQUESTED' })
  })

  it.each(['rail', 'splitInstruments'])(
    'told like a payment, by its %s, keeps its UTR and why it failed',
    async (place) => {
      const wire = withChangedStatus('refund', ({ errorCode: _, detailedErrorCode: __, paymentDetails, ...root }) => {
        const [{ rail, splitInstruments, ...detail }] = paymentDetails as [WireStatus]
        return { ...root, paymentDetails: [{ ...detail, ...(place === 'rail' ? { rail } : { splitInstruments }) }] }
      })
      const shop = await paid({ wire, sandbox: { quirks: { refundStatus: 'payment-details' } } })
      const given = async (merchantRefundId: string, outcome: 'SUCCESS' | 'FAILURE') => {
        await shop.gateway.refunds.request(back(merchantRefundId))
        await shop.processAll()
        await shop.sandbox.simulateRefund(merchantRefundId, { outcome })
        await shop.processAll()
        return shop.gateway.refunds.get(merchantRefundId)
      }
      const why = { errorCode: expect.any(String), detailedErrorCode: expect.any(String) }
      expect(await given('r-1', 'FAILURE')).toMatchObject({ state: 'FAILED', ...why })
      expect(await given('r-2', 'SUCCESS')).toMatchObject({ state: 'COMPLETED', utr: expect.any(String) })
    },
  )
})

describe('when the reply is lost', () => {
  it('the status is read under the same id, and nothing is sent again', async () => {
    const shop = await paid()
    await shop.sandbox.setFaults({ rules: [{ kind: 'lost-reply', endpoints: ['refund'], times: 1 }] })
    await shop.gateway.refunds.request(back('r-1'))
    await shop.processAll()
    expect(await shop.gateway.refunds.get('r-1')).toMatchObject({ state: 'REQUESTED', inDoubt: true })
    await shop.advance(60_000)
    expect(await shop.gateway.refunds.get('r-1')).toMatchObject({ state: 'PENDING', inDoubt: false })
    expect((await shop.sandbox.order('paid')).refundableAmount).toBe(AMOUNT - HALF)
    expect(sent(shop)).toHaveLength(1)
  })

  it('before the provider took it in, the same id goes out again', async () => {
    const shop = await paid()
    await shop.sandbox.setFaults({ rules: [{ kind: 'reset', endpoints: ['refund'], times: 1 }] })
    await shop.gateway.refunds.request(back('r-1'))
    await shop.processAll()
    await shop.advance(60_000)
    expect(await shop.gateway.refunds.get('r-1')).toMatchObject({ state: 'PENDING' })
    expect(
      new Set(
        (await shop.rows<{ id: string }>('select "merchantRefundId" as id from galla.refunds')).map(({ id }) => id),
      ),
    ).toEqual(new Set(['r-1']))
  })

  it('too many calls are no refusal of the refund', async () => {
    const shop = await paid()
    await shop.sandbox.setFaults({ rules: [{ kind: 'status', status: 429, endpoints: ['refund'], times: 2 }] })
    await shop.gateway.refunds.request(back('r-1'))
    await shop.processAll()
    expect(await shop.gateway.refunds.get('r-1')).toMatchObject({ state: 'REQUESTED' })
    await shop.advance(60_000)
    await shop.advance(60_000)
    expect(await shop.gateway.refunds.get('r-1')).toMatchObject({ state: 'PENDING' })
  })

  it.each([
    [400, 'No entry found for given merchant refund id'],
    [404, 'Refund not found'],
  ])(
    'and the id is unknown by a code that nobody wrote down, the same id goes out again: %i %s',
    async (status, message) => {
      const unknown = json({ code: 'ENTITY_MISSING', message }, status)
      const shop = await paid({ wire: answering((asked) => (asked === 'status' ? unknown.clone() : undefined)) })
      await shop.sandbox.setFaults({ rules: [{ kind: 'reset', endpoints: ['refund'], times: 1 }] })
      await shop.gateway.refunds.request(back('r-1'))
      await shop.processAll()
      expect(await shop.gateway.refunds.get('r-1')).toMatchObject({ state: 'REQUESTED', inDoubt: true })
      await shop.advance(60_000)
      expect(await shop.gateway.refunds.get('r-1')).toMatchObject({ state: 'PENDING' })
    },
  )

  it.each([
    ['of other keys', json({ code: 'KEY_NOT_CONFIGURED', message: 'Key not configured' }, 404)],
    ['of another address', json({ code: 'BAD_REQUEST', message: 'Api Mapping Not Found' }, 400)],
    ['of something in between', new Response('<html>404</html>', { status: 404 })],
  ])('a refusal %s says nothing of the refund', async (_what, refusal) => {
    let refused = false
    const shop = await paid({ wire: answering(() => (refused ? refusal.clone() : undefined)) })
    await shop.sandbox.setFaults({ rules: [{ kind: 'lost-reply', endpoints: ['refund'], times: 1 }] })
    await shop.gateway.refunds.request(back('r-1'))
    await shop.processAll()
    refused = true
    await shop.advance(60_000)
    expect(await shop.gateway.refunds.get('r-1')).toMatchObject({ state: 'REQUESTED', inDoubt: true })
    refused = false
    await shop.advance(600_000)
    expect(await shop.gateway.refunds.get('r-1')).toMatchObject({ state: 'PENDING', inDoubt: false })
    expect(sent(shop)).toHaveLength(1)
  })

  it('and the provider denies what it holds, there is no second refund', async () => {
    let denials = 1
    const denial = { code: 'ENTITY_MISSING', message: 'No entry found for given merchant refund id' }
    const shop = await paid({
      wire: answering((asked) => (asked === 'status' && denials-- > 0 ? json(denial, 400) : undefined)),
    })
    await shop.sandbox.setFaults({ rules: [{ kind: 'lost-reply', endpoints: ['refund'], times: 1 }] })
    await shop.gateway.refunds.request(back('r-1'))
    await shop.processAll()
    await shop.advance(60_000)
    expect(await shop.gateway.refunds.get('r-1')).toMatchObject({ state: 'REQUESTED', inDoubt: true })
    expect(sent(shop)).toHaveLength(2)
    await expect(shop.gateway.refunds.request(back('r-2'))).rejects.toMatchObject({ code: 'REFUND_IN_PROGRESS' })
    await shop.advance(600_000)
    expect(await shop.gateway.refunds.get('r-1')).toMatchObject({ state: 'PENDING', inDoubt: false })
    expect((await shop.sandbox.order('paid')).refundedAmount).toBe(HALF)
    expect(sent(shop)).toHaveLength(2)
  })

  it('such words about a refund that is being made are a refusal, and it is not made again', async () => {
    const refusal = { code: 'ENTITY_MISSING', message: 'No entry found for given merchant order id' }
    let made = 0
    const shop = await paid({
      wire: answering((asked) => {
        if (asked === 'status') return undefined
        made += 1
        return json(refusal, 400)
      }),
    })
    await shop.gateway.refunds.request(back('r-1'))
    await shop.processAll()
    await shop.advance(600_000)
    expect(await shop.gateway.refunds.get('r-1')).toMatchObject({ state: 'FAILED', errorCode: 'ENTITY_MISSING' })
    expect(made).toBe(1)
  })
})

describe('a refund made elsewhere', () => {
  it.each([
    ['no amount', { state: 'COMPLETED' }],
    ['nothing', { state: 'COMPLETED', amount: 0 }],
    ['less than nothing', { state: 'COMPLETED', amount: -1 }],
    ['another order’s', { state: 'COMPLETED', amount: 100, originalMerchantOrderId: 'two' }],
    ['a word that nobody knows', { state: 'UNKNOWN', amount: 100 }],
  ] as const)('of %s is not taken in', async (_what, status) => {
    const shop = await open()
    await shop.gateway.orders.start({ ...CART, merchantOrderId: 'one' })
    const { context, stop } = await createContext(shop.settings)
    const which = { merchantRefundId: 'theirs', merchantOrderId: 'one' }
    expect(await applyRefundObservation(context, which, { kind: 'status', status })).toBeUndefined()
    await stop()
    expect(await shop.rows('select 1 from galla.refunds')).toEqual([])
  })

  it('is taken in, and counts', async () => {
    const shop = await paid()
    const token = await shop.sandbox.fetch('http://sandbox.localhost/v1/oauth/token', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'client_id=a&client_secret=b&client_version=1&grant_type=client_credentials',
    })
    const { access_token } = (await token.json()) as { access_token: string }
    const made = await shop.sandbox.fetch('http://sandbox.localhost/payments/v2/refund', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `O-Bearer ${access_token}` },
      body: JSON.stringify({ merchantRefundId: 'by-hand', originalMerchantOrderId: 'paid', amount: HALF }),
    })
    expect(made.status).toBe(200)
    await shop.sandbox.simulateRefund('by-hand', { outcome: 'SUCCESS' })
    await shop.processAll()
    expect(await shop.gateway.refunds.get('by-hand')).toMatchObject({
      origin: 'elsewhere',
      state: 'COMPLETED',
      amount: HALF,
    })
    expect(await shop.gateway.orders.get('paid')).toMatchObject({ refundedAmount: HALF })
    await expect(shop.gateway.refunds.request(back('r-1', AMOUNT))).rejects.toMatchObject({ code: 'AMOUNT_TOO_LARGE' })
  })
})
