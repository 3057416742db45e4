import { constants } from 'node:fs'
import { access, mkdir, readdir, realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/** Everything that lies in a merchant's folder. */
export interface Folder {
  /** Absolute, without symbolic links: the server knows itself by this path. */
  path: string
  /** PostgreSQL's major version of the data that is here; undefined when nothing is here yet. */
  major: number | undefined
  /** The data of one major version. The number stands in the name, so that versions lie side by side during a move. */
  data(major: number): string
  /** Library links of the npm binaries. */
  lib: string
  /** The unix socket, as long as its path is short enough. */
  socket: string
  /** Names the socket folder when it had to be somewhere else. */
  socketRecord: string
  /** One file for each process that has the server open. */
  holders: string
  /** Lies there when the folder goes away with its server. */
  temporary: string
  log: string
}

const DATA = /^data-(\d+)$/

/**
 * Makes the folder if it is missing, and looks what is in it.
 * @throws Error naming the folder when it cannot be used.
 */
export async function openFolder(asked: string): Promise<Folder> {
  if (typeof asked !== 'string' || asked === '') throw new Error('folder must name the folder that holds the database')
  if (/^\w+:\/\//.test(asked)) throw new Error('folder is a URL: connect to it with pg, there is nothing to start')
  const path = await usable(resolve(asked))
  const names = await readdir(path)
  if (names.includes('PG_VERSION')) {
    throw new Error(`${path} is itself the data of a PostgreSQL. Name the folder that is to hold it, not the data`)
  }
  const majors = names.flatMap((name) => DATA.exec(name)?.slice(1).map(Number) ?? [])
  return {
    path,
    major: majors.length > 0 ? Math.max(...majors) : undefined,
    data: (major) => join(path, `data-${major}`),
    lib: join(path, 'lib'),
    socket: join(path, 'socket'),
    socketRecord: join(path, 'socket-folder'),
    holders: join(path, 'holders'),
    temporary: join(path, 'temporary'),
    log: join(path, 'server.log'),
  }
}

async function usable(asked: string): Promise<string> {
  checkCharacters(asked)
  try {
    await mkdir(asked, { recursive: true, mode: 0o700 })
    await access(asked, constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(
      `The database cannot live in ${asked} (${code}): this user must be able to make and write it. Name another folder, or give a postgres:// URL`,
      { cause: error },
    )
  }
  // A link may lead to a name that is worse.
  return checkCharacters(await realpath(asked))
}

function checkCharacters(path: string): string {
  // The loader splits its list of library folders at these, and knows no way to quote them.
  if (/[:;\n]/.test(path)) {
    throw new Error(
      `${path} holds a character that a library path cannot: choose a folder without ':', ';' or a newline`,
    )
  }
  return path
}
