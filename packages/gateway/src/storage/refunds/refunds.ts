import type { ListTotals } from '@galla/contract/gateway-api/console-routes'
import type { Page } from '@galla/contract/gateway-api/orders'
import type { ListRefunds, Refund } from '@galla/contract/gateway-api/refunds'
import { defined } from '../../domain/defined.ts'
import type { RefundRecord } from '../../domain/refunds/refund.ts'
import { answerDueAtMs } from '../../domain/refunds/sending.ts'
import type { Queries } from '../database.ts'
import { type Claim, claimDue, type Leased } from '../leases.ts'
import { type Conditions, conditions, type Keyset, orderAndLimit, pageOf, startAfter, totalsOf } from '../list-query.ts'
import { withoutNulls } from '../orders/orders.ts'
import { withReadableRefundReview } from '../orders/stored-reviews.ts'
import { isUnreadable } from '../privacy/data-keys.ts'
import { decrypted, encrypted, type WithKeys } from '../privacy/encrypted-columns.ts'
import { idsOfShown, shownRefundId } from './refund-ids.ts'

/** A row of `galla.refunds`. */
export interface RefundRow extends RefundRecord {
  readonly note?: string
  readonly updatedAtMs: number
  readonly nextPollAtMs?: number
  readonly version: number
}

/** By name, because a newer release may have added columns. */
const REFUND_FIELDS = [
  'id',
  'merchantRefundId',
  'merchantOrderId',
  'amount',
  'state',
  'origin',
  'note',
  'inDoubt',
  'refusal',
  'disputed',
  'needsReview',
  'resolvedFindings',
  'stateSinceMs',
  'eventCount',
  'refundId',
  'errorCode',
  'detailedErrorCode',
  'utr',
  'attempts',
  'underWaySinceMs',
  'createdAtMs',
  'madeAtMs',
  'updatedAtMs',
  'nextPollAtMs',
  'version',
  'reason',
  'requestedBy',
  'requestedById',
  'requestedRole',
  'countedForDay',
  'approval',
  'approveByMs',
  'decidedBy',
  'decidedById',
  'decidedAtMs',
  'decisionNote',
] as const satisfies readonly (keyof RefundRow)[]

export const REFUND_COLUMNS = REFUND_FIELDS.map((name) =>
  name === 'stateSinceMs' ? 'coalesce("stateSinceMs", "createdAtMs") as "stateSinceMs"' : `"${name}"`,
).join(', ')

const decryptRefund = <Row extends object>(on: WithKeys, row: object): Row =>
  withReadableRefundReview(decrypted(on, 'refunds', withoutNulls<Row>(row)))

export interface NewRefund {
  refund: RefundRecord
  note?: string | undefined
  nextPollAtMs: number | undefined
}

/** A key for a new refund: it is known before the insert, because what is encrypted is bound to it. */
export async function newRefundKey(on: Queries): Promise<number> {
  const { rows } = await on.query<{ id: number }>({
    name: 'new-refund-key',
    text: `select nextval('galla."refunds_id_seq"') as "id"`,
  })
  return (rows[0] as { id: number }).id
}

/** Inserts a refund; false when one of its ids is taken. */
export async function insertRefund(on: Queries, { nextPollAtMs, ...given }: NewRefund): Promise<boolean> {
  const { note, ...refund } = encrypted(on, 'refunds', { ...given.refund, note: given.note })
  const { rowCount } = await on.query({
    name: 'insert-refund',
    text: `insert into galla.refunds ("merchantRefundId", "merchantOrderId", "amount", "state", "origin", "note", "inDoubt", "needsReview",
        "stateSinceMs", "eventCount", "refundId", "errorCode", "detailedErrorCode", "utr", "createdAtMs", "updatedAtMs", "nextPollAtMs", "reason", "requestedBy", "requestedById", "requestedRole", "approval", "approveByMs", "countedForDay", "madeAtMs", "disputed", "id")
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26) on conflict do nothing`,
    values: [
      refund.merchantRefundId,
      refund.merchantOrderId,
      refund.amount,
      refund.state,
      refund.origin,
      note,
      refund.inDoubt,
      refund.needsReview,
      refund.stateSinceMs,
      refund.eventCount,
      refund.refundId,
      refund.errorCode,
      refund.detailedErrorCode,
      refund.utr,
      refund.createdAtMs,
      nextPollAtMs,
      refund.reason,
      refund.requestedBy,
      refund.requestedById,
      refund.requestedRole,
      refund.approval,
      refund.approveByMs,
      refund.countedForDay,
      refund.madeAtMs,
      refund.disputed,
      refund.id,
    ],
  })
  return rowCount === 1
}

