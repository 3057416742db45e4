import { setTimeout as pause } from 'node:timers/promises'
import { type PostgresConnection, urlOf } from './connection.ts'
import { openFolder } from './folder.ts'
import { FolderRemovedError, withFolderLock } from './folder-lock.ts'
import { warnIfReplaceable } from './folder-ownership.ts'
import { type OpenServer, openServer, releaseServer } from './server.ts'
import { checkSettings, type SettingValue } from './settings.ts'

/** Options of `startPostgres()`. */
export interface StartOptions {
  /** Path of the folder that holds the data, the socket and the log. A missing folder is created, for this user alone. */
  folder: string
  /**
   * True when a committed transaction must survive a crash and a power failure. `false` turns off `fsync`, `full_page_writes` and
   * `synchronous_commit`. The server is then faster, for tests whose data may be lost.
   * @default true
   */
  durable?: boolean | undefined
  /**
   * True to remove the folder after the server ends, even after a crash. The folder must be new or empty.
   * @default false
   */
  temporary?: boolean | undefined
  /**
   * PostgreSQL settings by name, such as `{ max_connections: 40 }`. The settings apply only if this call starts the server. A running
   * server keeps its settings.
   * @default {}
   */
  settings?: Readonly<Record<string, SettingValue>> | undefined
  /**
   * Path of the bin folder of a PostgreSQL 15 or newer. An existing folder needs the major version that created the
   * folder. Without `bin`, a new folder gets the major version of the npm binaries.
   * @default the npm binaries, else a PostgreSQL of that major version on the `PATH`, else in the folders of Debian and Homebrew
   */
  bin?: string | undefined
  /**
   * Longest time in milliseconds for a start, an adoption or a stop. Includes the wait for another process that starts or stops the server.
   * @default 60_000
   */
  waitMs?: number | undefined
}

/** A running PostgreSQL server, which is restarted after a crash. The server runs until the last process has called `stop()` or ended. */
export interface RunningPostgres {
  /** Options for `new Pool(…)` and `new Client(…)` of `pg`: a unix socket, no TCP port, no password. */
  readonly connection: PostgresConnection
  /** The same connection as a `postgresql://` URL, for libraries and `psql`. */
  readonly url: string
  /** True when the server was already running because another process had started the server. */
  readonly adopted: boolean
  /**
   * Ends this process's use of the server. The last process that calls `stop()` stops the server, which closes all connections. The
   * promise then resolves after the server's exit. Without a call, the server stops soon after the last process that used the server
   * has ended. A second call returns the result of the first call.
   * @returns True when this call stopped the server.
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
 * Starts the PostgreSQL server of a folder, or adopts the server that already runs there. All processes that use the same folder share
 * one server. A server that crashes is restarted. The server does not keep a Node process alive.
 * @throws Error that names the unusable folder, setting or binaries, and the remedy.
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
