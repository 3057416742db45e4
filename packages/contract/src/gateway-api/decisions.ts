import type { Paise } from '../money.ts'
import type { CallbackRecord } from './callbacks.ts'
import type { DeliveryState } from './deliveries.ts'
import type { Dispute } from './disputes.ts'
import type { EventName } from './events.ts'
import type { LedgerEntry } from './ledger.ts'
import type { Order, OrderState, ReviewFinding, ReviewReason } from './orders.ts'
import type { Refund, RefundOrigin, RefundState } from './refunds.ts'

/** Source of an observation. */
export type ObservationKind =
  | 'response'
  | 'callback'
  | 'status'
  | 'redirect'
  | 'clock'
  | 'cancel'
  | 'console'
  | 'refund'

/** Code of the rule that made a decision. A newer gateway may send a code that is not listed here. */
export type OrderRule =
  /** The provider reports a contradiction: the order needs review for this reason. */
  | ReviewReason
  /** The provider corrected an automatic refund that had failed. */
  | 'automatic-refund-corrected'
  /** The provider created the order. */
  | 'opened'
  /** The provider refused to create the order. */
  | 'opening-refused'
  /** The provider was unreachable or refused temporarily; nothing was started, and it may be tried again. */
  | 'opening-deferred'
  /** The reply to the request to create the order was lost. */
  | 'opening-unknown'
  /** The provider reports the order as pending. */
  | 'still-pending'
  /** A status check reports the order as paid. */
  | 'completed-by-status'
  /** A callback with a signature reports the order as paid, and the policy trusts it. */
  | 'completed-by-signed-callback'
  /** The order was paid after it had failed or expired. */
  | 'late-payment'
  /** A later order of the reference has another amount, so this payment is refunded. */
  | 'superseded-amount'
  /** Another order of the reference was paid first. */
  | 'duplicate-payment'
  /** A status check reports the order as failed. */
  | 'failed-by-status'
  /** The provider does not know the order, and its expiry has passed. */
  | 'never-opened'
  /** The order expired, and it was never sent to the provider. */
  | 'never-sent'
  /** The merchant cancelled the order before its payment was started. */
  | 'cancelled'
  /** The order had been given up, and the provider knows it after all. */
  | 'reopened'
  /** A callback alone changes nothing. */
  | 'callback-is-a-hint'
  /** The observations contain nothing new. */
  | 'nothing-new'
  /** The provider reports an earlier state than the stored one. */
  | 'never-backwards'
  /** The order is in review and stays in it. */
  | 'stays-in-review'
  /** A person resolved the review. */
  | 'review-resolved'

/** One run of the reducer: which observations, which rule, which change. Stored in the transaction of the change. */
export interface Decision {
  decisionId: string
  /** Epoch milliseconds. */
  atMs: number
  rule: OrderRule
  from: OrderState
  to: OrderState
  observations: { kind: ObservationKind; state?: string; amount?: number; atMs: number; source?: string }[]
  events: string[]
}

/** One order with everything stored about it. */
export interface OrderWithTimeline {
  order: Order
  refunds: Refund[]
  decisions: Decision[]
  timeline: TimelineEntry[]
  /** Transfers of the order's ledger, oldest first. */
  ledger: LedgerEntry[]
  /** Other orders of the same reference. */
  siblings: Order[]
  /** Disputes of its payments, the last changed first. */
  disputes: Dispute[]
}

/** One entry of an order's timeline: what happened, as codes and values. The program that shows it chooses the words. */
export type TimelineEntry =
  | DecisionEntry
  | CallEntry
  | CallbackEntry
  | FailedAttemptEntry
  | DeliveryEntry
  | RefundEntry
  | AuditStep

/** A rule decided. `from` equals `to` when the state did not change. */
export interface DecisionEntry {
  kind: 'decision'
  /** Epoch milliseconds. */
  atMs: number
  decisionId: string
  rule: OrderRule
  from: OrderState
  to: OrderState
}

/**
 * The effect of a failed call (with `errorKind`). `not-found` has no `errorKind`: the provider answered a status check and does not know
 * the id, as before a refund is sent for the first time.
 */
