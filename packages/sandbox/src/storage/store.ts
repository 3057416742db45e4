import type { DeliveryRecord } from '../callbacks/delivery.ts'
import type { Order } from '../domain/order.ts'
import type { Refund } from '../domain/refund.ts'

/** Rows by their key, in the order in which they first came. */
export interface Table<Row> {
  get(key: string): Row | undefined
  put(row: Row): void
  all(): IterableIterator<Row>
  readonly size: number
}

/** What the provider keeps. Everything else it can work out from this. */
export interface Store {
  readonly orders: Table<Order>
  readonly refunds: Table<Refund>
  readonly deliveries: Table<DeliveryRecord>
  /** The number from which names are made. */
  next(): number
  orderByTransaction(transactionId: string): Order | undefined
  orderByPageToken(pageToken: string): Order | undefined
  refundsOf(merchantOrderId: string): readonly Refund[]
  dump(): StoreDump
  load(dump: StoreDump): void
  close(): void
}

export interface StoreDump {
  readonly count: number
  readonly orders: readonly Order[]
  readonly refunds: readonly Refund[]
  readonly deliveries: readonly DeliveryRecord[]
}

export function memoryStore(): Store {
  let count = 0
  const byTransaction = new Map<string, string>()
  const byPageToken = new Map<string, string>()
  const refundIds = new Map<string, string[]>()

  const orders = table<Order>(
    (order) => order.merchantOrderId,
    (order, before) => {
      if (!before) byPageToken.set(order.pageToken, order.merchantOrderId)
      for (const attempt of order.attempts) byTransaction.set(attempt.transactionId, order.merchantOrderId)
    },
  )
  const refunds = table<Refund>(
    (refund) => refund.merchantRefundId,
    (refund, before) => {
      if (before) return
      const ids = refundIds.get(refund.originalMerchantOrderId)
      if (ids) ids.push(refund.merchantRefundId)
      else refundIds.set(refund.originalMerchantOrderId, [refund.merchantRefundId])
    },
  )
  const deliveries = table<DeliveryRecord>((delivery) => delivery.deliveryId)
  const orderNamed = (id: string | undefined): Order | undefined => (id === undefined ? undefined : orders.get(id))

  return {
    orders,
    refunds,
    deliveries,
    next: () => ++count,
    orderByTransaction: (id) => orderNamed(byTransaction.get(id)),
    orderByPageToken: (token) => orderNamed(byPageToken.get(token)),
    refundsOf: (id) => (refundIds.get(id) ?? []).flatMap((refundId) => refunds.get(refundId) ?? []),
    dump: () => ({ count, orders: [...orders.all()], refunds: [...refunds.all()], deliveries: [...deliveries.all()] }),
    load(dump: StoreDump) {
      for (const index of [byTransaction, byPageToken, refundIds]) index.clear()
      for (const one of [orders, refunds, deliveries]) one.clear()
      count = dump.count
      for (const order of dump.orders) orders.put(order)
      for (const refund of dump.refunds) refunds.put(refund)
      for (const delivery of dump.deliveries) deliveries.put(delivery)
    },
    close() {},
  }
}

function table<Row>(
  keyOf: (row: Row) => string,
  index?: (row: Row, before: Row | undefined) => void,
): Table<Row> & { clear(): void } {
  const rows = new Map<string, Row>()
  return {
    get: (key) => rows.get(key),
    put(row) {
      const key = keyOf(row)
      index?.(row, rows.get(key))
      rows.set(key, row)
    },
    all: () => rows.values(),
    get size() {
      return rows.size
    },
    clear: () => rows.clear(),
  }
}
