import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { HELD, isWatcher, REMOVAL } from './leases.ts'

interface Lock {
  /** True while the lock file in the folder is still this lock. The folder may have been removed and created again. */
  holds(): Promise<boolean>
  release(): Promise<void>
}

/** Rejects a lock: the folder was removed, together with its temporary database, while this process waited for it. */
export class FolderRemovedError extends Error {
  constructor(folder: string, cause?: unknown) {
    super(`${folder} was removed while it was in use. Start again`, { cause })
  }
}

/**
 * Runs a function while no other process starts, adopts or stops the server of this folder. The lock is inside the folder, which only
 * its user may enter, and the kernel tells whether its holder is alive, so a lock is never stale.
 * @throws Error naming the folder when the lock is not free within `waitMs` milliseconds; `FolderRemovedError`.
 */
export async function withFolderLock<T>(folder: string, waitMs: number, run: () => Promise<T>): Promise<T> {
  const until = performance.now() + waitMs
  const lock = await acquireLock(folder, until)
  const marker = join(folder, `${HELD}${process.pid}-${randomUUID()}`)
  try {
    await keepWatchersOut(folder, marker, until)
    if (!(await lock.holds())) throw new FolderRemovedError(folder)
    return await run()
  } finally {
    await rm(marker, { force: true })
    await lock.release()
  }
}

async function acquireLock(folder: string, until: number): Promise<Lock> {
  const tryLock = process.platform === 'linux' ? socketFolder(folder) : lockedFile(folder)
  for (;;) {
    const lock = await unlessRemoved(folder, tryLock())
    if (lock) return lock
    await waitForOthers(folder, until)
  }
}

async function waitForOthers(folder: string, until: number): Promise<void> {
  if (performance.now() > until) {
    throw new Error(
      `Another process has been starting or stopping the database of ${folder} for too long. Read server.log in that folder, end that process, and start again`,
    )
  }
  await pause(15)
}

const unlessRemoved = <T>(folder: string, work: Promise<T>): Promise<T> =>
  work.catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new FolderRemovedError(folder, error) : error
  })

/**
 * Keeps out watchers of processes that have ended: they may remove the folder. Both sides write their file first and look
 * for the other's afterwards, so at least one sees the other; then the watcher withdraws its file and tries again later.
 */
async function keepWatchersOut(folder: string, marker: string, until: number): Promise<void> {
  await unlessRemoved(folder, writeFile(marker, '', { mode: 0o600 }))
  for (;;) {
    let removals = 0
    for (const name of await unlessRemoved(folder, readdir(folder))) {
      // While the lock is held, another marker is that of a process that was killed.
      const isStale =
        (name.startsWith(HELD) && !marker.endsWith(name)) ||
        (name.startsWith(REMOVAL) && !isWatcher(name.slice(REMOVAL.length), folder))
      if (isStale) await rm(join(folder, name), { force: true })
      else if (name.startsWith(REMOVAL)) removals += 1
    }
    if (removals === 0) return
    await waitForOthers(folder, until)
  }
}

/**
 * Linux: the folder `lock` with the unix socket of its holder, which no other user can enter. `rename` of a folder fails while `lock` has
 * a file, so it decides atomically who holds it. A socket on which nobody listens any more is that of a process that ended: its name is
 * random, so removing it never removes the lock of the next holder.
 */
function socketFolder(folder: string): () => Promise<Lock | undefined> {
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
      const holds = () =>
        access(join(lock, name)).then(
          () => true,
          () => false,
        )
      return { holds, release }
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

/** True when a process listens on the socket. Any error except a refusal means that a process may listen. */
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
function lockedFile(folder: string): () => Promise<Lock | undefined> {
  const O_EXLOCK = 0x20
  return async () => {
    try {
      const flags = constants.O_RDWR | constants.O_CREAT | constants.O_NONBLOCK | O_EXLOCK
      const path = join(folder, 'lock')
      const file = await open(path, flags, 0o600)
      const { ino } = await file.stat()
      const holds = () =>
        stat(path).then(
          (found) => found.ino === ino,
          () => false,
        )
      return { holds, release: () => file.close() }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return undefined
      throw error
    }
  }
}
