import type { ApiKeyScope } from '@galla/contract/gateway-api/api-keys'

/** What each scope allows, in one sentence. */
export const SCOPE_TEXTS: { readonly [Key in ApiKeyScope]: string } = {
  read: 'Read and list orders and refunds.',
  orders: 'Start, pay, check and cancel orders.',
  refunds: 'Request and check refunds.',
  payers: 'Erase a payer’s data, and hold orders back from erasure.',
}

export const scopeLabel = (scope: ApiKeyScope): string => `${scope[0]?.toUpperCase() ?? ''}${scope.slice(1)}`
