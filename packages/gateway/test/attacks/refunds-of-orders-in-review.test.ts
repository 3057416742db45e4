import { paise } from '@galla/contract/money'
import { describe, expect, it } from 'vitest'
import type { GatewayContext } from '../../src/context.ts'
import { actingAs } from '../../src/services/access/audit.ts'
import { resolveReview } from '../../src/services/orders/console-orders.ts'
import { decideRefund } from '../../src/services/refunds/decide-refund.ts'
import { requestRefund } from '../../src/services/refunds/request-refund.ts'
import { resolveRefundReview } from '../../src/services/refunds/resolve-refund.ts'
import { type WireStatus, withChangedStatus } from '../helpers/changed-status.ts'
import {
  json,
  payOrder,
  refundOf,
  replaceRefundResponses,
  sentStatuses,
  withPaidOrder,
  withProcesses,
} from '../helpers/paid-order.ts'
import { AMOUNT, setupTestGateways, type TestGateway } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const createGatewayWithPaidOrder = withPaidOrder(createTestGateway)
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

interface Shop {
  readonly testGateway: TestGateway
  readonly asha: GatewayContext
  readonly ravi: GatewayContext
  /** The provider reports the order in this way from now on, and the gateway has seen it. */
  report(change: (status: WireStatus) => WireStatus): Promise<void>
  /** Replaces the provider's answers to refund calls. */
  answerRefunds(answer: (call: 'create' | 'status') => Response | undefined): void
}

const attempts = (status: WireStatus) => status.paymentDetails as { amount: number; state: string }[]
const takenBack = (status: WireStatus): WireStatus => ({
  ...status,
  state: 'FAILED',
  paymentDetails: attempts(status).map((one) => ({ ...one, state: 'FAILED' })),
})
const short = (status: WireStatus): WireStatus => ({
  ...status,
  paymentDetails: attempts(status).map((one) => ({ ...one, amount: 100 })),
})
const BAD = [
  ['contradiction', takenBack],
  ['short-payment', short],
] as const
const asIs = (status: WireStatus) => status
const away = () => json({}, 503)

/** A paid order `paid` and two persons who may refund it. */
async function withShop(run: (shop: Shop) => Promise<void>, approvalAbove?: number): Promise<void> {
  let change: (status: WireStatus) => WireStatus = asIs
  let answer: (call: 'create' | 'status') => Response | undefined = () => undefined
  const testGateway = await createGatewayWithPaidOrder({
    gateway: { refundControls: approvalAbove === undefined ? {} : { approvalAbove } },
    wrapProvider: (provider) =>
      replaceRefundResponses((call) => answer(call))(withChangedStatus('order', (status) => change(status))(provider)),
  })
  await withProcesses(testGateway, 2, async ([first, second]) => {
    if (!first || !second) return
    await run({
      testGateway,
      asha: actingAs(first, { who: 'asha', userId: 'u-1', role: 'finance' }),
      ravi: actingAs(second, { who: 'ravi', userId: 'u-2', role: 'finance' }),
      async report(next) {
        change = next
        await testGateway.advance(2 * MINUTE_MS)
        await testGateway.gateway.orders.sync('paid')
      },
      answerRefunds(next) {
        answer = next
      },
    })
  })
}

const request = (by: GatewayContext) => requestRefund(by, { ...refundOf('r-1', AMOUNT), origin: 'console' })
const reviewOf = async ({ gateway }: TestGateway) => (await gateway.orders.get('paid'))?.needsReview?.reason

