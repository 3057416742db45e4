import type { LatestAttempt, Order } from '@galla/contract/gateway-api/orders'
import type { Paise } from '@galla/contract/money'
import type { MetaInfo } from '@galla/contract/provider/requests'
import { defined } from '../domain/defined.ts'
import type { Fingerprint } from '../domain/fingerprint.ts'
import { type Balances, paidAtMs } from '../domain/ledger.ts'
import type { OrderRecord } from '../domain/order.ts'
import { surplusOf } from '../domain/refund.ts'
import { lockReferenceOf } from './advisory-locks.ts'
import { ASYNC_COMMIT, type Queries } from './database.ts'
import { decrypted, encrypted, unreadableReason, type WithKeys } from './encrypted-columns.ts'
import { type Claim, claimDue, type Leased } from './leases.ts'
import { isVpaDigest, storedVpa } from './vpa-digests.ts'

/** What the payer needs to pay, from the provider's reply: a page, a link or a QR code. */
export interface PayerAction {
  readonly redirectUrl?: string
  readonly intentUrl?: string
  readonly qrData?: string
}

/** A row of `galla.orders`: the order, and the columns that lists and searches read. */
export interface OrderRow extends OrderRecord, Balances {
  readonly request: {
    readonly redirectUrl: string
    readonly message?: string
    readonly metaInfo?: MetaInfo
    readonly merchantUserId?: string
    /** Masked: what the payer of a collect request entered. */
    readonly payerVpa?: string
    /** What choices of the payment mode had, for erasure: the log of calls holds them, whether the provider took the choice or not. */
    readonly payerUserIds?: readonly string[]
    readonly [field: string]: unknown
  }
  readonly opened?: PayerAction
  readonly transactionId?: string
  readonly paymentMode?: string
  readonly instrument?: string
  readonly rail?: string
  readonly utr?: string
  readonly payerVpa?: string
  readonly updatedAtMs: number
  readonly nextPollAtMs?: number
  /** Polls in a row that the provider did not answer; at least 1 after any unanswered check. */
  readonly unansweredPolls: number
  readonly version: number
}

/** By name, because a newer release may have added columns. */
const ORDER_FIELDS = [
  'merchantOrderId',
  'reference',
  'checkout',
  'amount',
  'state',
  'resolution',
  'orderId',
  'attempts',
  'errorCode',
  'detailedErrorCode',
  'givenUp',
  'needsReview',
  'doublePaymentSeen',
  'unnamedSeenAmount',
  'unnamedSeenPayments',
  'surplusRefunded',
  'request',
  'opened',
  'transactionId',
  'paymentMode',
  'instrument',
  'rail',
  'utr',
  'payerVpa',
  'availableAmount',
  'heldAmount',
  'refundedAmount',
  'createdAtMs',
  'updatedAtMs',
  'expiresAtMs',
  'completedAtMs',
  'sentAtMs',
  'sendByMs',
  'mayNotImport',
  'refundUnansweredSinceMs',
  'refundCheckWaived',
  'nextPollAtMs',
  'unansweredPolls',
  'version',
] as const satisfies readonly (keyof OrderRow)[]

/** Whether the order is in review for a further payment, among others. */
export const IS_IN_REVIEW_AS_PAID_TWICE = `jsonb_path_exists("needsReview", '$.findings[*] ? (@.code == "paid-twice")')`

/** Read from the refunds of the few orders that were paid twice. */
const SURPLUS_REFUNDED = `case when ${IS_IN_REVIEW_AS_PAID_TWICE}
  then galla."refundedOfSurplus"("merchantOrderId", ("needsReview" ->> 'sinceMs')::bigint) end as "surplusRefunded"`

export const ORDER_COLUMNS = ORDER_FIELDS.map((name) =>
  name === 'surplusRefunded' ? SURPLUS_REFUNDED : `"${name}"`,
).join(', ')

/** Returns the row without its null columns: a null column is an absent field. */
export function withoutNulls<Row extends object>(row: object): Row {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as Row
}

const shownAttempt = ({ attempts }: OrderRecord) =>
  attempts.find(({ state }) => state === 'COMPLETED') ?? attempts.at(-1)

