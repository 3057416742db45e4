import { inr } from '@galla/sdk'
import { expect, it } from 'vitest'
import type { GatewayContext } from '../../src/context.ts'
import type { PaymentChoice } from '../../src/provider/requests.ts'
import { resolveReview } from '../../src/services/orders/console-orders.ts'
import { applyObservations, applyToRow } from '../../src/services/orders/sync-order.ts'
import { applyRefundObservation } from '../../src/services/refunds/sync-refund.ts'
import type { OrderRow } from '../../src/storage/orders/order-row.ts'
import { readOrder } from '../../src/storage/orders/orders.ts'
import { withChangedStatus } from '../helpers/changed-status.ts'
import { HALF, payOrder, withProcesses } from '../helpers/paid-order.ts'
import { AMOUNT, CART, setupTestGateways, type TestGatewayOptions } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()

/** A provider whose replies to pay requests have other fields. */
const withChangedResponse =
  (fields: object): NonNullable<TestGatewayOptions['wrapProvider']> =>
  (provider) =>
  async (url, init) => {
    const response = await provider(url, init)
    const { pathname } = new URL(String(url instanceof Request ? url.url : url))
    if (!response.ok || !pathname.endsWith('/pay')) return response
    return Response.json({ ...((await response.json()) as object), ...fields })
  }

it.each<[string, object]>([
  ['an expiry in seconds', { expireAt: 1_790_000_000 }],
  ['an expiry in microseconds', { expireAt: 1.8e15 }],
  ['an expiry that is not a date', { expireAt: Number.MAX_SAFE_INTEGER }],
  ['an expiry with a fraction', { expireAt: 1.8e12 + 0.5 }],
  ['an expiry as text', { expireAt: '2030-01-01' }],
  ['no expiry', { expireAt: undefined }],
  ['half a character in the page’s address', { redirectUrl: 'https://pay.example/\ud800' }],
])(
  'a reply with %s opens the order: it has a page, keeps its reference’s amount, and is fulfilled',
  async (_what, fields) => {
    const { gateway, sandbox, drainJobs, advance } = await createTestGateway({
      wrapProvider: withChangedResponse(fields),
    })
    const { order, redirectUrl } = await gateway.orders.start({ ...CART, merchantOrderId: 'one' })
    expect(order.state).toBe('PENDING')
    expect(redirectUrl).toMatch(/^https?:/)
    const other = gateway.orders.start({ ...CART, amount: inr('500'), merchantOrderId: 'two' })
    await expect(other).rejects.toMatchObject({ code: 'DIFFERENT_AMOUNT' })
    await sandbox.simulatePayment('one', { outcome: 'SUCCESS' })
    await drainJobs()
    await advance(60_000)
    expect(await gateway.orders.get('one')).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
  },
)

it.each([
  ['2004', Date.UTC(2004)],
  ['2100', Date.UTC(2100)],
])(
  'a status with an expiry in the year %s leaves the stored one, and with it the checks that follow',
  async (_, expireAt) => {
    const { gateway, sandbox, advance } = await createTestGateway({
      wrapProvider: withChangedStatus('order', (status) => ({ ...status, expireAt })),
    })
    await sandbox.setFaults({ profile: 'no-callbacks' })
    for (const merchantOrderId of ['paid', 'open'])
      await gateway.orders.start({ ...CART, reference: merchantOrderId, merchantOrderId })
    const stored = (await gateway.orders.get('open'))?.expiresAtMs
    await advance(60_000)
    await sandbox.simulatePayment('paid', { outcome: 'SUCCESS' })
    expect(await gateway.orders.sync('paid')).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
    for (let n = 0; n < 4; n += 1) await advance(600_000)
    const open = await gateway.orders.get('open')
    expect(open).toMatchObject({ state: 'FAILED', expiresAtMs: stored })
    expect(open?.nextPollAtMs).toBeLessThan(sandbox.clock.now() + 86_400_000)
  },
)

