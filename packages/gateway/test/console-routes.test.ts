import { readFileSync } from 'node:fs'
import type { About, HealthReport, OrderStory, Overview } from '@galla/contract/gateway-api/console-routes'
import type { Proof } from '@galla/contract/gateway-api/decisions'
import type { Order, Page } from '@galla/contract/gateway-api/orders'
import type { ReconciliationReport } from '@galla/contract/gateway-api/reconciliation'
import { inr } from '@galla/sdk'
import { describe, expect, it, vi } from 'vitest'
import { csvLine } from '../src/domain/csv.ts'
import { VERSION } from '../src/package-info.ts'
import { AMOUNT, CART, setupTestGateways, type TestGateway, type TestGatewayOptions } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()

const PASSWORD = 'two cups of tea'
const ORIGIN = 'http://127.0.0.1:3000'

/** A test gateway with a console, and request functions of a logged-in session. */
async function createGatewayWithConsole(options: TestGatewayOptions = {}) {
  const settings = { console: { password: PASSWORD, providerUrl: 'http://127.0.0.1:4500' }, ...options.gateway }
  const testGateway = await createTestGateway({ ...options, gateway: settings })
  const send = (path: string, init: RequestInit) =>
    testGateway.gateway.admin.fetch(new Request(`${ORIGIN}${path}`, init), { address: '127.0.0.1' })
  const login = await send('/api/session', {
    method: 'POST',
    body: JSON.stringify({ password: PASSWORD }),
    headers: { 'content-type': 'application/json' },
  })
  const { csrfToken } = (await login.json()) as { csrfToken: string }
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const request = (method: string, path: string, body?: unknown) =>
    send(`/api${path}`, {
      method,
      ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
      headers: { cookie, 'x-csrf-token': csrfToken, 'content-type': 'application/json' },
    })
  const get = async <Reply>(path: string): Promise<Reply> => (await request('GET', path)).json() as Promise<Reply>
  const post = async <Reply>(path: string, body?: unknown): Promise<Reply> =>
    (await request('POST', path, body)).json() as Promise<Reply>
  return { testGateway, request, get, post, cookie }
}

/** Adds a second payment attempt to each status response of a paid order. */
const paidTwice: TestGatewayOptions['wrapProvider'] = (provider) => async (url, init) => {
  const reply = await provider(url, init)
  if (!String(url).includes('/status')) return reply
  const status = (await reply.json()) as { paymentDetails?: { transactionId: string }[] }
  const [first] = status.paymentDetails ?? []
  if (first) status.paymentDetails?.push({ ...first, transactionId: `${first.transactionId}-2` })
  return Response.json(status, { status: reply.status })
}

async function createPaidOrder(
  { gateway, sandbox, drainJobs }: TestGateway,
  reference = 'cart-7',
  amount = AMOUNT,
): Promise<string> {
  const { order } = await gateway.orders.start({ ...CART, reference, amount })
  await sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
  await drainJobs()
  return order.merchantOrderId
}

/** Waits for the API call log, which is written asynchronously. */
async function waitForCallLog(testGateway: TestGateway): Promise<void> {
  await vi.waitFor(async () => {
    const [row] = await testGateway.rows<{ count: string }>('select count(*) from galla.calls')
    expect(Number(row?.count)).toBeGreaterThan(1)
  })
}

/** Sets a completed order back to PENDING, so that it is behind the provider. */
const resetToPending = (testGateway: TestGateway, id: string) =>
  testGateway.rows(
    `update galla.orders set "state" = 'PENDING', "resolution" = null, "completedAtMs" = null where "merchantOrderId" = $1`,
    [id],
  )

