import { Galla, paise } from '@galla/sdk'
import { expect, it } from 'vitest'
import { reconcile, repairDiscrepancies } from '../src/services/finance/reconcile.ts'
import { resolveReview } from '../src/services/orders/console-orders.ts'
import { JOBS } from '../src/workers/jobs.ts'
import { withChangedStatus } from './helpers/changed-status.ts'
import { withProcesses } from './helpers/paid-order.ts'
import {
  AMOUNT,
  CART,
  CLIENT,
  setupTestGateways,
  type TestGateway,
  type TestGatewayOptions,
} from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const MINUTE_MS = 60_000

/** Orders of one reference, paid at the provider; their payments are not known here. */
async function withPaidOrders(ids: readonly string[], options: TestGatewayOptions = {}): Promise<TestGateway> {
  const testGateway = await createTestGateway(options)
  for (const merchantOrderId of ids) await testGateway.gateway.orders.start({ ...CART, merchantOrderId })
  for (const id of ids) await testGateway.sandbox.simulatePayment(id, { outcome: 'SUCCESS' })
  return testGateway
}

/** The refund is sent without this database knowing it, as before it was restored from an older backup. */
async function sendBeforeRestore({ sandbox }: TestGateway, merchantRefundId: string, originalMerchantOrderId: string) {
  const client = new Galla({ ...CLIENT, clientVersion: 1, fetch: sandbox.fetch })
  await client.refunds.create({ merchantRefundId, originalMerchantOrderId, amount: AMOUNT })
  await client.close()
}

/** Such a refund of which the bank has decided. */
async function decideBeforeRestore(
  testGateway: TestGateway,
  merchantRefundId: string,
  merchantOrderId: string,
  outcome: 'FAILURE' | 'SUCCESS',
) {
  await sendBeforeRestore(testGateway, merchantRefundId, merchantOrderId)
  await testGateway.sandbox.simulateRefund(merchantRefundId, { outcome })
}

const refundedThere = async ({ sandbox }: TestGateway, id: string) => (await sandbox.order(id)).refundedAmount

it('refunds no second payment when the other one was refunded before the restore', async () => {
  const testGateway = await withPaidOrders(['first', 'second'])
  const { gateway } = testGateway
  await sendBeforeRestore(testGateway, 'second-dup', 'second')
  await gateway.orders.sync('second')
  await gateway.markRestored()
  await gateway.orders.sync('first')
  await gateway.runPendingJobs()
  await testGateway.advance(MINUTE_MS)
  expect(await refundedThere(testGateway, 'first')).toBe(0)
  expect(await gateway.refunds.get('second-dup')).toMatchObject({ merchantOrderId: 'second', origin: 'external' })
  expect(await gateway.refunds.get('first-dup')).toMatchObject({ state: 'FAILED', errorCode: 'OTHER_PAYMENT_REFUNDED' })
  const first = await gateway.orders.get('first')
  expect(first).toMatchObject({ refundableAmount: AMOUNT, needsReview: { reason: 'automatic-refund-failed' } })
  expect(await gateway.orders.get('second')).toMatchObject({ refundableAmount: 0 })
})

it('fulfils no payment whose automatic refund failed before the restore: a person may have refunded it under another id', async () => {
  const testGateway = await withPaidOrders(['first', 'second'], { sandbox: { refundTiming: false } })
  const { gateway, sandbox } = testGateway
  await sandbox.setFaults({ callbacks: { dropRate: 1 } })
  await decideBeforeRestore(testGateway, 'second-dup', 'second', 'FAILURE')
  await decideBeforeRestore(testGateway, 'by-hand-1', 'second', 'SUCCESS')
  await sandbox.clock.advance(11 * MINUTE_MS)
  await gateway.markRestored()
  await gateway.orders.sync('second')
  await gateway.orders.sync('first')
  for (let minute = 0; minute < 5; minute += 1) await testGateway.advance(MINUTE_MS)
  expect(await gateway.orders.get('first')).toMatchObject({ resolution: 'fulfil' })
  expect(await gateway.orders.get('second')).toMatchObject({
    resolution: 'duplicate-refund',
    needsReview: { reason: 'automatic-refund-failed' },
  })
  expect(await refundedThere(testGateway, 'first')).toBe(0)
})

