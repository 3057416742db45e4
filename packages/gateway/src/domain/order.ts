import type { Checkout, OrderState, Resolution } from '@galla/contract/gateway-api/orders'
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
  readonly needsReview?: { readonly rule: string; readonly reason: string; readonly atMs: number }
  /** Paid more than once, and a person has seen to the second payment: the first one counts. */
  readonly doublePaymentSeen?: boolean
  readonly createdAtMs: number
  readonly expiresAtMs?: number
  readonly completedAtMs?: number
}
