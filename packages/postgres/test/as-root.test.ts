import { readFileSync } from 'node:fs'
import { chmod, mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { parents } from './parts/parent.ts'
import { ask, place } from './parts/place.ts'
import { dataOf, pidOf } from './parts/server-process.ts'

const { room, start } = place()
const parent = parents()
afterEach(() => vi.unstubAllEnvs())

/** The user that the kernel sees from outside, as /proc tells it. */
const userOf = (pid: number) => Number(/^Uid:\t(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

async function othersMayEnter(folder: string): Promise<boolean> {
  const { mode } = await stat(folder)
  const above = dirname(folder)
  return (mode & 0o001) !== 0 && (above === folder || othersMayEnter(above))
}

describe.runIf(process.geteuid?.() === 0 && process.platform === 'linux')('as root', () => {
  it('runs in a namespace, where files stay root’s', async () => {
    const folder = join(await room(), 'below', 'root-only')
    const server = await start({ folder, durable: false })
    expect(await ask(server, 'select 1 as up')).toEqual([{ up: 1 }])
    expect((await stat(await dataOf(server))).uid).toBe(0)
    expect(userOf(await pidOf(server))).toBe(0)
  })

  it('runs as the unprivileged user where there are no namespaces, and goes on as that user', async () => {
    const parentFolder = await room()
    await chmod(parentFolder, 0o755)
    const folder = join(parentFolder, 'books')
    vi.stubEnv('PATH', '/nowhere')
    if (!(await othersMayEnter(import.meta.dirname))) {
      // Installed below a folder of root's alone, the binaries are out of that user's reach: then it says so.
      await expect(start({ folder, durable: false })).rejects.toThrow(/could not be run in a user namespace or as user/)
      return
    }
    const first = await start({ folder, durable: false })
    expect(userOf(await pidOf(first))).toBe(65_534)
    await ask(first, 'create table cups ()')
    expect(await first.stop()).toBe(true)

    vi.unstubAllEnvs()
    const second = await start({ folder, durable: false })
    expect(userOf(await pidOf(second))).toBe(65_534)
    expect(await ask(second, `select relname from pg_class where relname = 'cups'`)).toHaveLength(1)
    expect(await second.stop()).toBe(true)
  })

  it('explains itself when the data is root’s and there are no namespaces', async () => {
    const folder = await room()
    await (await start({ folder, durable: false })).stop()
    vi.stubEnv('PATH', '/nowhere')
    await expect(start({ folder, durable: false })).rejects.toThrow(
      /refuses to run as root, and .*bin could not be run in a user namespace\. Start this process as an ordinary user/,
    )
  })
})

describe('a folder that may not be written', () => {
  it('is named, with the way out', async () => {
    const folder = join(await room(), 'read-only')
    await mkdir(folder, { mode: 0o555 })
    // Root may write everywhere: the test has to be somebody else for it.
    const before = process.geteuid?.() === 0 ? ['unshare', '--user', '--map-user=1000', '--map-group=1000'] : []
    for (const path of [folder, join(folder, 'books')]) {
      const { started } = parent({ folder: path }, false, before)
      const { error } = (await started) as { error: string }
      expect(error).toMatch(/^The database cannot live in .*read-only.* \(EACCES\).*Name another folder/)
    }
  })
})
