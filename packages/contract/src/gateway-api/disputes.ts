import type { DisputeState } from '../provider/disputes.ts'

/**
 * A dispute (chargeback) of a payment, as far as the provider's events tell. Amount, reason and deadline are in the provider's dashboard,
 * where the dispute is answered too.
 */
export interface Dispute {
  /** Names the dispute in this gateway. */
  disputeKey: string
  /** The provider's id of the dispute, where an event had one. */
  disputeId?: string
  /** The order, also one that this gateway does not have. Absent when no event named one. */
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
  /** True while the merchant has to answer, and no person has said that it is done. */
  needsAnswer?: true
  /** The person who said that the dispute is answered. */
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
