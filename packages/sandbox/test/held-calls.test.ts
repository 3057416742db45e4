import { createSandbox, type FaultRule, serveSandbox } from '@galla/sandbox'
import { describe, expect, test } from 'vitest'
import { clientOf, collect, control, customOrder, START_MS, setUp, standardOrder } from './helpers.ts'

/** The promise's state, without waiting for it. */
async function settled(promise: Promise<unknown>): Promise<boolean> {
  let done = false
  promise.then(
    () => (done = true),
    () => (done = true),
  )
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  return done
}

/** A sandbox on a frozen clock whose token is already issued. */
async function setUpWith(...rules: FaultRule[]) {
  const all = setUp({ tokenLifeSec: 315_360_000 })
  await all.get('/checkout/v2/order/none/status')
  await all.sandbox.setFaults({ rules })
  return all
}

const pay = (id: string) => ['/checkout/v2/pay', standardOrder(id)] as const
const statusOf = (id: string) => `/checkout/v2/order/${id}/status`

describe('a delayed answer on a frozen clock', () => {
  test.each<FaultRule>([
    { kind: 'latency', delayMs: 60_000 },
    { kind: 'late-reply', delayMs: 60_000 },
    { kind: 'hold', delayMs: 60_000 },
    { kind: 'slow-body', delayMs: 60_000 },
  ])('of kind $kind comes when the clock has been advanced that far, and not before', async (rule) => {
    const { sandbox, post } = await setUpWith({ endpoints: ['standardPay'], ...rule })
    const paying = post(...pay('order-1'))
    expect(await settled(paying)).toBe(false)
    await sandbox.clock.advance(59_999)
    expect(await settled(paying)).toBe(false)
    await sandbox.clock.advance(1)
    expect((await paying).status).toBe(200)
  })

  test('of latency is taken in at its time, between the events before and after it', async () => {
    const { sandbox, post } = await setUpWith({ kind: 'latency', delayMs: 30_000, endpoints: ['refund'] })
    await post('/payments/v2/pay', customOrder('early', collect('slow@ybl')))
    const refunding = post('/payments/v2/refund', {
      merchantRefundId: 'refund-1',
      originalMerchantOrderId: 'early',
      amount: 100,
    })
    await sandbox.clock.advance(3_600_000)
    // The order is paid after a minute: half a minute too late for the refund.
    expect((await refunding).body).toMatchObject({ code: 'REFUND_NOT_ALLOWED' })
    const [entry] = sandbox.journal({ name: 'refund' })
    expect(entry).toMatchObject({ atMs: START_MS, tookMs: 30_000, fault: 'latency' })
  })

  test('adds up over several rules while the clock moves once', async () => {
    const { sandbox, post } = await setUpWith(
      { kind: 'latency', delayMs: 10_000 },
      { kind: 'latency', delayMs: 20_000 },
    )
    const paying = post(...pay('order-1'))
    await sandbox.clock.advance(60_000)
    await paying
    expect((await sandbox.order('order-1')).createdAtMs).toBe(START_MS + 30_000)
  })
})

test('a running clock delays in its own time', async () => {
  const timers: { run: () => void; atMs: number }[] = []
  let nowMs = START_MS
  const wall = {
    now: () => nowMs,
    setTimer: (run: () => void, delayMs: number) => timers.push({ run, atMs: nowMs + delayMs }),
    clearTimer: () => {},
  }
  const sandbox = createSandbox({ clock: { wall } })
  const { get } = clientOf(sandbox)
  await get('/checkout/v2/order/none/status')
  await sandbox.setFaults({ rules: [{ kind: 'latency', delayMs: 500 }] })
  const reading = get('/checkout/v2/order/none/status')
  expect(await settled(reading)).toBe(false)
  expect(timers.map(({ atMs }) => atMs)).toContain(START_MS + 500)
  nowMs += 500
  for (const { run } of timers.splice(0)) run()
  expect((await reading).status).toBe(400)
  await sandbox.close()
})

