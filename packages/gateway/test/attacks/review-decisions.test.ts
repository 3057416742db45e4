import { formatInr, type Paise } from '@galla/contract/money'
import { describe, expect, it } from 'vitest'
import type { GatewayContext } from '../../src/context.ts'
import { refundByPerson } from '../../src/services/console-records.ts'
import { resolveReview } from '../../src/services/orders/console-orders.ts'
import { resolveRefundReview } from '../../src/services/refunds/resolve-refund.ts'
import { type WireStatus, withChangedStatus } from '../helpers/changed-status.ts'
import { dyingAt } from '../helpers/dying-process.ts'
import { HALF, payOrder, refundOf, withPaidOrder, withProcesses } from '../helpers/paid-order.ts'
import { AMOUNT, setupTestGateways, type TestGateway } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const createGatewayWithPaidOrder = withPaidOrder(createTestGateway)
const SURPLUS = { note: 'paid twice', refundSurplus: true }
const OUTSIDE = { note: 'refunded in the shop' }

const auditOf = async ({ rows }: TestGateway, id: string) =>
  (await rows<{ what: string }>(`select "what" from galla.audit where "kind" = 'order' and "id" = $1`, [id])).map(
    ({ what }) => what,
  )

/** Orders that are paid twice, and two processes. */
async function withOrdersPaidTwice(
  ids: readonly string[],
  run: (testGateway: TestGateway, contexts: readonly GatewayContext[]) => Promise<void>,
): Promise<void> {
  const second = { transactionId: 'T-2', state: 'COMPLETED', amount: AMOUNT, paymentMode: 'UPI_QR', timestamp: 1 }
  const testGateway = await createTestGateway({
    wrapProvider: withChangedStatus('order', (status) =>
      status.state === 'COMPLETED'
        ? { ...status, paymentDetails: [...(status.paymentDetails as object[]), second] }
        : status,
    ),
  })
  for (const id of ids) await payOrder(testGateway, id)
  await withProcesses(testGateway, 2, (contexts) => run(testGateway, contexts))
}

