import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { childrenOf, isRunning, pidOf } from './helpers/server-process.ts'
import { query, testServers } from './helpers/test-servers.ts'

const { newFolder, start } = testServers()
const LONG = process.env.GALLA_LONG === '1'
const ROUNDS = LONG ? 20 : 3
const WRITERS = 4

describe('SIGKILL of the server while rows are written', () => {
  it(`restarts by itself and loses no acknowledged row (${ROUNDS} rounds)`, async () => {
    const folder = await newFolder()
    const acknowledged: string[] = []
    const server = await start({ folder })
    await query(server, 'create table kept (id text primary key)')
    await query(server, 'create table counter (n int)')
    await query(server, 'insert into counter values (0)')

    for (let round = 0; round < ROUNDS; round += 1) {
      const pid = await pidOf(server)
      // Kills after a number of commits, whatever the other writers do at that moment.
      const killAt = acknowledged.length + 25 + 11 * round
      let killed = false
      const kill = () => {
        killed = true
        // Every other round kills the whole process tree at once, which looks to the files like a power failure.
        for (const victim of [pid, ...(round % 2 ? childrenOf(pid) : [])]) process.kill(victim, 'SIGKILL')
      }
      const write = async (writer: number) => {
        const client = new Client(server.connection)
        client.on('error', () => {})
        try {
          await client.connect()
          for (let n = 0; !killed; n += 1) {
            const id = `${round}-${writer}-${n}`
            await client.query('begin')
            await client.query('insert into kept values ($1)', [id])
            await client.query('update counter set n = n + 1')
            await client.query('commit')
            acknowledged.push(id)
            if (acknowledged.length >= killAt && !killed) kill()
          }
        } catch (error) {
          if (!killed) throw error
        } finally {
          await client.end().catch(() => {})
        }
      }
      await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
      expect(isRunning(pid)).toBe(false)

      await vi.waitFor(() => query(server, 'select 1'), { timeout: 60_000 })
      const kept = new Set((await query<{ id: string }>(server, 'select id from kept')).map(({ id }) => id))
      expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
      // The insert and the update of one transaction are both there or both missing.
      expect(await query(server, 'select n from counter')).toEqual([{ n: kept.size }])
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(25 * ROUNDS)
  }, 300_000)
})

describe('a backend that outlives its killed server', () => {
  it('delays the restart until it has released the shared memory', async () => {
    const folder = await newFolder()
    const first = await start({ folder })
    await query(first, 'create table cups (id int)')
    const client = new Client(first.connection)
    client.on('error', () => {})
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const pid = rows[0]?.pid ?? 0
    process.kill(pid, 'SIGSTOP')
    process.kill(await pidOf(first), 'SIGKILL')

    const second = start({ folder })
    const refused = () => readFileSync(join(folder, 'server.log'), 'utf8').includes('is still in use')
    await vi.waitFor(() => expect(refused()).toBe(true), { timeout: 60_000 })
    process.kill(pid, 'SIGCONT')
    expect(await query(await second, 'select id from cups')).toEqual([])
    await client.end().catch(() => {})
  })
})
