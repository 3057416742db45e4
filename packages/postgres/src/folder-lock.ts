import { constants } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

type Unlock = () => Promise<void>

/**
 * Runs a function while no other process starts, adopts or stops the server of this folder. The kernel holds the lock and
 * frees it when the process ends, so a lock is never stale.
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
  const tryLock = process.platform === 'linux' ? await abstractSocket(folder) : lockedFile(folder)
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

/** Linux: a socket name outside the file system, derived from the folder's device and inode. */
async function abstractSocket(folder: string): Promise<() => Promise<Unlock | undefined>> {
  const { dev, ino } = await stat(folder)
  const path = `\0galla-postgres-${dev}-${ino}`
  return () =>
    new Promise((resolve, reject) => {
      const server = createServer()
      server.once('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'EADDRINUSE') resolve(undefined)
        else reject(error)
      })
      // Exclusive: workers of one `node:cluster` would otherwise share the socket.
      server.listen({ path, exclusive: true }, () => resolve(() => new Promise((done) => server.close(() => done()))))
    })
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
