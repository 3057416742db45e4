import { createHmac } from 'node:crypto'
import { createSandbox, type SandboxOptions } from '@galla/sandbox'
import { describe, expect, test } from 'vitest'
import { bench, clientOf, collect, customOrder, START_MS, standardOrder } from './helpers.ts'

const CLASSIC = { url: 'http://shop.test/hook', username: 'shop_hook', password: 'Passw0rd99' }
const HASH = '6ee0d76b2afb62730bb1c33e226e4e99cee223fd174e6ec6dca453e2295dc4bb'

/** A bench whose receiver answers as it is told, and remembers. */
function listening(
  answer: (count: number) => Response | Promise<Response> = () => new Response('ok'),
  options: SandboxOptions = {},
) {
  const heard: { headers: { [name: string]: string }; body: string; event: string; atMs: number }[] = []
  const all = bench({
    callbacks: CLASSIC,
    deliver: async (_url, { headers, body }) => {
      heard.push({ headers, body, event: JSON.parse(body).event, atMs: all.sandbox.clock.now() - START_MS })
      return answer(heard.length)
    },
    ...options,
  })
  return { ...all, heard, events: () => heard.map((one) => one.event) }
}

describe('signatures', () => {
  test.each([
    ['classic', { ...CLASSIC, mode: 'classic' as const }],
    ['both', { ...CLASSIC, mode: 'both' as const, secretKey: 'whk', keyId: 'k7' }],
    ['hmac', { url: CLASSIC.url, secretKey: 'whk', keyId: 'k7' }],
    ['both', { ...CLASSIC, secretKey: 'whk', keyId: 'k7' }],
    ['none', { url: CLASSIC.url }],
  ])('%s', async (mode, callbacks) => {
    const { post, sandbox, heard } = listening(undefined, { callbacks })
    await post('/payments/v2/pay', customOrder('order-1', collect('success@ybl')))
    await sandbox.idle()
    const [{ headers, body } = { headers: {} as { [name: string]: string }, body: '' }] = heard
    expect(headers.authorization).toBe(mode === 'classic' || mode === 'both' ? HASH : undefined)
    const signature = createHmac('sha256', 'whk').update(body).digest('hex')
    expect(headers['x-phonepe-checksum-signature']).toBe(mode === 'hmac' || mode === 'both' ? signature : undefined)
    expect(headers['x-phonepe-checksum-key-id']).toBe(mode === 'hmac' || mode === 'both' ? 'k7' : undefined)
  })
})

describe('what is told, and when', () => {
  test('a failed attempt, then success, for both products', async () => {
    const { post, page, sandbox, heard, events } = listening()
    const { body } = await post('/checkout/v2/pay', standardOrder('order-1'))
    const payer = page(body.redirectUrl)
    await payer.post('/attempts', { paymentMode: { type: 'UPI_COLLECT', vpa: 'failure@ybl' } })
    await sandbox.idle()
    await payer.post('/attempts', { paymentMode: { type: 'UPI_COLLECT', vpa: 'success@ybl' } })
    await post('/payments/v2/pay', customOrder('order-2', collect('failure@ybl')))
    await sandbox.idle()
    expect(events()).toEqual(['checkout.transaction.attempt.failed', 'checkout.order.completed', 'pg.order.failed'])
    const [first] = heard.map((one) => JSON.parse(one.body).payload)
    expect(first).toMatchObject({ state: 'PENDING', paymentDetails: [{ state: 'FAILED', errorCode: 'INVALID_MPIN' }] })
  })

  test('an order that expires', async () => {
    const { post, sandbox, events } = listening()
    await post('/checkout/v2/pay', standardOrder('order-1'))
    await sandbox.clock.advance(600_000)
    expect(events()).toEqual(['checkout.order.failed'])
  })
})

