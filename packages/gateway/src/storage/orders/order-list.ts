import type { ListTotals } from '@galla/contract/gateway-api/console-routes'
import { FAILURE_GROUP_CODES } from '@galla/contract/gateway-api/failures'
import type { ListOrders, Order, Page } from '@galla/contract/gateway-api/orders'
import { invalid } from '../../errors.ts'
import type { Queries } from '../database.ts'
import {
  allPages,
  type Conditions,
  conditions,
  type Keyset,
  orderAndLimit,
  pageOf,
  startAfter,
  totalsOf,
} from '../list-query.ts'
import { HAS_VPA_DIGEST } from '../privacy/vpa-digests.ts'
import { IS_IN_REVIEW_AS_PAID_TWICE, ORDER_COLUMNS } from './order-columns.ts'
import type { OrderRow } from './order-row.ts'
import { decryptOrder, readOrder, viewOrder } from './orders.ts'

/** Condition of orders in no final state. */
export const OPEN = `"state" in ('CREATED', 'PENDING')`

/** An open order this long after its expiry is stuck: the poll at the expiry should have decided it. Milliseconds. */
const STUCK_AFTER_MS = 60_000

/** Start of the condition of stuck orders: open, sent to the provider, not in review. The caller adds the expiry and `stuckBefore`. */
export const STUCK = `${OPEN} and "sentAtMs" is not null and "needsReview" is null and`

export const stuckBefore = (nowMs: number): number => nowMs - STUCK_AFTER_MS

/** The part of an order's row that its owed money is computed from; the condition of an index. */
const MAY_BE_OWED = `("resolution" in ('late-refund', 'duplicate-refund') or "needsReview" is not null)`

/**
 * SQL of what an order owes its payer, in paise: what was paid without being fulfilled until it is refunded, also while a further payment of it is
 * not captured yet, and of a double payment in review what `surplusOf` has of it.
 */
export const OWED_AMOUNT = `case when "resolution" in ('late-refund', 'duplicate-refund') then greatest("availableAmount" + "heldAmount",
    case when ${IS_IN_REVIEW_AS_PAID_TWICE} then galla."receivedAmount"("amount", "attempts") - "refundedAmount" end)
  when ${IS_IN_REVIEW_AS_PAID_TWICE} and galla."bookedAmount"("attempts") <= "amount" then
    greatest(galla."receivedAmount"("amount", "attempts") - "amount"
      - galla."refundedOfSurplus"("merchantOrderId", ("needsReview" ->> 'sinceMs')::bigint), 0) else 0 end`

/** Condition of orders that owe money to their payer. */
export const OWED = `${MAY_BE_OWED} and ${OWED_AMOUNT} > 0`

/** Condition of those of them that need no review and for which no refund is under way. */
export const OWED_WITHOUT_REFUND = `"resolution" in ('late-refund', 'duplicate-refund') and "needsReview" is null and "availableAmount" > 0`

/** The code by which failures are counted and filtered, the more precise one; the expression of an index. */
export const FAILURE = `coalesce("detailedErrorCode", "errorCode", '')`

const SORTS: { readonly [sort: string]: Keyset } = {
  created: { columns: ['createdAtMs'], id: 'merchantOrderId', type: 'text' },
  amount: { columns: ['amount', 'createdAtMs'], id: 'merchantOrderId', type: 'text' },
  updated: { columns: ['updatedAtMs'], id: 'merchantOrderId', type: 'text' },
}

export async function listOrders(on: Queries, query: ListOrders, nowMs: number): Promise<Page<Order>> {
  const page = await readPage(on, query, nowMs, ORDER_COLUMNS)
  return { ...page, rows: page.rows.map((row) => listed(on, row)) }
}

/** The stored columns of the orders of a file. */
const FILED = [
  'merchantOrderId',
  'reference',
  'checkout',
  'state',
  'resolution',
  'amount',
  'refundedAmount',
  'paymentMode',
  'instrument',
  'payerVpa',
  'orderId',
  'transactionId',
  'utr',
  'errorCode',
  'detailedErrorCode',
  'needsReview',
  'createdAtMs',
  'completedAtMs',
  'updatedAtMs',
  'attempts',
] as const satisfies readonly (keyof OrderRow)[]

/** The request says who pays if the column has a digest. */
const FILED_COLUMNS = `${FILED.map((name) => `"${name}"`).join(', ')},
  case when ${HAS_VPA_DIGEST} then "request" else '{}' end as "request"`

/** An order with the columns that a file shows, or computes from. */
export type FiledOrder = Pick<OrderRow, (typeof FILED)[number] | 'request'>

/** All orders that match the filter, page by page. */
export function allOrders(
  on: Queries,
  query: ListOrders,
  nowMs: number,
): AsyncGenerator<readonly FiledOrder[], undefined> {
  return allPages(async (position) => {
    const page = await readPage(on, { ...query, ...position }, nowMs, FILED_COLUMNS)
    return { ...page, rows: page.rows.map((row) => decryptOrder<FiledOrder>(on, row)) }
  })
}

