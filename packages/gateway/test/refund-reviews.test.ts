import type { RefundState } from '@galla/contract/gateway-api/refunds'
import { describe, expect, it } from 'vitest'
import type { GatewayContext } from '../src/context.ts'
import type { RefundEvent } from '../src/index.ts'
import { JOBS } from '../src/workers/jobs.ts'
import { type WireStatus, withChangedStatus } from './helpers/changed-status.ts'
import {
  HALF,
  json,
  refundOf,
  replaceRefundResponses,
  sentStatuses,
  withPaidOrder,
  withProcesses,
} from './helpers/paid-order.ts'
import { createTestConsole, testPassword } from './helpers/test-console.ts'
import { AMOUNT, setupTestGateways, type TestGateway } from './helpers/test-gateway.ts'

const createGatewayWithPaidOrder = withPaidOrder(setupTestGateways())
const HOUR = 3_600_000

/** Handlers of all refund events that record them. */
function recordingRefundEvents() {
  const received: string[] = []
  const record =
    (kind: string) =>
    ({ refund }: RefundEvent) =>
      void received.push(`${kind} ${refund.merchantRefundId}`)
  const kinds = ['refund.completed', 'refund.failed', 'refund.reopened', 'refund.needs_review'] as const
  return { received, on: Object.fromEntries(kinds.map((kind) => [kind, record(kind)])) }
}

/** A refund `r-1` that is FAILED at the provider, whose status is then reported as `theirs()`. */
async function createGatewayWithFailedRefund(theirs: () => RefundState | undefined, on: object = {}) {
  const testGateway = await createGatewayWithPaidOrder({
    gateway: { on },
    wrapProvider: withChangedStatus('refund', (status: WireStatus) => {
      const state = status.merchantRefundId === 'r-1' ? theirs() : undefined
      return state === undefined ? status : { ...status, state, errorCode: undefined, paymentDetails: [] }
    }),
  })
  await testGateway.gateway.refunds.request(refundOf('r-1', AMOUNT))
  await testGateway.drainJobs()
  await testGateway.sandbox.simulateRefund('r-1', { outcome: 'FAILURE' })
  await testGateway.drainJobs()
  expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({ state: 'FAILED' })
  return testGateway
}

