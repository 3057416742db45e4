import { chown, stat } from 'node:fs/promises'
import { adopt } from './adopt.ts'
import { connectionTo, type PostgresConnection, urlOf } from './connection.ts'
import { type Binaries, describeBinaries, findBinaries } from './find-binaries.ts'
import { type Folder, openFolder } from './folder.ts'
import { withFolderLock } from './folder-lock.ts'
import { initdb } from './initdb.ts'
import type { Keeper } from './keeper.ts'
import { launch } from './launch.ts'
import { linkLibraries } from './links.ts'
import { checkSettings, type SettingValue, serverFlags } from './settings.ts'
import { shutDown } from './shut-down.ts'
import { makeSocketFolder, removeSocketFolder } from './socket-folder.ts'
import { chooseRunner } from './spawn-as.ts'

export interface StartOptions {
  /** Holds the data, the socket and the log. Made if it is missing. */
  folder: string
  /** Default true: what is committed is on the disk. False is faster, and only for data that may be lost. */
  durable?: boolean | undefined
  /** Settings of the server, by PostgreSQL's names: `{ max_connections: 40 }`. They count when this call starts it. */
  settings?: Readonly<Record<string, SettingValue>> | undefined
  /** The bin folder of a PostgreSQL 15 or newer. Default: the npm binaries, else the system's. */
  bin?: string | undefined
  /** How long starting, adopting and stopping may take, in milliseconds; default 60 000. */
  waitMs?: number | undefined
}

export interface RunningPostgres {
  /** For `new Pool(…)` of `pg`. */
  readonly connection: PostgresConnection
  /** The same as a URL. */
  readonly url: string
  /** The server ran already: another process started it, or an earlier one that is gone. */
  readonly adopted: boolean
  /**
   * Lets go of the server. The last one to let go stops it and waits for its end: connections that are still open are
   * cut. Without it the server stays, and the next start adopts it.
   * @returns Whether the server was stopped.
   */
  stop(): Promise<boolean>
}

/**
 * Opens the PostgreSQL of a folder: starts it, or adopts the one that runs. Any number of processes may do so at a time;
 * they share one server. It never keeps a process alive.
 * @throws Error naming the folder or the binaries, with the way out.
 */
export async function startPostgres(options: StartOptions): Promise<RunningPostgres> {
  if (process.platform === 'win32') {
    throw new Error('The embedded PostgreSQL needs unix sockets: on Windows use WSL, or give a postgres:// URL')
  }
  const { durable = true, settings = {}, bin, waitMs = 60_000 } = options
  checkSettings(settings)
  const { path } = await openFolder(options.folder)
  return withFolderLock(path, waitMs, async () => {
    // Looked at again, now that nobody else can be making its data.
    const folder = await openFolder(path)
    const until = performance.now() + waitMs
    const running = folder.major === undefined ? undefined : await adopt(folder.data(folder.major), until)
    const { keeper, data } = running
      ? { keeper: running, data: folder.data(folder.major ?? 0) }
      : await startNew(folder, { durable, settings, bin }, until)
    if (durable && !keeper.durable) {
      await keeper.leave()
      throw new Error(`The server of ${path} runs with durable: false. Stop it first, or open another folder`)
    }
    return handle(folder, data, keeper, running !== undefined, waitMs)
  })
}

function handle(folder: Folder, data: string, keeper: Keeper, adopted: boolean, waitMs: number): RunningPostgres {
  const stop = () =>
    withFolderLock(folder.path, waitMs, async () => {
      if (!(await keeper.leave())) return false
      await shutDown(data, waitMs)
      await removeSocketFolder(folder)
      return true
    })
  let stopping: Promise<boolean> | undefined
  return {
    connection: keeper.connection,
    url: urlOf(keeper.connection),
    adopted,
    stop: () => {
      stopping ??= stop()
      return stopping
    },
  }
}

/** Options with their defaults filled in. */
interface Wanted {
  durable: boolean
  settings: Readonly<Record<string, SettingValue>>
  bin: string | undefined
}

async function startNew(
  folder: Folder,
  { bin, durable, settings }: Wanted,
  until: number,
): Promise<{ keeper: Keeper; data: string }> {
  const binaries = await binariesFor(folder, bin)
  const data = folder.data(binaries.major)
  const libraries = await linkLibraries(binaries, folder.lib)
  const owner = folder.major === undefined ? undefined : await stat(data)
  const runner = await chooseRunner(binaries, libraries, folder.path, owner && { uid: owner.uid, gid: owner.gid })
  const socketFolder = await makeSocketFolder(folder)
  if (runner.guise.as === 'user') await chown(socketFolder, runner.guise.uid, runner.guise.gid)
  if (folder.major === undefined) await initdb(folder, binaries.major, runner, durable)
  const connection = connectionTo(socketFolder)
  const args = ['-D', data, ...serverFlags(socketFolder, durable, settings)]
  const keeper = await launch({ runner, args, connection, folder: folder.path, log: folder.log, until })
  return { keeper, data }
}

/** A folder is served by the major version that made it; another one cannot read it. */
async function binariesFor({ path, major }: Folder, bin: string | undefined): Promise<Binaries> {
  try {
    const binaries = bin === undefined ? await findBinaries(major) : await describeBinaries(bin)
    if (major === undefined || binaries.major === major) return binaries
    throw new Error(`${binaries.bin} is PostgreSQL ${binaries.major}`)
  } catch (error) {
    if (major === undefined) throw error
    const { message } = error as Error
    throw new Error(
      `${path} holds data of PostgreSQL ${major}. Install that version, or move the data: pg_dumpall with ${major}, then restore into a new folder. (${message})`,
      { cause: error },
    )
  }
}