describe('a refund that waits for approval while its order is in review', () => {
  it.each(BAD)('is not approved, as a new one is not requested: %s', async (reason, change) => {
    await withShop(async ({ testGateway, asha, ravi, report }) => {
      await request(asha)
      await report(change)
      expect(await reviewOf(testGateway)).toBe(reason)
      const inReview = { code: 'REFERENCE_IN_REVIEW', message: expect.stringContaining('Resolve the review first') }
      await expect(requestRefund(asha, refundOf('r-2'))).rejects.toMatchObject(inReview)
      await expect(decideRefund(ravi, 'r-1', { decision: 'approved' })).rejects.toMatchObject(inReview)
      await testGateway.advance(10 * MINUTE_MS)
      expect(sentStatuses(testGateway)).toEqual([])
      const waiting = await testGateway.gateway.refunds.get('r-1')
      expect(waiting).toMatchObject({ state: 'REQUESTED', approval: { state: 'waiting' } })
      expect(await testGateway.rows(`select 1 from galla.audit where "what" like 'approved%'`)).toEqual([])
    }, 0)
  })

  it('is declined as before, and approved once the review is resolved', async () => {
    await withShop(async ({ testGateway, asha, ravi, report }) => {
      await request(asha)
      await report(takenBack)
      const declined = await decideRefund(ravi, 'r-1', { decision: 'declined', note: 'no money came' })
      expect(declined).toMatchObject({ state: 'FAILED', approval: { state: 'declined' } })
      await report(asIs)
      await resolveReview(ravi, 'paid', { note: 'the bank confirms the payment' })
      await requestRefund(asha, { ...refundOf('r-2', AMOUNT), origin: 'console' })
      await decideRefund(ravi, 'r-2', { decision: 'approved' })
      await testGateway.drainJobs()
      expect(sentStatuses(testGateway)).toEqual([200])
    }, 0)
  })
})