it('the status of another order does not complete an order whose orderId is not known', async () => {
  let isLost = false
  const { gateway, sandbox, drainJobs, advance } = await createTestGateway({
    wrapProvider: (provider) => async (url, init) => {
      const address = String(url instanceof Request ? url.url : url)
      if (address.includes('/order/two/')) {
        const status = (await (await provider(address.replace('/two/', '/one/'), init)).json()) as object
        return Response.json({ ...status, merchantOrderId: undefined })
      }
      const response = await provider(url, init)
      if (isLost && address.endsWith('/pay')) throw new TypeError('reset')
      return response
    },
  })
  await gateway.orders.start({ ...CART, reference: 'cart-1', merchantOrderId: 'one' })
  await sandbox.simulatePayment('one', { outcome: 'SUCCESS' })
  await drainJobs()
  isLost = true
  const second = gateway.orders.start({ ...CART, reference: 'cart-2', merchantOrderId: 'two' })
  await expect(second).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' })
  await advance(60_000)
  expect(await gateway.orders.get('two')).toMatchObject({
    state: 'CREATED',
    needsReview: { findings: [{ code: 'wrong-order', ours: 'two', theirs: 'one' }] },
  })
})

it.each<[string, readonly string[]]>([
  ['that names no order', ['merchantOrderId', 'orderId']],
  ['that names its own order', []],
])('a payment that completed one order completes no other, in a status %s', async (_what, left) => {
  let paid: { paymentDetails: readonly object[] } | undefined
  const { gateway, sandbox, drainJobs, advance, rows } = await createTestGateway({
    wrapProvider: (provider) => async (url, init) => {
      const response = await provider(url, init)
      const address = String(url instanceof Request ? url.url : url)
      if (!address.includes('/status')) return response
      const status = (await response.json()) as { paymentDetails: readonly object[] }
      if (address.includes('/order/one/')) paid = status
      if (!address.includes('/order/two/') || paid === undefined) return Response.json(status)
      const { paymentDetails } = paid
      const own = Object.fromEntries(Object.entries(status).filter(([name]) => !left.includes(name)))
      return Response.json({ ...own, state: 'COMPLETED', paymentDetails })
    },
  })
  await gateway.orders.start({ ...CART, reference: 'cart-1', merchantOrderId: 'one' })
  await sandbox.simulatePayment('one', { outcome: 'SUCCESS' })
  await drainJobs()
  await gateway.orders.start({ ...CART, reference: 'cart-2', merchantOrderId: 'two' })
  await advance(60_000)
  expect(await gateway.orders.get('two')).toMatchObject({
    state: 'PENDING',
    needsReview: { findings: [{ code: 'wrong-order', ours: 'two', theirs: 'one' }] },
  })
  expect(await rows('select "merchantOrderId" from galla.ledger')).toEqual([{ merchantOrderId: 'one' }])
})

it.each([
  ['before its completion', false],
  ['after its completion', true],
] as const)('a second payment that has no transactionId puts the order in review %s', async (_when, isFirstAlone) => {
  let isTwice = !isFirstAlone
  const twice = withChangedStatus('order', (status) => {
    const [first] = status.paymentDetails as object[]
    const second = { ...first, transactionId: undefined }
    return isTwice && first ? { ...status, paymentDetails: [first, second] } : status
  })
  const { gateway, sandbox, drainJobs, advance } = await createTestGateway({ wrapProvider: twice })
  await gateway.orders.start({ ...CART, merchantOrderId: 'one' })
  await sandbox.simulatePayment('one', { outcome: 'SUCCESS' })
  await drainJobs()
  isTwice = true
  await advance(3 * 3_600_000)
  const needsReview = { findings: [{ code: 'paid-twice', payments: 2, unnamedAmount: AMOUNT }] }
  expect(await gateway.orders.get('one')).toMatchObject({ state: isFirstAlone ? 'COMPLETED' : 'PENDING', needsReview })
})

it('a payment without a transactionId that was reported with one before is not a second payment', async () => {
  let isNamed = true
  const unnamed = withChangedStatus('order', (status) => {
    const details = (status.paymentDetails as object[]).map((one) => ({ ...one, transactionId: undefined }))
    return isNamed ? status : { ...status, paymentDetails: details }
  })
  const { gateway, sandbox, drainJobs, advance } = await createTestGateway({ wrapProvider: unnamed })
  await gateway.orders.start({ ...CART, merchantOrderId: 'one' })
  await sandbox.simulatePayment('one', { outcome: 'SUCCESS' })
  await drainJobs()
  isNamed = false
  await advance(3 * 3_600_000)
  const order = await gateway.orders.get('one')
  expect(order).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
  expect(order?.needsReview).toBeUndefined()
})

