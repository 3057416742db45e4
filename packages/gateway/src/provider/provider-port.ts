import type { LinkPayer } from '@galla/contract/gateway-api/links'
import type { Paise } from '@galla/contract/money'
import type { BrowserOS, PageMode, UpiMode } from '@galla/contract/provider/payment-mode'
import type { MetaInfo } from '@galla/contract/provider/requests'
import type { AmountType, AuthWorkflowType, Frequency, MandateState } from '@galla/contract/provider/subscriptions'
import type { AbortSignalLike } from '@galla/sdk'
import { invalidOption } from '../errors.ts'

/** The part of a client that the gateway needs. A `Galla` fits; the type is structural, so a test double or a copy of the SDK does too. */
export interface ProviderPort {
  /** Orders that are paid on the provider's hosted page. */
  readonly standardCheckout: {
    /** Creates an order at the provider. Never repeated: a lost reply leaves its outcome unknown. */
    pay(order: StandardOrderRequest, options?: SendOptions): Promise<CreateOrderResponse>
    /** Creates an order for the mobile SDK. Never repeated. */
    createSdkOrder(order: MobileOrderRequest, options?: SendOptions): Promise<CreateOrderResponse>
    /** Reads an order. */
    getOrderStatus(which: OrderStatusRequest): Promise<OrderResponse>
  }
  /** Orders that are paid on the merchant's page. */
  readonly customCheckout: {
    /** Creates an order at the provider and starts its payment. Never repeated: a lost reply leaves its outcome unknown. */
    pay(order: CustomOrderRequest, options?: SendOptions): Promise<CreateOrderResponse>
    /** Creates an order for the mobile SDK. Never repeated. */
    createSdkOrder(order: MobileOrderRequest, options?: SendOptions): Promise<CreateOrderResponse>
    /** Reads an order. */
    getOrderStatus(which: OrderStatusRequest): Promise<OrderResponse>
  }
  /** Orders that are paid by a link. */
  readonly links: {
    /** Creates a link. Never repeated: a lost reply leaves its outcome unknown. */
    create(link: LinkRequest, options?: SendOptions): Promise<LinkCreatedResponse>
    /** Reads a link. */
    getStatus(which: Omit<OrderStatusRequest, 'errorContext'>): Promise<LinkResponse>
    /** Sends a link to its payer again. */
    notify(
      which: {
        /** The merchant's id of the order. */
        merchantOrderId: string
        /** The ways to send it. */
        notificationChannels: LinkChannels
      },
      /** How the call is sent. */
      options?: SendOptions,
    ): Promise<Partial<Pick<LinkCreatedResponse, 'orderId' | 'paylinkUrl'>>>
    /** Cancels a link. Resolves with the state that the link has then. */
    cancel(which: {
      /** The merchant's id of the order. */
      merchantOrderId: string
    }): Promise<Pick<LinkResponse, 'state' | 'orderId'>>
  }
  /** Mandates and the debits under them (UPI AutoPay); a client without them bills no subscriptions. */
  readonly subscriptions?: SubscriptionCalls
  /** Refunds. */
  readonly refunds: {
    /** Requests a refund. */
    create(
      refund: {
        /** The merchant's id of the refund. */
        merchantRefundId: string
        /** The paid order. */
        originalMerchantOrderId: string
        /** In paise. */
        amount: Paise
      },
      /** How the call is sent. */
      options?: SendOptions,
    ): Promise<RefundResponse>
    /** Reads a refund. */
    getStatus(which: {
      /** The merchant's id of the refund. */
      merchantRefundId: string
    }): Promise<RefundResponse>
  }
  /** Settlements; a client without them has none to read. */
  readonly settlements?: {
    /** The settlements of a period. Epoch milliseconds. */
    list(period: {
      /** Begin of the period, epoch milliseconds. */
      from: number
      /** End of the period, epoch milliseconds. */
      to: number
    }): Promise<ListedSettlementResponse[]>
    /** Reads a settlement. */
    get(which: {
      /** The provider's id of the settlement. */
      settlementId: string
    }): Promise<SettlementResponse>
  }
  /** Verifies callbacks when the option `callbackCredentials` is left out. */
  readonly callbacks: CallbackVerifier
}

