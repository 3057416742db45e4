import type { LatestAttempt, Order } from '@galla/contract/gateway-api/orders'
import type { Paise } from '@galla/contract/money'
import { defined } from '../../domain/defined.ts'
import { paidAtMs } from '../../domain/finance/ledger.ts'
import type { OrderRecord } from '../../domain/orders/order.ts'
import { isNamed, isPayment } from '../../domain/orders/payments.ts'
import { surplusOf } from '../../domain/orders/review.ts'
import { lockReferenceOf } from '../advisory-locks.ts'
import { ASYNC_COMMIT, type Queries } from '../database.ts'
import { type Claim, claimDue, type Leased } from '../leases.ts'
import { decrypted, unreadableReason, type WithKeys } from '../privacy/encrypted-columns.ts'
import { isVpaDigest } from '../privacy/vpa-digests.ts'
import {
  CHANGE_TYPES,
  ORDER_COLUMNS,
  type OrderUpdate,
  recordOf,
  toChange,
  updateOrders,
  type WrittenOrder,
} from './order-columns.ts'
import { type OrderRow, shownAttempt, shownVpa } from './order-row.ts'
import { PAYMENTS_OF_OTHERS } from './other-orders.ts'
import { withReadableReview } from './stored-reviews.ts'

/** Returns the row without its null columns: a null column is an absent field. */
export function withoutNulls<Row extends object>(row: object): Row {
  const present: { [column: string]: unknown } = {}
  // Files have hundreds of thousands of rows: a list of pairs for each takes several times as long.
  for (const column in row) {
    const value = (row as typeof present)[column]
    if (value !== null) present[column] = value
  }
  return present as Row
}

/** The columns that are read to show the payer and the review. */
type ShownRow = Pick<OrderRow, 'state' | 'attempts' | 'payerVpa' | 'needsReview' | 'updatedAtMs' | 'request' | 'opened'>

/**
 * A row of `galla.orders` as it is read, with its personal columns decrypted. What cannot be decrypted is replaced by the reason, which names
 * the key: the order still completes, and its refunds work.
 */
export function decryptOrder<Row extends ShownRow>(on: WithKeys, found: object): Row {
  const row = withReadableReview(decrypted(on, 'orders', withoutNulls<Row>(found)))
  const reason = unreadableReason(row.request)
  const isDigest = isVpaDigest(row.payerVpa)
  if (reason === undefined && !isDigest && unreadableReason(row.opened) === undefined) return row
  const vpa = shownVpa(row, row) ?? unreadableReason(shownAttempt(row))
  return defined({
    ...row,
    ...(reason === undefined ? {} : { request: { redirectUrl: '', metaInfo: { udf1: reason }, unreadable: reason } }),
    ...(unreadableReason(row.opened) === undefined ? {} : { opened: undefined }),
    ...(isDigest ? { payerVpa: vpa } : {}),
  }) as unknown as Row
}

const attemptView = ({ state, errorCode, detailedErrorCode }: OrderRecord['attempts'][number]): LatestAttempt => ({
  state,
  ...defined({ errorCode, detailedErrorCode }),
})

/** The public view of an order. Its amounts are the balances of its ledger. */
export function viewOrder(row: OrderRow): Order {
  const {
    request,
    opened,
    sentAtMs: _sentAtMs,
    sendByMs: _sendByMs,
    mayNotImport: _mayNotImport,
    unansweredPolls,
    attempts,
    opening: _opening,
    resolvedFindings: _resolved,
    surplusRefunded = 0,
    availableAmount,
    heldAmount: _held,
    overdrawnAmount = 0,
    ...shared
  } = row
  const surplusAmount = surplusOf(row)
  const latest = row.state === 'CREATED' || row.state === 'PENDING' ? attempts.filter(isNamed).at(-1) : undefined
  return {
    ...shared,
    ...defined({ paidAtMs: paidAtMs(row), card: attempts.find((one) => one.card && isPayment(one))?.card }),
    ...(latest && { latestAttempt: attemptView(latest) }),
    ...(unansweredPolls > 0 ? { unansweredPolls } : {}),
    ...(surplusAmount > 0 ? { surplusAmount } : {}),
    ...(surplusRefunded > 0 ? { surplusRefundedAmount: surplusRefunded as Paise } : {}),
    ...(request.metaInfo ? { metaInfo: request.metaInfo } : {}),
    ...(row.checkout === 'LINK' && row.state === 'PENDING' ? defined({ linkUrl: opened?.redirectUrl }) : {}),
    refundedAmount: row.refundedAmount as Paise,
    refundableAmount: (row.state === 'COMPLETED' ? Math.max(availableAmount - overdrawnAmount, 0) : 0) as Paise,
    ...(overdrawnAmount > 0 ? { overdrawnAmount: overdrawnAmount as Paise } : {}),
  }
}