export async function readRefund(on: Queries, merchantRefundId: string): Promise<RefundRow | undefined> {
  const { rows } = await on.query({
    name: 'read-refund',
    text: `select ${REFUND_COLUMNS} from galla.refunds where "merchantRefundId" = $1`,
    values: [merchantRefundId],
  })
  return rows[0] && decryptRefund<RefundRow>(on, rows[0])
}

/** The refund that a caller names: by our id, or by the handle of one that was made elsewhere, whether our id has become known since or not. */
export async function findRefund(on: Queries, shown: string): Promise<RefundRow | undefined> {
  const { merchantRefundId, refundId } = idsOfShown(shown)
  if (merchantRefundId !== undefined) return readRefund(on, merchantRefundId)
  return refundId === undefined ? undefined : refundWithId(on, refundId)
}

/** The refund that has the provider's id. */
export async function refundWithId(on: Queries, refundId: string): Promise<RefundRow | undefined> {
  const { rows } = await on.query({
    name: 'refund-with-id',
    text: `select ${REFUND_COLUMNS} from galla.refunds where "refundId" = $1`,
    values: [refundId],
  })
  return rows[0] && decryptRefund<RefundRow>(on, rows[0])
}

/** The refund of a key, or the one that it has become. */
export async function refundOfKey(on: Queries, id: number): Promise<RefundRow | undefined> {
  const { rows } = await on.query({
    name: 'refund-of-key',
    text: `select ${REFUND_COLUMNS} from galla.refunds where "id" = (select coalesce("joinedTo", "id") from galla.refunds where "id" = $1)`,
    values: [id],
  })
  return rows[0] && decryptRefund<RefundRow>(on, rows[0])
}

/** Closes a row that is another one of the refund `joinedTo`: the ids and what counts are there. Its transfers are taken back after it. */
export async function closeJoined(on: Queries, id: number, joinedTo: number): Promise<void> {
  await on.query({
    name: 'close-joined-refund',
    text: `update galla.refunds set "joinedTo" = $2, "refundId" = null, "state" = 'FAILED', "inDoubt" = false, "needsReview" = null,
        "nextPollAtMs" = null, "leasedUntil" = null, "version" = "version" + 1 where "id" = $1`,
    values: [id, joinedTo],
  })
}

/** All refunds of an order. Hold the order's lock when a decision about money depends on them. */
export async function refundsOf(on: Queries, merchantOrderId: string): Promise<RefundRow[]> {
  const { rows } = await on.query({
    name: 'refunds-of',
    text: `select ${REFUND_COLUMNS} from galla.refunds where "merchantOrderId" = $1 and "joinedTo" is null order by "createdAtMs", "id"`,
    values: [merchantOrderId],
  })
  return rows.map((row) => decryptRefund<RefundRow>(on, row))
}

/** The refunds that count as refunds of the second payment of an order whose double payment is in review since `sinceMs`. */
export async function surplusRefundsOf(on: Queries, merchantOrderId: string, sinceMs: number): Promise<RefundRow[]> {
  const { rows } = await on.query({
    text: `select ${REFUND_COLUMNS} from galla.refunds where "id" in (select galla."surplusRefunds"($1, $2::bigint))`,
    values: [merchantOrderId, sinceMs],
  })
  return rows.map((row) => decryptRefund<RefundRow>(on, row))
}

/** All refunds of these orders. */
export async function refundsOfOrders(on: Queries, merchantOrderIds: readonly string[]): Promise<RefundRow[]> {
  const { rows } = await on.query({
    text: `select ${REFUND_COLUMNS} from galla.refunds where "merchantOrderId" = any($1) and "joinedTo" is null`,
    values: [merchantOrderIds],
  })
  return rows.map((row) => decryptRefund<RefundRow>(on, row))
}

/** When to poll a refund next, and the lease that ends with it. Without a lease, the process that holds the refund keeps it. */
export interface NextRefundPoll {
  readonly nextPollAtMs: number | undefined
  readonly leaseToken: number | undefined
}

