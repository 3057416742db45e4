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
        event(init.body).startsWith('settlement') ? new Response('', { status: 422 }) : correctClassic(url, init),
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
      'redirects the callback',
      ['valid'],
      async () => new Response('', { status: 302, headers: { location: '/login' } }),
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

  test('a receiver that does not answer fails in-time', async () => {
    const { failed, report } = await drill(() => new Promise(() => {}), CLASSIC, ['valid', 'in-time'], 20)
    expect(failed).toEqual(['valid', 'in-time'])
    expect(report.checks[0].saw).toBe('no answer within 20 ms')
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
