const ENDPOINTS: { readonly [endpoint: string]: string } = {
  token: 'Fetch a token',
  standardPay: 'Open an order (hosted page)',
  standardOrderStatus: 'Ask after an order (hosted page)',
  standardTransactionStatus: 'Ask after an attempt (hosted page)',
  standardSdkOrder: 'Open an order for the app (hosted page)',
  customPay: 'Open an order (own page)',
  customOrderStatus: 'Ask after an order (own page)',
  customTransactionStatus: 'Ask after an attempt (own page)',
  customSdkOrder: 'Open an order for the app (own page)',
  refund: 'Send a refund',
  refundStatus: 'Ask after a refund',
  validateUpi: 'Look up a UPI id',
  events: 'Send telemetry',
  raw: 'Another call',
}

/** What a call is for. */
export const endpointWords = (endpoint: string): string =>
  (Object.hasOwn(ENDPOINTS, endpoint) ? ENDPOINTS[endpoint] : undefined) ?? endpoint

/** Those that the books themselves use, for a list to choose from. */
export const BOOKS_ENDPOINTS: readonly string[] = [
  'standardPay',
  'standardOrderStatus',
  'customPay',
  'customOrderStatus',
  'refund',
  'refundStatus',
]
