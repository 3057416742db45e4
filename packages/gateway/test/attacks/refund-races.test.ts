import type { Paise } from '@galla/contract/money'
import { describe, expect, it } from 'vitest'
import type { GatewayContext } from '../../src/context.ts'
import { retryManyByPerson } from '../../src/services/console-records.ts'
import { reconcile } from '../../src/services/finance/reconcile.ts'
import { resolveReview } from '../../src/services/orders/console-orders.ts'
import { requestRefund } from '../../src/services/refunds/request-refund.ts'
import { resolveRefundReview } from '../../src/services/refunds/resolve-refund.ts'
import { applyRefundObservation } from '../../src/services/refunds/sync-refund.ts'
import type { Queries } from '../../src/storage/database.ts'
import { JOBS } from '../../src/workers/jobs.ts'
import { withChangedStatus } from '../helpers/changed-status.ts'
import { dyingAt } from '../helpers/dying-process.ts'
import {
  freeLeases,
  HALF,
  json,
  payOrder,
  refundOf,
  replaceRefundResponses,
  sentStatuses,
  withPaidOrder,
  withProcesses,
} from '../helpers/paid-order.ts'
import { AMOUNT, CART, setupTestGateways, type TestGateway } from '../helpers/test-gateway.ts'

const createGatewayWithPaidOrder = withPaidOrder(setupTestGateways())
const DAY_MS = 86_400_000
const NOTE = 'looked it up'
const REFUSAL = { code: 'ODD', message: 'not now' }

const amounts = async ({ gateway }: TestGateway) => {
  const { refundableAmount, refundedAmount } = (await gateway.orders.get('paid')) ?? {}
  return { refundableAmount, refundedAmount }
}

/** Reads the sum that has left at the provider, in paise. */
const leftAtProvider = async ({ sandbox }: TestGateway, merchantOrderId: string) => {
  const { amount, refundableAmount } = await sandbox.order(merchantOrderId)
  return amount - refundableAmount
}

interface Kill {
  readonly at: number
  /** A process that is killed at its call `at`. */
  readonly dying: GatewayContext
  readonly context: GatewayContext
  /** A paid order of its own. */
  readonly merchantOrderId: string
}

/** Runs with a process that is killed at its first call, at its second, and so on until none is left. */
async function withEachKill(testGateway: TestGateway, run: (kill: Kill) => Promise<void>): Promise<void> {
  await withProcesses(testGateway, 1, async ([context]) => {
    for (let at = 0, died = true; died; at += 1) {
      const merchantOrderId = `order-${at}`
      await payOrder(testGateway, merchantOrderId)
      const dying = dyingAt(context as GatewayContext, at)
      await run({ at, dying: dying.process, context: context as GatewayContext, merchantOrderId })
      died = dying.died()
    }
  })
}

