/** Filters as they stand in the page's address. */
type Filters = { readonly [name: string]: string | undefined }

/** Every key of the cache, by the thing it holds: `live.ts` invalidates by these and nothing else. */
export const keys = {
  about: ['about'],
  overview: (span: Filters) => ['overview', span],
  search: (q: string) => ['search', q],
  orders: (filters: Filters) => ['orders', filters],
  order: (merchantOrderId: string) => ['order', merchantOrderId],
  proof: (merchantOrderId: string) => ['order', merchantOrderId, 'proof'],
  refunds: (filters: Filters) => ['refunds', filters],
  refund: (merchantRefundId: string) => ['refund', merchantRefundId],
  callbacks: (filters: Filters) => ['callbacks', filters],
  callback: (callbackId: string) => ['callback', callbackId],
  calls: (filters: Filters) => ['calls', filters],
  apiCall: (callId: string) => ['call', callId],
  callErrors: (span: Filters) => ['call-errors', span],
  effects: (filters: Filters) => ['effects', filters],
  drift: ['drift'],
  telemetry: ['telemetry'],
  health: ['health'],
  /** The sandbox's control API; the rest of the key is the room's own. */
  sandbox: (...rest: readonly unknown[]) => ['sandbox', ...rest],
} as const
