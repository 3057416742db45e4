import { describe, expect, it } from 'vitest'
import { writeAudit } from '../../src/storage/access/audit.ts'
import { createDatabase } from '../../src/storage/database.ts'
import { openPool } from '../../src/storage/pool.ts'
import { CART, setupTestGateways, type TestGateway } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const PASSWORD = 'two cups of tea'
const ORIGIN = 'http://127.0.0.1:3000'

/** A gateway with a paid order, and a logged-in person. */
async function openConsole() {
  const testGateway = await createTestGateway({ gateway: { console: { password: PASSWORD } } })
  const send = (path: string, init: RequestInit = {}) =>
    testGateway.gateway.admin.fetch(new Request(`${ORIGIN}/api${path}`, init), { address: '127.0.0.1' })
  const json = { 'content-type': 'application/json' }
  const login = (password: string) =>
    send('/session', { method: 'POST', body: JSON.stringify({ password }), headers: json })
  const response = await login(PASSWORD)
  const { csrfToken } = (await response.json()) as { csrfToken: string }
  const headers = {
    ...json,
    cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '',
    'x-csrf-token': csrfToken,
  }
  const { order } = await testGateway.gateway.orders.start({ ...CART, merchantOrderId: 'order-1' })
  await testGateway.sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
  await testGateway.drainJobs()
  const head = async (path: string) => {
    const { status, headers: found } = await send(path, { method: 'HEAD', headers })
    return { status, type: found.get('content-type') }
  }
  const read = async <Reply>(path: string) => (await (await send(path, { headers })).json()) as Reply
  return {
    ...testGateway,
    login,
    read,
    head,
    send: (path: string, method: string, body: object) => send(path, { method, headers, body: JSON.stringify(body) }),
    check: () => read<{ entries: number; brokenAt?: string; head?: string }>('/audit/check'),
    text: async (path: string) => (await send(path, { headers })).text(),
  }
}

interface Entries {
  rows: {
    auditId: string
    who: string
    userId?: string
    what: string
    kind: string
    id: string
    address?: string
    detail?: string
  }[]
  next?: string
}

/** Runs SQL as an attacker who may write to the database, with the triggers switched off. */
const asOwner = ({ rows }: Pick<TestGateway, 'rows'>, sql: string) =>
  rows(`set session_replication_role = replica; ${sql}; set session_replication_role = origin`)

