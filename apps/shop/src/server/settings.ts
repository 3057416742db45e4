import type { PaymentMethods } from '@galla/contract/gateway-api/payer-routes'
import type { Clock, Log, OrderEvent } from '@galla/gateway'

/** Origins of the running shop: no page of the shop shares one with the console. */
export interface ShopUrls {
  /** For example `http://127.0.0.1:4501`. */
  readonly url: string
  readonly consoleUrl: string
}

export interface ShopSettings {
  /** Credentials from the provider's dashboard. */
  readonly client: {
    readonly environment: 'SANDBOX' | 'PRODUCTION'
    readonly clientId: string
    readonly clientSecret: string
    readonly clientVersion: number
  }
  /** URL of a sandbox, which receives all calls in place of the provider's hosts. */
  readonly provider: string
  /** URL of the provider's browser script. */
  readonly checkoutScript: string
  /**
   * URLs whose origins the provider's page may have when it opens in a frame. In the provider's test environment script
   * and page have different hosts, `mercury-stg` and `mercury-uat`.
   * @default the origin of `checkoutScript`, as in the sandbox
   */
  readonly paymentPages?: readonly string[]
  /** The provider's public key, with which browsers encrypt cards. */
  readonly cardKey: NonNullable<PaymentMethods['cardEncryption']>
  /**
   * Offers requests to a UPI ID (UPI collect). NPCI closed them to most merchants on 28 February 2026. Exempt are payers on iOS, the
   * merchant categories 6012 and 6211, mandates, eRupi, and cross-border payment aggregators (PACB).
   * @default false
   */
  readonly collectAllowed?: boolean
  /** As in the provider's dashboard, beside the URL of `/payments/callbacks`. */
  readonly callbackCredentials: { readonly username: string; readonly password: string }
  /** A folder for an embedded PostgreSQL, or a `postgres://` URL. */
  readonly database: string
  /** Signs the cookie with a browser's orders. */
  readonly cookieSecret: string
  /** At least 12 characters. */
  readonly consolePassword: string
  /**
   * When the port is taken, a free one is used.
   * @default 0, any free port
   */
  readonly port?: number
  /**
   * When the port is taken, a free one is used.
   * @default 0, any free port
   */
  readonly consolePort?: number
  /** Above this amount in paise, a second person approves a refund that is requested in the console. @default never */
  readonly refundApprovalAbove?: number
  /** Called for each parcel, at least once; the packing list itself is written exactly once. */
  readonly onParcel?: (order: OrderEvent['order']) => void
  readonly log?: Log
  readonly clock?: Clock
}
