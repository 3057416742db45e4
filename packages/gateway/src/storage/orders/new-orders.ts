import { defined } from '../../domain/defined.ts'
import type { Fingerprint } from '../../domain/orders/fingerprint.ts'
import type { Queries } from '../database.ts'
import { encrypted } from '../privacy/encrypted-columns.ts'
import { insertOrders, NEW_ORDER_TYPES, ORDER_COLUMNS, recordOf } from './order-columns.ts'
import type { OrderRow } from './order-row.ts'
import { decryptOrder } from './orders.ts'

export interface NewOrder {
  merchantOrderId: string
  reference: string
  checkout: OrderRow['checkout']
  amount: OrderRow['amount']
  request: OrderRow['request']
  createdAtMs: number
  expiresAtMs: number
  opening: OrderRow['opening']
  sentAtMs: number | undefined
  sendByMs: number | undefined
  mayNotImport?: boolean
  nextPollAtMs: number
  startFingerprint: Fingerprint
}

/** The row of an order that was just inserted, so that it need not be read. */
export function newOrderRow({ startFingerprint: _, ...order }: NewOrder): OrderRow {
  const { createdAtMs } = order
  const balances = { availableAmount: 0, heldAmount: 0, refundedAmount: 0, overdrawnAmount: 0 }
  const row = {
    ...order,
    ...balances,
    state: 'CREATED',
    attempts: [],
    updatedAtMs: createdAtMs,
    unansweredPolls: 0,
    version: 1,
  } as const
  return defined(row)
}

/** Where an order stands among those of its reference. */
export type Place = keyof typeof PLACES

const PLACES = {
  last: `greatest(g."createdAtMs", (select max("createdAtMs") + 1 from galla.orders where "reference" = g."reference"))`,
  /** Before those of another amount that may still be paid. */
  beforeOpen: `least(g."createdAtMs", (select min("createdAtMs") - 1 from galla.orders where "reference" = g."reference"
    and "amount" <> g."amount" and ("state" in ('CREATED', 'PENDING') or "needsReview" is not null)))`,
  first: `least(g."createdAtMs", (select min("createdAtMs") - 1 from galla.orders where "reference" = g."reference"))`,
} as const

const GIVEN = `jsonb_to_record($1) as g(${recordOf(NEW_ORDER_TYPES)})`

/**
 * Inserts an order and returns its row; undefined when the id is taken. Orders of one reference are created one after another, whatever
 * the clocks of the replicas say: of two amounts, the later one counts. Call it with the reference locked.
 */
export async function insertOrder(on: Queries, order: NewOrder, place: Place = 'last'): Promise<OrderRow | undefined> {
  const { rows } = await on.query({
    name: `insert-order-${place}`,
    text: `${insertOrders(GIVEN, PLACES[place])} on conflict do nothing returning ${ORDER_COLUMNS}`,
    values: [JSON.stringify(encrypted(on, 'orders', order))],
  })
  return rows[0] && decryptOrder<OrderRow>(on, rows[0])
}
