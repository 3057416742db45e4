/**
 * The fields that a log line may have: ids, counts, states and codes. `jsonLog` drops others, and a log call in the gateway
 * with another one does not compile, so that a careless call cannot leak a secret or lose what it should say.
 */
export const LOGGED_FIELDS = [
  'at',
  'attempts',
  'callbackIds',
  'cancelled',
  'checked',
  'count',
  'deliveryId',
  'discrepancies',
  'endpoint',
  'engine',
  'error',
  'errorCode',
  'event',
  'fileId',
  'from',
  'job',
  'merchantOrderId',
  'merchantRefundId',
  'migration',
  'needsReview',
  'of',
  'offsetMs',
  'origin',
  'outcome',
  'path',
  'pausedMs',
  'port',
  'reason',
  'repaired',
  'rule',
  'schemaVersion',
  'state',
  'step',
  'subscriber',
  'to',
  'tookMs',
  'url',
  'work',
  'workerId',
  'workers',
] as const

/** The fields of one log line. Ids, counts, states and codes; no payer data and no secret. */
export type LogFields = { readonly [Name in (typeof LOGGED_FIELDS)[number]]?: unknown }