/**
 * The columns that a list shows of the attempts: of the completed one, else of the latest. An order may be completed while its list of
 * attempts lags: then none of them is its payment, so there is no id of one, which another order could have as well.
 */
export function attemptColumns(
  order: OrderRecord,
): Pick<OrderRow, 'transactionId' | 'paymentMode' | 'instrument' | 'rail' | 'utr' | 'payerVpa'> {
  const attempt = shownAttempt(order)
  if (!attempt) return {}
  const { transactionId, paymentMode, instrument, rail, utr, payerVpa } = attempt
  const isPayment = order.state !== 'COMPLETED' || attempt.state === 'COMPLETED'
  return defined({ ...(isPayment ? { transactionId, utr } : {}), paymentMode, instrument, rail, payerVpa })
}

/** The masked UPI id of the payer: the one that the provider reports, else the one that a collect request was sent to. */
export const shownVpa = (order: OrderRecord, { request }: Pick<OrderRow, 'request'>): string | undefined =>
  attemptColumns(order).payerVpa ?? request.payerVpa

/**
 * A row of `galla.orders` as it is read, with its personal columns decrypted. What cannot be decrypted is replaced by the reason, which names
 * the key: the order still completes, and its refunds work.
 */
export function decryptOrder<Row extends OrderRow>(on: WithKeys, found: object): Row {
  const row = decrypted(on, 'orders', withoutNulls<Row>(found))
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
    opened: _opened,
    sentAtMs: _sentAtMs,
    sendByMs: _sendByMs,
    mayNotImport: _mayNotImport,
    refundUnansweredSinceMs: _unansweredSince,
    refundCheckWaived: _waived,
    unansweredPolls,
    attempts,
    givenUp: _givenUp,
    doublePaymentSeen: _seen,
    unnamedSeenAmount: _unnamedSeen,
    unnamedSeenPayments: _unnamedCount,
    surplusRefunded = 0,
    availableAmount,
    heldAmount: _held,
    ...shared
  } = row
  const surplusAmount = surplusOf(row)
  const latest = row.state === 'CREATED' || row.state === 'PENDING' ? attempts.at(-1) : undefined
  return {
    ...shared,
    ...defined({ paidAtMs: paidAtMs(row) }),
    ...(latest && { latestAttempt: attemptView(latest) }),
    ...(unansweredPolls > 0 ? { unansweredPolls } : {}),
    ...(surplusAmount > 0 ? { surplusAmount } : {}),
    ...(surplusRefunded > 0 ? { surplusRefundedAmount: surplusRefunded as Paise } : {}),
    ...(request.metaInfo ? { metaInfo: request.metaInfo } : {}),
    refundedAmount: row.refundedAmount as Paise,
    refundableAmount: (row.state === 'COMPLETED' ? availableAmount : 0) as Paise,
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

/** An order under lock, with what counts of the other orders of its reference. */
export interface LockedOrder {
  readonly row: OrderRow
  /** The order of the reference whose payment counts. */
  readonly paidBy?: string
  /** A later order of the reference with another amount. */
  readonly supersededBy?: string
}

/**
 * Locks the reference, then the order, and returns the row with what counts of the reference's other orders. Two orders of one reference are
 * therefore never completed at the same time, and the fixed lock order prevents deadlocks. Rows that refer to the order
 * can still be inserted: a handler that does so may change its order through the gateway. Give `transaction` the order's id.
 * @throws GatewayError BUSY
 */
export async function lockOrder(on: Queries, merchantOrderId: string): Promise<LockedOrder | undefined> {
  await lockReferenceOf(on, merchantOrderId)
  const { rows } = await on.query<{ paidBy: string | null; supersededBy: string | null }>({
    name: 'lock-order',
    text: `select ${ORDER_COLUMNS}, (select p."merchantOrderId" from galla.orders p where p."reference" = o."reference" and p."resolution" = 'fulfil') as "paidBy",
        (select p."merchantOrderId" from galla.orders p where p."reference" = o."reference" and p."amount" <> o."amount" and p."createdAtMs" > o."createdAtMs" limit 1) as "supersededBy"
      from galla.orders o where o."merchantOrderId" = $1 for no key update of o`,
    values: [merchantOrderId],
  })
  if (!rows[0]) return undefined
  const { paidBy, supersededBy, ...row } = rows[0]
  return {
    row: decryptOrder<OrderRow>(on, row),
    ...defined({ paidBy: paidBy ?? undefined, supersededBy: supersededBy ?? undefined }),
  }
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

/** A response about another order, to a request of which no payer saw a page, is no sign of a payment either. */
export const IS_UNCLEAR = `"needsReview" is not null and (
  jsonb_path_exists("needsReview", '$.findings[*] ? (!(@.code like_regex "^(undecided|automatic-refund-failed|wrong-order|order-id-mismatch)$") || @.theirs == "COMPLETED")')
  or jsonb_path_exists("needsReview", '$.findings[*].code ? (@ like_regex "^(wrong-order|order-id-mismatch)$")')
    and ("opened" is not null or "attempts" <> '[]')
  or "state" in ('CREATED', 'PENDING') and jsonb_path_exists("attempts", '$[*] ? (@.state == "COMPLETED")'))`

export interface OrderUpdate {
  nowMs: number
  nextPollAtMs: number | undefined
  unansweredPolls: number
  opened?: PayerAction | undefined
  /** Of `opened`. */
  linkDigests?: Fingerprint | undefined
}

/**
 * Saves the result of the reducer; only `applyToLocked` calls it. The mode that the payer of a custom checkout chose stays until the
 * order is paid, because the provider may report an attempt under another name. A payment that was not sent leaves no choice behind.
 */
export async function saveOrder(on: Queries, order: OrderRecord, update: OrderUpdate): Promise<void> {
  const attempt = attemptColumns(order)
  const stored = encrypted(on, 'orders', { ...order, opened: update.opened })
  await on.query({
    name: 'save-order',
    text: `update galla.orders set "state" = $2, "resolution" = $3, "orderId" = $4, "attempts" = $5, "errorCode" = $6, "detailedErrorCode" = $7,
      "needsReview" = $8, "expiresAtMs" = $9, "completedAtMs" = $10, "transactionId" = $11, "paymentMode" = case when $21::bigint is null then null
        when "checkout" = 'CUSTOM' and $2 <> 'COMPLETED' then coalesce("paymentMode", $12) else coalesce(nullif($12, 'UNKNOWN'), "paymentMode", $12) end,
      "instrument" = $13, "rail" = $14, "utr" = $15, "payerVpa" = coalesce($16, "payerVpa"), "updatedAtMs" = $17, "nextPollAtMs" = $18, "leasedUntil" = null,
      "opened" = coalesce($19, "opened"), "doublePaymentSeen" = $20, "sentAtMs" = $21, "sendByMs" = $22, "unansweredPolls" = $23,
      "payFingerprint" = case when $21::bigint is not null then "payFingerprint" end, "linkDigests" = coalesce($24, "linkDigests"), "givenUp" = $25, "unnamedSeenAmount" = $26, "unnamedSeenPayments" = $27, "mayNotImport" = $28, "refundCheckWaived" = $29, "refundUnansweredSinceMs" = $30,
      "version" = "version" + 1 where "merchantOrderId" = $1`,
    values: [
      order.merchantOrderId,
      order.state,
      order.resolution,
      order.orderId,
      JSON.stringify(stored.attempts),
      order.errorCode,
      order.detailedErrorCode,
      order.needsReview,
      order.expiresAtMs,
      order.completedAtMs,
      attempt.transactionId,
      attempt.paymentMode,
      attempt.instrument,
      attempt.rail,
      attempt.utr,
      storedVpa(on, attempt.payerVpa),
      update.nowMs,
      update.nextPollAtMs,
      stored.opened,
      order.doublePaymentSeen,
      order.sentAtMs,
      order.sendByMs,
      update.unansweredPolls,
      update.linkDigests,
      order.givenUp,
      order.unnamedSeenAmount,
      order.unnamedSeenPayments,
      order.mayNotImport,
      order.refundCheckWaived,
      order.refundUnansweredSinceMs,
    ],
  })
}

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

/** Leases due orders to this worker. */
export function claimDueOrders(on: Queries, claim: Claim): Promise<({ merchantOrderId: string } & Leased)[]> {
  return claimDue<{ merchantOrderId: string }>(on, 'orders', claim, {
    name: 'claim-due-orders',
    columns: '"merchantOrderId"',
  })
}
