import { setTimeout as pause } from 'node:timers/promises'
import { type PostgresConnection, urlOf } from './connection.ts'
import { openFolder } from './folder.ts'
import { withFolderLock } from './folder-lock.ts'
import { letGo } from './let-go.ts'
import { type OpenServer, openServer } from './open-server.ts'
import { checkSettings, type SettingValue } from './settings.ts'

export interface StartOptions {
  /** Holds the data, the socket and the log. Made if it is missing. */
  folder: string
  /** Default true: what is committed is on the disk. False is faster, and only for data that may be lost. */
  durable?: boolean | undefined
  /** Default false. True: the folder, which must be new or empty, is removed when the server has ended. */
  temporary?: boolean | undefined
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
  /** The server ran already: another process started it. */
  readonly adopted: boolean
  /**
   * Lets go of the server. The last one to let go stops it and waits for its end: connections that are still open are
   * cut. Without it the server ends soon after the last process that had it open, however that ended.
   * @returns Whether the server was stopped.
   */
  stop(): Promise<boolean>
}

/**
 * Opens the PostgreSQL of a folder: starts it, or adopts the one that runs. Any number of processes may do so at a time;
 * they share one server. A server that dies is started again. It never keeps a process alive.
 * @throws Error naming the folder or the binaries, with the way out.
 */
export async function startPostgres(options: StartOptions): Promise<RunningPostgres> {
  if (process.platform === 'win32') {
    throw new Error('The embedded PostgreSQL needs unix sockets: on Windows use WSL, or give a postgres:// URL')
  }
  const { durable = true, temporary = false, settings = {}, bin, waitMs = 60_000 } = options
  checkSettings(settings)
  const { path } = await openFolder(options.folder)
  const inTurn = <T>(work: () => Promise<T>) => withFolderLock(path, waitMs, work)
  const open = () => inTurn(() => openServer(path, { durable, temporary, settings, bin, waitMs }))
  return handle(await open(), open, (server) => inTurn(() => letGo(server, waitMs)))
}

/** A server that died and could not be started again is tried again after this. Milliseconds. */
const AGAIN_MS = 1_000

function handle(
  first: OpenServer,
  open: () => Promise<OpenServer>,
  close: (server: OpenServer) => Promise<boolean>,
): RunningPostgres {
  const { connection } = first.keeper
  const ending = new AbortController()
  const keptUp = keepUp(first, open, ending.signal)
  let stopping: Promise<boolean> | undefined
  return {
    connection,
    url: urlOf(connection),
    adopted: first.adopted,
    stop() {
      ending.abort()
      stopping ??= keptUp.then(close)
      return stopping
    },
  }
}

/** Starts the server anew whenever it has died, until it is to end. Resolves to the one that runs then. */
async function keepUp(first: OpenServer, open: () => Promise<OpenServer>, ending: AbortSignal): Promise<OpenServer> {
  let server = first
  const ended = new Promise<void>((resolve) => ending.addEventListener('abort', () => resolve(), { once: true }))
  for (;;) {
    await Promise.race([ended, server.keeper.lost])
    if (ending.aborted) return server
    try {
      const next = await open()
      server.holder.leave()
      server.holder.dismiss()
      server = next
    } catch {
      await pause(AGAIN_MS, undefined, { ref: false, signal: ending }).catch(() => {})
    }
  }
}