describe('a decision about a refund in review', () => {
  it('does not free an amount that the provider reports between the status check and the decision', async () => {
    let reported = false
    const testGateway = await createGatewayWithPaidOrder({
      wrapProvider: replaceRefundResponses((call) => {
        if (call === 'create') return json(REFUSAL, 400)
        return reported ? json({ refundId: 'OMR-1', amount: HALF + 1, state: 'COMPLETED' }, 200) : undefined
      }),
    })
    await testGateway.gateway.refunds.request(refundOf('r-1'))
    for (let n = 0; n < 6; n += 1) await testGateway.advance(60_001)
    await withProcesses(testGateway, 1, async ([context]) => {
      const { database } = context as GatewayContext
      let hooked = false
      const slow: GatewayContext = {
        ...(context as GatewayContext),
        database: {
          ...database,
          transaction: async (work) => {
            if (!hooked) {
              hooked = true
              reported = true
              await testGateway.gateway.refunds.sync('r-1')
            }
            return database.transaction(work)
          },
        },
      }
      await expect(resolveRefundReview(slow, 'r-1', { decision: 'failed', note: NOTE })).rejects.toMatchObject({
        field: 'decision',
      })
    })
    expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({ needsReview: { reason: 'amount-mismatch' } })
    expect(await amounts(testGateway)).toMatchObject({ refundableAmount: AMOUNT - HALF - 1 })
  })

  it.each(['retry', 'failed'] as const)(
    'survives a kill at every call of %s',
    async (decision) => {
      let refuses = true
      const testGateway = await createGatewayWithPaidOrder({
        wrapProvider: replaceRefundResponses((call) => (call === 'create' && refuses ? json(REFUSAL, 400) : undefined)),
      })
      const { refunds } = testGateway.gateway
      await withEachKill(testGateway, async ({ at, dying, merchantOrderId }) => {
        const merchantRefundId = `r-${at}`
        refuses = true
        await refunds.request({ merchantRefundId, merchantOrderId, amount: HALF })
        for (let n = 0; n < 5; n += 1) await testGateway.advance(60_001)
        expect(await refunds.get(merchantRefundId)).toMatchObject({ needsReview: { reason: 'refused' } })
        refuses = false
        await resolveRefundReview(dying, merchantRefundId, { decision, note: NOTE }).catch(() => {})
        // The person tries again.
        await refunds.resolveReview(merchantRefundId, { decision, note: NOTE }).catch(() => {})
        await testGateway.drainJobs()
        await testGateway.advance(60_001)
        const refund = await refunds.get(merchantRefundId)
        const expected = decision === 'retry' ? ['PENDING', HALF] : ['FAILED', 0]
        expect([at, refund?.state, await leftAtProvider(testGateway, merchantOrderId)]).toEqual([at, ...expected])
        expect(refund?.needsReview).toBeUndefined()
      })
    },
    120_000,
  )

  it('adopts an amount beside another request, never more than was paid', async () => {
    const theirs = (AMOUNT - 100) as Paise
    const testGateway = await createGatewayWithPaidOrder({
      wrapProvider: withChangedStatus('refund', (status) =>
        status.merchantRefundId === 'r-1' ? { ...status, paymentDetails: [], amount: theirs } : status,
      ),
    })
    await testGateway.gateway.refunds.request(refundOf('r-1'))
    await testGateway.drainJobs()
    await testGateway.advance(60_000)
    const other = await testGateway.replica()
    const results = await Promise.allSettled([
      testGateway.gateway.refunds.resolveReview('r-1', { decision: 'adopt-amount', note: NOTE }),
      other.refunds.resolveReview('r-1', { decision: 'adopt-amount', note: NOTE }),
      other.refunds.request(refundOf('r-2')),
      testGateway.gateway.refunds.request(refundOf('r-3')),
    ])
    expect(results.slice(2).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await amounts(testGateway)).toEqual({ refundableAmount: 100, refundedAmount: 0 })
  })
})

it('a refund is requested once when the process is killed at every call of the request', async () => {
  const testGateway = await createGatewayWithPaidOrder()
  await withEachKill(testGateway, async ({ at, dying, merchantOrderId }) => {
    const refund = { merchantRefundId: `r-${at}`, merchantOrderId, amount: HALF }
    await requestRefund(dying, refund).catch(() => {})
    await testGateway.gateway.refunds.request(refund)
    await testGateway.drainJobs()
    const sent = testGateway.sandbox.journal({ name: 'refund', kind: 'api' })
    expect([at, sent.filter((call) => call.merchantOrderId === merchantOrderId).length]).toEqual([at, 1])
    expect(await leftAtProvider(testGateway, merchantOrderId)).toBe(HALF)
  })
}, 120_000)

it('a refund is imported and merged once when the process is killed at every call of the import', async () => {
  const testGateway = await createGatewayWithPaidOrder()
  await withEachKill(testGateway, async ({ at, dying, context, merchantOrderId }) => {
    const status = { state: 'COMPLETED', amount: HALF, refundId: `OMR-${at}` } as const
    for (const process of [dying, context])
      for (const ids of [{ refundId: `OMR-${at}` }, { merchantRefundId: `theirs-${at}` }])
        await applyRefundObservation(process, { ...ids, merchantOrderId }, { kind: 'status', status }).catch(() => {})
    const order = await testGateway.gateway.orders.get(merchantOrderId)
    expect({ at, ...order }).toMatchObject({ at, refundableAmount: AMOUNT - HALF, refundedAmount: HALF })
    const { rows } = await testGateway.gateway.refunds.list({ merchantOrderId })
    expect(rows.map((one) => one.merchantRefundId)).toEqual([`theirs-${at}`])
  })
}, 120_000)

