import { Galla } from '@galla/sdk'
import { sign } from '@galla/sdk/testing'
import { describe, expect, it } from 'vitest'
import { resolveReview } from '../src/services/orders/console-orders.ts'
import { withChangedStatus } from './helpers/changed-status.ts'
import { withProcesses } from './helpers/paid-order.ts'
import { AMOUNT, CALLBACK_URL, CART, CLIENT, setupTestGateways, type TestGateway } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const MINUTE_MS = 60_000

/** Paid while nothing was asked, and no callback arrived: an order that a restored database holds as open. */
async function paidUnseen(testGateway: TestGateway): Promise<void> {
  const { gateway, sandbox } = testGateway
  await gateway.orders.start({ ...CART, merchantOrderId: 'one' })
  await sandbox.setFaults({ callbacks: { dropRate: 1 } })
  await sandbox.simulatePayment('one', { outcome: 'SUCCESS' })
  await gateway.markRestored()
}

const HMAC = { secretKey: 'a key of the stall' }

/** The callback of a payment as the provider signs it, when it repeats it later. */
async function sendSigned({ gateway, sandbox }: TestGateway, merchantOrderId: string): Promise<void> {
  const { orderId, paymentDetails } = await sandbox.order(merchantOrderId)
  const payload = { merchantOrderId, orderId, state: 'COMPLETED', amount: AMOUNT, paymentDetails }
  const body = JSON.stringify({ event: 'checkout.order.completed', payload })
  const headers = { 'content-type': 'application/json', ...(await sign(body, HMAC)) }
  expect((await gateway.fetch(new Request(CALLBACK_URL, { method: 'POST', headers, body }))).status).toBe(200)
}

/** The refund is sent without this database knowing it, as before it was restored. */
async function refundAsLate({ sandbox }: TestGateway): Promise<void> {
  const client = new Galla({ ...CLIENT, clientVersion: 1, fetch: sandbox.fetch })
  await client.refunds.create({ merchantRefundId: 'one-late', originalMerchantOrderId: 'one', amount: AMOUNT })
  await client.close()
}

/** A provider that reports this state of each order and of its payments. */
const sayingOfAll = (state: 'FAILED' | 'PENDING') =>
  withChangedStatus('order', (status) => ({
    ...status,
    state,
    paymentDetails: (status.paymentDetails as object[]).map((one) => ({ ...one, state })),
  }))

