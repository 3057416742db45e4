import { readFileSync } from 'node:fs'
import { chmod, mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { otherProcesses } from './helpers/other-processes.ts'
import { dataOf, pidOf } from './helpers/server-process.ts'
import { query, testServers } from './helpers/test-servers.ts'

const { newFolder, start } = testServers()
const startProcess = otherProcesses()
afterEach(() => vi.unstubAllEnvs())

/** The user id of a process as seen from outside its namespace. */
const userOf = (pid: number) => Number(/^Uid:\t(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

async function isEnterableByOthers(folder: string): Promise<boolean> {
  const { mode } = await stat(folder)
  const above = dirname(folder)
  return (mode & 0o001) !== 0 && (above === folder || isEnterableByOthers(above))
}

describe.runIf(process.geteuid?.() === 0 && process.platform === 'linux')('as root', () => {
  it('runs in a user namespace, and its files belong to root', async () => {
    const folder = join(await newFolder(), 'below', 'root-only')
    const server = await start({ folder, durable: false })
    expect(await query(server, 'select 1 as up')).toEqual([{ up: 1 }])
    expect((await stat(await dataOf(server))).uid).toBe(0)
    expect(userOf(await pidOf(server))).toBe(0)
  })

  it('runs as nobody where user namespaces are missing, and keeps that user for existing data', async () => {
    const parentFolder = await newFolder()
    await chmod(parentFolder, 0o755)
    const folder = join(parentFolder, 'gateway')
    vi.stubEnv('PATH', '/nowhere')
    if (!(await isEnterableByOthers(import.meta.dirname))) {
      // The binaries are below a folder that only root may enter, so that user cannot run them.
      await expect(start({ folder, durable: false })).rejects.toThrow(/could not be run in a user namespace or as user/)
      return
    }
    const first = await start({ folder, durable: false })
    expect(userOf(await pidOf(first))).toBe(65_534)
    await query(first, 'create table cups ()')
    expect(await first.stop()).toBe(true)

    vi.unstubAllEnvs()
    const second = await start({ folder, durable: false })
    expect(userOf(await pidOf(second))).toBe(65_534)
    expect(await query(second, `select relname from pg_class where relname = 'cups'`)).toHaveLength(1)
    expect(await second.stop()).toBe(true)
  })

  it('rejects when the data belongs to root and user namespaces are missing', async () => {
    const folder = await newFolder()
    await (await start({ folder, durable: false })).stop()
    vi.stubEnv('PATH', '/nowhere')
    await expect(start({ folder, durable: false })).rejects.toThrow(
      /refuses to run as root, and .*bin could not be run in a user namespace\. Start this process as an ordinary user/,
    )
  })
})

describe('a folder without write permission', () => {
  it('rejects with the path and what to do', async () => {
    const folder = join(await newFolder(), 'read-only')
    await mkdir(folder, { mode: 0o555 })
    // Root may write everywhere, so the process runs as another user.
    const before = process.geteuid?.() === 0 ? ['unshare', '--user', '--map-user=1000', '--map-group=1000'] : []
    for (const path of [folder, join(folder, 'gateway')]) {
      const { started } = startProcess({ folder: path }, false, before)
      const { error } = (await started) as { error: string }
      expect(error).toMatch(/^The database cannot be stored in .*read-only.* \(EACCES\).*Choose another folder/)
    }
  })
})

describe.runIf(process.platform === 'linux')('a user id without an entry in /etc/passwd', () => {
  const unnamed = ['unshare', '--user', '--map-user=54321', '--map-group=54321']

  it('gets a database, and finds it again', async () => {
    const options = { folder: join(await newFolder(), 'gateway'), durable: false }
    for (let time = 0; time < 2; time += 1) {
      const other = startProcess(options, true, unnamed)
      expect(await other.started).toMatchObject({ adopted: false })
      expect(await other.stop()).toBe(true)
    }
  })

  it('says what to do where user namespaces are missing', async () => {
    const options = { folder: join(await newFolder(), 'gateway'), durable: false }
    const { started } = startProcess(
      options,
      false,
      [...unnamed, '/usr/bin/env', 'PATH=/nowhere', process.execPath].slice(0, -1),
    )
    const { error } = (await started) as { error: string }
    expect(error).toMatch(
      /no entry in \/etc\/passwd.*Add an entry, start as a user who has one, or pass a postgres:\/\/ URL$/,
    )
  })
})
