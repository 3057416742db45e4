import type { DeliveryRecord } from '../callbacks/delivery-record.ts'
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
