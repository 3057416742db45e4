import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { type Parent, parents } from './parts/parent.ts'
import { ask, place } from './parts/place.ts'
import { isRunning, pidOf, processesOf } from './parts/server-process.ts'

const { room, start } = place()
const parent = parents()

const PATIENCE = { timeout: 15_000, interval: 20 }

/** Node names the folder on its own command line, so the parent is gone from the list as well. */
const nothingIsLeft = (folder: string) => vi.waitFor(() => expect(processesOf(folder)).toEqual([]), PATIENCE)

async function kill({ process }: Parent): Promise<void> {
  const gone = once(process, 'exit')
  process.kill('SIGKILL')
  await gone
}

async function connectionOf({ started }: Parent) {
  const told = await started
  if ('error' in told) throw new Error(told.error)
  return told
}

/** As root the server runs in a namespace; as anybody else it runs as it is. */
const AS: readonly (readonly [string, readonly string[]])[] = [
  ['as this user', []],
  ...(process.geteuid?.() === 0
    ? [['as an ordinary user', ['unshare', '--user', '--map-user=1000', '--map-group=1000']] as const]
    : []),
]

describe.each(AS)('a process that is killed, %s', (_who, before) => {
  it('takes its server with it, and leaves a folder that opens again', async () => {
    const folder = await room()
    const killed = parent({ folder }, true, before)
    await ask(await connectionOf(killed), 'create table cups as select 7 as id')
    await kill(killed)
    await nothingIsLeft(folder)

    const next = await start({ folder })
    expect(next.adopted).toBe(false)
    expect(await ask(next, 'select id from cups')).toEqual([{ id: 7 }])
    expect(await next.stop()).toBe(true)
    await nothingIsLeft(folder)
  })

  it('in the middle of its start leaves nothing either', async () => {
    const folder = await room()
    await (await start({ folder, durable: false })).stop()
    const killed = parent({ folder, durable: false }, true, before)
    await vi.waitFor(() => expect(existsSync(join(folder, 'data-18', 'postmaster.pid'))).toBe(true), {
      timeout: 15_000,
      interval: 1,
    })
    await kill(killed)
    await nothingIsLeft(folder)
  })
})

describe('a server with several holders', () => {
  it('stays until the last one is gone, one killed and one ended in peace', async () => {
    const folder = await room()
    const [first, second, third] = [1, 2, 3].map(() => parent({ folder, durable: false })) as [Parent, Parent, Parent]
    const server = await connectionOf(first)
    await Promise.all([connectionOf(second), connectionOf(third)])
    const pid = await pidOf(server)
    await kill(first)
    expect(await second.stop()).toBe(false)
    expect(await ask(server, 'select 1 as up')).toEqual([{ up: 1 }])
    expect(isRunning(pid)).toBe(true)
    await kill(third)
    await nothingIsLeft(folder)
  })

  it('ends when all of them are killed in one moment', async () => {
    const folder = await room()
    const all = [1, 2, 3, 4].map(() => parent({ folder, durable: false }))
    await Promise.all(all.map(connectionOf))
    await Promise.all(all.map(kill))
    await nothingIsLeft(folder)
  })

  it('is handed on while it is about to end', async () => {
    const folder = await room()
    for (let n = 0; n < 4; n += 1) {
      const killed = parent({ folder, durable: false })
      await connectionOf(killed)
      await kill(killed)
      // Adopted or begun anew, as it falls; it answers, and it is ours.
      const next = await start({ folder, durable: false })
      expect(await ask(next, 'select 1 as up')).toEqual([{ up: 1 }])
      expect(await next.stop()).toBe(true)
    }
    await nothingIsLeft(folder)
  })
})

describe('a process with nothing else to do', () => {
  it('ends, and its server with it', async () => {
    const folder = await room()
    const idle = parent({ folder, durable: false }, false)
    expect(await once(idle.process, 'exit')).toEqual([0, null])
    expect(await idle.started).toMatchObject({ adopted: false })
    await nothingIsLeft(folder)
  })
})

describe('a watcher that was killed with its process', () => {
  it('does not keep the server for ever: the next one to let go stops it', async () => {
    const folder = await room()
    const killed = parent({ folder, durable: false })
    const server = await connectionOf(killed)
    const watchers = processesOf(folder).filter((line) => line.includes('galla-watcher'))
    expect(watchers).toHaveLength(1)
    for (const line of watchers) process.kill(Number.parseInt(line, 10), 'SIGKILL')
    await kill(killed)
    expect(await ask(server, 'select 1 as up')).toEqual([{ up: 1 }])

    const next = parent({ folder, durable: false })
    expect((await connectionOf(next)).adopted).toBe(true)
    await kill(next)
    await nothingIsLeft(folder)
  })
})

describe('what lies outside the data', () => {
  it('a temporary folder goes with its server, stopped or left behind', async () => {
    for (const end of [kill, (one: Parent) => one.stop()]) {
      const folder = join(await room(), 'throw-away')
      const one = parent({ folder, temporary: true, durable: false })
      await connectionOf(one)
      await end(one)
      await vi.waitFor(() => expect(existsSync(folder)).toBe(false), PATIENCE)
      await nothingIsLeft(folder)
    }
  })

  it('a socket folder elsewhere goes as well', async () => {
    const folder = join(await room(), 'a-very-long-name-'.repeat(7))
    const killed = parent({ folder, durable: false })
    const { connection } = await connectionOf(killed)
    expect(connection.host.startsWith(folder)).toBe(false)
    await kill(killed)
    await vi.waitFor(() => expect(existsSync(connection.host)).toBe(false), PATIENCE)
    expect(existsSync(join(folder, 'data-18'))).toBe(true)
  })

  it('nobody’s folder is taken for a temporary one', async () => {
    const folder = await room()
    await (await start({ folder, durable: false })).stop()
    await expect(start({ folder, temporary: true })).rejects.toThrow(`temporary: ${folder} is not empty`)
    expect(existsSync(join(folder, 'data-18'))).toBe(true)
  })
})
