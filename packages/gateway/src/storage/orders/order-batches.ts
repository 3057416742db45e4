import type { Decision } from '@galla/contract/gateway-api/decisions'
import { balancesAfter, type Transfer } from '../../domain/finance/ledger.ts'
import type { DomainEvent } from '../../domain/orders/order.ts'
import { batchWriter } from '../batch-writer.ts'
import type { Queries } from '../database.ts'
import { encrypted, type WithKeys } from '../privacy/encrypted-columns.ts'
import type { NewOrder } from './new-orders.ts'
import { changedRow, toChange, type WrittenOrder } from './order-columns.ts'
import type { OrderRow } from './order-row.ts'

/** A change of an order, computed from the row at `before.version`. */
export interface OrderChange extends WrittenOrder {
  readonly decision: Omit<Decision, 'decisionId'>
  readonly captures: readonly Transfer[]
  readonly events: readonly DomainEvent[]
}

/** Writes of orders that share statements and commits with other writes of the same moment. Each is durable when it resolves. */
export interface OrderBatches {
  /** Stores the first order of a reference. False when nothing was stored: the reference has orders or is locked, or the id is taken. */
  insertFirst(order: NewOrder): Promise<boolean>
  /**
   * Saves a change with its decision, captures and events. Undefined when nothing was saved: the order is no longer as it was read, its
   * reference is locked, another order of it counts, or the change is from before a pause of the process. Then the change has to be computed
   * under `lockOrder`.
   */
  save(change: OrderChange): Promise<{ readonly hasDeliveries: boolean } | undefined>
}

/** A later change has an old time: it could be posted to a day of the ledger that was exported meanwhile. Milliseconds. */
const MAX_PAUSE_MS = 30_000

/** @param now Epoch milliseconds, of the clock of the changes. */
export function orderBatches(on: Queries, now: () => number): OrderBatches {
  const insert = batchWriter((orders: readonly NewOrder[]) => insertFirstOrders(on, orders))
  const save = batchWriter((changes: readonly OrderChange[]) => saveChanges(on, changes, now() - MAX_PAUSE_MS))
  return { insertFirst: insert, save: async (change) => (await save(change)) || undefined }
}

async function insertFirstOrders(on: Queries, orders: readonly NewOrder[]): Promise<boolean[]> {
  const isFirst = firstOf(
    orders,
    ({ reference }) => reference,
    ({ merchantOrderId }) => merchantOrderId,
  )
  // In the order of their ids, so that two batches that want the same ids cannot deadlock.
  const first = orders
    .filter((_, at) => isFirst[at])
    .sort((one, other) => (one.merchantOrderId < other.merchantOrderId ? -1 : 1))
  const { rows } = await on.query<{ id: string }>({
    name: 'insert-first-orders',
    text: 'select galla."insertFirstOrders"($1) as "id"',
    values: [JSON.stringify(first.map((order) => encrypted(on, 'orders', order)))],
  })
  const stored = new Set(rows.map(({ id }) => id))
  return orders.map(({ merchantOrderId }, at) => isFirst[at] === true && stored.has(merchantOrderId))
}

async function saveChanges(
  on: Queries,
  changes: readonly OrderChange[],
  sinceMs: number,
): Promise<({ hasDeliveries: boolean } | false)[]> {
  const isFirst = firstOf(changes, ({ before }) => before.reference)
  const { rows } = await on.query<{ savedId: string; hasDeliveries: boolean }>({
    name: 'save-transitions',
    text: 'select "savedId", "hasDeliveries" from galla."saveTransitions"($1)',
    values: [
      JSON.stringify(
        changes.filter(({ nowMs }, at) => isFirst[at] && nowMs >= sinceMs).map((change) => toTransition(on, change)),
      ),
    ],
  })
  const saved = new Map(rows.map(({ savedId, hasDeliveries }) => [savedId, { hasDeliveries }]))
  return changes.map(({ order }, at) => (isFirst[at] && saved.get(order.merchantOrderId)) || false)
}

/**
 * Marks the items that share no key with an earlier one. Two orders of one reference never change in one statement, which would not see
 * each other; of two with one id, only the first can learn by its id that it was stored.
 */
function firstOf<Item>(items: readonly Item[], ...keys: readonly ((item: Item) => string)[]): boolean[] {
  const seen = keys.map((keyOf) => ({ keyOf, known: new Set<string>() }))
  return items.map((item) => {
    const isNew = seen.every(({ keyOf, known }) => !known.has(keyOf(item)))
    for (const { keyOf, known } of seen) known.add(keyOf(item))
    return isNew
  })
}

function toTransition(on: WithKeys, { decision, captures, events, ...written }: OrderChange) {
  const { reference, version } = written.before
  const { rule, from, observations } = decision
  return {
    ...toChange(on, written),
    reference,
    version,
    rule,
    from,
    observations,
    ...(events.length > 0 ? { events } : {}),
    ...(captures.length > 0 ? { captures } : {}),
  }
}

/** The row as `save` has left it, so that it need not be read. */
export const savedRow = (change: OrderChange): OrderRow => ({
  ...changedRow(change),
  ...balancesAfter(change.before, change.captures),
})
