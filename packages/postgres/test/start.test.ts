import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { ask, place } from './parts/place.ts'
import { dataOf, isRunning, pidOf } from './parts/server-process.ts'

const { room, start } = place()

describe('a folder', () => {
  let folder: string
  beforeAll(async () => {
    folder = join(await room(), 'tea, stall & sons', 'books')
  })

  it('becomes a database that outlives its stop', async () => {
    const first = await start({ folder })
    expect(first.adopted).toBe(false)
    await ask(first, 'create table cups (id int primary key)')
    await ask(first, 'insert into cups values (1), (2)')
    const pid = await pidOf(first)
    expect(await first.stop()).toBe(true)
    expect(isRunning(pid)).toBe(false)

    const second = await start({ folder })
    expect(second.adopted).toBe(false)
    expect(await ask(second, 'select id from cups order by id')).toEqual([{ id: 1 }, { id: 2 }])
  })

  it('is shared by whoever opens it, until the last one lets go', async () => {
    const one = await start({ folder })
    const other = await start({ folder })
    expect(one.adopted && other.adopted).toBe(true)
    expect(other.connection).toEqual(one.connection)
    const pid = await pidOf(one)
    expect(await other.stop()).toBe(false)
    expect(await other.stop()).toBe(false)
    expect(isRunning(pid)).toBe(true)
    expect(await ask(one, 'select 1 as up')).toEqual([{ up: 1 }])
  })

  it('is reached by its URL as well', async () => {
    const { url, connection } = await start({ folder })
    const client = new Client(url)
    await client.connect()
    const { rows } = await client.query('select current_database() as name, current_user as user')
    await client.end()
    expect(rows).toEqual([{ name: connection.database, user: connection.user }])
  })

  it('flushes every commit, checks its pages, speaks UTF-8', async () => {
    const server = await start({ folder })
    const names = ['fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums', 'server_encoding', 'TimeZone']
    const rows = await Promise.all(
      names.map((name) => ask<{ value: string }>(server, 'select current_setting($1) as value', [name])),
    )
    expect(rows.flat().map(({ value }) => value)).toEqual(['on', 'on', 'on', 'on', 'UTF8', 'UTC'])
  })

  it('sorts by code point, and knows capitals beyond ASCII', async () => {
    const server = await start({ folder })
    const sorted = await ask(server, `select word from unnest('{b,é,B,a,चाय}'::text[]) as word order by word`)
    expect(sorted.map(({ word }: { word?: string }) => word)).toEqual(['B', 'a', 'b', 'é', 'चाय'])
    expect(await ask(server, `select upper('é') as big`)).toEqual([{ big: 'É' }])
  })

  it('opens no port, and its socket is this user’s alone', async () => {
    const server = await start({ folder })
    expect(await ask(server, `select current_setting('listen_addresses') as at`)).toEqual([{ at: '' }])
    expect((await stat(server.connection.host)).mode & 0o777).toBe(0o700)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
  })

  it('writes no row and no statement to its log', async () => {
    const server = await start({ folder })
    await ask(server, 'create table secrets (word text primary key)')
    await ask(server, `insert into secrets values ('masala')`)
    await expect(ask(server, `insert into secrets values ('masala')`)).rejects.toThrow('duplicate key')
    await expect(ask(server, 'insert into secrets values ($1)', ['masala'])).rejects.toThrow('duplicate key')
    const log = await readFile(join(folder, 'server.log'), 'utf8')
    expect(log).toContain('duplicate key')
    expect(log).not.toContain('masala')
  })
})

describe('a copy of a folder whose server runs', () => {
  it('gets a server of its own, although it carries the mark of the other', async () => {
    const original = await room()
    const copy = join(await room(), 'copy')
    const first = await start({ folder: original, durable: false })
    await ask(first, 'create table cups as select 1 as id')
    await ask(first, 'checkpoint')
    await cp(original, copy, { recursive: true, filter: (path) => !path.includes('.s.PGSQL') })
    await ask(first, 'insert into cups values (2)')

    const second = await start({ folder: copy, durable: false })
    expect(second.adopted).toBe(false)
    expect(await dataOf(second)).toBe(join(copy, 'data-18'))
    expect(await ask(second, 'select id from cups')).toEqual([{ id: 1 }])
    expect(await ask(first, 'select id from cups order by id')).toEqual([{ id: 1 }, { id: 2 }])
    expect((await start({ folder: original, durable: false })).adopted).toBe(true)
    expect(await readdir(join(original, 'data-18'))).not.toContainEqual(expect.stringMatching(/^galla-/))
  })
})

