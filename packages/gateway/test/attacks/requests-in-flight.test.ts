import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ConsolePassword } from '../../src/routes/console/access.ts'
import { seedDelivery, seedOrder, seedRefund } from '../helpers/seed.ts'
import { createTestConsole, testPassword } from '../helpers/test-console.ts'
import { createTestContext, T0 } from '../helpers/test-context.ts'
import { startTestDatabase, type TestDatabase } from '../helpers/test-database.ts'

let test: TestDatabase
let password: ConsolePassword

beforeAll(async () => {
  ;[test, password] = await Promise.all([startTestDatabase(), testPassword()])
})
afterAll(() => test.end())
beforeEach(() => test.clear())

const OWN = 'user_mallory'

/** Each is let in while mallory has the role, and what it leaves behind when it has an effect. */
const REQUESTS = [
  ['changes the own account', `/users/${OWN}/change`, { role: 'admin', disabled: false }, 'users'],
  ['changes another account', '/users/user_vera/change', { role: 'admin' }, 'users'],
  ['invites', '/users', { name: 'an accomplice', role: 'admin' }, 'users'],
  ['makes a link', '/users/user_vera/invite', {}, 'invitations'],
  ['creates an API key', '/api-keys', { name: 'for later', scopes: ['refunds'] }, 'api_keys'],
  ['changes the settings', '/security', { secondFactorRoles: [] }, 'meta'],
  ['refunds', '/orders/order-1/refunds', { merchantRefundId: 'r-1', amount: 100, reason: 'other' }, 'refunds'],
  ['approves', '/refunds/r-waits/approve', {}, 'refunds'],
  ['resolves a review', '/refunds/r-review/resolve-review', { decision: 'retry', note: 'x', version: 1 }, 'refunds'],
  ['retries a delivery', '/deliveries/order:order-1:completed:handlers/retry', {}, 'deliveries'],
  ['puts an order on hold', '/legal-holds', { merchantOrderId: 'order-1', reason: 'x' }, 'legal_holds'],
  ['erases', '/payers/erase', { merchantOrderId: 'order-1' }, 'orders'],
] as const

/** Rows of a table as text, without mallory's own, which the other admin changes. */
const stored = async (table: string) => {
  const others = table === 'users' ? `where "userId" <> '${OWN}'` : ''
  const text = `select t::text as row from galla.${table} t ${others} order by 1`
  return (await test.database.query<{ row: string }>({ text })).rows
}

const waiting = async () => {
  const { rows } = await test.database.query<{ count: number }>({
    text: `select count(*)::int as count from pg_locks l join pg_stat_activity a using (pid)
      where not l.granted and a.datname = current_database()`,
  })
  return rows[0]?.count
}

describe('a request that was let in before its sender', () => {
  it.each(
    REQUESTS.flatMap(([what, path, body, table]) => [
      [what, 'is disabled', `"disabledAtMs" = 1`, path, body, table] as const,
      [what, 'becomes a viewer', `"role" = 'viewer'`, path, body, table] as const,
    ]),
  )('%s has no effect after the sender %s', async (_what, _how, change, path, body, table) => {
    const context = createTestContext(test.database)
    const opened = await createTestConsole(context, password)
    await opened.as('viewer', 'vera')
    const mallory = await opened.as('admin', 'mallory')
    await seedOrder(test.database, { merchantOrderId: 'order-1', state: 'COMPLETED' })
    await seedOrder(test.database, { merchantOrderId: 'order-2', state: 'COMPLETED' })
    await seedOrder(test.database, { merchantOrderId: 'order-3', state: 'COMPLETED' })
    await seedRefund(test.database, {
      merchantRefundId: 'r-waits',
      merchantOrderId: 'order-2',
      state: 'REQUESTED',
      approval: 'waiting',
      approveByMs: T0 + 3_600_000,
      requestedBy: 'fin',
      requestedById: 'user_fin',
    })
    await seedRefund(test.database, {
      merchantRefundId: 'r-review',
      merchantOrderId: 'order-3',
      needsReview: { reason: 'undecided', sinceMs: 1, ours: { state: 'PENDING', amount: 10_000 } },
    })
    await seedDelivery(test.database, {
      eventId: 'order:order-1:completed',
      merchantOrderId: 'order-1',
      state: 'failed',
    })
    const before = await stored(table)
    let pending: Promise<Response> | undefined
    await test.database.transaction(async (tx) => {
      // What another admin's transaction does: the row of the user, then the entry of the audit log.
      await tx.query({ text: `update galla.users set ${change} where "userId" = $1`, values: [OWN] })
      await tx.query({ text: 'lock table galla.audit_lock in exclusive mode' })
      pending = mallory.request(`/api${path}`, { method: 'POST', body })
      await expect.poll(waiting, { timeout: 60_000 }).toBeGreaterThan(0)
    })
    const response = await pending
    expect([response?.status, await response?.json()]).toEqual([403, expect.objectContaining({ code: 'NOT_ALLOWED' })])
    const { rows } = await test.database.query<{ changed: boolean }>({
      text: `select ${change} as changed from galla.users where "userId" = $1`,
      values: [OWN],
    })
    expect(rows).toEqual([{ changed: true }])
    expect(await stored(table)).toEqual(before)
    expect((await test.database.query({ text: `select 1 from galla.audit where "who" = 'mallory'` })).rows).toEqual([])
  })
})
