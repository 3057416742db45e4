import { constants } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

type Release = () => Promise<void>

/**
 * One process at a time starts, adopts or stops the server of a folder. The kernel holds the lock and frees it with the
 * process, so a lock is never stale and no process id has to be believed.
 * @throws Error naming the folder when the turn does not come in time.
 */
export async function withFolderLock<T>(folder: string, waitMs: number, run: () => Promise<T>): Promise<T> {
  const release = await takeTurn(folder, performance.now() + waitMs)
  try {
    return await run()
  } finally {
    await release()
  }
}

async function takeTurn(folder: string, until: number): Promise<Release> {
  const tryLock = process.platform === 'linux' ? await abstractSocket(folder) : lockedFile(folder)
  for (;;) {
    const release = await tryLock()
    if (release) return release
    if (performance.now() > until) {
      throw new Error(
        `Another process has been starting or stopping the database of ${folder} for too long. See server.log in that folder, end that process, and start again`,
      )
    }
    await pause(15)
  }
}

/** Linux: a socket name outside the file system, made of the folder's identity. */
async function abstractSocket(folder: string): Promise<() => Promise<Release | undefined>> {
  const { dev, ino } = await stat(folder)
  const path = `\0galla-postgres-${dev}-${ino}`
  return () =>
    new Promise((resolve, reject) => {
      const server = createServer()
      server.once('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'EADDRINUSE') resolve(undefined)
        else reject(error)
      })
      // Exclusive: workers of one `node:cluster` would otherwise share the name instead of fighting for it.
      server.listen({ path, exclusive: true }, () => resolve(() => new Promise((done) => server.close(() => done()))))
    })
}

/** macOS: `open(2)` takes a lock with the file. Node names no constant for it; its value is the kernel's and libuv's. */
function lockedFile(folder: string): () => Promise<Release | undefined> {
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
