import type { DeliveryAttempt, EventDelivery } from '@galla/contract/gateway-api/deliveries'
import type { EventName } from '@galla/contract/gateway-api/events'
import type { Page } from '@galla/contract/gateway-api/orders'
import type { Subscriber } from '../../domain/events/events.ts'
import type { Queries } from '../database.ts'
import { type Claim, claimDue, FREE, type Leased } from '../leases.ts'
import { conditions, type Keyset, orderAndLimit, type PageQuery, pageOf, startAfter } from '../list-query.ts'
import { withoutNulls } from '../orders/orders.ts'
import { decrypted, encrypted } from '../privacy/encrypted-columns.ts'
import { refundIdsOf, withShownId } from '../refunds/refund-ids.ts'

/** A delivery that this process has claimed. */
export interface ClaimedDelivery extends Leased {
  deliveryId: string
  eventId: string
  subscriber: string
  event: EventName
  /** Null: the event is about a settlement or a day. */
  merchantOrderId: string | null
  /** Key of the refund that the event is about. */
  refundKey: number | null
  /** Null: the event is about no subscription. */
  subscriptionId: string | null
  createdAtMs: number
  /** Including the one that it was claimed for. */
  attempts: number
  /** When its attempt began. Epoch milliseconds. */
  claimedAtMs: number
}

/**
 * Leases due deliveries of a subscriber, of the events that this process has code for. The attempt is counted, durably, before it
 * starts: one that ends the process or the database is an attempt as well.
 */
export async function claimDeliveries(
  on: Queries,
  { subscriber, events }: Subscriber,
  claim: Claim,
): Promise<ClaimedDelivery[]> {
  const claimed = await claimDue<Omit<ClaimedDelivery, 'claimedAtMs'>>(on, 'deliveries', claim, {
    name: 'claim-deliveries',
    columns: `"deliveryId", "eventId", "subscriber", "event", "merchantOrderId", "refundKey", "createdAtMs", "attempts",
      (select e."subscriptionId" from galla.events e where e."eventId" = deliveries."eventId") as "subscriptionId"`,
    where: `"state" = 'waiting' and "subscriber" = $4 and "event" = any($5::text[])`,
    values: [subscriber, events],
    set: '"attempts" = "attempts" + 1',
    durable: true,
  })
  return claimed.map((delivery) => ({ ...delivery, claimedAtMs: claim.nowMs }))
}

type Fenced = Pick<ClaimedDelivery, 'deliveryId' | 'leaseToken'>
type Attempted = Pick<ClaimedDelivery, 'deliveryId' | 'leaseToken' | 'claimedAtMs'>

/** The transaction of a handler. */
export interface DeliveryTransaction {
  /** The server process of its connection. */
  readonly pid: number
  /** The transaction's id: another one means that the handler ended the transaction. */
  readonly transactionId: string
}

/**
 * Locks a claimed delivery in the transaction of its handler. While the lock is held, no other worker takes the delivery, even when its
 * lease ends. From now on PostgreSQL refuses to commit the transaction (trigger `handledOnce`) until the delivery is done.
 * @returns undefined when the delivery no longer belongs to this claim
 */
export async function lockDelivery(
  tx: Queries,
  { deliveryId, leaseToken }: Fenced,
): Promise<DeliveryTransaction | undefined> {
  const { rows } = await tx.query<DeliveryTransaction>({
    name: 'lock-delivery',
    text: `update galla.deliveries set "leaseToken" = "leaseToken" where "deliveryId" = $1 and "leaseToken" = $2 and "state" = 'waiting'
      returning pg_backend_pid() as "pid", pg_current_xact_id()::text as "transactionId"`,
    values: [deliveryId, leaseToken],
  })
  return rows[0]
}

/** True while the transaction of a handler goes on, also when a statement of it has failed. */
export async function goesOn(tx: Queries, { transactionId }: DeliveryTransaction): Promise<boolean> {
  try {
    const { rows } = await tx.query<{ current: string | null }>({
      text: 'select pg_current_xact_id_if_assigned()::text as "current"',
    })
    return rows[0]?.current === transactionId
  } catch {
    // A failed transaction answers no query, nor does a connection that was lost: the next statement finds it.
    return true
  }
}

