import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { otherProcesses } from './helpers/other-processes.ts'
import { dataOf, isRunning, pidOf } from './helpers/server-process.ts'
import { query, testServers } from './helpers/test-servers.ts'

const { newFolder, start } = testServers()
const startProcess = otherProcesses()

describe('several processes that start one folder', () => {
  it('share one server, and the last one to call stop() stops it', async () => {
    const folder = await newFolder()
    const all = [1, 2, 3].map(() => startProcess({ folder, durable: false }))
    const started = await Promise.all(all.map((one) => one.started))
    expect(started.map((one) => ('adopted' in one ? one.adopted : one.error)).sort()).toEqual([false, true, true])

    const here = await start({ folder, durable: false })
    const pid = await pidOf(here)
    expect(await here.stop()).toBe(false)
    const stopped = await Promise.all(all.map((one) => one.stop()))
    expect(stopped.sort()).toEqual([false, false, true])
    expect(isRunning(pid)).toBe(false)
  })
})

describe('repeated start and stop by several callers', () => {
  it('never returns a server that is about to stop', async () => {
    const folder = await newFolder()
    const visits = Array.from({ length: 4 }, async () => {
      const seen: unknown[] = []
      for (let n = 0; n < 5; n += 1) {
        const server = await start({ folder, durable: false })
        seen.push(...(await query(server, 'select 1 as up')))
        await server.stop()
      }
      return seen
    })
    expect((await Promise.all(visits)).flat()).toHaveLength(20)
    const last = await start({ folder, durable: false })
    expect(last.adopted).toBe(false)
    expect(await last.stop()).toBe(true)
  })
})

describe('an interrupted initdb', () => {
  it('is removed and repeated by the next start', async () => {
    const folder = await newFolder()
    await mkdir(join(folder, 'data-18.new', 'base'), { recursive: true })
    const server = await start({ folder, durable: false })
    expect(server.adopted).toBe(false)
    expect(await readdir(folder)).not.toContain('data-18.new')
  })
})

describe('a stale postmaster.pid', () => {
  /** A pid file as PostgreSQL writes it, with a given process id. */
  const pidFile = (data: string, pid: number) =>
    [pid, data, 1_700_000_000, 5432, join(data, 'nowhere'), '', ''].join('\n')

  it('does not prevent a start, even when its process id belongs to another process', async () => {
    const folder = await newFolder()
    const first = await start({ folder, durable: false })
    const data = await dataOf(first)
    const deadPid = await pidOf(first)
    await first.stop()

    // A dead process; a live process that is not a server; an empty and a half-written file.
    for (const text of [pidFile(data, deadPid), pidFile(data, process.pid), '', '12']) {
      await writeFile(join(data, 'postmaster.pid'), text)
      const server = await start({ folder, durable: false })
      expect(server.adopted).toBe(false)
      expect(await query(server, 'select 1 as up')).toEqual([{ up: 1 }])
      expect(await server.stop()).toBe(true)
    }
  })
})
