import type { Paise } from '../money.ts'
import type { EndpointName, HostName } from './endpoints.ts'
import type { LinkEndpointName } from './links.ts'
import type { AccountConstraint, DeviceContext, MetaInfo, PaymentModeConfig } from './requests.ts'
import type { WirePaymentDetail } from './responses.ts'
import type { SettlementEndpointName } from './settlements.ts'

/** UPI AutoPay: mandates and the debits under them (autopay §2 to §4). */
export type SubscriptionEndpointName =
  | 'subscriptionSetup'
  | 'subscriptionOrderStatus'
  | 'subscriptionTransactionStatus'
  | 'subscriptionStatus'
  | 'subscriptionNotify'
  | 'subscriptionRedeem'
  | 'subscriptionCancel'

/** Every endpoint of the provider. */
export type AnyEndpointName = EndpointName | LinkEndpointName | SettlementEndpointName | SubscriptionEndpointName

interface SubscriptionEndpoint {
  readonly method: 'GET' | 'POST'
  readonly host: HostName
  /** For mandates that were set up on your own page. */
  readonly custom: string
  /** For mandates that were set up on the hosted page or in the mobile SDK. */
  readonly standard: string
}

/** Paths of both families (autopay §2). */
export const SUBSCRIPTION_ENDPOINTS: { readonly [Name in SubscriptionEndpointName]: SubscriptionEndpoint } = {
  subscriptionSetup: { method: 'POST', host: 'pg', custom: '/subscriptions/v2/setup', standard: '/checkout/v2/pay' },
  subscriptionOrderStatus: {
    method: 'GET',
    host: 'pg',
    custom: '/subscriptions/v2/order/{merchantOrderId}/status',
    standard: '/checkout/v2/order/{merchantOrderId}/status',
  },
  subscriptionTransactionStatus: {
    method: 'GET',
    host: 'pg',
    custom: '/subscriptions/v2/transaction/{transactionId}/status',
    standard: '/checkout/v2/transaction/{transactionId}/status',
  },
  subscriptionStatus: {
    method: 'GET',
    host: 'pg',
    custom: '/subscriptions/v2/{merchantSubscriptionId}/status',
    standard: '/checkout/v2/subscriptions/{merchantSubscriptionId}/status',
  },
  subscriptionNotify: {
    method: 'POST',
    host: 'pg',
    custom: '/subscriptions/v2/notify',
    standard: '/checkout/v2/subscriptions/notify',
  },
  subscriptionRedeem: {
    method: 'POST',
    host: 'pg',
    custom: '/subscriptions/v2/redeem',
    standard: '/checkout/v2/subscriptions/redeem',
  },
  subscriptionCancel: {
    method: 'POST',
    host: 'pg',
    custom: '/subscriptions/v2/{merchantSubscriptionId}/cancel',
    standard: '/checkout/v2/subscriptions/{merchantSubscriptionId}/cancel',
  },
}

/** The payer's way to authorise. PENNY_DROP: with ₹2, which the provider returns. TRANSACTION: with the first bill (autopay §6). */
export type AuthWorkflowType = 'PENNY_DROP' | 'TRANSACTION'
/** Each debit equals the maximum (FIXED), or is at most the maximum (VARIABLE). */
export type AmountType = 'FIXED' | 'VARIABLE'
/** Length of a cycle. A cycle has at most one successful debit. ON_DEMAND has no cycles. */
export type Frequency =
  | 'DAILY'
  | 'WEEKLY'
  | 'FORTNIGHTLY'
  | 'MONTHLY'
  | 'BIMONTHLY'
  | 'QUARTERLY'
  | 'HALFYEARLY'
  | 'YEARLY'
  | 'ON_DEMAND'
/** The party that repeats a failed debit: the provider (STANDARD), or you by further redeems (CUSTOM). */
export type RetryStrategy = 'STANDARD' | 'CUSTOM'

