import type { Checkout, OrderState, Resolution, Review } from '@galla/contract/gateway-api/orders'
import type { RefundOrigin } from '@galla/contract/gateway-api/refunds'
import type { Paise } from '@galla/contract/money'

/** What is known of one attempt to pay; nothing of the payer but what is already masked. */
export interface PaymentAttempt {
  transactionId: string
  state: 'PENDING' | 'COMPLETED' | 'FAILED' | 'UNKNOWN'
  amount: Paise
  paymentMode: string
  /** Epoch milliseconds. */
  timestamp?: number
  instrument?: string
  rail?: string
  utr?: string
  payerVpa?: string
  errorCode?: string
  detailedErrorCode?: string
}

/** Our own record of an order: what we asked for, and what we have come to believe. */
export interface OrderRecord {
  readonly merchantOrderId: string
  readonly reference: string
  readonly checkout: Checkout
  readonly amount: Paise
  readonly state: OrderState
  /** What became of the money, once the order is COMPLETED. */
  readonly resolution?: Resolution
  /** The provider's id, from the first answer on. */
  readonly orderId?: string
  readonly attempts: readonly PaymentAttempt[]
  readonly errorCode?: string
  readonly detailedErrorCode?: string
  readonly needsReview?: Review
  /** Paid more than once, and a person has seen to the second payment: the first one counts. */
  readonly doublePaymentSeen?: boolean
  readonly createdAtMs: number
  readonly expiresAtMs?: number
  readonly completedAtMs?: number
}

/** An order as the provider tells it, from a status read or in a callback. What it leaves out is no mismatch. */
export interface ProviderOrderStatus {
  state: 'PENDING' | 'COMPLETED' | 'FAILED' | 'UNKNOWN'
  /** The provider's own word, where we do not know it. */
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
}

/** Something the database heard about an order. Nothing else can change one. */
export type Observation = { readonly atMs: number; readonly source?: string } & (
  | { readonly kind: 'reply'; readonly orderId: string; readonly expireAt: number }
  | {
      readonly kind: 'reply-failed'
      readonly outcome: 'not-sent' | 'rejected' | 'unknown'
      readonly code?: string
      readonly duplicateId: boolean
      /** Refused for now, and nothing was begun. */
      readonly passing?: boolean
    }
  | { readonly kind: 'callback'; readonly status: ProviderOrderStatus; readonly mode: 'classic' | 'hmac' }
  | { readonly kind: 'status'; readonly status: ProviderOrderStatus }
  | { readonly kind: 'status-failed'; readonly unknownOrder: boolean }
  | { readonly kind: 'redirect' }
  /** The money was to go back by itself, and did not: the provider refused, or could not. */
  | { readonly kind: 'automatic-refund-failed'; readonly merchantRefundId: string; readonly code?: string }
  | { readonly kind: 'clock' }
  | {
      readonly kind: 'console'
      readonly resolveReview: true
      readonly note: string
      /** Paid twice: what came in beyond the amount goes back through the provider. */
      readonly refundSurplus?: boolean
    }
)

/** What has to happen because an order or a refund changed; written down in the same transaction, done once. */
export type DomainEvent =
  | {
      readonly type: 'order.completed' | 'order.failed' | 'order.needs_review'
      readonly deliveryId: string
      readonly merchantOrderId: string
    }
  | {
      readonly type: 'refund.completed' | 'refund.failed'
      readonly deliveryId: string
      readonly merchantOrderId: string
      readonly merchantRefundId: string
    }
  | {
      readonly type: 'refund.request'
      readonly deliveryId: string
      readonly merchantOrderId: string
      readonly merchantRefundId: string
      readonly amount: Paise
      readonly origin: RefundOrigin
    }

/** Rules that the merchant chooses. */
export interface Policy {
  /** A payment after the order failed or expired: deliver (`fulfil`) or refund it automatically. @default 'refund' */
  readonly latePayment: 'fulfil' | 'refund'
  /** Let a signed (HMAC) callback decide without a status check. @default false */
  readonly trustHmacCallbacks: boolean
  /** How long after its expiry an order that the provider does not know is still checked. Milliseconds. @default 600_000 */
  readonly unknownOrderGraceMs: number
  /** Time limit of a handler, which holds its order's lock. Milliseconds. @default 10_000 */
  readonly handlerLimitMs: number
  /** Age at which payer data and callback bodies are erased; `undefined` keeps them. Days. @default 180 */
  readonly erasePayerAfterDays: number | undefined
}

export const DEFAULT_POLICY: Policy = {
  latePayment: 'refund',
  trustHmacCallbacks: false,
  unknownOrderGraceMs: 600_000,
  handlerLimitMs: 10_000,
  erasePayerAfterDays: 180,
}
