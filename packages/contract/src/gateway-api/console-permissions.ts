import type { ConsoleRoutes } from './console-routes.ts'
import type { Permission } from './roles.ts'

/** Routes of the console that are no JSON: files, streams, and the sandbox's control API. */
export type OtherRoute =
  | 'GET /sign-in'
  | 'GET /sign-in/callback'
  | 'GET /orders.csv'
  | 'GET /ledger.csv'
  | 'GET /audit.csv'
  | 'GET /refund-files/:fileId/results.csv'
  | 'GET /finance.csv'
  | 'GET /live'
  | 'ALL /sandbox/*'

/** Any route of the console API. */
export type ConsoleRoute = keyof ConsoleRoutes | OtherRoute

/** `public`: without a session. `own`: everybody who is logged in. */
export type Access = Permission | 'public' | 'own'

/** What each route needs. A route without a line does not compile. */
export const ROUTE_ACCESS: { readonly [Key in ConsoleRoute]: Access } = {
  'POST /session': 'public',
  'GET /sign-in': 'public',
  'GET /sign-in/callback': 'public',
  'GET /sign-in/options': 'public',
  'POST /sign-in/code': 'public',
  'POST /invitations/check': 'public',
  'POST /invitations/accept': 'public',
  'GET /session': 'own',
  'DELETE /session': 'own',
  'GET /about': 'own',
  'GET /account/sessions': 'own',
  'DELETE /account/sessions/:sessionId': 'own',
  'POST /account/password': 'own',
  'GET /account/second-factor': 'own',
  'POST /account/second-factor/begin': 'own',
  'POST /account/second-factor/confirm': 'own',
  'POST /account/second-factor/remove': 'own',
  'POST /users/:userId/remove-second-factor': 'users',
  'GET /security': 'settings',
  'POST /security': 'settings',
  'GET /live': 'read',
  'GET /overview': 'read',
  'GET /finance': 'finance',
  'GET /ledger': 'finance',
  'GET /search': 'read',
  'GET /orders': 'read',
  'GET /orders/:merchantOrderId': 'read',
  'GET /orders/:merchantOrderId/proof': 'read',
  'POST /orders/:merchantOrderId/sync': 'sync',
  'POST /orders/:merchantOrderId/resolve-review': 'review',
  'POST /orders/:merchantOrderId/refunds': 'refund',
  'GET /refunds': 'read',
  'GET /refunds/:merchantRefundId': 'read',
  'POST /refunds/:merchantRefundId/sync': 'sync',
  'POST /refunds/:merchantRefundId/resolve-review': 'review',
  'POST /refunds/:merchantRefundId/approve': 'refund',
  'POST /refunds/:merchantRefundId/decline': 'refund',
  'GET /refund-files': 'refund',
  'POST /refund-files': 'refund',
  'GET /refund-files/:fileId': 'refund',
  'GET /refund-files/:fileId/rows': 'refund',
  'GET /refund-files/:fileId/results.csv': 'refund',
  'POST /refund-files/:fileId/start': 'refund',
  'POST /refund-files/:fileId/stop': 'refund',
  'GET /callbacks': 'read',
  'GET /callbacks/:callbackId': 'read',
  'POST /callbacks/replay-preview': 'retry',
  'POST /callbacks/replay': 'retry',
  'GET /calls': 'calls',
  'GET /calls/:callId': 'calls',
  'GET /calls/errors': 'calls',
  'GET /deliveries': 'read',
  'GET /deliveries/:deliveryId': 'read',
  'POST /deliveries/:deliveryId/retry': 'retry',
  'POST /deliveries/retry': 'retry',
  'GET /subscriptions': 'read',
  'POST /subscriptions/remove': 'settings',
  'GET /reconciliation': 'read',
  'POST /reconciliation/run': 'reconcile',
  'POST /reconciliation/repair': 'reconcile',
  'POST /payers/preview': 'erase',
  'POST /payers/erase': 'erase',
  'GET /legal-holds': 'erase',
  'POST /legal-holds': 'erase',
  'DELETE /legal-holds/:merchantOrderId': 'erase',
  'GET /audit': 'audit',
  'GET /audit/check': 'audit',
  'GET /audit.csv': 'audit',
  'GET /telemetry': 'read',
  'GET /health': 'read',
  'POST /reveal': 'reveal',
  'POST /playground/pay': 'sandbox',
  'ALL /sandbox/*': 'sandbox',
  'GET /orders.csv': 'export',
  'GET /ledger.csv': 'export',
  'GET /finance.csv': 'export',
  'GET /api-keys': 'settings',
  'POST /api-keys': 'settings',
  'POST /api-keys/:keyId/revoke': 'settings',
  'GET /users': 'users',
  'POST /users': 'users',
  'POST /users/:userId/change': 'users',
  'POST /users/:userId/invite': 'users',
  'GET /users/:userId/sessions': 'users',
  'DELETE /users/:userId/sessions': 'users',
}
