import type { Mandate } from '../domain/mandate.ts'
import type { Order } from '../domain/order.ts'
import type { Redemption } from '../domain/redemption.ts'
import type { Refund } from '../domain/refund.ts'

/** Earlier versions of everything that a status endpoint shows, for an answer from a replica behind the primary. */
export interface Replica {
  readonly orders: Versions<Order>
  readonly refunds: Versions<Refund>
  readonly mandates: Versions<Mandate>
  readonly redemptions: Versions<Redemption>
  clear(): void
}

/** The versions of the rows of one table, by key. */
export interface Versions<Row> {
  /** Keeps the version that was valid until `untilMs`; `undefined` when there was none. */
  keep(id: string, before: Row | undefined, untilMs: number): void
  /** The version at `atMs` of a row whose current version is `now`; the current one without a time. */
  at(id: string, now: Row | undefined, atMs: number | undefined): Row | undefined
  clear(): void
}

/** @param isRead whether a fault reads old versions; without one, none is kept */
export function createReplica(isRead: () => boolean): Replica {
  const tables = {
    orders: versions<Order>(isRead),
    refunds: versions<Refund>(isRead),
    mandates: versions<Mandate>(isRead),
    redemptions: versions<Redemption>(isRead),
  }
  return {
    ...tables,
    clear() {
      for (const table of Object.values(tables)) table.clear()
    },
  }
}

interface Version<Row> {
  readonly row: Row | undefined
  readonly untilMs: number
}

function versions<Row>(isRead: () => boolean): Versions<Row> {
  const byId = new Map<string, Version<Row>[]>()
  return {
    keep(id, row, untilMs) {
      if (!isRead()) return
      const known = byId.get(id)
      if (known) known.push({ row, untilMs })
      else byId.set(id, [{ row, untilMs }])
    },
    at(id, now, atMs) {
      if (atMs === undefined) return now
      const version = byId.get(id)?.find(({ untilMs }) => untilMs > atMs)
      return version ? version.row : now
    },
    clear: () => byId.clear(),
  }
}
