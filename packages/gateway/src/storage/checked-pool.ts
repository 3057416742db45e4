import { AsyncLocalStorage } from 'node:async_hooks'
import { Pool, type PoolClient, type PoolConfig, type QueryConfig } from 'pg'
import { noAnswer } from './silent-server.ts'

/** A connection that was idle for longer is asked before it is used. Milliseconds, by the clock of the wall. */
const MAX_IDLE_MS = 1_000

/** Time limit of the answer: a received callback has 2.5 s in all. Milliseconds. */
const ANSWER_MS = 1_000

const QUESTION: QueryConfig & { query_timeout: number } = { text: 'select 1', query_timeout: ANSWER_MS }

/** Outside of any request: where a page of Next reads the clock before its first wait, Next reports a fault of the page. */
const outside = AsyncLocalStorage.snapshot()
const nowMs = (): number => outside(Date.now)

type Taken = Parameters<Pool['connect']>[0]

/**
 * A pool that gives out no connection that died while it was idle. After a suspension of the process, or of the network, the server may have
 * forgotten a connection without a word, and timers did not run. A statement that is written to such a connection fails, and nobody
 * knows whether it took effect: it cannot be repeated. A question can. Without an answer the connection is closed, with all idle ones
 * (`closeIdleWhenSilent`), and the next connection is given out.
 */
export class CheckedPool extends Pool {
  readonly #idleSinceMs = new WeakMap<PoolClient, number>()

  constructor(config: PoolConfig) {
    super(config)
    this.on('release', (_error, client) => this.#idleSinceMs.set(client, nowMs()))
  }

  // Statements of the pool itself come this way too.
  override connect(): Promise<PoolClient>
  override connect(taken: Taken): void
  override connect(taken?: Taken): Promise<PoolClient> | undefined {
    if (!taken) {
      return new Promise((resolve, reject) =>
        this.connect((error, client) => (client ? resolve(client) : reject(error))),
      )
    }
    super.connect((error, client, done) => {
      if (!client || !this.#wasIdle(client)) return taken(error, client, done)
      client.query(QUESTION).then(
        () => taken(undefined, client, done),
        (cause: unknown) => {
          done(noAnswer(cause))
          this.connect(taken)
        },
      )
    })
    return undefined
  }

  #wasIdle(client: PoolClient): boolean {
    const sinceMs = this.#idleSinceMs.get(client)
    return sinceMs !== undefined && Math.abs(nowMs() - sinceMs) > MAX_IDLE_MS
  }
}
