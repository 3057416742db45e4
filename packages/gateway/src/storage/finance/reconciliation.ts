import { defined } from '../../domain/defined.ts'
import type { UnknownRecord } from '../../domain/finance/reconciliation.ts'
import type { Queries } from '../database.ts'
import { FREE } from '../leases.ts'

/**
 * Orders of the span, then (not after a restore) callbacks that name unknown records, then (not of the console) discrepancies that are open: those of
 * other orders, or after a restore the orders of which the provider did not answer.
 */
export type Phase = 'orders' | 'callbacks' | 'open' | 'done'

/** The origin of a run: the work loop each day, a person, or a restore of the database. */
export type RunOrigin = 'daily' | 'console' | 'restore'

/** A run: what it compares, and how far it is. */
export interface RunRow {
  readonly runId: number
  readonly origin: RunOrigin
  readonly fromMs: number
  readonly toMs: number
  readonly phase: Phase
  /** The last row of the phase that was compared. */
  readonly afterMs: number
  readonly afterId: string
  readonly checked: number
  readonly repaired: number
  /** Number of waits for the provider at this place. */
  readonly pauses: number
  readonly startedAtMs: number
  readonly ranAtMs: number
  readonly finishedAtMs: number | null
}

const FIELDS = [
  'runId',
  'origin',
  'fromMs',
  'toMs',
  'phase',
  'afterMs',
  'afterId',
  'checked',
  'repaired',
  'pauses',
  'startedAtMs',
  'ranAtMs',
  'finishedAtMs',
] as const satisfies readonly (keyof RunRow)[]

const COLUMNS = FIELDS.map((name) => `"${name}"`).join(', ')

/** A claimed run. Only the holder of the token may go on with it. */
export interface ClaimedRun extends RunRow {
  readonly leaseToken: number
}

/** Starts a run; nothing happens when one of this origin is unfinished. */
export async function insertRun(
  on: Queries,
  run: Pick<RunRow, 'origin' | 'fromMs' | 'toMs'>,
  nowMs: number,
): Promise<void> {
  await on.query({
    text: `insert into galla.reconciliations ("origin", "fromMs", "toMs", "startedAtMs", "ranAtMs") values ($1, $2, $3, $4, $4)
      on conflict ("origin") where "finishedAtMs" is null do nothing`,
    values: [run.origin, run.fromMs, run.toMs, nowMs],
  })
}

/** Ends an unfinished run of the console where it is, because a person starts another one. */
export async function endConsoleRun(on: Queries, nowMs: number): Promise<void> {
  await on.query({
    text: `update galla.reconciliations set "phase" = 'done', "finishedAtMs" = $1 where "origin" = 'console' and "finishedAtMs" is null`,
    values: [nowMs],
  })
}

/** Leases an unfinished run of these origins that no other process goes on with; by the database's clock. */
export async function claimRun(
  on: Queries,
  origins: readonly RunOrigin[],
  leaseMs: number,
): Promise<ClaimedRun | undefined> {
  const { rows } = await on.query<ClaimedRun>({
    text: `update galla.reconciliations set "leaseToken" = galla."nextLeaseToken"(), "leasedUntil" = clock_timestamp() + $1::float8 * interval '1 millisecond'
      where "runId" in (select "runId" from galla.reconciliations where "finishedAtMs" is null and "origin" = any($2) and ${FREE} order by "runId" desc limit 1 for update skip locked)
      returning ${COLUMNS}, "leaseToken"`,
    values: [leaseMs, origins],
  })
  return rows[0]
}

/** Saves how far a run is and renews its lease, or frees it with `leaseMs` 0. False when it is another process's by now. */
export async function saveRun(on: Queries, run: ClaimedRun, leaseMs: number): Promise<boolean> {
  const { rowCount } = await on.query({
    name: 'save-run',
    text: `update galla.reconciliations set "phase" = $3, "afterMs" = $4, "afterId" = $5, "checked" = $6, "repaired" = $7, "pauses" = $8, "ranAtMs" = $9,
      "finishedAtMs" = $10, "leasedUntil" = clock_timestamp() + $11::float8 * interval '1 millisecond'
      where "runId" = $1 and "leaseToken" = $2 and "finishedAtMs" is null`,
    values: [
      run.runId,
      run.leaseToken,
      run.phase,
      run.afterMs,
      run.afterId,
      run.checked,
      run.repaired,
      run.pauses,
      run.ranAtMs,
      run.finishedAtMs,
      leaseMs,
    ],
  })
  return rowCount === 1
}

/**
 * The latest run, of one origin or of any.
 * @param untilMs only of runs whose span ends by this time, epoch milliseconds
 */
export async function lastRun(on: Queries, origin?: RunRow['origin'], untilMs?: number): Promise<RunRow | undefined> {
  const { rows } = await on.query<RunRow>({
    text: `select ${COLUMNS} from galla.reconciliations where ($1::text is null or "origin" = $1) and ($2::bigint is null or "toMs" <= $2) order by "runId" desc limit 1`,
    values: [origin, untilMs],
  })
  return rows[0]
}

