import type { Page } from '@galla/contract/gateway-api/orders'
import type { ListRefunds, Refund } from '@galla/contract/gateway-api/refunds'
import type { RefundRecord } from '../domain/refund.ts'
import type { Queries } from './database.ts'
import { type Claim, claimDue, type Leased } from './leases.ts'
import { conditions, type Keyset, orderAndLimit, pageOf, startAfter } from './list-query.ts'
import { withoutNulls } from './orders.ts'

/** A row of `galla.refunds`. */
export interface RefundRow extends RefundRecord {
  readonly note?: string
  /** How often the request was sent, or was about to be sent, to the provider. */
  readonly attempts: number
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
  'refundId',
  'errorCode',
  'detailedErrorCode',
  'utr',
  'attempts',
  'createdAtMs',
  'updatedAtMs',
  'nextPollAtMs',
  'version',
] as const satisfies readonly (keyof RefundRow)[]

export const REFUND_COLUMNS = REFUND_FIELDS.map((name) => `"${name}"`).join(', ')

export interface NewRefund {
  refund: RefundRecord
  note?: string | undefined
  nextPollAtMs: number | undefined
}

/** Inserts a refund; false when the id is taken. */
export async function insertRefund(on: Queries, { refund, note, nextPollAtMs }: NewRefund): Promise<boolean> {
  const { rowCount } = await on.query({
    name: 'insert-refund',
    text: `insert into galla.refunds ("merchantRefundId", "merchantOrderId", "amount", "state", "origin", "note", "refundId", "errorCode", "detailedErrorCode", "utr", "createdAtMs", "updatedAtMs", "nextPollAtMs")
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $12) on conflict do nothing`,
    values: [
      refund.merchantRefundId,
      refund.merchantOrderId,
      refund.amount,
      refund.state,
      refund.origin,
      note,
      refund.refundId,
      refund.errorCode,
      refund.detailedErrorCode,
      refund.utr,
      refund.createdAtMs,
      nextPollAtMs,
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
  return rows[0] && withoutNulls<RefundRow>(rows[0])
}

/** The merchantRefundId of the provider's refund id. */
export async function refundIdOf(on: Queries, refundId: string): Promise<string | undefined> {
  const { rows } = await on.query<{ merchantRefundId: string }>({
    name: 'refund-id-of',
    text: `select "merchantRefundId" from galla.refunds where "refundId" = $1`,
    values: [refundId],
  })
  return rows[0]?.merchantRefundId
}

/** All refunds of an order. Hold the order's lock when a decision about money depends on them. */
export async function refundsOf(on: Queries, merchantOrderId: string): Promise<RefundRow[]> {
  const { rows } = await on.query({
    name: 'refunds-of',
    text: `select ${REFUND_COLUMNS} from galla.refunds where "merchantOrderId" = $1 order by "createdAtMs", "merchantRefundId"`,
    values: [merchantOrderId],
  })
  return rows.map((row) => withoutNulls<RefundRow>(row))
}

/** Saves the result of the reducer; only `applyRefundObservation` calls it, under the order's lock. */
export async function saveRefund(on: Queries, refund: RefundRecord, nowMs: number, nextPollAtMs: number | undefined) {
  await on.query({
    name: 'save-refund',
    text: `update galla.refunds set "state" = $2, "inDoubt" = $3, "refundId" = $4, "errorCode" = $5, "detailedErrorCode" = $6, "utr" = $7,
      "updatedAtMs" = $8, "nextPollAtMs" = $9, "leasedUntil" = null, "version" = "version" + 1 where "merchantRefundId" = $1`,
    values: [
      refund.merchantRefundId,
      refund.state,
      refund.inDoubt,
      refund.refundId,
      refund.errorCode,
      refund.detailedErrorCode,
      refund.utr,
      nowMs,
      nextPollAtMs,
    ],
  })
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
  return rows.map((row) => withoutNulls<RefundRow & Leased>(row))
}

/** Counts a request durably before it is sent: after a crash in between, the status is checked before it is sent again. */
export async function countSending(on: Queries, merchantRefundId: string): Promise<void> {
  await on.query({
    name: 'count-sending',
    text: `update galla.refunds set "attempts" = "attempts" + 1 where "merchantRefundId" = $1`,
    values: [merchantRefundId],
  })
}

const KEYSET: Keyset = { columns: ['createdAtMs'], id: 'merchantRefundId', type: 'text' }

export async function listRefunds(on: Queries, query: ListRefunds): Promise<Page<Refund>> {
  const filters = conditions()
  if (query.state === 'OPEN') filters.addRaw(`"state" not in ('COMPLETED', 'FAILED')`)
  else filters.add('"state" = ?', query.state)
  filters.add('"merchantOrderId" = ?', query.merchantOrderId)
  startAfter(filters, KEYSET, query.after)
  const tail = orderAndLimit(filters, KEYSET, query.limit)
  const { rows } = await on.query<object>({
    text: `select ${REFUND_COLUMNS} from galla.refunds ${filters.where} ${tail}`,
    values: filters.values,
  })
  const page = pageOf(rows, KEYSET, query.limit)
  return { ...page, rows: page.rows.map((row) => viewRefund(withoutNulls<RefundRow & Leased>(row))) }
}

export function viewRefund(row: RefundRow): Refund {
  return { ...row }
}
