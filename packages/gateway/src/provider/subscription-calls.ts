import type { Paise } from '@galla/contract/money'
import type { AmountType, AuthWorkflowType, Frequency, MandateState } from '@galla/contract/provider/subscriptions'
import type { OrderRequest, SendOptions } from './requests.ts'
import type { CreateOrderResponse, OrderResponse } from './responses.ts'

/** Calls about mandates of the hosted page. None is repeated by the client. */
export interface SubscriptionCalls {
  /** Opens the page on which the payer approves a mandate. Never repeated: a lost reply leaves its outcome unknown. */
  setup(setup: MandateRequest, options?: SendOptions): Promise<CreateOrderResponse>
  /** Opens an order that will debit the mandate, and tells the payer. Never repeated. */
  notify(notice: NoticeRequest, options?: SendOptions): Promise<Pick<CreateOrderResponse, 'orderId' | 'expireAt'>>
  /** Requests a debit. The reply does not decide the debit. The client never repeats the request. */
  redeem(
    which: {
      /** The merchant's id of the order. */
      merchantOrderId: string
      /** Always the family of the hosted page. */
      checkout: 'standard'
    },
    /** Options of the request. */
    options?: SendOptions,
  ): Promise<object>
  /** Reads a mandate. */
  getStatus(which: MandateOf, options?: SendOptions): Promise<MandateResponse>
  /** Ends a mandate. */
  cancel(which: MandateOf, options?: SendOptions): Promise<void>
  /** Reads an order that sets a mandate up, or debits it. */
  getOrderStatus(
    which: {
      /** The merchant's id of the order. */
      merchantOrderId: string
      /** `true`: all tries; otherwise the latest try. */
      details?: boolean
      /** Always the family of the hosted page. */
      checkout: 'standard'
    },
    /** Options of the request. */
    options?: SendOptions,
  ): Promise<BillingOrderResponse>
}

/** A mandate of the hosted page. */
export interface MandateOf {
  /** The merchant's id of the mandate. */
  merchantSubscriptionId: string
  /** Always the family of the hosted page. */
  checkout: 'standard'
}

/** A mandate to set up on the hosted page. */
export interface MandateRequest extends Omit<OrderRequest, 'metaInfo'> {
  /** Always the hosted page. */
  checkout: 'standard'
  /** The merchant's id of the mandate. */
  merchantSubscriptionId: string
  /** `PENNY_DROP`: ₹2 are taken and returned. `TRANSACTION`: `amount` is the first bill. */
  authWorkflowType: AuthWorkflowType
  /** `FIXED`: each debit is `maxAmount`. */
  amountType: AmountType
  /** Largest debit. In paise. */
  maxAmount: Paise
  /** Length of a cycle. */
  frequency: Frequency
  /** End of the mandate. Epoch milliseconds. */
  subscriptionExpireAt: number
  /** Where the payer returns after the hosted page. */
  redirectUrl: string
  /** Shown to the payer on the hosted page. */
  message?: string
}

/** A debit to announce. */
export interface NoticeRequest extends MandateOf {
  /** The merchant's id of the order. */
  merchantOrderId: string
  /** In paise. */
  amount: Paise
  /** When the order ends. Epoch milliseconds. */
  expireAt: number
  /** The gateway debits automatically. */
  autoDebit: false
  /** The gateway repeats a failed debit. */
  redemptionRetryStrategy: 'CUSTOM'
}

/** A mandate as the provider reports it. */
export interface MandateResponse {
  /** The provider's id of the mandate, `OMS…`. */
  subscriptionId?: string
  /** `UNKNOWN`: a state that the client does not know. */
  state: MandateState | 'UNKNOWN'
  /** The state as sent. */
  wireState?: string
  /** `FIXED`: each debit is `maxAmount`. */
  amountType?: string
  /** Largest debit. In paise. */
  maxAmount?: Paise
  /** Length of a cycle. */
  frequency?: string
  /** End of the mandate. Epoch milliseconds. */
  expireAt?: number
  /** Start of the payer's pause. Epoch milliseconds. */
  pauseStartDate?: number
  /** End of the payer's pause. Epoch milliseconds. */
  pauseEndDate?: number
}

/** An order of a mandate as the provider reports it. */
export interface BillingOrderResponse extends Omit<OrderResponse, 'state'> {
  /** `NOTIFIED`: the payer was told of a debit. */
  state: OrderResponse['state'] | 'NOTIFICATION_IN_PROGRESS' | 'NOTIFIED'
  /** The mandate or the debit. Of a debit `notifiedAt`, `validAfter` and `validUpto`, epoch milliseconds, once the payer is notified. */
  paymentFlow?: object
}
