import { lstatSync, realpathSync } from 'node:fs'
import { lstat, unlink } from 'node:fs/promises'
import { connect } from 'node:net'
import { dirname } from 'node:path'

/** Longest path of a socket in bytes, on all systems. */
export const MAX_SOCKET_PATH = 103

const OTHERS_MAY_WRITE = 0o022
const STICKY = 0o1000

/**
 * Why another user could put a server of theirs in the place of a socket, with what to do; undefined when only this user and root can.
 * @param path absolute
 */
export function socketFolderProblem(path: string): string | undefined {
  const folder = dirname(path)
  try {
    // Clients follow the links of the path at every connection.
    return problemOf(folder) ?? problemOf(realpathSync(folder))
  } catch {
    return `The folder ${folder} does not exist, or cannot be read`
  }
}

function problemOf(folder: string): string | undefined {
  // Without root, as in a container, the folders of the system belong to the owner of the top one.
  const trusted = [0, lstatSync('/').uid, process.geteuid?.()]
  let current = folder
  while (true) {
    const entry = lstatSync(current)
    if (!trusted.includes(entry.uid)) return `${current} belongs to another user (${entry.uid})`
    // In a folder such as /tmp nobody may rename what others have made, but anybody may make the socket while it is missing.
    const isSafe = (entry.mode & OTHERS_MAY_WRITE) === 0 || (current !== folder && (entry.mode & STICKY) !== 0)
    if (!entry.isSymbolicLink() && !isSafe) return `Other users may write to ${current}. Run: chmod go-w ${current}`
    if (current === dirname(current)) return undefined
    current = dirname(current)
  }
}

/**
 * Removes the socket of a server that has ended without doing so.
 * @throws Error when a server listens on it, or when it is no socket of this user
 */
export async function removeStaleSocket(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined)
  if (!found) return
  if (!found.isSocket()) throw new Error(`${path} exists and is not a socket`)
  if (found.uid !== process.geteuid?.()) throw new Error(`${path} belongs to another user (${found.uid})`)
  if (await hasServer(path)) throw new Error(`Another server listens on ${path}. Stop it, or choose another path`)
  await unlink(path)
}

const hasServer = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path)
    const answer = (isServed: boolean) => {
      socket.destroy()
      resolve(isServed)
    }
    socket.once('connect', () => answer(true))
    // Any other error, such as a full queue, is that of a server.
    socket.once('error', ({ code }: NodeJS.ErrnoException) => answer(code !== 'ECONNREFUSED' && code !== 'ENOENT'))
  })

/** Runs a function that makes a socket before it returns, which its user and group may then connect to, and nobody else at any time. */
export function withSocketMode(makeSocket: () => void): void {
  const mask = process.umask(0o117)
  try {
    makeSocket()
  } finally {
    process.umask(mask)
  }
}