describe('retries', () => {
  test('on a schedule, until the receiver says 2xx', async () => {
    const { post, sandbox, heard } = listening((count) => new Response('', { status: count < 4 ? 500 : 202 }))
    await post('/payments/v2/pay', customOrder('order-1', collect('success@ybl')))
    await sandbox.clock.advance(3_600_000)
    expect(heard.map((one) => one.atMs)).toEqual([0, 10_000, 40_000, 100_000])
    expect(new Set(heard.map((one) => one.body)).size).toBe(1)
    const deliveries = sandbox.deliveries()
    expect(deliveries.map((one) => [one.attempt, one.delivered, one.answer?.status])).toEqual([
      [1, false, 500],
      [2, false, 500],
      [3, false, 500],
      [4, true, 202],
    ])
    expect(deliveries[0]).toMatchObject({ failure: 'answered 500, not 2xx', nextAttemptAtMs: START_MS + 10_000 })
  })

  test.each([301, 302, 400, 401, 500])('%i is no 2xx', async (status) => {
    const { post, sandbox } = listening(() => new Response('', { status }))
    await post('/payments/v2/pay', customOrder('order-1', collect('success@ybl')))
    await sandbox.idle()
    expect(sandbox.deliveries()[0]?.delivered).toBe(false)
  })

  test('they end after about a day', async () => {
    const { post, sandbox, heard } = listening(() => new Response('', { status: 500 }))
    await post('/payments/v2/pay', customOrder('order-1', collect('success@ybl')))
    await sandbox.clock.advance(7 * 24 * 3_600_000)
    expect(heard).toHaveLength(10)
    expect(heard[9]?.atMs).toBeLessThan(26 * 3_600_000)
  })

  test('a receiver that does not answer in time, and one that is not there', async () => {
    const silent = listening(() => new Promise<Response>(() => {}), { receiverDeadlineMs: 20 })
    await silent.post('/payments/v2/pay', customOrder('order-1', collect('success@ybl')))
    await silent.sandbox.idle()
    expect(silent.sandbox.deliveries()[0]).toMatchObject({ delivered: false, failure: 'no answer within 20 ms' })
    const gone = listening(() => Promise.reject(new TypeError('fetch failed')))
    await gone.post('/payments/v2/pay', customOrder('order-1', collect('success@ybl')))
    await gone.sandbox.idle()
    expect(gone.sandbox.deliveries()[0]?.failure).toBe('fetch failed')
    // Port 6000 belongs to another protocol, and fetch calls nobody there: whose app listens on it should learn that.
    const blocked = createSandbox({ callbacks: { ...CLASSIC, url: 'http://127.0.0.1:6000/' } })
    await clientOf(blocked).post('/payments/v2/pay', customOrder('order-1', collect('success@ybl')))
    await blocked.idle()
    expect(blocked.deliveries()[0]?.failure).toBe('fetch failed: bad port')
    await blocked.close()
  })
})

describe('mischief', () => {
  const paid = async (callbacks: object) => {
    const all = listening()
    await all.sandbox.setFaults({ callbacks })
    await all.post('/payments/v2/pay', customOrder('order-1', collect('success@ybl')))
    await all.sandbox.idle()
    return all
  }

  test('duplicates, one or many', async () => {
    expect((await paid({ duplicateRate: 1 })).heard).toHaveLength(2)
    const storm = await paid({ duplicateRate: 1, copies: 20 })
    expect(storm.heard).toHaveLength(21)
    expect(new Set(storm.heard.map((one) => one.body)).size).toBe(1)
  })

  test('delay', async () => {
    const { heard, sandbox } = await paid({ delayMs: 60_000 })
    expect(heard).toHaveLength(0)
    await sandbox.clock.advance(60_000)
    expect(heard.map((one) => one.atMs)).toEqual([60_000])
  })

  test('reordering: the second event overtakes the first', async () => {
    const { sandbox, post, events } = listening()
    await sandbox.setFaults({ callbacks: { reorderRate: 1 } })
    await post('/payments/v2/pay', customOrder('order-1', collect('success@ybl')))
    await sandbox.idle()
    await sandbox.setFaults({ callbacks: {} })
    await post('/payments/v2/refund', { merchantRefundId: 'r', originalMerchantOrderId: 'order-1', amount: 100 })
    await sandbox.clock.advance(10_000)
    expect(events()).toEqual(['pg.refund.accepted', 'pg.refund.completed', 'pg.order.completed'])
  })

  test('tampering: the amount is another one than was signed', async () => {
    const callbacks = { url: CLASSIC.url, secretKey: 'whk' }
    const { sandbox, post, heard } = listening(undefined, { callbacks })
    await sandbox.setFaults({ callbacks: { tamperRate: 1 } })
    await post('/payments/v2/pay', customOrder('order-1', collect('success@ybl')))
    await sandbox.idle()
    const { body = '', headers } = heard[0] ?? {}
    expect(JSON.parse(body).payload.amount).toBe(50_000)
    expect(headers?.['x-phonepe-checksum-signature']).not.toBe(createHmac('sha256', 'whk').update(body).digest('hex'))
  })

  test('loss', async () => {
    const { heard, sandbox } = await paid({ dropRate: 1 })
    await sandbox.clock.advance(24 * 3_600_000)
    expect(heard).toHaveLength(0)
    expect(sandbox.deliveries()).toMatchObject([{ fault: 'drop', delivered: false }])
  })
})

