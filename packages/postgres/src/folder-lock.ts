import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

type Unlock = () => Promise<void>

/**
 * Runs a function while no other process starts, adopts or stops the server of this folder. The lock is inside the folder, which only
 * its user may enter, and the kernel tells whether its holder is alive, so a lock is never stale.
 * @throws Error naming the folder when the lock is not free within `waitMs` milliseconds.
 */
export async function withFolderLock<T>(folder: string, waitMs: number, run: () => Promise<T>): Promise<T> {
  const unlock = await acquireLock(folder, performance.now() + waitMs)
  try {
    return await run()
  } finally {
    await unlock()
  }
}

async function acquireLock(folder: string, until: number): Promise<Unlock> {
  const tryLock = process.platform === 'linux' ? socketFolder(folder) : lockedFile(folder)
  for (;;) {
    const unlock = await tryLock()
    if (unlock) return unlock
    if (performance.now() > until) {
      throw new Error(
        `Another process has been starting or stopping the database of ${folder} for too long. Read server.log in that folder, end that process, and start again`,
      )
    }
    await pause(15)
  }
}

/**
 * Linux: the folder `lock` with the unix socket of its holder, which no other user can enter. `rename` of a folder fails while `lock` has
 * a file, so it decides atomically who holds it. A socket on which nobody listens any more is that of a process that ended: its name is
 * random, so removing it never removes the lock of the next holder.
 */
function socketFolder(folder: string): () => Promise<Unlock | undefined> {
  const lock = join(folder, 'lock')
  return async () => {
    const holders = await readdir(lock).catch(() => [])
    for (const holder of holders) {
      if (await listens(lock, holder)) return undefined
      await rm(join(lock, holder), { force: true })
    }
    const name = randomUUID()
    const made = join(folder, `lock-${name}`)
    await mkdir(made, { mode: 0o700 })
    const server = await listenIn(made, name)
    const release = async (): Promise<void> => {
      await rm(join(lock, name), { force: true })
      await new Promise<void>((done) => server.close(() => done()))
    }
    try {
      await rename(made, lock)
      return release
    } catch (error) {
      await new Promise<void>((done) => server.close(() => done()))
      await rm(made, { recursive: true, force: true })
      const { code } = error as NodeJS.ErrnoException
      if (code === 'ENOTEMPTY' || code === 'EEXIST') return undefined
      throw error
    }
  }
}

/** Through the open folder: the whole path may be too long for a socket. */
async function inFolder<T>(folder: string, use: (path: string) => Promise<T>): Promise<T> {
  const handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY)
  return use(`/proc/self/fd/${handle.fd}`).finally(() => handle.close())
}

function listenIn(folder: string, name: string): Promise<Server> {
  return inFolder(
    folder,
    (path) =>
      new Promise<Server>((resolve, reject) => {
        const server = createServer((socket) => socket.destroy()).once('error', reject)
        // Exclusive: workers of one `node:cluster` would otherwise share the socket.
        server.listen({ path: join(path, name), exclusive: true }, () => resolve(server))
      }),
  )
}

/** Whether a process listens on the socket. Any error but a refusal means that it may. */
function listens(folder: string, name: string): Promise<boolean> {
  return inFolder(
    folder,
    (path) =>
      new Promise<boolean>((resolve) => {
        const socket = connect({ path: join(path, name) })
        socket.once('connect', () => {
          socket.destroy()
          resolve(true)
        })
        socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code !== 'ECONNREFUSED' && code !== 'ENOENT'))
      }),
  ).catch(({ code }: NodeJS.ErrnoException) => code !== 'ENOENT')
}

/** macOS: `open(2)` locks the file it opens. Node has no constant for the flag; this is the kernel's value. */
function lockedFile(folder: string): () => Promise<Unlock | undefined> {
  const O_EXLOCK = 0x20
  return async () => {
    try {
      const flags = constants.O_RDWR | constants.O_CREAT | constants.O_NONBLOCK | O_EXLOCK
      const file = await open(join(folder, 'lock'), flags, 0o600)
      return () => file.close()
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return undefined
      throw error
    }
  }
}
