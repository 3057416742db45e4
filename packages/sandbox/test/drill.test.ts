import { createHash, createHmac } from 'node:crypto'
import type { SandboxOptions } from '@galla/sandbox'
import { describe, expect, test } from 'vitest'
import { bench } from './helpers.ts'

type Receive = NonNullable<SandboxOptions['deliver']>

const CLASSIC = { username: 'shop_hook', password: 'Passw0rd99' }
const HMAC = { secretKey: 'whk', keyId: 'k1' }
const HASH = createHash('sha256').update('shop_hook:Passw0rd99').digest('hex')

async function drill(receive: Receive, callbacks: object = CLASSIC, only?: string[], receiverDeadlineMs = 5_000) {
  const { sandbox } = bench({ callbacks, deliver: receive, receiverDeadlineMs })
  const body = JSON.stringify({ url: 'http://127.0.0.1:1/hook', ...(only ? { only } : {}) })
  const reply = await sandbox.fetch('http://x/_sandbox/drill', { method: 'POST', body })
  const report = await reply.json()
  const failed = (report.checks ?? [])
    .filter((one: { passed: boolean }) => !one.passed)
    .map((one: { name: string }) => one.name)
  return { status: reply.status, report, failed }
}

const parsed = (body: string): Response => {
  try {
    JSON.parse(body)
    return new Response('ok')
  } catch {
    return new Response('no JSON', { status: 400 })
  }
}
const goodClassic: Receive = async (_, { headers, body }) =>
  headers.authorization === HASH ? parsed(body) : new Response('', { status: 401 })
const goodHmac: Receive = async (_, { headers, body }) => {
  const right = createHmac('sha256', 'whk').update(body).digest('hex')
  return headers['x-phonepe-checksum-signature'] === right ? parsed(body) : new Response('', { status: 401 })
}

test.each([
  ['classic', goodClassic, CLASSIC],
  ['hmac', goodHmac, HMAC],
])('a good receiver scores 100 with %s', async (_, receive, callbacks) => {
  const { report, failed } = await drill(receive, callbacks)
  expect(failed).toEqual([])
  expect(report).toMatchObject({ url: 'http://127.0.0.1:1/hook', score: 100 })
  expect(report.checks.length).toBeGreaterThanOrEqual(18)
  for (const check of report.checks) expect(check).not.toHaveProperty('fix')
})

describe('each sin is found by its own check, with the way to mend it', () => {
  const seen = new Set<string>()
  const event = (body: string): string => (body.startsWith('{"event":"') ? JSON.parse(body).event : '')
  const states = new Map<string, string>()
  const sins: [string, string[], Receive][] = [
    ['takes anything', ['unsigned', 'wrong-secret'], async () => new Response('ok')],
    [
      'crashes on what it cannot parse',
      ['not-json', 'empty-body'],
      async (url, init) =>
        init.headers.authorization === HASH && event(init.body) === ''
          ? new Response('', { status: 500 })
          : goodClassic(url, init),
    ],
    [
      'refuses what it knows already',
      ['duplicate', 'burst'],
      async (url, init) => {
        const known = seen.has(init.body) && init.headers.authorization === HASH && event(init.body) !== ''
        seen.add(init.body)
        return known ? new Response('', { status: 409 }) : goodClassic(url, init)
      },
    ],
    [
      'refuses events that it does not know',
      ['unknown-event'],
      async (url, init) =>
        event(init.body).startsWith('settlement') ? new Response('', { status: 422 }) : goodClassic(url, init),
    ],
    [
      'demands the old type',
      ['without-type'],
      async (url, init) =>
        event(init.body) !== '' && !('type' in JSON.parse(init.body))
          ? new Response('', { status: 400 })
          : goodClassic(url, init),
    ],
    [
      'knows three states and no other',
      ['unknown-fields'],
      async (url, init) =>
        init.body.includes('HELD_FOR_REVIEW') ? new Response('', { status: 500 }) : goodClassic(url, init),
    ],
    [
      'knows no refunds',
      ['refund-events', 'out-of-order'],
      async (url, init) =>
        event(init.body).includes('refund') ? new Response('', { status: 404 }) : goodClassic(url, init),
    ],
    [
      'never lets a state change',
      ['late-payment', 'out-of-order'],
      async (url, init) => {
        if (init.headers.authorization !== HASH || event(init.body) === '') return goodClassic(url, init)
        const { merchantRefundId, merchantOrderId, state } = JSON.parse(init.body).payload
        const id = String(merchantRefundId ?? merchantOrderId)
        const before = states.get(id)
        states.set(id, state)
        return before === undefined || before === state ? new Response('ok') : new Response('', { status: 500 })
      },
    ],
    [
      'sends the provider elsewhere',
      ['valid'],
      async () => new Response('', { status: 302, headers: { location: '/login' } }),
    ],
  ]
  test.each(sins)('%s', async (_, names, receive) => {
    const { report, failed } = await drill(receive)
    for (const name of names) expect(failed).toContain(name)
    expect(report.score).toBeLessThan(100)
    for (const check of report.checks) expect('fix' in check).toBe(!check.passed)
  })

  test('signs over a body that was written anew: HMAC finds the change', async () => {
    const trusting: Receive = async (_, { headers, body }) =>
      headers['x-phonepe-checksum-signature'] ? parsed(body) : new Response('', { status: 401 })
    expect((await drill(trusting, HMAC)).failed).toEqual(['tampered', 'wrong-secret'])
  })

  test('answers too late, or not at all', async () => {
    const { failed, report } = await drill(() => new Promise(() => {}), CLASSIC, ['valid', 'in-time'], 20)
    expect(failed).toEqual(['valid', 'in-time'])
    expect(report.checks[0].saw).toBe('no answer within 20 ms')
  })
})

test('asks for secrets, knows its drills by name and leaves other callbacks alone', async () => {
  expect((await drill(goodClassic, {})).report.code).toBe('NO_SECRET')
  expect((await drill(goodClassic, CLASSIC, ['nonsense'])).report.message).toMatch(/valid, duplicate/)
  expect((await drill(goodClassic, CLASSIC, ['valid'])).report.checks).toHaveLength(1)
})