describe('a held request', () => {
  test('is listed, and taken in when it is released, also after its caller gave up', async () => {
    const { sandbox, token } = await setUpWith({ kind: 'hold', endpoints: ['standardPay'], times: 1 })
    const controller = new AbortController()
    const paying = sandbox.fetch('http://x/checkout/v2/pay', {
      method: 'POST',
      headers: { authorization: await token(), 'content-type': 'application/json' },
      body: JSON.stringify(standardOrder('order-1')),
      signal: controller.signal,
    })
    expect(await settled(paying)).toBe(false)
    controller.abort(new Error('the caller gave up'))
    await expect(paying).rejects.toThrow('the caller gave up')
    await sandbox.clock.advance(4 * 86_400_000)
    await expect(sandbox.order('order-1')).rejects.toThrow('no order order-1')
    const { body } = await control(sandbox).get('/held')
    expect(body.held).toEqual([
      { heldId: 'HLD1', kind: 'hold', endpoint: 'standardPay', merchantOrderId: 'order-1', sinceMs: START_MS },
    ])
    expect(await sandbox.release()).toEqual(body.held)
    expect(sandbox.held()).toEqual([])
    expect(await sandbox.order('order-1')).toMatchObject({ state: 'PENDING', createdAtMs: START_MS + 4 * 86_400_000 })
  })

  test('is released by its id, and unknown ids are ignored', async () => {
    const { sandbox, post } = await setUpWith({ kind: 'hold' })
    const paying = [post(...pay('order-1')), post(...pay('order-2'))]
    expect(await settled(Promise.race(paying))).toBe(false)
    const second = sandbox.held().find(({ merchantOrderId }) => merchantOrderId === 'order-2')
    expect(await sandbox.release([second?.heldId ?? '', 'HLD99'])).toEqual([second])
    expect((await paying[1])?.status).toBe(200)
    expect(sandbox.held()).toMatchObject([{ merchantOrderId: 'order-1' }])
    const refused = await control(sandbox).post('/held/release', { heldIds: 'HLD1' })
    expect(refused).toMatchObject({ status: 400, body: { message: 'heldIds must be a list of ids.' } })
    await sandbox.release()
    await paying[0]
  })

  test.each(['reset', 'restore', 'close'] as const)('loses its connection at %s', async (what) => {
    const { sandbox, post } = await setUpWith()
    const { snapshotId } = await sandbox.snapshot()
    await sandbox.setFaults({ rules: [{ kind: 'hold' }] })
    const paying = post(...pay('order-1'))
    expect(await settled(paying)).toBe(false)
    if (what === 'restore') await sandbox.restore(snapshotId)
    else await sandbox[what]()
    await expect(paying).rejects.toThrow('fetch failed')
    expect(sandbox.held()).toEqual([])
  })

  test('does not keep a server open', async () => {
    const sandbox = await serveSandbox({ clock: { startMs: START_MS, frozen: true } })
    const { get } = clientOf({ fetch: (url, init) => fetch(url as string, init) }, sandbox.url)
    await get('/checkout/v2/order/none/status')
    await sandbox.setFaults({ rules: [{ kind: 'hold' }] })
    const reading = get('/checkout/v2/order/none/status').catch((error: Error) => error.message)
    while (sandbox.held().length === 0) await new Promise((resolve) => setImmediate(resolve))
    await sandbox.close()
    expect(await reading).toBe('fetch failed')
  })
})

describe('an answer of a proxy', () => {
  test.each([
    ['an object', { code: 'UPSTREAM_REJECTED' }, undefined, 'application/json', { code: 'UPSTREAM_REJECTED' }],
    ['text', '<h1>Forbidden</h1>', undefined, 'text/html; charset=utf-8', '<h1>Forbidden</h1>'],
    ['text of a given type', 'nope', 'text/plain', 'text/plain', 'nope'],
  ])('has %s as its body', async (_, body, contentType, expectedType, expectedBody) => {
    const { post } = await setUpWith({ kind: 'status', status: 418, body, ...(contentType && { contentType }) })
    const response = await post(...pay('order-1'))
    expect([response.status, response.headers.get('content-type'), response.body]).toEqual([
      418,
      expectedType,
      expectedBody,
    ])
  })

  test('replaces the answer to a call that was taken in', async () => {
    const { post, get, sandbox } = await setUpWith({
      kind: 'status',
      status: 422,
      afterIntake: true,
      endpoints: ['standardPay'],
    })
    expect((await post(...pay('order-1'))).body).toMatchObject({ code: 'HTTP_422' })
    expect((await get(statusOf('order-1'))).body.state).toBe('PENDING')
    expect(sandbox.journal({ id: 'order-1', name: 'standardPay' })).toMatchObject([{ status: 422, fault: 'status' }])
  })
})