describe('an order from before a restore that is found paid', () => {
  it('whose payment was refunded as late before the database was restored is not fulfilled', async () => {
    const testGateway = await createTestGateway()
    const { gateway } = testGateway
    await paidUnseen(testGateway)
    await refundAsLate(testGateway)
    await testGateway.advance(11 * MINUTE_MS)
    await testGateway.advance(MINUTE_MS)
    expect(await gateway.orders.get('one')).toMatchObject({
      state: 'COMPLETED',
      resolution: 'late-refund',
      refundedAmount: AMOUNT,
    })
    expect(await testGateway.rows(`select 1 from galla.events where "event" = 'order.completed'`)).toEqual([])
  })

  it('is not fulfilled either when a callback has reported the refund before the payment was known', async () => {
    let isAway = true
    const testGateway = await createTestGateway({
      wrapProvider: (provider) => async (url, init) =>
        isAway && String(url).includes('/order/one/status')
          ? new Response('busy', { status: 503 })
          : provider(url, init),
    })
    const { gateway, sandbox } = testGateway
    await paidUnseen(testGateway)
    await testGateway.advance(30 * MINUTE_MS)
    await sandbox.setFaults({})
    await refundAsLate(testGateway)
    await testGateway.drainJobs()
    await testGateway.advance(MINUTE_MS)
    expect(await gateway.refunds.get('one-late')).toBeDefined()
    isAway = false
    for (let hour = 0; hour < 8; hour += 1) await testGateway.advance(60 * MINUTE_MS)
    expect(await gateway.orders.get('one')).toMatchObject({
      state: 'COMPLETED',
      resolution: 'late-refund',
      refundedAmount: AMOUNT,
    })
    expect((await gateway.orders.get('one'))?.needsReview).toBeUndefined()
  })

  it.each([false, true])(
    'and whose cart another order has paid waits for the answer as well (a signed callback comes first: %s)',
    async (isSigned) => {
      const away = { refunds: true, status: isSigned }
      const testGateway = await createTestGateway({
        gateway: { callbackCredentials: HMAC, policy: { trustHmacCallbacks: true } },
        wrapProvider: (provider) => async (url, init) => {
          const { pathname } = new URL(String(url))
          const isAway =
            (away.refunds && pathname.includes('/refund/one-')) || (away.status && pathname.includes('/order/one/'))
          return isAway ? new Response('busy', { status: 503 }) : provider(url, init)
        },
      })
      const { gateway, sandbox } = testGateway
      await gateway.orders.start({ ...CART, merchantOrderId: 'two' })
      await paidUnseen(testGateway)
      await refundAsLate(testGateway)
      await sandbox.clock.advance(11 * MINUTE_MS)
      await sandbox.simulatePayment('two', { outcome: 'SUCCESS' })
      await gateway.orders.sync('two')
      if (isSigned) {
        await sendSigned(testGateway, 'one')
        await testGateway.drainJobs()
      }
      await gateway.orders.sync('one')
      expect(await gateway.orders.get('one')).toMatchObject({ state: 'PENDING' })
      Object.assign(away, { refunds: false, status: false })
      for (let hour = 0; hour < 3; hour += 1) await testGateway.advance(60 * MINUTE_MS)
      const one = await gateway.orders.get('one')
      expect(one).toMatchObject({ state: 'COMPLETED', resolution: 'late-refund', refundedAmount: AMOUNT })
      expect(one?.needsReview).toBeUndefined()
      expect(await gateway.orders.get('two')).toMatchObject({ resolution: 'fulfil', refundedAmount: 0 })
    },
  )

  it('is fulfilled when the provider has no refund of it', async () => {
    const testGateway = await createTestGateway()
    await paidUnseen(testGateway)
    await testGateway.advance(11 * MINUTE_MS)
    expect(await testGateway.gateway.orders.get('one')).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
  })

  it.each([
    ['may not refund', Response.json({ code: 'FORBIDDEN', message: 'Refunds are not enabled' }, { status: 403 })],
    ['is refused without a reason', Response.json({ code: 'BAD_REQUEST', message: 'Bad request' }, { status: 400 })],
  ])('is fulfilled when the account %s', async (_, refusal) => {
    const testGateway = await createTestGateway({
      wrapProvider: (provider) => async (url, init) =>
        String(url).includes('/refund/') ? refusal.clone() : provider(url, init),
    })
    await paidUnseen(testGateway)
    await testGateway.advance(11 * MINUTE_MS)
    expect(await testGateway.gateway.orders.get('one')).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
  })

  it.each([
    ['FAILED', 5],
    ['FAILED', 40],
    ['PENDING', 5],
    ['PENDING', 40],
  ] as const)('is %s without a review when the provider says so %i minutes later', async (state, minutes) => {
    let answers: 'nothing of refunds' | typeof state = 'nothing of refunds'
    const changed = sayingOfAll(state)
    const testGateway = await createTestGateway({
      wrapProvider: (provider) => async (url, init) => {
        if (answers !== 'nothing of refunds') return changed(provider)(url, init)
        return String(url).includes('/refund/') ? new Response('busy', { status: 503 }) : provider(url, init)
      },
    })
    const { gateway } = testGateway
    await paidUnseen(testGateway)
    await testGateway.advance(11 * MINUTE_MS)
    for (let minute = 0; minute < minutes; minute += 1) await testGateway.advance(MINUTE_MS)
    expect((await gateway.orders.get('one'))?.needsReview !== undefined).toBe(minutes > 20)
    answers = state
    for (let hour = 0; hour < 26; hour += 1) {
      await testGateway.advance(60 * MINUTE_MS)
      if (minutes < 20) expect((await gateway.orders.get('one'))?.needsReview).toBeUndefined()
    }
    const order = await gateway.orders.get('one')
    expect(order?.state).toBe(state)
    expect(order?.needsReview).toBeUndefined()
  })

  it.each(['FAILED', 'PENDING'] as const)(
    'is asked for its refund when the provider says COMPLETED again after it said %s',
    async (state) => {
      let answers: 'nothing of refunds' | 'an older state' | 'all' = 'nothing of refunds'
      const older = sayingOfAll(state)
      const testGateway = await createTestGateway({
        wrapProvider: (provider) => async (url, init) => {
          if (answers === 'an older state') return older(provider)(url, init)
          const isAway = answers === 'nothing of refunds' && String(url).includes('/refund/')
          return isAway ? new Response('busy', { status: 503 }) : provider(url, init)
        },
      })
      const { gateway } = testGateway
      await paidUnseen(testGateway)
      await refundAsLate(testGateway)
      await testGateway.advance(11 * MINUTE_MS)
      for (let minute = 0; minute < 40; minute += 1) await testGateway.advance(MINUTE_MS)
      expect(await gateway.orders.get('one')).toMatchObject({ needsReview: { reason: 'undecided' } })
      answers = 'an older state'
      for (let minute = 0; minute < 80; minute += 20) await testGateway.advance(20 * MINUTE_MS)
      answers = 'all'
      // As often as any order that has failed is looked at.
      for (let hour = 0; hour < 26; hour += 1) await testGateway.advance(60 * MINUTE_MS)
      const one = await gateway.orders.get('one')
      expect(one).toMatchObject({ state: 'COMPLETED', resolution: 'late-refund', refundedAmount: AMOUNT })
      expect(one?.needsReview).toBeUndefined()
    },
  )

  it('is decided within two hours when one answer between is older and says PENDING', async () => {
    let answered: 'nothing' | 'orders' | 'older orders' | 'all' = 'nothing'
    const older = withChangedStatus('order', (status) => ({ ...status, state: 'PENDING', paymentDetails: [] }))
    const testGateway = await createTestGateway({
      wrapProvider: (provider) => async (url, init) => {
        const isAway = answered === 'nothing' ? '/status' : answered === 'orders' ? '/refund/' : undefined
        if (isAway && String(url).includes(isAway)) return new Response('busy', { status: 503 })
        return (answered === 'older orders' ? older(provider) : provider)(url, init)
      },
    })
    const { gateway, rows } = testGateway
    const pass = async (minutes: number) => {
      for (let minute = 0; minute < minutes; minute += 5) await testGateway.advance(5 * MINUTE_MS)
    }
    await paidUnseen(testGateway)
    await pass(80)
    answered = 'orders'
    while ((await rows('select from galla.orders where "needsReview" is null')).length > 0) await pass(5)
    answered = 'older orders'
    await pass(50)
    answered = 'all'
    await pass(120)
    expect(await gateway.orders.get('one')).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
  })

  it('waits while the provider does not say, then for a person, who may accept the payment', async () => {
    let asked = 0
    const testGateway = await createTestGateway({
      wrapProvider: (provider) => async (url, init) => {
        if (!String(url).includes('/refund/')) return provider(url, init)
        asked += 1
        return new Response('busy', { status: 503 })
      },
    })
    const { gateway } = testGateway
    await paidUnseen(testGateway)
    await testGateway.advance(11 * MINUTE_MS)
    expect(await gateway.orders.get('one')).toMatchObject({ state: 'PENDING', unansweredPolls: 1 })
    for (let minute = 0; minute < 60; minute += 1) await testGateway.advance(MINUTE_MS)
    // Polls at growing intervals, and the comparison, which waits for the provider.
    expect(asked).toBeLessThan(100)
    expect(await gateway.orders.get('one')).toMatchObject({
      state: 'PENDING',
      needsReview: { reason: 'undecided', findings: [{ code: 'undecided', theirs: 'COMPLETED' }] },
    })
    // The cart may be paid: no other order of it is started.
    await expect(gateway.orders.start({ ...CART, merchantOrderId: 'two' })).rejects.toMatchObject({
      code: 'REFERENCE_IN_REVIEW',
    })
    await withProcesses(testGateway, 1, async ([context]) => {
      if (context) await resolveReview(context, 'one', { note: 'the dashboard shows no refund' })
    })
    await testGateway.advance(1_000)
    expect(await gateway.orders.get('one')).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
  })
})