describe('a FAILED refund that the provider corrects', () => {
  it('is found by a poll without a callback, takes its amount again, and is reported again', async () => {
    let theirs: RefundState | undefined
    const { received, on } = recordingRefundEvents()
    const testGateway = await createGatewayWithFailedRefund(() => theirs, on)
    theirs = 'PENDING'
    await testGateway.advance(HOUR)
    await testGateway.drainJobs()
    expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({ state: 'PENDING' })
    expect(await testGateway.gateway.orders.get('paid')).toMatchObject({ refundableAmount: 0 })
    theirs = 'COMPLETED'
    await testGateway.advance(HOUR)
    await testGateway.drainJobs()
    expect(await testGateway.gateway.orders.get('paid')).toMatchObject({ refundedAmount: AMOUNT, refundableAmount: 0 })
    expect(received).toEqual(['refund.failed r-1', 'refund.reopened r-1', 'refund.completed r-1'])
  })

  it('counts, and needs review, when its amount was refunded again meanwhile', async () => {
    let theirs: RefundState | undefined
    const { received, on } = recordingRefundEvents()
    const testGateway = await createGatewayWithFailedRefund(() => theirs, on)
    await testGateway.gateway.refunds.request(refundOf('r-2', AMOUNT))
    await testGateway.drainJobs()
    await testGateway.sandbox.simulateRefund('r-2', { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    theirs = 'COMPLETED'
    await testGateway.advance(24 * HOUR)
    await testGateway.drainJobs()
    expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({
      state: 'COMPLETED',
      needsReview: {
        reason: 'contradiction',
        ours: { state: 'COMPLETED', amount: AMOUNT, availableAmount: 0 },
        theirs: { state: 'COMPLETED', amount: AMOUNT },
      },
    })
    expect(received).toContain('refund.needs_review r-1')
    expect((await testGateway.gateway.health()).queues).toContainEqual(
      expect.objectContaining({ name: 'refunds in review', waiting: 1 }),
    )
    expect((await testGateway.gateway.refunds.list({ needsReview: true })).rows).toHaveLength(1)
  })
})

describe('a refund in review', () => {
  it('keeps the larger amount reserved while the provider reports another one, and ends when it agrees', async () => {
    let amount: number | undefined = HALF + 5_000
    const testGateway = await createGatewayWithPaidOrder({
      wrapProvider: withChangedStatus('refund', (status) => (amount === undefined ? status : { ...status, amount })),
    })
    await testGateway.gateway.refunds.request(refundOf('r-1'))
    await testGateway.drainJobs()
    await testGateway.advance(60_000)
    expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({
      amount: HALF,
      needsReview: { reason: 'amount-mismatch', ours: { amount: HALF }, theirs: { amount } },
    })
    expect(await testGateway.gateway.orders.get('paid')).toMatchObject({ refundableAmount: AMOUNT - HALF - 5_000 })
    await expect(testGateway.gateway.refunds.request(refundOf('r-2'))).rejects.toMatchObject({
      code: 'REFUND_IN_PROGRESS',
      message: expect.stringMatching(/r-1.*needs review \(amount-mismatch\)/),
    })
    amount = undefined
    await testGateway.advance(HOUR)
    const refund = await testGateway.gateway.refunds.get('r-1')
    expect(refund?.needsReview).toBeUndefined()
    expect(await testGateway.gateway.orders.get('paid')).toMatchObject({ refundableAmount: AMOUNT - HALF })
  })

  it('whose order the provider does not know is sent again, or failed, as a person decides', async () => {
    const refusal = { code: 'INVALID_MERCHANT_ORDER_ID', message: 'No entry found for given merchant order id' }
    let isKnown = false
    const testGateway = await createGatewayWithPaidOrder({
      wrapProvider: replaceRefundResponses((call) => (call === 'create' && !isKnown ? json(refusal, 400) : undefined)),
    })
    const { refunds, orders } = testGateway.gateway
    await refunds.request(refundOf('r-1'))
    await testGateway.drainJobs()
    expect(await refunds.get('r-1')).toMatchObject({
      state: 'REQUESTED',
      needsReview: { reason: 'order-unknown', theirs: refusal },
    })
    await expect(refunds.resolveReview('r-1', { decision: 'retry', note: ' ' })).rejects.toMatchObject({
      field: 'note',
    })
    isKnown = true
    await refunds.resolveReview('r-1', { decision: 'retry', note: 'migrated, ticket 4711' })
    await testGateway.drainJobs()
    expect(await refunds.get('r-1')).toMatchObject({ state: 'PENDING', attempts: 2 })
    expect(sentStatuses(testGateway)).toEqual([200])
    await expect(refunds.resolveReview('r-1', { decision: 'failed', note: 'late' })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    })
    await testGateway.sandbox.simulateRefund('r-1', { outcome: 'SUCCESS' })
    await testGateway.drainJobs()

    isKnown = false
    await refunds.request(refundOf('r-2'))
    await testGateway.drainJobs()
    await refunds.resolveReview('r-2', { decision: 'failed', note: 'not in the dashboard' })
    expect(await refunds.get('r-2')).toMatchObject({ state: 'FAILED', errorCode: refusal.code })
    expect(await orders.get('paid')).toMatchObject({ refundableAmount: AMOUNT - HALF })
    expect(await testGateway.rows('select "what" from galla.audit order by "auditId"')).toEqual([
      { what: 'resolved the review of refund r-1: try again' },
      { what: 'resolved the review of refund r-2: no money left' },
    ])
  })

  it('is resolved in the console, which needs a note, and not as failed while the provider reports a payout', async () => {
    let state = 'COMPLETED'
    const testGateway = await createGatewayWithPaidOrder({
      wrapProvider: withChangedStatus('refund', (status) => ({ ...status, amount: HALF + 1, state })),
    })
    await testGateway.gateway.refunds.request(refundOf('r-1'))
    await testGateway.drainJobs()
    await testGateway.advance(60_000)
    await withProcesses(testGateway, 1, async ([context]) => {
      const { request } = await createTestConsole(context as GatewayContext, await testPassword())
      const resolve = async (decided: object) => {
        const { version } = (await testGateway.gateway.refunds.get('r-1')) ?? {}
        const body = { version, ...decided }
        return request('/api/refunds/r-1/resolve-review', { method: 'POST', body })
      }
      expect((await resolve({ decision: 'failed', note: ' ' })).status).toBe(400)
      expect((await resolve({ decision: 'pay', note: 'x' })).status).toBe(400)
      const unread = await resolve({ decision: 'retry', note: 'x', version: undefined })
      expect([unread.status, await unread.json()]).toMatchObject([400, { field: 'version' }])
      const outdated = await resolve({ decision: 'retry', note: 'x', version: 1 })
      expect([outdated.status, await outdated.json()]).toMatchObject([409, { code: 'REVIEW_CHANGED' }])
      // The provider's money has left, or will: the amount must not be free again.
      expect(await (await resolve({ decision: 'failed', note: 'x' })).json()).toMatchObject({ field: 'decision' })
      state = 'FAILED'
      await testGateway.gateway.refunds.sync('r-1')
      const response = await resolve({ decision: 'failed', note: 'not in the dashboard' })
      expect(await response.json()).toMatchObject({ state: 'FAILED' })
    })
  })

  it('is one that the provider has not decided for 72 hours', async () => {
    const testGateway = await createGatewayWithPaidOrder({
      wrapProvider: replaceRefundResponses((call) => (call === 'status' ? json({ code: 'X' }, 503) : undefined)),
    })
    await testGateway.gateway.refunds.request(refundOf('r-1'))
    for (let hours = 0; hours <= 84; hours += 6) await testGateway.advance(6 * HOUR)
    expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({
      state: 'REQUESTED',
      inDoubt: false,
      needsReview: { reason: 'undecided' },
      nextPollAtMs: expect.any(Number),
    })
    expect(sentStatuses(testGateway)).toEqual([])
  })
})

it.each([
  ['is not accepted while another of its order is open', () => json({ code: 'PREVIOUS_ORDER_IN_PROGRESS' }, 400)],
  ['is answered 503', () => json({ code: 'X' }, 503)],
  ['is refused for now', () => json({ code: 'TOO_MANY_REQUESTS' }, 429)],
  [
    'does not leave',
    () => {
      throw Object.assign(new TypeError('fetch failed'), {
        cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }),
      })
    },
  ],
])('a refund whose request %s for 72 hours needs review', async (_, answer) => {
  const testGateway = await createGatewayWithPaidOrder({
    wrapProvider: replaceRefundResponses((call) => (call === 'create' ? answer() : undefined)),
  })
  await testGateway.gateway.refunds.request(refundOf('r-1'))
  for (let hours = 0; hours <= 84; hours += 6) await testGateway.advance(6 * HOUR)
  expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({
    state: 'REQUESTED',
    needsReview: { reason: 'undecided' },
    nextPollAtMs: expect.any(Number),
  })
})