describe('a status endpoint that is behind', () => {
  const lag: FaultRule = { kind: 'stale-status', delayMs: 60_000 }

  test('does not find a new order, then shows its past', async () => {
    const { sandbox, post, get } = await setUpWith(lag)
    await post(...pay('order-1'))
    await sandbox.clock.advance(59_999)
    expect((await get(statusOf('order-1'))).body.code).toBe('INVALID_MERCHANT_ORDER_ID')
    await sandbox.clock.advance(1)
    await sandbox.simulatePayment('order-1', { outcome: 'SUCCESS' })
    expect((await get(statusOf('order-1'))).body.state).toBe('PENDING')
    const { transactionId } = (await sandbox.order('order-1')).paymentDetails[0] ?? {}
    const attempt = `/payments/v2/transaction/${transactionId}/status`
    expect((await get(attempt)).body.code).toBe('MAPPING_NOT_FOUND')
    await sandbox.clock.advance(60_000)
    expect((await get(statusOf('order-1'))).body.state).toBe('COMPLETED')
    expect((await get(attempt)).body.state).toBe('COMPLETED')
  })

  test('shows refunds and expiries of the past, and does not affect other endpoints', async () => {
    const { sandbox, post, get } = await setUpWith(lag)
    await post(...pay('paid'))
    await sandbox.simulatePayment('paid', { outcome: 'SUCCESS' })
    const refund = { merchantRefundId: 'refund-1', originalMerchantOrderId: 'paid', amount: 100 }
    expect((await post('/payments/v2/refund', refund)).status).toBe(200)
    const refundStatus = async () => (await get('/payments/v2/refund/refund-1/status')).body
    await sandbox.clock.advance(10_000)
    expect((await refundStatus()).code).toBe('INVALID_MERCHANT_REFUND_ID')
    expect((await post('/payments/v2/refund', refund)).body.code).toBe('Refund ID Duplicated')
    await sandbox.clock.advance(50_000)
    expect((await refundStatus()).state).toBe('PENDING')
    await sandbox.clock.advance(60_000)
    expect((await refundStatus()).state).toBe('COMPLETED')
  })
})

test.each([
  [{ kind: 'stale-status', endpoints: ['refund'] }, 'stale-status cannot affect refund'],
  [{ kind: 'reset', afterIntake: true }, 'rules[0].afterIntake has an effect for kind status only'],
  [{ kind: 'status', status: 400, body: 7 }, 'rules[0].body must be a string or an object'],
  [{ kind: 'status', status: 400, afterIntake: 1 }, 'rules[0].afterIntake must be true or false'],
])('refuses the rule %j', async (rule, message) => {
  const { sandbox } = setUp()
  const refused = await control(sandbox).post('/faults', { rules: [rule] })
  expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining(message) } })
})

test('delays a share of the callbacks, so that later ones overtake them', async () => {
  const events: string[] = []
  const { sandbox, post } = setUp({
    callbacks: { url: 'http://shop.test/hook' },
    deliver: async (_url, { body }) => {
      events.push(JSON.parse(body).payload.merchantOrderId)
      return new Response('ok')
    },
  })
  await sandbox.setFaults({ callbacks: { delayMs: 600_000, delayRate: 0.5 } })
  const ids = Array.from({ length: 20 }, (_, n) => `order-${n}--success`)
  for (const id of ids) await post('/payments/v2/pay', customOrder(id, { type: 'UPI_QR' }))
  await sandbox.idle()
  const atOnce = events.length
  expect(atOnce).toBeGreaterThan(3)
  expect(atOnce).toBeLessThan(17)
  await sandbox.clock.advance(600_000)
  expect([...events].sort()).toEqual([...ids].sort())
})
