import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { dataOf, isRunning, pidOf } from './helpers/server-process.ts'
import { query, testServers } from './helpers/test-servers.ts'

const { newFolder, start } = testServers()

describe('startPostgres on a folder', () => {
  let folder: string
  beforeAll(async () => {
    folder = join(await newFolder(), 'name, with & signs', 'gateway')
  })

  it('keeps its data across stop and start', async () => {
    const first = await start({ folder })
    expect(first.adopted).toBe(false)
    await query(first, 'create table cups (id int primary key)')
    await query(first, 'insert into cups values (1), (2)')
    const pid = await pidOf(first)
    expect(await first.stop()).toBe(true)
    expect(isRunning(pid)).toBe(false)

    const second = await start({ folder })
    expect(second.adopted).toBe(false)
    expect(await query(second, 'select id from cups order by id')).toEqual([{ id: 1 }, { id: 2 }])
  })

  it('shares one server until the last user calls stop()', async () => {
    const one = await start({ folder })
    const other = await start({ folder })
    expect(one.adopted && other.adopted).toBe(true)
    expect(other.connection).toEqual(one.connection)
    const pid = await pidOf(one)
    expect(await other.stop()).toBe(false)
    expect(await other.stop()).toBe(false)
    expect(isRunning(pid)).toBe(true)
    expect(await query(one, 'select 1 as up')).toEqual([{ up: 1 }])
  })

  it('returns a URL for the same connection', async () => {
    const { url, connection } = await start({ folder })
    const client = new Client(url)
    await client.connect()
    const { rows } = await client.query('select current_database() as name, current_user as user')
    await client.end()
    expect(rows).toEqual([{ name: connection.database, user: connection.user }])
  })

  it('runs with durable commits, page checksums, UTF-8 and UTC', async () => {
    const server = await start({ folder })
    const names = ['fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums', 'server_encoding', 'TimeZone']
    const rows = await Promise.all(
      names.map((name) => query<{ value: string }>(server, 'select current_setting($1) as value', [name])),
    )
    expect(rows.flat().map(({ value }) => value)).toEqual(['on', 'on', 'on', 'on', 'UTF8', 'UTC'])
  })

  it('sorts by code point, and upper-cases letters beyond ASCII', async () => {
    const server = await start({ folder })
    const sorted = await query(server, `select word from unnest('{b,é,B,a,चाय}'::text[]) as word order by word`)
    expect(sorted.map(({ word }: { word?: string }) => word)).toEqual(['B', 'a', 'b', 'é', 'चाय'])
    expect(await query(server, `select upper('é') as big`)).toEqual([{ big: 'É' }])
  })

  it('opens no port, and lets only this user enter the socket folder', async () => {
    const server = await start({ folder })
    expect(await query(server, `select current_setting('listen_addresses') as at`)).toEqual([{ at: '' }])
    expect((await stat(server.connection.host)).mode & 0o777).toBe(0o700)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
  })

  it('writes neither rows nor statements to its log', async () => {
    const server = await start({ folder })
    await query(server, 'create table secrets (word text primary key)')
    await query(server, `insert into secrets values ('masala')`)
    await expect(query(server, `insert into secrets values ('masala')`)).rejects.toThrow('duplicate key')
    await expect(query(server, 'insert into secrets values ($1)', ['masala'])).rejects.toThrow('duplicate key')
    const log = await readFile(join(folder, 'server.log'), 'utf8')
    expect(log).toContain('duplicate key')
    expect(log).not.toContain('masala')
  })
})

describe('a copy of a folder whose server is running', () => {
  it.each([
    ['the pid file', ''],
    // In a path that is too long for a socket.
    ['the pid file and the record of the socket', 'x'.repeat(90)],
  ])('gets its own server, although it holds %s of the other one', async (_, below) => {
    const original = join(await newFolder(), below)
    const copy = join(await newFolder(), below, 'copy')
    const first = await start({ folder: original, durable: false })
    await query(first, 'create table cups as select 1 as id')
    await query(first, 'checkpoint')
    await cp(original, copy, { recursive: true, filter: (path) => !path.includes('.s.PGSQL') })
    await query(first, 'insert into cups values (2)')

    const second = await start({ folder: copy, durable: false })
    expect(second.adopted).toBe(false)
    expect(await dataOf(second)).toBe(join(copy, 'data-18'))
    expect(await query(second, 'select id from cups')).toEqual([{ id: 1 }])
    expect(await query(first, 'select id from cups order by id')).toEqual([{ id: 1 }, { id: 2 }])
    expect((await start({ folder: original, durable: false })).adopted).toBe(true)
    expect(await readdir(join(original, 'data-18'))).not.toContainEqual(expect.stringMatching(/^galla-/))
  })
})

