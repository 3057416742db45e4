import type { Paise } from '@galla/contract/money'
import { expect, it } from 'vitest'
import type { GatewayContext } from '../src/context.ts'
import type { Observation, ProviderOrderStatus } from '../src/domain/orders/order.ts'
import { resolveReview } from '../src/services/orders/console-orders.ts'
import { applyObservations } from '../src/services/orders/sync-order.ts'
import { applyRefundObservation } from '../src/services/refunds/sync-refund.ts'
import { payOrder, withProcesses } from './helpers/paid-order.ts'
import { recordingHandlers } from './helpers/recording-handlers.ts'
import { AMOUNT, CART, setupTestGateways, type TestGateway } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const LATE = { merchantRefundId: 'one-late', merchantOrderId: 'one' }

/** A status of the order `one` with these completed attempts, each paid after its expiry. */
const paidLate = (state: ProviderOrderStatus['state'], ...transactionIds: string[]): Observation => ({
  kind: 'status',
  atMs: 0,
  status: {
    state,
    expireAt: 1_000,
    attempts: transactionIds.map((transactionId) => ({
      transactionId,
      state: 'COMPLETED',
      amount: AMOUNT,
      paymentMode: 'UPI_QR',
      timestamp: 2_000,
    })),
  },
})

/** Reports a state of the automatic refund of the order `one`, as the provider does. */
const reportRefund = (context: GatewayContext, state: 'PENDING' | 'COMPLETED' | 'FAILED', amount = AMOUNT) =>
  applyRefundObservation(context, LATE, {
    kind: 'status',
    status: { merchantRefundId: LATE.merchantRefundId, state, amount },
  })

/** Starts the order `one`, whose expiry is that of `paidLate`. */
async function startExpired({ gateway, rows }: TestGateway) {
  await gateway.orders.start({ ...CART, merchantOrderId: 'one' })
  await rows(`update galla.orders set "expiresAtMs" = 1000 where "merchantOrderId" = 'one'`)
}

/** Runs with the context of a process that has started the order `one`, which nobody has paid yet. */
async function withOpenOrder(
  run: (context: GatewayContext, testGateway: TestGateway) => Promise<void>,
  on: object = {},
) {
  const testGateway = await createTestGateway({ gateway: { on } })
  await startExpired(testGateway)
  await withProcesses(testGateway, 1, async ([context]) => {
    if (context) await run(context, testGateway)
  })
}

const reviewOf = async ({ gateway }: TestGateway) => (await gateway.orders.get('one'))?.needsReview

it('puts the order in review when refunds made elsewhere leave too little for its automatic refund', async () => {
  const { on, receivedEvents } = recordingHandlers()
  await withOpenOrder(async (context, testGateway) => {
    await applyObservations(context, 'one', [paidLate('PENDING', 'T-1', 'T-2')])
    await resolveReview(context, 'one', { note: 'one payment is refunded in the dashboard' })
    const key = { merchantRefundId: 'dashboard', merchantOrderId: 'one' }
    const status = { merchantRefundId: 'dashboard', state: 'COMPLETED' as const, amount: AMOUNT + 100 }
    await applyRefundObservation(context, key, { kind: 'status', status })
    await applyObservations(context, 'one', [paidLate('COMPLETED', 'T-1', 'T-2')])
    expect(await testGateway.gateway.refunds.get('one-late')).toMatchObject({
      state: 'FAILED',
      errorCode: 'EXCEEDS_PAID',
      nextPollAtMs: expect.any(Number),
    })
    expect(await reviewOf(testGateway)).toMatchObject({
      reason: 'automatic-refund-failed',
      findings: [expect.objectContaining({ merchantRefundId: 'one-late' })],
    })
    expect(await testGateway.gateway.orders.get('one')).toMatchObject({ state: 'COMPLETED', resolution: 'late-refund' })
    expect(await testGateway.rows(`select "eventId" from galla.events where "event" = 'refund.failed'`)).toHaveLength(1)
    await testGateway.gateway.runPendingJobs()
    expect(receivedEvents.filter((line) => line === 'needsReview one')).toHaveLength(2)
  }, on)
})