describe('a refund that was requested before its order got in review', () => {
  it.each(BAD)('is not sent before the review is resolved: %s', async (reason, change) => {
    await withShop(async ({ testGateway, asha, report, answerRefunds }) => {
      answerRefunds(away)
      await request(asha)
      await testGateway.drainJobs()
      await report(change)
      expect(await reviewOf(testGateway)).toBe(reason)
      answerRefunds(() => undefined)
      for (let n = 0; n < 4; n += 1) await testGateway.advance(HOUR_MS)
      const waiting = await testGateway.gateway.refunds.get('r-1')
      expect(waiting).toMatchObject({ state: 'REQUESTED', attempts: 0, inDoubt: false })
      expect(waiting?.nextPollAtMs).toBeGreaterThan(testGateway.sandbox.clock.now())
      expect(sentStatuses(testGateway)).toEqual([])
      await report(asIs)
      await resolveReview(asha, 'paid', { note: 'the bank confirms the payment' })
      for (let n = 0; n < 6; n += 1) await testGateway.advance(HOUR_MS)
      expect(sentStatuses(testGateway)).toEqual([200])
    })
  })

  it('does not keep the review of a double payment open, whose amount could not be read once', async () => {
    await withShop(async ({ testGateway, asha, report, answerRefunds }) => {
      const twice =
        (amount: unknown) =>
        (status: WireStatus): WireStatus => ({
          ...status,
          paymentDetails: [...attempts(status), { ...attempts(status)[0], transactionId: 'SECOND', amount }],
        })
      await report(twice(AMOUNT))
      expect(await reviewOf(testGateway)).toBe('paid-twice')
      answerRefunds(away)
      await requestRefund(asha, { ...refundOf('r-1', paise(AMOUNT - 100)), origin: 'console' })
      await testGateway.drainJobs()
      await report(twice('x'))
      await report(twice(AMOUNT))
      answerRefunds(() => undefined)
      await testGateway.advance(HOUR_MS)
      expect(sentStatuses(testGateway)).toEqual([])
      await resolveReview(asha, 'paid', { note: 'the second payment is refunded' })
      for (let n = 0; n < 6; n += 1) await testGateway.advance(HOUR_MS)
      expect(sentStatuses(testGateway)).toEqual([200])
    })
  })

  it('is not sent when it was approved before, either', async () => {
    await withShop(async ({ testGateway, asha, ravi, report, answerRefunds }) => {
      answerRefunds(away)
      await request(asha)
      await decideRefund(ravi, 'r-1', { decision: 'approved' })
      await report(takenBack)
      answerRefunds(() => undefined)
      for (let n = 0; n < 4; n += 1) await testGateway.advance(HOUR_MS)
      expect(sentStatuses(testGateway)).toEqual([])
    }, 0)
  })

  it('needs review after 72 hours, and a person who knows that the money is gone frees its amount', async () => {
    await withShop(async ({ testGateway, asha, report, answerRefunds }) => {
      answerRefunds(away)
      await request(asha)
      await testGateway.drainJobs()
      await report(takenBack)
      answerRefunds(() => undefined)
      for (let n = 0; n < 16; n += 1) await testGateway.advance(6 * HOUR_MS)
      expect((await testGateway.gateway.refunds.get('r-1'))?.needsReview?.reason).toBe('undecided')
      await resolveRefundReview(asha, 'r-1', { decision: 'failed', note: 'the payment was taken back' })
      await resolveReview(asha, 'paid', { note: 'the payment was taken back' })
      for (let n = 0; n < 8; n += 1) await testGateway.advance(6 * HOUR_MS)
      expect((await testGateway.gateway.refunds.get('r-1'))?.state).toBe('FAILED')
      expect(sentStatuses(testGateway)).toEqual([])
    })
  })

  it('does not keep the review of a double payment open either when its first try was not answered', async () => {
    await withShop(async ({ testGateway, asha, report, answerRefunds }) => {
      const twice = (status: WireStatus): WireStatus => ({
        ...status,
        paymentDetails: [...attempts(status), { ...attempts(status)[0], transactionId: 'SECOND' }],
      })
      await report(twice)
      answerRefunds((call) => (call === 'create' ? away() : undefined))
      await request(asha)
      await testGateway.drainJobs()
      expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({ state: 'REQUESTED', inDoubt: true })
      await report((status) => takenBack(twice(status)))
      await report(twice)
      answerRefunds(() => undefined)
      await resolveReview(asha, 'paid', { note: 'the second payment is refunded' })
      for (let n = 0; n < 6; n += 1) await testGateway.advance(HOUR_MS)
      expect((await testGateway.gateway.refunds.get('r-1'))?.state).toBe('PENDING')
    })
  })

  it('is polled when it was sent before the review', async () => {
    await withShop(async ({ testGateway, asha, report }) => {
      await request(asha)
      await testGateway.drainJobs()
      expect(sentStatuses(testGateway)).toEqual([200])
      await report(takenBack)
      await testGateway.sandbox.setFaults({ profile: 'no-callbacks' })
      await testGateway.sandbox.simulateRefund('r-1', { outcome: 'SUCCESS' })
      for (let n = 0; n < 4; n += 1) await testGateway.advance(HOUR_MS)
      expect((await testGateway.gateway.refunds.get('r-1'))?.state).toBe('COMPLETED')
      expect(await reviewOf(testGateway)).toBe('contradiction')
    })
  })

  it('is polled while it is in doubt', async () => {
    await withShop(async ({ testGateway, asha, report, answerRefunds }) => {
      // The provider stores the request, and its reply is lost.
      let lost = false
      answerRefunds((call) => (lost && call === 'status' ? away() : undefined))
      await request(asha)
      await testGateway.drainJobs()
      await testGateway.rows(`update galla.refunds set "state" = 'REQUESTED', "inDoubt" = true`)
      lost = true
      await report(takenBack)
      expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({ state: 'REQUESTED', inDoubt: true })
      lost = false
      for (let n = 0; n < 4; n += 1) await testGateway.advance(HOUR_MS)
      expect((await testGateway.gateway.refunds.get('r-1'))?.state).toBe('PENDING')
      expect(sentStatuses(testGateway)).toEqual([200])
    })
  })

  it('fails when the provider refuses it after the review was resolved, and its amount is free', async () => {
    await withShop(async ({ testGateway, asha, report, answerRefunds }) => {
      answerRefunds(away)
      await request(asha)
      await testGateway.drainJobs()
      await report(takenBack)
      answerRefunds((call) =>
        call === 'create' ? json({ code: 'REFUND_NOT_ALLOWED', message: 'not allowed' }, 400) : undefined,
      )
      await resolveReview(asha, 'paid', { note: 'the payment was taken back' })
      for (let n = 0; n < 6; n += 1) await testGateway.advance(HOUR_MS)
      expect((await testGateway.gateway.refunds.get('r-1'))?.state).toBe('FAILED')
      expect((await testGateway.gateway.orders.get('paid'))?.refundableAmount).toBe(AMOUNT)
    })
  })
})

