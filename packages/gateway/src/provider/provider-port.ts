import type { LinkPayer } from '@galla/contract/gateway-api/links'
import type { Paise } from '@galla/contract/money'
import type { BrowserOS, PageMode, UpiMode } from '@galla/contract/provider/payment-mode'
import type { MetaInfo } from '@galla/contract/provider/requests'
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
      /** An event that the client does not know, or one about a mandate; the gateway has no mandates. */
      kind: 'unknown' | 'setup' | 'mandate' | 'notification' | 'redemption' | 'redemption-attempt'
      /** As sent. */
      payload: unknown
    }
)

const METHODS = {
  standardCheckout: ['pay', 'createSdkOrder', 'getOrderStatus'],
  customCheckout: ['pay', 'createSdkOrder', 'getOrderStatus'],
  links: ['create', 'getStatus', 'notify', 'cancel'],
  refunds: ['create', 'getStatus'],
} satisfies { [Group in Exclude<keyof ProviderPort, 'callbacks' | 'settlements'>]: (keyof ProviderPort[Group])[] }

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