describe('the control API', () => {
  const control = (sandbox: { fetch: (url: string, init?: RequestInit) => Promise<Response> }) => ({
    get: async (path: string) => (await sandbox.fetch(`http://x/_sandbox${path}`)).json(),
    send: async (method: string, path: string, body: object) => {
      const reply = await sandbox.fetch(`http://x/_sandbox${path}`, { method, body: JSON.stringify(body) })
      return { status: reply.status, body: await reply.json() }
    },
  })

  test('lists with filters, sends again, never shows a secret', async () => {
    const { post, sandbox, heard } = listening()
    await post('/payments/v2/pay', customOrder('order-1', collect('success@ybl')))
    await sandbox.idle()
    const { get, send } = control(sandbox)
    const { deliveries } = await get('/callbacks?event=pg.order.completed&id=order-1&delivered=true')
    expect(deliveries).toHaveLength(1)
    expect((await get('/callbacks?delivered=false')).deliveries).toHaveLength(0)
    expect(deliveries[0].request.headers.authorization).toBe('***')
    const again = await send('POST', '/callbacks/resend', { deliveryIds: [deliveries[0].deliveryId] })
    expect(again.body.deliveries).toMatchObject([{ attempt: 2, delivered: true }])
    expect(heard[1]?.body).toBe(heard[0]?.body)
    expect(await get('/callbacks/receiver')).toEqual({ ...CLASSIC, password: '***' })
    expect((await send('POST', '/callbacks/resend', { deliveryIds: ['none'] })).status).toBe(404)
  })

  test('another receiver can be set while it runs', async () => {
    const { sandbox } = listening()
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
    const { post, sandbox, heard } = listening()
    await post('/checkout/v2/pay', standardOrder('order-1'))
    const wanted = { event: 'checkout.order.completed', merchantOrderId: 'order-1', ...(fault ? { fault } : {}) }
    const { body } = await control(sandbox).send('POST', '/callbacks/trigger', wanted)
    expect(body.deliveries).toHaveLength(count)
    expect(heard).toHaveLength(count)
    if (fault === 'unsigned') expect(heard[0]?.headers).not.toHaveProperty('authorization')
    if (fault === 'unknown-event') expect(heard[0]?.event).toBe('settlement.processed')
  })

  test('refuses a trigger of what it does not know', async () => {
    const { send } = control(listening().sandbox)
    expect(
      (await send('POST', '/callbacks/trigger', { event: 'checkout.order.completed', merchantOrderId: 'x' })).status,
    ).toBe(404)
    for (const event of ['nonsense', 'pg.constructor', 'pg.refund.constructor', 'checkout.order.paid'])
      expect((await send('POST', '/callbacks/trigger', { event, merchantOrderId: 'order-1' })).status).toBe(400)
    const silent = control(bench().sandbox)
    expect((await silent.send('POST', '/callbacks/trigger', { event: 'x' })).body.code).toBe('NO_RECEIVER')
  })
})