/** The attempt, written by the statement that stores its outcome. `ended` is what that statement returns of the delivery. */
const recordAttempt = (result: DeliveryAttempt['result'], nowMs: string, startedAtMs: string, rest: string) =>
  `insert into galla.delivery_attempts ("leaseToken", "deliveryId", "merchantOrderId", "createdAtMs", "attempt", "startedAtMs", "tookMs", "result", "error", "nextAttemptAtMs")
      select e."leaseToken", e."deliveryId", e."merchantOrderId", e."createdAtMs", e."attempts", ${startedAtMs}::bigint, greatest(0, ${nowMs}::bigint - ${startedAtMs}::bigint), '${result}', ${rest}
      from "ended" e`

const ENDED = 'returning "leaseToken", "deliveryId", "merchantOrderId", "createdAtMs", "attempts"'

/** Marks a delivery as done. False when it no longer belongs to this claim, or `within` is not the current transaction. */
export async function markDelivered(
  on: Queries,
  { deliveryId, leaseToken, claimedAtMs }: Attempted,
  nowMs: number,
  within?: DeliveryTransaction,
): Promise<boolean> {
  const { rowCount } = await on.query({
    name: 'mark-delivered',
    text: `with "ended" as (update galla.deliveries set "state" = 'done', "doneAtMs" = $3, "nextAttemptAtMs" = null, "leasedUntil" = null, "lastError" = null
      where "deliveryId" = $1 and "leaseToken" = $2 and "state" = 'waiting'
        and ($4::text is null or $4::text = pg_current_xact_id_if_assigned()::text) ${ENDED})
      ${recordAttempt('done', '$3', '$5', 'null, null')}`,
    values: [deliveryId, leaseToken, nowMs, within?.transactionId, claimedAtMs],
  })
  return rowCount === 1
}

/** Schedules the next attempt; without one the delivery is failed and needs review. Changes nothing for a claim that ended. */
export async function markFailed(
  on: Queries,
  { deliveryId, leaseToken, claimedAtMs }: Attempted,
  error: string,
  nextAttemptAtMs: number | undefined,
  nowMs: number,
): Promise<void> {
  await on.query({
    name: 'mark-failed',
    text: `with "ended" as (update galla.deliveries set "lastError" = $3, "nextAttemptAtMs" = $4::bigint, "leasedUntil" = null,
      "state" = case when $4::bigint is null then 'failed' else 'waiting' end
      where "deliveryId" = $1 and "leaseToken" = $2 and "state" = 'waiting' ${ENDED})
      ${recordAttempt('failed', '$5', '$6', '$7, $4::bigint')}`,
    values: [
      deliveryId,
      leaseToken,
      encrypted(on, 'deliveries', { deliveryId, lastError: error }).lastError,
      nextAttemptAtMs,
      nowMs,
      claimedAtMs,
      encrypted(on, 'delivery_attempts', { leaseToken, error }).error,
    ],
  })
}

/** Ends the connection of a handler that outlived its limit while a statement of it runs, and waits until its locks are free. */
export async function endConnection(on: Queries, { pid }: DeliveryTransaction): Promise<void> {
  await on.query({ text: 'select pg_terminate_backend($1, 5000)', values: [pid] })
}

/**
 * Makes deliveries due now: these, or all that need review. One that needs review starts with fresh attempts; one that waits keeps
 * its count. Those that are done, cancelled or running stay as they are, and of several those that are due already.
 * @returns the ids of the deliveries that are tried again
 */
export async function retryDeliveries(
  on: Queries,
  deliveryIds: readonly string[] | 'all-failed',
  nowMs: number,
): Promise<readonly string[]> {
  const all = deliveryIds === 'all-failed'
  const { rows } = await on.query<{ deliveryId: string }>({
    text: `update galla.deliveries set "state" = 'waiting', "attempts" = case when "state" = 'failed' then 0 else "attempts" end, "nextAttemptAtMs" = $1
      where "deliveryId" in (select "deliveryId" from galla.deliveries
        where ${all ? `"state" = 'failed'` : `"deliveryId" = any($2::text[]) and ("state" = 'failed' or "state" = 'waiting' and ("nextAttemptAtMs" > $1 or cardinality($2) = 1))`} and ${FREE}
        order by "deliveryId" for update skip locked)
      returning "deliveryId"`,
    values: all ? [nowMs] : [nowMs, deliveryIds],
  })
  return rows.map(({ deliveryId }) => deliveryId)
}

