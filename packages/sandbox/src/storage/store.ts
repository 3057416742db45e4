import type { DeliveryRecord } from '../callbacks/delivery.ts'
import type { Mandate } from '../domain/mandate.ts'
import type { Order } from '../domain/order.ts'
import type { Redemption } from '../domain/redemption.ts'
import type { Refund } from '../domain/refund.ts'
import { lineKey, type Settlement } from '../domain/settlement.ts'

/** Rows by key, in insertion order. */
export interface Table<Row> {
  get(key: string): Row | undefined
  put(row: Row): void
  all(): IterableIterator<Row>
}

/** The persistent state of the sandbox. */
export interface Store {
  readonly orders: Table<Order>
  readonly refunds: Table<Refund>
  readonly deliveries: Table<DeliveryRecord>
  readonly mandates: Table<Mandate>
  readonly redemptions: Table<Redemption>
  readonly settlements: Table<Settlement>
  /** Increments and returns the counter from which ids are made. */
  next(): number
  orderByTransaction(transactionId: string): Order | undefined
  orderByPageToken(pageToken: string): Order | undefined
  /** The payment link with this end of its short URL. */
  orderByLinkCode(code: string): Order | undefined
  refundsOf(merchantOrderId: string): readonly Refund[]
  /** The debits under a mandate, oldest first. */
  redemptionsOf(merchantSubscriptionId: string): readonly Redemption[]
  redemptionByTransaction(transactionId: string): Redemption | undefined
  /** The settlement that has a line with this key. */
  settlementOf(lineKey: string): Settlement | undefined
  /** References to all rows: rows are immutable. */
  dump(): StoreDump
  /** Replaces all rows. */
  load(dump: StoreDump): void
  close(): void
}

export interface StoreDump {
  readonly count: number
  readonly orders: readonly Order[]
  readonly refunds: readonly Refund[]
  readonly deliveries: readonly DeliveryRecord[]
  readonly mandates: readonly Mandate[]
  readonly redemptions: readonly Redemption[]
  readonly settlements: readonly Settlement[]
}

/** A store without persistence. */
export function memoryStore(): Store {
  let count = 0
  const byTransaction = new Map<string, string>()
  const byPageToken = new Map<string, string>()
  const byLinkCode = new Map<string, string>()
  const refundIds = new Map<string, string[]>()

  const orders = table<Order>(
    (order) => order.merchantOrderId,
    (order, before) => {
      if (!before) byPageToken.set(order.pageToken, order.merchantOrderId)
      if (!before && order.link) byLinkCode.set(order.link.code, order.merchantOrderId)
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
  const mandates = table<Mandate>((mandate) => mandate.merchantSubscriptionId)
  const redemptionIds = new Map<string, string[]>()
  const byTry = new Map<string, string>()
  const redemptions = table<Redemption>(
    (redemption) => redemption.merchantOrderId,
    (redemption, before) => {
      for (const one of redemption.tries) byTry.set(one.transactionId, redemption.merchantOrderId)
      if (before) return
      const ids = redemptionIds.get(redemption.merchantSubscriptionId)
      if (ids) ids.push(redemption.merchantOrderId)
      else redemptionIds.set(redemption.merchantSubscriptionId, [redemption.merchantOrderId])
    },
  )
  const settled = new Map<string, string>()
  const settlements = table<Settlement>(
    (settlement) => settlement.settlementId,
    (settlement, before) => {
      if (!before) for (const line of settlement.lines) settled.set(lineKey(line), settlement.settlementId)
    },
  )
  const orderById = (id: string | undefined): Order | undefined => (id === undefined ? undefined : orders.get(id))

  return {
    orders,
    refunds,
    deliveries,
    mandates,
    redemptions,
    settlements,
    next: () => ++count,
    orderByTransaction: (id) => orderById(byTransaction.get(id)),
    orderByPageToken: (token) => orderById(byPageToken.get(token)),
    orderByLinkCode: (code) => orderById(byLinkCode.get(code)),
    refundsOf: (id) => (refundIds.get(id) ?? []).flatMap((refundId) => refunds.get(refundId) ?? []),
    redemptionsOf: (id) => (redemptionIds.get(id) ?? []).flatMap((orderId) => redemptions.get(orderId) ?? []),
    redemptionByTransaction: (id) => redemptions.get(byTry.get(id) ?? ''),
    settlementOf: (key) => settlements.get(settled.get(key) ?? ''),
    dump: () => ({
      count,
      orders: [...orders.all()],
      refunds: [...refunds.all()],
      deliveries: [...deliveries.all()],
      mandates: [...mandates.all()],
      redemptions: [...redemptions.all()],
      settlements: [...settlements.all()],
    }),
    load(dump: StoreDump) {
      for (const index of [byTransaction, byPageToken, byLinkCode, refundIds, redemptionIds, byTry, settled])
        index.clear()
      for (const one of [orders, refunds, deliveries, mandates, redemptions, settlements]) one.clear()
      count = dump.count
      for (const order of dump.orders) orders.put(order)
      for (const refund of dump.refunds) refunds.put(refund)
      for (const delivery of dump.deliveries) deliveries.put(delivery)
      for (const mandate of dump.mandates) mandates.put(mandate)
      for (const redemption of dump.redemptions) redemptions.put(redemption)
      for (const settlement of dump.settlements) settlements.put(settlement)
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
    clear: () => rows.clear(),
  }
}