it.each([
  ['microseconds', 1_000],
  ['nanoseconds', 1_000_000],
  ['seconds', 1 / 1_000],
])('a payment in time whose timestamp is in %s is fulfilled, not refunded as late', async (_unit, factor) => {
  const otherUnit = withChangedStatus('order', (status) => ({
    ...status,
    paymentDetails: (status.paymentDetails as { timestamp: number }[] | undefined)?.map((attempt) => ({
      ...attempt,
      timestamp: Math.floor(attempt.timestamp * factor),
    })),
  }))
  const { gateway, sandbox, drainJobs, advance } = await createTestGateway({ wrapProvider: otherUnit })
  await gateway.orders.start({ ...CART, merchantOrderId: 'one' })
  await sandbox.simulatePayment('one', { outcome: 'SUCCESS' })
  await drainJobs()
  await advance(60_000)
  expect(await gateway.orders.get('one')).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
  expect((await gateway.refunds.list()).rows).toEqual([])
})

it('a status that names neither an order nor a payment completes no order', async () => {
  const nameless = withChangedStatus('order', ({ amount, expireAt }) => ({ state: 'COMPLETED', amount, expireAt }))
  const { gateway, advance } = await createTestGateway({ wrapProvider: nameless })
  await gateway.orders.start({ ...CART, merchantOrderId: 'one' })
  await advance(60_000)
  expect(await gateway.orders.get('one')).toMatchObject({
    state: 'PENDING',
    needsReview: { findings: [{ code: 'wrong-order', ours: 'one' }] },
  })
})

it('a response about another order opens no order: its page is not returned, and its payment completes one order', async () => {
  let repeated: object | undefined
  const { gateway, sandbox, drainJobs, advance, rows } = await createTestGateway({
    wrapProvider: (provider) => async (url, init) => {
      const address = String(url instanceof Request ? url.url : url)
      const response = await provider(address.replace('/order/two/', '/order/one/'), init)
      if (!address.includes('/pay') || !response.ok) return response
      const body = (await response.json()) as object
      repeated ??= body
      return Response.json(address.includes('/order/two/') ? { ...body, merchantOrderId: undefined } : repeated)
    },
  })
  await gateway.orders.start({ ...CART, reference: 'cart-1', merchantOrderId: 'one' })
  const second = gateway.orders.start({ ...CART, reference: 'cart-2', merchantOrderId: 'two' })
  await expect(second).rejects.toMatchObject({ code: 'ORDER_CLOSED' })
  await sandbox.simulatePayment('one', { outcome: 'SUCCESS' })
  await drainJobs()
  await advance(60_000)
  expect(await gateway.orders.get('one')).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
  expect(await gateway.orders.get('two')).toMatchObject({
    state: 'CREATED',
    needsReview: { findings: [{ code: 'wrong-order', ours: 'two', theirs: 'one' }] },
  })
  expect(await rows(`select 1 from galla.orders where "merchantOrderId" = 'two' and "opened" is not null`)).toEqual([])
})

