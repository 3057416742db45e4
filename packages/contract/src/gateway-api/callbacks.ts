/** Stands for the event of the provider's health webhook, which has none. */
export const HEALTH_EVENT = 'health'

/** One received callback. Headers and body are masked; a reveal is written to the audit log. */
export interface CallbackRecord {
  callbackId: string
  /** Epoch milliseconds. */
  receivedAtMs: number
  verdict: 'accepted' | 'duplicate' | 'refused'
  /** The provider's event name, such as `checkout.order.completed`; `health` for a health report, which has none; empty when it was refused. */
  event: string
  merchantOrderId?: string
  merchantRefundId?: string
  state?: string
  /** Refused: the reason's code. */
  reason?: string
  /** `classic` (user name and password) or `hmac` (signature). */
  verifiedBy?: string
  /** Accepted: when it was applied. Epoch milliseconds. */
  processedAtMs?: number
  /** Error of the last failed attempt to apply it. */
  error?: string
  attempts: number
  /** Accepted, but its event is unknown to this version: stored, and nothing changed. */
  unknownEvent?: true
  /** Every attempt to apply it failed: a person may replay it. */
  needsReview?: true
}

export interface CallbackRecordDetail extends CallbackRecord {
  headers: { [name: string]: string }
  body: unknown
  /** Other callbacks about the same order or refund. */
  siblings: CallbackRecord[]
}

/** Query string of `GET /callbacks`: every value is text. */
export interface CallbacksQuery {
  verdict?: string
  /** `true`: only callbacks that could not be applied. */
  needsReview?: string
  /** `true`: only callbacks whose event is unknown to this version. */
  unknownEvent?: string
  event?: string
  /** A `merchantOrderId` or `merchantRefundId`. */
  id?: string
  /** Epoch milliseconds. */
  fromMs?: string
  /** Epoch milliseconds, exclusive. */
  toMs?: string
  after?: string
  limit?: string
}

/** The changes that a replay would make. */
export interface ReplayPreview {
  callbackIds: string[]
  count: number
  orders: { merchantOrderId: string; from: string; to: string; rule: string }[]
  /** `from` is `not here` for a refund that was made outside the gateway and would be imported. */
  refunds: { merchantRefundId: string; from: string; to: string }[]
  /** Largest number of callbacks that one replay takes. */
  most: number
}
