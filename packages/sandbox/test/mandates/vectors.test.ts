import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { setUp } from '../helpers.ts'
import { DAY_MS, HOUR_MS, setupBody } from './support.ts'

// biome-ignore lint/suspicious/noExplicitAny: each vector file has its own shape
const cases = (name: string): any[] =>
  JSON.parse(readFileSync(new URL(`../../../contract/vectors/autopay/${name}`, import.meta.url), 'utf8')).cases

/** Before every time in the recordings. */
const START_MS = Date.parse('2026-02-27T08:00:00+05:30') - 3 * HOUR_MS

async function prepared() {
  const made = setUp({
    clock: { startMs: START_MS, frozen: true },
    tokenLifeSec: 315_360_000,
    callbacks: { url: 'http://shop.example/callbacks', username: 'hook', password: 'Passw0rd99' },
    deliver: async () => new Response(null, { status: 200 }),
  })
  const notice = (id: string) => ({
    merchantOrderId: id,
    amount: 49_900,
    paymentFlow: { type: 'SUBSCRIPTION_REDEMPTION', merchantSubscriptionId: 'sub_7f2' },
  })
  return { ...made, notice }
}

describe('autopay/requests.json: the recorded requests of the official Python client are accepted', () => {
  test.each(cases('requests.json'))('$name', async ({ wire }) => {
    const { sandbox, post, get, notice } = await prepared()
    let { path } = wire
    if (!path.endsWith('/setup')) {
      await post('/subscriptions/v2/setup', { ...setupBody({ id: 'sub_7f2' }), merchantOrderId: 'sub_7f2_setup_1' })
      await sandbox.simulatePayment('sub_7f2_setup_1', { outcome: 'SUCCESS' })
    }
    if (/order|redeem|transaction/.test(path)) {
      await post('/subscriptions/v2/notify', notice('sub_7f2_2026_03'))
      await sandbox.clock.advance(25 * HOUR_MS)
    }
    if (path.includes('/transaction/')) {
      const { body } = await post('/subscriptions/v2/redeem', { merchantOrderId: 'sub_7f2_2026_03' })
      path = path.replace(/OM\w+/, body.transactionId)
    }
    const { authorization: _recorded, ...headers } = wire.headers
    const answer = wire.method === 'GET' ? await get(path, headers) : await post(path, wire.body ?? undefined, headers)
    expect([200, 204]).toContain(answer.status)
  })
})

/** The names of all fields, to any depth; lists by their first entry. */
function shapeOf(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return value.length === 0 ? [] : shapeOf(value[0], `${at}[]`)
  if (typeof value !== 'object' || value === null) return [at]
  return Object.entries(value).flatMap(([name, inner]) => shapeOf(inner, `${at}.${name}`))
}

describe('autopay/callbacks.json: the callbacks of the sandbox have every field of the documented ones', () => {
  test('setup, notification, debit and changes of the mandate', async () => {
    const { sandbox, post, notice } = await prepared()
    const setUpMandate = async (id: string, errorCode?: string) => {
      await post('/subscriptions/v2/setup', setupBody({ id, frequency: 'ON_DEMAND' }))
      const end = errorCode ? ({ outcome: 'FAILURE', errorCode } as const) : ({ outcome: 'SUCCESS' } as const)
      await sandbox.simulatePayment(`${id}-setup`, end)
    }
    await setUpMandate('failed', 'ZM')
    await setUpMandate('sub_7f2')
    const debit = async (id: string, strategy: 'STANDARD' | 'CUSTOM') => {
      const body = notice(id)
      await post('/subscriptions/v2/notify', {
        ...body,
        paymentFlow: { ...body.paymentFlow, redemptionRetryStrategy: strategy },
      })
      await sandbox.clock.advance(25 * HOUR_MS)
      await post('/subscriptions/v2/redeem', { merchantOrderId: id })
      await sandbox.clock.advance(2 * DAY_MS)
    }
    await debit('debit-1', 'CUSTOM')
    await sandbox.queueOutcome({ outcome: 'FAILURE', errorCode: 'Z9', next: 1 })
    await debit('debit-2', 'CUSTOM')
    await sandbox.queueOutcome({ outcome: 'FAILURE', errorCode: 'Z9', next: 4 })
    await debit('debit-3', 'STANDARD')
    await debit('debit-4--notify-fail', 'STANDARD')
    await sandbox.simulateMandate('sub_7f2', { action: 'PAUSE', pauseUntilMs: sandbox.clock.now() + DAY_MS })
    await sandbox.simulateMandate('sub_7f2', { action: 'RESUME' })
    await sandbox.simulateMandate('sub_7f2', { action: 'REVOKE' })
    await setUpMandate('cancelled')
    await post('/subscriptions/v2/cancelled/cancel', undefined)
    await sandbox.clock.advance(DAY_MS)

    const sent = new Map(sandbox.deliveries().map(({ event, request }) => [event, JSON.parse(request.body)]))
    const documented = cases('callbacks.json').filter(({ body }) => !body.event?.startsWith('checkout.'))
    for (const { name, body, expect: expected } of documented) {
      const ours = sent.get(expected.event)
      expect(ours, `${name}: ${expected.event}`).toBeDefined()
      const missing = shapeOf(body.payload).filter((field) => !shapeOf(ours.payload).includes(field))
      // A callback about a failed notification has no times in any source that prints real ones.
      const optional = /metaInfo|notifiedAt|validAfter|validUpto|instrument|\.rail|utr|umn|errorCode|detailedErrorCode/i
      expect(
        missing.filter((field) => !optional.test(field)),
        name,
      ).toEqual([])
      expect(ours.payload.state).toBe(expected.state)
    }
  })
})