/** Only the holder of a lease ends it: a request that is in flight is never joined by a second one. */
const END_OWN_LEASE = (token: string) =>
  `"leasedUntil" = case when "leaseToken" = ${token}::bigint then null else "leasedUntil" end`

/** Saves the result of the reducer; only `applyRefundObservation` calls it, under the order's lock. */
export async function saveRefund(
  on: Queries,
  record: RefundRecord,
  nowMs: number,
  next: NextRefundPoll,
): Promise<void> {
  const refund = encrypted(on, 'refunds', record)
  await on.query({
    name: 'save-refund',
    text: `update galla.refunds set "state" = $2, "inDoubt" = $3, "refusal" = $4, "needsReview" = $5, "stateSinceMs" = $6, "eventCount" = $7,
        "refundId" = $8, "errorCode" = $9, "detailedErrorCode" = $10, "utr" = $11, "updatedAtMs" = $12, "nextPollAtMs" = $13,
        ${END_OWN_LEASE('$14')}, "amount" = $15, "version" = "version" + 1,
        "approval" = $16, "decidedBy" = $17, "decidedById" = $18, "decidedAtMs" = $19, "decisionNote" = coalesce($20, "decisionNote"), "madeAtMs" = $21,
        "underWaySinceMs" = $22, "disputed" = $23, "resolvedFindings" = $24, "merchantRefundId" = $25
      where "id" = $1`,
    values: [
      refund.id,
      refund.state,
      refund.inDoubt,
      refund.refusal,
      refund.needsReview,
      refund.stateSinceMs,
      refund.eventCount,
      refund.refundId,
      refund.errorCode,
      refund.detailedErrorCode,
      refund.utr,
      nowMs,
      next.nextPollAtMs,
      next.leaseToken,
      refund.amount,
      refund.approval,
      refund.decidedBy,
      refund.decidedById,
      refund.decidedAtMs,
      // One that cannot be read stays as it is stored.
      isUnreadable(record.decisionNote) ? null : refund.decisionNote,
      refund.madeAtMs,
      refund.underWaySinceMs,
      refund.disputed,
      refund.resolvedFindings,
      refund.merchantRefundId,
    ],
  })
}

/** Saves only the next poll time, when an observation changed nothing. */
export async function saveNextRefundPoll(on: Queries, id: number, next: NextRefundPoll): Promise<void> {
  await on.query({
    name: 'save-next-refund-poll',
    text: `update galla.refunds set "nextPollAtMs" = $2, ${END_OWN_LEASE('$3')} where "id" = $1`,
    values: [id, next.nextPollAtMs, next.leaseToken],
  })
}

/**
 * Marks a refund as in doubt and its request as under way, before its first byte leaves; extends the lease for the time of the request. The
 * database dates the request: the clock of a machine that was suspended is behind.
 * Only under the lease's own token: each claim has a new one, and marks once. So no other process has sent the refund since it was claimed,
 * and its count of requests is the one that was claimed.
 * False when the refund is no longer this worker's, or no longer to be sent: then nothing may be sent.
 */
export async function markSending(
  on: Queries,
  refund: Pick<RefundRecord, 'id'> & Leased,
  { nowMs, leaseMs }: { nowMs: number; leaseMs: number },
): Promise<boolean> {
  const { rowCount } = await on.query({
    name: 'mark-refund-sending',
    text: `update galla.refunds set "inDoubt" = true, "attempts" = "attempts" + 1, "updatedAtMs" = $3, "version" = "version" + 1,
        "underWaySinceMs" = greatest($3, (extract(epoch from clock_timestamp()) * 1000)::bigint),
        "leasedUntil" = clock_timestamp() + $4::float8 * interval '1 millisecond'
      where "id" = $1 and "leaseToken" = $2 and "state" = 'REQUESTED' and "needsReview" is null
        and "refusal" is null and ("approval" is null or "approval" = 'approved')`,
    values: [refund.id, refund.leaseToken, nowMs, leaseMs],
  })
  return rowCount === 1
}

/** Refunds to send, those of them that may have been sent, or refunds that the provider has reported. */
export type DueRefunds = 'to-send' | 'in-doubt' | 'to-poll'

