import type { Paise } from '@galla/contract/money'
import { Galla } from '@galla/sdk'
import { describe, expect, it } from 'vitest'
import type { GatewayContext } from '../src/context.ts'
import type { RefundEvent } from '../src/index.ts'
import { searchRecords } from '../src/services/console-records.ts'
import { reconcile } from '../src/services/finance/reconcile.ts'
import { refundsOf } from '../src/storage/refunds/refunds.ts'
import { JOBS } from '../src/workers/jobs.ts'
import { amounts, audit, counted, KEY, post, refundIds, send } from './helpers/dashboard-refund.ts'
import { dyingAt } from './helpers/dying-process.ts'
import {
  HALF,
  json,
  payOrder,
  refundOf,
  replaceRefundResponses,
  withPaidOrder,
  withProcesses,
} from './helpers/paid-order.ts'
import { lastCallback } from './helpers/posted-callbacks.ts'
import { AMOUNT, CART, CLIENT, setupTestGateways, type TestGateway } from './helpers/test-gateway.ts'

const createGatewayWithPaidOrder = withPaidOrder(setupTestGateways())
/** A refund of another client, and the provider's id of it. */
async function refundElsewhere(testGateway: TestGateway, merchantRefundId: string): Promise<string> {
  const client = new Galla({ ...CLIENT, clientVersion: 1, fetch: testGateway.sandbox.fetch })
  await testGateway.sandbox.setFaults({ profile: 'no-callbacks' })
  const created = await client.refunds.create({ merchantRefundId, originalMerchantOrderId: 'paid', amount: HALF })
  await testGateway.sandbox.simulateRefund(merchantRefundId, { outcome: 'SUCCESS' })
  return created.refundId
}