it('a refund that waited for days behind another one is not in review when its first try is not answered', async () => {
  let away = false
  const testGateway = await createGatewayWithPaidOrder({
    wrapProvider: replaceRefundResponses((call) => (call === 'create' && away ? json({ code: 'X' }, 503) : undefined)),
  })
  const { gateway, sandbox, rows, advance } = testGateway
  await gateway.refunds.request(refundOf('r-1'))
  await rows(`update galla.refunds set "stateSinceMs" = "stateSinceMs" - ${100 * HOUR}`)
  away = true
  await testGateway.drainJobs()
  expect(await gateway.refunds.get('r-1')).toMatchObject({ state: 'REQUESTED', attempts: 1, inDoubt: true })
  away = false
  for (let hours = 0; hours < 8; hours += 1) await advance(HOUR)
  expect(await gateway.refunds.get('r-1')).toMatchObject({ state: 'PENDING' })
  expect((await sandbox.order('paid')).refundableAmount).toBeLessThan(AMOUNT)
})

describe('a process that is paused between the mark and the request', () => {
  it('sends nothing, and another process does', async () => {
    const testGateway: TestGateway = await createGatewayWithPaidOrder()
    await testGateway.gateway.refunds.request(refundOf('r-1'))
    await withProcesses(testGateway, 1, async ([context]) => {
      let calls = 0
      // Five minutes pass between the first and the second reading.
      const paused = { ...(context as GatewayContext), monotonicMs: () => calls++ * 300_000 }
      await JOBS['send-refunds'](paused)
    })
    expect(sentStatuses(testGateway)).toEqual([])
    expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({ state: 'REQUESTED', inDoubt: false })
    await testGateway.advance(60_000)
    expect(sentStatuses(testGateway)).toEqual([200])
  })
})

