/** Events with which a client reports its calls to the provider (protocol §12). */
export type TelemetryEventName =
  | 'STANDARD_CHECKOUT_CLIENT_INITIALIZED'
  | 'CUSTOM_CHECKOUT_CLIENT_INITIALIZED'
  | 'TOKEN_SERVICE_INITIALIZED'
  | 'OAUTH_FETCH_FAILED_USED_CACHED_TOKEN'
  | `${'PAY' | 'ORDER_STATUS' | 'REFUND' | 'REFUND_STATUS' | 'TRANSACTION_STATUS' | 'CREATE_SDK_ORDER'}_${'SUCCESS' | 'FAILED'}`
  | 'CALLBACK_SERIALIZATION_FAILED'
  | 'SUBSCRIPTION_CLIENT_INITIALIZED'
  | `${SubscriptionSubject}_${'SUCCESS' | 'FAILED'}`

/** Calls about mandates (autopay §7). */
export type SubscriptionSubject =
  | 'SETUP'
  | 'NOTIFY'
  | 'REDEEM'
  | 'SUBSCRIPTION_STATUS'
  | 'CANCEL'
  | 'ORDER_STATUS'
  | 'TRANSACTION_STATUS'

export type TelemetryState = 'INITIATED' | 'SUCCESS' | 'FAILED'

export interface TelemetryData {
  flowType?: 'B2B_PG' | 'SUBSCRIPTION'
  paymentFlow?: 'PG' | 'PG_CHECKOUT'
  sdkType?: string
  sdkVersion?: string
  apiPath?: string
  amount?: number
  targetApp?: string
  deviceContext?: { deviceOS?: string | undefined; merchantCallBackScheme?: string | undefined }
  expireAfter?: number
  merchantRefundId?: string
  originalMerchantOrderId?: string
  transactionId?: string
  merchantSubscriptionId?: string
  /** End of the mandate. Epoch milliseconds. */
  subscriptionExpireAt?: number
  /** End of a setup or redemption order. Epoch milliseconds. */
  orderExpireAt?: number
  eventState?: TelemetryState
  paymentInstrument?: string
  cachedTokenIssuedAt?: number
  cachedTokenExpiresAt?: number
  tokenFetchAttemptTimestamp?: number
  exceptionClass?: string | null
  exceptionMessage?: string | null
  exceptionCode?: string | null
  exceptionHttpStatusCode?: number | null
  exceptionData?: unknown
}

export interface TelemetryEvent {
  merchantOrderId?: string
  eventName: TelemetryEventName
  /** Epoch seconds. */
  eventTime: number
  data: TelemetryData
}

export interface TelemetryBatch {
  events: readonly TelemetryEvent[]
  source: 'BACKEND_SDK'
  /** `<platform>:<version>` */
  clientVersion: string
}
