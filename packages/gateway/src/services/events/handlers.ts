import type { Dispute } from '@galla/contract/gateway-api/disputes'
import type { EventSubjects } from '@galla/contract/gateway-api/events'
import type { Order } from '@galla/contract/gateway-api/orders'
import type { Refund } from '@galla/contract/gateway-api/refunds'
import type { DayClose, Settlement } from '@galla/contract/gateway-api/settlements'
import type { Subscription, SubscriptionPayer } from '@galla/contract/gateway-api/subscriptions'

/** A statement as `pg` takes it. `name` is ignored: nothing stays prepared on the connection of a handler. */
export interface HandlerStatement {
  /** One SQL statement, with `$1`, `$2` … for the values. */
  readonly text: string
  /** The values of `$1`, `$2` … in order. */
  readonly values?: readonly unknown[]
  /** Ignored: a prepared statement would outlive the handler. */
  readonly name?: string | undefined
  /** `array`: each row is a list of values in the order of the columns. */
  readonly rowMode?: 'array' | undefined
  /** Parsers of the values, by the object id of their type. @default those of `pg`, and numbers for `bigint` that fit into one */
  readonly types?:
    | {
        /** The parser of a type, by the object id of the type. */
        getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown
      }
    | undefined
}

/** The result of a statement, as that of `pg`. */
export interface HandlerResult<Row> {
  /** Rows of the result. */
  rows: Row[]
  /** Rows that were returned or changed. */
  rowCount: number | null
  /** Columns of the result, with the object id of their type. */
  fields: {
    /** The column's name. */
    name: string
    /** The object id of the column's type. */
    dataTypeID: number
  }[]
  /** The name that PostgreSQL gives the statement, such as `INSERT`. */
  command: string
}

/** SQL in the transaction that marks the delivery as done: what is written here is committed exactly once. */
export interface HandlerTx {
  /**
   * Runs one SQL statement, as `query` of a client of `pg` does, and returns a promise: ORMs that build on such a client may use it as theirs. The
   * gateway commits: a statement that ends the transaction fails the attempt, one that begins another is refused, and a savepoint is allowed. What
   * would outlive the transaction, such as `set` without `local`, is undone after it.
   * @throws Error at once, for a callback or a cursor
   * @example
   * await tx.query('insert into parcels (reference) values ($1)', [order.reference])
   */
  query(
    statement: HandlerStatement & {
      /** Each row is a list of values in the order of the columns. */
      readonly rowMode: 'array'
    },
    values?: readonly unknown[],
  ): Promise<HandlerResult<unknown[]>>
  query(
    statement: string | HandlerStatement,
    values?: readonly unknown[],
  ): Promise<HandlerResult<Record<string, unknown>>>
}

/** The argument of an order handler. A handler may run more than once: outside `tx`, use `deliveryId` as the idempotency key. */
export interface OrderEvent {
  /** The same in every repetition: an idempotency key for work outside `tx`. */
  readonly deliveryId: string
  /** The order as it is now, which may be later than the event. */
  readonly order: Order
  /**
   * The other order of the same reference whose payment counts. With `order.failed` the reference is paid nevertheless, so keep
   * the cart fulfilled.
   */
  readonly paidBy?: string
  /**
   * The newest order of the same reference, when a later one has another amount. With `order.failed` an older page of the cart has ended, so keep the cart open.
   */
  readonly replacedBy?: string
  /** The disputes of the order, the last changed first; only with `order.disputed`. */
  readonly disputes?: readonly Dispute[]
  /** Runs SQL in the delivery's transaction. */
  readonly tx: HandlerTx
}

/** The argument of a refund handler. A handler may run more than once: outside `tx`, use `deliveryId` as the idempotency key. */
export interface RefundEvent {
  /** The same in every repetition: an idempotency key for work outside `tx`. */
  readonly deliveryId: string
  /** The refund as it is now, which may be later than the event. */
  readonly refund: Refund
  /** Runs SQL in the delivery's transaction. */
  readonly tx: HandlerTx
}

/** The argument of a handler of a subscription. A handler may run more than once: outside `tx`, use `deliveryId` as the idempotency key. */
export interface SubscriptionEvent {
  /** The same in every repetition: an idempotency key for work outside `tx`. */
  readonly deliveryId: string
  /** The subscription as it is now, which may be later than the event. */
  readonly subscription: Subscription
  /** The payer, as far as the start named them and their data is not erased. */
  readonly payer?: SubscriptionPayer
  /** The debit or first bill that the event is about, else the setup of the mandate. */
  readonly order: Order
  /** Runs SQL in the delivery's transaction. */
  readonly tx: HandlerTx
}

/** The argument of a handler of a settlement. A handler may run more than once: outside `tx`, use `deliveryId` as the idempotency key. */
export interface SettlementEvent {
  /** The same in every repetition: an idempotency key for work outside `tx`. */
  readonly deliveryId: string
  /** The settlement as it is now, which may be later than the event. */
  readonly settlement: Settlement
  /** Runs SQL in the delivery's transaction. */
  readonly tx: HandlerTx
}

/** The argument of a handler of a closed day. A handler may run more than once: outside `tx`, use `deliveryId` as the idempotency key. */
export interface DayCloseEvent {
  /** The same in every repetition: an idempotency key for work outside `tx`. */
  readonly deliveryId: string
  /** The close, which never changes. */
  readonly dayClose: DayClose
  /** Runs SQL in the delivery's transaction. */
  readonly tx: HandlerTx
}

interface EventOf {
  readonly settlement: SettlementEvent
  readonly dayClose: DayCloseEvent
  readonly subscription: SubscriptionEvent
  readonly order: OrderEvent
  readonly refund: RefundEvent
}

/**
 * The merchant's handlers, by event. A handler runs after the change is committed. One that throws is retried with increasing delays;
 * after the last attempt its delivery needs review.
 */
export type Handlers = {
  -readonly [Name in keyof EventSubjects]?: (event: EventOf[EventSubjects[Name]]) => Promise<void> | void
}