it.each<[string, 'STANDARD' | 'CUSTOM', PaymentChoice | undefined, string]>([
  ['the hosted page', 'STANDARD', undefined, 'redirectUrl'],
  ['the page of a bank', 'CUSTOM', { type: 'NET_BANKING', bankId: 'ICIC' }, 'redirectUrl'],
  ['the link to an app', 'CUSTOM', { type: 'UPI_INTENT', targetApp: 'com.phonepe.app' }, 'intentUrl'],
  ['the link of a QR code', 'CUSTOM', { type: 'UPI_QR' }, 'intentUrl'],
  ['the QR code', 'CUSTOM', { type: 'UPI_QR' }, 'qrData'],
])('%s of another order is not returned, although the reply names the own order', async (_, checkout, mode, field) => {
  let first: unknown
  const { gateway, rows } = await createTestGateway({
    wrapProvider: (provider) => async (url, init) => {
      const response = await provider(url, init)
      if (!String(url instanceof Request ? url.url : url).endsWith('/pay')) return response
      const body = (await response.json()) as { [field: string]: unknown }
      first ??= body[field]
      return Response.json({ ...body, [field]: first })
    },
  })
  const open = async (merchantOrderId: string) => {
    const { redirectUrl } = await gateway.orders.start({
      ...CART,
      checkout,
      reference: merchantOrderId,
      merchantOrderId,
    })
    return mode ? (await gateway.orders.pay(merchantOrderId, mode)).payment : { redirectUrl }
  }
  expect(await open('one')).toMatchObject({ [field]: expect.any(String) })
  await expect(open('two')).rejects.toMatchObject({ code: 'ORDER_CLOSED' })
  expect(await gateway.orders.get('two')).toMatchObject({
    state: 'CREATED',
    needsReview: { findings: [{ code: 'wrong-order', ours: 'two', theirs: 'one' }] },
  })
  expect(await rows(`select 1 from galla.orders where "merchantOrderId" = 'two' and "opened" is not null`)).toEqual([])
  // The order whose link it is goes on.
  expect(await open('one')).toMatchObject({ [field]: first })
})

it.each([
  ['before', false],
  ['after', true],
] as const)(
  'the payment of another order, listed as a second one, is captured once when the review is resolved %s it completes its own',
  async (_, isLast) => {
    let others: readonly object[] = []
    const testGateway = await createTestGateway({
      wrapProvider: (provider) => async (url, init) => {
        const response = await provider(url, init)
        if (!String(url instanceof Request ? url.url : url).includes('/order/one/')) return response
        const status = (await response.json()) as { paymentDetails: readonly object[] }
        return Response.json({ ...status, paymentDetails: [...status.paymentDetails, ...others] })
      },
    })
    const { gateway, sandbox, drainJobs, rows } = testGateway
    for (const id of ['one', 'two']) await gateway.orders.start({ ...CART, reference: id, merchantOrderId: id })
    await sandbox.simulatePayment('one', { outcome: 'SUCCESS' })
    await drainJobs()
    const { orderId } = await sandbox.simulatePayment('two', { outcome: 'SUCCESS' })
    const attempts = [{ transactionId: 'T-2', state: 'COMPLETED', amount: AMOUNT, paymentMode: 'UPI_QR' }] as const
    others = attempts
    await gateway.orders.sync('one')
    expect(await gateway.orders.get('one')).toMatchObject({ needsReview: { reason: 'paid-twice' } })
    await withProcesses(testGateway, 1, async ([context]) => {
      const row = (await readOrder((context as GatewayContext).database, 'two')) as OrderRow
      const status = { orderId, state: 'COMPLETED', amount: AMOUNT, attempts } as const
      const observed = [{ kind: 'status', atMs: 1, status }] as const
      const note = 'looked it up'
      if (!isLast) {
        await resolveReview(context as GatewayContext, 'one', { note, refundSurplus: true })
        await applyToRow(context as GatewayContext, row, observed)
        const findings = [{ code: 'wrong-order', ours: 'two', theirs: 'one' }]
        expect(await gateway.orders.get('two')).toMatchObject({ needsReview: { findings } })
        return
      }
      await applyToRow(context as GatewayContext, row, observed)
      expect(await gateway.orders.get('two')).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
      const refunded = resolveReview(context as GatewayContext, 'one', { note, refundSurplus: true })
      await expect(refunded).rejects.toMatchObject({ field: 'refundSurplus' })
      await resolveReview(context as GatewayContext, 'one', { note })
      expect(await gateway.orders.get('one')).toMatchObject({ state: 'COMPLETED', refundableAmount: AMOUNT })
    })
    expect(await rows(`select 1 from galla.ledger where "transactionId" = 'T-2'`)).toHaveLength(1)
  },
)

