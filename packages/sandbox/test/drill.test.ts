import { createHash, createHmac } from 'node:crypto'
import { SUBSCRIPTION_CALLBACK_TYPES } from '@galla/contract/provider/subscriptions'
import type { SandboxOptions } from '@galla/sandbox'
import { describe, expect, test } from 'vitest'
import { setUp } from './helpers.ts'

const KNOWN = new Set(Object.keys(SUBSCRIPTION_CALLBACK_TYPES))

type Receive = NonNullable<SandboxOptions['deliver']>

const CLASSIC = { username: 'shop_hook', password: 'Passw0rd99' }
const HMAC = { secretKey: 'whk', keyId: 'k1' }
const HASH = createHash('sha256').update('shop_hook:Passw0rd99').digest('hex')

async function drill(receive: Receive, callbacks: object = CLASSIC, only?: string[], receiverDeadlineMs = 5_000) {
  const { sandbox } = setUp({ callbacks, deliver: receive, receiverDeadlineMs })
  const body = JSON.stringify({ url: 'http://127.0.0.1:1/hook', waitMs: 0, ...(only ? { only } : {}) })
  const response = await sandbox.fetch('http://x/_sandbox/drill', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  const report = await response.json()
  const failed = (report.checks ?? [])
    .filter((one: { passed: boolean }) => !one.passed)
    .map((one: { name: string }) => one.name)
  return { status: response.status, report, failed }
}

const parsed = (body: string): Response => {
  try {
    JSON.parse(body)
    return new Response('ok')
  } catch {
    return new Response('no JSON', { status: 400 })
  }
}
const correctClassic: Receive = async (_, { headers, body }) =>
  headers.authorization === HASH ? parsed(body) : new Response('', { status: 401 })
const correctHmac: Receive = async (_, { headers, body }) => {
  const right = createHmac('sha256', 'whk').update(body).digest('hex')
  return headers['x-phonepe-checksum-signature'] === right ? parsed(body) : new Response('', { status: 401 })
}

test.each([
  ['classic', correctClassic, CLASSIC],
  ['hmac', correctHmac, HMAC],
])(
  'a receiver that answers correctly passes every check in mode %s, and the report says what it did not grade',
  async (_, receive, callbacks) => {
    const { report, failed } = await drill(receive, callbacks)
    expect(failed).toEqual([])
    expect(report).toMatchObject({ url: 'http://127.0.0.1:1/hook', score: 92 })
    expect(report.notGraded.map((one: { name: string }) => one.name)).toEqual(['status-check', 'effects'])
    expect(report.checks.length).toBeGreaterThanOrEqual(23)
    for (const check of report.checks) expect(check).not.toHaveProperty('fix')
  },
)

describe('each mistake of a receiver fails its own check, which says how to fix it', () => {
  const seen = new Set<string>()
  const event = (body: string): string => (body.startsWith('{"event":"') ? JSON.parse(body).event : '')
  const states = new Map<string, string>()
  const announced = new Set<string>()
  const mistakes: [string, string[], Receive][] = [
    ['accepts unsigned callbacks', ['unsigned', 'wrong-secret'], async () => new Response('ok')],
    [
      'answers 500 to a body that it cannot parse',
      ['not-json', 'empty-body'],
      async (url, init) =>
        init.headers.authorization === HASH && event(init.body) === ''
          ? new Response('', { status: 500 })
          : correctClassic(url, init),
    ],
    [
      'answers 409 to a duplicate',
      ['duplicate', 'burst', 'mandate-duplicate'],
      async (url, init) => {
        const known = seen.has(init.body) && init.headers.authorization === HASH && event(init.body) !== ''
        seen.add(init.body)
        return known ? new Response('', { status: 409 }) : correctClassic(url, init)
      },
    ],
    [
      'answers 422 to an unknown event',
      ['unknown-event'],
      async (url, init) =>
        event(init.body).startsWith('offer') ? new Response('', { status: 422 }) : correctClassic(url, init),
    ],
    [
      'requires the deprecated type',
      ['without-type'],
      async (url, init) =>
        event(init.body) !== '' && !('type' in JSON.parse(init.body))
          ? new Response('', { status: 400 })
          : correctClassic(url, init),
    ],
    [
      'answers 500 to an unknown state',
      ['unknown-fields'],
      async (url, init) =>
        init.body.includes('HELD_FOR_REVIEW') ? new Response('', { status: 500 }) : correctClassic(url, init),
    ],
    [
      'answers 404 to refund events',
      ['refund-events', 'out-of-order'],
      async (url, init) =>
        event(init.body).includes('refund') ? new Response('', { status: 404 }) : correctClassic(url, init),
    ],
    [
      'answers 500 to a changed state',
      ['late-payment', 'out-of-order'],
      async (url, init) => {
        if (init.headers.authorization !== HASH || event(init.body) === '') return correctClassic(url, init)
        const { merchantRefundId, merchantOrderId, state } = JSON.parse(init.body).payload
        const id = String(merchantRefundId ?? merchantOrderId)
        const before = states.get(id)
        states.set(id, state)
        return before === undefined || before === state ? new Response('ok') : new Response('', { status: 500 })
      },
    ],
    [
      'answers 500 to a mandate event whose id is not at the root',
      ['mandate-events', 'mandate-id'],
      async (url, init) =>
        event(init.body).startsWith('subscription.') && !JSON.parse(init.body).payload.merchantSubscriptionId
          ? new Response('', { status: 500 })
          : correctClassic(url, init),
    ],
    [
      'answers 400 to a mandate event that it does not know',
      ['mandate-unknown-event'],
      async (url, init) =>
        event(init.body).startsWith('subscription.') && !KNOWN.has(event(init.body))
          ? new Response('', { status: 400 })
          : correctClassic(url, init),
    ],
    [
      'answers 409 to an unknown debit',
      ['mandate-out-of-order'],
      async (url, init) => {
        if (!/^subscription\.(?:notification|redemption)/.test(event(init.body))) return correctClassic(url, init)
        const { merchantOrderId, state } = JSON.parse(init.body).payload
        if (state === 'NOTIFIED') announced.add(merchantOrderId)
        return announced.has(merchantOrderId) ? new Response('ok') : new Response('', { status: 409 })
      },
    ],
    [
      'answers 404 to what is not signed',
      ['unsigned', 'wrong-secret'],
      async (url, init) =>
        init.headers.authorization === HASH ? correctClassic(url, init) : new Response('', { status: 404 }),
    ],
    [
      'limits what is not signed',
      ['unsigned', 'wrong-secret'],
      async (url, init) =>
        init.headers.authorization === HASH ? correctClassic(url, init) : new Response('', { status: 429 }),
    ],
  ]
  test.each(mistakes)('%s', async (_, names, receive) => {
    const { report, failed } = await drill(receive)
    for (const name of names) expect(failed).toContain(name)
    expect(report.score).toBeLessThan(100)
    for (const check of report.checks) expect('fix' in check).toBe(!check.passed)
  })

  test('a receiver that does not compute the HMAC fails tampered and wrong-secret', async () => {
    const trusting: Receive = async (_, { headers, body }) =>
      headers['x-phonepe-checksum-signature'] ? parsed(body) : new Response('', { status: 401 })
    expect((await drill(trusting, HMAC)).failed).toEqual(['tampered', 'wrong-secret'])
  })

  test('a receiver that stops to answer fails in-time', async () => {
    let answered = 0
    const tiring: Receive = async (url, init) => {
      answered += 1
      return answered === 1 ? correctClassic(url, init) : new Promise(() => {})
    }
    const { failed, report } = await drill(tiring, CLASSIC, ['valid', 'order-failed', 'in-time'], 20)
    expect(failed).toEqual(['order-failed', 'in-time'])
    expect(report.checks[1].saw).toBe('no answer within 20 ms')
    expect(report.checks[1].fix).toContain('answer 2xx once the callback is stored')
  })

  test('a burst that a limiter answers has the limiter as its cause', async () => {
    let sent = 0
    const limited: Receive = async (url, init) => {
      sent += 1
      return sent > 5 && sent < 12 ? new Response('', { status: 429 }) : correctClassic(url, init)
    }
    const { report, failed } = await drill(limited)
    expect(failed).toEqual(['burst'])
    expect(report.checks.find(({ name }: { name: string }) => name === 'burst').fix).toContain('limiter')
  })
})

describe('a receiver that does not accept the valid callback', () => {
  const answering = (status: number, location?: string): Receive => {
    const headers = location === undefined ? {} : { location }
    return async () => new Response(null, { status, headers })
  }
  const nobody: Receive = async () => {
    throw new TypeError('fetch failed', { cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }) })
  }

  test.each<readonly [string, Receive, string, string]>([
    ['nothing listens', nobody, 'does not answer (fetch failed: ECONNREFUSED)', 'nothing listens'],
    ['no answer in time', () => new Promise(() => {}), 'no answer within 20 ms', 'does not answer in time'],
    ['a log-in page', answering(302, '/login?token=1'), 'answers 302 and redirects to /login', 'a log-in page'],
    ['a slash too few', answering(308, '/hook/'), 'answers 308 and redirects to /hook/', 'trailingSlash'],
    ['other credentials', answering(401), 'answers 401', 'differ from those that signed'],
    ['a guard', answering(403), 'answers 403', 'CSRF'],
    ['another path', answering(404), 'answers 404', 'no route at this path'],
    ['another method', answering(405), 'answers 405', 'does not accept POST'],
    ['a small body limit', answering(413), 'answers 413', 'body limit'],
    ['another content type', answering(415), 'answers 415', 'application/json'],
    ['a limiter', answering(429), 'answers 429', 'rate limiter'],
    ['an exception', answering(500), 'answers 500', 'the handler throws'],
  ])('gets one diagnosis and no other callback: %s', async (_, receive, saw, cause) => {
    let sent = 0
    const counting: Receive = (url, init) => {
      sent += 1
      return receive(url, init)
    }
    const { report } = await drill(counting, CLASSIC, undefined, 20)
    expect(report.checks).toMatchObject([{ name: 'valid', passed: false }])
    expect(report.checks[0].saw).toContain(saw)
    expect(report.checks[0].saw).not.toContain('token')
    expect(report.checks[0].fix).toContain(cause)
    expect(sent).toBe(1)
    expect(report.score).toBe(0)
    expect(report.notGraded.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['duplicate', 'unsigned', 'in-time', 'status-check', 'effects']),
    )
    for (const { reason } of report.notGraded) expect(reason).toContain('The valid callback was not accepted')
  })

  test('gets the diagnosis also where only other checks were asked for', async () => {
    const { report } = await drill(nobody, CLASSIC, ['unsigned', 'wrong-secret'])
    expect(report.checks).toMatchObject([{ name: 'valid', passed: false }])
    expect(report.notGraded.map(({ name }: { name: string }) => name)).toEqual(['unsigned', 'wrong-secret'])
  })
})

