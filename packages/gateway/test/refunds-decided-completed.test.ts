import { createHash } from 'node:crypto'
import type { Paise } from '@galla/contract/money'
import { describe, expect, it } from 'vitest'
import type { GatewayContext } from '../src/context.ts'
import type { RefundEvent } from '../src/index.ts'
import { resolveRefundReview } from '../src/services/refunds/resolve-refund.ts'
import { dyingAt } from './helpers/dying-process.ts'
import { HALF, refundOf, withPaidOrder, withProcesses } from './helpers/paid-order.ts'
import { createTestConsole, testPassword } from './helpers/test-console.ts'
import { AMOUNT, CALLBACK_URL, SECRET, setupTestGateways, type TestGateway } from './helpers/test-gateway.ts'

const createGatewayWithPaidOrder = withPaidOrder(setupTestGateways())
const KEY = 'external:OMR-1'
const DAY_MS = 86_400_000
const COMPLETED = { decision: 'completed', note: 'the bank has paid it out' } as const

/** Sends a callback of the refund `OMR-1` without our id, and applies it. */
async function post({ gateway }: TestGateway, payload: object) {
  const authorization = createHash('sha256').update(`${SECRET.username}:${SECRET.password}`).digest('hex')
  const fields = { originalMerchantOrderId: 'paid', refundId: 'OMR-1', amount: HALF, state: 'CONFIRMED', ...payload }
  const body = JSON.stringify({ event: 'pg.refund.accepted', payload: fields })
  const response = await gateway.fetch(new Request(CALLBACK_URL, { method: 'POST', headers: { authorization }, body }))
  expect(response.status).toBe(200)
  await gateway.runPendingJobs()
}

/** A refund that only callbacks report, of which no final one came for 15 days. */
async function createGatewayWithUndecided(completed: string[] = []): Promise<TestGateway> {
  const on = {
    'refund.completed': ({ refund }: RefundEvent) => void completed.push(`${refund.merchantRefundId} ${refund.amount}`),
  }
  const testGateway = await createGatewayWithPaidOrder({ gateway: { on } })
  await post(testGateway, {})
  for (let day = 0; day < 15; day += 1) await testGateway.advance(DAY_MS)
  expect(await testGateway.gateway.refunds.get(KEY)).toMatchObject({ needsReview: { reason: 'undecided' } })
  return testGateway
}

const balances = async ({ gateway }: TestGateway) => {
  const { refundableAmount, refundedAmount } = (await gateway.orders.get('paid')) ?? {}
  return { refundableAmount, refundedAmount }
}
const PAID_BACK = { refundableAmount: AMOUNT - HALF, refundedAmount: HALF }

