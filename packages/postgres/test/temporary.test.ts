import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { openFolder } from '../src/folder.ts'
import { withFolderLock } from '../src/folder-lock.ts'
import { resetLeases } from '../src/leases.ts'
import { type OtherProcess, otherProcesses } from './helpers/other-processes.ts'
import { isRunning, pidOf, processesOf } from './helpers/server-process.ts'
import { query, testServers } from './helpers/test-servers.ts'

const { newFolder, start } = testServers()
const startProcess = otherProcesses()

const WAIT = { timeout: 60_000, interval: 5 }

const watchersOf = (folder: string) =>
  processesOf(folder)
    .filter((line) => line.includes('galla-watcher'))
    .map((line) => Number.parseInt(line, 10))

async function startedThere({ started }: OtherProcess) {
  const result = await started
  if ('error' in result) throw new Error(result.error)
  return result
}

/** True when SIGINT waits for a stopped process. */
const hasPendingInterrupt = (pid: number) => {
  const mask = /^ShdPnd:\s*([0-9a-f]+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0'
  return (BigInt(`0x${mask}`) & 2n) === 2n
}

describe('a temporary folder that another process opens while its server ends', () => {
  it.runIf(process.platform === 'linux')('is not removed by the watcher of the process that was killed', async () => {
    const folder = join(await newFolder(), 'temporary-folder')
    const killed = startProcess({ folder, temporary: true, durable: false })
    const pid = await pidOf(await startedThere(killed))
    const [watcher = 0] = watchersOf(folder)
    process.kill(pid, 'SIGSTOP')
    killed.process.kill('SIGKILL')
    // The watcher has released the last lease and stops the server; it is paused before it removes the folder.
    await vi.waitFor(() => expect(hasPendingInterrupt(pid)).toBe(true), WAIT)
    process.kill(watcher, 'SIGSTOP')
    process.kill(pid, 'SIGCONT')
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false), WAIT)

    const next = await start({ folder, temporary: true, durable: false })
    expect(next.adopted).toBe(false)
    process.kill(watcher, 'SIGCONT')
    await vi.waitFor(() => expect(watchersOf(folder)).not.toContain(watcher), WAIT)
    expect(existsSync(join(folder, 'server.log'))).toBe(true)
    expect(await query(next, 'select 1 as up')).toEqual([{ up: 1 }])
    expect(await next.stop()).toBe(true)
    expect(existsSync(folder)).toBe(false)
  })

  it('is not removed while the other process holds the lock', async () => {
    const folder = join(await newFolder(), 'temporary-folder')
    const killed = startProcess({ folder, temporary: true, durable: false })
    const pid = await pidOf(await startedThere(killed))
    const [watcher = 0] = watchersOf(folder)
    await withFolderLock(folder, 5000, async () => {
      killed.process.kill('SIGKILL')
      await vi.waitFor(() => expect(existsSync(join(folder, 'leases'))).toBe(false), WAIT)
      await vi.waitFor(() => expect(isRunning(pid)).toBe(false), WAIT)
      // As a start does: from here on the folder is in use.
      resetLeases(await openFolder(folder))
    })
    await vi.waitFor(() => expect(watchersOf(folder)).not.toContain(watcher), WAIT)
    expect(existsSync(join(folder, 'data-18'))).toBe(true)
  })

  it('is opened again after another process removed it', async () => {
    const folder = join(await newFolder(), 'temporary-folder')
    const visits = Array.from({ length: 3 }, async () => {
      for (let n = 0; n < 3; n += 1) {
        const server = await start({ folder, temporary: true, durable: false })
        expect(await query(server, 'select 1 as up')).toEqual([{ up: 1 }])
        await server.stop()
      }
    })
    await Promise.all(visits)
    for (let n = 0; n < 2; n += 1) {
      const killed = startProcess({ folder, temporary: true, durable: false })
      await startedThere(killed)
      killed.process.kill('SIGKILL')
      const next = await start({ folder, temporary: true, durable: false })
      expect(await query(next, 'select 1 as up')).toEqual([{ up: 1 }])
      await next.stop()
    }
    await vi.waitFor(() => expect(existsSync(folder)).toBe(false), WAIT)
  })
})
