import type { Order } from '../domain/order.ts'
import type { Refund } from '../domain/refund.ts'

/** Earlier versions of orders and refunds, for status endpoints that answer from a replica behind the primary. */
export interface Replica {
  /** Keeps the version that was valid until `atMs`; `undefined` when there was none. */
  keepOrder(merchantOrderId: string, before: Order | undefined, atMs: number): void
  keepRefund(merchantRefundId: string, before: Refund | undefined, atMs: number): void
  /** The version at `atMs` of an order whose current version is `now`. */
  orderAt(merchantOrderId: string, now: Order | undefined, atMs: number): Order | undefined
  refundAt(merchantRefundId: string, now: Refund | undefined, atMs: number): Refund | undefined
  clear(): void
}

/** @param isRead whether a fault reads old versions; without one, none is kept */
export function createReplica(isRead: () => boolean): Replica {
  const orders = versions<Order>(isRead)
  const refunds = versions<Refund>(isRead)
  return {
    keepOrder: orders.keep,
    keepRefund: refunds.keep,
    orderAt: orders.at,
    refundAt: refunds.at,
    clear() {
      orders.clear()
      refunds.clear()
    },
  }
}

interface Version<Row> {
  readonly row: Row | undefined
  readonly untilMs: number
}

function versions<Row>(isRead: () => boolean) {
  const byId = new Map<string, Version<Row>[]>()
  return {
    keep(id: string, row: Row | undefined, untilMs: number): void {
      if (!isRead()) return
      const known = byId.get(id)
      if (known) known.push({ row, untilMs })
      else byId.set(id, [{ row, untilMs }])
    },
    at(id: string, now: Row | undefined, atMs: number): Row | undefined {
      const version = byId.get(id)?.find(({ untilMs }) => untilMs > atMs)
      return version ? version.row : now
    },
    clear: () => byId.clear(),
  }
}