/** Calls about mandates of the hosted page. None is repeated by the client. */
export interface SubscriptionCalls {
  /** Opens the page on which the payer approves a mandate. Never repeated: a lost reply leaves its outcome unknown. */
  setup(setup: MandateRequest, options?: SendOptions): Promise<CreateOrderResponse>
  /** Opens an order that will debit the mandate, and tells the payer. Never repeated. */
  notify(notice: NoticeRequest, options?: SendOptions): Promise<Pick<CreateOrderResponse, 'orderId' | 'expireAt'>>
  /** Debits. The reply decides nothing. Never repeated. */
  redeem(
    which: {
      /** The merchant's id of the order. */
      merchantOrderId: string
      /** Always the family of the hosted page. */
      checkout: 'standard'
    },
    /** How the call is sent. */
    options?: SendOptions,
  ): Promise<object>
  /** Reads a mandate. */
  getStatus(which: MandateOf): Promise<MandateResponse>
  /** Ends a mandate. */
  cancel(which: MandateOf): Promise<void>
  /** Reads an order that sets a mandate up, or debits it. */
  getOrderStatus(which: {
    /** The merchant's id of the order. */
    merchantOrderId: string
    /** `true`: all tries; otherwise the latest one. */
    details?: boolean
    /** Always the family of the hosted page. */
    checkout: 'standard'
  }): Promise<BillingOrderResponse>
}

/** @throws GatewayError INVALID_OPTION for a client without them */
export function subscriptionsOf({ subscriptions }: ProviderPort): SubscriptionCalls {
  if (subscriptions) return subscriptions
  throw invalidOption('client', 'has no subscriptions: make it with new Galla({ … }) of @galla/sdk, or leave it out')
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
  /** The gateway debits by itself. */
  autoDebit: false
  /** The gateway repeats a failed debit. */
  redemptionRetryStrategy: 'CUSTOM'
}

