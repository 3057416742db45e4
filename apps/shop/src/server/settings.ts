import type { PaymentMethods } from '@galla/contract/gateway-api/payer-routes'
import type { Clock, Log, OrderEvent } from '@galla/gateway'

/** What the person who runs the stall has to say. */
export interface ShopSettings {
  /** Credentials from the provider's dashboard. */
  readonly client: {
    readonly environment: 'SANDBOX' | 'PRODUCTION'
    readonly clientId: string
    readonly clientSecret: string
    readonly clientVersion: number
  }
  /** All calls go here instead of to the provider's own hosts: a sandbox. */
  readonly provider: string
  /** Address of the provider's browser script. */
  readonly checkoutScript: string
  /**
   * Where the provider's page may come from that opens in a window over the shop. Default: where the script does, as in the sandbox;
   * in the provider's own test environment they are `mercury-stg` and `mercury-uat`.
   */
  readonly paymentPages?: readonly string[]
  /** The provider's public key, with which browsers encrypt cards. */
  readonly cardKey: NonNullable<PaymentMethods['cardEncryption']>
  /** As written in the provider's dashboard, beside the address of `/payments/callbacks`. */
  readonly callbacks: { readonly username: string; readonly password: string }
  /** A folder for the books, or a `postgres://` address. */
  readonly database: string
  /** Signs the cookie that remembers a browser's orders. */
  readonly cookieSecret: string
  /** 12 characters or more. */
  readonly consolePassword: string
  /** Default 0, any free port. When the wanted one is taken, a free one. */
  readonly port?: number
  readonly consolePort?: number
  /** Told of each parcel, at least once; the packing list itself is written exactly once. */
  readonly onParcel?: (order: OrderEvent['order']) => void
  readonly log?: Log
  readonly clock?: Clock
}