describe('a refund that callbacks name by the provider’s id only', () => {
  it('cannot be refunded again', async () => {
    const testGateway = await createGatewayWithPaidOrder()
    await post(testGateway, { amount: AMOUNT })
    expect(await testGateway.gateway.refunds.get(KEY)).toMatchObject({ origin: 'external', refundId: 'OMR-1' })
    await expect(testGateway.gateway.refunds.request(refundOf('r-1', AMOUNT))).rejects.toMatchObject({
      code: 'AMOUNT_TOO_LARGE',
    })
  })

  it.each([
    [['PENDING', 'CONFIRMED', 'COMPLETED', 'COMPLETED'], 'COMPLETED', counted(HALF)],
    [['COMPLETED', 'PENDING', 'CONFIRMED'], 'COMPLETED', counted(HALF)],
    [['PENDING', 'FAILED'], 'FAILED', counted(0)],
    [['FAILED', 'CONFIRMED', 'PENDING'], 'FAILED', counted(0)],
    [['PENDING'], 'PENDING', { refundableAmount: AMOUNT - HALF, refundedAmount: 0 }],
  ])('is counted once as its callbacks %j say', async (states, state, expected) => {
    const testGateway = await createGatewayWithPaidOrder()
    for (const [at, one] of states.entries()) await post(testGateway, { state: one, timestamp: at })
    expect(await testGateway.gateway.refunds.get(KEY)).toMatchObject({ state })
    expect(await amounts(testGateway)).toEqual(expected)
    for (let day = 0; day < 5; day += 1) await testGateway.advance(86_400_000)
    expect(await amounts(testGateway)).toEqual(expected)
    expect(await audit(testGateway)).toEqual([])
  })

  it('is counted once when three processes take its callbacks at once', async () => {
    const testGateway = await createGatewayWithPaidOrder()
    const others = await Promise.all([testGateway.replica(), testGateway.replica()])
    const post3 = [1, 2, 3].map((timestamp) => post(testGateway, { timestamp }))
    await Promise.all([...post3, ...others.map((one) => one.runPendingJobs())])
    for (let n = 0; n < 3; n += 1) await testGateway.advance(30_000)
    expect(await amounts(testGateway)).toEqual(counted(HALF))
  })

  it('needs review when it does not fit, until it fits', async () => {
    const testGateway = await createGatewayWithPaidOrder()
    const { refunds } = testGateway.gateway
    await refunds.request(refundOf('r-1', (HALF + 1) as Paise))
    await testGateway.drainJobs()
    await post(testGateway, { amount: AMOUNT - HALF })
    expect(await refunds.get(KEY)).toMatchObject({ needsReview: { reason: 'contradiction' } })
    const note = 'asked the support'
    for (const decision of ['failed', 'retry'] as const)
      await expect(refunds.resolveReview(KEY, { decision, note })).rejects.toMatchObject({ field: 'decision' })
    await testGateway.sandbox.simulateRefund('r-1', { outcome: 'FAILURE' })
    await testGateway.drainJobs()
    await testGateway.advance(86_400_000)
    expect(await refunds.get(KEY)).toMatchObject({ state: 'COMPLETED' })
    expect(await amounts(testGateway)).toEqual(counted(AMOUNT - HALF))
  })

  it.each([['PENDING'], ['COMPLETED'], ['COMPLETED', 'CONFIRMED']])(
    'is counted once its order is paid, if it is %s before that',
    async (state, ...later) => {
      const testGateway = await createGatewayWithPaidOrder()
      const { orders, refunds } = testGateway.gateway
      await orders.start({ ...CART, reference: 'soon', merchantOrderId: 'soon' })
      await post(testGateway, { originalMerchantOrderId: 'soon', state })
      for (const one of later) await post(testGateway, { originalMerchantOrderId: 'soon', state: one })
      expect(await refunds.get(KEY)).toMatchObject({ needsReview: { reason: 'contradiction' } })
      await testGateway.sandbox.simulatePayment('soon', { outcome: 'SUCCESS' })
      await testGateway.drainJobs()
      await expect(refunds.request({ ...refundOf('r-1', AMOUNT), merchantOrderId: 'soon' })).rejects.toThrow(KEY)
      await testGateway.advance(86_400_000)
      expect(await refunds.get(KEY)).toMatchObject({ state })
      expect(await orders.get('soon')).toMatchObject({ refundableAmount: AMOUNT - HALF })
    },
  )

  it('needs review when its callbacks contradict each other, and stands when a person says so', async () => {
    const testGateway = await createGatewayWithPaidOrder()
    await post(testGateway, {})
    await post(testGateway, { state: 'FAILED' })
    const { refunds } = testGateway.gateway
    expect(await refunds.get(KEY)).toMatchObject({ needsReview: { reason: 'contradiction' } })
    expect(await amounts(testGateway)).toEqual(counted(HALF))
    await refunds.resolveReview(KEY, { decision: 'retry', note: 'the dashboard shows it' })
    await testGateway.advance(86_400_000)
    expect(await refunds.get(KEY)).toMatchObject({ state: 'COMPLETED' })
    expect((await refunds.get(KEY))?.needsReview).toBeUndefined()
  })

  it.each([
    ['an amount', { amount: undefined }],
    ['a known state', { state: 'ODD' }],
  ])('is not stored when its callback lacks %s, and the callback says what to do', async (what, payload) => {
    const testGateway = await createGatewayWithPaidOrder()
    await post(testGateway, payload)
    expect(await refundIds(testGateway)).toEqual([])
    expect((await lastCallback(testGateway))?.error).toMatch(
      `lacks ${what}, so the refund is not counted here: look for it in the provider's dashboard`,
    )
  })

  it('is a person’s after 14 days without a final callback', async () => {
    const testGateway = await createGatewayWithPaidOrder()
    await post(testGateway, { state: 'CONFIRMED' })
    for (let day = 0; day < 15; day += 1) await testGateway.advance(86_400_000)
    expect(await testGateway.gateway.refunds.get(KEY)).toMatchObject({ needsReview: { reason: 'undecided' } })
    await testGateway.gateway.refunds.resolveReview(KEY, { decision: 'failed', note: 'it is not in the dashboard' })
    expect(await amounts(testGateway)).toEqual(counted(0))
  })

  it('is listed by no reconciliation', async () => {
    const testGateway = await createGatewayWithPaidOrder()
    await post(testGateway, {})
    await withProcesses(testGateway, 1, async ([context]) => {
      const span = { fromMs: 0, toMs: testGateway.sandbox.clock.now() + 1 }
      expect(await reconcile(context as GatewayContext, span)).toMatchObject({ checked: 1, rows: [] })
    })
  })

  it('waits while a refund of ours with that amount may be it', async () => {
    let away = true
    const testGateway = await createGatewayWithPaidOrder({
      wrapProvider: replaceRefundResponses(() => (away ? json({}, 503) : undefined)),
    })
    await testGateway.gateway.refunds.request(refundOf('r-1'))
    await testGateway.gateway.runPendingJobs()
    await post(testGateway, {})
    expect(await refundIds(testGateway)).toEqual(['r-1'])
    away = false
    for (let n = 0; n < 4; n += 1) await testGateway.advance(600_000)
    expect((await refundIds(testGateway)).sort()).toEqual([KEY, 'r-1'])
    expect(await amounts(testGateway)).toEqual({ refundableAmount: AMOUNT - 2 * HALF, refundedAmount: HALF })
  })

  it('becomes the refund of its own id when the provider tells it, with events of one refund', async () => {
    const completed: string[] = []
    const testGateway = await createGatewayWithPaidOrder({
      gateway: { on: { 'refund.completed': async ({ refund }) => void completed.push(refund.merchantRefundId) } },
    })
    const refundId = await refundElsewhere(testGateway, 'theirs')
    await post(testGateway, { refundId })
    expect(await refundIds(testGateway)).toEqual([`external:${refundId}`])
    await post(testGateway, { refundId, merchantRefundId: 'theirs' })
    await post(testGateway, { refundId, timestamp: 3 })
    expect(await refundIds(testGateway)).toEqual(['theirs'])
    expect(await testGateway.gateway.refunds.get('theirs')).toMatchObject({ state: 'COMPLETED', origin: 'external' })
    expect(await amounts(testGateway)).toEqual(counted(HALF))
    expect(completed).toEqual([`external:${refundId}`])
    expect(await testGateway.gateway.refunds.get(`external:${refundId}`)).toMatchObject({ merchantRefundId: 'theirs' })
    const { rows } = await testGateway.gateway.ledger.list({ merchantOrderId: 'paid' })
    expect(rows.map(({ kind, merchantRefundId }) => [kind, merchantRefundId])).toEqual([
      ['capture', undefined],
      ['refund-hold', 'theirs'],
      ['refund-posted', 'theirs'],
    ])
    expect(await audit(testGateway)).toEqual([])
  })

  it.each([
    ['its own id', [{}, { refundId: undefined, merchantRefundId: 'theirs' }]],
    ['our id', [{ refundId: undefined, merchantRefundId: 'theirs' }, {}]],
  ])(
    'is one refund with the callback that names both ids, where statuses lack the provider’s id and %s came first',
    async (_, reports) => {
      const status = { merchantRefundId: 'theirs', originalMerchantOrderId: 'paid', amount: HALF, state: 'COMPLETED' }
      const testGateway = await createGatewayWithPaidOrder({
        wrapProvider: replaceRefundResponses(() => json(status, 200)),
      })
      for (const report of reports) await post(testGateway, report)
      await post(testGateway, { merchantRefundId: 'theirs', timestamp: 3 })
      await testGateway.advance(60_000)
      expect(await testGateway.gateway.refunds.list()).toMatchObject({
        rows: [{ merchantRefundId: 'theirs', refundId: 'OMR-1', state: 'COMPLETED' }],
      })
      expect(await amounts(testGateway)).toEqual(counted(HALF))
      expect(await testGateway.rows(`select 1 from galla.callbacks where "processedAtMs" is null`)).toEqual([])
      expect(await audit(testGateway)).toEqual([])
    },
  )

  /** A refund `r-1` of which the provider says this, and whose id of the provider a callback has named for another order. */
  async function createGatewayWithClaimedId(status: object, made: Response): Promise<TestGateway> {
    let isMade = false
    const known = { merchantRefundId: 'r-1', originalMerchantOrderId: 'paid', refundId: 'OMR-1', amount: HALF }
    const testGateway = await createGatewayWithPaidOrder({
      wrapProvider: replaceRefundResponses((call) => {
        if (call === 'status')
          return isMade
            ? json({ ...known, state: 'COMPLETED', ...status }, 200)
            : json({ code: 'INVALID_MERCHANT_REFUND_ID' }, 400)
        isMade = true
        return made
      }),
    })
    await payOrder(testGateway, 'second')
    await post(testGateway, { originalMerchantOrderId: 'second', state: 'PENDING' })
    await testGateway.gateway.refunds.request(refundOf('r-1'))
    for (let n = 0; n < 4; n += 1) await testGateway.advance(60_000)
    return testGateway
  }

  it.each([
    ['in progress', json({ amount: HALF, state: 'PENDING' }, 200)],
    ['in doubt', json({}, 503)],
  ])('of another order does not keep a status from deciding ours, which is %s', async (_, made) => {
    const testGateway = await createGatewayWithClaimedId({}, made)
    const { refunds } = testGateway.gateway
    const decided = await refunds.get('r-1')
    expect(decided).toMatchObject({ state: 'COMPLETED', amount: HALF })
    expect(decided?.needsReview).toBeUndefined()
    expect(await amounts(testGateway)).toEqual(counted(HALF))
    // Callbacks alone have said so, and a person is asked about it in time.
    expect(await refunds.get(KEY)).toMatchObject({ merchantOrderId: 'second', state: 'PENDING' })
  })

  it.each([{}, { originalMerchantOrderId: undefined }])(
    'of another order frees no money while a status without our id says that it was paid out: %j',
    async (order) => {
      const testGateway = await createGatewayWithClaimedId({ merchantRefundId: undefined, ...order }, json({}, 503))
      const { refunds } = testGateway.gateway
      const theirs = { state: 'COMPLETED', amount: HALF, refundId: 'OMR-1' }
      expect(await refunds.get('r-1')).toMatchObject({ needsReview: { reason: 'contradiction', theirs } })
      const failed = refunds.resolveReview('r-1', { decision: 'failed', note: 'not in the dashboard' })
      await expect(failed).rejects.toThrow(/reports the refund as COMPLETED/)
      expect(await amounts(testGateway)).toMatchObject({ refundableAmount: AMOUNT - HALF })
    },
  )

  it('is found by its key when it becomes a refund of ours of another amount, which needs review', async () => {
    let isNamed = false
    const testGateway = await createGatewayWithPaidOrder({
      wrapProvider: replaceRefundResponses((call) => {
        if (call === 'create') return json({ code: 'SERVICE_UNAVAILABLE' }, 503)
        if (!isNamed) return undefined
        const ids = { merchantRefundId: 'r-1', originalMerchantOrderId: 'paid', refundId: 'OMR-1' }
        return json({ ...ids, amount: 15_000, state: 'COMPLETED' }, 200)
      }),
    })
    await testGateway.gateway.refunds.request(refundOf('r-1'))
    await testGateway.gateway.runPendingJobs()
    await post(testGateway, { amount: 15_000 })
    expect(await refundIds(testGateway)).toContain(KEY)
    isNamed = true
    await testGateway.gateway.refunds.sync('r-1')
    const ours = { merchantRefundId: 'r-1', needsReview: { reason: 'amount-mismatch' } }
    expect(await testGateway.gateway.refunds.get(KEY)).toMatchObject(ours)
    expect(await refundIds(testGateway)).toEqual(['r-1'])
    expect((await testGateway.gateway.orders.get('paid'))?.refundableAmount).toBe(AMOUNT - HALF)
  })

  it('becomes the refund of ours that a callback names, where statuses lack the provider’s id', async () => {
    let state = 'FAILED'
    const testGateway = await createGatewayWithPaidOrder({
      wrapProvider: (provider) => async (url, init) => {
        const response = await provider(url, init)
        const { pathname } = new URL(String(url instanceof Request ? url.url : url))
        if (!pathname.includes('/refund') || !response.ok) return response
        const { refundId: _, ...rest } = (await response.json()) as { refundId?: string }
        return json(pathname.endsWith('/status') ? { ...rest, state } : rest, response.status)
      },
    })
    await testGateway.sandbox.setFaults({ profile: 'no-callbacks' })
    await testGateway.gateway.refunds.request(refundOf('r-1'))
    await testGateway.gateway.runPendingJobs()
    await testGateway.advance(60_000)
    expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({ state: 'FAILED' })
    await post(testGateway, {})
    expect(await refundIds(testGateway)).toContain(KEY)
    state = 'COMPLETED'
    await post(testGateway, { merchantRefundId: 'r-1' })
    expect(await refundIds(testGateway)).toEqual(['r-1'])
    expect(await amounts(testGateway)).toEqual(counted(HALF))
    expect(await audit(testGateway)).toEqual([])
  })

  it('is what a handler that failed until then gets', async () => {
    const seen: string[] = []
    const handler = async ({ refund }: RefundEvent) => {
      seen.push(refund.merchantRefundId)
      if (seen.length === 1) throw new Error('the mail server is away')
    }
    const testGateway = await createGatewayWithPaidOrder({ gateway: { on: { 'refund.completed': handler } } })
    const refundId = await refundElsewhere(testGateway, 'theirs')
    await post(testGateway, { refundId })
    await post(testGateway, { refundId, merchantRefundId: 'theirs' })
    for (let n = 0; n < 3; n += 1) await testGateway.advance(60_000)
    expect(seen).toEqual([`external:${refundId}`, 'theirs'])
  })

  it('becomes the refund of ours that a restored database had lost, when it is requested again', async () => {
    const testGateway = await createGatewayWithPaidOrder()
    const refundId = await refundElsewhere(testGateway, 'r-1')
    await post(testGateway, { refundId })
    await testGateway.gateway.refunds.request(refundOf('r-1'))
    await testGateway.gateway.runPendingJobs()
    expect(await refundIds(testGateway)).toEqual(['r-1'])
    expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({ state: 'COMPLETED', refundId })
    expect(await testGateway.gateway.refunds.get(`external:${refundId}`)).toMatchObject({ merchantRefundId: 'r-1' })
    expect(await amounts(testGateway)).toEqual(counted(HALF))
    // The history of both rows stays, as that of one refund.
    const { rows } = await testGateway.gateway.ledger.list({ merchantOrderId: 'paid' })
    const moved = rows.filter(({ merchantRefundId }) => merchantRefundId === 'r-1').map(({ kind }) => kind)
    const taken = ['refund-hold', 'refund-posted', 'refund-hold', 'refund-reversed', 'hold-released', 'refund-posted']
    expect(moved).toEqual(taken)
    expect(rows).toHaveLength(taken.length + 1)
    await withProcesses(testGateway, 1, async ([context]) => {
      const found = await searchRecords(context as GatewayContext, `external:${refundId}`)
      expect(found).toMatchObject([{ kind: 'refund', id: 'r-1' }])
      expect(await refundsOf((context as GatewayContext).database, 'paid')).toHaveLength(1)
    })
    expect(await audit(testGateway)).toEqual([])
  })

  it('is counted once when the process is killed at every call that applies its callback', async () => {
    const testGateway = await createGatewayWithPaidOrder()
    await withProcesses(testGateway, 1, async ([context]) => {
      for (let at = 0, died = true; died; at += 1) {
        const merchantOrderId = `order-${at}`
        await payOrder(testGateway, merchantOrderId)
        await send(testGateway, { originalMerchantOrderId: merchantOrderId, refundId: `OMR-${at}` })
        const dying = dyingAt(context as GatewayContext, at)
        await JOBS.inbox(dying.process).catch(() => {})
        died = dying.died()
        await testGateway.rows('update galla.callbacks set "leasedUntil" = null')
        await testGateway.advance(2_000)
        expect({ at, ...(await testGateway.gateway.orders.get(merchantOrderId)) }).toMatchObject({
          at,
          ...counted(HALF),
        })
      }
    })
    expect(await testGateway.rows('select 1 from galla.callbacks where "processedAtMs" is null')).toEqual([])
  }, 120_000)
})
