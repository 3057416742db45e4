import type { Page } from '@galla/contract/gateway-api/orders'
import type { ListRefunds, Refund } from '@galla/contract/gateway-api/refunds'
import { defined } from '../../domain/defined.ts'
import { refundIdOfKey } from '../../domain/refunds/of-provider.ts'
import type { RefundRecord } from '../../domain/refunds/refund.ts'
import type { Queries } from '../database.ts'
import { type Claim, claimDue, type Leased } from '../leases.ts'
import { conditions, type Keyset, orderAndLimit, pageOf, startAfter } from '../list-query.ts'
import { withoutNulls } from '../orders/orders.ts'
import { withReadableRefundReview } from '../orders/stored-reviews.ts'
import { isUnreadable } from '../privacy/data-keys.ts'
import { decrypted, encrypted, type WithKeys } from '../privacy/encrypted-columns.ts'

/** A row of `galla.refunds`. */
export interface RefundRow extends RefundRecord {
  readonly note?: string
  readonly updatedAtMs: number
  readonly nextPollAtMs?: number
  readonly version: number
}

/** By name, because a newer release may have added columns. */
const REFUND_FIELDS = [
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

/** Inserts a refund; false when the id is taken. */
export async function insertRefund(on: Queries, { nextPollAtMs, ...given }: NewRefund): Promise<boolean> {
  const { note, ...refund } = encrypted(on, 'refunds', { ...given.refund, note: given.note })
  const { rowCount } = await on.query({
    name: 'insert-refund',
    text: `insert into galla.refunds ("merchantRefundId", "merchantOrderId", "amount", "state", "origin", "note", "inDoubt", "needsReview",
        "stateSinceMs", "eventCount", "refundId", "errorCode", "detailedErrorCode", "utr", "createdAtMs", "updatedAtMs", "nextPollAtMs", "reason", "requestedBy", "requestedById", "requestedRole", "approval", "approveByMs", "countedForDay", "madeAtMs", "disputed")
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25) on conflict ("merchantRefundId") do nothing`,
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

/** As `readRefund`; under the key of a provider's id it also finds the refund that has become known by our id since. */
export async function findRefund(on: Queries, merchantRefundId: string): Promise<RefundRow | undefined> {
  const row = await readRefund(on, merchantRefundId)
  const refundId = row ? undefined : refundIdOfKey(merchantRefundId)
  const known = refundId === undefined ? undefined : await refundIdOf(on, refundId)
  return known === undefined ? row : readRefund(on, known)
}

/** The merchantRefundId of the provider's refund id. */
export async function refundIdOf(on: Queries, refundId: string): Promise<string | undefined> {
  const { rows } = await on.query<{ merchantRefundId: string }>({
    name: 'refund-id-of',
    text: `select "merchantRefundId" from galla.refunds where "refundId" = $1 order by "origin" = 'external', "merchantRefundId" limit 1`,
    values: [refundId],
  })
  return rows[0]?.merchantRefundId
}

/** The refund of one id gets another id, and loses its lease. What is encrypted is bound to the id, so it is encrypted again. */
export async function renameRefund(on: Queries, from: string, to: string): Promise<void> {
  const { rows } = await on.query<object>({
    name: 'encrypted-of-refund',
    text: `select "merchantRefundId", "note", "decisionNote", "refusal", "needsReview" from galla.refunds where "merchantRefundId" = $1`,
    values: [from],
  })
  const row = rows[0] && decryptRefund<RefundRow>(on, rows[0])
  if (!row) return
  const { note, decisionNote, refusal, needsReview } = encrypted(on, 'refunds', { ...row, merchantRefundId: to })
  await on.query({
    name: 'rename-refund',
    text: `update galla.refunds set "merchantRefundId" = $2, "leasedUntil" = null, "note" = $3, "decisionNote" = $4, "refusal" = $5, "needsReview" = $6
      where "merchantRefundId" = $1`,
    values: [from, to, note, decisionNote, refusal, needsReview],
  })
}

/** Deletes a refund that is stored under another id as well. */
export async function deleteRefund(on: Queries, merchantRefundId: string): Promise<void> {
  await on.query({
    name: 'delete-refund',
    text: `delete from galla.refunds where "merchantRefundId" = $1`,
    values: [merchantRefundId],
  })
}

/** All refunds of an order. Hold the order's lock when a decision about money depends on them. */
export async function refundsOf(on: Queries, merchantOrderId: string): Promise<RefundRow[]> {
  const { rows } = await on.query({
    name: 'refunds-of',
    text: `select ${REFUND_COLUMNS} from galla.refunds where "merchantOrderId" = $1 order by "createdAtMs", "merchantRefundId"`,
    values: [merchantOrderId],
  })
  return rows.map((row) => decryptRefund<RefundRow>(on, row))
}

/** The refunds that count as refunds of the second payment of an order whose double payment is in review since `sinceMs`. */
export async function surplusRefundsOf(on: Queries, merchantOrderId: string, sinceMs: number): Promise<RefundRow[]> {
  const { rows } = await on.query({
    text: `select ${REFUND_COLUMNS} from galla.refunds where "merchantRefundId" in (select galla."surplusRefunds"($1, $2::bigint))`,
    values: [merchantOrderId, sinceMs],
  })
  return rows.map((row) => decryptRefund<RefundRow>(on, row))
}

/** All refunds of these orders. */
export async function refundsOfOrders(on: Queries, merchantOrderIds: readonly string[]): Promise<RefundRow[]> {
  const { rows } = await on.query({
    text: `select ${REFUND_COLUMNS} from galla.refunds where "merchantOrderId" = any($1)`,
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
        "underWaySinceMs" = $22, "disputed" = $23, "resolvedFindings" = $24
      where "merchantRefundId" = $1`,
    values: [
      refund.merchantRefundId,
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
    ],
  })
}

/** Saves only the next poll time, when an observation changed nothing. */
export async function saveNextRefundPoll(on: Queries, merchantRefundId: string, next: NextRefundPoll): Promise<void> {
  await on.query({
    name: 'save-next-refund-poll',
    text: `update galla.refunds set "nextPollAtMs" = $2, ${END_OWN_LEASE('$3')} where "merchantRefundId" = $1`,
    values: [merchantRefundId, next.nextPollAtMs, next.leaseToken],
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
  refund: { merchantRefundId: string } & Leased,
  { nowMs, leaseMs }: { nowMs: number; leaseMs: number },
): Promise<boolean> {
  const { rowCount } = await on.query({
    name: 'mark-refund-sending',
    text: `update galla.refunds set "inDoubt" = true, "attempts" = "attempts" + 1, "updatedAtMs" = $3, "version" = "version" + 1,
        "underWaySinceMs" = greatest($3, (extract(epoch from clock_timestamp()) * 1000)::bigint),
        "leasedUntil" = clock_timestamp() + $4::float8 * interval '1 millisecond'
      where "merchantRefundId" = $1 and "leaseToken" = $2 and "state" = 'REQUESTED' and "needsReview" is null
        and "refusal" is null and ("approval" is null or "approval" = 'approved')`,
    values: [refund.merchantRefundId, refund.leaseToken, nowMs, leaseMs],
  })
  return rowCount === 1
}

/** Leases due refunds to this worker: those to send (`REQUESTED`), or those to poll. */
export async function claimDueRefunds(
  on: Queries,
  claim: Claim & { readonly toSend: boolean },
): Promise<(RefundRow & Leased)[]> {
  const rows = await claimDue<object>(on, 'refunds', claim, {
    name: claim.toSend ? 'claim-refunds-to-send' : 'claim-refunds-to-poll',
    columns: REFUND_COLUMNS,
    where: `"state" ${claim.toSend ? '=' : '<>'} 'REQUESTED'`,
  })
  return rows.map((row) => decryptRefund<RefundRow & Leased>(on, row))
}

const KEYSET: Keyset = { columns: ['createdAtMs'], id: 'merchantRefundId', type: 'text' }

export async function listRefunds(on: Queries, query: ListRefunds): Promise<Page<Refund>> {
  const filters = conditions()
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
  } = row
  const { approval, approveByMs, decidedBy, decidedById: _by, decidedAtMs, decisionNote, ...refund } = shared
  if (approval === undefined || approveByMs === undefined) return refund
  const decision = defined({ decidedBy, decidedAtMs, note: decisionNote })
  return { ...refund, approval: { state: approval, untilMs: approveByMs, ...decision } }
}
