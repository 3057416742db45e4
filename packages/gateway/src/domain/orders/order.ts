import type { EventName } from '@galla/contract/gateway-api/events'
import type { Checkout, OrderState, PaidCard, Resolution, Review } from '@galla/contract/gateway-api/orders'
import type { RefundOrigin } from '@galla/contract/gateway-api/refunds'
import type { Paise } from '@galla/contract/money'

/** One attempt to pay an order, keyed by its transaction id. Payer data is masked. Amounts in paise. */
export interface PaymentAttempt {
  /** The provider's id, or one of ours for a payment that is listed without one: see `orders/payments.ts`. */
  transactionId: string
  state: 'PENDING' | 'COMPLETED' | 'FAILED' | 'UNKNOWN'
  /** The newest amount that could be read; absent while none could. */
  amount?: Paise
  /** Other amounts that the provider has reported of the completed payment. */
  otherAmounts?: readonly Paise[]
  /** The amount that a decision or a person has booked for the attempt. 0 when a person saw a payment whose amount could not be read. */
  booked?: Paise
  paymentMode: string
  /** Epoch milliseconds. */
  timestamp?: number
  instrument?: string
  card?: PaidCard
  rail?: string
  utr?: string
  payerVpa?: string
  errorCode?: string
  detailedErrorCode?: string
}

/**
 * The state of the request that begins an order's payment. `sending`: the reply is awaited, or the process died. `unknown`: the reply was
 * lost. The gateway closes orders in the last four states, until the provider knows the order after all.
 */
export type Opening =
  | 'unsent'
  | 'sending'
  | 'unknown'
  | 'sent'
  | 'refused'
  | 'cancelled'
  | 'never-sent'
  | 'never-opened'

/** The stored order: what was requested, what is known of it, and what was decided. */
export interface OrderRecord {
  readonly merchantOrderId: string
  readonly reference: string
  readonly checkout: Checkout
  readonly amount: Paise
  readonly state: OrderState
  /** Resolution of the payment of a COMPLETED order: fulfilled, or refunded as late or duplicate. */
  readonly resolution?: Resolution
  /** The provider's id, known from its first response on. */
  readonly orderId?: string
  readonly attempts: readonly PaymentAttempt[]
  readonly errorCode?: string
  readonly detailedErrorCode?: string
  /** The state of the request that begins the payment. */
  readonly opening: Opening
  /** The open questions to a person about the order. */
  readonly needsReview?: Review
  /** Keys of the findings that a person has resolved. */
  readonly resolvedFindings?: readonly string[]
  readonly createdAtMs: number
  /** The provider's expiry once `orderId` is known, until then an estimate. */
  readonly expiresAtMs?: number
  readonly completedAtMs?: number
  /** When the payment was started at the provider; undefined while nothing was sent. */
  readonly sentAtMs?: number
  /** The API key that started the order may not import one that the provider had before. */
  readonly mayNotImport?: boolean
  /** Set while the request that begins the payment is being sent: it must not leave later than this. */
  readonly sendByMs?: number
}

/** When the payer was notified of a debit, and when it is possible. Epoch milliseconds. */
export interface DebitWindow {
  readonly notifiedAtMs?: number
  readonly validAfterMs?: number
  readonly validUntilMs?: number
}

/** An order as a status response or a callback reports it. A field that is absent is not a mismatch. */
export interface ProviderOrderStatus {
  state: 'PENDING' | 'COMPLETED' | 'FAILED' | 'UNKNOWN'
  /** The provider's state as sent, where `state` is UNKNOWN. */
  wireState?: string
  merchantOrderId?: string
  orderId?: string
  amount?: Paise
  currency?: string
  /** Epoch milliseconds. */
  expireAt?: number
  errorCode?: string
  detailedErrorCode?: string
  attempts: readonly PaymentAttempt[]
  /** URL of a payment link, when the report repeats the URL. */
  linkUrl?: string
  /** The window of a debit, as far as the report states it. Epoch milliseconds. */
  debitWindow?: DebitWindow
  /** Amounts of the completed attempts that it lists without a transactionId, in paise; undefined where it could not be read. */
  unnamedPayments?: readonly (Paise | undefined)[]
}

