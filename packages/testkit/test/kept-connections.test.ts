import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer } from 'node:net'
import { join } from 'node:path'
import { sharedServer } from '@galla/testkit/shared-postgres'
import { Client } from 'pg'
import { expect, it } from 'vitest'

const NAME = 'kept-connections'

/** A client of the shared server on a kept session. Its options are its own, so that no other test has a session for it. */
async function connect(name = NAME): Promise<Client> {
  const server = await sharedServer()
  const client = new Client({ ...server.through(server.connection), application_name: name })
  client.on('error', () => {})
  await client.connect()
  return client
}

const value = async (client: Client, text: string): Promise<unknown> =>
  Object.values((await client.query(text)).rows[0] ?? {})[0]

const processId = (client: Client) => value(client, 'select pg_backend_pid()')

/** Asks the server on a session of its own whether a process runs. */
async function isRunning(pid: unknown): Promise<boolean> {
  const direct = new Client((await sharedServer()).connection)
  await direct.connect()
  const { rowCount } = await direct.query('select 1 from pg_stat_activity where pid = $1', [pid])
  await direct.end()
  return rowCount === 1
}

it('gives the session of a client that has left to the next one, and nothing of what it did', async () => {
  const first = await connect()
  const pid = await processId(first)
  await first.query(`set search_path = nowhere; create temporary table cups (n int); listen kettle`)
  await first.query({ name: 'a', text: 'select 1' })
  await first.query('select pg_advisory_lock(7)')
  await first.end()

  const second = await connect()
  expect(await processId(second)).toBe(pid)
  expect(await value(second, 'show search_path')).toBe('"$user", public')
  expect(await value(second, `select to_regclass('pg_temp.cups') is null`)).toBe(true)
  expect(await value(second, 'select count(*)::int from pg_listening_channels()')).toBe(0)
  expect(await value(second, 'select count(*)::int from pg_prepared_statements')).toBe(0)
  expect(
    await value(second, `select count(*)::int from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`),
  ).toBe(0)
  await second.end()
})

it('gives no session to a client with other options', async () => {
  const first = await connect('kept-one')
  const pid = await processId(first)
  await first.end()
  const second = await connect('kept-two')
  expect(await processId(second)).not.toBe(pid)
  await second.end()
})

it('gives no session to a client that asks for another address', async () => {
  const first = await connect('kept-here')
  await first.end()
  const { connection, through } = await sharedServer()
  let connections = 0
  const path = join(connection.host, `.s.PGSQL.${connection.port}`)
  const elsewhere = createServer((socket) => {
    connections += 1
    socket.pipe(createConnection(path)).pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(elsewhere, 'listening')
  const { port } = elsewhere.address() as AddressInfo
  const second = new Client({ ...through(connection), application_name: 'kept-here', host: '127.0.0.1', port })
  await second.connect()
  await second.end()
  elsewhere.close()
  expect(connections).toBe(1)
})

it('ends the session of a client that leaves within a transaction', async () => {
  const first = await connect('kept-transaction')
  const pid = await processId(first)
  await first.query('begin')
  await first.end()
  await expect.poll(() => isRunning(pid)).toBe(false)
})

it('ends the session of a client that breaks off', async () => {
  const first = await connect('kept-broken')
  const pid = await processId(first)
  const { connection } = first as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
  await expect.poll(() => isRunning(pid)).toBe(false)
})

it('does not give away a session that the server has ended', async () => {
  const first = await connect('kept-ended')
  const pid = await processId(first)
  await first.end()
  const other = await connect()
  await other.query('select pg_terminate_backend($1, 5000)', [pid])
  const second = await connect('kept-ended')
  expect(await processId(second)).not.toBe(pid)
  await Promise.all([other.end(), second.end()])
})

it('tells its client when the server ends the session', async () => {
  const client = await connect('kept-killed')
  const ended = new Promise((resolve) => client.once('end', resolve))
  const other = await connect()
  await other.query('select pg_terminate_backend($1)', [await processId(client)])
  await ended
  await other.end()
  await expect(client.query('select 1')).rejects.toThrow()
})

it('passes large results and statements in both directions', async () => {
  const client = await connect()
  const text = 'कप '.repeat(400_000)
  const { rows } = await client.query('select $1::text as text', [text])
  expect(rows[0].text).toBe(text)
  await client.end()
})

it('knows when the last client of a database has left', async () => {
  const server = await sharedServer()
  const { database } = server.connection
  const client = await connect('kept-used')
  expect(await server.untilUnused(database, 50)).toBe(false)
  const unused = server.untilUnused(database, 60_000)
  await client.end()
  expect(await unused).toBe(true)
})
