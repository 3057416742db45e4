import { type ColumnData, LEASE, nulled, PLAIN } from './personal-column.ts'

/** Columns about events, their deliveries to handlers, and calls of the provider. `PERSONAL_DATA` explains the kinds. */
export const EVENT_DATA = {
  events: {
    eventId: PLAIN,
    event: PLAIN,
    merchantOrderId: PLAIN,
    refundKey: PLAIN,
    subscriptionId: PLAIN,
    createdAtMs: PLAIN,
    settlementId: PLAIN,
    day: PLAIN,
  },
  subscriptions: { subscriber: PLAIN, event: PLAIN, registeredAtMs: PLAIN },
  deliveries: {
    deliveryId: PLAIN,
    eventId: PLAIN,
    subscriber: PLAIN,
    event: PLAIN,
    merchantOrderId: PLAIN,
    refundKey: PLAIN,
    state: PLAIN,
    attempts: PLAIN,
    // The text of a handler of the merchant.
    lastError: nulled('lastError'),
    createdAtMs: PLAIN,
    nextAttemptAtMs: PLAIN,
    ...LEASE,
    doneAtMs: PLAIN,
  },
  // Deleted after the days that calls are kept.
  delivery_attempts: {
    leaseToken: PLAIN,
    deliveryId: PLAIN,
    merchantOrderId: PLAIN,
    createdAtMs: PLAIN,
    attempt: PLAIN,
    startedAtMs: PLAIN,
    tookMs: PLAIN,
    result: PLAIN,
    // As deliveries.lastError.
    error: nulled('error'),
    nextAttemptAtMs: PLAIN,
  },
  calls: {
    callId: PLAIN,
    atMs: PLAIN,
    endpoint: PLAIN,
    method: PLAIN,
    path: PLAIN,
    attempts: PLAIN,
    httpStatus: PLAIN,
    tookMs: PLAIN,
    errorKind: PLAIN,
    outcome: PLAIN,
    code: PLAIN,
    message: nulled('message'),
    merchantOrderId: PLAIN,
    merchantRefundId: PLAIN,
    request: nulled('request'),
    response: nulled('response'),
  },
} satisfies { readonly [table: string]: { readonly [column: string]: ColumnData } }
