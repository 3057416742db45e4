import type { Paise } from '../money.ts'
import type { BillingFrequency, HaltReason, SubscriptionMandate, SubscriptionState } from './subscriptions.ts'

/** A change that a payer may ask for. */
export type PayerChange = 'pause' | 'resume' | 'cancel'

/** The part of a subscription that a payer may see. */
export interface PayerSubscription {
  /** Id of the subscription. */
  subscriptionId: string
  /** Name of the plan. */
  planName: string
  /** State. */
  state: SubscriptionState
  /** Why nothing is billed, when `state` is HALTED. */
  haltedFor?: HaltReason
  /** Price of the coming cycles. In paise. */
  amount: Paise
  /** Length of a cycle. */
  frequency: BillingFrequency
  /** The permission of the payer's bank. */
  mandate: Pick<SubscriptionMandate, 'state' | 'maxAmount' | 'expiresAtMs'>
  /** The next debit; absent while none is planned. */
  nextDebit?: NextDebit
  /** The pause, when `state` is PAUSED. */
  pause?: PayerPause
  /** When a cancelled subscription ends. Epoch milliseconds; past: the subscription is being ended. */
  endsAtMs?: number
  /** When the subscription would end if the payer cancelled it now; absent: at once. Epoch milliseconds. */
  wouldEndAtMs?: number
  /** A debit under way decides whether the current cycle is paid. If the debit fails, a cancelled subscription ends at once. */
  isDebitUnderWay?: true
  /** The changes that the payer may ask for now. */
  changes: PayerChange[]
  /** Page of the provider on which the payer approves the mandate. */
  redirectUrl?: string
  /** The server's clock. Epoch milliseconds. */
  nowMs: number
  /** Delay until the next poll, in milliseconds. Absent when nothing is awaited. */
  pollAfterMs?: number
}

/** A debit that is planned. */
export interface NextDebit {
  /** In paise. */
  amount: Paise
  /** The debit is made on this day or later. Epoch milliseconds. */
  atMs: number
}

/** A pause as the payer sees it. */
export interface PayerPause {
  /** The party that can end the pause: the payer on the page of the shop, the payer in the UPI app, or the merchant alone. */
  endedBy: 'payer' | 'payer-in-app' | 'merchant'
  /** When the pause ends automatically. Epoch milliseconds. */
  untilMs?: number
}