it('takes the automatic refund that was made for the one that counts, when another of the order failed', async () => {
  const testGateway = await withPaidOrders(['first'], { sandbox: { refundTiming: false } })
  const { gateway, sandbox } = testGateway
  await sandbox.setFaults({ callbacks: { dropRate: 1 } })
  await decideBeforeRestore(testGateway, 'first-dup', 'first', 'FAILURE')
  await decideBeforeRestore(testGateway, 'first-late', 'first', 'SUCCESS')
  await sandbox.clock.advance(11 * MINUTE_MS)
  await gateway.markRestored()
  await gateway.orders.sync('first')
  for (let minute = 0; minute < 5; minute += 1) await testGateway.advance(MINUTE_MS)
  const first = await gateway.orders.get('first')
  expect(first).toMatchObject({ resolution: 'late-refund', refundedAmount: AMOUNT })
  expect(first?.needsReview).toBeUndefined()
})

it.each([
  ['before it is tried', false],
  ['after a try that was refused for now', true],
])('refunds no second payment while the provider says that the fulfilled one failed, %s', async (_, isTried) => {
  let isTakenBack = false
  let isBusy = isTried
  const changed = withChangedStatus('order', (status) => ({ ...status, state: 'FAILED', paymentDetails: [] }))
  const testGateway = await withPaidOrders([], {
    wrapProvider: (provider) => async (url, init) => {
      if (isBusy && String(url).endsWith('/refund')) return new Response('', { status: 429 })
      return (isTakenBack && String(url).includes('/order/first/') ? changed(provider) : provider)(url, init)
    },
  })
  const { gateway, sandbox, advance } = testGateway
  for (const merchantOrderId of ['first', 'second']) await gateway.orders.start({ ...CART, merchantOrderId })
  await sandbox.simulatePayment('first', { outcome: 'SUCCESS' })
  await gateway.orders.sync('first')
  await advance(2 * MINUTE_MS)
  if (isTried) {
    await sandbox.simulatePayment('second', { outcome: 'SUCCESS' })
    await gateway.orders.sync('second')
    await advance(MINUTE_MS)
    expect((await gateway.refunds.get('second-dup'))?.attempts).toBeGreaterThan(0)
  }
  isTakenBack = true
  await gateway.orders.sync('first')
  expect(await gateway.orders.get('first')).toMatchObject({ needsReview: { reason: 'contradiction' } })
  isBusy = false
  if (!isTried) {
    await sandbox.simulatePayment('second', { outcome: 'SUCCESS' })
    await gateway.orders.sync('second')
  }
  for (let minute = 0; minute < 30; minute += 1) await advance(MINUTE_MS)
  expect(await gateway.refunds.get('second-dup')).toMatchObject({ state: 'REQUESTED' })
  expect(await refundedThere(testGateway, 'second')).toBe(0)
  isTakenBack = false
  await withProcesses(testGateway, 1, async ([context]) => {
    if (context) await resolveReview(context, 'first', { note: 'the dashboard shows it as paid' })
  })
  for (let hour = 0; hour < 3; hour += 1) await advance(60 * MINUTE_MS)
  expect(await gateway.refunds.get('second-dup')).toMatchObject({ state: 'COMPLETED' })
})

it('refunds no second payment when the review of the fulfilled one begins before its sending is marked', async () => {
  let sentAfter = 0
  let transactions = 0
  const takenBack = withChangedStatus('order', (status) => ({ ...status, state: 'FAILED', paymentDetails: [] }))
  const inReview = new Set<string>()
  const testGateway = await withPaidOrders([], {
    wrapProvider: (provider) => async (url, init) => {
      if (String(url).endsWith('/refund')) sentAfter = transactions
      const [, merchantOrderId = ''] = /\/order\/([^/]+)\/status/.exec(String(url)) ?? []
      return (inReview.has(merchantOrderId) ? takenBack(provider) : provider)(url, init)
    },
  })
  const { gateway, sandbox, advance } = testGateway
  await withProcesses(testGateway, 1, async ([context]) => {
    if (!context) return
    /** Sends the refund of the second payment of a cart whose fulfilled order gets in review before the transaction with this number. */
    const send = async (name: string, before: number) => {
      for (const one of ['first', 'second'])
        await gateway.orders.start({ ...CART, reference: name, merchantOrderId: `${one}-${name}` })
      await sandbox.simulatePayment(`first-${name}`, { outcome: 'SUCCESS' })
      await gateway.orders.sync(`first-${name}`)
      await advance(2 * MINUTE_MS)
      await sandbox.simulatePayment(`second-${name}`, { outcome: 'SUCCESS' })
      await gateway.orders.sync(`second-${name}`)
      sentAfter = transactions = 0
      const transaction: typeof context.database.transaction = async (work, queueKey) => {
        transactions += 1
        if (transactions === before) {
          inReview.add(`first-${name}`)
          await gateway.orders.sync(`first-${name}`)
        }
        return context.database.transaction(work, queueKey)
      }
      await JOBS['send-refunds']({ ...context, database: { ...context.database, transaction } })
    }
    await send('control', 0)
    expect(sentAfter).toBeGreaterThan(0)
    const marked = sentAfter
    for (let before = 1; before <= marked; before += 1) {
      await send(`cart-${before}`, before)
      expect(sentAfter).toBe(0)
      expect(await gateway.orders.get(`first-cart-${before}`)).toMatchObject({
        needsReview: { reason: 'contradiction' },
      })
    }
  })
})