it('puts the order in review when the id of its automatic refund belongs to another refund', async () => {
  const testGateway = await createTestGateway()
  await payOrder(testGateway, 'other')
  await startExpired(testGateway)
  await withProcesses(testGateway, 1, async ([context]) => {
    if (!context) return
    // Made elsewhere: the gateway refuses a request with this id.
    const status = { state: 'PENDING', amount: 100, refundId: 'OMR-other' } as const
    await applyRefundObservation(context, { ...LATE, merchantOrderId: 'other' }, { kind: 'status', status })
    await applyObservations(context, 'one', [paidLate('COMPLETED', 'T-1')])
  })
  expect(await reviewOf(testGateway)).toMatchObject({
    reason: 'automatic-refund-failed',
    findings: [expect.objectContaining({ errorCode: 'ID_TAKEN' })],
  })
  expect(await testGateway.gateway.orders.get('one')).toMatchObject({ refundableAmount: AMOUNT })
})

it('adds a failed automatic refund to the review in which its order is already', async () => {
  const { on, receivedEvents } = recordingHandlers()
  await withOpenOrder(async (context, testGateway) => {
    await applyObservations(context, 'one', [paidLate('COMPLETED', 'T-1')])
    await applyObservations(context, 'one', [paidLate('COMPLETED', 'T-1', 'T-2')])
    await reportRefund(context, 'FAILED')
    expect(await reviewOf(testGateway)).toMatchObject({
      reason: 'paid-twice',
      findings: [
        { code: 'paid-twice', payments: 2 },
        { code: 'automatic-refund-failed', merchantRefundId: 'one-late' },
      ],
    })
    await testGateway.gateway.runPendingJobs()
    expect(receivedEvents.filter((line) => line === 'needsReview one')).toHaveLength(2)
  }, on)
})

it('ends the review when the provider corrects the automatic refund, and begins another when it fails again', async () => {
  await withOpenOrder(async (context, testGateway) => {
    await applyObservations(context, 'one', [paidLate('COMPLETED', 'T-1')])
    await reportRefund(context, 'FAILED')
    expect(await reviewOf(testGateway)).toMatchObject({ reason: 'automatic-refund-failed' })
    await reportRefund(context, 'PENDING')
    expect(await reviewOf(testGateway)).toBeUndefined()
    await reportRefund(context, 'FAILED')
    expect(await reviewOf(testGateway)).toMatchObject({ reason: 'automatic-refund-failed' })
    await reportRefund(context, 'COMPLETED')
    expect(await testGateway.gateway.orders.get('one')).toMatchObject({ refundedAmount: AMOUNT, refundableAmount: 0 })
    expect(await reviewOf(testGateway)).toBeUndefined()
  })
})

it('keeps what else the review says when the provider corrects the automatic refund', async () => {
  await withOpenOrder(async (context, testGateway) => {
    await applyObservations(context, 'one', [paidLate('COMPLETED', 'T-1')])
    await applyObservations(context, 'one', [paidLate('COMPLETED', 'T-1', 'T-2')])
    await reportRefund(context, 'FAILED')
    await reportRefund(context, 'COMPLETED')
    expect(await reviewOf(testGateway)).toMatchObject({
      reason: 'paid-twice',
      findings: [{ code: 'paid-twice', payments: 2 }],
    })
  })
})

