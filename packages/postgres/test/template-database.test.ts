import { templateDatabase } from '@galla/postgres'
import { beforeAll, describe, expect, it } from 'vitest'
import type { PostgresConnection } from '../src/connection.ts'
import { ask, place } from './parts/place.ts'

const { room, start } = place()
let server: PostgresConnection
beforeAll(async () => {
  server = (await start({ folder: await room(), durable: false })).connection
})

const databases = async () => {
  const rows = await ask<{ name: string }>({ connection: server }, 'select datname as name from pg_database')
  return rows.map(({ name }) => name)
}

describe('a template', () => {
  it('is prepared once, however many ask for it', async () => {
    let prepared = 0
    const prepare = async (connection: PostgresConnection) => {
      prepared += 1
      await ask({ connection }, 'create table cups (id int)')
    }
    const [one, other] = await Promise.all([1, 2].map(() => templateDatabase(server, { name: 'once', prepare })))
    expect(prepared).toBe(1)
    const copies = await Promise.all([one, other].map((template) => template?.fresh()))
    for (const copy of copies) expect(copy && (await ask(copy, 'select * from cups'))).toEqual([])
  })

  it('gives copies that do not see each other', async () => {
    const prepare = (connection: PostgresConnection) =>
      ask({ connection }, 'create table cups as select 1 as id').then(() => {})
    const template = await templateDatabase(server, { name: 'apart', prepare })
    const one = await template.fresh()
    const other = await template.fresh()
    await ask(one, 'insert into cups values (2)')
    expect(await ask(one, 'select id from cups order by id')).toEqual([{ id: 1 }, { id: 2 }])
    expect(await ask(other, 'select id from cups')).toEqual([{ id: 1 }])

    await one.drop()
    await other.drop()
    await template.drop()
    expect((await databases()).filter((name) => name.startsWith('apart'))).toEqual([])
  })

  it('is built anew when the last attempt failed in the middle', async () => {
    const failing = templateDatabase(server, {
      name: 'torn',
      prepare: async (connection) => {
        await ask({ connection }, 'create table half ()')
        throw new Error('the migration is wrong')
      },
    })
    await expect(failing).rejects.toThrow('the migration is wrong')
    const template = await templateDatabase(server, {
      name: 'torn',
      prepare: (connection) => ask({ connection }, 'create table whole ()').then(() => {}),
    })
    const copy = await template.fresh()
    expect(await ask(copy, `select relname from pg_class where relname in ('half', 'whole')`)).toEqual([
      { relname: 'whole' },
    ])
  })

  it('has a name that needs no quotes', async () => {
    const prepare = async () => {}
    for (const name of ['', 'Once', 'a-b', 'a"; drop database postgres; --', 'x'.repeat(47)]) {
      await expect(templateDatabase(server, { name, prepare })).rejects.toThrow(/^name must be 1 to 46/)
    }
  })
})
