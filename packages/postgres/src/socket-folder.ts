import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { PORT } from './connection.ts'
import type { Folder } from './folder.ts'

/** Bytes that a socket's path may have: 103 on macOS, 107 on Linux. The smaller one, so that a folder may move. */
const LONGEST = 103

const fits = (socketFolder: string) => Buffer.byteLength(join(socketFolder, `.s.PGSQL.${PORT}`)) <= LONGEST

/**
 * A folder for the unix socket that only this user may enter: inside the merchant's folder, or, when that path is too
 * long for a socket, a short one in the system's temporary folder, recorded beside the data.
 */
export async function makeSocketFolder(folder: Folder): Promise<string> {
  if (fits(folder.socket)) {
    await mkdir(folder.socket, { recursive: true, mode: 0o700 })
    await chmod(folder.socket, 0o700)
    return folder.socket
  }
  const recorded = await recordedFolder(folder)
  if (recorded && (await isOurs(recorded))) return recorded
  const made = await mkdtemp(join(fits(join(tmpdir(), 'galla-XXXXXX')) ? tmpdir() : '/tmp', 'galla-'))
  await writeFile(folder.socketRecord, `${made}\n`, { mode: 0o600 })
  return made
}

/** After the server has stopped: nothing of it stays outside its folder. */
export async function removeSocketFolder(folder: Folder): Promise<void> {
  const recorded = await recordedFolder(folder)
  if (recorded && /^galla-\w{6}$/.test(recorded.slice(dirname(recorded).length + 1))) {
    await rm(recorded, { recursive: true, force: true })
  }
  await rm(folder.socketRecord, { force: true })
}

const recordedFolder = async (folder: Folder): Promise<string | undefined> =>
  (await readFile(folder.socketRecord, 'utf8').catch(() => undefined))?.trim() || undefined

/** Somebody else may have taken the name after a reboot emptied the temporary folder. */
async function isOurs(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  return found?.isDirectory() === true && (found.mode & 0o777) === 0o700 && found.uid === process.geteuid?.()
}
