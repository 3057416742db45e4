import { defined } from '../../domain/defined.ts'
import type { Fingerprint } from '../../domain/orders/fingerprint.ts'
import type { OrderRecord } from '../../domain/orders/order.ts'
import { encrypted, type WithKeys } from '../privacy/encrypted-columns.ts'
import { storedVpa } from '../privacy/vpa-digests.ts'
import { attemptColumns, type OrderRow, type PayerAction, shownMode } from './order-row.ts'

// Every column of `galla.orders` that an order is written to and read from. Inserts, single saves, batches, their SQL functions and reads
// are made from this table, so a field of the order without a writer does not compile.

/** Values written with an order, besides the order itself. */
export interface OrderUpdate {
  nowMs: number
  nextPollAtMs: number | undefined
  unansweredPolls: number
  opened?: PayerAction | undefined
  /** Digests of the links in `opened`. */
  linkDigests?: Fingerprint | undefined
}

/** A change of an order, computed from the row `before`. */
export interface WrittenOrder extends OrderUpdate {
  readonly before: OrderRow
  readonly order: OrderRecord
}

interface StoredOrder extends OrderRow {
  readonly startFingerprint: Fingerprint
  readonly payFingerprint?: Fingerprint
  readonly linkDigests?: Fingerprint
}

type SqlType = 'text' | 'bigint' | 'integer' | 'boolean' | 'jsonb'

interface Writer<Value> {
  /** The value after a change of the order, which shows one of its attempts. */
  readonly of: (written: WrittenOrder, shown: ReturnType<typeof attemptColumns>) => Value | undefined
  /** A change without a value keeps the stored one. */
  readonly keeps?: true
}

type Column<Value> = {
  readonly type: SqlType
  /** The value is given when the order is inserted. */
  readonly given?: true
  /** The column is not read with the order. */
  readonly hidden?: true
} & (
  | Writer<Value>
  /** `start`: never changes. `ledger`: the ledger's trigger. `save`: each save counts. `opening`: beginOpening, and cleared with `sentAtMs`. `reminder`: beginReminder. */
  | { readonly writtenBy: 'start' | 'ledger' | 'save' | 'opening' | 'reminder' }
  /** The column is read by an expression, and stored nowhere. */
  | { readonly readAs: string }
)

/** True when the order is in review for a further payment, perhaps among other findings. False for a review without a time, which cannot be read. */
export const IS_IN_REVIEW_AS_PAID_TWICE = `jsonb_path_exists("needsReview", '$ ? (@.sinceMs.type() == "number").findings[*] ? (@.code == "paid-twice")')`

/** Read from the refunds of the few orders that were paid twice. */
const SURPLUS_REFUNDED = `case when ${IS_IN_REVIEW_AS_PAID_TWICE}
  then galla."refundedOfSurplus"("merchantOrderId", ("needsReview" ->> 'sinceMs')::bigint) end`

const COLUMNS: { readonly [Name in keyof Required<StoredOrder>]: Column<Required<StoredOrder>[Name]> } = {
  merchantOrderId: { type: 'text', given: true, writtenBy: 'start' },
  reference: { type: 'text', given: true, writtenBy: 'start' },
  checkout: { type: 'text', given: true, writtenBy: 'start' },
  amount: { type: 'bigint', given: true, writtenBy: 'start' },
  state: { type: 'text', of: ({ order }) => order.state },
  resolution: { type: 'text', of: ({ order }) => order.resolution },
  orderId: { type: 'text', of: ({ order }) => order.orderId },
  attempts: { type: 'jsonb', of: ({ order }) => order.attempts },
  errorCode: { type: 'text', of: ({ order }) => order.errorCode },
  detailedErrorCode: { type: 'text', of: ({ order }) => order.detailedErrorCode },
  opening: { type: 'text', given: true, of: ({ order }) => order.opening },
  needsReview: { type: 'jsonb', of: ({ order }) => order.needsReview },
  resolvedFindings: { type: 'jsonb', of: ({ order }) => order.resolvedFindings },
  surplusRefunded: { type: 'bigint', readAs: SURPLUS_REFUNDED },
  request: { type: 'jsonb', given: true, writtenBy: 'start' },
  opened: { type: 'jsonb', of: ({ opened }) => opened, keeps: true },
  transactionId: { type: 'text', of: (_, shown) => shown.transactionId },
  paymentMode: { type: 'text', of: ({ before, order }, shown) => shownMode(before, order, shown.paymentMode) },
  instrument: { type: 'text', of: (_, shown) => shown.instrument },
  rail: { type: 'text', of: (_, shown) => shown.rail },
  utr: { type: 'text', of: (_, shown) => shown.utr },
  payerVpa: { type: 'text', of: (_, shown) => shown.payerVpa, keeps: true },
  availableAmount: { type: 'bigint', writtenBy: 'ledger' },
  heldAmount: { type: 'bigint', writtenBy: 'ledger' },
  refundedAmount: { type: 'bigint', writtenBy: 'ledger' },
  overdrawnAmount: { type: 'bigint', writtenBy: 'ledger' },
  createdAtMs: { type: 'bigint', given: true, writtenBy: 'start' },
  updatedAtMs: { type: 'bigint', of: ({ nowMs }) => nowMs },
  expiresAtMs: { type: 'bigint', given: true, of: ({ order }) => order.expiresAtMs },
  completedAtMs: { type: 'bigint', of: ({ order }) => order.completedAtMs },
  sentAtMs: { type: 'bigint', given: true, of: ({ order }) => order.sentAtMs },
  remindedAtMs: { type: 'bigint', writtenBy: 'reminder' },
  sendByMs: { type: 'bigint', given: true, of: ({ order }) => order.sendByMs },
  mayNotImport: { type: 'boolean', given: true, of: ({ order }) => order.mayNotImport },
  nextPollAtMs: { type: 'bigint', given: true, of: ({ nextPollAtMs }) => nextPollAtMs },
  unansweredPolls: { type: 'integer', of: ({ unansweredPolls }) => unansweredPolls },
  version: { type: 'integer', writtenBy: 'save' },
  startFingerprint: { type: 'jsonb', given: true, hidden: true, writtenBy: 'start' },
  payFingerprint: { type: 'jsonb', hidden: true, writtenBy: 'opening' },
  linkDigests: { type: 'jsonb', hidden: true, of: ({ linkDigests }) => linkDigests, keeps: true },
}

