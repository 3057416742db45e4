import type { ApiKeyScope } from './api-keys.ts'
import type { MerchantRoutes } from './merchant-routes.ts'

/** The scope that each route of the merchant API needs; `any` is each of them. A route without a line does not compile. */
export const MERCHANT_SCOPES: { readonly [Key in keyof MerchantRoutes]: ApiKeyScope | 'any' } = {
  'GET /key': 'any',
  'POST /orders': 'orders',
  'GET /orders': 'read',
  'GET /orders/:merchantOrderId': 'read',
  'POST /orders/:merchantOrderId/resume': 'orders',
  'POST /orders/:merchantOrderId/sync': 'orders',
  'POST /orders/:merchantOrderId/cancel': 'orders',
  'POST /orders/:merchantOrderId/pay': 'orders',
  'POST /links': 'orders',
  'POST /links/:merchantOrderId/remind': 'orders',
  'POST /links/:merchantOrderId/cancel': 'orders',
  'GET /orders/:merchantOrderId/timeline': 'operations',
  'POST /orders/:merchantOrderId/refunds': 'refunds',
  'POST /orders/:merchantOrderId/refund-requests': 'refunds:request',
  'GET /refunds': 'read',
  'GET /refunds/:merchantRefundId': 'read',
  'POST /refunds/:merchantRefundId/sync': 'refunds',
  'GET /callbacks': 'operations',
  'GET /callbacks/:callbackId': 'operations',
  'GET /health': 'operations',
  'POST /payers/preview': 'payers',
  'POST /payers/erase': 'payers',
  'GET /legal-holds': 'payers',
  'POST /legal-holds': 'payers',
  'DELETE /legal-holds/:merchantOrderId': 'holds',
}