describe('/orders/:id', () => {
  it('returns the timeline in time order, and a proof with the callback and the deciding rule', async () => {
    const on = { 'order.completed': () => {} }
    const { testGateway, get } = await createGatewayWithConsole({ gateway: { on } })
    const id = await createPaidOrder(testGateway)
    await waitForCallLog(testGateway)
    const story = await get<OrderStory>(`/orders/${id}`)
    expect(story.order).toMatchObject({
      merchantOrderId: id,
      state: 'COMPLETED',
      amount: 49_900,
      refundableAmount: 49_900,
    })
    const kinds = new Set(story.timeline.map(({ kind }) => kind))
    for (const kind of ['call', 'callback', 'decision', 'delivery'] as const) expect([...kinds]).toContain(kind)
    for (const endpoint of ['standardPay', 'standardOrderStatus']) {
      expect(story.timeline).toContainEqual(
        expect.objectContaining({ kind: 'call', endpoint, httpStatus: 200, attempts: 1 }),
      )
    }
    const times = story.timeline.map(({ atMs }) => atMs)
    expect(times).toEqual([...times].sort((a, b) => a - b))
    const proof = await get<Proof>(`/orders/${id}/proof`)
    expect(proof.answer).toEqual({ code: 'paid', rule: 'completed-by-status' })
    expect(proof.steps).toContainEqual(expect.objectContaining({ kind: 'decision', rule: 'completed-by-status' }))
    const callback = story.timeline.find((entry) => entry.kind === 'callback')
    expect(callback).toMatchObject({ event: 'checkout.order.completed', verdict: 'accepted', state: 'COMPLETED' })
    expect(proof.steps).toContainEqual(
      expect.objectContaining({ source: 'callback', amount: 49_900, callbackId: callback?.callbackId }),
    )
  })

  it('returns event deliveries with their subscriber, and none when nobody subscribes', async () => {
    const deliveryEntries = async (gateway: TestGatewayOptions['gateway'] = {}) => {
      const { testGateway, get } = await createGatewayWithConsole({ gateway })
      const { timeline } = await get<OrderStory>(`/orders/${await createPaidOrder(testGateway)}`)
      return timeline.filter(({ kind }) => kind === 'delivery')
    }
    const done = {
      kind: 'delivery',
      atMs: expect.any(Number),
      deliveryId: expect.any(String),
      event: 'order.completed',
      subscriber: 'handlers',
      state: 'done',
    }
    expect(await deliveryEntries({ on: { 'order.completed': () => {} } })).toEqual([{ ...done, attempts: 1 }])
    expect(await deliveryEntries()).toEqual([])
  })

  it('answers 404 to an unknown order, refund, callback, call or delivery', async () => {
    const { request } = await createGatewayWithConsole()
    for (const path of [
      '/orders/order-9',
      '/orders/order-9/proof',
      '/refunds/r-9',
      '/callbacks/9',
      '/calls/9',
      '/deliveries/e-9',
    ]) {
      expect([path, (await request('GET', path)).status]).toEqual([path, 404])
    }
    for (const path of ['/orders/order-9/sync', '/refunds/r-9/sync', '/deliveries/e-9/retry']) {
      expect([path, (await request('POST', path)).status]).toEqual([path, 404])
    }
  })

  it('POST /sync checks the status and records it in the timeline', async () => {
    const { testGateway, post } = await createGatewayWithConsole()
    const { order } = await testGateway.gateway.orders.start(CART)
    await testGateway.sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
    const story = await post<OrderStory>(`/orders/${order.merchantOrderId}/sync`)
    expect(story.order.state).toBe('COMPLETED')
    expect(story.timeline).toContainEqual({ kind: 'audit', atMs: expect.any(Number), action: 'checked the status' })
  })

  it('lists calls of refunds and the rule and states of each decision in the timeline', async () => {
    const { testGateway, get, post } = await createGatewayWithConsole()
    const id = await createPaidOrder(testGateway)
    await post(`/orders/${id}/refunds`, { merchantRefundId: 'r-1', amount: 100 })
    await testGateway.drainJobs()
    await testGateway.sandbox.trigger({ event: 'checkout.order.completed', merchantOrderId: id, fault: 'tamper' })
    await testGateway.drainJobs()
    await vi.waitFor(async () => {
      const { timeline } = await get<OrderStory>(`/orders/${id}`)
      expect(timeline).toContainEqual(expect.objectContaining({ kind: 'call', endpoint: 'refund', httpStatus: 200 }))
      expect(timeline).toContainEqual(
        expect.objectContaining({
          kind: 'refund',
          merchantRefundId: 'r-1',
          amount: 100,
          origin: 'console',
          inDoubt: false,
        }),
      )
      const decided = timeline.flatMap((entry) =>
        entry.kind === 'decision' ? [`${entry.rule}: ${entry.from} to ${entry.to}`] : [],
      )
      expect(decided).toEqual([
        'opened: CREATED to PENDING',
        'completed-by-status: PENDING to COMPLETED',
        'callback-is-a-hint: COMPLETED to COMPLETED',
      ])
    })
  })

  it('POST /resolve-review ends the review with a note and answers 400 without one', async () => {
    const { testGateway, request, post } = await createGatewayWithConsole()
    const { order } = await testGateway.gateway.orders.start(CART)
    const needsReview = JSON.stringify({ reason: 'amount-mismatch', findings: [], sinceMs: 1 })
    await testGateway.rows('update galla.orders set "needsReview" = $1', [needsReview])
    expect((await request('POST', `/orders/${order.merchantOrderId}/resolve-review`, { note: ' ' })).status).toBe(400)
    const story = await post<OrderStory>(`/orders/${order.merchantOrderId}/resolve-review`, { note: 'called the bank' })
    expect(story.order.needsReview).toBeUndefined()
    expect(story.timeline).toContainEqual(
      expect.objectContaining({ kind: 'audit', action: 'resolved the review', note: 'called the bank' }),
    )
  })

  it('POST /resolve-review completes an order that was paid twice, and refunds the surplus if refundSurplus is true', async () => {
    for (const refundSurplus of [true, false]) {
      const { testGateway, request, post } = await createGatewayWithConsole({ wrapProvider: paidTwice })
      const id = await createPaidOrder(testGateway)
      const needsReview = (await testGateway.gateway.orders.get(id)) as Order
      expect(needsReview).toMatchObject({
        state: 'PENDING',
        needsReview: { reason: 'paid-twice' },
        surplusAmount: AMOUNT,
      })
      const story = await post<OrderStory>(`/orders/${id}/resolve-review`, { note: 'the payer called', refundSurplus })
      expect(story.order.needsReview).toBeUndefined()
      await testGateway.advance(1_000)
      await testGateway.advance(60_000)
      await testGateway.advance(600_000)
      expect(await testGateway.gateway.orders.get(id)).toMatchObject({
        state: 'COMPLETED',
        resolution: 'fulfil',
        refundedAmount: refundSurplus ? AMOUNT : 0,
        refundableAmount: refundSurplus ? AMOUNT : 2 * AMOUNT,
      })
      const again = await request('POST', `/orders/${id}/resolve-review`, { note: 'once more', refundSurplus: true })
      expect(again.status).toBe(400)
      expect((await testGateway.sandbox.order(id)).refundedAmount).toBe(refundSurplus ? AMOUNT : 0)
    }
  })

  it('POST /refunds creates one refund for repeated requests, and rejects an amount that is too large or invalid', async () => {
    const { testGateway, request, get } = await createGatewayWithConsole()
    const id = await createPaidOrder(testGateway)
    const refund = { merchantRefundId: 'r-1', amount: inr('100'), note: 'broken cup' }
    const replies = await Promise.all([1, 2, 3].map(() => request('POST', `/orders/${id}/refunds`, refund)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    const { rows } = await get<{ rows: object[] }>(`/refunds?merchantOrderId=${id}`)
    expect(rows).toMatchObject([{ merchantRefundId: 'r-1', amount: 10_000, origin: 'console', note: 'broken cup' }])
    const tooLarge = await request('POST', `/orders/${id}/refunds`, { merchantRefundId: 'r-2', amount: 100_000 })
    expect([tooLarge.status, await tooLarge.json()]).toMatchObject([409, { code: 'AMOUNT_TOO_LARGE', field: 'amount' }])
    for (const amount of [0, -1, 1.5, '100', 2 ** 60]) {
      expect((await request('POST', `/orders/${id}/refunds`, { merchantRefundId: 'r-3', amount })).status).toBe(400)
    }
  })
})

describe('/callbacks', () => {
  it('shows repeated deliveries, previews a replay, and runs the handler once after a replay', async () => {
    let fulfilled = 0
    const on = {
      'order.completed': () => {
        fulfilled += 1
      },
    }
    const { testGateway, get, post } = await createGatewayWithConsole({ gateway: { on } })
    const id = await createPaidOrder(testGateway)
    await testGateway.sandbox.trigger({ event: 'checkout.order.completed', merchantOrderId: id, fault: 'duplicate' })
    const { rows } = await get<{ rows: { callbackId: string; verdict: string }[] }>(`/callbacks?id=${id}`)
    const callbackIds = rows.map(({ callbackId }) => callbackId)
    expect(rows.length).toBeGreaterThan(1)
    const detail = await get<{ siblings: object[]; headers: { authorization?: string } }>(
      `/callbacks/${callbackIds[0]}`,
    )
    expect(detail.siblings.length).toBe(rows.length - 1)
    expect(detail.headers.authorization ?? '****').toContain('****')

    await resetToPending(testGateway, id)
    const preview = await post(`/callbacks/replay-preview`, { callbackIds: [...callbackIds, '999'] })
    expect(preview).toMatchObject({
      count: rows.length,
      most: 100,
      orders: [{ merchantOrderId: id, from: 'PENDING', to: 'COMPLETED', rule: 'completed-by-status' }],
    })
    expect((await testGateway.gateway.orders.get(id))?.state).toBe('PENDING')
    expect(await post('/callbacks/replay', { callbackIds })).toEqual({ replayed: rows.length })
    await testGateway.gateway.runPendingJobs()
    expect((await testGateway.gateway.orders.get(id))?.state).toBe('COMPLETED')
    expect(fulfilled).toBe(1)
  })

  it('previews the replay of refund callbacks: state changes, new refunds and unchanged refunds', async () => {
    const { testGateway, get, post } = await createGatewayWithConsole({ sandbox: { refundTiming: false } })
    const id = await createPaidOrder(testGateway)
    for (const merchantRefundId of ['r-behind', 'r-lost', 'r-same']) {
      await testGateway.gateway.refunds.request({ merchantRefundId, merchantOrderId: id, amount: inr('10') })
      await testGateway.drainJobs()
      await testGateway.sandbox.simulateRefund(merchantRefundId, { outcome: 'SUCCESS' })
      await testGateway.drainJobs()
    }
    await testGateway.rows(
      `update galla.refunds set "state" = 'PENDING', "nextPollAtMs" = 9e15 where "merchantRefundId" = 'r-behind'`,
    )
    await testGateway.rows(`delete from galla.refunds where "merchantRefundId" = 'r-lost'`)
    const { rows } = await get<{ rows: { callbackId: string; event: string }[] }>('/callbacks')
    const refundCallbacks = rows.filter(({ event }) => event === 'pg.refund.completed')
    const callbackIds = refundCallbacks.map(({ callbackId }) => callbackId)
    const preview = await post('/callbacks/replay-preview', { callbackIds })
    expect(preview).toMatchObject({
      count: 3,
      orders: [],
      refunds: [
        { merchantRefundId: 'r-behind', from: 'PENDING', to: 'COMPLETED' },
        { merchantRefundId: 'r-lost', from: 'not here', to: 'COMPLETED' },
        { merchantRefundId: 'r-same', from: 'COMPLETED', to: 'COMPLETED' },
      ],
    })
    expect((await testGateway.gateway.refunds.get('r-behind'))?.state).toBe('PENDING')
    await post('/callbacks/replay', { callbackIds })
    await testGateway.gateway.runPendingJobs()
    const states = await testGateway.rows('select "merchantRefundId", "state", "origin" from galla.refunds order by 1')
    expect(states).toEqual([
      { merchantRefundId: 'r-behind', state: 'COMPLETED', origin: 'api' },
      { merchantRefundId: 'r-lost', state: 'COMPLETED', origin: 'external' },
      { merchantRefundId: 'r-same', state: 'COMPLETED', origin: 'api' },
    ])
  })

  it('shows refused callbacks with a hint, does not replay them, and answers 400 to more than 100 ids', async () => {
    const { testGateway, get, post, request } = await createGatewayWithConsole()
    await testGateway.gateway.callbacks.receive({ headers: { authorization: 'wrong' }, body: Buffer.from('{}') })
    const { rows } = await get<{ rows: { callbackId: string }[] }>('/callbacks?verdict=refused')
    expect(rows).toMatchObject([{ reason: 'wrong-authorization' }])
    expect(await post('/callbacks/replay', { callbackIds: [rows[0]?.callbackId] })).toEqual({ replayed: 0 })
    const many = Array.from({ length: 101 }, (_, at) => String(at))
    expect((await request('POST', '/callbacks/replay', { callbackIds: many })).status).toBe(400)
  })
})

describe('/reconciliation', () => {
  it('reports all seven kinds of discrepancy, repairs the repairable ones, and changes nothing at a second repair', async () => {
    let changeStatus = false
    const wrapProvider: TestGatewayOptions['wrapProvider'] = (provider) => async (url, init) => {
      const reply = await provider(url, init)
      const path = new URL(String(url instanceof Request ? url.url : url)).pathname
      if (!changeStatus || !path.endsWith('/status')) return reply
      if (path.includes('strange')) return Response.json({ ...((await reply.json()) as object), state: 'ON_HOLD' })
      return path.includes('silent') ? new Response('<html>', { status: 200 }) : reply
    }
    const { testGateway, post, get } = await createGatewayWithConsole({ wrapProvider })
    const start = async (merchantOrderId: string) => {
      await testGateway.gateway.orders.start({ ...CART, merchantOrderId, reference: merchantOrderId })
      await testGateway.sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' })
      await testGateway.drainJobs()
    }
    for (const id of ['same', 'behind', 'dearer', 'strange', 'silent', 'refunded', 'vanished']) await start(id)
    await resetToPending(testGateway, 'behind')
    await testGateway.rows(`update galla.orders set "amount" = 100 where "merchantOrderId" = 'dearer'`)
    await testGateway.rows(`insert into galla.orders ("merchantOrderId", "reference", "checkout", "amount", "state", "orderId", "request", "createdAtMs", "updatedAtMs", "openedAtMs", "nextPollAtMs")
      select 'gone', 'gone', 'STANDARD', 100, 'PENDING', 'OMO', '{}', "createdAtMs", "createdAtMs", "createdAtMs", 9000000000000 from galla.orders limit 1`)
    await testGateway.gateway.refunds.request({
      merchantRefundId: 'r-1',
      merchantOrderId: 'refunded',
      amount: inr('100'),
    })
    await testGateway.drainJobs()
    await testGateway.sandbox.simulateRefund('r-1', { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    await testGateway.rows(`update galla.refunds set "state" = 'PENDING', "nextPollAtMs" = 9e15`)
    await testGateway.rows(`insert into galla.callbacks ("receivedAtMs", "verdict", "event", "merchantOrderId", "state", "headers")
      select "createdAtMs", 'accepted', 'checkout.order.completed', 'stranger', 'COMPLETED', '{}' from galla.orders limit 1`)
    changeStatus = true

    const found = await post<ReconciliationReport>('/reconciliation/run')
    const kinds = found.rows.map(({ kind, merchantOrderId }) => `${merchantOrderId}: ${kind}`).sort()
    expect(kinds).toEqual([
      'behind: state',
      'dearer: amount',
      'gone: missing-there',
      'refunded: refunded',
      'silent: unreadable',
      'strange: unknown-state',
      'stranger: missing-here',
    ])
    expect(found).toMatchObject({ checked: 8, toMs: testGateway.sandbox.clock.now() + 1 })
    expect(
      found.rows
        .filter(({ repairable }) => repairable)
        .map(({ merchantOrderId }) => merchantOrderId)
        .sort(),
    ).toEqual(['behind', 'refunded'])
    expect(await get('/reconciliation')).toEqual(found)
    expect((await testGateway.gateway.orders.get('behind'))?.state).toBe('PENDING')

    const ids = found.rows.map(({ merchantOrderId }) => merchantOrderId)
    const first = await post<ReconciliationReport>('/reconciliation/repair', { merchantOrderIds: ids })
    expect(first.rows.map(({ kind }) => kind).sort()).toEqual([
      'amount',
      'missing-here',
      'missing-there',
      'unknown-state',
      'unreadable',
    ])
    expect((await testGateway.gateway.orders.get('behind'))?.state).toBe('COMPLETED')
    expect((await testGateway.gateway.refunds.get('r-1'))?.state).toBe('COMPLETED')
    const before = await testGateway.rows('select "merchantOrderId", "version" from galla.orders order by 1')
    const second = await post<ReconciliationReport>('/reconciliation/repair', { merchantOrderIds: ids })
    expect(second.rows).toEqual(first.rows)
    expect(await testGateway.rows('select "merchantOrderId", "version" from galla.orders order by 1')).toEqual(before)
  })

  it('reports refunds from callbacks that the gateway does not have, repairable only if it has the order', async () => {
    const { testGateway, post } = await createGatewayWithConsole()
    const id = await createPaidOrder(testGateway)
    const insertCallback = (event: string, merchantOrderId: string, merchantRefundId: string) =>
      testGateway.rows(
        `insert into galla.callbacks ("receivedAtMs", "verdict", "event", "merchantOrderId", "merchantRefundId", "state", "headers")
          select "createdAtMs", 'accepted', $1, $2, $3, 'COMPLETED', '{}' from galla.orders limit 1`,
        [event, merchantOrderId, merchantRefundId],
      )
    await insertCallback('pg.refund.completed', id, 'elsewhere-1')
    await insertCallback('pg.refund.completed', 'stranger', 'elsewhere-2')
    const { rows } = await post<ReconciliationReport>('/reconciliation/run')
    const about = rows.map(({ merchantRefundId, repairable }) => [merchantRefundId, repairable]).sort()
    expect(about).toEqual([
      ['elsewhere-1', true],
      ['elsewhere-2', false],
    ])
    expect(rows.find(({ repairable }) => !repairable)?.reason).toBe('order-from-elsewhere')
  })
})

describe('POST /playground/pay', () => {
  const order = { amount: AMOUNT, reference: 'cart-9', redirectUrl: 'http://127.0.0.1:3000/playground' }
  interface Paid {
    order: { merchantOrderId: string; state: string; metaInfo?: object }
    redirectUrl?: string
    intentUrl?: string
  }

  it('starts a STANDARD and a CUSTOM payment with all optional fields', async () => {
    const { testGateway, post } = await createGatewayWithConsole()
    const more = { expireAfter: 900, message: 'Two cups', metaInfo: { udf1: 'table 4', udf15: 'window' } }
    const standard = await post<Paid>('/playground/pay', { ...order, ...more, checkout: 'STANDARD' })
    expect(standard).toMatchObject({ order: { state: 'PENDING', metaInfo: more.metaInfo } })
    expect(standard.redirectUrl).toContain('/transact/pg?token=')
    const [sent] = testGateway.sandbox.journal({ name: 'standardPay' })
    expect(sent?.request?.body).toMatchObject({ expireAfter: 900, paymentFlow: { message: 'Two cups' } })
    const intent = { type: 'UPI_INTENT', targetApp: 'PHONEPE' }
    const custom = await post<Paid>('/playground/pay', {
      ...order,
      checkout: 'CUSTOM',
      paymentMode: intent,
      deviceOS: 'iOS',
    })
    expect(custom.intentUrl).toMatch(/^ppe:/)
    expect(testGateway.sandbox.journal({ name: 'customPay' })).toHaveLength(1)
  })

  it('answers 400 with the name of the invalid field', async () => {
    const { request } = await createGatewayWithConsole()
    const refused = async (more: object) => {
      const reply = await request('POST', '/playground/pay', { ...order, checkout: 'STANDARD', ...more })
      return [reply.status, ((await reply.json()) as { field?: string }).field]
    }
    expect(await refused({ metaInfo: { udf16: 'x' } })).toEqual([400, 'metaInfo.udf16'])
    expect(await refused({ metaInfo: { udf1: 'x'.repeat(257) } })).toEqual([400, 'metaInfo.udf1'])
    expect(await refused({ expireAfter: 1.5 })).toEqual([400, 'expireAfter'])
    expect(await refused({ deviceOS: 'CP/M' })).toEqual([400, 'deviceOS'])
  })

  it('answers 404 NO_SANDBOX when the provider is not a local sandbox', async () => {
    const { request } = await createGatewayWithConsole({
      gateway: { console: { password: PASSWORD, providerUrl: 'https://pay.example' } },
    })
    const reply = await request('POST', '/playground/pay', { ...order, checkout: 'STANDARD' })
    expect([reply.status, await reply.json()]).toMatchObject([404, { code: 'NO_SANDBOX' }])
  })
})

describe('/calls', () => {
  it('lists calls with their result, and groups failed ones by kind', async () => {
    const { testGateway, get } = await createGatewayWithConsole()
    await createPaidOrder(testGateway)
    await testGateway.gateway.orders.start({ ...CART, reference: 'cart-8', amount: 1 as typeof AMOUNT }).catch(() => {})
    await vi.waitFor(async () =>
      expect(await testGateway.rows('select 1 from galla.calls where "errorKind" is not null')).not.toEqual([]),
    )
    const { rows } = await get<{ rows: { callId: string; endpoint: string; errorKind?: string }[] }>('/calls')
    expect(rows).toContainEqual(
      expect.objectContaining({ endpoint: 'standardPay', httpStatus: 200, attempts: 1, method: 'POST' }),
    )
    const failed = rows.find(({ errorKind }) => errorKind !== undefined)
    expect(failed).toBeDefined()
    const detail = await get<{ errorKind: string }>(`/calls/${failed?.callId}`)
    expect(detail.errorKind).toBe('bad-request')
    const { groups } = await get<{ groups: object[] }>('/calls/errors')
    expect(groups).toContainEqual(expect.objectContaining({ endpoint: 'standardPay', errorKind: detail.errorKind }))
  })
})

describe('console API', () => {
  it('GET /about returns environment, masked clientId, provider host and version; GET /telemetry is disabled by default', async () => {
    const { get } = await createGatewayWithConsole()
    expect(await get<About>('/about')).toMatchObject({
      environment: 'SANDBOX',
      clientId: 'te****l',
      sandbox: true,
      providerHost: '127.0.0.1:4500',
      version: JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version,
    })
    expect(VERSION).toMatch(/^\d+\.\d+\.\d+$/)
    expect(await get('/telemetry')).toMatchObject({ enabled: false, sent: 0 })
  })

  it('GET /overview returns counts and volume, and delayed orders are listed by /orders?delayed=true', async () => {
    const { testGateway, get } = await createGatewayWithConsole()
    await createPaidOrder(testGateway, 'cart-1')
    await createPaidOrder(testGateway, 'cart-2', inr('1'))
    await testGateway.gateway.orders.start({ ...CART, reference: 'cart-3' })
    const overview = await get<Overview>('/overview')
    expect(overview).toMatchObject({
      orders: 3,
      completed: 2,
      pending: 1,
      failed: 0,
      grossVolume: 50_000,
      delayed: 0,
      needsReview: 0,
    })
    expect(overview.series.reduce((sum, { amount }) => sum + amount, 0)).toBe(50_000)
    expect(overview.byPaymentMode.reduce((sum, { completed, pending }) => sum + completed + pending, 0)).toBe(3)
    await testGateway.advance(20 * 60_000)
    await testGateway.rows(
      `update galla.orders set "state" = 'PENDING', "resolution" = null, "expiresAtMs" = 1 where "reference" = 'cart-3'`,
    )
    expect(await get<Overview>('/overview')).toMatchObject({ delayed: 1 })
    expect((await get<Page<Order>>('/orders?delayed=true')).rows.map(({ reference }) => reference)).toEqual(['cart-3'])
    expect((await get<Page<Order>>('/orders?state=OPEN')).rows.map(({ reference }) => reference)).toEqual(['cart-3'])
  })

  it('GET /overview uses steps of 30 minutes, 6 hours, 1 day and 14 days for 1, 7, 30 and 365 days', async () => {
    const { testGateway, get } = await createGatewayWithConsole()
    const toMs = testGateway.sandbox.clock.now()
    const steps = async (days: number) =>
      (await get<Overview>(`/overview?fromMs=${toMs - days * 86_400_000}&toMs=${toMs}`)).stepMs / 60_000
    expect([await steps(1), await steps(7), await steps(30), await steps(365)]).toEqual([30, 360, 1_440, 20_160])
  })

  it('POST /reveal returns one value, writes an audit entry, and answers 404 NOT_KEPT for a value that is stored masked', async () => {
    const { testGateway, request, get, post } = await createGatewayWithConsole()
    const metaInfo = { udf1: 'ravi@example.net' }
    const { order } = await testGateway.gateway.orders.start({ ...CART, metaInfo })
    const id = order.merchantOrderId
    expect((await get<OrderStory>(`/orders/${id}`)).order.metaInfo?.udf1).toContain('****')
    const target = { kind: 'order', id, path: 'request.metaInfo.udf1' }
    expect(await post('/reveal', target)).toEqual({ value: 'ravi@example.net' })
    await testGateway.rows(`update galla.orders set "payerVpa" = 'su****a@ybl'`)
    const masked = await request('POST', '/reveal', { ...target, path: 'payerVpa' })
    expect([masked.status, await masked.json()]).toMatchObject([404, { code: 'NOT_KEPT' }])
    const audit = await testGateway.rows(
      `select "what", "kind", "id", "detail" from galla.audit where "what" like '%reveal%' order by "auditId"`,
    )
    expect(audit).toEqual([
      { what: 'revealed', kind: 'order', id, detail: 'request.metaInfo.udf1' },
      { what: 'could not reveal', kind: 'order', id, detail: 'payerVpa' },
    ])
  })

  it('POST /deliveries/:id/retry retries a failed delivery and answers 409 for a done one', async () => {
    let broken = true
    let runs = 0
    const on = {
      'order.completed': () => {
        runs += 1
        if (broken) throw new Error('the printer is jammed')
      },
    }
    const { testGateway, request, get } = await createGatewayWithConsole({ gateway: { on } })
    const id = await createPaidOrder(testGateway)
    await testGateway.rows(`update galla.deliveries set "state" = 'failed', "nextAttemptAtMs" = null`)
    const { rows } = await get<{ rows: { deliveryId: string }[] }>('/deliveries?needsReview=true')
    expect(rows).toMatchObject([
      { deliveryId: `order:${id}:completed:handlers`, lastError: expect.stringContaining('jammed') },
    ])
    broken = false
    const one = `/deliveries/${encodeURIComponent(rows[0]?.deliveryId ?? '')}`
    expect(await get(one)).toMatchObject({ subscriber: 'handlers', state: 'failed', merchantOrderId: id })
    const retry = `${one}/retry`
    expect(await (await request('POST', retry)).json()).toMatchObject({ state: 'waiting' })
    await testGateway.gateway.runPendingJobs()
    expect(runs).toBe(2)
    expect((await request('POST', retry)).status).toBe(409)
  })

  it('GET /orders.csv exports the filtered orders and escapes formulas', async () => {
    const { testGateway, request } = await createGatewayWithConsole()
    await createPaidOrder(testGateway, '=HYPERLINK("http://evil.example")')
    await testGateway.gateway.orders.start({ ...CART, reference: 'cart, "quoted"' })
    const all = await (await request('GET', '/orders.csv')).text()
    const lines = all.trimEnd().split('\r\n')
    expect(lines.length).toBe(3)
    expect(all).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
    expect(all).toContain('"cart, ""quoted"""')
    const some = await request('GET', '/orders.csv?state=COMPLETED')
    expect(some.headers.get('content-disposition')).toContain('attachment')
    expect((await some.text()).trimEnd().split('\r\n').length).toBe(2)
    expect((await request('GET', '/orders.csv?state=x&nonsense=1')).status).toBe(400)
  })

  it('GET /orders.csv sorts as requested and ends each line with updatedAt', async () => {
    const { testGateway, request } = await createGatewayWithConsole()
    const older = await createPaidOrder(testGateway, 'cart-1')
    await testGateway.advance(1_000)
    const newer = await createPaidOrder(testGateway, 'cart-2')
    await testGateway.advance(1_000)
    const changedAtMs = testGateway.sandbox.clock.now()
    await testGateway.rows('update galla.orders set "updatedAtMs" = $1 where "merchantOrderId" = $2', [
      changedAtMs,
      older,
    ])
    const file = async (query: string) => (await request('GET', `/orders.csv${query}`)).text()
    const ids = (text: string) =>
      text
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split(',')[0])
    expect(ids(await file(''))).toEqual([newer, older])
    const byChange = await file('?sort=updated')
    expect(ids(byChange)).toEqual([older, newer])
    const [head, first] = byChange.split('\r\n')
    expect([head?.split(',').at(-1), first?.split(',').at(-1)]).toEqual([
      'updatedAt',
      new Date(changedAtMs).toISOString(),
    ])
  })

  it.each(['=1', '+1', '-1', '@x', '\t=1', '\r=1', ' =1', '|x', '%x', '＝1', '\uFEFF=1'])(
    'csvLine prefixes %j with an apostrophe',
    (text) => {
      expect(csvLine([text, 1])).toMatch(/^"?'/)
    },
  )

  it('GET /live sends hello and then an event per order change', async () => {
    const { testGateway, request } = await createGatewayWithConsole()
    const reply = await request('GET', '/live')
    const reader = (reply.body as ReadableStream<Uint8Array>).getReader()
    const next = async () => new TextDecoder().decode((await reader.read()).value)
    expect(await next()).toContain('event: hello')
    await testGateway.gateway.orders.start(CART)
    expect(await next()).toMatch(/^event: order\ndata: \{"type":"order"/)
    await reader.cancel()
  })

  it('GET /health is not ok without workers, and lists a worker after gateway.start', async () => {
    const { testGateway, get } = await createGatewayWithConsole()
    const idle = await get<HealthReport>('/health')
    expect(idle).toMatchObject({
      ok: false,
      atMs: testGateway.sandbox.clock.now(),
      checks: expect.arrayContaining([expect.objectContaining({ name: 'workers', ok: false })]),
    })
    await testGateway.gateway.start()
    expect(await testGateway.gateway.isReady()).toBe(true)
    expect((await get<HealthReport>('/health')).workers.length).toBe(1)
  })

  it('GET /health counts failed callbacks and orders in review in the review check', async () => {
    const on = { 'order.completed': () => {} }
    const { testGateway, get } = await createGatewayWithConsole({ gateway: { on } })
    const id = await createPaidOrder(testGateway)
    const reviewCheck = async () => (await get<HealthReport>('/health')).checks.find(({ name }) => name === 'review')
    expect(await reviewCheck()).toMatchObject({ ok: true })
    await testGateway.rows(`update galla.callbacks set "error" = 'Error: jammed', "dueAtMs" = null`)
    expect(await reviewCheck()).toMatchObject({ ok: false, waiting: [{ name: 'failed callbacks', waiting: 1 }] })
    await testGateway.rows(`update galla.callbacks set "error" = null`)
    const needsReview = JSON.stringify({ reason: 'paid-twice', findings: [], sinceMs: 1 })
    await testGateway.rows(`update galla.orders set "needsReview" = $1 where "merchantOrderId" = $2`, [needsReview, id])
    expect(await reviewCheck()).toMatchObject({ waiting: [{ name: 'orders in review', waiting: 1 }] })
    await testGateway.rows(
      `update galla.deliveries set "state" = 'failed', "doneAtMs" = null where "event" like 'order.%'`,
    )
    expect(await reviewCheck()).toMatchObject({
      waiting: [
        { name: 'failed deliveries', waiting: 1 },
        { name: 'orders in review', waiting: 1 },
      ],
    })
  })

  it('GET /metrics returns counters without an order id or reference in any label', async () => {
    const { testGateway, cookie } = await createGatewayWithConsole()
    const id = await createPaidOrder(testGateway)
    await waitForCallLog(testGateway)
    const reply = await testGateway.gateway.admin.fetch(new Request(`${ORIGIN}/metrics`, { headers: { cookie } }), {
      address: '127.0.0.1',
    })
    const text = await reply.text()
    expect(text).toContain('galla_order_changes_total{to="COMPLETED"} 1')
    expect(text).toMatch(/galla_provider_calls_total\{endpoint="standardPay",result="ok"\} 1/)
    expect(text).toMatch(/galla_callbacks_total\{verdict="accepted"\} [1-9]/)
    expect(text).toMatch(/galla_waiting\{queue="callbacks"\} 0/)
    expect(text).not.toContain(id)
    expect(text).not.toContain('cart-7')
  })

  it('answers 404 without a password, and createGateway rejects an invalid console option', async () => {
    const testGateway = await createTestGateway()
    expect((await testGateway.gateway.admin.fetch(new Request(ORIGIN))).status).toBe(404)
    await expect(testGateway.replica({ console: { password: 'short' } })).rejects.toThrow(/12 to 256 characters/)
    await expect(testGateway.replica({ console: { password: PASSWORD, url: 'http://shop.example' } })).rejects.toThrow(
      /console\.url/,
    )
    await expect(testGateway.replica({ console: { password: PASSWORD, path: 'admin/' } })).rejects.toThrow(
      /console\.path/,
    )
  })
})