it.each([
  ['paid twice', false],
  ['failed automatic refund', true],
])('reports a third payment that arrives during the review of a %s', async (_, isResolved) => {
  await withOpenOrder(async (context, testGateway) => {
    await applyObservations(context, 'one', [paidLate('PENDING', 'T-1', 'T-2')])
    if (isResolved) {
      await resolveReview(context, 'one', { note: 'refund the second', refundSurplus: true })
      const key = { merchantRefundId: 'one-twice', merchantOrderId: 'one' }
      await applyRefundObservation(context, key, {
        kind: 'status',
        status: { merchantRefundId: 'one-twice', state: 'FAILED', amount: AMOUNT },
      })
      expect(await reviewOf(testGateway)).toMatchObject({ reason: 'automatic-refund-failed' })
    }
    await applyObservations(context, 'one', [paidLate('PENDING', 'T-1', 'T-2', 'T-3')])
    expect(await reviewOf(testGateway)).toMatchObject({
      findings: expect.arrayContaining([expect.objectContaining({ code: 'paid-twice', payments: 3 })]),
    })
    const { length } = await testGateway.rows(`select 1 from galla.events where "event" = 'order.needs_review'`)
    expect(length).toBe(isResolved ? 3 : 2)
    // The same status again changes nothing.
    await applyObservations(context, 'one', [paidLate('PENDING', 'T-1', 'T-2', 'T-3')])
    expect(await testGateway.rows(`select 1 from galla.events where "event" = 'order.needs_review'`)).toHaveLength(
      length,
    )
  })
})

it('returns the same refund for the same request after its note was erased', async () => {
  const testGateway = await createTestGateway()
  const { gateway } = testGateway
  await payOrder(testGateway, 'one')
  const request = { merchantRefundId: 'r-1', merchantOrderId: 'one', amount: AMOUNT, note: 'cup of Asha Rao broken' }
  await gateway.refunds.request(request)
  await expect(gateway.refunds.request({ ...request, note: 'other' })).rejects.toMatchObject({ field: 'note' })
  await testGateway.rows(`update galla.refunds set "note" = null`)
  await expect(gateway.refunds.request(request)).rejects.toMatchObject({ field: 'note' })
  await testGateway.rows(`update galla.orders set "erasedAtMs" = 1`)
  expect(await gateway.refunds.request(request)).toMatchObject({ merchantRefundId: 'r-1' })
  await expect(gateway.refunds.request({ ...request, amount: 1 as Paise })).rejects.toMatchObject({ field: 'amount' })
})

it('checks a refund of more than was paid at once when a person retries its review', async () => {
  const testGateway = await createTestGateway()
  await payOrder(testGateway, 'one')
  await withProcesses(testGateway, 1, async ([context]) => {
    if (!context) return
    const key = { merchantRefundId: 'r-1', merchantOrderId: 'one' }
    const status = { merchantRefundId: 'r-1', state: 'COMPLETED' as const, amount: AMOUNT + 1 }
    await applyRefundObservation(context, key, { kind: 'status', status })
    expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({ state: 'COMPLETED', needsReview: {} })
    await testGateway.gateway.refunds.resolveReview('r-1', { decision: 'retry', note: 'look again' })
    expect((await testGateway.gateway.refunds.get('r-1'))?.nextPollAtMs).toBe(context.clock.now())
  })
})

it('captures each payment of a double payment once, also when the first one was reported as failed in between', async () => {
  await withOpenOrder(async (context, testGateway) => {
    const one = paidLate('COMPLETED', 'T-1', 'T-2')
    if (one.kind !== 'status') throw new Error('not a status')
    const { status } = one
    const [first, second] = status.attempts
    if (!first || !second) throw new Error('no attempts')
    const report = (...attempts: (typeof first)[]) =>
      applyObservations(context, 'one', [{ ...one, status: { ...status, expireAt: 9_000, attempts } }])
    await report(first)
    await report({ ...first, state: 'FAILED' }, second)
    await report(first, second)
    await resolveReview(context, 'one', { note: 'both payments are kept' })
    const captured = await testGateway.rows<{ id: string }>(
      `select "transactionId" as "id" from galla.ledger where "kind" = 'capture' order by 1`,
    )
    expect(captured.map(({ id }) => id)).toEqual(['T-1', 'T-2'])
  })
})
