import { ASYNC_COMMIT, type Queries } from './database.ts'

/** The tables whose rows workers lease, with their key and the column that says when a row is due. */
const LEASED = {
  orders: { key: 'merchantOrderId', due: 'nextPollAtMs' },
  refunds: { key: 'id', due: 'nextPollAtMs' },
  refund_files: { key: 'fileId', due: 'nextRunAtMs' },
  callbacks: { key: 'callbackId', due: 'dueAtMs' },
  deliveries: { key: 'deliveryId', due: 'nextAttemptAtMs' },
  plan_subscriptions: { key: 'subscriptionId', due: 'nextActionAtMs' },
} as const

export type LeasedTable = keyof typeof LEASED

/** The claim of a worker on rows. */
export interface Claim {
  /** Rows that are due by this time, epoch milliseconds. */
  readonly nowMs: number
  /** Time that the rows stay with this worker unless the worker renews the lease. Milliseconds of the database's clock. */
  readonly leaseMs: number
  /** At most this many rows. */
  readonly limit: number
}

/** The rows to claim, and the columns to return. */
interface ClaimedRows {
  readonly name: string
  readonly columns: string
  readonly where?: string
  readonly values?: readonly unknown[]
  readonly set?: string
  readonly durable?: boolean
}

/** A claimed row carries its fencing token: a write that names it changes nothing once another worker has claimed the row. */
export interface Leased {
  readonly leaseToken: number
}

/** True for rows that no worker holds. By the database's clock, because the clocks of replicas differ. */
export const FREE = `("leasedUntil" is null or "leasedUntil" <= clock_timestamp())`

/**
 * Leases due rows that no other worker holds, the longest due first. Each gets a new token. A worker that dies keeps its rows until
 * the lease ends. `where` narrows the rows; its `values` are `$4` and so on. `set` writes more columns with the claim; with `durable`
 * the claim also survives a crash of the database.
 */
export async function claimDue<Row extends object>(
  on: Queries,
  table: LeasedTable,
  { nowMs, leaseMs, limit }: Claim,
  { name, columns, where = 'true', values = [], set, durable = false }: ClaimedRows,
): Promise<(Row & Leased)[]> {
  const { key, due } = LEASED[table]
  const { rows } = await on.query<Row & Leased>({
    name,
    text: `update galla.${table} set "leaseToken" = galla."nextLeaseToken"(), "leasedUntil" = clock_timestamp() + $2::float8 * interval '1 millisecond'${set === undefined ? '' : `, ${set}`}
      ${durable ? '' : `from ${ASYNC_COMMIT}`} where "${key}" in (
        select "${key}" from galla.${table} where "${due}" <= $1 and ${FREE} and ${where}
        order by "${due}", "${key}" limit $3 for no key update skip locked)
      returning ${columns}, "leaseToken"`,
    values: [nowMs, leaseMs, limit, ...values],
  })
  return rows
}

/**
 * Extends the leases that this worker still holds, unless they already last longer, and returns their tokens. Waits for no lock: a
 * row that is locked, such as by a running handler, keeps its lease, and a worker that would claim it skips it as well.
 */
export async function renewLeases(
  on: Queries,
  table: LeasedTable,
  tokens: readonly number[],
  leaseMs: number,
): Promise<readonly number[]> {
  const { key } = LEASED[table]
  const { rows } = await on.query<Leased>({
    name: `renew-${table}`,
    text: `with held as (select "leaseToken" from galla.${table} where "leaseToken" = any($1::bigint[]) and "leasedUntil" is not null),
      renewed as (
        update galla.${table} set "leasedUntil" = greatest("leasedUntil", clock_timestamp() + $2::float8 * interval '1 millisecond') from ${ASYNC_COMMIT}
        where "${key}" in (select "${key}" from galla.${table} where "leaseToken" = any($1::bigint[]) and "leasedUntil" is not null
          for no key update skip locked))
      select "leaseToken" from held`,
    values: [tokens, leaseMs],
  })
  return rows.map(({ leaseToken }) => leaseToken)
}

/** Makes rows claimable again before their lease ends. */
export async function releaseLeases(on: Queries, table: LeasedTable, tokens: readonly number[]): Promise<void> {
  await on.query({
    name: `release-${table}`,
    text: `update galla.${table} set "leasedUntil" = null from ${ASYNC_COMMIT} where "leaseToken" = any($1::bigint[])`,
    values: [tokens],
  })
}