export async function readOrder(on: Queries, merchantOrderId: string): Promise<OrderRow | undefined> {
  const { rows } = await on.query({
    name: 'read-order',
    text: `select ${ORDER_COLUMNS} from galla.orders where "merchantOrderId" = $1`,
    values: [merchantOrderId],
  })
  return rows[0] && decryptOrder<OrderRow>(on, rows[0])
}

/** The orders of these ids that exist. */
export async function readOrders(on: Queries, merchantOrderIds: readonly string[]): Promise<OrderRow[]> {
  const { rows } = await on.query({
    text: `select ${ORDER_COLUMNS} from galla.orders where "merchantOrderId" = any($1)`,
    values: [merchantOrderIds],
  })
  return rows.map((row) => decryptOrder<OrderRow>(on, row))
}

/** An order with what counts of the other orders of its reference, at one moment. */
export interface OrderOfReference {
  readonly row: OrderRow
  /** The order of the reference whose payment counts. */
  readonly paidBy?: string
  /** A later order of the reference with another amount. */
  readonly supersededBy?: string
}

/** An order under lock, with what counts of the other orders of its reference. */
export interface LockedOrder extends OrderOfReference {
  /** It is such a later order itself, and the payer may have had a page of the earlier one. */
  readonly hasReplaced?: boolean
}

/** The newest order of the reference, when a later one than the order `o` has another amount: it replaces `o`. */
export const REPLACED_BY = `(select l."merchantOrderId" from galla.orders l
  where l."reference" = o."reference" and l."createdAtMs" > o."createdAtMs" and exists (select from galla.orders r
    where r."reference" = o."reference" and r."amount" <> o."amount" and r."createdAtMs" > o."createdAtMs")
  order by l."createdAtMs" desc, l."merchantOrderId" desc limit 1)`

/** SQL: the order `o` as `OrderOfReference`. */
const WITHIN_REFERENCE = `${ORDER_COLUMNS}, (select p."merchantOrderId" from galla.orders p where p."reference" = o."reference" and p."resolution" = 'fulfil') as "paidBy",
        ${REPLACED_BY} as "supersededBy"`

interface FoundWithinReference {
  readonly paidBy: string | null
  readonly supersededBy: string | null
}

const toOrderOfReference = (
  on: WithKeys,
  { paidBy, supersededBy, ...row }: FoundWithinReference,
): OrderOfReference => ({
  row: decryptOrder<OrderRow>(on, row),
  ...defined({ paidBy: paidBy ?? undefined, supersededBy: supersededBy ?? undefined }),
})

/** An order, and what counts of the other orders of its reference. */
export async function readWithinReference(on: Queries, merchantOrderId: string): Promise<OrderOfReference | undefined> {
  const { rows } = await on.query<FoundWithinReference>({
    name: 'read-within-reference',
    text: `select ${WITHIN_REFERENCE} from galla.orders o where o."merchantOrderId" = $1`,
    values: [merchantOrderId],
  })
  return rows[0] && toOrderOfReference(on, rows[0])
}

/** True when the order `o` replaces an earlier order of its reference, whose payer may have had a page. */
const HAS_REPLACED = `exists (select from galla.orders l where l."reference" = o."reference" and l."amount" <> o."amount"
  and l."createdAtMs" < o."createdAtMs" and l."sentAtMs" is not null)`

/**
 * Locks the reference, then the order, and returns the row with what counts of the reference's other orders. Two orders of one reference are
 * therefore never completed at the same time, and the fixed lock order prevents deadlocks. Rows that refer to the order
 * can still be inserted: a handler that does so may change its order through the gateway. Give `transaction` the order's id.
 * @throws GatewayError BUSY
 */
export async function lockOrder(on: Queries, merchantOrderId: string): Promise<LockedOrder | undefined> {
  await lockReferenceOf(on, merchantOrderId)
  const { rows } = await on.query<FoundWithinReference & { readonly hasReplaced: boolean }>({
    name: 'lock-order',
    text: `select ${WITHIN_REFERENCE}, ${HAS_REPLACED} as "hasReplaced"
      from galla.orders o where o."merchantOrderId" = $1 for no key update of o`,
    values: [merchantOrderId],
  })
  if (!rows[0]) return undefined
  const { hasReplaced, ...found } = rows[0]
  return { ...toOrderOfReference(on, found), hasReplaced }
}

/** The merchantOrderId of the provider's order id. */
export async function orderIdOf(on: Queries, orderId: string): Promise<string | undefined> {
  const { rows } = await on.query<{ merchantOrderId: string }>({
    name: 'order-id-of',
    text: `select "merchantOrderId" from galla.orders where "orderId" = $1`,
    values: [orderId],
  })
  return rows[0]?.merchantOrderId
}