/** Open orders of a run that were sent, and that the provider has given no id. Few orders are open, so this reads few rows. */
export async function countNotKnownYet(on: Queries, { origin, fromMs, toMs }: RunRow): Promise<number> {
  const at = origin === 'daily' ? 'updatedAtMs' : 'createdAtMs'
  const { rows } = await on.query<{ count: number }>({
    text: `select count(*) as "count" from galla.orders where "state" in ('CREATED', 'PENDING') and "sentAtMs" is not null
      and "orderId" is null and "${at}" >= $1::bigint and "${at}" < $2::bigint`,
    values: [fromMs, toMs],
  })
  return rows[0]?.count ?? 0
}

/** When the first order was created, epoch milliseconds. */
export async function firstOrderAtMs(on: Queries): Promise<number | undefined> {
  const { rows } = await on.query<{ atMs: number }>({
    text: 'select "createdAtMs" as "atMs" from galla.orders order by "createdAtMs" limit 1',
  })
  return rows[0]?.atMs
}

/**
 * The next orders of a run: by change for the daily run, otherwise by creation. A daily run leaves out what was never sent. Another one does not,
 * because a database that was restored from a backup does not know what was sent since.
 */
export async function ordersToCompare(
  on: Queries,
  { origin, fromMs, toMs, afterMs, afterId }: RunRow,
  limit: number,
): Promise<{ merchantOrderId: string; atMs: number }[]> {
  const time = origin === 'daily' ? '"updatedAtMs"' : '"createdAtMs"'
  const { rows } = await on.query<{ merchantOrderId: string; atMs: number }>({
    text: `select "merchantOrderId", ${time} as "atMs" from galla.orders
      where ${time} >= $1 and ${time} < $2 and (${time}, "merchantOrderId") > ($3, $4) and ("sentAtMs" is not null or $6)
      order by ${time}, "merchantOrderId" limit $5`,
    values: [fromMs, toMs, afterMs, afterId, limit, origin !== 'daily'],
  })
  return rows
}

/** Orders of a run whose check, or one of a refund of them, the provider has not answered. */
export async function unansweredOrders(
  on: Queries,
  { fromMs, toMs, afterId }: Pick<RunRow, 'fromMs' | 'toMs' | 'afterId'>,
  limit: number,
): Promise<string[]> {
  const { rows } = await on.query<{ merchantOrderId: string }>({
    text: `select distinct d."merchantOrderId" from galla.discrepancies d join galla.orders o on o."merchantOrderId" = d."merchantOrderId"
      where d."kind" = 'unreadable' and d."reason" in ('no-answer', 'check-failed') and o."createdAtMs" >= $1 and o."createdAtMs" < $2
        and d."merchantOrderId" > $3 order by 1 limit $4`,
    values: [fromMs, toMs, afterId, limit],
  })
  return rows.map(({ merchantOrderId }) => merchantOrderId)
}

/** The next accepted callbacks of a run, and those of them that name an order or refund which the database does not hold. */
export async function unknownRecords(
  on: Queries,
  { fromMs, toMs, afterMs, afterId }: RunRow,
  limit: number,
): Promise<{ unknown: UnknownRecord[]; last: { atMs: number; id: string } | undefined }> {
  const { rows } = await on.query<{
    id: string
    atMs: number
    merchantOrderId: string | null
    merchantRefundId: string | null
    state: string | null
    orderKnown: boolean
    known: boolean
  }>({
    text: `select c."callbackId"::text as "id", c."receivedAtMs" as "atMs", c."merchantOrderId", c."merchantRefundId", c."state", o."merchantOrderId" is not null as "orderKnown",
        case when c."merchantRefundId" is null then o."merchantOrderId" is not null else r."merchantRefundId" is not null end as "known"
      from galla.callbacks c left join galla.orders o on o."merchantOrderId" = c."merchantOrderId" left join galla.refunds r on r."merchantRefundId" = c."merchantRefundId"
      where c."receivedAtMs" >= $1 and c."receivedAtMs" < $2 and (c."receivedAtMs", c."callbackId") > ($3, $4) and c."verdict" = 'accepted'
      order by c."receivedAtMs", c."callbackId" limit $5`,
    values: [fromMs, toMs, afterMs, Number(afterId), limit],
  })
  const last = rows.at(-1)
  const byRecord = new Map<string, UnknownRecord>()
  for (const { merchantOrderId, merchantRefundId, state, orderKnown, known } of rows) {
    if (known || merchantOrderId === null) continue
    byRecord.set(`${merchantOrderId} ${merchantRefundId}`, {
      merchantOrderId,
      orderKnown,
      ...defined({ merchantRefundId: merchantRefundId ?? undefined }),
      state: state ?? 'UNKNOWN',
    })
  }
  return { unknown: [...byRecord.values()], last }
}
