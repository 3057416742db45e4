import { createHmac } from 'node:crypto'
import { createSandbox, type SandboxOptions } from '@galla/sandbox'
import { describe, expect, test } from 'vitest'
import { clientOf, collect, customOrder, START_MS, setUp, standardOrder } from './helpers.ts'

const CLASSIC = { url: 'http://shop.test/hook', username: 'shop_hook', password: 'Passw0rd99' }
const HASH = '6ee0d76b2afb62730bb1c33e226e4e99cee223fd174e6ec6dca453e2295dc4bb'

/** A sandbox with a receiver that records the callbacks and answers with `answer`. */
function withReceiver(
  answer: (count: number) => Response | Promise<Response> = () => new Response('ok'),
  options: SandboxOptions = {},
) {
  const received: { headers: { [name: string]: string }; body: string; event: string; atMs: number }[] = []
  const all = setUp({
    callbacks: CLASSIC,
    deliver: async (_url, { headers, body }) => {
      received.push({ headers, body, event: JSON.parse(body).event, atMs: all.sandbox.clock.now() - START_MS })
      return answer(received.length)
    },
    ...options,
  })
  return { ...all, received, events: () => received.map((one) => one.event) }
}

describe('signatures', () => {
  test.each([
    ['classic', { ...CLASSIC, mode: 'classic' as const }],
    ['both', { ...CLASSIC, mode: 'both' as const, secretKey: 'whk', keyId: 'k7' }],
    ['hmac', { url: CLASSIC.url, secretKey: 'whk', keyId: 'k7' }],
    ['both', { ...CLASSIC, secretKey: 'whk', keyId: 'k7' }],
    ['none', { url: CLASSIC.url }],
  ])('signs in mode %s', async (mode, callbacks) => {
    const { post, sandbox, received } = withReceiver(undefined, { callbacks })
    await post('/payments/v2/pay', customOrder('order-1', collect('success@ybl')))
    await sandbox.idle()
    const [{ headers, body } = { headers: {} as { [name: string]: string }, body: '' }] = received
    expect(headers.authorization).toBe(mode === 'classic' || mode === 'both' ? HASH : undefined)
    const signature = createHmac('sha256', 'whk').update(body).digest('hex')
    expect(headers['x-phonepe-checksum-signature']).toBe(mode === 'hmac' || mode === 'both' ? signature : undefined)
    expect(headers['x-phonepe-checksum-key-id']).toBe(mode === 'hmac' || mode === 'both' ? 'k7' : undefined)
  })
})

describe('events', () => {
  test('report a failed attempt and a completed order, for both products', async () => {
    const { post, page, sandbox, received, events } = withReceiver(undefined, { collectAllowed: true })
    const { body } = await post('/checkout/v2/pay', standardOrder('order-1'))
    const payer = page(body.redirectUrl)
    await payer.post('/attempts', { paymentMode: { type: 'UPI_COLLECT', vpa: 'failure@ybl' } })
    await sandbox.idle()
    await payer.post('/attempts', { paymentMode: { type: 'UPI_COLLECT', vpa: 'success@ybl' } })
    await post('/payments/v2/pay', customOrder('order-2', collect('failure@ybl')))
    await sandbox.idle()
    expect(events()).toEqual(['checkout.transaction.attempt.failed', 'checkout.order.completed', 'pg.order.failed'])
    const [first] = received.map((one) => JSON.parse(one.body).payload)
    expect(first).toMatchObject({ state: 'PENDING', paymentDetails: [{ state: 'FAILED', errorCode: 'INVALID_MPIN' }] })
  })

  test('report an expired order', async () => {
    const { post, sandbox, events } = withReceiver()
    await post('/checkout/v2/pay', standardOrder('order-1'))
    await sandbox.clock.advance(600_000)
    expect(events()).toEqual(['checkout.order.failed'])
  })
})