describe('durable: false', () => {
  it('flushes nothing, and is not taken for a durable server', async () => {
    const folder = await room()
    const server = await start({ folder, durable: false, settings: { max_connections: 17, 'galla.word': "it's" } })
    expect(await ask(server, `select current_setting('fsync') as fsync`)).toEqual([{ fsync: 'off' }])
    expect(await ask(server, `select current_setting('max_connections') as most`)).toEqual([{ most: '17' }])
    expect(await ask(server, `select current_setting('galla.word') as word`)).toEqual([{ word: "it's" }])
    await expect(start({ folder })).rejects.toThrow(`${folder} runs with durable: false`)
    expect(await server.stop()).toBe(true)
  })
})

describe('a path too long for a socket', () => {
  it('gets a short socket folder elsewhere, which goes away with the server', async () => {
    const folder = join(await room(), 'a-very-long-name-'.repeat(7))
    const server = await start({ folder, durable: false })
    const socketFolder = server.connection.host
    expect(dirname(socketFolder)).not.toContain('a-very-long-name')
    expect((await stat(socketFolder)).mode & 0o777).toBe(0o700)
    expect((await start({ folder, durable: false })).connection.host).toBe(socketFolder)
    const again = await start({ folder, durable: false })
    await ask(again, 'select 1')
    for (const one of [server, again]) await one.stop()
    const last = await start({ folder, durable: false })
    expect(last.adopted).toBe(true)
  })

  it('leaves nothing there', async () => {
    const folder = join(await room(), 'another-very-long-name-'.repeat(6))
    const server = await start({ folder, durable: false })
    const socketFolder = server.connection.host
    expect(await server.stop()).toBe(true)
    expect(existsSync(socketFolder)).toBe(false)
    expect(await readdir(folder)).not.toContain('socket-folder')
  })
})

describe('what cannot be', () => {
  it('is told with the folder and the way out', async () => {
    const parent = await room()
    const file = join(parent, 'file')
    await writeFile(file, '')
    await expect(start({ folder: join(file, 'books') })).rejects.toThrow(/cannot live in .*books.*postgres:\/\/ URL/)

    const colon = join(parent, 'a:b')
    await expect(start({ folder: colon })).rejects.toThrow(/a:b holds a character/)

    expect(existsSync(colon)).toBe(false)
    await expect(start({ folder: 'postgres://cashier:secret@db/books' })).rejects.toThrow(
      /^folder is a URL: (?!.*secret)/,
    )
    await expect(start({ folder: '' })).rejects.toThrow('folder must name')

    const cluster = join(parent, 'cluster')
    await mkdir(cluster)
    await writeFile(join(cluster, 'PG_VERSION'), '18\n')
    await expect(start({ folder: cluster })).rejects.toThrow(/cluster is itself the data of a PostgreSQL/)
  })

  it('includes data of another major version', async () => {
    const folder = await room()
    await mkdir(join(folder, 'data-11'))
    await expect(start({ folder })).rejects.toThrow(
      /holds data of PostgreSQL 11\. Install that version, or move the data/,
    )
  })

  it('includes settings that are the supervisor’s', async () => {
    const folder = await room()
    const port = start({ folder, settings: { listen_addresses: '*' } })
    await expect(port).rejects.toThrow('settings.listen_addresses is not yours to set')
    await expect(start({ folder, settings: { FSYNC: false } })).rejects.toThrow('durable: false')
    expect(await readdir(folder)).toEqual([])
  })

  it('shows what the server said', async () => {
    const folder = await room()
    const broken = start({ folder, durable: false, settings: { shared_buffers: 'plenty' } })
    await expect(broken).rejects.toThrow(/could not start in .*\n.*invalid value for parameter "shared_buffers"/)
  })

  it('includes binaries that are none', async () => {
    const folder = await room()
    await expect(start({ folder, bin: folder })).rejects.toThrow(`${folder} does not hold postgres and initdb`)
  })
})
