import type { LinkPayer } from '@galla/contract/gateway-api/links'
import type { Paise } from '@galla/contract/money'
import type { BrowserOS, PageMode, UpiMode } from '@galla/contract/provider/payment-mode'
import type { MetaInfo } from '@galla/contract/provider/requests'
import type { AbortSignalLike } from '@galla/sdk'

/** Options of one request. */
export interface SendOptions {
  /** Time limit of the whole call. Milliseconds. */
  timeoutMs?: number
  /** `off`: the client sends the request at most once. */
  retry?: 'off'
  /** Read just before the request is sent: once the signal is aborted, the call fails with the outcome `not-sent`. */
  signal?: AbortSignalLike
  /** The events of the client's diagnostics channels carry this value: the gateway records its calls by it. Pass the value on. */
  context?: unknown
}

/** The order to read. */
export interface OrderStatusRequest {
  /** The merchant's id of the order. */
  merchantOrderId: string
  /** `true`: all attempts; otherwise the latest attempt. */
  details?: boolean
  /** `true`: with the reason of a failure. */
  errorContext?: boolean
}

export interface OrderRequest {
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

/** The payment mode that the payer chose. A UPI mode can have the system of the payer's device. */
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
        /** Payment mode, with its fields. */
        paymentMode: UpiMode & {
          /** System of the payer's device. */
          deviceOS?: BrowserOS
        }
      }
    | {
        /** Payment mode, with its fields. */
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