describe('durable: false', () => {
  it('turns fsync off, and is not adopted by a caller that needs a durable server', async () => {
    const folder = await newFolder()
    const server = await start({ folder, durable: false, settings: { max_connections: 17, 'galla.word': "it's" } })
    expect(await query(server, `select current_setting('fsync') as fsync`)).toEqual([{ fsync: 'off' }])
    expect(await query(server, `select current_setting('max_connections') as most`)).toEqual([{ most: '17' }])
    expect(await query(server, `select current_setting('galla.word') as word`)).toEqual([{ word: "it's" }])
    await expect(start({ folder })).rejects.toThrow(`${folder} runs with durable: false`)
    expect(await server.stop()).toBe(true)
  })
})

describe('a path too long for a socket', () => {
  it('gets a short socket folder elsewhere, shared by all users', async () => {
    const folder = join(await newFolder(), 'a-very-long-name-'.repeat(7))
    const server = await start({ folder, durable: false })
    const socketFolder = server.connection.host
    expect(dirname(socketFolder)).not.toContain('a-very-long-name')
    expect((await stat(socketFolder)).mode & 0o777).toBe(0o700)
    expect((await start({ folder, durable: false })).connection.host).toBe(socketFolder)
    const again = await start({ folder, durable: false })
    await query(again, 'select 1')
    for (const one of [server, again]) await one.stop()
    const last = await start({ folder, durable: false })
    expect(last.adopted).toBe(true)
  })

  it('removes that folder at stop', async () => {
    const folder = join(await newFolder(), 'another-very-long-name-'.repeat(6))
    const server = await start({ folder, durable: false })
    const socketFolder = server.connection.host
    expect(await server.stop()).toBe(true)
    expect(existsSync(socketFolder)).toBe(false)
    expect(await readdir(folder)).not.toContain('socket-folder')
  })
})

describe('startPostgres rejects', () => {
  it('folders that cannot be used, with the path and what to do', async () => {
    const parent = await newFolder()
    const file = join(parent, 'file')
    await writeFile(file, '')
    await expect(start({ folder: join(file, 'gateway') })).rejects.toThrow(
      /cannot be stored in .*gateway.*postgres:\/\/ URL/,
    )

    const colon = join(parent, 'a:b')
    await expect(start({ folder: colon })).rejects.toThrow(/a:b holds a character/)

    expect(existsSync(colon)).toBe(false)
    await expect(start({ folder: 'postgres://galla:secret@db/gateway' })).rejects.toThrow(
      /^folder must be a path, and is a URL: (?!.*secret)/,
    )
    await expect(start({ folder: '' })).rejects.toThrow('folder must be the path')

    const cluster = join(parent, 'cluster')
    await mkdir(cluster)
    await writeFile(join(cluster, 'PG_VERSION'), '18\n')
    await expect(start({ folder: cluster })).rejects.toThrow(/cluster is itself the data of a PostgreSQL/)
  })

  it('data of another major version', async () => {
    const folder = await newFolder()
    await mkdir(join(folder, 'data-11'))
    await expect(start({ folder })).rejects.toThrow(
      /holds data of PostgreSQL 11\. Install that version, or move the data/,
    )
  })

  it('reserved settings', async () => {
    const folder = await newFolder()
    const port = start({ folder, settings: { listen_addresses: '*' } })
    await expect(port).rejects.toThrow('settings.listen_addresses cannot be set')
    await expect(start({ folder, settings: { FSYNC: false } })).rejects.toThrow('durable: false')
    expect(await readdir(folder)).toEqual([])
  })

  it('with the log of a server that does not start', async () => {
    const folder = await newFolder()
    const broken = start({ folder, durable: false, settings: { shared_buffers: 'plenty' } })
    await expect(broken).rejects.toThrow(/could not start in .*\n.*invalid value for parameter "shared_buffers"/)
  })

  it('a bin folder without PostgreSQL', async () => {
    const folder = await newFolder()
    await expect(start({ folder, bin: folder })).rejects.toThrow(`${folder} does not hold postgres and initdb`)
  })
})
