import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ConsolePassword } from '../src/routes/console/access.ts'
import { claimDeliveries } from '../src/storage/events/deliveries.ts'
import { seedDelivery, seedOrder } from './helpers/seed.ts'
import { createTestConsole, testPassword } from './helpers/test-console.ts'
import { createTestContext } from './helpers/test-context.ts'
import { startTestDatabase, type TestDatabase } from './helpers/test-database.ts'

let test: TestDatabase
let password: ConsolePassword
beforeAll(async () => {
  test = await startTestDatabase()
  password = await testPassword()
})
afterAll(() => test.end())

const states = ['waiting', 'failed', 'done', 'cancelled', 'running'] as const

beforeEach(async () => {
  await test.clear()
  await seedOrder(test.database, { merchantOrderId: 'one' })
  for (const name of states) {
    const state = name === 'running' ? 'waiting' : name
    const doneAtMs = state === 'done' ? { doneAtMs: 1_700_000_070_000 } : {}
    await seedDelivery(test.database, {
      eventId: `order:${name}`,
      merchantOrderId: 'one',
      state,
      attempts: 5,
      subscriber: name === 'running' ? 'chat' : 'handlers',
      ...doneAtMs,
    })
  }
  const chat = { subscriber: 'chat', events: ['order.completed'] } as const
  await claimDeliveries(test.database, chat, { nowMs: 2_000_000_000_000, leaseMs: 60_000, limit: 1 })
})

const id = (name: string) => `order:${name}:${name === 'running' ? 'chat' : 'handlers'}`

async function attempts(): Promise<{ [id: string]: unknown }> {
  const { rows } = await test.database.query<{ deliveryId: string; state: string; attempts: number }>({
    text: 'select "deliveryId", "state", "attempts" from galla.deliveries',
  })
  return Object.fromEntries(rows.map((row) => [row.deliveryId, `${row.state} ${row.attempts}`]))
}

describe('POST /deliveries/retry', () => {
  it('retries the chosen ones: fresh attempts after the last one, the same count before it', async () => {
    const context = createTestContext(test.database)
    const { json } = await createTestConsole(context, password)
    const body = { deliveryIds: states.map(id) }
    expect(await json('/api/deliveries/retry', { method: 'POST', body })).toEqual({ retried: 2 })
    expect(await attempts()).toEqual({
      [id('waiting')]: 'waiting 5',
      [id('failed')]: 'waiting 0',
      [id('done')]: 'done 5',
      [id('cancelled')]: 'cancelled 5',
      [id('running')]: 'waiting 6',
    })
    expect(context.woken).toEqual(['deliveries'])
  })

  it('leaves those that are due already, without another entry of the audit log', async () => {
    const { json } = await createTestConsole(createTestContext(test.database), password)
    const body = { deliveryIds: states.map(id) }
    expect(await json('/api/deliveries/retry', { method: 'POST', body })).toEqual({ retried: 2 })
    for (let n = 0; n < 3; n += 1)
      expect(await json('/api/deliveries/retry', { method: 'POST', body })).toEqual({ retried: 0 })
    const entries = `select 1 from galla.audit where "what" = 'retried'`
    expect((await test.database.query({ text: entries })).rows).toHaveLength(2)
  })

  it('retries all that need review, and no other', async () => {
    const { json } = await createTestConsole(createTestContext(test.database), password)
    const retried = await json('/api/deliveries/retry', { method: 'POST', body: { allFailed: true } })
    expect(retried).toEqual({ retried: 1 })
    expect(await attempts()).toMatchObject({ [id('failed')]: 'waiting 0', [id('waiting')]: 'waiting 5' })
    const { rows } = await test.database.query<object>({ text: 'select "what", "kind", "detail" from galla.audit' })
    expect(rows).toEqual([{ what: 'retried all that need review', kind: 'delivery', detail: '1' }])
  })

  it('refuses a body that names nothing', async () => {
    const { request } = await createTestConsole(createTestContext(test.database), password)
    for (const body of [{}, { deliveryIds: [] }, { allFailed: false }])
      expect((await request('/api/deliveries/retry', { method: 'POST', body })).status).toBe(400)
  })
})

describe('POST /deliveries/:deliveryId/retry', () => {
  it.each([
    ['done', 'ALREADY_DONE'],
    ['cancelled', 'CANCELLED'],
    ['running', 'RUNNING'],
  ])('refuses one that is %s', async (name, code) => {
    const { request } = await createTestConsole(createTestContext(test.database), password)
    const response = await request(`/api/deliveries/${encodeURIComponent(id(name))}/retry`, { method: 'POST' })
    expect([response.status, await response.json()]).toMatchObject([409, { code }])
  })
})
