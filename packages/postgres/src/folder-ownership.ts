import { chmod, lstat, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The unprivileged user `nobody`, as which root may run the server; it then owns the folder. */
export const NOBODY = 65_534

/** Names of the entries directly in the folder that are followed when the folder is opened. */
const OWN_ENTRY = /^(?:data-\d+(?:\.new)?|socket|socket-folder|leases|lock.*|temporary|server\.log(?:\.old)?)$/

const OTHERS_MAY_WRITE = 0o022

/**
 * Refuses a folder that another user made, can write to or has put a link into: that user could read or replace the database, or make
 * this process write elsewhere. An empty folder of our own is closed to others.
 * @throws Error naming the folder, and what to do
 */
export async function checkOwnership(path: string): Promise<void> {
  const own = process.geteuid?.()
  const folder = await lstat(path)
  const owners = own === 0 ? [0, NOBODY] : [own]
  const advice = 'Choose a folder that this user has made, or pass a postgres:// URL'
  if (!owners.includes(folder.uid)) {
    throw new Error(
      `${path} belongs to another user (${folder.uid}), who could read and replace the database. ${advice}`,
    )
  }
  const names = await readdir(path)
  if ((folder.mode & OTHERS_MAY_WRITE) !== 0) {
    if (names.some((name) => OWN_ENTRY.test(name))) {
      throw new Error(
        `Other users may write to ${path}. Make sure that nothing in it was changed, then run: chmod 700 ${path}`,
      )
    }
    await chmod(path, 0o700)
  }
  for (const name of names.filter((one) => OWN_ENTRY.test(one))) {
    const entry = await lstat(join(path, name)).catch(() => undefined)
    // Another process may remove it meanwhile.
    if (!entry) continue
    if (entry.isSymbolicLink()) {
      throw new Error(`${join(path, name)} is a symbolic link, which would be followed elsewhere. Remove it`)
    }
    if (!owners.includes(entry.uid)) {
      throw new Error(`${join(path, name)} belongs to another user (${entry.uid}). ${advice}`)
    }
  }
}

const ALL_MAY_WRITE = 0o002
const STICKY = 0o1000

/**
 * Warns of a folder above in which every user may rename what others have made: such a user could put a folder in the place of this one while
 * its server runs, and answer its clients. Not refused: in a container there may be no other user.
 * @param path without symbolic links
 */
export async function warnIfReplaceable(path: string): Promise<void> {
  // Next's bundler loses an import that is called in the head of a `for`.
  let parent = dirname(path)
  while (parent !== dirname(parent)) {
    const { mode } = await lstat(parent)
    if ((mode & ALL_MAY_WRITE) !== 0 && (mode & STICKY) === 0) {
      process.emitWarning(
        `Every user of this machine may write to ${parent}, and so put a database of their own in the place of ${path}. Choose another folder, or run: chmod +t ${parent}`,
        { code: 'GALLA_REPLACEABLE_FOLDER' },
      )
      return
    }
    parent = dirname(parent)
  }
}
