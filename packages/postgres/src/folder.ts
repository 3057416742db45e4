import { randomUUID } from 'node:crypto'
import { constants, existsSync, readdirSync, writeFileSync } from 'node:fs'
import {
  access,
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { PORT } from './connection.ts'
import { checkOwnership } from './folder-ownership.ts'

/** Paths inside the folder that the caller named. */
export interface Folder {
  /** Absolute, without symbolic links: the server identifies itself by this path. */
  path: string
  /** PostgreSQL's major version of the data; undefined while there is none. */
  major: number | undefined
  /** The data of one major version. The number is part of the name, so that two versions fit side by side during an upgrade. */
  data(major: number): string
  /** Library links of the npm binaries. */
  lib: string
  /** Folder of the unix socket, if its path is short enough. */
  socket: string
  /** File that names the socket folder when it is elsewhere. */
  socketRecord: string
  /** One file for each process that uses the server. */
  leases: string
  /** Exists when the folder is removed together with its server. */
  temporary: string
  log: string
}

const DATA = /^data-(\d+)$/

/** Longest path of a unix socket in bytes: 103 on macOS, 107 on Linux. The smaller one, so that a folder can be moved. */
const MAX_SOCKET_PATH_BYTES = 103

/**
 * Creates the folder if it is missing, and reads what it holds.
 * @throws Error naming the folder when it cannot be used.
 */
export async function openFolder(requested: string): Promise<Folder> {
  if (typeof requested !== 'string' || requested === '') {
    throw new Error('folder must be the path of the folder that holds the database')
  }
  if (/^\w+:\/\//.test(requested)) {
    throw new Error('folder must be a path, and is a URL: connect to it with pg, there is nothing to start')
  }
  const path = await makeUsable(resolve(requested))
  await checkOwnership(path)
  const names = await readdir(path)
  if (names.includes('PG_VERSION')) {
    throw new Error(`${path} is itself the data of a PostgreSQL. Pass its parent folder, or an empty folder`)
  }
  const majors = names.flatMap((name) => DATA.exec(name)?.slice(1).map(Number) ?? [])
  return {
    path,
    major: majors.length > 0 ? Math.max(...majors) : undefined,
    data: (major) => join(path, `data-${major}`),
    lib: join(path, 'lib'),
    socket: join(path, 'socket'),
    socketRecord: join(path, 'socket-folder'),
    leases: join(path, 'leases'),
    temporary: join(path, 'temporary'),
    log: join(path, 'server.log'),
  }
}

async function makeUsable(requested: string): Promise<string> {
  checkCharacters(requested)
  try {
    await mkdir(requested, { recursive: true, mode: 0o700 })
    await access(requested, constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && syscall === 'access') throw error // removed a moment ago
    throw new Error(
      `The database cannot be stored in ${requested} (${code}): this user must be able to create and write it. Choose another folder, or pass a postgres:// URL`,
      { cause: error },
    )
  }
  // A symbolic link can lead to a path with such a character.
  return checkCharacters(await realpath(requested))
}

function checkCharacters(path: string): string {
  // The dynamic loader splits its list of library folders at these characters and cannot quote them.
  if (/[:;\n]/.test(path)) {
    throw new Error(
      `${path} holds a character that a library path cannot: choose a folder without ':', ';' or a newline`,
    )
  }
  return path
}

/**
 * Marks a folder for removal together with its server.
 * @throws Error naming the folder when it holds other files.
 */
export function markTemporary({ path, temporary }: Folder): void {
  if (existsSync(temporary)) return
  if (readdirSync(path).some((name) => !name.startsWith('lock'))) {
    throw new Error(`temporary: ${path} is not empty, and would be removed with everything in it. Choose a new folder`)
  }
  writeFileSync(temporary, '', { mode: 0o600 })
}

/**
 * Removes the folder. The caller holds the folder lock. The folder is renamed first, together with its lock: a process that waits for
 * the lock creates the folder again, and nothing of what it creates is removed.
 */
export async function removeFolder({ path }: Folder): Promise<void> {
  const renamed = `${path}.removed-${randomUUID()}`
  const removed = await rename(path, renamed).then(
    () => renamed,
    () => path, // A mount point, or a folder inside one that this user may not write.
  )
  await rm(removed, { recursive: true, force: true })
}

/**
 * Creates the folder of the unix socket, which only this user may enter: inside the database's folder, or, when that path
 * is too long for a socket, in the system's temporary folder, recorded beside the data.
 */
export async function makeSocketFolder(folder: Folder): Promise<string> {
  if (fitsSocketPath(folder.socket)) {
    await mkdir(folder.socket, { recursive: true, mode: 0o700 })
    await chmod(folder.socket, 0o700)
    return folder.socket
  }
  const recorded = await recordedSocketFolder(folder)
  if (recorded && (await isPrivate(recorded))) return recorded
  const made = await mkdtemp(join(fitsSocketPath(join(tmpdir(), 'galla-XXXXXX')) ? tmpdir() : '/tmp', 'galla-'))
  await writeFile(folder.socketRecord, `${made}\n${folder.path}\n`, { mode: 0o600 })
  return made
}

/** Removes a socket folder outside the database's folder. Called after the server has stopped. */
export async function removeSocketFolder(folder: Folder): Promise<void> {
  const recorded = await recordedSocketFolder(folder)
  if (recorded && /^galla-\w{6}$/.test(recorded.slice(dirname(recorded).length + 1))) {
    await rm(recorded, { recursive: true, force: true })
  }
  await rm(folder.socketRecord, { force: true })
}

const fitsSocketPath = (socketFolder: string) =>
  Buffer.byteLength(join(socketFolder, `.s.PGSQL.${PORT}`)) <= MAX_SOCKET_PATH_BYTES

/** A copied folder has the record of the original, whose server may use that socket: it counts for the folder that wrote it. */
async function recordedSocketFolder({ socketRecord, path }: Folder): Promise<string | undefined> {
  const [recorded, owner] = (await readFile(socketRecord, 'utf8').catch(() => '')).split('\n')
  return owner === path ? recorded : undefined
}

/** After a reboot has emptied the temporary folder, another user may own this name. */
async function isPrivate(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined)
  return found?.isDirectory() === true && (found.mode & 0o777) === 0o700 && found.uid === process.geteuid?.()
}