it('one payment completes one order when two processes receive it at the same time', async () => {
  const testGateway = await createTestGateway()
  const { gateway, rows } = testGateway
  const ids = ['one', 'two']
  for (const id of ids) await gateway.orders.start({ ...CART, reference: id, merchantOrderId: id })
  const attempts = [{ transactionId: 'T-1', state: 'COMPLETED', amount: AMOUNT, paymentMode: 'UPI_QR' }] as const
  const status = { state: 'COMPLETED', amount: AMOUNT, attempts } as const
  await withProcesses(testGateway, 2, (contexts) =>
    Promise.allSettled(
      contexts.map((context, at) =>
        applyObservations(context, ids[at] as string, [{ kind: 'status', atMs: 1, status }]),
      ),
    ),
  )
  const completed = await rows(`select 1 from galla.orders where "state" = 'COMPLETED'`)
  expect(completed).toHaveLength(1)
  await Promise.allSettled(ids.map((id) => gateway.orders.sync(id)))
  expect(await rows(`select 1 from galla.ledger where "transactionId" = 'T-1'`)).toHaveLength(1)
})

it('one orderId and one refundId are each stored once when two processes receive them at the same time', async () => {
  const testGateway = await createTestGateway({ sandbox: { refundTiming: false } })
  const { gateway, rows } = testGateway
  for (const id of ['one', 'two']) await gateway.orders.start({ ...CART, reference: id, merchantOrderId: id })
  await rows('update galla.orders set "orderId" = null')
  await withProcesses(testGateway, 2, async (contexts) => {
    const both = <Result>(work: (context: GatewayContext, at: number) => Promise<Result>) =>
      Promise.allSettled(contexts.map(work))
    const attempts = [{ transactionId: 'T-1', state: 'COMPLETED', amount: AMOUNT, paymentMode: 'UPI_QR' }] as const
    const paid = { state: 'COMPLETED', amount: AMOUNT, orderId: 'OMO-1', attempts } as const
    await both((context, at) =>
      applyObservations(context, ['one', 'two'][at] as string, [{ kind: 'status', atMs: 1, status: paid }]),
    )
    const ids = ['three', 'four']
    for (const id of ids) {
      await payOrder(testGateway, id)
      await gateway.refunds.request({ merchantRefundId: `r-${id}`, merchantOrderId: id, amount: HALF })
    }
    const refunded = { state: 'COMPLETED', amount: HALF, refundId: 'OMR-1' } as const
    await both((context, at) => {
      const key = { merchantRefundId: `r-${ids[at]}`, merchantOrderId: ids[at] as string }
      return applyRefundObservation(context, key, { kind: 'status', status: refunded })
    })
  })
  expect(await rows(`select 1 from galla.orders where "orderId" = 'OMO-1' and "state" = 'COMPLETED'`)).toHaveLength(1)
  expect(await rows(`select 1 from galla.refunds where "refundId" = 'OMR-1'`)).toHaveLength(1)
})

it('of orders whose responses name the same order of the provider at the same moment, one is opened and the others need review', async () => {
  const ids = ['one', 'two', 'three', 'four', 'five', 'six']
  let responses = 0
  let answerAll = () => {}
  const allAnswered = new Promise<void>((resolve) => {
    answerAll = resolve
  })
  const withSameId = withChangedResponse({ orderId: 'OMO-of-one-of-them' })
  const { gateway } = await createTestGateway({
    wrapProvider: (provider) => async (url, init) => {
      const response = await withSameId(provider)(url, init)
      if (!String(url instanceof Request ? url.url : url).endsWith('/pay')) return response
      responses += 1
      if (responses === ids.length) answerAll()
      await allAnswered
      return response
    },
  })
  const started = await Promise.allSettled(
    ids.map((id) => gateway.orders.start({ ...CART, reference: id, merchantOrderId: id })),
  )
  const results = started.map((one) => (one.status === 'fulfilled' ? 'opened' : one.reason.code))
  const others = Array.from({ length: ids.length - 1 }, () => 'ORDER_CLOSED')
  expect(results.toSorted()).toEqual([...others, 'opened'])
  const orders = await Promise.all(ids.map((id) => gateway.orders.get(id)))
  expect(orders.filter((order) => order?.needsReview?.reason === 'wrong-order')).toHaveLength(others.length)
})
