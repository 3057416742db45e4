import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'

/** A server that recovers after a crash may need so long. Milliseconds. */
const TIMEOUT_MS = 60_000
const RETRY_DELAY_MS = 100

/** `cannot_connect_now`: it starts, recovers, or is about to stop. */
const NOT_YET = '57P03'

/** Waits for a server that says it will soon be there; any other trouble is thrown at once. */
export async function waitUntilReady(pool: Pick<Pool, 'query'>): Promise<void> {
  const until = performance.now() + TIMEOUT_MS
  for (;;) {
    try {
      await pool.query('select 1')
      return
    } catch (error) {
      if ((error as { code?: unknown }).code !== NOT_YET || performance.now() > until) throw error
    }
    await pause(RETRY_DELAY_MS)
  }
}