type Name = keyof typeof COLUMNS
const NAMES = Object.keys(COLUMNS) as Name[]

/** Types of the stored columns, by name; a test compares them with the database. */
export const ORDER_TYPES: { readonly [name: string]: SqlType } = Object.fromEntries(
  NAMES.filter((name) => !('readAs' in COLUMNS[name])).map((name) => [name, COLUMNS[name].type]),
)

/** By name, because a newer release may have added columns. */
export const ORDER_COLUMNS = NAMES.filter((name) => !COLUMNS[name].hidden)
  .map((name) => {
    const column = COLUMNS[name]
    return 'readAs' in column ? `${column.readAs} as "${name}"` : `"${name}"`
  })
  .join(', ')

const GIVEN = NAMES.filter((name) => COLUMNS[name].given)
const CHANGED = NAMES.filter((name) => 'of' in COLUMNS[name])

/** Names and types of JSON fields, as `jsonb_to_record` takes them. */
export const recordOf = (types: { readonly [name: string]: string }): string =>
  Object.entries(types)
    .map(([name, type]) => `"${name}" ${type}`)
    .join(', ')

const typesOf = (names: readonly Name[]) => Object.fromEntries(names.map((name) => [name, COLUMNS[name].type]))

/** The fields of a new order as JSON. */
export const NEW_ORDER_TYPES = typesOf(GIVEN)
/** The fields of a change as JSON: `merchantOrderId` and each column that a change writes. */
export const CHANGE_TYPES = typesOf(['merchantOrderId', ...CHANGED])

/** SQL that inserts the new orders of `from`, which names them `g`. @param createdAtMs SQL of the time that orders them within their reference */
export const insertOrders = (from: string, createdAtMs = 'g."createdAtMs"'): string =>
  `insert into galla.orders (${GIVEN.map((name) => `"${name}"`).join(', ')}, "state", "updatedAtMs")
    select ${GIVEN.map((name) => (name === 'createdAtMs' ? createdAtMs : `g."${name}"`)).join(', ')}, 'CREATED', g."createdAtMs" from ${from}`

/** SQL that saves the changes of `from`, which names them `g`; further conditions may follow. A save counts the version and ends the lease. */
export const updateOrders = (from: string): string => {
  const sets = CHANGED.map((name) => {
    const column = COLUMNS[name]
    return `"${name}" = ${'keeps' in column && column.keeps ? `coalesce(g."${name}", o."${name}")` : `g."${name}"`}`
  })
  return `update galla.orders o set ${sets.join(', ')},
    "payFingerprint" = case when g."sentAtMs" is not null then o."payFingerprint" end, "leasedUntil" = null, "version" = o."version" + 1
    from ${from} where o."merchantOrderId" = g."merchantOrderId"`
}

function valuesOf(written: WrittenOrder): { readonly [Field in Name]?: unknown } {
  const shown = attemptColumns(written.order)
  const values: { [Field in Name]?: unknown } = {}
  for (const name of CHANGED) {
    const column = COLUMNS[name]
    values[name] = 'of' in column ? column.of(written, shown) : undefined
  }
  return values
}

/** The JSON of a change, with its personal columns as they are stored. */
export function toChange(on: WithKeys, written: WrittenOrder): object {
  const { merchantOrderId } = written.before
  const values = encrypted(on, 'orders', { ...valuesOf(written), merchantOrderId })
  return { ...values, payerVpa: storedVpa(on, attemptColumns(written.order).payerVpa) }
}

/** The row as a change has left it, so that it need not be read. The balances are those of before. */
export function changedRow(written: WrittenOrder): OrderRow {
  const { before } = written
  const { linkDigests: _, ...values } = valuesOf(written)
  const row: { [field: string]: unknown } = { ...before, version: before.version + 1 }
  for (const [name, value] of Object.entries(values)) {
    const column = COLUMNS[name as Name]
    if (value !== undefined || !('keeps' in column && column.keeps)) row[name] = value
  }
  return defined(row) as unknown as OrderRow
}
