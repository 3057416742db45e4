import type { EventName } from '@galla/contract/gateway-api/events'
import type { Checkout, OrderState, Resolution, Review } from '@galla/contract/gateway-api/orders'
import type { RefundOrigin } from '@galla/contract/gateway-api/refunds'
import type { Paise } from '@galla/contract/money'

/** One attempt to pay an order. Payer data is masked. `amount` in paise. */
export interface PaymentAttempt {
  transactionId: string
  state: 'PENDING' | 'COMPLETED' | 'FAILED' | 'UNKNOWN'
  amount: Paise
  /** Another amount, in paise, that the provider reported last of a payment of a completed order: a person has seen it in the order's review. */
  reportedAmount?: Paise
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

/** The stored order: what was requested, and the state that its observations led to. */
export interface OrderRecord {
  readonly merchantOrderId: string
  readonly reference: string
  readonly checkout: Checkout
  readonly amount: Paise
  readonly state: OrderState
  /** How the payment of a COMPLETED order was resolved: fulfilled, or refunded as late or duplicate. */
  readonly resolution?: Resolution
  /** The provider's id, known from its first response on. */
  readonly orderId?: string
  readonly attempts: readonly PaymentAttempt[]
  readonly errorCode?: string
  readonly detailedErrorCode?: string
  /** Of a FAILED order: whether the gateway closed it on its own. Undefined when an earlier release failed it: then its code tells. */
  readonly givenUp?: boolean
  readonly needsReview?: Review
  /** The order was paid more than once and a person resolved that review: the first payment counts. */
  readonly doublePaymentSeen?: boolean
  /** Of the double payments that were accepted: the sum of the payments without a transactionId, in paise. */
  readonly unnamedSeenAmount?: number
  /** How many these are: the sum lacks an amount that could not be read. */
  readonly unnamedSeenPayments?: number
  /**
   * While a double payment is in review: what refunds have taken of it already, in paise. Those that somebody made outside the gateway,
   * and those that were requested since the review began.
   */
  readonly surplusRefunded?: number
  readonly createdAtMs: number
  /** The provider's expiry once `orderId` is known, until then an estimate. */
  readonly expiresAtMs?: number
  readonly completedAtMs?: number
  /** When the payment was started at the provider; undefined while nothing was sent. */
  readonly sentAtMs?: number
  /** The API key that started the order may not import one that the provider had before. */
  readonly mayNotImport?: boolean
  /** The order is paid; since when the provider has not said whether the payment was refunded automatically before. Epoch milliseconds. */
  readonly refundUnansweredSinceMs?: number
  /** A person accepted the payment although the provider does not say whether it was refunded automatically before. */
  readonly refundCheckWaived?: boolean
  /** Set while the request that begins the payment is being sent: it must not leave later than this. */
  readonly sendByMs?: number
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
  /** Amounts of the completed attempts that it lists without a transactionId, in paise. They are counted, and not stored. */
  unnamedPayments?: readonly Paise[]
}

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
      /** Of a `duplicateId`: only a person may decide whether the provider's order is this one. */
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
      /** Of which kind its automatic refund is that the provider has, and this database does not, as after a restore. */
      readonly refundedAs?: 'duplicate' | 'late-payment'
      /** The provider was asked for such a refund, and has none, or did not answer that. */
      readonly refundsChecked?: true | 'unanswered'
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

/** An event of a change of an order or refund, recorded in the transaction of the change. `domain/events.ts` makes its id. */
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
      readonly merchantRefundId: string
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

/** What the merchant decides about orders. */
export interface Policy {
  /**
   * What to do with an order that is paid after it failed or expired: fulfil it, or refund the payment.
   * @default 'refund'
   */
  readonly latePayment: 'fulfil' | 'refund'
  /**
   * Whether a callback whose signature covers its body completes an order without a status check.
   * @default false
   */
  readonly trustHmacCallbacks: boolean
  /**
   * How long after its expiry an order that the provider does not know is still checked. Milliseconds.
   * @default 600_000
   */
  readonly unknownOrderGraceMs: number
  /**
   * Time limit of a handler. What a handler that takes longer wrote through `tx` is rolled back, and it is tried again. Milliseconds.
   * @default 10_000
   */
  readonly handlerLimitMs: number
  /**
   * Age at which payer data is erased, from orders, refunds, callbacks, deliveries and the audit log; undefined keeps it. Days.
   * @default 180
   */
  readonly erasePayerAfterDays: number | undefined
  /**
   * Age at which entries of the API log are deleted. Days.
   * @default 30
   */
  readonly keepCallsDays: number
  /**
   * Age at which refused callbacks are deleted. Days.
   * @default 7
   */
  readonly keepRefusedCallbacksDays: number
  /**
   * Age at which the records of an order are deleted: amounts, ids, decisions and ledger entries. At least 2 922 days (eight years);
   * undefined keeps them. Days.
   * @default 3_287, nine years: eight financial years, counted from the end of the year of the payment
   */
  readonly keepRecordsDays: number | undefined
  /**
   * How long the work of a process that died, or that lost its database, stays with it before another process takes it over. A
   * process that lives renews its leases. Milliseconds of the database's clock.
   * @default 30_000
   */
  readonly leaseMs: number
}

export const DEFAULT_POLICY: Policy = {
  latePayment: 'refund',
  trustHmacCallbacks: false,
  unknownOrderGraceMs: 600_000,
  handlerLimitMs: 10_000,
  erasePayerAfterDays: 180,
  keepCallsDays: 30,
  keepRefusedCallbacksDays: 7,
  keepRecordsDays: 3_287,
  leaseMs: 30_000,
}
