import { createHash } from 'node:crypto'
import type { Paise } from '@galla/contract/money'
import { describe, expect, it } from 'vitest'
import { withChangedStatus } from '../helpers/changed-status.ts'
import {
  HALF,
  json,
  payOrder,
  refundOf,
  replaceRefundResponses,
  sentStatuses,
  withPaidOrder,
} from '../helpers/paid-order.ts'
import { AMOUNT, CALLBACK_URL, CART, SECRET, setupTestGateways, type TestGateway } from '../helpers/test-gateway.ts'

const createGatewayWithPaidOrder = withPaidOrder(setupTestGateways())

async function post({ gateway }: TestGateway, payload: object) {
  const authorization = createHash('sha256').update(`${SECRET.username}:${SECRET.password}`).digest('hex')
  const body = JSON.stringify({
    event: 'pg.refund.completed',
    payload: { originalMerchantOrderId: 'paid', ...payload },
  })
  return gateway.fetch(new Request(CALLBACK_URL, { method: 'POST', headers: { authorization }, body }))
}
const paid = async ({ gateway }: TestGateway) => {
  const { refundableAmount, refundedAmount } = (await gateway.orders.get('paid')) ?? {}
  return { refundableAmount, refundedAmount }
}

describe('refunds under attack', () => {
  it('a dashboard refund without our id counts as refunded', async () => {
    const testGateway = await createGatewayWithPaidOrder()
    await post(testGateway, { refundId: 'OMR-1', amount: HALF, state: 'COMPLETED' })
    await testGateway.gateway.runPendingJobs()
    expect(await paid(testGateway)).toEqual({ refundableAmount: AMOUNT - HALF, refundedAmount: HALF })
  })
  it('a dashboard refund of an order that was unknown counts when its callback is repeated after the order is known', async () => {
    const testGateway = await createGatewayWithPaidOrder()
    const refund = { originalMerchantOrderId: 'restored', refundId: 'OMR-1', amount: HALF, state: 'COMPLETED' }
    await post(testGateway, refund)
    for (let n = 0; n < 8; n += 1) await testGateway.advance(6 * 3_600_000)
    await payOrder(testGateway, 'restored')
    expect((await post(testGateway, refund)).status).toBe(200)
    await testGateway.gateway.runPendingJobs()
    expect(await testGateway.gateway.orders.get('restored')).toMatchObject({ refundedAmount: HALF })
  })
  it('a callback about another amount of a completed refund is checked, and needs review', async () => {
    let amount: number = HALF
    const testGateway = await createGatewayWithPaidOrder({
      wrapProvider: withChangedStatus('refund', (status) => ({ ...status, amount, paymentDetails: [] })),
    })
    await testGateway.gateway.refunds.request(refundOf('r-1'))
    await testGateway.drainJobs()
    await testGateway.sandbox.simulateRefund('r-1', { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    amount = HALF + 1
    await post(testGateway, { merchantRefundId: 'r-1', amount, state: 'COMPLETED' })
    await testGateway.gateway.runPendingJobs()
    expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({
      state: 'COMPLETED',
      needsReview: { reason: 'amount-mismatch', theirs: { amount } },
    })
    expect(await paid(testGateway)).toEqual({ refundableAmount: AMOUNT - HALF - 1, refundedAmount: HALF })
  })
  it.each([
    ['another id of the provider', { refundId: 'OMR-OTHER', amount: HALF }],
    ['another amount', { amount: HALF + 1 }],
    ['another order', { originalMerchantOrderId: 'other', amount: HALF }],
  ])('a callback about a completed refund with %s, which its status does not show, needs review', async (_, fields) => {
    const testGateway = await createGatewayWithPaidOrder()
    await testGateway.gateway.refunds.request(refundOf('r-1'))
    await testGateway.drainJobs()
    await testGateway.sandbox.simulateRefund('r-1', { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    await post(testGateway, { merchantRefundId: 'r-1', state: 'COMPLETED', ...fields })
    for (let day = 0; day < 2; day += 1) await testGateway.advance(86_400_000)
    for (let n = 0; n < 8; n += 1) await testGateway.advance(21_600_000)
    expect(await testGateway.rows(`select 1 from galla.callbacks where "error" is not null`)).toHaveLength(1)
  })

  it('a callback without our id of our own refund in doubt does not count twice', async () => {
    let refundId = ''
    const testGateway = await createGatewayWithPaidOrder({
      wrapProvider: (provider) => async (url, init) => {
        const response = await provider(url, init)
        if (!String(url instanceof Request ? url.url : url).endsWith('/refund') || !response.ok) return response
        refundId = ((await response.json()) as { refundId: string }).refundId
        throw new Error('lost')
      },
    })
    await testGateway.gateway.refunds.request(refundOf('r-1'))
    await testGateway.drainJobs()
    await testGateway.sandbox.simulateRefund('r-1', { outcome: 'SUCCESS' })
    await post(testGateway, { refundId, amount: HALF, state: 'COMPLETED' })
    for (let n = 0; n < 8; n += 1) await testGateway.advance(60_001)
    expect(sentStatuses(testGateway)).toEqual([200])
    expect(await paid(testGateway)).toEqual({ refundableAmount: AMOUNT - HALF, refundedAmount: HALF })
    expect((await testGateway.gateway.refunds.list()).rows).toHaveLength(1)
  })
  it('of two opposite decisions about one review exactly one is applied', async () => {
    let isOdd = true
    const testGateway = await createGatewayWithPaidOrder({
      wrapProvider: replaceRefundResponses((call) =>
        call === 'create' && isOdd ? json({ code: 'ODD', message: 'no' }, 400) : undefined,
      ),
    })
    await testGateway.gateway.refunds.request(refundOf('r-1'))
    for (let n = 0; n < 6; n += 1) await testGateway.advance(60_001)
    expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({ needsReview: { reason: 'refused' } })
    isOdd = false
    const other = await testGateway.replica()
    await Promise.allSettled([
      testGateway.gateway.refunds.resolveReview('r-1', { decision: 'failed', note: 'x' }),
      other.refunds.resolveReview('r-1', { decision: 'retry', note: 'x' }),
    ])
    for (let n = 0; n < 4; n += 1) await testGateway.advance(60_001)
    const { state } = (await testGateway.gateway.refunds.get('r-1')) ?? {}
    const sent = sentStatuses(testGateway).filter((one) => one === 200).length
    expect([
      ['FAILED', 0],
      ['PENDING', 1],
    ]).toContainEqual([state, sent])
  })
  it('four processes send one refund once, and the ledger stays append-only', async () => {
    const testGateway = await createGatewayWithPaidOrder()
    const others = await Promise.all([1, 2, 3].map(() => testGateway.replica()))
    await testGateway.gateway.refunds.request(refundOf('r-1', AMOUNT))
    await Promise.all([testGateway.gateway, ...others].map((one) => one.runPendingJobs()))
    expect(sentStatuses(testGateway)).toEqual([200])
    await expect(testGateway.rows('update galla.ledger set "amount" = 1')).rejects.toThrow(/append-only/)
    await expect(testGateway.rows('delete from galla.ledger')).rejects.toThrow(/append-only/)
    await expect(testGateway.rows('truncate galla.ledger')).rejects.toThrow()
    await expect(testGateway.rows('update galla.orders set "availableAmount" = 1')).rejects.toThrow(/follow the ledger/)
  })
  it('contradicting and repeated callbacks in any order leave the state that the provider’s status has', async () => {
    const testGateway = await createGatewayWithPaidOrder()
    await testGateway.gateway.refunds.request(refundOf('r-1'))
    await testGateway.drainJobs()
    await testGateway.sandbox.simulateRefund('r-1', { outcome: 'SUCCESS' })
    for (const state of ['FAILED', 'PENDING', 'COMPLETED', 'FAILED', 'CONFIRMED'])
      for (const amount of [HALF, 1, -1, 0.5, '20000'])
        await post(testGateway, { merchantRefundId: 'r-1', state, amount })
    await testGateway.drainJobs()
    for (let n = 0; n < 4; n += 1) await testGateway.advance(60_001)
    expect(await paid(testGateway)).toEqual({ refundableAmount: AMOUNT - HALF, refundedAmount: HALF })
  })
  it.each([0, -1, 0.5, Number.NaN, 2 ** 53, '20000', AMOUNT + 1])('amount %s is refused', async (amount) => {
    const testGateway = await createGatewayWithPaidOrder()
    await expect(testGateway.gateway.refunds.request(refundOf('r-1', amount as Paise))).rejects.toMatchObject({
      field: 'amount',
    })
  })
  it('a pending refund completes after an erasure of the payer', async () => {
    const testGateway = await createGatewayWithPaidOrder()
    await testGateway.gateway.refunds.request({ ...refundOf('r-1'), note: 'Susheela' })
    await testGateway.drainJobs()
    await testGateway.gateway.payers.erase({ merchantOrderId: 'paid' })
    await testGateway.sandbox.simulateRefund('r-1', { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    for (let n = 0; n < 3; n += 1) await testGateway.advance(60_001)
    expect(await paid(testGateway)).toEqual({ refundableAmount: AMOUNT - HALF, refundedAmount: HALF })
    expect(await testGateway.rows('select 1 from galla.refunds where "note" is not null')).toEqual([])
  })
  it('a database restored to before the refund does not send it twice', async () => {
    const testGateway = await createGatewayWithPaidOrder()
    await testGateway.gateway.refunds.request(refundOf('r-1'))
    await testGateway.drainJobs()
    await testGateway.rows(
      `update galla.refunds set "state" = 'REQUESTED', "inDoubt" = false, "attempts" = 0, "nextPollAtMs" = 0`,
    )
    await testGateway.drainJobs()
    expect(sentStatuses(testGateway)).toEqual([200])
    expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({ state: 'PENDING' })
  })
})

describe('the id of an automatic refund', () => {
  it.each(['-late', '-dup', '-twice'])('is not taken by a refund of another order: %s', async (suffix) => {
    const testGateway = await createGatewayWithPaidOrder()
    const { refunds } = testGateway.gateway
    // The other order may be started later, so that its id is not known yet.
    const reserved = { code: 'INVALID_REQUEST', field: 'merchantRefundId', message: expect.stringContaining(suffix) }
    await expect(refunds.request(refundOf(`victim${suffix}`))).rejects.toMatchObject(reserved)
    await expect(refunds.request(refundOf(`paid-2${suffix}`))).rejects.toMatchObject(reserved)
    expect((await refunds.list()).rows).toEqual([])
    // That of its own order harms no other, and is the same refund when it is repeated.
    const own = refundOf(`paid${suffix}`)
    expect(await refunds.request(own)).toMatchObject({ state: 'REQUESTED' })
    expect(await refunds.request(own)).toMatchObject(own)
  })

  it('is free when its order is paid late, so that the payer is refunded', async () => {
    const testGateway = await createGatewayWithPaidOrder()
    const { gateway, sandbox } = testGateway
    await gateway.orders.start({ ...CART, reference: 'victim', merchantOrderId: 'victim', expireAfter: 300 })
    await gateway.refunds.request(refundOf('victim-late', 1 as Paise)).catch(() => {})
    await testGateway.advance(24 * 3_600_000)
    await sandbox.simulatePayment('victim', { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    await gateway.orders.sync('victim')
    const victim = await gateway.orders.get('victim')
    expect(victim).toMatchObject({ resolution: 'late-refund' })
    expect(victim?.needsReview).toBeUndefined()
    expect(await gateway.refunds.get('victim-late')).toMatchObject({ merchantOrderId: 'victim', amount: AMOUNT })
  })
})
