/** The provider's hosts for the API, card and token payments, access tokens and telemetry (protocol §1.1). */
export type HostName = 'pg' | 'cards' | 'identity' | 'events'

/** Base URLs of the provider, protocol §1.1. Telemetry is off in the sandbox, so its events host is never called. */
export const ENVIRONMENT_HOSTS: {
  readonly [Name in 'PRODUCTION' | 'SANDBOX']: { readonly [Host in HostName]: string }
} = {
  PRODUCTION: {
    pg: 'https://api.phonepe.com/apis/pg',
    cards: 'https://cards.phonepe.com/apis/pg',
    identity: 'https://api.phonepe.com/apis/identity-manager',
    events: 'https://api.phonepe.com/apis/pg-ingestion',
  },
  SANDBOX: {
    pg: 'https://api-preprod.phonepe.com/apis/pg-sandbox',
    cards: 'https://api-preprod.phonepe.com/apis/pg-sandbox',
    identity: 'https://api-preprod.phonepe.com/apis/pg-sandbox',
    events: 'http://localhost',
  },
}

export type EndpointName =
  | 'token'
  | 'standardPay'
  | 'standardOrderStatus'
  | 'standardTransactionStatus'
  | 'standardSdkOrder'
  | 'customPay'
  | 'customOrderStatus'
  | 'customTransactionStatus'
  | 'customSdkOrder'
  | 'refund'
  | 'refundStatus'
  | 'validateUpi'
  | 'events'

/** `path` is relative to the host's base URL; `{name}` stands for one escaped segment. */
export interface Endpoint {
  readonly method: 'GET' | 'POST'
  readonly host: HostName
  readonly path: string
}

/** protocol §2.1, §3, §12 */
export const ENDPOINTS: { readonly [Name in EndpointName]: Endpoint } = {
  token: { method: 'POST', host: 'identity', path: '/v1/oauth/token' },
  standardPay: { method: 'POST', host: 'pg', path: '/checkout/v2/pay' },
  standardOrderStatus: { method: 'GET', host: 'pg', path: '/checkout/v2/order/{merchantOrderId}/status' },
  standardTransactionStatus: { method: 'GET', host: 'pg', path: '/checkout/v2/transaction/{transactionId}/status' },
  standardSdkOrder: { method: 'POST', host: 'pg', path: '/checkout/v2/sdk/order' },
  customPay: { method: 'POST', host: 'pg', path: '/payments/v2/pay' },
  customOrderStatus: { method: 'GET', host: 'pg', path: '/payments/v2/order/{merchantOrderId}/status' },
  customTransactionStatus: { method: 'GET', host: 'pg', path: '/payments/v2/transaction/{transactionId}/status' },
  customSdkOrder: { method: 'POST', host: 'pg', path: '/payments/v2/sdk/order' },
  refund: { method: 'POST', host: 'pg', path: '/payments/v2/refund' },
  refundStatus: { method: 'GET', host: 'pg', path: '/payments/v2/refund/{merchantRefundId}/status' },
  validateUpi: { method: 'POST', host: 'pg', path: '/v2/validate/upi' },
  events: { method: 'POST', host: 'events', path: '/client/v1/backend/events/batch' },
}