/** A delivery that is due for so long and that no process took. Milliseconds. */
const UNCLAIMED_MS = 300_000

/** Condition for an unclaimed delivery; `now` is the parameter of the current time, epoch milliseconds. */
export const unclaimedBefore = (now: string): string =>
  `("state" = 'waiting' and "nextAttemptAtMs" <= ${now}::bigint - ${UNCLAIMED_MS} and ${FREE})`

const KEYSET: Keyset = { columns: ['createdAtMs'], id: 'deliveryId', type: 'text' }

const COLUMNS = `"deliveryId", "eventId", "event", "subscriber", "merchantOrderId", ${refundIdsOf('"refundKey"')}, "state", "attempts", "lastError",
  "nextAttemptAtMs", "createdAtMs", "doneAtMs"`

const unclaimedColumn = (now: string) => `case when ${unclaimedBefore(now)} then true end as "unclaimed"`

const viewDelivery = (on: Queries, row: object): EventDelivery =>
  decrypted(on, 'deliveries', withShownId(withoutNulls<EventDelivery>(row)))

/** Newest first. `state` may be `unclaimed`. */
/** Condition of deliveries that have failed and are tried again. */
export const RETRYING = `"state" = 'waiting' and "lastError" is not null`

export async function listDeliveries(
  on: Queries,
  query: PageQuery & { needsReview?: boolean; state?: string },
  nowMs: number,
): Promise<Page<EventDelivery>> {
  const filters = conditions()
  const now = filters.value(nowMs)
  if (query.needsReview) filters.addRaw(`"state" = 'failed'`)
  if (query.state === 'unclaimed') filters.addRaw(unclaimedBefore(now))
  else if (query.state === 'retrying') filters.addRaw(RETRYING)
  else filters.add('"state" = ?', query.state)
  startAfter(filters, KEYSET, query.after)
  const tail = orderAndLimit(filters, KEYSET, query.limit)
  const { rows } = await on.query<object>({
    text: `select ${COLUMNS}, ${unclaimedColumn(now)} from galla.deliveries ${filters.where} ${tail}`,
    values: filters.values,
  })
  const page = pageOf(rows, KEYSET, query.limit)
  return { ...page, rows: page.rows.map((row) => viewDelivery(on, row)) }
}

export async function readDelivery(on: Queries, deliveryId: string, nowMs: number): Promise<EventDelivery | undefined> {
  const { rows } = await on.query<object>({
    text: `select ${COLUMNS}, ${unclaimedColumn('$2')} from galla.deliveries where "deliveryId" = $1`,
    values: [deliveryId, nowMs],
  })
  return rows[0] && viewDelivery(on, rows[0])
}

/** The attempts of a delivery that ended, newest first, at most 100. */
export async function attemptsOf(on: Queries, deliveryId: string): Promise<DeliveryAttempt[]> {
  const { rows } = await on.query<{ leaseToken: number }>({
    text: `select "leaseToken", "attempt", "startedAtMs", "tookMs", "result", "error", "nextAttemptAtMs"
      from galla.delivery_attempts where "deliveryId" = $1 order by "leaseToken" desc limit 100`,
    values: [deliveryId],
  })
  return rows.map((row) => {
    const { leaseToken, ...attempt } = decrypted(on, 'delivery_attempts', row)
    return withoutNulls<DeliveryAttempt>(attempt)
  })
}

export async function deliveriesOfOrder(on: Queries, merchantOrderId: string): Promise<EventDelivery[]> {
  const { rows } = await on.query<object>({
    text: `select ${COLUMNS} from galla.deliveries where "merchantOrderId" = $1 order by "createdAtMs", "deliveryId" limit 500`,
    values: [merchantOrderId],
  })
  return rows.map((row) => viewDelivery(on, row))
}

/** The waiting deliveries that no process took, by subscription, at most 20. */
export async function unclaimedSubscriptions(
  on: Queries,
  nowMs: number,
): Promise<{ subscriber: string; event: string }[]> {
  const { rows } = await on.query<{ subscriber: string; event: string }>({
    text: `select distinct "subscriber", "event" from galla.deliveries where ${unclaimedBefore('$1')} order by 1, 2 limit 20`,
    values: [nowMs],
  })
  return rows
}
