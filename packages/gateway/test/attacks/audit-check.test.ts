import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { checkAudit, writeAudit } from '../../src/storage/access/audit.ts'
import type { Queries } from '../../src/storage/database.ts'
import { setupConsoles } from '../helpers/console-gateway.ts'
import { startTestDatabase, type TestDatabase } from '../helpers/test-database.ts'

const { createGatewayWithConsole } = setupConsoles()
let test: TestDatabase
beforeAll(async () => {
  test = await startTestDatabase()
})
afterAll(() => test.end())
beforeEach(() => test.clear())

/** Writes seven entries; returns the hash of the last one. */
async function writeEntries(): Promise<string | undefined> {
  for (let n = 1; n <= 7; n += 1)
    await writeAudit(test, { atMs: n, what: 'invited', kind: 'user', id: `user-${n}`, detail: `note ${n}` })
  return (await checkAudit(test.database)).head
}

/** Runs SQL as somebody with the owner's rights, without the triggers. */
const asOwner = async (sql: string) => {
  await test.database.transaction(async (tx) => {
    await tx.query({ text: 'set local session_replication_role = replica' })
    await tx.query({ text: sql })
  })
}

describe('a check of the audit log in batches', () => {
  it.each([1, 2, 3, 7, 8])('of %i reads every entry once, and none of its statements more', async (batch) => {
    const head = await writeEntries()
    const counted: number[] = []
    const on: Queries = {
      dataKeys: test.database.dataKeys,
      async query<Row extends object>(statement: { text: string }) {
        const result = await test.database.query<Row>(statement)
        for (const row of result.rows) if ('entries' in row) counted.push(row.entries as number)
        return result
      },
    }
    expect(await checkAudit(on, batch)).toEqual({ entries: 7, head })
    expect(Math.max(...counted)).toBe(Math.min(batch, 7))
    expect(counted.reduce((sum, count) => sum + count, 0)).toBe(7)
  })

  it.each([
    ['the first entry was removed', `delete from galla.audit where "auditId" = 1`, '2'],
    ['the last entry of a batch was removed', `delete from galla.audit where "auditId" = 2`, '3'],
    ['the first entry of a batch was removed', `delete from galla.audit where "auditId" = 3`, '4'],
    ['the first entry of a batch was changed', `update galla.audit set "who" = 'nobody' where "auditId" = 5`, '5'],
    ['two were changed', `update galla.audit set "who" = 'nobody' where "auditId" in (4, 6)`, '4'],
    ['a note was changed', `update galla.audit set "detail" = 'another' where "auditId" = 6`, '6'],
  ])('finds the entry where the chain breaks: %s', async (_, sql, brokenAt) => {
    await writeEntries()
    await asOwner(sql)
    expect(await checkAudit(test.database, 2)).toMatchObject({ brokenAt })
  })
})

it('checks the audit log once at a time, and reads nothing for who asks meanwhile', async () => {
  const { testGateway, request } = await createGatewayWithConsole()
  const blocker = new Client(testGateway.settings.database as object).on('error', () => {})
  await blocker.connect()
  await blocker.query('begin; lock table galla.audit in access exclusive mode')
  const waiting = async () => {
    const text = `select count(*)::int as "count" from pg_locks where not "granted" and "relation" = 'galla.audit'::regclass`
    return (await testGateway.rows<{ count: number }>(text))[0]?.count
  }
  const first = request('GET', '/audit/check')
  await vi.waitFor(async () => expect(await waiting()).toBe(1), { timeout: 20_000 })
  const second = await request('GET', '/audit/check')
  expect([second.status, second.headers.get('retry-after'), await waiting()]).toEqual([503, '5', 1])
  expect(await second.json()).toMatchObject({ code: 'BUSY' })
  await blocker.query('rollback')
  await blocker.end()
  await first
  expect(await (await request('GET', '/audit/check')).json()).toMatchObject({ entries: 1 })
})