/** States of a mandate (autopay §3.1). FAILED, REVOKED, CANCELLED and EXPIRED are final. */
export type MandateState =
  | 'ACTIVATION_IN_PROGRESS'
  | 'ACTIVE'
  | 'PAUSE_IN_PROGRESS'
  | 'PAUSED'
  | 'UNPAUSE_IN_PROGRESS'
  | 'REVOKE_IN_PROGRESS'
  | 'REVOKED'
  | 'CANCEL_IN_PROGRESS'
  | 'CANCELLED'
  | 'EXPIRED'
  | 'FAILED'
/** States of a redemption order: notification, then debit (autopay §3.3). COMPLETED and FAILED are final. */
export type RedemptionState = 'NOTIFICATION_IN_PROGRESS' | 'NOTIFIED' | 'PENDING' | 'COMPLETED' | 'FAILED'

export const AUTH_WORKFLOW_TYPES: readonly AuthWorkflowType[] = ['PENNY_DROP', 'TRANSACTION']
export const AMOUNT_TYPES: readonly AmountType[] = ['FIXED', 'VARIABLE']
export const RETRY_STRATEGIES: readonly RetryStrategy[] = ['STANDARD', 'CUSTOM']
export const FREQUENCIES: readonly Frequency[] = [
  'DAILY',
  'WEEKLY',
  'FORTNIGHTLY',
  'MONTHLY',
  'BIMONTHLY',
  'QUARTERLY',
  'HALFYEARLY',
  'YEARLY',
  'ON_DEMAND',
]
export const MANDATE_STATES: readonly MandateState[] = [
  'ACTIVATION_IN_PROGRESS',
  'ACTIVE',
  'PAUSE_IN_PROGRESS',
  'PAUSED',
  'UNPAUSE_IN_PROGRESS',
  'REVOKE_IN_PROGRESS',
  'REVOKED',
  'CANCEL_IN_PROGRESS',
  'CANCELLED',
  'EXPIRED',
  'FAILED',
]
export const REDEMPTION_STATES: readonly RedemptionState[] = [
  'NOTIFICATION_IN_PROGRESS',
  'NOTIFIED',
  'PENDING',
  'COMPLETED',
  'FAILED',
]

/** Paise that a PENNY_DROP takes and returns. */
export const PENNY_DROP_PAISE = 200
/** The least that a TRANSACTION setup takes, in paise. */
export const MIN_FIRST_DEBIT_PAISE = 100
/** Time after a successful notification in which a debit is possible. Milliseconds. */
export const NOTICE_MS = 86_400_000
/** Longest life of a mandate, in years. */
export const MAX_MANDATE_YEARS = 30

/** Event names of final setup orders. A hosted setup sends `checkout.order.*` instead. */
export type SetupEventName = `subscription.setup.order.${'completed' | 'failed'}`
/** Event names of mandates. */
export type MandateEventName = `subscription.${'paused' | 'unpaused' | 'revoked' | 'cancelled'}`
/** Event names of notifications, sent or failed. */
export type NotificationEventName = `subscription.notification.${'completed' | 'failed'}`
/** Event names of final debits. */
export type RedemptionEventName = `subscription.redemption.order.${'completed' | 'failed'}`
/** Event names of single tries of a debit. The order may go on. */
export type RedemptionAttemptEventName = `subscription.redemption.transaction.${'completed' | 'failed'}`
/** All AutoPay events (autopay §4.1). */
export type SubscriptionEventName =
  | SetupEventName
  | MandateEventName
  | NotificationEventName
  | RedemptionEventName
  | RedemptionAttemptEventName

