import type { Dispute } from '@galla/contract/gateway-api/disputes'
import type { EventSubjects } from '@galla/contract/gateway-api/events'
import type { Order } from '@galla/contract/gateway-api/orders'
import type { Refund } from '@galla/contract/gateway-api/refunds'
import type { DayClose, Settlement } from '@galla/contract/gateway-api/settlements'
import type { Subscription, SubscriptionPayer } from '@galla/contract/gateway-api/subscriptions'

/** A statement in the form of `pg`. `name` is ignored: no statement stays prepared on the connection of a handler. */
export interface HandlerStatement {
  /** One SQL statement, with `$1`, `$2` … for the values. */
  readonly text: string
  /** The values of `$1`, `$2` … in order. */
  readonly values?: readonly unknown[]
  /** Ignored: a prepared statement would outlive the handler. */
  readonly name?: string | undefined
  /** `array`: each row is a list of values in the order of the columns. */
  readonly rowMode?: 'array' | undefined
  /**
   * Parsers of the values, by the object id of their type.
   * @default the parsers of `pg`, with numbers for `bigint` values that fit into a number
   */
  readonly types?:
    | {
        /** Returns the parser of a type, by the object id of the type. */
        getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown
      }
    | undefined
}

/** The result of a statement, in the form of `pg`. */
export interface HandlerResult<Row> {
  /** Rows of the result. */
  rows: Row[]
  /** Number of rows that were returned or changed. */
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

/** SQL in the transaction that marks the delivery as done. Changes in this transaction are committed exactly once. */
export interface HandlerTx {
  /**
   * Runs one SQL statement and returns a promise, like `query` of a client of `pg`. An ORM that builds on such a client can use `tx` as its
   * client. The gateway commits the transaction. A statement that ends the transaction fails the attempt. A statement that begins another
   * transaction is refused, and a savepoint is allowed. A setting that would outlive the transaction, such as `set` without `local`, is
   * undone afterwards.
   * @throws Error at once when a callback or a cursor is passed
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
  /** Id that is the same in every repetition: an idempotency key for work outside `tx`. */
  readonly deliveryId: string
  /** The order as it is now, which may be later than the event. */
  readonly order: Order
  /**
   * The other order of the same reference whose payment counts. With `order.failed`, the reference is still paid, so keep the cart
   * fulfilled.
   */
  readonly paidBy?: string
  /**
   * The newest order of the same reference, if a later order has another amount. With `order.failed`, an older page of the cart has ended,
   * so keep the cart open.
   */
  readonly replacedBy?: string
  /** The disputes of the order, latest change first; only with `order.disputed`. */
  readonly disputes?: readonly Dispute[]
  /** Runs SQL in the delivery's transaction. */
  readonly tx: HandlerTx
}

/** The argument of a refund handler. A handler may run more than once: outside `tx`, use `deliveryId` as the idempotency key. */
export interface RefundEvent {
  /** Id that is the same in every repetition: an idempotency key for work outside `tx`. */
  readonly deliveryId: string
  /** The refund as it is now, which may be later than the event. */
  readonly refund: Refund
  /** Runs SQL in the delivery's transaction. */
  readonly tx: HandlerTx
}

/** The argument of a handler of a subscription. A handler may run more than once: outside `tx`, use `deliveryId` as the idempotency key. */
export interface SubscriptionEvent {
  /** Id that is the same in every repetition: an idempotency key for work outside `tx`. */
  readonly deliveryId: string
  /** The subscription as it is now, which may be later than the event. */
  readonly subscription: Subscription
  /** The payer data from the start of the subscription, until this data is erased. */
  readonly payer?: SubscriptionPayer
  /** The debit or first bill that the event is about, otherwise the setup of the mandate. */
  readonly order: Order
  /** Runs SQL in the delivery's transaction. */
  readonly tx: HandlerTx
}

/** The argument of a handler of a settlement. A handler may run more than once: outside `tx`, use `deliveryId` as the idempotency key. */
export interface SettlementEvent {
  /** Id that is the same in every repetition: an idempotency key for work outside `tx`. */
  readonly deliveryId: string
  /** The settlement as it is now, which may be later than the event. */
  readonly settlement: Settlement
  /** Runs SQL in the delivery's transaction. */
  readonly tx: HandlerTx
}

/** The argument of a handler of a closed day. A handler may run more than once: outside `tx`, use `deliveryId` as the idempotency key. */
export interface DayCloseEvent {
  /** Id that is the same in every repetition: an idempotency key for work outside `tx`. */
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
 * The merchant's handlers, by event. A handler runs after the change is committed. A handler that throws is retried with increasing delays.
 * After the last attempt, the delivery needs review.
 */
export type Handlers = {
  -readonly [Name in keyof EventSubjects]?: (event: EventOf[EventSubjects[Name]]) => Promise<void> | void
}