describe('an undecided refund without an id of ours, which a person decides as completed', () => {
  it('is posted in the ledger, reported, audited and not in review any more', async () => {
    const completed: string[] = []
    const testGateway = await createGatewayWithUndecided(completed)
    const { refunds } = testGateway.gateway
    expect(await refunds.resolveReview(KEY, COMPLETED)).toMatchObject({ state: 'COMPLETED', amount: HALF })
    expect((await refunds.get(KEY))?.needsReview).toBeUndefined()
    expect(await balances(testGateway)).toEqual(PAID_BACK)
    await testGateway.drainJobs()
    expect(completed).toEqual([`${KEY} ${HALF}`])
    expect(await testGateway.rows('select "what", "detail" from galla.audit')).toEqual([
      { what: `resolved the review of refund ${KEY}: paid out`, detail: 'undecided: the bank has paid it out' },
    ])
    // The next refund is not held up any more.
    await refunds.request(refundOf('r-2', (AMOUNT - HALF) as Paise))
  })

  it('stays so when the provider says the same or less, and needs review when it says the contrary', async () => {
    const completed: string[] = []
    const testGateway = await createGatewayWithUndecided(completed)
    const { refunds } = testGateway.gateway
    await refunds.resolveReview(KEY, COMPLETED)
    for (const state of ['PENDING', 'COMPLETED']) await post(testGateway, { state })
    await testGateway.drainJobs()
    const decided = await refunds.get(KEY)
    expect(decided).toMatchObject({ state: 'COMPLETED' })
    expect(decided?.needsReview).toBeUndefined()
    expect(completed).toHaveLength(1)
    await post(testGateway, { state: 'FAILED' })
    expect(await refunds.get(KEY)).toMatchObject({ state: 'COMPLETED', needsReview: { reason: 'contradiction' } })
    expect(await balances(testGateway)).toEqual(PAID_BACK)
  })

  it('needs review when the provider reports another amount later', async () => {
    const testGateway = await createGatewayWithUndecided()
    await testGateway.gateway.refunds.resolveReview(KEY, COMPLETED)
    await post(testGateway, { state: 'COMPLETED', amount: HALF - 1 })
    expect(await testGateway.gateway.refunds.get(KEY)).toMatchObject({ needsReview: { reason: 'amount-mismatch' } })
  })

  it('is decided once by two persons, and with a callback at the same time', async () => {
    const completed: string[] = []
    const testGateway = await createGatewayWithUndecided(completed)
    const other = await testGateway.replica()
    await Promise.allSettled([
      testGateway.gateway.refunds.resolveReview(KEY, COMPLETED),
      other.refunds.resolveReview(KEY, COMPLETED),
      post(testGateway, { state: 'COMPLETED' }),
    ])
    await testGateway.advance(60_000)
    expect(await balances(testGateway)).toEqual(PAID_BACK)
    expect(completed).toEqual([`${KEY} ${HALF}`])
  })

  it('has been decided completely or not at all when the process is killed at any call', async () => {
    const completed: string[] = []
    const testGateway = await createGatewayWithUndecided(completed)
    await withProcesses(testGateway, 1, async ([context]) => {
      for (let at = 0, died = true; died; at += 1) {
        const dying = dyingAt(context as GatewayContext, at)
        await resolveRefundReview(dying.process, KEY, COMPLETED).catch(() => {})
        died = dying.died()
        const refund = await testGateway.gateway.refunds.get(KEY)
        const { refundedAmount } = await balances(testGateway)
        expect({ at, refundedAmount, inReview: refund?.needsReview !== undefined }).toEqual(
          refund?.state === 'COMPLETED'
            ? { at, refundedAmount: HALF, inReview: false }
            : { at, refundedAmount: 0, inReview: true },
        )
      }
    })
    await testGateway.advance(60_000)
    expect(completed).toEqual([`${KEY} ${HALF}`])
  }, 120_000)

  it('is decided in the console', async () => {
    const testGateway = await createGatewayWithUndecided()
    await withProcesses(testGateway, 1, async ([context]) => {
      const { request } = await createTestConsole(context as GatewayContext, await testPassword())
      const path = `/api/refunds/${encodeURIComponent(KEY)}/resolve-review`
      const { version } = (await testGateway.gateway.refunds.get(KEY)) ?? {}
      const response = await request(path, { method: 'POST', body: { ...COMPLETED, version } })
      expect(await response.json()).toMatchObject({ state: 'COMPLETED', amount: HALF })
    })
  })
})

describe('a review that nobody may decide as completed', () => {
  it('is that of a refund whose status can be checked', async () => {
    const testGateway = await createGatewayWithPaidOrder()
    const { refunds } = testGateway.gateway
    await refunds.request(refundOf('r-1'))
    await testGateway.drainJobs()
    for (let day = 0; day < 16; day += 1) await testGateway.advance(DAY_MS)
    expect(await refunds.get('r-1')).toMatchObject({ needsReview: { reason: 'undecided' } })
    await expect(refunds.resolveReview('r-1', COMPLETED)).rejects.toMatchObject({ field: 'decision' })
  })

  it('is that of a refund of which the order has too little left', async () => {
    const testGateway = await createGatewayWithPaidOrder()
    const { refunds } = testGateway.gateway
    await refunds.request(refundOf('r-1', (HALF + 1) as Paise))
    await testGateway.drainJobs()
    await post(testGateway, { amount: AMOUNT - HALF })
    expect(await refunds.get(KEY)).toMatchObject({ needsReview: { reason: 'contradiction' } })
    await expect(refunds.resolveReview(KEY, COMPLETED)).rejects.toThrow(/'accept' ends the review/)
    await testGateway.sandbox.simulateRefund('r-1', { outcome: 'FAILURE' })
    await testGateway.drainJobs()
    // The order has it again.
    await refunds.resolveReview(KEY, COMPLETED)
    expect(await balances(testGateway)).toEqual({ refundableAmount: HALF, refundedAmount: AMOUNT - HALF })
  })

  it('is that of a refund whose amount is reported differently: that amount can be adopted', async () => {
    const testGateway = await createGatewayWithUndecided()
    await post(testGateway, { amount: HALF + 1 })
    const { refunds } = testGateway.gateway
    expect(await refunds.get(KEY)).toMatchObject({ needsReview: { reason: 'amount-mismatch' } })
    await expect(refunds.resolveReview(KEY, COMPLETED)).rejects.toMatchObject({ field: 'decision' })
    expect(await balances(testGateway)).toMatchObject({ refundedAmount: 0 })
  })
})