const DUE: { readonly [Which in DueRefunds]: string } = {
  'to-send': `"state" = 'REQUESTED'`,
  'in-doubt': `"state" = 'REQUESTED' and "inDoubt"`,
  'to-poll': `"state" <> 'REQUESTED'`,
}

/** Leases due refunds to this worker. */
export async function claimDueRefunds(on: Queries, claim: Claim, which: DueRefunds): Promise<(RefundRow & Leased)[]> {
  const rows = await claimDue<object>(on, 'refunds', claim, {
    name: `claim-refunds-${which}`,
    columns: REFUND_COLUMNS,
    where: DUE[which],
  })
  return rows.map((row) => decryptRefund<RefundRow & Leased>(on, row))
}

const KEYSET: Keyset = { columns: ['createdAtMs'], id: 'id', type: 'bigint' }

/** The number of refunds that match the filter, and what they returned. */
export const totalsOfRefunds = (on: Queries, query: ListRefunds): Promise<ListTotals> =>
  totalsOf(on, {
    table: 'galla.refunds',
    filters: filtered(query),
    keyset: KEYSET,
    sums: {
      amount: `case when "state" = 'COMPLETED' then "amount" end`,
      openAmount: `case when "state" not in ('COMPLETED', 'FAILED') then "amount" end`,
    },
  })

function filtered(query: ListRefunds): Conditions {
  const filters = conditions()
  filters.addRaw('"joinedTo" is null')
  if (query.state === 'OPEN') filters.addRaw(`"state" not in ('COMPLETED', 'FAILED')`)
  else filters.add('"state" = ?', query.state)
  filters.add('"merchantOrderId" = ?', query.merchantOrderId)
  filters.add(
    '"merchantOrderId" in (select "merchantOrderId" from galla.orders where "reference" = ?)',
    query.reference,
  )
  if (query.awaitsApproval) filters.addRaw(`"approval" = 'waiting' and "state" = 'REQUESTED' and "needsReview" is null`)
  if (query.needsReview) filters.addRaw('"needsReview" is not null')
  filters.add('"createdAtMs" >= ?::bigint', query.fromMs)
  filters.add('"createdAtMs" < ?::bigint', query.toMs)
  return filters
}

export async function listRefunds(on: Queries, query: ListRefunds): Promise<Page<Refund>> {
  const filters = filtered(query)
  startAfter(filters, KEYSET, query.after)
  const tail = orderAndLimit(filters, KEYSET, query.limit)
  const { rows } = await on.query<object>({
    text: `select ${REFUND_COLUMNS} from galla.refunds ${filters.where} ${tail}`,
    values: filters.values,
  })
  const page = pageOf(rows, KEYSET, query.limit)
  return { ...page, rows: page.rows.map((row) => viewRefund(decryptRefund<RefundRow>(on, row))) }
}

/** The references of these refunds' orders, by order. */
export async function referencesOf(
  on: Queries,
  refunds: readonly Pick<Refund, 'merchantOrderId'>[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await on.query<{ merchantOrderId: string; reference: string }>({
    name: 'references-of-refunds',
    text: `select "merchantOrderId", "reference" from galla.orders where "merchantOrderId" = any($1)`,
    values: [[...new Set(refunds.map(({ merchantOrderId }) => merchantOrderId))]],
  })
  return new Map(rows.map(({ merchantOrderId, reference }) => [merchantOrderId, reference]))
}

/** The public view of a refund. */
export function viewRefund(row: RefundRow): Refund {
  const {
    id: _key,
    refusal: _refusal,
    disputed: _disputed,
    resolvedFindings: _resolved,
    stateSinceMs: _since,
    eventCount: _events,
    requestedById: _id,
    requestedRole: _role,
    countedForDay: _counted,
    madeAtMs: _made,
    underWaySinceMs: _underWay,
    ...shared
  } = { ...row, merchantRefundId: shownRefundId(row), ...defined({ answerDueAtMs: answerDueAtMs(row) }) }
  const { approval, approveByMs, decidedBy, decidedById: _by, decidedAtMs, decisionNote, ...refund } = shared
  if (approval === undefined || approveByMs === undefined) return refund
  const decision = defined({ decidedBy, decidedAtMs, note: decisionNote })
  return { ...refund, approval: { state: approval, untilMs: approveByMs, ...decision } }
}
