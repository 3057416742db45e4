import type { SubscriptionOrderResponse, SubscriptionStatusResponse } from '../provider/subscriptions.ts'

/** A mandate as the control API shows it. */
export interface SandboxMandate extends SubscriptionStatusResponse {
  /** The merchant's id of the setup order. */
  setupOrderId: string
  /** The page that set the mandate up. */
  checkout: 'custom' | 'standard'
  /** Unique mandate number of UPI; absent until the payer approves. */
  umn?: string
  /** Epoch milliseconds. */
  createdAtMs: number
  /** When the payer approved. Epoch milliseconds. */
  activatedAtMs?: number
  /** The debits under it, oldest first. */
  redemptions: SandboxRedemption[]
}

/** A redemption order as the control API shows it. */
export interface SandboxRedemption extends SubscriptionOrderResponse {
  /** Epoch milliseconds. */
  createdAtMs: number
  /**
   * The first time at which it can be debited, outside the peak hours: by a redeem, or by the provider itself when it debits or
   * tries again. In the past: now. Absent when no debit is to come. Epoch milliseconds.
   */
  debitAtMs?: number
  /** When the money moved. Epoch milliseconds. */
  completedAtMs?: number
  /** True: the payer paused and resumed the mandate, or refused this debit; it can no longer be debited. */
  void?: true
}

/**
 * Body of `POST /mandates/{merchantSubscriptionId}/simulate`: what the payer does in the UPI app.
 *
 * - `PAUSE`: no debit is possible until `pauseUntilMs`, when the mandate resumes automatically.
 * - `RESUME`: ends a pause. What was notified before it has to be notified again.
 * - `REVOKE`: ends the mandate.
 * - `OPT_OUT`: refuses the debit that was announced last; the mandate stays.
 */
export type SimulateMandate =
  | {
      /** No debit is possible until `pauseUntilMs`. */
      action: 'PAUSE'
      /** When the mandate resumes automatically. Epoch milliseconds. */
      pauseUntilMs: number
    }
  | {
      /** Ends a pause. */
      action: 'RESUME'
    }
  | {
      /** Ends the mandate. */
      action: 'REVOKE'
      /** True: the bank revokes it, and no callback is sent. @default false */
      silent?: boolean
    }
  | {
      /** Refuses the debit that was announced last. */
      action: 'OPT_OUT'
    }

/** Body of `POST /redemptions/{merchantOrderId}/simulate`: ends the notification or the debit that is open. */
export interface SimulateRedemption {
  /** Result of the notification or the debit. */
  outcome: 'SUCCESS' | 'FAILURE'
  /** `FAILURE`: why, such as `Z9`. @default 'Z9' */
  errorCode?: string
}
