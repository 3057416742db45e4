import type { SubscriptionOrderResponse, SubscriptionStatusResponse } from '../provider/subscriptions.ts'

/** A mandate, as shown by the sandbox's control API. */
export interface SandboxMandate extends SubscriptionStatusResponse {
  /** The merchant's id of the setup order. */
  setupOrderId: string
  /** The checkout that set the mandate up; `standard` is the hosted page. */
  checkout: 'custom' | 'standard'
  /** Unique mandate number of UPI; absent until the payer approves. */
  umn?: string
  /** Creation time in epoch milliseconds. */
  createdAtMs: number
  /** Time of the payer's approval, in epoch milliseconds. */
  activatedAtMs?: number
  /** The debits of the mandate, oldest first. */
  redemptions: SandboxRedemption[]
}

/** A redemption order, which debits a mandate once, as shown by the sandbox's control API. */
export interface SandboxRedemption extends SubscriptionOrderResponse {
  /** Creation time in epoch milliseconds. */
  createdAtMs: number
  /**
   * Earliest time of the next debit, by a redeem or by the provider's own debit or retry. The time is outside the peak hours. A past
   * time means now. Absent when no debit follows. Epoch milliseconds.
   */
  debitAtMs?: number
  /** Time of the successful debit, in epoch milliseconds. */
  completedAtMs?: number
  /** True when no debit of this order is possible any more: the payer has resumed a paused mandate or refused this debit. */
  void?: true
}

/**
 * An action of the payer in the UPI app: the body of `POST /mandates/{merchantSubscriptionId}/simulate`.
 *
 * - `PAUSE`: no debit is possible until `pauseUntilMs`, when the mandate resumes automatically.
 * - `RESUME`: ends a pause. Debits that were announced before need a new notification.
 * - `REVOKE`: ends the mandate.
 * - `OPT_OUT`: refuses the debit that was announced last; the mandate stays.
 */
export type SimulateMandate =
  | {
      /** No debit is possible until `pauseUntilMs`. */
      action: 'PAUSE'
      /** Time at which the mandate resumes automatically, in epoch milliseconds. */
      pauseUntilMs: number
    }
  | {
      /** Ends a pause. */
      action: 'RESUME'
    }
  | {
      /** Ends the mandate. */
      action: 'REVOKE'
      /** True when the bank revokes the mandate, and the sandbox sends no callback. @default false */
      silent?: boolean
    }
  | {
      /** Refuses the debit that was announced last. */
      action: 'OPT_OUT'
    }

/** The end of an open notification or debit: the body of `POST /redemptions/{merchantOrderId}/simulate`. */
export interface SimulateRedemption {
  /** Result of the notification or the debit. */
  outcome: 'SUCCESS' | 'FAILURE'
  /** `FAILURE` only: the failure code, such as `Z9`. @default 'Z9' */
  errorCode?: string
}