describe('the audit log', () => {
  it('records the user, address, action and subject of each entry', async () => {
    const { login, send, read, text } = await openConsole()
    await login('a wrong guess of it')
    await send('/orders/order-1/sync', 'POST', {})
    await send('/orders/order-1/refunds', 'POST', { merchantRefundId: 'r-1', amount: 100, note: 'a broken cup' })
    await send('/reveal', 'POST', { kind: 'order', id: 'order-1', path: 'request.redirectUrl', reason: 'asked' })
    await text('/orders.csv')
    await text('/ledger.csv')
    const csv = await text('/audit.csv')
    const { rows } = await read<Entries>('/audit')
    expect(rows.map(({ what }) => what).reverse()).toEqual([
      'logged in',
      'wrong password',
      'checked the status',
      'requested refund r-1',
      'revealed',
      'exported',
      'exported',
      'exported',
    ])
    expect(rows.every(({ who, userId, address }) => who === 'admin' && userId && address === '127.0.0.1')).toBe(true)
    expect(rows.at(-4)).toMatchObject({ kind: 'order', id: 'order-1', detail: 'a broken cup' })
    expect(csv.split('\r\n')[0]).toBe('auditId,at,who,userId,address,what,kind,id,detail,before,after,hash')
    expect(csv).toContain(',127.0.0.1,logged in,session,')
    const about = await read<Entries>('/audit?kind=export&limit=2')
    expect(about.rows.map(({ auditId }) => auditId)).toEqual(['8', '7'])
    const next = await read<Entries>(`/audit?kind=export&limit=2&after=${about.next}`)
    expect(next.rows.map(({ auditId }) => auditId)).toEqual(['6'])
  })

  it('records no export for a HEAD, which gets no file', async () => {
    const { head, text, send, read } = await openConsole()
    const { fileId } = await (
      await send('/refund-files', 'POST', { name: 'a.csv', text: 'order id,amount in paise\norder-1,100' })
    ).json()
    const files = ['orders', 'ledger', 'finance', 'audit', `refund-files/${fileId}/results`].map(
      (name) => `/${name}.csv`,
    )
    for (const path of files)
      expect([path, await head(path)]).toEqual([path, { status: 200, type: 'text/csv; charset=utf-8' }])
    expect((await read<Entries>('/audit?kind=export')).rows).toEqual([])
    for (const path of files) await text(path)
    expect((await read<Entries>('/audit?kind=export')).rows).toHaveLength(files.length)
  })

  it('records wrong passwords of an open session, as many as are evaluated', async () => {
    const { send, read } = await openConsole()
    const wrong = 'a wrong guess of it'
    const statuses: number[] = []
    const guess = async (path: string, body: object) =>
      statuses.push((await send(`/account${path}`, 'POST', body)).status)
    await guess('/password', { current: wrong, password: 'the choice of a thief' })
    await guess('/second-factor/begin', { password: wrong })
    await guess('/second-factor/begin', { password: wrong })
    await guess('/password', { current: wrong, password: 'the choice of a thief' })
    await guess('/password', { current: wrong, password: 'the choice of a thief' })
    await guess('/second-factor/begin', { password: wrong })
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
    const { rows } = await read<Entries>('/audit?kind=session')
    expect(rows.map(({ what, detail }) => [what, detail])).toEqual([
      ...Array.from({ length: 5 }, () => ['wrong password', 'in an open session']),
      ['logged in', undefined],
    ])
    expect(rows.every(({ who, address }) => who === 'admin' && address === '127.0.0.1')).toBe(true)
  })

  it.each([
    ['a change', `update galla.audit set "what" = 'nothing' where "auditId" = 1`],
    ['a change of who', `update galla.audit set "who" = 'another'`],
    ['another note', `update galla.audit set "detail" = 'a friendly gesture' where "detail" is not null`],
    [
      'another way to write a number',
      `update galla.audit set "after" = replace("after"::text, '100', '100.00')::jsonb where "after" is not null`,
    ],
    ['a removal', 'delete from galla.audit where "auditId" = 1'],
    ['a removal of nothing', 'delete from galla.audit where false'],
    ['an emptying', 'truncate galla.audit'],
  ])('refuses %s', async (_, sql) => {
    const { send, rows, check } = await openConsole()
    await send('/orders/order-1/refunds', 'POST', { merchantRefundId: 'r-1', amount: 100, note: 'a broken cup' })
    await expect(rows(sql)).rejects.toThrow(/galla\.audit is refused: the audit log is append-only/)
    expect(await check()).toMatchObject({ entries: 2, head: expect.stringMatching(/^[0-9a-f]{64}$/) })
  })

  it.each([
    ['changed', `update galla.audit set "what" = 'nothing' where "auditId" = 2`, '2'],
    ['given to another person', `update galla.audit set "who" = 'another' where "auditId" = 2`, '2'],
    ['given another note', `update galla.audit set "detail" = 'a gesture' where "auditId" = 3`, '3'],
    ['removed at the start', 'delete from galla.audit where "auditId" = 1', '2'],
    ['removed', 'delete from galla.audit where "auditId" = 2', '3'],
    [
      'exchanged',
      `update galla.audit set "auditId" = -2 where "auditId" = 2;
        update galla.audit set "auditId" = 2 where "auditId" = 3; update galla.audit set "auditId" = 3 where "auditId" = -2`,
      '2',
    ],
    [
      'inserted',
      `insert into galla.audit ("auditId", "atMs", "who", "what", "kind", "id", "hash") values (99, 1, 'console', 'x', 'order', 'y', 'z')`,
      '99',
    ],
  ])('shows that an entry was %s by someone who can switch its triggers off', async (_, sql, brokenAt) => {
    const opened = await openConsole()
    await opened.send('/orders/order-1/sync', 'POST', {})
    await opened.send('/orders/order-1/refunds', 'POST', { merchantRefundId: 'r-1', amount: 100, note: 'a broken cup' })
    await opened.send('/orders/order-1/sync', 'POST', {})
    expect((await opened.check()).brokenAt).toBeUndefined()
    await asOwner(opened, sql)
    expect((await opened.check()).brokenAt).toBe(brokenAt)
  })

  it('keeps its chain when the notes are erased with the payer', async () => {
    const { send, rows, check, gateway, advance } = await openConsole()
    await send('/orders/order-1/refunds', 'POST', { merchantRefundId: 'r-1', amount: 100, note: 'Susheela called' })
    await advance(60_000)
    const { head } = await check()
    await rows(`update galla.audit set "detail" = null where "detail" is not null`)
    expect(await rows('select 1 from galla.audit where "detail" is not null or "detailSalt" is not null')).toEqual([])
    expect(await check()).toEqual({ entries: 2, head })
    await gateway.payers.erase({ merchantOrderId: 'order-1' })
    const after = await check()
    expect([after.entries, after.brokenAt]).toEqual([3, undefined])
  })

  it('numbers entries of concurrent replicas without gaps', async () => {
    const { settings, check, rows } = await openConsole()
    const pool = openPool({ ...(settings.database as object), max: 8 }, () => {})
    const database = createDatabase(pool)
    const entry = { atMs: 1, what: 'retried', kind: 'order', id: 'order-1' } as const
    const write = (at: number) => {
      const failing = database.transaction(async (tx) => {
        await writeAudit({ database: tx }, entry)
        if (at % 3 === 0) throw new Error('rolled back')
      })
      return failing.then(
        () => 'written',
        (error: Error) => error.message,
      )
    }
    const results = await Promise.all(Array.from({ length: 40 }, (_, at) => write(at)))
    // Each waits for its turn: no two get the same number, of which the database would refuse one.
    expect(results).toEqual(results.map((_, at) => (at % 3 === 0 ? 'rolled back' : 'written')))
    await pool.end()
    expect((await check()).brokenAt).toBeUndefined()
    const [{ count, last } = { count: 0, last: 1 }] = await rows<{ count: string; last: string }>(
      'select count(*)::text as "count", max("auditId")::text as "last" from galla.audit',
    )
    expect(count).toBe(last)
  })
})
