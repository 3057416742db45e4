import { GatewayError, isGatewayError } from '../errors.ts'
import { createWorkQueue, type WorkQueue } from './work-queue.ts'

export function busy(what: string, cause?: unknown): GatewayError {
  return new GatewayError('BUSY', `${what}: repeat the call with the same id in a few seconds`, { cause })
}

/** SQLSTATE of a lock that was not free in time. Nothing of the transaction is stored. */
const LOCK_NOT_AVAILABLE = '55P03'

export const isLockTimeout = (error: unknown): error is Error =>
  (error as { code?: unknown } | null | undefined)?.code === LOCK_NOT_AVAILABLE

/** Tries of work that must not be lost, while another transaction holds the lock: 10 seconds. */
const BUSY_ATTEMPTS = 5

/** Runs `work` again while it is BUSY, such as storing a reply that comes once. Throws the error that stays. */
export async function repeatedWhileBusy<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; attempt < BUSY_ATTEMPTS; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isGatewayError(error) || error.code !== 'BUSY') throw error
    }
  }
  return work()
}

/**
 * Lines up the transactions of one replica that may wait for an advisory lock or for the audit log, before they take a connection: one at a
 * time of each key, which would wait for each other anyway, and `places` at most. What waits too long is refused with BUSY.
 */
export function createLockQueue(places: number): WorkQueue {
  return createWorkQueue({ places, refusal: () => busy('Too many calls wait for each other') })
}
