import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { type OtherProcess, otherProcesses } from './helpers/other-processes.ts'
import { isRunning, pidOf, processesOf } from './helpers/server-process.ts'
import { query, testServers } from './helpers/test-servers.ts'

const { newFolder, start } = testServers()
const startProcess = otherProcesses()

const WAIT = { timeout: 60_000, interval: 20 }

/** Asserts that neither the server, nor a watcher, nor the Node process (which has the folder in its arguments) is left. */
const expectNothingLeft = (folder: string) => vi.waitFor(() => expect(processesOf(folder)).toEqual([]), WAIT)

async function kill({ process }: OtherProcess): Promise<void> {
  const exited = once(process, 'exit')
  process.kill('SIGKILL')
  await exited
}

async function connectionOf({ started }: OtherProcess) {
  const result = await started
  if ('error' in result) throw new Error(result.error)
  return result
}

/** As root the server runs in a user namespace; as an ordinary user it does not. */
const AS: readonly (readonly [string, readonly string[]])[] = [
  ['as this user', []],
  ...(process.geteuid?.() === 0
    ? [['as an ordinary user', ['unshare', '--user', '--map-user=1000', '--map-group=1000']] as const]
    : []),
]

describe.each(AS)('SIGKILL of the process that started the server, %s', (_who, before) => {
  it('stops the server, and the folder can be opened again', async () => {
    const folder = await newFolder()
    const killed = startProcess({ folder }, true, before)
    await query(await connectionOf(killed), 'create table cups as select 7 as id')
    await kill(killed)
    await expectNothingLeft(folder)

    const next = await start({ folder })
    expect(next.adopted).toBe(false)
    expect(await query(next, 'select id from cups')).toEqual([{ id: 7 }])
    expect(await next.stop()).toBe(true)
    await expectNothingLeft(folder)
  })

  it('leaves no process behind when it happens during the start', async () => {
    const folder = await newFolder()
    await (await start({ folder, durable: false })).stop()
    const killed = startProcess({ folder, durable: false }, true, before)
    await vi.waitFor(() => expect(existsSync(join(folder, 'data-18', 'postmaster.pid'))).toBe(true), {
      timeout: 60_000,
      interval: 1,
    })
    await kill(killed)
    await expectNothingLeft(folder)
  })
})

describe('a server with several users', () => {
  it('runs until the last of them has ended, whether killed or stopped', async () => {
    const folder = await newFolder()
    const [first, second, third] = [1, 2, 3].map(() => startProcess({ folder, durable: false })) as [
      OtherProcess,
      OtherProcess,
      OtherProcess,
    ]
    const server = await connectionOf(first)
    await Promise.all([connectionOf(second), connectionOf(third)])
    const pid = await pidOf(server)
    await kill(first)
    expect(await second.stop()).toBe(false)
    expect(await query(server, 'select 1 as up')).toEqual([{ up: 1 }])
    expect(isRunning(pid)).toBe(true)
    await kill(third)
    await expectNothingLeft(folder)
  })

  it('stops when all of them are killed at once', async () => {
    const folder = await newFolder()
    const all = [1, 2, 3, 4].map(() => startProcess({ folder, durable: false }))
    await Promise.all(all.map(connectionOf))
    await Promise.all(all.map(kill))
    await expectNothingLeft(folder)
  })

  it('can be started again while it stops', async () => {
    const folder = await newFolder()
    for (let n = 0; n < 4; n += 1) {
      const killed = startProcess({ folder, durable: false })
      await connectionOf(killed)
      await kill(killed)
      // Adopted or started again, depending on timing; either way it answers and this process is its only user.
      const next = await start({ folder, durable: false })
      expect(await query(next, 'select 1 as up')).toEqual([{ up: 1 }])
      expect(await next.stop()).toBe(true)
    }
    await expectNothingLeft(folder)
  })
})

describe('a process with no other work', () => {
  it('exits, and its server stops', async () => {
    const folder = await newFolder()
    const idle = startProcess({ folder, durable: false }, false)
    expect(await once(idle.process, 'exit')).toEqual([0, null])
    expect(await idle.started).toMatchObject({ adopted: false })
    await expectNothingLeft(folder)
  })
})

describe('a watcher that is killed together with its process', () => {
  it('does not keep the server running: the next last user stops it', async () => {
    const folder = await newFolder()
    const killed = startProcess({ folder, durable: false })
    const server = await connectionOf(killed)
    const watchers = processesOf(folder).filter((line) => line.includes('galla-watcher'))
    expect(watchers).toHaveLength(1)
    for (const line of watchers) process.kill(Number.parseInt(line, 10), 'SIGKILL')
    await kill(killed)
    expect(await query(server, 'select 1 as up')).toEqual([{ up: 1 }])

    const next = startProcess({ folder, durable: false })
    expect((await connectionOf(next)).adopted).toBe(true)
    await kill(next)
    await expectNothingLeft(folder)
  })
})

describe('files outside the data', () => {
  it('removes a temporary folder when its server has ended, after stop() and after SIGKILL', async () => {
    for (const end of [kill, (child: OtherProcess) => child.stop()]) {
      const folder = join(await newFolder(), 'temporary-folder')
      const child = startProcess({ folder, temporary: true, durable: false })
      await connectionOf(child)
      await end(child)
      await vi.waitFor(() => expect(existsSync(folder)).toBe(false), WAIT)
      await expectNothingLeft(folder)
    }
  })

  it('removes a socket folder elsewhere after SIGKILL', async () => {
    const folder = join(await newFolder(), 'a-very-long-name-'.repeat(7))
    const killed = startProcess({ folder, durable: false })
    const { connection } = await connectionOf(killed)
    expect(connection.host.startsWith(folder)).toBe(false)
    await kill(killed)
    await vi.waitFor(() => expect(existsSync(connection.host)).toBe(false), WAIT)
    expect(existsSync(join(folder, 'data-18'))).toBe(true)
  })

  it('refuses to make a folder with files temporary', async () => {
    const folder = await newFolder()
    await (await start({ folder, durable: false })).stop()
    await expect(start({ folder, temporary: true })).rejects.toThrow(`temporary: ${folder} is not empty`)
    expect(existsSync(join(folder, 'data-18'))).toBe(true)
  })
})