/** Each AutoPay event and its deprecated upper-case `type`. */
export const SUBSCRIPTION_CALLBACK_TYPES: { readonly [Name in SubscriptionEventName]: string } = {
  'subscription.setup.order.completed': 'SUBSCRIPTION_SETUP_ORDER_COMPLETED',
  'subscription.setup.order.failed': 'SUBSCRIPTION_SETUP_ORDER_FAILED',
  'subscription.paused': 'SUBSCRIPTION_PAUSED',
  'subscription.unpaused': 'SUBSCRIPTION_UNPAUSED',
  'subscription.revoked': 'SUBSCRIPTION_REVOKED',
  'subscription.cancelled': 'SUBSCRIPTION_CANCELLED',
  'subscription.notification.completed': 'SUBSCRIPTION_NOTIFICATION_COMPLETED',
  'subscription.notification.failed': 'SUBSCRIPTION_NOTIFICATION_FAILED',
  'subscription.redemption.order.completed': 'SUBSCRIPTION_REDEMPTION_ORDER_COMPLETED',
  'subscription.redemption.order.failed': 'SUBSCRIPTION_REDEMPTION_ORDER_FAILED',
  'subscription.redemption.transaction.completed': 'SUBSCRIPTION_REDEMPTION_TRANSACTION_COMPLETED',
  'subscription.redemption.transaction.failed': 'SUBSCRIPTION_REDEMPTION_TRANSACTION_FAILED',
}

/** The terms of a mandate. */
export interface MandateTerms {
  /** The payer's way to authorise. */
  authWorkflowType: AuthWorkflowType
  /** FIXED: each debit equals `maxAmount`. VARIABLE: each debit is at most `maxAmount`. */
  amountType: AmountType
  /** Paise. The payer sees the amount. */
  maxAmount: Paise
  /** Length of a cycle. */
  frequency: Frequency
}

/** Ways to authorise a mandate outside the hosted page. There is no QR mode: draw a QR code of `intentUrl`. */
export type MandateMode =
  | {
      /** A UPI app on the payer's device. */
      type: 'UPI_INTENT'
      /** Android: the app's package name. iOS: `PHONEPE`, `GPAY`, `PAYTM`, `CRED`, `SUPERMONEY`, `BHIM`, `AMAZON`. */
      targetApp: string
    }
  | {
      /** A request in the payer's UPI app. For new mandates, UPI allows this mode only in a few cases. */
      type: 'UPI_COLLECT'
      /** The receiver of the request. */
      details: {
        /** By UPI id. */
        type: 'VPA'
        /** UPI id, such as `asha@ybl`. */
        vpa: string
      }
      /** Text that the payer sees with the request. */
      message?: string | undefined
    }

/** Body of `POST /subscriptions/v2/setup` (autopay §2.1). */
export interface SubscriptionSetupBody {
  merchantOrderId: string
  amount: Paise
  /** End of the setup order. Epoch milliseconds. */
  expireAt?: number | undefined
  metaInfo?: MetaInfo | undefined
  constraints?: readonly AccountConstraint[] | undefined
  deviceContext?: DeviceContext | undefined
  paymentFlow: MandateTerms & {
    type: 'SUBSCRIPTION_SETUP'
    merchantSubscriptionId: string
    /** End of the mandate. Epoch milliseconds. */
    expireAt?: number | undefined
    paymentMode: MandateMode
  }
}

/** Body of `POST /checkout/v2/pay` and `POST /checkout/v2/sdk/order` for a mandate (autopay §2.2). */
export interface HostedSetupBody {
  merchantOrderId: string
  amount: Paise
  /** Seconds. */
  expireAfter?: number | undefined
  metaInfo?: MetaInfo | undefined
  paymentFlow: {
    type: 'SUBSCRIPTION_CHECKOUT_SETUP'
    message?: string | undefined
    merchantUrls?: { redirectUrl?: string | undefined; cancelRedirectUrl?: string | undefined } | undefined
    paymentModeConfig?: PaymentModeConfig | undefined
    subscriptionDetails: MandateTerms & {
      subscriptionType: 'RECURRING'
      productType: 'UPI_MANDATE'
      merchantSubscriptionId: string
      /** End of the mandate. Epoch milliseconds. */
      expireAt: number
    }
  }
}