/** The kind of an automatic refund of all that was paid; `not`: there is none; `unanswered`: the provider does not say. */
export type Refunded = 'not' | 'duplicate' | 'late-payment' | 'unanswered'

/** One thing that the gateway learned about an order. Only observations change an order. */
export type Observation = { readonly atMs: number; readonly source?: string } & (
  | {
      readonly kind: 'response'
      readonly orderId?: string
      readonly expireAt?: number
      /** The other order of ours that has this id at the provider already: the reply is about that one. */
      readonly merchantOrderId?: string
    }
  | {
      readonly kind: 'response-failed'
      readonly outcome: 'not-sent' | 'rejected' | 'unknown'
      readonly code?: string
      readonly duplicateId: boolean
      /** True when only a person may decide whether the provider's order is this order; only for a `duplicateId`. */
      readonly needsPerson?: boolean
      /** The refusal is temporary, and no payment was started. */
      readonly temporary?: boolean
    }
  | {
      readonly kind: 'callback'
      readonly status: ProviderOrderStatus
      readonly mode: 'classic' | 'hmac'
      /** It reports a failed attempt. The order may be tried again, and samples lack its state. */
      readonly ofAttempt?: boolean
    }
  | {
      readonly kind: 'status'
      readonly status: ProviderOrderStatus
      /** The automatic refund of the payment that the provider has, and this database perhaps not; absent when the provider was not asked for it. */
      readonly refunded?: Refunded
      /** No request of this gateway created the order at the provider: see `orders/started-elsewhere.ts`. */
      readonly startedElsewhere?: boolean
      /** When the provider was asked. Epoch milliseconds. */
      readonly checkedAtMs?: number
    }
  | {
      readonly kind: 'status-failed'
      readonly unknownOrder: boolean
      /** When the provider was asked. Epoch milliseconds. */
      readonly checkedAtMs?: number
    }
  | { readonly kind: 'redirect' }
  /** An automatic refund failed, or could not be requested. */
  | { readonly kind: 'automatic-refund-failed'; readonly merchantRefundId: string; readonly code?: string }
  /** The provider corrected an automatic refund that had failed. */
  | { readonly kind: 'automatic-refund-corrected'; readonly merchantRefundId: string }
  | { readonly kind: 'clock' }
  /** The merchant cancels an order whose payment was never started. */
  | { readonly kind: 'cancel' }
  | {
      readonly kind: 'console'
      readonly resolveReview: true
      readonly note: string
      /** Paid twice: what was paid beyond the order amount is refunded. */
      readonly refundSurplus?: boolean
    }
)

export type RefundEventType = Extract<EventName, `refund.${string}`>
export type SubscriptionEventType = Extract<EventName, `subscription.${string}`>

/** An event of a change of an order or refund, recorded in the transaction of the change. `domain/events/events.ts` makes its id. */
export type DomainEvent =
  | {
      readonly type: Extract<EventName, `order.${string}`>
      readonly eventId: string
      readonly merchantOrderId: string
    }
  | {
      readonly type: RefundEventType
      readonly eventId: string
      readonly merchantOrderId: string
      /** The refund's own key. */
      readonly refundKey: number
    }
  | {
      readonly type: SubscriptionEventType
      readonly eventId: string
      /** The order that the event is about, else the setup of the mandate. */
      readonly merchantOrderId: string
      readonly subscriptionId: string
    }
  /** The gateway's own: the change causes an automatic refund, which is stored with it. Nobody subscribes to it. */
  | {
      readonly type: 'refund.request'
      readonly eventId: string
      readonly merchantOrderId: string
      readonly merchantRefundId: string
      readonly amount: Paise
      readonly origin: RefundOrigin
    }
