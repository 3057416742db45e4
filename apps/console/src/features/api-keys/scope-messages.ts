import type { ApiKeyScope } from '@galla/contract/gateway-api/api-keys'

/** The rights of each scope, in one sentence. */
export const SCOPE_TEXTS: { readonly [Key in ApiKeyScope]: string } = {
  read: 'Read and list orders, refunds, settlements, plans and subscriptions.',
  orders: 'Start, pay, check and cancel orders.',
  refunds: 'Refund without another person, up to your limits, and check refunds.',
  'refunds:request': 'Request refunds that a person approves in the console, whatever their amount.',
  subscriptions: 'Create and archive plans; start, pause and cancel subscriptions, and change their prices.',
  settlements: 'Import settlement reports and bank statements, and take imports back.',
  payers: 'Erase a payer’s data, and hold orders back from erasure.',
  holds: 'End legal holds, after which the data can be erased.',
  operations: 'Read timelines of orders, callbacks and the health report.',
  metrics: 'Read the metrics of this gateway, for Prometheus.',
}

export const scopeLabel = (scope: ApiKeyScope): string => `${scope[0]?.toUpperCase() ?? ''}${scope.slice(1)}`