/** A mandate as the provider reports it. */
export interface MandateResponse {
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
  /** Begin of the payer's pause. Epoch milliseconds. */
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

/** How one call is sent. */
export interface SendOptions {
  /** Time limit of the whole call. Milliseconds. */
  timeoutMs?: number
  /** `off`: the client sends the request at most once. */
  retry?: 'off'
  /** Read just before the request is sent: once it is aborted, the call fails with the outcome `not-sent`. */
  signal?: AbortSignalLike
}

/** The order to read. */
export interface OrderStatusRequest {
  /** The merchant's id of the order. */
  merchantOrderId: string
  /** `true`: all attempts; otherwise the latest one. */
  details?: boolean
  /** `true`: with the reason of a failure. */
  errorContext?: boolean
}

/** Verifies that a callback comes from the provider. */
export interface CallbackVerifier {
  /**
   * Verifies one callback.
   * @throws GallaError kind `invalid-callback` with its `reason`
   */
  verify(delivery: {
    /** Names in lower case. */
    headers: { [name: string]: string }
    /** Raw bytes, before any parser. */
    body: Uint8Array
  }): Promise<VerifiedCallback>
}

interface OrderRequest {
  /** The merchant's id of the order. */
  merchantOrderId: string
  /** In paise. */
  amount: Paise
  /** Seconds. */
  expireAfter?: number
  /** Up to 15 texts of the merchant, which the provider returns with the order. */
  metaInfo?: MetaInfo
}

/** An order of the standard checkout. */
export interface StandardOrderRequest extends OrderRequest {
  /** Where the payer returns after the hosted page. */
  redirectUrl: string
  /** Shown to the payer on the hosted page. */
  message?: string
}

/** An order that is paid with the mobile SDK. */
export interface MobileOrderRequest extends OrderRequest {
  /** Where the payer returns, unless the mobile SDK returns to the app. */
  redirectUrl?: string
  /** Shown to the payer on the provider's page. */
  message?: string
}

/** The payer's choice. `UPI_COLLECT` and `UPI_INTENT` also take the device's system. */
export type PaymentChoice =
  | (UpiMode & {
      /** System of the payer's device. */
      deviceOS?: BrowserOS
    })
  | PageMode

/** Device that opens the UPI app. The provider's own app on iOS also needs the URL scheme that leads back. */
export interface IntentDevice {
  /** System of the device. */
  deviceOS: 'ANDROID' | 'IOS'
  /** URL scheme of `redirectUrl`: `https`. */
  merchantCallBackScheme?: string
}

/** An order of the custom checkout with the payer's choice. */
export type CustomOrderRequest = OrderRequest & {
  /** Where the payer returns. */
  redirectUrl: string
  /** Only with `UPI_INTENT`. */
  deviceContext?: IntentDevice
} & (
    | {
        /** How the payer pays. */
        paymentMode: UpiMode & {
          /** System of the payer's device. */
          deviceOS?: BrowserOS
        }
      }
    | {
        /** How the payer pays. */
        paymentMode: PageMode
      }
  )

/** The ways in which the provider sends a link. */
export interface LinkChannels {
  /** By SMS. */
  sms?: boolean
  /** By e-mail. */
  email?: boolean
}

/** A payment link. */
export interface LinkRequest extends Omit<OrderRequest, 'expireAfter'> {
  /** Shown to the payer. */
  description?: string
  /** The payer. */
  customerDetails: LinkPayer
  /** The ways in which the link is sent at once. */
  notificationChannels?: LinkChannels
  /** Epoch milliseconds. */
  expireAt?: number
}

/** A created link. */
export interface LinkCreatedResponse extends Omit<CreateOrderResponse, 'redirectUrl' | 'intentUrl' | 'qrData'> {
  /** The short URL. */
  paylinkUrl: string
}

/** A link as the provider reports it. */
export interface LinkResponse extends Omit<OrderResponse, 'state'> {
  /** `ACTIVE`: it can be paid. `UNKNOWN`: a state that the client does not know; `wireState` holds it. */
  state: OrderResponse['state'] | 'ACTIVE' | 'EXPIRED' | 'CANCELLED'
  /** The link itself; not in every response. */
  paymentFlow?: {
    /** The short URL; not in every response. */
    paylinkUrl?: string
  }
}

/** A created order. */
export interface CreateOrderResponse {
  /** The provider's id of the order. */
  orderId: string
  /** When the order expires. Epoch milliseconds. */
  expireAt: number
  /** Page to which the payer goes. */
  redirectUrl?: string
  /** UPI: link that opens an app. */
  intentUrl?: string
  /** UPI: the provider's QR code, as an image or as text. */
  qrData?: string
  /** Opens the order in the mobile SDK. */
  token?: string
}

/** Instrument and rail, as far as they are stored. */
export interface InstrumentResponse {
  /** Source of the money. */
  instrument?: {
    /** `ACCOUNT`, `CREDIT_CARD`, … */
    type: string
  }
  /** Network that carried the payment. */
  rail?: {
    /** `UPI`, `PG`, … */
    type: string
    /** Bank reference number. */
    utr?: unknown
    /** UPI id of the payer. */
    vpa?: unknown
  }
}

/** One attempt to pay an order. */
export interface AttemptResponse extends InstrumentResponse {
  /** The provider's id of the attempt. */
  transactionId: string
  /** `UNKNOWN`: a state that the client does not know. */
  state: 'PENDING' | 'COMPLETED' | 'FAILED' | 'UNKNOWN'
  /** In paise. */
  amount: Paise
  /** Mode of the attempt: `UPI_QR`, `CARD`. */
  paymentMode: string
  /** Epoch milliseconds. */
  timestamp: number
  /** The provider's code of a failed attempt. */
  errorCode?: string
  /** The provider's more precise code. */
  detailedErrorCode?: string
  /** The parts of a payment from several sources. */
  splitInstruments?: readonly InstrumentResponse[]
}

/** An order as the provider reports it. */
export interface OrderResponse {
  /** `UNKNOWN`: a state that the client does not know; `wireState` holds it. */
  state: 'PENDING' | 'COMPLETED' | 'FAILED' | 'UNKNOWN'
  /** The state as sent. */
  wireState?: string
  /** The provider's id of the order. */
  orderId: string
  /** The merchant's id of the order. */
  merchantOrderId?: string
  /** In paise. */
  amount: Paise
  /** `INR`. */
  currency?: string
  /** Epoch milliseconds. */
  expireAt: number
  /** The provider's code of a failed order. */
  errorCode?: string
  /** The provider's more precise code. */
  detailedErrorCode?: string
  /** The attempts to pay it. */
  paymentDetails: readonly AttemptResponse[]
}

/** A refund as the provider reports it. */
export interface RefundResponse {
  /** `UNKNOWN`: a state that the client does not know; `wireState` holds it. */
  state: 'PENDING' | 'CONFIRMED' | 'COMPLETED' | 'FAILED' | 'UNKNOWN'
  /** The state as sent. */
  wireState?: string
  /** The provider's id of the refund. */
  refundId?: string
  /** The merchant's id of the refund. */
  merchantRefundId?: string
  /** The order that was paid. */
  originalMerchantOrderId?: string
  /** In paise. */
  amount: Paise
  /** The provider's code of a failed refund. */
  errorCode?: string
  /** The provider's more precise code. */
  detailedErrorCode?: string
  /** When the refund was made or changed. Epoch milliseconds. */
  timestamp?: number
  /** The parts of a refund to several sources. */
  splitInstruments?: readonly InstrumentResponse[]
  /** The attempts to pay it out. */
  paymentDetails?: readonly RefundAttemptResponse[]
}

/** A settlement as a list names it. */
export interface ListedSettlementResponse {
  /** The provider's id of the settlement. */
  settlementId: string
  /** `UNKNOWN`: a state that the client does not know; `wireState` holds it. */
  state: 'INITIATED' | 'PROCESSED' | 'ATTEMPT_FAILED' | 'UNKNOWN'
  /** The state as sent. */
  wireState?: string
  /** The bank's reference. */
  utr?: string
}

/** A settlement as the provider reports it. */
export interface SettlementResponse extends ListedSettlementResponse {
  /** In paise. */
  amount: Paise
  /** The provider's code of a failed attempt. */
  lastAttemptErrorCode?: string
  /** When the state changed last. Epoch milliseconds. */
  lastUpdatedAt: number
}

/** An attempt of a refund. */
export interface RefundAttemptResponse extends InstrumentResponse {
  /** State of the attempt, as sent. */
  state?: string
  /** When the attempt was made or changed. Epoch milliseconds. */
  timestamp?: number
  /** The provider's code of a failed attempt. */
  errorCode?: string
  /** The provider's more precise code. */
  detailedErrorCode?: string
  /** The parts of a refund to several sources. */
  splitInstruments?: readonly InstrumentResponse[]
}

/** A callback whose sender is verified. */
export type VerifiedCallback = {
  /** Name of the event, as sent. */
  event: string
  /** How the sender was verified. */
  verifiedBy: {
    /** `classic`: user name and password. `hmac`: a signature over the body. */
    mode: 'classic' | 'hmac'
  }
} & (
  | {
      /** The kind of record that the event is about. */
      kind: 'order' | 'attempt'
      /** The order. */
      payload: OrderResponse
    }
  | {
      /** The kind of record that the event is about. */
      kind: 'link'
      /** The link. */
      payload: LinkResponse
    }
  | {
      /** The kind of record that the event is about. */
      kind: 'refund'
      /** The refund. */
      payload: RefundResponse
    }
  | {
      /** The kind of record that the event is about. */
      kind: 'settlement'
      /** The settlement. */
      payload: SettlementResponse
    }
  | {
      /** The kind of record that the event is about. */
      kind: 'setup' | 'notification' | 'redemption' | 'redemption-attempt'
      /** The order of the mandate. */
      payload: BillingOrderResponse
    }
  | {
      /** The kind of record that the event is about. */
      kind: 'mandate'
      /** The merchant's id of the mandate; empty when the callback has none. */
      merchantSubscriptionId: string
      /** The mandate. */
      payload: MandateResponse
    }
  | {
      /** An event that the client does not know. */
      kind: 'unknown'
      /** As sent. */
      payload: unknown
    }
)

const METHODS = {
  standardCheckout: ['pay', 'createSdkOrder', 'getOrderStatus'],
  customCheckout: ['pay', 'createSdkOrder', 'getOrderStatus'],
  links: ['create', 'getStatus', 'notify', 'cancel'],
  refunds: ['create', 'getStatus'],
} satisfies {
  [Group in Exclude<keyof ProviderPort, 'callbacks' | 'settlements' | 'subscriptions'>]: (keyof ProviderPort[Group])[]
}

/**
 * Only TypeScript refuses the settings of a client in its place: the first order would fail, with an unknown outcome.
 * @throws Error naming the method that is missing
 */
export function checkClient(client: unknown): void {
  const groups = Object(client) as { [group: string]: { [method: string]: unknown } | undefined }
  for (const [group, methods] of Object.entries(METHODS))
    for (const method of methods)
      if (typeof groups[group]?.[method] !== 'function')
        throw invalidOption(
          'client',
          `has no ${group}.${method}: make it with new Galla({ … }) of @galla/sdk, or leave it out`,
        )
}
