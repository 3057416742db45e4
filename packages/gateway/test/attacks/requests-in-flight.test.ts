import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ConsolePassword } from '../../src/routes/console/access.ts'
import { beginSecondFactor, factorEncryption } from '../../src/services/access/second-factor.ts'
import { keepActor } from '../../src/storage/access/audit.ts'
import { readUser } from '../../src/storage/access/users.ts'
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

/** A console with what the requests are about, in which mallory is logged in. */
async function openConsole() {
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
  return { mallory }
}

/** Sends a request that waits until a change by another admin is committed: of rows, then the entry of the audit log. */
async function requestDuring(change: string, send: () => Promise<Response>) {
  let pending: Promise<Response> | undefined
  await test.database.transaction(async (tx) => {
    await tx.query({ text: change, values: [OWN] })
    await tx.query({ text: 'lock table galla.audit_lock in exclusive mode' })
    pending = send()
    await expect.poll(waiting, { timeout: 20_000 }).toBeGreaterThan(0)
  })
  const response = await pending
  return [response?.status, await response?.json()]
}

const REFUSED = [403, expect.objectContaining({ code: 'NOT_ALLOWED' })]
const entriesOfMallory = async () =>
  (await test.database.query<{ what: string }>({ text: `select "what" from galla.audit where "who" = 'mallory'` })).rows

async function sessionOfMallory(): Promise<string> {
  const { rows } = await test.database.query<{ sessionId: string }>({
    text: 'select "sessionId" from galla.sessions where "userId" = $1',
    values: [OWN],
  })
  return rows[0]?.sessionId ?? ''
}

describe('a request that was let in before its sender', () => {
  it.each(
    REQUESTS.flatMap(([what, path, body, table]) => [
      [what, 'is disabled', `"disabledAtMs" = 1`, path, body, table] as const,
      [what, 'becomes a viewer', `"role" = 'viewer'`, path, body, table] as const,
    ]),
  )('%s has no effect after the sender %s', async (_what, _how, change, path, body, table) => {
    const { mallory } = await openConsole()
    const before = await stored(table)
    const text = `update galla.users set ${change} where "userId" = $1`
    expect(await requestDuring(text, () => mallory.request(`/api${path}`, { method: 'POST', body }))).toEqual(REFUSED)
    const { rows } = await test.database.query<{ changed: boolean }>({
      text: `select ${change} as changed from galla.users where "userId" = $1`,
      values: [OWN],
    })
    expect(rows).toEqual([{ changed: true }])
    expect(await stored(table)).toEqual(before)
    expect(await entriesOfMallory()).toEqual([])
  })

  it.each([
    ...REQUESTS.filter(([, path]) => path !== `/users/${OWN}/change`),
    ['disables the own account', `/users/${OWN}/change`, { disabled: true }, 'users'] as const,
  ])('%s has no effect after the session is ended', async (_what, path, body, table) => {
    const { mallory } = await openConsole()
    const before = await stored(table)
    const text = 'delete from galla.sessions where "userId" = $1'
    expect(await requestDuring(text, () => mallory.request(`/api${path}`, { method: 'POST', body }))).toEqual(REFUSED)
    expect(await stored(table)).toEqual(before)
    expect(await entriesOfMallory()).toEqual([])
    const { rows } = await test.database.query({
      text: 'select 1 from galla.users where "userId" = $1 and "disabledAtMs" is null',
      values: [OWN],
    })
    expect(rows).toHaveLength(1)
  })

  it('makes no key for an authenticator app after the session is ended', async () => {
    const { mallory } = await openConsole()
    const actor = { who: mallory.name, userId: OWN, role: 'admin', sessionId: await sessionOfMallory() } as const
    const gateway = { ...createTestContext(test.database), actor }
    const user = await readUser(test.database, OWN)
    if (!user) throw new Error('no mallory')
    const begin = () => beginSecondFactor({ gateway, encryption: factorEncryption('secret') }, user)
    expect(await begin()).toMatchObject({ secret: expect.any(String) })
    const pending = `select "totpPending" as "key" from galla.users where "userId" = '${OWN}'`
    const { rows } = await test.database.query({ text: pending })
    await test.database.query({ text: 'delete from galla.sessions where "userId" = $1', values: [OWN] })
    await expect(begin()).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
    expect((await test.database.query({ text: pending })).rows).toEqual(rows)
  })

  it('stores no trial payment after the session is ended', async () => {
    const { mallory } = await openConsole()
    const sessionId = await sessionOfMallory()
    const actor = { who: mallory.name, userId: OWN, role: 'admin', sessionId } as const
    const keep = () => test.database.transaction((tx) => keepActor(tx, actor))
    await keep()
    await test.database.query({ text: 'delete from galla.sessions where "userId" = $1', values: [OWN] })
    await expect(keep()).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
  })
})

describe('an action that ends its own session', () => {
  it.each([
    ['all sessions of the user', 'DELETE', `/users/${OWN}/sessions`, 'ended all sessions'],
    ['the session', 'DELETE', '/account/sessions/:sessionId', 'ended a session'],
    ['the sessions with the account', 'POST', `/users/${OWN}/change`, 'changed'],
    ['the session by a logout', 'DELETE', '/session', 'logged out'],
  ])('is recorded: %s', async (_, method, path, what) => {
    const { mallory } = await openConsole()
    const asked = path.replace(':sessionId', await sessionOfMallory())
    const body = method === 'POST' ? { disabled: true } : {}
    expect((await mallory.request(`/api${asked}`, { method, body })).status).toBe(200)
    expect(await entriesOfMallory()).toEqual([{ what }])
    expect((await mallory.request('/api/account/sessions')).status).toBe(401)
  })
})
