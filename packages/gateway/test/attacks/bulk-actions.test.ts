import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { GatewayContext } from '../../src/context.ts'
import type { ConsolePassword } from '../../src/routes/console/access.ts'
import { checkAudit } from '../../src/storage/access/audit.ts'
import type { Database, Queries, Statement } from '../../src/storage/database.ts'
import { seedCallback, seedDelivery, seedOrder } from '../helpers/seed.ts'
import { createTestConsole, testPassword } from '../helpers/test-console.ts'
import { createTestContext } from '../helpers/test-context.ts'
import { startTestDatabase, type TestDatabase } from '../helpers/test-database.ts'

let test: TestDatabase
let password: ConsolePassword

beforeAll(async () => {
  ;[test, password] = await Promise.all([startTestDatabase(), testPassword()])
})
afterAll(() => test.end())
beforeEach(() => test.clear())

const CONTENT = { kind: 'order', status: { state: 'COMPLETED', attempts: [] }, mode: 'classic' }

/** An order with deliveries that need review and callbacks that were processed. */
async function seedRows(count: number) {
  await seedOrder(test.database, { merchantOrderId: 'order-1', state: 'COMPLETED' })
  const callbacks: string[] = []
  for (let n = 0; n < count; n += 1) {
    const delivery = { eventId: `order:order-1:${n}`, merchantOrderId: 'order-1', state: 'failed' }
    await seedDelivery(test.database, delivery)
    const callback = { merchantOrderId: 'order-1', content: CONTENT, processedAtMs: 1 }
    callbacks.push(await seedCallback(test.database, callback))
  }
  const { rows } = await test.database.query<{ deliveryId: string }>({
    text: 'select "deliveryId" from galla.deliveries',
  })
  return { deliveries: rows.map(({ deliveryId }) => deliveryId), callbacks }
}

/** A database whose statements in transactions are seen. */
const watching = (database: Database, seen: (statement: Statement) => void): Database => ({
  ...database,
  transaction: (work, queueKey) =>
    database.transaction((tx) => {
      const query: Queries['query'] = (statement) => {
        seen(statement)
        return tx.query(statement)
      }
      return work({ ...tx, query })
    }, queueKey),
})

/** A database that gives up on a lock at once. */
const impatient = (database: Database): Database => {
  const transaction: Database['transaction'] = (work, queueKey) =>
    database.transaction(async (tx) => {
      await tx.query({ text: `set local lock_timeout = '20ms'` })
      return work(tx)
    }, queueKey)
  return { ...database, transaction, query: (statement) => transaction((tx) => tx.query(statement)) }
}

const openConsole = (context: GatewayContext) => createTestConsole(context, password)

const auditRows = async (what: string) => {
  const { rows } = await test.database.query<{ who: string; kind: string; id: string }>({
    text: 'select "who", "kind", "id" from galla.audit where "what" = $1 order by "auditId"',
    values: [what],
  })
  return rows
}

