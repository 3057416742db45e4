import { createHash } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { CALLBACK_URL, CART, SECRET, setupTestGateways, type TestGateway } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const authorization = createHash('sha256').update(`${SECRET.username}:${SECRET.password}`).digest('hex')

const post = ({ gateway }: TestGateway, payload: object) =>
  gateway.fetch(
    new Request(CALLBACK_URL, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization, 'x-filler': 'f'.repeat(300) },
      body: JSON.stringify({ event: 'checkout.order.completed', payload }),
    }),
  )

const counts = ({ rows }: TestGateway) =>
  rows<{ verdict: string; n: number; bytes: number }>(
    `select "verdict", count(*)::int as "n", sum(pg_column_size(c.*))::int as "bytes" from galla.callbacks c group by 1 order by 1`,
  )

it('keeps the newest refused and repeated callbacks, and a few megabytes in total', async () => {
  const testGateway = await createTestGateway()
  const nowMs = testGateway.sandbox.clock.now()
  // As large as a refused callback is stored at most.
  const headers = JSON.stringify(
    Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`header-${n}`, `${n}`.repeat(100)])),
  )
  await testGateway.rows(
    `insert into galla.callbacks ("receivedAtMs", "verdict", "event", "headers", "body", "reason")
      select $1::bigint - n, case when n % 6 = 0 then 'refused' else 'duplicate' end, '', case when n % 6 = 0 then $2::jsonb else '{}' end, null, null
      from generate_series(1, 15000) n`,
    [nowMs, headers],
  )
  await post(testGateway, { merchantOrderId: 'accepted', state: 'COMPLETED' })
  await testGateway.gateway.runPendingJobs()
  const stored = await counts(testGateway)
  expect(stored).toMatchObject([
    { verdict: 'accepted', n: 1 },
    { verdict: 'duplicate', n: 5_000 },
    { verdict: 'refused', n: 2_000 },
  ])
  expect(stored.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(5_000_000)
  const [oldest] = await testGateway.rows<{ age: string }>(
    `select $1::bigint - min("receivedAtMs") as "age" from galla.callbacks where "verdict" = 'refused'`,
    [nowMs],
  )
  expect(Number(oldest?.age)).toBe(12_000)
})

it('stores a repeated callback without its body, and a limited number of them per minute', async () => {
  const testGateway = await createTestGateway()
  const payload = { merchantOrderId: 'one', state: 'COMPLETED', filler: 'f'.repeat(10_000) }
  const send = async () => {
    const response = await post(testGateway, payload)
    return { status: response.status, verdict: ((await response.json()) as { verdict: string }).verdict }
  }
  const answers = [await send(), ...(await Promise.all(Array.from({ length: 699 }, send)))]
  expect(answers[0]).toEqual({ status: 200, verdict: 'accepted' })
  expect(new Set(answers.slice(1).map((one) => JSON.stringify(one)))).toEqual(
    new Set(['{"status":200,"verdict":"duplicate"}']),
  )
  const [accepted, duplicate] = await counts(testGateway)
  expect([accepted?.n, duplicate?.n]).toEqual([1, 600])
  expect(duplicate?.bytes).toBeLessThan(600 * 600)
  // The next minute has its own limit.
  await testGateway.sandbox.clock.advance(60_000)
  await post(testGateway, payload)
  expect((await counts(testGateway))[1]?.n).toBe(601)
})

it('announces no refused callback that is not stored, so that a flood hides no change of an order from another replica', async () => {
  const url = 'http://127.0.0.1:3000'
  const password = 'two cups of tea'
  const { gateway, replica, rows } = await createTestGateway({ gateway: { console: { password } } })
  const second = await replica()
  const request = (path: string, init: RequestInit = {}) =>
    second.admin.fetch(new Request(`${url}/api${path}`, init), { address: '127.0.0.1' })
  const headers = { 'content-type': 'application/json' }
  const login = await request('/session', { method: 'POST', body: JSON.stringify({ password }), headers })
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const stream = (await request('/live', { headers: { cookie } })).body as ReadableStream<Uint8Array>
  let shown = ''
  const reading = (async () => {
    for await (const chunk of stream) {
      shown += Buffer.from(chunk).toString()
      if (shown.includes('event: order')) return
    }
  })()
  await vi.waitFor(() => expect(shown).toContain('event: hello'), { timeout: 60_000 })
  await vi.waitFor(
    async () => {
      const listening = await rows(`select 1 from pg_stat_activity where "query" like 'listen %' and "state" = 'idle'`)
      expect(listening).toHaveLength(1)
    },
    { timeout: 60_000 },
  )
  const forged = () =>
    gateway.fetch(new Request(CALLBACK_URL, { method: 'POST', body: '{}', headers: { authorization: 'x' } }))
  await Promise.all(Array.from({ length: 600 }, forged))
  await gateway.orders.start(CART)
  await reading
  expect(shown.match(/event: callback/g)?.length ?? 0).toBeLessThanOrEqual(30)
})
