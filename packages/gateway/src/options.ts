import type { Order } from '@galla/contract/gateway-api/orders'
import type { PaymentMethods } from '@galla/contract/gateway-api/payer-routes'
import type { TokenStore } from '@galla/sdk'
import type { PoolConfig } from 'pg'
import type { Clock, Log } from './context.ts'
import { DEFAULT_POLICY, type Policy } from './domain/order.ts'
import { checkMountPath } from './http/mount-path.ts'
import type { Notifier } from './notifications/notifier.ts'
import type { ProviderPort } from './provider/provider-port.ts'
import type { Handlers } from './services/handlers.ts'

/** What the gateway gives to a client that is made for it. */
export interface ForClient {
  /** One access token for all replicas: `new Galla({ …, tokenStore })`. */
  readonly tokenStore: TokenStore
}

export type CallbackCredentials = { username: string; password: string } | { secretKey: string; keyId?: string }

export interface ConsoleSettings {
  /** 12 to 256 characters. Another password ends every session. */
  password: string
  /** Where people reach it: an https address. Without one it answers to names of this machine alone. */
  url?: string
  /** Path under which `admin.fetch` is mounted, where the framework does not take it off: `/admin/payments`. */
  path?: string
  /** Address of the provider. A sandbox on this machine brings its own room and the playground with it. */
  providerUrl?: string
  /** Where the provider sends callbacks, as it is written in its dashboard; only shown. */
  callbackUrl?: string
}

export interface MerchantSettings {
  /** 32 characters or more, each: what the merchant's server sends as `Authorization: Bearer …`. Several while one is replaced. */
  keys: string | readonly string[]
  /** Names by which it is called, beside this machine's own: `galla`, `galla.internal:4600`. */
  hosts?: readonly string[]
  /** Path under which `merchant.fetch` is mounted, where the framework does not take it off: `/merchant`. */
  path?: string
}

export interface GatewaySettings {
  /** A client, or a function that makes one and takes the shared token store. */
  client: ProviderPort | ((parts: ForClient) => ProviderPort)
  /** The same that the client has. Books of one environment are never opened in another. */
  environment: 'SANDBOX' | 'PRODUCTION'
  clientId: string
  /** Never stored: the shared token and the payers' tokens are sealed and signed with keys made from it. */
  clientSecret: string
  /** A folder for an embedded PostgreSQL, a `postgres://` address, or what `new Pool()` of `pg` takes. */
  database: string | PoolConfig
  /** Secrets of callbacks; default: those that the client was given. Several while one is being rotated. */
  callbacks?: { credentials: readonly CallbackCredentials[] }
  /** The merchant's own work, by what happened. */
  on?: Handlers
  /** Who is told besides, at least once each. */
  notifiers?: readonly Notifier[]
  policy?: Partial<Policy>
  /**
   * What a payer may choose on the merchant's own page. Default: no bank, no saved card, no collect. Saved cards are one payer's, so whoever
   * offers them does it by order: the function is asked whenever a payer looks, and must be quick.
   */
  paymentMethods?: PaymentMethods | ((order: Order) => PaymentMethods | Promise<PaymentMethods>)
  /** Path under which `fetch` is mounted, where the framework does not take it off: `/payments`. */
  path?: string
  /** The console behind `admin.fetch`, never without a password. Left out, there is none. */
  console?: ConsoleSettings
  /** The HTTP API behind `merchant.fetch`, for a server in another language. Left out, there is none. */
  merchant?: MerchantSettings
  log?: Log
  clock?: Clock
}

/** @throws Error naming the setting, before anything is opened. */
export function normalizeOptions(settings: GatewaySettings): Policy {
  const { environment, clientId, clientSecret, client, policy, path = '' } = settings
  if (environment !== 'SANDBOX' && environment !== 'PRODUCTION') {
    throw new Error(
      `environment must be 'SANDBOX' or 'PRODUCTION', got ${JSON.stringify(environment)}. A wrong name must not decide where money is looked for`,
    )
  }
  for (const [name, value] of Object.entries({ clientId, clientSecret })) {
    if (typeof value !== 'string' || value === '') throw new Error(`${name} must be a non-empty text`)
  }
  if (typeof client !== 'function' && (typeof client !== 'object' || client === null))
    throw new Error('client must be a client, or a function that makes one')
  checkMountPath(path, 'path')
  const whole: Policy = { ...DEFAULT_POLICY, ...policy }
  if (whole.latePayment !== 'fulfil' && whole.latePayment !== 'refund')
    throw new Error("policy.latePayment must be 'fulfil' or 'refund'")
  if (!(whole.handlerLimitMs > 0)) throw new Error('policy.handlerLimitMs must be milliseconds above 0')
  return whole
}

/** Says nothing. Whoever runs the database gives a log that does. */
export const SILENT_LOG: Log = { info() {}, warn() {}, error() {} }