describe('an action on many rows', () => {
  it.each([
    ['retried', 'delivery', '/api/deliveries/retry', 'deliveries', 'deliveryIds'],
    ['replayed', 'callback', '/api/callbacks/replay', 'callbacks', 'callbackIds'],
  ] as const)(
    'that are %s sends as many statements for thirty as for one, and the log comes last',
    async (what, kind, path, rows, field) => {
      const seen: string[] = []
      const context = createTestContext(watching(test.database, ({ text }) => seen.push(text)))
      const support = await (await openConsole(context)).as('support')
      const ids = (await seedRows(31))[rows]
      const send = async (some: string[]) => {
        seen.length = 0
        const response = await support.request(path, { method: 'POST', body: { [field]: some } })
        expect([response.status, await response.json()]).toEqual([200, { [what]: some.length }])
        return [...seen]
      }
      const ofOne = await send(ids.slice(0, 1))
      const ofMany = await send(ids.slice(1))
      expect(ofMany).toEqual(ofOne)
      expect(ofMany.at(-1)).toContain('insert into galla.audit')
      const entries = await auditRows(what)
      expect(entries.every((entry) => entry.kind === kind && entry.who === support.name)).toBe(true)
      expect(entries.map(({ id }) => id).sort()).toEqual([...ids].sort())
      expect(await checkAudit(test.database)).toMatchObject({ entries: 31, head: expect.any(String) })
      expect((await checkAudit(test.database)).brokenAt).toBeUndefined()
    },
  )

  it('is done whole or not at all when the sender lost the role meanwhile', async () => {
    const context = createTestContext(test.database)
    const { deliveries } = await seedRows(3)
    const database: Database = {
      ...test.database,
      async transaction(work, queueKey) {
        await test.database.query({
          text: `update galla.users set "role" = 'viewer' where "userId" = 'user_the-support'`,
        })
        return test.database.transaction(work, queueKey)
      },
    }
    const support = await (await openConsole({ ...context, database })).as('support')
    const response = await support.request('/api/deliveries/retry', {
      method: 'POST',
      body: { deliveryIds: deliveries },
    })
    expect([response.status, await response.json()]).toEqual([403, expect.objectContaining({ code: 'NOT_ALLOWED' })])
    expect(await auditRows('retried')).toEqual([])
    const states = await test.database.query({ text: `select distinct "state" from galla.deliveries` })
    expect(states.rows).toEqual([{ state: 'failed' }])
  })

  it('takes one connection of a replica, however many are sent', async () => {
    let open = 0
    let most = 0
    const database: Database = {
      ...test.database,
      transaction: (work, queueKey) =>
        test.database.transaction(async (tx) => {
          open += 1
          most = Math.max(most, open)
          try {
            return await work(tx)
          } finally {
            open -= 1
          }
        }, queueKey),
    }
    const support = await (await openConsole(createTestContext(database))).as('support')
    const { deliveries, callbacks } = await seedRows(4)
    const responses = await Promise.all(
      [...Array(4)].flatMap(() => [
        support.request('/api/deliveries/retry', { method: 'POST', body: { deliveryIds: deliveries } }),
        support.request('/api/callbacks/replay', { method: 'POST', body: { callbackIds: callbacks } }),
      ]),
    )
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(most).toBe(1)
  })
})

describe('while the lock of the audit log is not free in time', () => {
  it('requests of the console are answered 503, and take effect when they are repeated', async () => {
    const context = createTestContext(test.database)
    const patient = await openConsole(context)
    await patient.invite('asha', 'support', 'three cups of tea')
    const console = await createTestConsole({ ...context, database: impatient(test.database) }, password)
    const { deliveries, callbacks } = await seedRows(2)
    const json = { 'content-type': 'application/json', origin: 'http://127.0.0.1:3000' }
    const requests = [
      () => console.request('/api/deliveries/retry', { method: 'POST', body: { deliveryIds: deliveries } }),
      () => console.request('/api/deliveries/retry', { method: 'POST', body: { allFailed: true } }),
      () => console.request('/api/callbacks/replay', { method: 'POST', body: { callbackIds: callbacks } }),
      () =>
        console.request('/api/reveal', {
          method: 'POST',
          body: { kind: 'order', id: 'order-1', path: 'request.redirectUrl', reason: 'asked' },
        }),
      () => console.request('/api/users', { method: 'POST', body: { name: 'ravi', role: 'viewer' } }),
      () =>
        console.raw('/api/session', {
          method: 'POST',
          headers: json,
          body: JSON.stringify({ name: 'asha', password: 'three cups of tea' }),
        }),
    ]
    await test.database.transaction(async (tx) => {
      await tx.query({ text: 'lock table galla.audit_lock in exclusive mode' })
      for (const send of requests) {
        const response = await send()
        expect([response.status, response.headers.get('retry-after'), await response.json()]).toEqual([
          503,
          '5',
          expect.objectContaining({ code: 'BUSY' }),
        ])
      }
    })
    for (const send of requests) expect((await send()).status).toBe(200)
    expect((await checkAudit(test.database)).brokenAt).toBeUndefined()
  })
})