describe('a decision of a person', () => {
  it('about a double payment is made with its audit entry, or not at all, when the process is killed at any call', async () => {
    const ids = Array.from({ length: 60 }, (_, n) => `twice-${n}`)
    await withOrdersPaidTwice(ids, async (testGateway, [context]) => {
      let died = true
      for (const [at, id] of ids.entries()) {
        if (!died) break
        const dying = dyingAt(context as GatewayContext, at)
        await resolveReview(dying.process, id, SURPLUS).catch(() => {})
        died = dying.died()
        const order = await testGateway.gateway.orders.get(id)
        const decided = {
          at,
          inReview: order?.needsReview !== undefined,
          entries: (await auditOf(testGateway, id)).length,
        }
        expect(decided).toEqual(
          decided.inReview ? { at, inReview: true, entries: 0 } : { at, inReview: false, entries: 1 },
        )
      }
      expect(died).toBe(false)
    })
  }, 120_000)

  it('about a double payment is recorded as it was made, when two persons decide at the same time', async () => {
    const ids = Array.from({ length: 6 }, (_, n) => `twice-${n}`)
    await withOrdersPaidTwice(ids, async (testGateway, [one, other]) => {
      for (const id of ids) {
        const decisions = await Promise.allSettled([
          resolveReview(one as GatewayContext, id, SURPLUS),
          resolveReview(other as GatewayContext, id, OUTSIDE),
        ])
        expect(decisions.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
        const isRefunded = (await testGateway.gateway.refunds.get(`${id}-twice`)) !== undefined
        expect(await auditOf(testGateway, id)).toEqual([
          isRefunded ? 'resolved the review and refunded the second payment' : 'resolved the review',
        ])
      }
    })
  }, 120_000)

  it('about a double payment is recorded once, when two persons make the same one at the same time', async () => {
    await withOrdersPaidTwice(['twice'], async (testGateway, [one, other]) => {
      const decisions = await Promise.allSettled([
        resolveReview(one as GatewayContext, 'twice', OUTSIDE),
        resolveReview(other as GatewayContext, 'twice', OUTSIDE),
      ])
      expect(decisions.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      expect(await auditOf(testGateway, 'twice')).toEqual(['resolved the review'])
    })
  })

  it('to refund is made with its audit entry, or not at all, when the process is killed at any call', async () => {
    const testGateway = await createGatewayWithPaidOrder()
    await withProcesses(testGateway, 1, async ([context]) => {
      for (let at = 0, died = true; died; at += 1) {
        const id = `order-${at}`
        await payOrder(testGateway, id)
        const dying = dyingAt(context as GatewayContext, at)
        const person = { ...dying.process, actor: { who: 'Meena', userId: 'meena', role: 'admin' } } as const
        await refundByPerson(person, id, { merchantRefundId: `r-${at}`, amount: HALF }).catch(() => {})
        died = dying.died()
        const exists = (await testGateway.gateway.refunds.get(`r-${at}`)) !== undefined
        expect({ at, audit: await auditOf(testGateway, id) }).toEqual({
          at,
          audit: exists ? [`requested refund r-${at}`] : [],
        })
      }
    })
  }, 120_000)

  it('about a refund is recorded as it was made, when two persons decide at the same time', async () => {
    const testGateway = await createGatewayWithMismatches(6)
    const [decision, note] = ['adopt-amount', 'as in the dashboard'] as const
    await withProcesses(testGateway, 2, async ([one, other]) => {
      for (let n = 0; n < 6; n += 1) {
        const results = await Promise.allSettled([
          resolveRefundReview(one as GatewayContext, `r-${n}`, { decision, note }),
          resolveRefundReview(other as GatewayContext, `r-${n}`, { decision: 'retry', note }),
        ])
        expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
        const isAdopted = (await testGateway.gateway.refunds.get(`r-${n}`))?.amount === THEIRS
        const result = isAdopted ? `adopted ${formatInr(THEIRS)} instead of ${formatInr(HALF)}` : 'try again'
        expect(await auditOf(testGateway, `order-${n}`)).toEqual([`resolved the review of refund r-${n}: ${result}`])
      }
    })
  }, 120_000)

  it('about a refund is made with its audit entry, or not at all, when the process is killed at any call', async () => {
    const count = 48
    const testGateway = await createGatewayWithMismatches(count)
    await withProcesses(testGateway, 1, async ([context]) => {
      let died = true
      for (let at = 0; at < count && died; at += 1) {
        const dying = dyingAt(context as GatewayContext, at)
        const decision = { decision: 'adopt-amount', note: 'as in the dashboard' } as const
        await resolveRefundReview(dying.process, `r-${at}`, decision).catch(() => {})
        died = dying.died()
        const isAdopted = (await testGateway.gateway.refunds.get(`r-${at}`))?.amount === THEIRS
        expect({ at, entries: (await auditOf(testGateway, `order-${at}`)).length }).toEqual({
          at,
          entries: isAdopted ? 1 : 0,
        })
      }
      expect(died).toBe(false)
    })
  }, 120_000)
})

const THEIRS = (HALF + 5_000) as Paise

/** Orders `order-n` with a refund `r-n` each, whose amount differs at the provider. */
async function createGatewayWithMismatches(count: number): Promise<TestGateway> {
  const testGateway = await createTestGateway({
    sandbox: { refundTiming: false },
    wrapProvider: withChangedStatus('refund', (status: WireStatus) => ({
      ...status,
      paymentDetails: [],
      amount: THEIRS,
    })),
  })
  for (let n = 0; n < count; n += 1) {
    await payOrder(testGateway, `order-${n}`)
    await testGateway.gateway.refunds.request({ ...refundOf(`r-${n}`), merchantOrderId: `order-${n}` })
  }
  await testGateway.drainJobs()
  await testGateway.advance(60_000)
  expect((await testGateway.gateway.refunds.list({ needsReview: true })).rows).toHaveLength(count)
  return testGateway
}

describe('a decision about a review that has changed since the person read it', () => {
  const CHANGED = { code: 'REVIEW_CHANGED', status: 409, message: expect.stringContaining('since you read it') }
  const OUTSIDE_AS_READ = (version: number) => ({ ...OUTSIDE, version })

  /** An order `twice` with two payments, and a function after which the provider reports a third. */
  async function withThirdPayment(
    run: (testGateway: TestGateway, contexts: readonly GatewayContext[], pay: () => Promise<void>) => Promise<void>,
  ): Promise<void> {
    const payment = (n: number) => ({
      transactionId: `T-${n}`,
      state: 'COMPLETED',
      amount: AMOUNT,
      paymentMode: 'UPI_QR',
      timestamp: Date.now(),
    })
    let more = [payment(2)]
    const testGateway = await createTestGateway({
      wrapProvider: withChangedStatus('order', (status) =>
        status.state === 'COMPLETED'
          ? { ...status, paymentDetails: [...(status.paymentDetails as object[]), ...more] }
          : status,
      ),
    })
    await payOrder(testGateway, 'twice')
    await withProcesses(testGateway, 2, (contexts) =>
      run(testGateway, contexts, async () => {
        more = [payment(2), payment(3)]
        await testGateway.advance(1_000)
        await testGateway.gateway.orders.sync('twice')
      }),
    )
  }

  const versionOf = async ({ gateway }: TestGateway): Promise<number> =>
    (await gateway.orders.get('twice'))?.version ?? 0

  it('accepts no payment that joined the review', async () => {
    await withThirdPayment(async (testGateway, [context], pay) => {
      const version = await versionOf(testGateway)
      await pay()
      const decided = resolveReview(context as GatewayContext, 'twice', OUTSIDE_AS_READ(version))
      await expect(decided).rejects.toMatchObject(CHANGED)
      const order = await testGateway.gateway.orders.get('twice')
      expect(order?.needsReview?.findings).toMatchObject([{ code: 'paid-twice', payments: 3 }])
      expect(await auditOf(testGateway, 'twice')).toEqual([])
      await resolveReview(context as GatewayContext, 'twice', OUTSIDE_AS_READ(order?.version ?? 0))
      expect((await testGateway.gateway.orders.get('twice'))?.needsReview).toBeUndefined()
    })
  })

  it('does not end the next review of the order', async () => {
    await withThirdPayment(async (testGateway, [one, two], pay) => {
      const version = await versionOf(testGateway)
      await resolveReview(one as GatewayContext, 'twice', { ...SURPLUS, version })
      const late = resolveReview(two as GatewayContext, 'twice', OUTSIDE_AS_READ(version))
      await expect(late).rejects.toMatchObject(CHANGED)
      await pay()
      const later = resolveReview(two as GatewayContext, 'twice', OUTSIDE_AS_READ(version))
      await expect(later).rejects.toMatchObject(CHANGED)
      expect((await testGateway.gateway.orders.get('twice'))?.needsReview?.reason).toBe('paid-twice')
    })
  })

  it.each(['adopt-amount', 'failed', 'retry'] as const)(
    'does not decide about other words of the provider: %s',
    async (decision) => {
      let amount: number = HALF + 1
      const testGateway = await createGatewayWithPaidOrder({
        wrapProvider: withChangedStatus('refund', (status) => ({ ...status, amount, paymentDetails: [] })),
      })
      const { refunds } = testGateway.gateway
      await refunds.request(refundOf('r-1'))
      await testGateway.drainJobs()
      await testGateway.advance(20_000)
      const { version = 0, needsReview } = (await refunds.get('r-1')) ?? {}
      expect(needsReview?.theirs?.amount).toBe(HALF + 1)
      amount = AMOUNT
      await refunds.sync('r-1')
      const decided = refunds.resolveReview('r-1', { decision, note: 'as I read it', version })
      await expect(decided).rejects.toMatchObject(CHANGED)
      expect(await refunds.get('r-1')).toMatchObject({ amount: HALF, needsReview: { theirs: { amount: AMOUNT } } })
      expect(await auditOf(testGateway, 'paid')).toEqual([])
    },
  )

  it('does not fail a refund of which the provider says something else when it is asked once more', async () => {
    let state = 'SETTLED'
    const testGateway = await createGatewayWithPaidOrder({
      wrapProvider: withChangedStatus('refund', (status) => ({ ...status, state })),
    })
    const { refunds } = testGateway.gateway
    await refunds.request(refundOf('r-1'))
    await testGateway.drainJobs()
    await testGateway.advance(20_000)
    const { version = 0, needsReview } = (await refunds.get('r-1')) ?? {}
    expect(needsReview?.reason).toBe('unknown-state')
    state = 'REVERSED'
    const decided = refunds.resolveReview('r-1', { decision: 'failed', note: 'as I read it', version })
    await expect(decided).rejects.toMatchObject(CHANGED)
    expect((await refunds.get('r-1'))?.needsReview?.theirs?.state).toBe('REVERSED')
  })
})
