import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { writeAudit } from '../../src/storage/access/audit.ts'
import { findUser, insertUser, saveUser } from '../../src/storage/access/users.ts'
import type { Queries } from '../../src/storage/database.ts'
import { startTestDatabase, type TestDatabase } from '../helpers/test-database.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await startTestDatabase()
})
afterAll(() => test.end())
beforeEach(() => test.clear())

/** Adds an audit entry, as each login, refund and review of the console does. */
const addEntry = (on: Queries) =>
  writeAudit({ database: on, actor: { who: 'admin' } }, { atMs: 1, what: 'logged in', kind: 'session', id: '' })

async function disable(on: Queries, name: string): Promise<void> {
  const { userId, role } = (await findUser(on, name)) ?? { userId: '', role: 'admin' as const }
  await saveUser(on, { userId, role, disabledAtMs: 2 })
}

/** Two admins; the first one can log in. */
async function addAdmins(): Promise<void> {
  for (const name of ['one', 'two'])
    await insertUser(test.database, { userId: `user_${name}`, name, role: 'admin', nowMs: 1 })
  await test.database.query({ text: `update galla.users set "passwordHash" = 'x'` })
}

describe('a database role that may only connect', () => {
  it('cannot block the audit log or changes of users: they wait for no lock that it can take', async () => {
    await addAdmins()
    // Advisory locks need no right.
    await test.database.transaction(async (stranger) => {
      await stranger.query({
        text: 'select pg_advisory_xact_lock(hashtextextended("name", 0)) from unnest($1::text[]) as "name"',
        values: [['galla.audit', 'galla.users']],
      })
      await addEntry(test.database)
      await disable(test.database, 'two')
    })
    const { rows } = await test.database.query<{ what: string }>({ text: 'select "what" from galla.audit' })
    expect(rows).toEqual([{ what: 'logged in' }])
  })

  it('sees none of their advisory locks in pg_locks, which every role can read', async () => {
    await addAdmins()
    const held = await test.database.transaction(async (tx) => {
      await addEntry(tx)
      await disable(tx, 'two')
      const text = `select "mode" from pg_locks where "locktype" = 'advisory' and "pid" = pg_backend_pid()`
      return (await tx.query({ text })).rows
    })
    expect(held).toEqual([])
  })
})
