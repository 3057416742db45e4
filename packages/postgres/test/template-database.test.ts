import { templateDatabase } from '@galla/postgres'
import { beforeAll, describe, expect, it } from 'vitest'
import type { PostgresConnection } from '../src/connection.ts'
import { query, testServers } from './helpers/test-servers.ts'

const { newFolder, start } = testServers()
let server: PostgresConnection
beforeAll(async () => {
  server = (await start({ folder: await newFolder(), durable: false })).connection
})

const databases = async () => {
  const rows = await query<{ name: string }>({ connection: server }, 'select datname as name from pg_database')
  return rows.map(({ name }) => name)
}

describe('templateDatabase', () => {
  it('prepares a template once for concurrent callers', async () => {
    let prepared = 0
    const prepare = async (connection: PostgresConnection) => {
      prepared += 1
      await query({ connection }, 'create table cups (id int)')
    }
    const [one, other] = await Promise.all([1, 2].map(() => templateDatabase(server, { name: 'once', prepare })))
    expect(prepared).toBe(1)
    const copies = await Promise.all([one, other].map((template) => template?.fresh()))
    for (const copy of copies) expect(copy && (await query(copy, 'select * from cups'))).toEqual([])
  })

  it('creates copies that are independent of each other', async () => {
    const prepare = (connection: PostgresConnection) =>
      query({ connection }, 'create table cups as select 1 as id').then(() => {})
    const template = await templateDatabase(server, { name: 'apart', prepare })
    const one = await template.fresh()
    const other = await template.fresh()
    await query(one, 'insert into cups values (2)')
    expect(await query(one, 'select id from cups order by id')).toEqual([{ id: 1 }, { id: 2 }])
    expect(await query(other, 'select id from cups')).toEqual([{ id: 1 }])

    await one.drop()
    await other.drop()
    await template.drop()
    expect((await databases()).filter((name) => name.startsWith('apart'))).toEqual([])
  })

  it('rebuilds a template whose preparation failed', async () => {
    const failing = templateDatabase(server, {
      name: 'failed',
      prepare: async (connection) => {
        await query({ connection }, 'create table half ()')
        throw new Error('the migration is wrong')
      },
    })
    await expect(failing).rejects.toThrow('the migration is wrong')
    const template = await templateDatabase(server, {
      name: 'failed',
      prepare: (connection) => query({ connection }, 'create table whole ()').then(() => {}),
    })
    const copy = await template.fresh()
    expect(await query(copy, `select relname from pg_class where relname in ('half', 'whole')`)).toEqual([
      { relname: 'whole' },
    ])
  })

  it('rejects a name that would need quotes in SQL', async () => {
    const prepare = async () => {}
    for (const name of ['', 'Once', 'a-b', 'a"; drop database postgres; --', 'x'.repeat(47)]) {
      await expect(templateDatabase(server, { name, prepare })).rejects.toThrow(/^name must be 1 to 46/)
    }
  })
})
