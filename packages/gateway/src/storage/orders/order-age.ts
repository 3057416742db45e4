const DAY_MS = 86_400_000

// The clock may have been wrong when an order was stored: the provider's times of it count as well.

/** SQL: the latest time that is known of the order by the provider's clock, epoch milliseconds; null without any. */
const providerTime = (order: string) => `greatest(${order}."expiresAtMs",
  (select max((attempt.value ->> 'timestamp')::bigint) from jsonb_array_elements(${order}."attempts") attempt))`

/** SQL: the time from which the age of the order's payer data counts, epoch milliseconds. */
export const payerDataSince = (order: string) => `greatest(${order}."createdAtMs", ${providerTime(order)})`

/** SQL: the time from which the age of the order's records counts, epoch milliseconds. */
export const recordsSince = (order: string) => `greatest(${order}."updatedAtMs", ${payerDataSince(order)})`

/**
 * SQL that is true of an order whose payer data is younger than `beforeMs` by more than a day. Expiry and payment always follow the
 * creation, mostly by minutes: for these no order waits.
 */
export const isYounger = (order: string, beforeMs: string) =>
  `${payerDataSince(order)} >= ${beforeMs}::bigint + ${DAY_MS}`

/** As `isYounger`, of the order with this id; false without one. */
export const isOfYounger = (merchantOrderId: string, beforeMs: string) =>
  `exists (select 1 from galla.orders a where a."merchantOrderId" = ${merchantOrderId} and ${isYounger('a', beforeMs)})`
