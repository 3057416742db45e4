import type { Paise } from '@galla/contract/money'
import { describe, expect, it } from 'vitest'
import { createContext } from '../src/create-context.ts'
import { FLIGHT_MS } from '../src/domain/limits.ts'
import { applyRefundObservation } from '../src/services/refunds/sync-refund.ts'
import { type WireStatus, withChangedStatus } from './helpers/changed-status.ts'
import {
  HALF,
  json,
  payOrder,
  refundOf,
  replaceRefundResponses,
  sentStatuses,
  withPaidOrder,
} from './helpers/paid-order.ts'
import { AMOUNT, CART, setupTestGateways } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const createGatewayWithPaidOrder = withPaidOrder(createTestGateway)

describe('refunds.request', () => {
  it('sends the refund, tracks its state and runs refund.completed once', async () => {
    const receivedEvents: string[] = []
    const on = (kind: string) => (event: { refund: { merchantRefundId: string; amount: number } }) => {
      receivedEvents.push(`${kind} ${event.refund.merchantRefundId} ${event.refund.amount}`)
    }
    const testGateway = await createGatewayWithPaidOrder({
      gateway: { on: { 'refund.completed': on('completed'), 'refund.failed': on('failed') } },
    })
    expect(await testGateway.gateway.refunds.request(refundOf('r-1'))).toMatchObject({
      state: 'REQUESTED',
      origin: 'api',
    })
    await testGateway.drainJobs()
    expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({
      state: 'PENDING',
      refundId: expect.any(String),
    })
    await testGateway.sandbox.simulateRefund('r-1', { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({ state: 'COMPLETED' })
    expect(await testGateway.gateway.orders.get('paid')).toMatchObject({
      refundedAmount: HALF,
      refundableAmount: AMOUNT - HALF,
    })
    expect(receivedEvents).toEqual(['completed r-1 20000'])
  })

  it('sends one refund for concurrent requests with the same id on two replicas', async () => {
    const testGateway = await createGatewayWithPaidOrder()
    const other = await testGateway.replica()
    const clicks = [0, 1, 2, 3].map((n) => (n % 2 ? testGateway.gateway : other).refunds.request(refundOf('r-1')))
    expect(new Set((await Promise.all(clicks)).map((one) => one.merchantRefundId))).toEqual(new Set(['r-1']))
    await Promise.all([testGateway.gateway.runPendingJobs(), other.runPendingJobs()])
    expect(sentStatuses(testGateway)).toEqual([200])
  })

  it('rejects with REFUND_IN_PROGRESS while another refund of the order is open', async () => {
    const testGateway = await createGatewayWithPaidOrder()
    const tabs = await Promise.allSettled(
      [refundOf('tab-1'), refundOf('tab-2')].map((one) => testGateway.gateway.refunds.request(one)),
    )
    expect(tabs.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(tabs.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'REFUND_IN_PROGRESS' } })
  })

  it.each([
    ['AMOUNT_TOO_LARGE', refundOf('r-1', (AMOUNT + 1) as Paise)],
    ['INVALID_REQUEST', refundOf('r 1')],
    ['INVALID_REQUEST', refundOf('r-1', 0.5 as Paise)],
    ['NOT_FOUND', { ...refundOf('r-1'), merchantOrderId: 'unknown' }],
  ])('rejects with %s and stores nothing', async (code, request) => {
    const testGateway = await createGatewayWithPaidOrder()
    await expect(testGateway.gateway.refunds.request(request)).rejects.toMatchObject({ code })
    expect(await testGateway.rows('select 1 from galla.refunds')).toEqual([])
  })

  it('rejects with AMOUNT_TOO_LARGE when consecutive refunds exceed the paid amount', async () => {
    const testGateway = await createGatewayWithPaidOrder({
      sandbox: { refundTiming: { acceptAfterMs: 1, completeAfterMs: 2 } },
    })
    for (const id of ['r-1', 'r-2']) {
      await testGateway.gateway.refunds.request(refundOf(id))
      await testGateway.drainJobs()
      await testGateway.advance(60_000)
    }
    await expect(testGateway.gateway.refunds.request(refundOf('r-3'))).rejects.toMatchObject({
      code: 'AMOUNT_TOO_LARGE',
    })
    await testGateway.gateway.refunds.request(refundOf('r-3', (AMOUNT - 2 * HALF) as Paise))
    await testGateway.drainJobs()
    await testGateway.advance(60_000)
    expect(await testGateway.gateway.orders.get('paid')).toMatchObject({ refundedAmount: AMOUNT, refundableAmount: 0 })
    expect((await testGateway.sandbox.order('paid')).refundedAmount).toBe(AMOUNT)
  })

  it.each([
    ['amount', { amount: AMOUNT }],
    ['note', { note: 'another cup' }],
    ['note', { note: undefined }],
    ['merchantOrderId', { merchantOrderId: 'other' }],
  ])('rejects a repeated id with another %s with ID_TAKEN, naming the field', async (field, changed) => {
    const testGateway = await createGatewayWithPaidOrder()
    await payOrder(testGateway, 'other')
    const request = { ...refundOf('r-1'), note: 'a cup' }
    const first = await testGateway.gateway.refunds.request(request)
    expect(await testGateway.gateway.refunds.request(request)).toEqual(first)
    const { note, ...rest } = { ...request, ...changed }
    const repeated = note === undefined ? rest : { ...rest, note }
    await expect(testGateway.gateway.refunds.request(repeated)).rejects.toMatchObject({ code: 'ID_TAKEN', field })
    expect(await testGateway.rows('select 1 from galla.refunds')).toHaveLength(1)
  })

  it('names the refund that is in the way', async () => {
    const testGateway = await createGatewayWithPaidOrder()
    await testGateway.gateway.refunds.request(refundOf('r-1'))
    await expect(testGateway.gateway.refunds.request(refundOf('r-2'))).rejects.toMatchObject({
      code: 'REFUND_IN_PROGRESS',
      message: expect.stringMatching(/r-1.*₹200\.00.*in progress/),
    })
  })

  it('allows a new refund of the full amount after a failed one', async () => {
    const testGateway = await createGatewayWithPaidOrder()
    await testGateway.gateway.refunds.request(refundOf('r-1', AMOUNT))
    await testGateway.drainJobs()
    await testGateway.sandbox.simulateRefund('r-1', { outcome: 'FAILURE' })
    await testGateway.drainJobs()
    expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({
      state: 'FAILED',
      errorCode: expect.any(String),
    })
    expect(await testGateway.gateway.refunds.request(refundOf('r-2', AMOUNT))).toMatchObject({ state: 'REQUESTED' })
  })

  it.each(['rail', 'splitInstruments'])('reads UTR and error codes from paymentDetails with %s', async (place) => {
    const wrapProvider = withChangedStatus(
      'refund',
      ({ errorCode: _, detailedErrorCode: __, paymentDetails, ...root }) => {
        const [{ rail: _rail, splitInstruments: _splits, ...detail }] = paymentDetails as [WireStatus]
        const rail = { type: 'UPI', utr: '777700000001' }
        const splitInstruments = [{ amount: HALF, rail }]
        return { ...root, paymentDetails: [{ ...detail, ...(place === 'rail' ? { rail } : { splitInstruments }) }] }
      },
    )
    const testGateway = await createGatewayWithPaidOrder({
      wrapProvider,
      sandbox: { quirks: { refundStatus: 'payment-details' } },
    })
    const refundWithOutcome = async (merchantRefundId: string, outcome: 'SUCCESS' | 'FAILURE') => {
      await testGateway.gateway.refunds.request(refundOf(merchantRefundId))
      await testGateway.drainJobs()
      await testGateway.sandbox.simulateRefund(merchantRefundId, { outcome })
      await testGateway.drainJobs()
      return testGateway.gateway.refunds.get(merchantRefundId)
    }
    const errorCodes = { errorCode: expect.any(String), detailedErrorCode: expect.any(String) }
    expect(await refundWithOutcome('r-1', 'FAILURE')).toMatchObject({ state: 'FAILED', ...errorCodes })
    expect(await refundWithOutcome('r-2', 'SUCCESS')).toMatchObject({ state: 'COMPLETED', utr: '777700000001' })
  })

  it('has no UTR when the provider repeats that of the payment', async () => {
    const testGateway = await createGatewayWithPaidOrder()
    await testGateway.gateway.refunds.request(refundOf('r-1'))
    await testGateway.drainJobs()
    await testGateway.sandbox.simulateRefund('r-1', { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    expect((await testGateway.gateway.orders.get('paid'))?.utr).toMatch(/^\d{12}$/)
    const refund = await testGateway.gateway.refunds.get('r-1')
    expect(refund?.state).toBe('COMPLETED')
    expect(refund?.utr).toBeUndefined()
  })
})

describe('a refund request without a usable reply', () => {
  it('checks the status after a lost reply, and does not repeat the request', async () => {
    const testGateway = await createGatewayWithPaidOrder()
    await testGateway.sandbox.setFaults({ rules: [{ kind: 'lost-reply', endpoints: ['refund'], times: 1 }] })
    await testGateway.gateway.refunds.request(refundOf('r-1'))
    await testGateway.drainJobs()
    expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({ state: 'REQUESTED', inDoubt: true })
    await testGateway.advance(60_000)
    expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({ state: 'PENDING', inDoubt: false })
    expect((await testGateway.sandbox.order('paid')).refundableAmount).toBe(AMOUNT - HALF)
    expect(sentStatuses(testGateway)).toHaveLength(1)
  })

  it('repeats the request with the same id when the provider does not have it', async () => {
    const testGateway = await createGatewayWithPaidOrder()
    await testGateway.sandbox.setFaults({ rules: [{ kind: 'reset', endpoints: ['refund'], times: 1 }] })
    await testGateway.gateway.refunds.request(refundOf('r-1'))
    await testGateway.drainJobs()
    await testGateway.advance(FLIGHT_MS + 10_000)
    expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({ state: 'PENDING' })
    expect(
      new Set(
        (await testGateway.rows<{ id: string }>('select "merchantRefundId" as id from galla.refunds')).map(
          ({ id }) => id,
        ),
      ),
    ).toEqual(new Set(['r-1']))
  })

  it('keeps the refund REQUESTED after 429, and repeats it later', async () => {
    const testGateway = await createGatewayWithPaidOrder()
    await testGateway.sandbox.setFaults({ rules: [{ kind: 'status', status: 429, endpoints: ['refund'], times: 2 }] })
    await testGateway.gateway.refunds.request(refundOf('r-1'))
    await testGateway.drainJobs()
    expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({ state: 'REQUESTED' })
    await testGateway.advance(60_000)
    await testGateway.advance(60_000)
    expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({ state: 'PENDING' })
  })

  it.each([
    [400, 'No entry found for given merchant refund id'],
    [404, 'Refund not found'],
  ])(
    'repeats the request with the same id when the status is %i with an undocumented code and message %s',
    async (status, message) => {
      const unknown = json({ code: 'ENTITY_MISSING', message }, status)
      const testGateway = await createGatewayWithPaidOrder({
        wrapProvider: replaceRefundResponses((call) => (call === 'status' ? unknown.clone() : undefined)),
      })
      await testGateway.sandbox.setFaults({ rules: [{ kind: 'reset', endpoints: ['refund'], times: 1 }] })
      await testGateway.gateway.refunds.request(refundOf('r-1'))
      await testGateway.drainJobs()
      expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({ state: 'REQUESTED', inDoubt: true })
      await testGateway.advance(FLIGHT_MS + 10_000)
      expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({ state: 'PENDING' })
    },
  )

  it.each([
    ['with KEY_NOT_CONFIGURED', json({ code: 'KEY_NOT_CONFIGURED', message: 'Key not configured' }, 404)],
    ['with Api Mapping Not Found', json({ code: 'BAD_REQUEST', message: 'Api Mapping Not Found' }, 400)],
    ['from an HTML page', new Response('<html>404</html>', { status: 404 })],
  ])('keeps the refund in doubt when the status check fails %s', async (_what, refusal) => {
    let refused = false
    const testGateway = await createGatewayWithPaidOrder({
      wrapProvider: replaceRefundResponses(() => (refused ? refusal.clone() : undefined)),
    })
    await testGateway.sandbox.setFaults({ rules: [{ kind: 'lost-reply', endpoints: ['refund'], times: 1 }] })
    await testGateway.gateway.refunds.request(refundOf('r-1'))
    await testGateway.drainJobs()
    refused = true
    await testGateway.advance(60_000)
    expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({ state: 'REQUESTED', inDoubt: true })
    refused = false
    await testGateway.advance(600_000)
    expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({ state: 'PENDING', inDoubt: false })
    expect(sentStatuses(testGateway)).toHaveLength(1)
  })

  it('keeps the amount reserved when the provider first denies a refund that it has', async () => {
    let denials = 0
    const notFound = { code: 'ENTITY_MISSING', message: 'No entry found for given merchant refund id' }
    const testGateway = await createGatewayWithPaidOrder({
      wrapProvider: replaceRefundResponses((call) =>
        call === 'status' && denials-- > 0 ? json(notFound, 400) : undefined,
      ),
    })
    await testGateway.sandbox.setFaults({ rules: [{ kind: 'lost-reply', endpoints: ['refund'], times: 1 }] })
    await testGateway.gateway.refunds.request(refundOf('r-1'))
    await testGateway.drainJobs()
    denials = 1
    await testGateway.advance(FLIGHT_MS + 10_000)
    expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({ state: 'REQUESTED', inDoubt: true })
    expect(sentStatuses(testGateway)).toHaveLength(2)
    await expect(testGateway.gateway.refunds.request(refundOf('r-2'))).rejects.toMatchObject({
      code: 'REFUND_IN_PROGRESS',
    })
    await testGateway.advance(600_000)
    expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({ state: 'PENDING', inDoubt: false })
    expect((await testGateway.sandbox.order('paid')).refundedAmount).toBe(HALF)
    expect(sentStatuses(testGateway)).toHaveLength(2)
  })
})

describe('a refund made outside the gateway', () => {
  it.each([
    ['no amount', { state: 'COMPLETED' }],
    ['amount 0', { state: 'COMPLETED', amount: 0 }],
    ['a negative amount', { state: 'COMPLETED', amount: -1 }],
    ['another order', { state: 'COMPLETED', amount: 100, originalMerchantOrderId: 'two' }],
    ['an unknown state', { state: 'UNKNOWN', amount: 100 }],
  ] as const)('is not stored when its status has %s', async (_what, status) => {
    const testGateway = await createTestGateway()
    await testGateway.gateway.orders.start({ ...CART, merchantOrderId: 'one' })
    const { context, stop } = await createContext(testGateway.settings)
    const which = { merchantRefundId: 'theirs', merchantOrderId: 'one' }
    expect(await applyRefundObservation(context, which, { kind: 'status', status })).toBeUndefined()
    await stop()
    expect(await testGateway.rows('select 1 from galla.refunds')).toEqual([])
  })

  it('is stored with origin external and reduces the refundable amount', async () => {
    const testGateway = await createGatewayWithPaidOrder()
    const token = await testGateway.sandbox.fetch('http://sandbox.localhost/v1/oauth/token', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'client_id=a&client_secret=b&client_version=1&grant_type=client_credentials',
    })
    const { access_token } = (await token.json()) as { access_token: string }
    const made = await testGateway.sandbox.fetch('http://sandbox.localhost/payments/v2/refund', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `O-Bearer ${access_token}` },
      body: JSON.stringify({ merchantRefundId: 'by-hand', originalMerchantOrderId: 'paid', amount: HALF }),
    })
    expect(made.status).toBe(200)
    await testGateway.sandbox.simulateRefund('by-hand', { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    expect(await testGateway.gateway.refunds.get('by-hand')).toMatchObject({
      origin: 'external',
      state: 'COMPLETED',
      amount: HALF,
    })
    expect(await testGateway.gateway.orders.get('paid')).toMatchObject({ refundedAmount: HALF })
    await expect(testGateway.gateway.refunds.request(refundOf('r-1', AMOUNT))).rejects.toMatchObject({
      code: 'AMOUNT_TOO_LARGE',
    })
  })
})
