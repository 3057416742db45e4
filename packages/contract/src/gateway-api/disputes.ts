import type { DisputeState } from '../provider/disputes.ts'

/**
 * A dispute (chargeback) of a payment, from the provider's events. Amount, reason and deadline are in the provider's dashboard,
 * where the dispute is answered too.
 */
export interface Dispute {
  /** Names the dispute in this gateway. */
  disputeKey: string
  /** The provider's id of the dispute, where an event had one. */
  disputeId?: string
  /** The order, which may be unknown to this gateway. Absent if no event named an order. */
  merchantOrderId?: string
  /** The provider's id of the payment, where an event had one. */
  transactionId?: string
  /** By the name of the event that counts. */
  state: DisputeState
  /** The callback of that event: its body is kept. */
  callbackId: string
  /** When the first event arrived. Epoch milliseconds. */
  openedAtMs: number
  /** When the event that counts arrived. Epoch milliseconds. */
  updatedAtMs: number
  /** True while the merchant has to answer, and no person has marked the dispute as answered. */
  needsAnswer?: true
  /** The person who marked the dispute as answered. */
  answeredBy?: string
  /** When. Epoch milliseconds. */
  answeredAtMs?: number
}

/** Query string of `GET /disputes`: every value is text. */
export interface DisputesQuery {
  /** `true`: only disputes that need an answer. */
  needsAnswer?: string
  after?: string
  limit?: string
}