export type CallOutcome = 'not-sent' | 'rejected' | 'unknown' | 'not-found'

/** The gateway called the provider, for the order or one of its refunds. */
export interface CallEntry {
  kind: 'call'
  /** Epoch milliseconds. */
  atMs: number
  callId: string
  /** The provider's endpoint: `standardPay`, `standardOrderStatus`. */
  endpoint: string
  httpStatus?: number
  /** Failed calls only: the kind of the SDK's error. */
  errorKind?: string
  outcome?: CallOutcome
  /** Number of times that the request was sent. */
  attempts: number
}

/** A callback about the order arrived. */
export interface CallbackEntry {
  kind: 'callback'
  /** Epoch milliseconds. */
  atMs: number
  callbackId: string
  /** The provider's event name: `checkout.order.completed`. Empty when the callback was refused. */
  event: string
  verdict: CallbackRecord['verdict']
  /** The state that the callback reports. */
  state?: string
}

/** A payment attempt of the order failed. `atMs` is the provider's time of it, or that of the order's last change when it gave none. */
export interface FailedAttemptEntry {
  kind: 'failed-attempt'
  /** Epoch milliseconds. */
  atMs: number
  transactionId: string
  paymentMode: string
  /** The provider's code. */
  errorCode?: string
  /** The provider's more precise code. */
  detailedErrorCode?: string
}

/** An event is delivered to a handler or a notifier. `atMs` is the time of the delivery, or of the event until then. */
export interface DeliveryEntry {
  kind: 'delivery'
  /** Epoch milliseconds. */
  atMs: number
  deliveryId: string
  event: EventName
  /** As in `EventDelivery`. */
  subscriber: string
  state: DeliveryState
  /** Attempts that were started. */
  attempts: number
  /** Error of the last failed attempt. */
  lastError?: string
}

/** A refund of the order, at the time of its last change. */
export interface RefundEntry {
  kind: 'refund'
  /** Epoch milliseconds. */
  atMs: number
  merchantRefundId: string
  amount: Paise
  state: RefundState
  origin: RefundOrigin
  /** As in `Refund`. */
  inDoubt: boolean
  /** As in `Refund`. */
  answerDueAtMs?: number
  /** As it was given with the request. */
  note?: string
}

/** A user of the console did something with the order. */
export interface AuditStep {
  kind: 'audit'
  /** Epoch milliseconds. */
  atMs: number
  /** The stored text of the audit log: `resolved the review`. */
  action: string
  /** The user's note. */
  note?: string
}

/** Answers "why is this order paid?": each step with its source. */
export interface Proof {
  answer: ProofAnswer
  steps: ProofStep[]
  decisions: Decision[]
}

/** Why an order has its state. `rule` is the rule that decided the state, when one did. */
export type ProofAnswer =
  /** `findings`: as in `Order.needsReview`. */
  | { code: 'needs-review'; findings: readonly ReviewFinding[] }
  /** The order is paid and to be fulfilled. */
  | { code: 'paid'; rule?: OrderRule }
  /** The order was paid late, or its reference has another amount by now, and the payment is refunded. */
  | { code: 'late-refund'; rule?: OrderRule }
  /** Another order of `reference` was paid before, so the payment is refunded. */
  | { code: 'duplicate-refund'; reference: string; rule?: OrderRule }
  /** The order failed. */
  | { code: 'failed'; rule?: OrderRule }
  /** The provider has not decided yet. */
  | { code: 'pending' }
  /** The provider has not reported a status yet. */
  | { code: 'no-status' }

/** An observation that was used, or the rule that decided with it. `atMs` in epoch milliseconds. */
export type ProofStep =
  /** `amount` in paise; `callbackId` where a callback is the source. */
  | {
      kind: 'observation'
      atMs: number
      decisionId: string
      source: ObservationKind
      state?: string
      amount?: number
      callbackId?: string
    }
  | { kind: 'decision'; atMs: number; decisionId: string; rule: OrderRule }