describe('retries', () => {
  test('follow the schedule until the receiver answers 2xx', async () => {
    const { post, sandbox, received } = withReceiver((count) => new Response('', { status: count < 4 ? 500 : 202 }))
    await post('/payments/v2/pay', customOrder('order-1', collect('success@ybl')))
    await sandbox.clock.advance(3_600_000)
    expect(received.map((one) => one.atMs)).toEqual([0, 10_000, 40_000, 100_000])
    expect(new Set(received.map((one) => one.body)).size).toBe(1)
    const deliveries = sandbox.deliveries()
    expect(deliveries.map((one) => [one.attempt, one.delivered, one.answer?.status])).toEqual([
      [1, false, 500],
      [2, false, 500],
      [3, false, 500],
      [4, true, 202],
    ])
    expect(deliveries[0]).toMatchObject({ failure: 'answered 500, not 2xx', nextAttemptAtMs: START_MS + 10_000 })
  })

  test.each([301, 302, 400, 401, 500])('a %i answer is not a delivery', async (status) => {
    const { post, sandbox } = withReceiver(() => new Response('', { status }))
    await post('/payments/v2/pay', customOrder('order-1', collect('success@ybl')))
    await sandbox.idle()
    expect(sandbox.deliveries()[0]?.delivered).toBe(false)
  })

  test('end after about a day', async () => {
    const { post, sandbox, received } = withReceiver(() => new Response('', { status: 500 }))
    await post('/payments/v2/pay', customOrder('order-1', collect('success@ybl')))
    await sandbox.clock.advance(7 * 24 * 3_600_000)
    expect(received).toHaveLength(10)
    expect(received[9]?.atMs).toBeLessThan(26 * 3_600_000)
  })

  test('record a receiver that does not answer in time, and one that cannot be reached', async () => {
    const silent = withReceiver(() => new Promise<Response>(() => {}), { receiverDeadlineMs: 20 })
    await silent.post('/payments/v2/pay', customOrder('order-1', collect('success@ybl')))
    await silent.sandbox.idle()
    expect(silent.sandbox.deliveries()[0]).toMatchObject({ delivered: false, failure: 'no answer within 20 ms' })
    const unreachable = withReceiver(() => Promise.reject(new TypeError('fetch failed')))
    await unreachable.post('/payments/v2/pay', customOrder('order-1', collect('success@ybl')))
    await unreachable.sandbox.idle()
    expect(unreachable.sandbox.deliveries()[0]?.failure).toBe('fetch failed')
    // fetch refuses port 6000 (X11). The failure names the reason, so that a developer whose app listens there finds it.
    const blocked = createSandbox({ callbacks: { ...CLASSIC, url: 'http://127.0.0.1:6000/' } })
    await clientOf(blocked).post('/payments/v2/pay', customOrder('order-1', collect('success@ybl')))
    await blocked.idle()
    expect(blocked.deliveries()[0]?.failure).toBe('fetch failed: bad port')
    await blocked.close()
  })
})

describe('callback faults', () => {
  const paid = async (callbacks: object) => {
    const all = withReceiver()
    await all.sandbox.setFaults({ callbacks })
    await all.post('/payments/v2/pay', customOrder('order-1', collect('success@ybl')))
    await all.sandbox.idle()
    return all
  }

  test('duplicateRate sends one further copy, or as many as copies says', async () => {
    expect((await paid({ duplicateRate: 1 })).received).toHaveLength(2)
    const storm = await paid({ duplicateRate: 1, copies: 20 })
    expect(storm.received).toHaveLength(21)
    expect(new Set(storm.received.map((one) => one.body)).size).toBe(1)
  })

  test('delayMs delays the callback', async () => {
    const { received, sandbox } = await paid({ delayMs: 60_000 })
    expect(received).toHaveLength(0)
    await sandbox.clock.advance(60_000)
    expect(received.map((one) => one.atMs)).toEqual([60_000])
  })

  test('reorderRate lets the next event arrive first', async () => {
    const { sandbox, post, events } = withReceiver()
    await sandbox.setFaults({ callbacks: { reorderRate: 1 } })
    await post('/payments/v2/pay', customOrder('order-1', collect('success@ybl')))
    await sandbox.idle()
    await sandbox.setFaults({ callbacks: {} })
    await post('/payments/v2/refund', { merchantRefundId: 'r', originalMerchantOrderId: 'order-1', amount: 100 })
    await sandbox.clock.advance(10_000)
    expect(events()).toEqual(['pg.refund.accepted', 'pg.refund.completed', 'pg.order.completed'])
  })

  test('tamperRate changes the amount after signing', async () => {
    const callbacks = { url: CLASSIC.url, secretKey: 'whk' }
    const { sandbox, post, received } = withReceiver(undefined, { callbacks })
    await sandbox.setFaults({ callbacks: { tamperRate: 1 } })
    await post('/payments/v2/pay', customOrder('order-1', collect('success@ybl')))
    await sandbox.idle()
    const { body = '', headers } = received[0] ?? {}
    expect(JSON.parse(body).payload.amount).toBe(50_000)
    expect(headers?.['x-phonepe-checksum-signature']).not.toBe(createHmac('sha256', 'whk').update(body).digest('hex'))
  })

  test('dropCallbacks of a simulated payment drops its callbacks and no others', async () => {
    const { sandbox, post, received } = withReceiver()
    for (const id of ['lost', 'sent']) await post('/checkout/v2/pay', standardOrder(id))
    const paid = await sandbox.simulatePayment('lost', { outcome: 'SUCCESS', dropCallbacks: true })
    expect(paid.state).toBe('COMPLETED')
    await sandbox.simulatePayment('sent', { outcome: 'SUCCESS' })
    await sandbox.idle()
    expect(received.map(({ body }) => JSON.parse(body).payload.merchantOrderId)).toEqual(['sent'])
    expect(sandbox.deliveries().map(({ id, fault, delivered }) => ({ id, fault, delivered }))).toEqual([
      { id: 'lost', fault: 'drop', delivered: false },
      { id: 'sent', fault: undefined, delivered: true },
    ])
    expect(sandbox.deliveries()[0]?.nextAttemptAtMs).toBeUndefined()
    await expect(
      sandbox.simulatePayment('sent', { outcome: 'SUCCESS', dropCallbacks: 'yes' as unknown as boolean }),
    ).rejects.toThrow('dropCallbacks must be true or false.')
  })

  test('dropRate sends nothing and records the drop', async () => {
    const { received, sandbox } = await paid({ dropRate: 1 })
    await sandbox.clock.advance(24 * 3_600_000)
    expect(received).toHaveLength(0)
    expect(sandbox.deliveries()).toMatchObject([{ fault: 'drop', delivered: false }])
  })
})

