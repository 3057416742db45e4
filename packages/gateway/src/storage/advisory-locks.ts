import type { Queries } from './database.ts'
import { busy, isLockTimeout } from './lock-queue.ts'

// Any role that may connect to the database can take an advisory lock, and keep it. So no transaction waits long for one, and those that
// may wait never take all connections of a replica.

/** Time limit of a transaction's wait for the lock of a reference, which others hold for milliseconds. */
const REFERENCE_LOCK_MS = 2_000

/** The key of transactions that wait for a batch of the erasure by age. */
export const RETENTION_QUEUE = 'galla retention'

/** The key of transactions that change many rows at once for a person: one of them takes one connection, and the lock of the audit log. */
export const BULK_QUEUE = 'galla bulk'

/**
 * Locks a reference until the end of the transaction: a process that starts, pays or completes an order of it waits.
 * @throws GatewayError BUSY
 */
export const lockReference = (on: Queries, reference: string): Promise<void> =>
  lock(on, 'lock-reference-text', 'select $1::text as "reference"', reference)

/** As `lockReference`, for the reference of an order; locks nothing when there is no such order. */
export const lockReferenceOf = (on: Queries, merchantOrderId: string): Promise<void> =>
  lock(on, 'lock-reference', 'select "reference" from galla.orders where "merchantOrderId" = $1', merchantOrderId)

/**
 * Locks a session at the OpenID Connect provider until the end of the transaction: it is ended before a session is opened for it here, or after.
 * @throws GatewayError BUSY
 */
export const lockProviderSession = (on: Queries, sid: string): Promise<void> =>
  lock(on, 'lock-provider-session', `select 'session at the provider ' || $1::text as "reference"`, sid)

/** The limit is in force for this lock only: rows and tables have the limit of the connection, which is put back. */
async function lock(on: Queries, name: string, from: string, value: string): Promise<void> {
  const text = `with "locked" as materialized (select current_setting('lock_timeout') as "limit", r."reference" from (${from}) r)
    select set_config('lock_timeout', '${REFERENCE_LOCK_MS}', true), pg_advisory_xact_lock(hashtextextended("reference", 0)), set_config('lock_timeout', "limit", true)
    from "locked"`
  await on.query({ name, text, values: [value] }).catch((error: unknown) => {
    if (!isLockTimeout(error)) throw error
    throw busy('Another transaction of the database holds the lock of the order’s reference, or of the sign-in', error)
  })
}
