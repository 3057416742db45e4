import type { Decision } from '@galla/contract/books/decisions'
import type { Order } from '../books/order.ts'
import type { Queries } from './books.ts'
import { type OrderRow, shown, withoutNulls } from './order-row.ts'

export interface NewOrder {
  merchantOrderId: string
  reference: string
  checkout: string
  amount: number
  request: object
  createdAtMs: number
  expiresAtMs: number
  nextLookAtMs: number
}

/** False when the id is taken. */
export async function insertOrder(on: Queries, order: NewOrder): Promise<boolean> {
  const { rowCount } = await on.query({
    name: 'insert-order',
    text: `insert into galla.orders ("merchantOrderId", "reference", "checkout", "amount", "state", "request", "createdAtMs", "updatedAtMs", "expiresAtMs", "nextLookAtMs")
      values ($1, $2, $3, $4, 'CREATED', $5, $6, $6, $7, $8) on conflict do nothing`,
    values: [
      order.merchantOrderId,
      order.reference,
      order.checkout,
      order.amount,
      order.request,
      order.createdAtMs,
      order.expiresAtMs,
      order.nextLookAtMs,
    ],
  })
  return rowCount === 1
}

export async function readOrder(on: Queries, merchantOrderId: string): Promise<OrderRow | undefined> {
  const { rows } = await on.query({
    name: 'read-order',
    text: `select * from galla.orders where "merchantOrderId" = $1`,
    values: [merchantOrderId],
  })
  return rows[0] && withoutNulls<OrderRow>(rows[0])
}

/**
 * The order under lock, and who of its reference was paid already. The reference is locked first, always in this order:
 * two orders of one cart that are paid at the same moment wait for each other here, and neither waits for both.
 */
export async function lockOrder(
  on: Queries,
  merchantOrderId: string,
): Promise<{ row: OrderRow; paidBy?: string } | undefined> {
  await on.query({
    name: 'lock-reference',
    text: `select pg_advisory_xact_lock(hashtextextended("reference", 0)) from galla.orders where "merchantOrderId" = $1`,
    values: [merchantOrderId],
  })
  const { rows } = await on.query<{ paidBy: string | null }>({
    name: 'lock-order',
    text: `select o.*, (select p."merchantOrderId" from galla.orders p where p."reference" = o."reference" and p."settlement" = 'fulfil') as "paidBy"
      from galla.orders o where o."merchantOrderId" = $1 for update of o`,
    values: [merchantOrderId],
  })
  if (!rows[0]) return undefined
  const { paidBy, ...row } = rows[0]
  return { row: withoutNulls<OrderRow>(row), ...(paidBy === null ? {} : { paidBy }) }
}

export interface Saving {
  nowMs: number
  nextLookAtMs: number | undefined
  lastLookMs: number
  opened?: OrderRow['opened']
}

export async function saveOrder(on: Queries, order: Order, saving: Saving): Promise<void> {
  const facts = shown(order)
  await on.query({
    name: 'save-order',
    text: `update galla.orders set "state" = $2, "settlement" = $3, "orderId" = $4, "attempts" = $5, "errorCode" = $6, "detailedErrorCode" = $7,
      "parked" = $8, "expiresAtMs" = $9, "completedAtMs" = $10, "transactionId" = $11, "paymentMode" = coalesce($12, "paymentMode"),
      "instrument" = $13, "rail" = $14, "utr" = $15, "payerVpa" = $16, "updatedAtMs" = $17, "nextLookAtMs" = $18, "lastLookMs" = $19,
      "opened" = coalesce($20, "opened"), "version" = "version" + 1 where "merchantOrderId" = $1`,
    values: [
      order.merchantOrderId,
      order.state,
      order.settlement,
      order.orderId,
      JSON.stringify(order.attempts),
      order.errorCode,
      order.detailedErrorCode,
      order.parked,
      order.expiresAtMs,
      order.completedAtMs,
      facts.transactionId,
      facts.paymentMode,
      facts.instrument,
      facts.rail,
      facts.utr,
      facts.payerVpa,
      saving.nowMs,
      saving.nextLookAtMs,
      saving.lastLookMs,
      saving.opened,
    ],
  })
}

export async function insertDecision(
  on: Queries,
  merchantOrderId: string,
  decision: Omit<Decision, 'decisionId' | 'explains'>,
): Promise<void> {
  await on.query({
    name: 'insert-decision',
    text: `insert into galla.decisions ("merchantOrderId", "atMs", "rule", "from", "to", "observations", "effects") values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [
      merchantOrderId,
      decision.atMs,
      decision.rule,
      decision.from,
      decision.to,
      JSON.stringify(decision.observations),
      JSON.stringify(decision.effects),
    ],
  })
}
