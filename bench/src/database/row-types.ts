import type { Decision } from '@galla/contract/gateway-api/decisions'
import type { EventDelivery } from '@galla/contract/gateway-api/deliveries'
import type { EventName } from '@galla/contract/gateway-api/events'
import type { LedgerAccount, LedgerKind } from '@galla/contract/gateway-api/ledger'
import type { Transfer } from '../../../packages/gateway/src/domain/finance/ledger.ts'
import type { AcceptedCallback } from '../../../packages/gateway/src/storage/callbacks/received-callbacks.ts'
import type { CallRow } from '../../../packages/gateway/src/storage/calls.ts'
import type { OrderRow } from '../../../packages/gateway/src/storage/orders/order-row.ts'
import type { RefundRow } from '../../../packages/gateway/src/storage/refunds/refunds.ts'

/** An expression that the database computes for each row. */
export interface Sql {
  readonly $sql: string
}

/** A value that depends on a condition, which is SQL. Without `otherwise` it is null. */
export interface Case<Value> {
  readonly $if: string
  readonly is: Value
  readonly otherwise?: Value
}

/** A value of a type of the gateway, parts of which the database computes. */
export type Template<Value> =
  | Sql
  | Constant<Value>
  | Case<Sql | Constant<Value>>
  | Case<Sql | Constant<Value> | Case<Sql | Constant<Value>>>

type Constant<Value> = Value extends string | number | boolean
  ? Value
  : Value extends readonly (infer Item)[]
    ? readonly Template<Item>[]
    : { readonly [Field in keyof Value]: Template<Value[Field]> }

/** Columns of a table as the gateway's type of its rows has them. */
type Columns<Row> = { readonly [Column in keyof Row]?: Template<Row[Column]> }

/** The tables that are seeded, with the types that the gateway reads and writes their rows with. */
export interface SeededTables {
  readonly orders: Columns<OrderRow>
  readonly decisions: Columns<Omit<Decision, 'decisionId'> & { merchantOrderId: string }>
  readonly callbacks: Columns<AcceptedCallback & { verdict: string; processedAtMs: number; attempts: number }>
  readonly events: Columns<{ eventId: string; event: EventName; merchantOrderId: string; createdAtMs: number }>
  readonly deliveries: Columns<Omit<EventDelivery, 'deliveryId'>>
  readonly calls: Columns<CallRow>
  readonly refunds: Columns<RefundRow>
  readonly ledger: Columns<Transfer & { atMs: number; debitAccount: LedgerAccount; creditAccount: LedgerAccount }>
  readonly ledger_tail: Columns<{ entryId: number; dayMs: number; kind: LedgerKind; origin: string; amount: number }>
}