/** Body of notify (autopay §2.6). */
export interface SubscriptionNotifyBody {
  merchantOrderId: string
  amount: Paise
  /** End of the redemption order. Epoch milliseconds. */
  expireAt?: number | undefined
  metaInfo?: MetaInfo | undefined
  constraints?: readonly AccountConstraint[] | undefined
  paymentFlow: {
    type: 'SUBSCRIPTION_REDEMPTION' | 'SUBSCRIPTION_CHECKOUT_REDEMPTION'
    merchantSubscriptionId: string
    redemptionRetryStrategy: RetryStrategy
    autoDebit: boolean
  }
}

/** Body of redeem (autopay §2.7). */
export interface SubscriptionRedeemBody {
  merchantOrderId: string
}

/** `paymentFlow` of a setup order (autopay §2.4). */
export interface WireSetupFlow extends MandateTerms {
  /** A setup, on the merchant's page or the hosted page. */
  type: 'SUBSCRIPTION_SETUP' | 'SUBSCRIPTION_CHECKOUT_SETUP'
  /** The merchant's id of the mandate. */
  merchantSubscriptionId: string
  /** The provider's id of the mandate, `OMS…`. */
  subscriptionId?: string
  /** End of the mandate. Epoch milliseconds. */
  expireAt?: number
}

/** `paymentFlow` of a redemption order. The three times are missing until the payer is notified. */
export interface WireRedemptionFlow {
  /** A debit, of either family. */
  type: 'SUBSCRIPTION_REDEMPTION' | 'SUBSCRIPTION_CHECKOUT_REDEMPTION'
  /** The merchant's id of the mandate. */
  merchantSubscriptionId: string
  /** The party that repeats a failed debit. */
  redemptionRetryStrategy?: RetryStrategy | null
  /** True: the provider debits without a redeem. */
  autoDebit?: boolean | null
  /** When the payer was notified. Epoch milliseconds, sometimes as text. */
  notifiedAt?: number | string | null
  /** Earliest debit. Epoch milliseconds, sometimes as text. */
  validAfter?: number | string | null
  /** Latest debit. Epoch milliseconds, sometimes as text. */
  validUpto?: number | string | null
}

/** Status of a setup or redemption order, also the payload of their callbacks. */
export interface SubscriptionOrderResponse {
  /** The merchant's id at the provider. */
  merchantId?: string
  /** The merchant's id of the order. */
  merchantOrderId: string
  /** The provider's id of the order, `OMO…`. */
  orderId: string
  /** The only field to decide by. */
  state: RedemptionState
  /** `INR`. */
  currency?: string
  /** Paise. */
  amount: Paise
  /** The amount that the payer pays. Paise. */
  payableAmount?: Paise
  /** Convenience fee. Paise. */
  feeAmount?: Paise
  /** When the order expires. Epoch milliseconds. */
  expireAt: number
  /** The values that were sent with the order. */
  metaInfo?: MetaInfo
  /** Coarse reason of a failure. */
  errorCode?: string
  /** Exact reason of a failure (protocol §8.4). */
  detailedErrorCode?: string
  /** The mandate, or the debit of a mandate, that the order is for. */
  paymentFlow: WireSetupFlow | WireRedemptionFlow
  /** Tries; empty until the first. */
  paymentDetails: WirePaymentDetail[]
}

/** Status of a mandate, also the payload of its callbacks (autopay §2.5). */
export interface SubscriptionStatusResponse extends MandateTerms {
  /** The merchant's id of the mandate. */
  merchantSubscriptionId: string
  /** The provider's id of the mandate, `OMS…`. */
  subscriptionId: string
  /** Notify and redeem only while the mandate is ACTIVE. */
  state: MandateState
  /** `INR`. */
  currency?: string
  /** End of the mandate. Epoch milliseconds. */
  expireAt: number
  /** Start of a pause. Epoch milliseconds. */
  pauseStartDate?: number | null
  /** End of a pause. Epoch milliseconds. */
  pauseEndDate?: number | null
  /** Null for UPI. */
  productType?: string | null
  /** Null for UPI. */
  authInstrumentType?: string | null
}