it('an import holds no amount of its order when the same id is requested for another order at the same time', async () => {
  const testGateway = await createGatewayWithPaidOrder()
  await payOrder(testGateway, 'other')
  await withProcesses(testGateway, 1, async ([context]) => {
    const { database } = context as GatewayContext
    const request = { merchantRefundId: 'theirs', merchantOrderId: 'other', amount: HALF }
    const query = (tx: Queries) =>
      (async (statement) => {
        if (statement.name === 'insert-refund') await testGateway.gateway.refunds.request(request)
        return tx.query(statement)
      }) as typeof database.query
    const importing: GatewayContext = {
      ...(context as GatewayContext),
      database: {
        ...database,
        transaction: (work) => database.transaction((tx) => work({ ...tx, query: query(tx) })),
      },
    }
    const key = { merchantRefundId: 'theirs', merchantOrderId: 'paid' }
    const status = { state: 'PENDING', amount: HALF, refundId: 'OMR-1' } as const
    await expect(applyRefundObservation(importing, key, { kind: 'status', status })).rejects.toThrow('another order')
  })
  const held = await testGateway.rows('select "merchantOrderId" as id from galla.orders where "heldAmount" > 0')
  expect(held).toEqual([{ id: 'other' }])
})

describe('a refund beside other work', () => {
  it('is decided once with clocks minutes apart between hold, sending and status', async () => {
    const testGateway = await createGatewayWithPaidOrder()
    const { clock } = testGateway.sandbox
    const shifted = (ms: number) => ({ ...testGateway.settings.clock, now: () => clock.now() + ms })
    const ahead = await testGateway.replica({ clock: shifted(600_000) })
    const behind = await testGateway.replica({ clock: shifted(-600_000) })
    await behind.refunds.request(refundOf('r-1'))
    await ahead.runPendingJobs()
    await behind.runPendingJobs()
    await testGateway.sandbox.simulateRefund('r-1', { outcome: 'SUCCESS' })
    await Promise.all([ahead.runPendingJobs(), behind.runPendingJobs(), testGateway.advance(60_000)])
    for (let n = 0; n < 4; n += 1) {
      await testGateway.advance(600_000)
      await behind.runPendingJobs()
    }
    expect(sentStatuses(testGateway)).toEqual([200])
    expect(await amounts(testGateway)).toEqual({ refundableAmount: AMOUNT - HALF, refundedAmount: HALF })
  })

  it.each(['PENDING', 'CONFIRMED', 'unknown'])('stays COMPLETED while a lagging status says %s', async (lag) => {
    let lags = false
    const testGateway = await createGatewayWithPaidOrder({
      wrapProvider: replaceRefundResponses((call) => {
        if (!lags || call === 'create') return undefined
        return lag === 'unknown'
          ? json({ code: 'REFUND_NOT_FOUND', message: 'Refund not found' }, 404)
          : json({ originalMerchantOrderId: 'paid', amount: HALF, state: lag }, 200)
      }),
    })
    const { refunds } = testGateway.gateway
    await refunds.request(refundOf('r-1'))
    await testGateway.drainJobs()
    await testGateway.sandbox.simulateRefund('r-1', { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    expect(await refunds.get('r-1')).toMatchObject({ state: 'COMPLETED' })
    lags = true
    await refunds.sync('r-1')
    await withProcesses(testGateway, 1, ([context]) =>
      reconcile(context as GatewayContext, { fromMs: 0, toMs: Date.now() + DAY_MS }),
    )
    expect(await refunds.get('r-1')).toMatchObject({ state: 'COMPLETED' })
    expect(await amounts(testGateway)).toEqual({ refundableAmount: AMOUNT - HALF, refundedAmount: HALF })
  })

  it('is sent once beside a reconciliation, repairs and an erasure', async () => {
    const testGateway = await createGatewayWithPaidOrder()
    await testGateway.gateway.refunds.request({ ...refundOf('r-1'), note: 'Susheela' })
    await withProcesses(testGateway, 3, async ([one, two, three]) => {
      const contexts = [one, two, three] as GatewayContext[]
      const span = { fromMs: 0, toMs: Date.now() + DAY_MS }
      await Promise.all([
        ...contexts.map((context) => JOBS['send-refunds'](context)),
        ...contexts.map((context) => reconcile(context, span)),
        testGateway.gateway.payers.erase({ merchantOrderId: 'paid' }),
        testGateway.gateway.orders.sync('paid'),
      ])
    })
    await testGateway.sandbox.simulateRefund('r-1', { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    await testGateway.advance(60_000)
    expect(sentStatuses(testGateway)).toEqual([200])
    expect(await amounts(testGateway)).toEqual({ refundableAmount: AMOUNT - HALF, refundedAmount: HALF })
    expect(await testGateway.rows('select 1 from galla.refunds where "note" is not null')).toEqual([])
  })

  it('is sent once when a manual request and the refund of the surplus race', async () => {
    let isPaidTwice = false
    const second = { transactionId: 'T-2', state: 'COMPLETED', amount: AMOUNT, paymentMode: 'UPI_QR', timestamp: 1 }
    const testGateway = await createGatewayWithPaidOrder({
      wrapProvider: withChangedStatus('order', (status) =>
        isPaidTwice ? { ...status, paymentDetails: [...(status.paymentDetails as object[]), second] } : status,
      ),
    })
    isPaidTwice = true
    await testGateway.gateway.orders.sync('paid')
    await withProcesses(testGateway, 2, async ([one, two]) => {
      await Promise.allSettled([
        resolveReview(one as GatewayContext, 'paid', { note: NOTE, refundSurplus: true }),
        resolveReview(two as GatewayContext, 'paid', { note: NOTE, refundSurplus: true }),
        testGateway.gateway.refunds.request(refundOf('r-1', AMOUNT)),
      ])
    })
    const { rows } = await testGateway.gateway.refunds.list()
    const [totals] = await testGateway.rows<{ held: string; paid: string }>(
      `select "heldAmount" as held, "availableAmount" + "heldAmount" + "refundedAmount" as paid from galla.orders`,
    )
    const taken = rows.reduce((sum, { state, amount }) => (state === 'FAILED' ? sum : sum + amount), 0)
    expect(Number(totals?.held)).toBe(taken)
    expect(taken).toBeLessThanOrEqual(Number(totals?.paid))
    expect(rows.filter(({ merchantRefundId }) => merchantRefundId === 'paid-twice').length).toBeLessThanOrEqual(1)
  })

  it('is reported once when all failed deliveries are retried twice at once', async () => {
    const seen: string[] = []
    let fails = true
    const handler = async ({ deliveryId }: { deliveryId: string }) => {
      if (fails) throw new Error('away')
      seen.push(deliveryId)
    }
    const testGateway = await createGatewayWithPaidOrder({ gateway: { on: { 'refund.completed': handler } } })
    await testGateway.gateway.refunds.request(refundOf('r-1'))
    await testGateway.drainJobs()
    await testGateway.sandbox.simulateRefund('r-1', { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    for (let n = 0; n < 10; n += 1) await testGateway.advance(21_600_001)
    fails = false
    await withProcesses(testGateway, 2, async ([one, two]) => {
      const contexts = [one, two] as GatewayContext[]
      await Promise.all(contexts.map((context) => retryManyByPerson(context, 'all-failed')))
      await Promise.all(contexts.map((context) => JOBS.deliveries(context)))
    })
    await testGateway.gateway.runPendingJobs()
    expect(seen).toHaveLength(1)
  })

  it('is delivered to a process that has the handler, also when another process decided it', async () => {
    const seen: string[] = []
    const on = { 'refund.completed': async ({ deliveryId }: { deliveryId: string }) => void seen.push(deliveryId) }
    const testGateway = await createGatewayWithPaidOrder({ gateway: { on } })
    const { on: _, ...withoutHandlers } = testGateway.settings
    const bare = await testGateway.replica({ ...withoutHandlers, on: {} })
    await testGateway.gateway.refunds.request(refundOf('r-1'))
    await bare.runPendingJobs()
    await testGateway.sandbox.simulateRefund('r-1', { outcome: 'SUCCESS' })
    await bare.refunds.sync('r-1')
    await bare.runPendingJobs()
    expect(seen).toEqual([])
    await testGateway.gateway.runPendingJobs()
    expect(seen).toHaveLength(1)
    expect(sentStatuses(testGateway)).toEqual([200])
  })

  it('keeps its balances when concurrent orders and refunds share commits', async () => {
    const testGateway = await createGatewayWithPaidOrder()
    const ids = Array.from({ length: 6 }, (_, at) => `shared-${at}`)
    for (const id of ids) await payOrder(testGateway, id)
    const other = await testGateway.replica()
    const refund = (merchantOrderId: string) => ({
      merchantRefundId: `r-${merchantOrderId}`,
      merchantOrderId,
      amount: HALF,
    })
    await Promise.all([
      ...ids.map((id) => testGateway.gateway.refunds.request(refund(id))),
      ...ids.map((id) => other.orders.sync(id)),
      ...ids.map((id) => testGateway.gateway.orders.sync(id)),
      other.orders.start({ ...CART, reference: 'another cart', merchantOrderId: 'another' }),
    ])
    await Promise.all([testGateway.gateway.runPendingJobs(), other.runPendingJobs()])
    await freeLeases(testGateway)
    expect(
      await testGateway.rows(
        `select distinct "availableAmount", "heldAmount" from galla.orders where "merchantOrderId" like 'shared-%'`,
      ),
    ).toEqual([{ availableAmount: String(AMOUNT - HALF), heldAmount: String(HALF) }])
  })
})