describe('the control API', () => {
  const control = (sandbox: { fetch: (url: string, init?: RequestInit) => Promise<Response> }) => ({
    get: async (path: string) => (await sandbox.fetch(`http://x/_sandbox${path}`)).json(),
    send: async (method: string, path: string, body: object) => {
      const headers = { 'content-type': 'application/json' }
      const response = await sandbox.fetch(`http://x/_sandbox${path}`, { method, headers, body: JSON.stringify(body) })
      return { status: response.status, body: await response.json() }
    },
  })

  test('lists deliveries with filters, resends them, and masks secrets', async () => {
    const { post, sandbox, received } = withReceiver()
    await post('/payments/v2/pay', customOrder('order-1', collect('success@ybl')))
    await sandbox.idle()
    const { get, send } = control(sandbox)
    const { deliveries } = await get('/callbacks?event=pg.order.completed&id=order-1&delivered=true')
    expect(deliveries).toHaveLength(1)
    expect((await get('/callbacks?delivered=false')).deliveries).toHaveLength(0)
    expect(deliveries[0].request.headers.authorization).toBe('***')
    const again = await send('POST', '/callbacks/resend', { deliveryIds: [deliveries[0].deliveryId] })
    expect(again.body.deliveries).toMatchObject([{ attempt: 2, delivered: true }])
    expect(received[1]?.body).toBe(received[0]?.body)
    expect(await get('/callbacks/receiver')).toEqual({ ...CLASSIC, password: '***' })
    expect((await send('POST', '/callbacks/resend', { deliveryIds: ['none'] })).status).toBe(404)
  })

  test('changes the receiver, and refuses an invalid mode or URL', async () => {
    const { sandbox } = withReceiver()
    const { send } = control(sandbox)
    const set = await send('PUT', '/callbacks/receiver', { url: 'http://other.test', mode: 'both', secretKey: 'k' })
    expect(set.body).toMatchObject({ url: 'http://other.test', username: 'shop_hook', secretKey: '***' })
    expect((await send('PUT', '/callbacks/receiver', { mode: 'none' })).status).toBe(400)
    for (const url of ['file:///x', 'http://', 'http://a b', 'other.test'])
      expect((await send('PUT', '/callbacks/receiver', { url })).status).toBe(400)
  })

  test.each([
    ['duplicate', 2],
    ['tamper', 1],
    ['unsigned', 1],
    ['wrong-amount', 1],
    ['unknown-event', 1],
    [undefined, 1],
  ])('triggers an event with fault %s', async (fault, count) => {
    const { post, sandbox, received } = withReceiver()
    await post('/checkout/v2/pay', standardOrder('order-1'))
    const wanted = { event: 'checkout.order.completed', merchantOrderId: 'order-1', ...(fault ? { fault } : {}) }
    const { body } = await control(sandbox).send('POST', '/callbacks/trigger', wanted)
    expect(body.deliveries).toHaveLength(count)
    expect(received).toHaveLength(count)
    if (fault === 'unsigned') expect(received[0]?.headers).not.toHaveProperty('authorization')
    if (fault === 'unknown-event') expect(received[0]?.event).toBe('offer.applied')
  })

  test('refuses to trigger an unknown order, an unknown event, or without a receiver', async () => {
    const { send } = control(withReceiver().sandbox)
    expect(
      (await send('POST', '/callbacks/trigger', { event: 'checkout.order.completed', merchantOrderId: 'x' })).status,
    ).toBe(404)
    for (const event of ['nonsense', 'pg.constructor', 'pg.refund.constructor', 'checkout.order.paid'])
      expect((await send('POST', '/callbacks/trigger', { event, merchantOrderId: 'order-1' })).status).toBe(400)
    const silent = control(setUp().sandbox)
    expect((await silent.send('POST', '/callbacks/trigger', { event: 'x' })).body.code).toBe('NO_RECEIVER')
  })
})