it('leaves it to a person which payment is refunded when the automatic refund of the other one failed before the restore', async () => {
  const testGateway = await withPaidOrders(['first', 'second'], { sandbox: { refundTiming: false } })
  const { gateway } = testGateway
  await decideBeforeRestore(testGateway, 'second-dup', 'second', 'FAILURE')
  await gateway.orders.sync('second')
  await gateway.markRestored()
  await gateway.orders.sync('first')
  await gateway.runPendingJobs()
  await testGateway.advance(MINUTE_MS)
  expect(await refundedThere(testGateway, 'first')).toBe(0)
  expect(await gateway.orders.get('first')).toMatchObject({ needsReview: { reason: 'automatic-refund-failed' } })
})

it.each([
  ['before the other payment is known', true],
  ['after it is known', false],
])('refunds no second payment when the automatic refund of the other one is requested again %s', async (_, isFirst) => {
  const testGateway = await withPaidOrders(['first', 'second'])
  const { gateway } = testGateway
  await sendBeforeRestore(testGateway, 'second-dup', 'second')
  await gateway.orders.sync('second')
  await gateway.markRestored()
  const again = { merchantRefundId: 'second-dup', merchantOrderId: 'second', amount: AMOUNT }
  if (isFirst) await gateway.refunds.request(again)
  await gateway.orders.sync('first')
  if (!isFirst) await gateway.refunds.request(again)
  await gateway.runPendingJobs()
  await testGateway.advance(MINUTE_MS)
  expect(await gateway.refunds.get('second-dup')).toMatchObject({ state: 'COMPLETED' })
  expect(await refundedThere(testGateway, 'first')).toBe(0)
  const first = await gateway.orders.get('first')
  expect(first).toMatchObject({ refundableAmount: AMOUNT, needsReview: { reason: 'automatic-refund-failed' } })
})

it('refunds a second payment when a person resumes the refund that the provider’s refusals hold back', async () => {
  const testGateway = await withPaidOrders(['first', 'second'], {
    wrapProvider: (provider) => async (url, init) =>
      String(url).includes('/refund/second-')
        ? Response.json({ code: 'BAD_REQUEST', message: 'Bad request' }, { status: 400 })
        : provider(url, init),
  })
  const { gateway } = testGateway
  await gateway.markRestored()
  await gateway.orders.sync('second')
  await gateway.orders.sync('first')
  for (let day = 0; day < 4; day += 1) await testGateway.advance(24 * 60 * MINUTE_MS)
  expect(await gateway.refunds.get('first-dup')).toMatchObject({
    state: 'REQUESTED',
    needsReview: { reason: 'undecided' },
  })
  await gateway.refunds.resolveReview('first-dup', {
    decision: 'retry',
    note: 'the dashboard has no refund of the other',
  })
  await testGateway.advance(MINUTE_MS)
  await testGateway.advance(MINUTE_MS)
  expect(await gateway.refunds.get('first-dup')).toMatchObject({ state: 'COMPLETED' })
  expect([await refundedThere(testGateway, 'first'), await refundedThere(testGateway, 'second')]).toEqual([AMOUNT, 0])
})

