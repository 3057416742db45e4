import { up as baseline } from '../../src/storage/migrations/001-baseline.ts'
import type { IndexStep, Step } from '../../src/storage/migrations/migrations.ts'

// No step waits for a lock while it holds another one: a replica that waits for both in the other order would be refused as a deadlock. So a step
// alters one table, and the contraction takes what is free or gives up.

/** A statement of the baseline, by how it begins. */
export function fromBaseline(begin: string): string {
  const at = baseline.indexOf(begin)
  if (at < 0) throw new Error(`The baseline has no statement "${begin}"`)
  return baseline.slice(at, baseline.indexOf(';\n', at) + 1)
}

/**
 * Fills rows in batches. A row that a replica has locked is left out: the replica writes it with its facts, or the last step finds it.
 * @param change one statement, about the rows of a query that ends with `end`
 */
export const inBatches = (rows: number, change: (end: string) => string): Step[] => [
  { batch: change(`limit ${rows} for no key update skip locked`) },
  { sql: change('for no key update nowait') },
]

/** Indexes that the contraction renames, by their name in the baseline. */
export const INDEXES: { readonly [name: string]: IndexStep } = {
  refunds_pkey: { index: 'refundsByKey', on: 'galla.refunds ("id")', unique: true },
  refunds_merchantRefundId_key: { index: 'refundsByOurId', on: 'galla.refunds ("merchantRefundId")', unique: true },
  refundsByTime: { index: 'refundsByTimeAndKey', on: 'galla.refunds ("createdAtMs" desc, "id" desc)' },
  refundsByState: { index: 'refundsByStateAndKey', on: 'galla.refunds ("state", "createdAtMs" desc, "id" desc)' },
  refundsInReview: {
    index: 'refundsInReviewByKey',
    on: 'galla.refunds ("createdAtMs" desc, "id" desc) where "needsReview" is not null',
  },
  refundsToApprove: {
    index: 'refundsToApproveByKey',
    on: `galla.refunds ("createdAtMs" desc, "id" desc) where "approval" = 'waiting' and "state" = 'REQUESTED'`,
  },
  ordersByAttempt: {
    index: 'ordersByFactAttempt',
    on: `galla.orders using gin (jsonb_path_query_array("factAttempts", '$[*].transactionId') jsonb_path_ops) where "factAttempts" <> '[]'`,
  },
  ledgerByRefund: { index: 'ledgerByKey', on: 'galla.ledger ("refundKey") where "refundKey" is not null' },
}

export const LACKS_KEY = '"refundKey" is null and "merchantRefundId" is not null'

/** Tables that name refunds by a text, with their primary key. */
export const NAMING_REFUNDS = { ledger: 'transferKey', events: 'eventId', deliveries: 'deliveryId' } as const

/** The rows to fill, and the indexes that the contraction needs. Built for the contraction, and dropped after it. */
export const TO_FILL = {
  orders: { index: 'ordersToFill', on: 'galla.orders ("merchantOrderId") where "opening" is null' },
  refunds: { index: 'refundsToFill', on: 'galla.refunds ("createdAtMs", "merchantRefundId") where "id" is null' },
  ledger: { index: 'ledgerToFill', on: `galla.ledger ("transferKey") where ${LACKS_KEY}` },
  events: { index: 'eventsToFill', on: `galla.events ("eventId") where ${LACKS_KEY}` },
  deliveries: { index: 'deliveriesToFill', on: `galla.deliveries ("deliveryId") where ${LACKS_KEY}` },
  questions: {
    index: 'ordersToAsk',
    on: 'galla.orders ("merchantOrderId") where "refundUnansweredSinceMs" is not null or "unnamedSeenPayments" is not null',
  },
} as const satisfies { readonly [what: string]: IndexStep }
/** The keys of transfers hold ids of refunds before, and keys after: the keys begin above each id that reads as a number. */
export const ABOVE_IDS = `select setval('galla."refundKeys"', 1 + greatest((select last_value from galla."refundKeys"),
  (select max("merchantRefundId"::bigint) from galla.ledger where "merchantRefundId" ~ '^[0-9]{1,15}$')))`
