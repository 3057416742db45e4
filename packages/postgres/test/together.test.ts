import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parents } from './parts/parent.ts'
import { ask, place } from './parts/place.ts'
import { dataOf, isRunning, pidOf } from './parts/server-process.ts'

const { room, start } = place()
const parent = parents()

describe('several processes on one folder', () => {
  it('make one server of it, and the last to stop stops it', async () => {
    const folder = await room()
    const all = [1, 2, 3].map(() => parent({ folder, durable: false }))
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

describe('opening and closing all the time', () => {
  it('never hands out a server that is about to stop', async () => {
    const folder = await room()
    const visits = Array.from({ length: 4 }, async () => {
      const seen: unknown[] = []
      for (let n = 0; n < 5; n += 1) {
        const server = await start({ folder, durable: false })
        seen.push(...(await ask(server, 'select 1 as up')))
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

describe('a start that was cut off', () => {
  it('leaves half a database, which is made anew', async () => {
    const folder = await room()
    await mkdir(join(folder, 'data-18.new', 'base'), { recursive: true })
    const server = await start({ folder, durable: false })
    expect(server.adopted).toBe(false)
    expect(await readdir(folder)).not.toContain('data-18.new')
  })
})

describe('the mark of a server that is gone', () => {
  /** The server's own mark, with another process id in it. */
  const mark = (data: string, pid: number) => [pid, data, 1_700_000_000, 5432, join(data, 'nowhere'), '', ''].join('\n')

  it('does not stop the next one, even if its process id was given to somebody else', async () => {
    const folder = await room()
    const first = await start({ folder, durable: false })
    const data = await dataOf(first)
    const deadPid = await pidOf(first)
    await first.stop()

    // Dead; a living process that is not a server; half written.
    for (const text of [mark(data, deadPid), mark(data, process.pid), '', '12']) {
      await writeFile(join(data, 'postmaster.pid'), text)
      const server = await start({ folder, durable: false })
      expect(server.adopted).toBe(false)
      expect(await ask(server, 'select 1 as up')).toEqual([{ up: 1 }])
      expect(await server.stop()).toBe(true)
    }
  })
})