async function readPage(on: Queries, query: ListOrders, nowMs: number, columns: string): Promise<Page<object>> {
  const keyset = sortOf(query)
  const filters = filtered(query, nowMs)
  startAfter(filters, keyset, query.after)
  const tail = orderAndLimit(filters, keyset, query.limit)
  const { rows } = await on.query<object>({
    text: `select ${columns} from galla.orders ${filters.where} ${tail}`,
    values: filters.values,
  })
  return pageOf(rows, keyset, query.limit)
}

/** The number of orders that match the filter, and what was paid for them. */
export const totalsOfOrders = (on: Queries, query: ListOrders, nowMs: number): Promise<ListTotals> =>
  totalsOf(on, {
    table: 'galla.orders',
    filters: filtered(query, nowMs),
    keyset: sortOf(query),
    sums: { amount: '"availableAmount" + "heldAmount" + "refundedAmount" - "overdrawnAmount"' },
  })

/** The other orders of a reference, newest first, at most 100. */
export async function ordersOfReference(on: Queries, reference: string, exceptId: string): Promise<Order[]> {
  const { rows } = await on.query<object>({
    text: `select ${ORDER_COLUMNS} from galla.orders where "reference" = $1 and "merchantOrderId" <> $2
      order by "createdAtMs" desc limit 100`,
    values: [reference, exceptId],
  })
  return rows.map((row) => listed(on, row))
}

/** The orders with these ids as a file shows them, newest first. */
export async function ordersWithIds(on: Queries, merchantOrderIds: readonly string[]): Promise<FiledOrder[]> {
  const { rows } = await on.query<object>({
    text: `select ${FILED_COLUMNS} from galla.orders where "merchantOrderId" = any ($1::text[])
      order by "createdAtMs" desc, "merchantOrderId" desc`,
    values: [merchantOrderIds],
  })
  return rows.map((row) => decryptOrder<FiledOrder>(on, row))
}

export async function readOrderView(on: Queries, merchantOrderId: string): Promise<Order | undefined> {
  const row = await readOrder(on, merchantOrderId)
  return row && viewOrder(row)
}

const listed = (on: Queries, row: object): Order => viewOrder(decryptOrder<OrderRow>(on, row))

function sortOf({ sort = 'created' }: ListOrders): Keyset {
  const keyset = Object.hasOwn(SORTS, sort) ? SORTS[sort] : undefined
  if (!keyset) throw invalid('sort', `must be one of ${Object.keys(SORTS).join(', ')}`)
  return keyset
}

/** Compared with the interface: a missing or an extra name is a type error. */
const FILTER_NAMES = Object.keys({
  reference: true,
  state: true,
  paymentMode: true,
  failure: true,
  needsReview: true,
  delayed: true,
  owed: true,
  fromMs: true,
  toMs: true,
  minAmount: true,
  maxAmount: true,
  sort: true,
  after: true,
  limit: true,
} satisfies { [Name in keyof Required<ListOrders>]: true })

const STATES: ReadonlySet<string> = new Set(['CREATED', 'PENDING', 'FAILED', 'COMPLETED', 'OPEN'])

function checkQuery(query: ListOrders): void {
  for (const name of Object.keys(query)) {
    if (!FILTER_NAMES.includes(name)) throw invalid(name, `is not a filter; known: ${FILTER_NAMES.join(', ')}`)
  }
  if (query.state !== undefined && !STATES.has(query.state))
    throw invalid('state', `must be one of ${[...STATES].join(', ')}`)
}

function addFailure(filters: Conditions, failure: string | undefined): void {
  if (failure === undefined) return
  filters.addRaw(`"state" = 'FAILED'`)
  if (failure === 'DECLINED') {
    filters.add(`${FAILURE} <> all (?::text[])`, Object.values(FAILURE_GROUP_CODES).flat())
  } else if (failure === 'EXPIRED' || failure === 'CANCELLED') {
    filters.add(`${FAILURE} = any (?::text[])`, [...new Set([...FAILURE_GROUP_CODES[failure], failure])])
  } else filters.add(`${FAILURE} = ?`, failure)
}

function filtered(query: ListOrders, nowMs: number): Conditions {
  checkQuery(query)
  const { reference, state, paymentMode, needsReview, delayed, owed, fromMs, toMs, minAmount, maxAmount } = query
  for (const [field, value] of Object.entries({ fromMs, toMs, minAmount, maxAmount })) {
    if (value !== undefined && !Number.isSafeInteger(value)) throw invalid(field, 'must be a whole number')
  }
  const filters = conditions()
  filters.add('"reference" = ?', reference)
  if (state === 'OPEN') filters.addRaw(OPEN)
  else filters.add('"state" = ?', state)
  filters.add('"paymentMode" = ?', paymentMode)
  addFailure(filters, query.failure)
  filters.add('"createdAtMs" >= ?::bigint', fromMs)
  filters.add('"createdAtMs" < ?::bigint', toMs)
  if (minAmount !== undefined && minAmount === maxAmount) filters.add('"amount" = ?::bigint', minAmount)
  else {
    filters.add('"amount" >= ?::bigint', minAmount)
    filters.add('"amount" <= ?::bigint', maxAmount)
  }
  if (needsReview) filters.addRaw('"needsReview" is not null')
  if (owed) filters.addRaw(OWED)
  if (delayed) filters.add(`${STUCK} "expiresAtMs" < ?::bigint`, stuckBefore(nowMs))
  return filters
}
