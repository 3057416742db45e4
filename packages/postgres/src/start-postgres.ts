import { setTimeout as pause } from 'node:timers/promises'
import { type PostgresConnection, urlOf } from './connection.ts'
import { openFolder } from './folder.ts'
import { FolderRemovedError, withFolderLock } from './folder-lock.ts'
import { warnIfReplaceable } from './folder-ownership.ts'
import { type OpenServer, openServer, releaseServer } from './server.ts'
import { checkSettings, type SettingValue } from './settings.ts'

/** Options of `startPostgres()`. */
export interface StartOptions {
  /** Path of the folder that holds the data, the socket and the log. Created if it is missing, for this user alone. */
  folder: string
  /**
   * True when a committed transaction must survive a crash and a power failure. `false` turns `fsync`, `full_page_writes` and
   * `synchronous_commit` off: faster, for tests whose data may be lost.
   * @default true
   */
  durable?: boolean | undefined
  /**
   * True when the folder must be removed after its server ends, however it ends. The folder must be new or empty.
   * @default false
   */
  temporary?: boolean | undefined
  /**
   * PostgreSQL settings by name, such as `{ max_connections: 40 }`. They apply when this call starts the server, and are
   * ignored when it adopts a running one.
   * @default {}
   */
  settings?: Readonly<Record<string, SettingValue>> | undefined
  /**
   * Path of the bin folder of a PostgreSQL 15 or newer. Without it, a folder is only started with the major version that created it, and a
   * new folder with that of the npm binaries.
   * @default the npm binaries, else a PostgreSQL of the same major version on the `PATH`, else one of Debian or Homebrew
   */
  bin?: string | undefined
  /**
   * Longest time in milliseconds for a start, an adoption or a stop, including the wait for another process that does one.
   * @default 60_000
   */
  waitMs?: number | undefined
}

/** A running server. It stays up until `stop()` is called or this process ends, and is restarted after a crash. */
export interface RunningPostgres {
  /** For `new Pool(…)` and `new Client(…)` of `pg`: a unix socket, no port, no password. */
  readonly connection: PostgresConnection
  /** The same connection as a `postgresql://` URL, for libraries and `psql`. */
  readonly url: string
  /** True when the server was already running: another process started it. */
  readonly adopted: boolean
  /**
   * Ends this process's use of the server. The last process to do so stops the server and waits until it has exited; open
   * connections are closed. Without a call, the server stops soon after the last process that used it has ended.
   * A second call returns the result of the first.
   * @returns Whether the server was stopped.
   * @throws Error naming the folder when stopping takes longer than `waitMs`.
   * @example
   * ```ts
   * await pool.end()
   * await postgres.stop()
   * ```
   */
  stop(): Promise<boolean>
}

/**
 * Starts the PostgreSQL server of a folder, or adopts the one that runs. Any number of processes may call it at the same
 * time; they share one server. A server that dies is restarted. The server never keeps a Node process alive.
 * @throws Error naming the folder, the setting or the binaries that cannot be used, and what to do about it.
 * @example
 * ```ts
 * const postgres = await startPostgres({ folder: './data/gateway' })
 * const pool = new Pool(postgres.connection)
 * await pool.query('select 1')
 * ```
 */
export async function startPostgres(options: StartOptions): Promise<RunningPostgres> {
  if (process.platform === 'win32') {
    throw new Error('The embedded PostgreSQL needs unix sockets: on Windows use WSL, or pass a postgres:// URL')
  }
  const { durable = true, temporary = false, settings = {}, bin, waitMs = 60_000 } = options
  checkSettings(settings)
  const open = async () => {
    const until = performance.now() + waitMs
    for (;;) {
      try {
        const { path } = await openFolder(options.folder).catch(asRemoved)
        return await withFolderLock(path, waitMs, () => openServer(path, { durable, temporary, settings, bin, waitMs }))
      } catch (error) {
        // The last user of a temporary folder removed it before this process had the lock: create it again.
        if (!(error instanceof FolderRemovedError) || performance.now() > until) throw error
      }
    }
  }
  const close = (server: OpenServer) => withFolderLock(server.folder.path, waitMs, () => releaseServer(server, waitMs))
  const first = await open()
  await warnIfReplaceable(first.folder.path)
  return createHandle(first, open, close)
}

/** The folder exists once it is opened, so what is missing was removed since. */
function asRemoved(error: NodeJS.ErrnoException): never {
  throw error.code === 'ENOENT' ? new FolderRemovedError(error.path ?? 'The folder', error) : error
}

/** Milliseconds between two attempts to restart a server that died. */
const RESTART_DELAY_MS = 1_000

function createHandle(
  first: OpenServer,
  open: () => Promise<OpenServer>,
  close: (server: OpenServer) => Promise<boolean>,
): RunningPostgres {
  const { connection } = first.liveness
  const ending = new AbortController()
  const running = keepRunning(first, open, ending.signal)
  let stopping: Promise<boolean> | undefined
  return {
    connection,
    url: urlOf(connection),
    adopted: first.adopted,
    stop() {
      ending.abort()
      stopping ??= running.then(close)
      return stopping
    },
  }
}

/** Restarts the server when it dies, until the signal is aborted. Resolves to the server that runs then. */
async function keepRunning(
  first: OpenServer,
  open: () => Promise<OpenServer>,
  ending: AbortSignal,
): Promise<OpenServer> {
  let server = first
  const ended = new Promise<void>((resolve) => ending.addEventListener('abort', () => resolve(), { once: true }))
  for (;;) {
    await Promise.race([ended, server.liveness.lost])
    if (ending.aborted) return server
    try {
      const next = await open()
      server.lease.release()
      server.lease.dismissWatcher()
      server = next
    } catch {
      await pause(RESTART_DELAY_MS, undefined, { ref: false, signal: ending }).catch(() => {})
    }
  }
}