test('needs a secret, refuses unknown names, and runs only the named drills', async () => {
  expect((await drill(correctClassic, {})).report.code).toBe('NO_SECRET')
  expect((await drill(correctClassic, CLASSIC, ['nonsense'])).report.message).toMatch(/valid, duplicate/)
  expect((await drill(correctClassic, CLASSIC, ['valid'])).report.checks).toHaveLength(1)
})

test('the mandate callbacks are of every kind, and about what the sandbox has in that state', async () => {
  const got: {
    event: string
    payload: { merchantSubscriptionId?: string; merchantOrderId?: string; state: string }
  }[] = []
  const receive: Receive = async (url, init) => {
    if (init.body.startsWith('{"event":"')) got.push(JSON.parse(init.body))
    return correctClassic(url, init)
  }
  const { sandbox, get } = setUp({ callbacks: CLASSIC, deliver: receive })
  const report = await sandbox.drill('http://127.0.0.1:1/hook', { only: ['mandate-events'], waitMs: 0 })
  expect(got.shift()?.event).toBe('checkout.order.completed')
  expect(got.map(({ event }) => event).sort()).toEqual([...KNOWN, 'subscription.notification.completed'].sort())
  for (const { event, payload } of got) {
    const { merchantOrderId, merchantSubscriptionId } = payload
    const path = merchantOrderId
      ? `/subscriptions/v2/order/${merchantOrderId}/status`
      : `/subscriptions/v2/${merchantSubscriptionId}/status`
    const { state } = (await get(path)).body
    // An attempt is reported before its order; a notification before the debit that followed.
    if (!/transaction|notification\.completed/.test(event)) expect(state, event).toBe(payload.state)
  }
  expect(report.orders.map(({ mayFulfil }) => mayFulfil)).toContain('never')
})