describe('two refunds of one order', () => {
  it('are sent one after the other', async () => {
    const testGateway = await createGatewayWithPaidOrder()
    await testGateway.gateway.refunds.request(refundOf('r-1', 10_000 as typeof HALF))
    // An automatic refund is recorded without asking whether another one is open.
    const second = `insert into galla.refunds ("merchantRefundId", "merchantOrderId", "amount", "state", "origin", "createdAtMs", "updatedAtMs", "nextPollAtMs")
      select 'r-2', "merchantOrderId", 10000, 'REQUESTED', 'duplicate', "createdAtMs", "createdAtMs", "createdAtMs" from galla.refunds`
    await testGateway.rows(`${second}; insert into galla.ledger ("transferKey", "atMs", "kind", "debitAccount", "creditAccount", "amount", "merchantOrderId", "refundKey", "origin")
      select 'r-2', 1, 'refund-hold', 'available', 'held', 10000, 'paid', "id", 'duplicate' from galla.refunds where "merchantRefundId" = 'r-2'`)
    await testGateway.drainJobs()
    expect(sentStatuses(testGateway)).toEqual([200])
    const first = await testGateway.rows<{ id: string }>(
      `select "merchantRefundId" as id from galla.refunds where "state" = 'PENDING'`,
    )
    expect(first).toHaveLength(1)
    await testGateway.sandbox.simulateRefund(first[0]?.id ?? '', { outcome: 'SUCCESS' })
    await testGateway.advance(60_000)
    expect(sentStatuses(testGateway)).toEqual([200, 200])
  })
})

describe('a status that is of another refund', () => {
  it.each([
    ['names its id', ['merchantRefundId']],
    ['has the provider’s id of it', ['refundId']],
  ] as const)('needs review and completes nothing: it %s', async (_, kept) => {
    let mixed = true
    const testGateway = await createGatewayWithPaidOrder({
      wrapProvider: (provider) => async (url, init) => {
        const address = String(url instanceof Request ? url.url : url)
        if (!mixed || !address.endsWith('/r-2/status')) return provider(url, init)
        const status = (await (await provider(address.replace('r-2', 'r-1'), init)).json()) as WireStatus
        const { merchantRefundId: _id, refundId: _refundId, ...rest } = status
        return json({ ...rest, ...Object.fromEntries(kept.map((field) => [field, status[field]])) }, 200)
      },
    })
    const { gateway, sandbox, drainJobs } = testGateway
    await gateway.refunds.request(refundOf('r-1'))
    await drainJobs()
    await sandbox.simulateRefund('r-1', { outcome: 'SUCCESS' })
    await drainJobs()
    await gateway.refunds.request(refundOf('r-2'))
    await drainJobs()
    expect(await gateway.refunds.get('r-2')).toMatchObject({
      state: 'REQUESTED',
      needsReview: { reason: 'contradiction', theirs: { merchantRefundId: 'r-1' } },
    })
    expect(await gateway.orders.get('paid')).toMatchObject({
      refundedAmount: HALF,
      refundableAmount: AMOUNT - 2 * HALF,
    })
    mixed = false
    await gateway.refunds.resolveReview('r-2', { decision: 'retry', note: 'the reply was of r-1' })
    await drainJobs()
    await sandbox.simulateRefund('r-2', { outcome: 'SUCCESS' })
    await drainJobs()
    expect(await gateway.refunds.get('r-2')).toMatchObject({ state: 'COMPLETED' })
    expect(sentStatuses(testGateway)).toEqual([200, 200])
  })
})