it('refunds a second payment when only a part of the other one was requested under the id of an automatic refund', async () => {
  const testGateway = await withPaidOrders(['first'], { gateway: { refundControls: { programApprovalAbove: 50 } } })
  const { gateway, sandbox } = testGateway
  await gateway.orders.start({ ...CART, merchantOrderId: 'second' })
  await gateway.orders.sync('first')
  await gateway.markRestored()
  await gateway.refunds.request({ merchantRefundId: 'first-late', merchantOrderId: 'first', amount: paise(100) })
  await sandbox.simulatePayment('second', { outcome: 'SUCCESS' })
  await gateway.orders.sync('second')
  await testGateway.drainJobs()
  await testGateway.advance(MINUTE_MS)
  expect(await gateway.refunds.get('second-dup')).toMatchObject({ state: 'COMPLETED', amount: AMOUNT })
  expect(await refundedThere(testGateway, 'second')).toBe(AMOUNT)
})

it.each([
  ['is busy', new Response('busy', { status: 503 })],
  ['refuses the question', Response.json({ code: 'BAD_REQUEST', message: 'The header is invalid' }, { status: 400 })],
  ['limits its calls', Response.json({ code: 'TOO_MANY_REQUESTS', message: 'Too many requests' }, { status: 429 })],
])(
  'refunds a second payment only after the provider, which %s, has answered about the other one',
  async (_, refusal) => {
    let answers = false
    const testGateway = await withPaidOrders(['first', 'second'], {
      wrapProvider: (provider) => async (url, init) =>
        !answers && String(url).includes('/refund/second-late/') ? refusal.clone() : provider(url, init),
    })
    const { gateway } = testGateway
    await gateway.orders.sync('second')
    await gateway.markRestored()
    await gateway.orders.sync('first')
    await gateway.runPendingJobs()
    await testGateway.advance(MINUTE_MS)
    expect(await gateway.refunds.get('first-dup')).toMatchObject({ state: 'REQUESTED' })
    answers = true
    await testGateway.advance(60 * MINUTE_MS)
    await testGateway.advance(MINUTE_MS)
    expect(await refundedThere(testGateway, 'first')).toBe(AMOUNT)
    expect((await gateway.orders.get('first'))?.needsReview).toBeUndefined()
  },
)

it('finds the automatic refund of a fulfilled order by a reconciliation of its day, and takes it over', async () => {
  const testGateway = await withPaidOrders(['first'])
  const { gateway, sandbox } = testGateway
  await sendBeforeRestore(testGateway, 'first-late', 'first')
  await gateway.orders.sync('first')
  await withProcesses(testGateway, 1, async ([context]) => {
    if (!context) return
    const nowMs = sandbox.clock.now()
    const { rows } = await reconcile(context, { fromMs: nowMs - MINUTE_MS, toMs: nowMs + MINUTE_MS })
    expect(rows).toMatchObject([{ kind: 'missing-here', merchantRefundId: 'first-late', repairable: true }])
    expect((await repairDiscrepancies(context, ['first'])).rows).toEqual([])
  })
  expect(await gateway.orders.get('first')).toMatchObject({ state: 'COMPLETED', refundableAmount: 0 })
})

it('keeps the amount of a refund that this database has not sent while the provider does not answer: it may have been sent before', async () => {
  let isAway = false
  const testGateway = await withPaidOrders(['first'], {
    wrapProvider: (provider) => async (url, init) =>
      isAway && String(url).includes('/refund') ? new Response('', { status: 503 }) : provider(url, init),
  })
  const { gateway, advance } = testGateway
  await gateway.orders.sync('first')
  await sendBeforeRestore(testGateway, 'r-1', 'first')
  isAway = true
  await gateway.refunds.request({ merchantRefundId: 'r-1', merchantOrderId: 'first', amount: AMOUNT })
  for (let hours = 0; hours < 80; hours += 4) await advance(4 * 60 * MINUTE_MS)
  expect(await gateway.refunds.get('r-1')).toMatchObject({ attempts: 0, needsReview: { reason: 'undecided' } })
  const failed = { decision: 'failed', note: 'the dashboard does not show it' } as const
  await expect(gateway.refunds.resolveReview('r-1', failed)).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' })
  expect((await gateway.orders.get('first'))?.refundableAmount).toBe(0)
  isAway = false
  await expect(gateway.refunds.resolveReview('r-1', failed)).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
  expect(await refundedThere(testGateway, 'first')).toBe(AMOUNT)
})