/** The order of this reference whose payment counts; a unique index allows one. */
export async function paidOrderOf(on: Queries, reference: string): Promise<string | undefined> {
  const { rows } = await on.query<{ merchantOrderId: string }>({
    name: 'paid-order-of',
    text: `select "merchantOrderId" from galla.orders where "reference" = $1 and "resolution" = 'fulfil'`,
    values: [reference],
  })
  return rows[0]?.merchantOrderId
}

/** The order that replaces this one; undefined while its amount is that of the reference. */
export async function replacementOf(on: Queries, merchantOrderId: string): Promise<string | undefined> {
  const { rows } = await on.query<{ replacedBy: string | null }>({
    name: 'replacement-of',
    text: `select ${REPLACED_BY} as "replacedBy" from galla.orders o where "merchantOrderId" = $1`,
    values: [merchantOrderId],
  })
  return rows[0]?.replacedBy ?? undefined
}

/**
 * The order of this reference whose review does not say whether it is paid. One that the provider does not decide has no sign of a payment
 * unless one of its attempts is reported as completed, and of one whose automatic refund failed is known that its payment does not count.
 */
export async function unclearOrderOf(on: Queries, reference: string): Promise<string | undefined> {
  const { rows } = await on.query<{ merchantOrderId: string }>({
    name: 'unclear-order-of',
    text: `select "merchantOrderId" from galla.orders where "reference" = $1 and ${IS_UNCLEAR} order by "createdAtMs" limit 1`,
    values: [reference],
  })
  return rows[0]?.merchantOrderId
}

/** A response about another order, to a request of which no payer saw a page, is no sign of a payment either. A review that cannot be read may be one. */
export const IS_UNCLEAR = `"needsReview" is not null and (
  not jsonb_path_exists("needsReview", '$.findings[*].code') or
  jsonb_path_exists("needsReview", '$.findings[*] ? (!(@.code like_regex "^(undecided|automatic-refund-failed|wrong-order|order-id-mismatch)$") || @.theirs == "COMPLETED")')
  or jsonb_path_exists("needsReview", '$.findings[*].code ? (@ like_regex "^(wrong-order|order-id-mismatch)$")')
    and ("opened" is not null or "attempts" <> '[]')
  or "state" in ('CREATED', 'PENDING') and jsonb_path_exists("attempts", '$[*] ? (@.state == "COMPLETED")'))`

/** Saves the result of the reducer; only `applyToLocked` calls it, with the row that it has locked as `before`. */
export async function saveOrder(on: Queries, written: WrittenOrder): Promise<void> {
  await on.query({ name: 'save-order', text: SAVE_ORDER, values: [JSON.stringify(toChange(on, written))] })
}

const SAVE_ORDER = updateOrders(`jsonb_to_record($1) as g(${recordOf(CHANGE_TYPES)})`)

/** Saves only the next poll time, when a poll found no change. */
export async function saveNextPoll(
  on: Queries,
  merchantOrderId: string,
  { nextPollAtMs, unansweredPolls }: Pick<OrderUpdate, 'nextPollAtMs' | 'unansweredPolls'>,
) {
  await on.query({
    name: 'save-next-poll',
    text: `update galla.orders set "nextPollAtMs" = $2, "unansweredPolls" = $3, "leasedUntil" = null from ${ASYNC_COMMIT} where "merchantOrderId" = $1`,
    values: [merchantOrderId, nextPollAtMs, unansweredPolls],
  })
}

/**
 * Saves only the next poll time of an order, if the order is as it was read, and none of the payments counts for another order. Returns
 * false when nothing was saved.
 */
export async function saveNextPollOf(
  on: Queries,
  { merchantOrderId, version, nextPollAtMs: plannedAtMs, unansweredPolls: unansweredBefore }: OrderRow,
  transactionIds: readonly string[],
  { nextPollAtMs, unansweredPolls }: Pick<OrderUpdate, 'nextPollAtMs' | 'unansweredPolls'>,
): Promise<boolean> {
  const { rowCount } = await on.query({
    name: 'save-next-poll-of',
    text: `update galla.orders set "nextPollAtMs" = $3, "unansweredPolls" = $4, "leasedUntil" = null from ${ASYNC_COMMIT}
      where "merchantOrderId" = $1 and "version" = $5 and "nextPollAtMs" is not distinct from $6 and "unansweredPolls" = $7
        and not exists (${PAYMENTS_OF_OTHERS})`,
    values: [merchantOrderId, transactionIds, nextPollAtMs, unansweredPolls, version, plannedAtMs, unansweredBefore],
  })
  return rowCount === 1
}

/** Leases due orders to this worker. */
export async function claimDueOrders(on: Queries, claim: Claim): Promise<(OrderRow & Leased)[]> {
  const rows = await claimDue<object>(on, 'orders', claim, { name: 'claim-due-orders', columns: ORDER_COLUMNS })
  return rows.map((row) => decryptOrder<OrderRow & Leased>(on, row))
}