describe('an order that is in another review', () => {
  const twice = (status: WireStatus): WireStatus => ({
    ...status,
    paymentDetails: [...attempts(status), { ...attempts(status)[0], transactionId: 'SECOND' }],
  })
  it.each([
    ['paid-twice', 'contradiction', twice, (status: WireStatus) => takenBack(twice(status))],
    ['paid-twice', 'short-payment', twice, (status: WireStatus) => short(twice(status))],
    ['unknown-state', 'contradiction', (status: WireStatus) => ({ ...status, state: 'REVERSED' }), takenBack],
    ['unknown-state', 'short-payment', (status: WireStatus) => ({ ...status, state: 'REVERSED' }), short],
    ['amount-mismatch', 'contradiction', (status: WireStatus) => ({ ...status, amount: 100 }), takenBack],
  ])('is not refunded when its payment is in doubt as well: %s, then %s', async (reason, code, first, change) => {
    await withShop(async ({ testGateway, asha, report, answerRefunds }) => {
      answerRefunds(away)
      await request(asha)
      await testGateway.drainJobs()
      await report(first)
      await report(change)
      const { needsReview } = (await testGateway.gateway.orders.get('paid')) ?? {}
      expect(needsReview?.reason).toBe(reason)
      expect([...new Set(needsReview?.findings.map((finding) => finding.code))]).toEqual([reason, code])
      answerRefunds(() => undefined)
      for (let n = 0; n < 4; n += 1) await testGateway.advance(HOUR_MS)
      expect(sentStatuses(testGateway)).toEqual([])
      const inReview = { code: 'REFERENCE_IN_REVIEW', message: expect.stringContaining('Resolve the review first') }
      await expect(requestRefund(asha, refundOf('r-2'))).rejects.toMatchObject(inReview)
    })
  })

  it('learns of a third payment after that, and repeats neither', async () => {
    const third = (status: WireStatus): WireStatus => ({
      ...twice(status),
      paymentDetails: [...attempts(twice(status)), { ...attempts(status)[0], transactionId: 'THIRD' }],
    })
    await withShop(async ({ testGateway, report }) => {
      for (const change of [twice, (status: WireStatus) => takenBack(twice(status)), third, third, takenBack])
        await report(change)
      const { needsReview } = (await testGateway.gateway.orders.get('paid')) ?? {}
      expect(needsReview?.findings).toMatchObject([{ code: 'paid-twice', payments: 3 }, { code: 'contradiction' }])
    })
  })
})

it('refunds the surplus that a person has decided on, but not once the second payment is taken back', async () => {
  let second = 'COMPLETED'
  let isAway = false
  const withSecond = (status: WireStatus): WireStatus => ({
    ...status,
    paymentDetails: [
      ...attempts(status),
      {
        transactionId: `second-${status.merchantOrderId}`,
        state: second,
        amount: AMOUNT,
        paymentMode: 'UPI_QR',
        timestamp: 1,
      },
    ],
  })
  const testGateway = await createTestGateway({
    sandbox: { refundTiming: false },
    wrapProvider: (provider) =>
      replaceRefundResponses(() => (isAway ? away() : undefined))(
        withChangedStatus('order', (status) => (status.state === 'COMPLETED' ? withSecond(status) : status))(provider),
      ),
  })
  const { gateway, sandbox } = testGateway
  await withProcesses(testGateway, 1, async ([context]) => {
    for (const id of ['sent', 'held']) {
      isAway = id === 'held'
      second = 'COMPLETED'
      await payOrder(testGateway, id)
      expect((await gateway.orders.get(id))?.needsReview?.reason).toBe('paid-twice')
      await resolveReview(context as GatewayContext, id, { note: 'paid twice', refundSurplus: true })
      await testGateway.drainJobs()
    }
    second = 'FAILED'
    await gateway.orders.sync('held')
    expect((await gateway.orders.get('held'))?.needsReview?.reason).toBe('contradiction')
    isAway = false
    await testGateway.advance(HOUR_MS)
    const states = await Promise.all(['sent-twice', 'held-twice'].map((id) => gateway.refunds.get(id)))
    expect(states.map((one) => one?.state)).toEqual(['PENDING', 'REQUESTED'])
    expect(sandbox.journal({ name: 'refund', kind: 'api' })).toHaveLength(1)
  })
})
