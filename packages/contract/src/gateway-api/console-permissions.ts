import type { ConsoleRoutes } from './console-routes.ts'
import type { Permission } from './roles.ts'

/** Routes of the console that are no JSON: files, streams, and the sandbox's control API. */
export type OtherRoute =
  | 'GET /sign-in'
  | 'GET /sign-in/callback'
  | 'POST /sign-in/logout'
  | 'GET /orders.csv'
  | 'GET /ledger.csv'
  | 'GET /audit.csv'
  | 'GET /audit.jsonl'
  | 'GET /refund-files/:fileId/results.csv'
  | 'GET /finance.csv'
  | 'GET /day-closes.csv'
  | 'GET /live'
  | 'ALL /sandbox/*'

/** Any route of the console API. */
export type ConsoleRoute = keyof ConsoleRoutes | OtherRoute

/** `public`: without a session. `own`: everybody who is logged in. */
export type Access = Permission | 'public' | 'own'

/** The access that each route needs. A route without a line does not compile. */
export const ROUTE_ACCESS: { readonly [Key in ConsoleRoute]: Access } = {
  'POST /session': 'public',
  'POST /passkeys/options': 'public',
  'POST /passkeys/login': 'public',
  'GET /sign-in': 'public',
  'GET /sign-in/callback': 'public',
  'POST /sign-in/logout': 'public',
  'GET /sign-in/options': 'public',
  'POST /sign-in/code': 'public',
  'POST /invitations/check': 'public',
  'POST /invitations/accept': 'public',
  'GET /session': 'own',
  'DELETE /session': 'own',
  'POST /session/proof/options': 'own',
  'POST /session/proof': 'own',
  'GET /about': 'own',
  'GET /account/sessions': 'own',
  'DELETE /account/sessions/:sessionId': 'own',
  'POST /account/password': 'own',
  'GET /account/second-factor': 'own',
  'POST /account/second-factor/begin': 'own',
  'POST /account/second-factor/confirm': 'own',
  'POST /account/second-factor/remove': 'own',
  'GET /account/passkeys': 'own',
  'POST /account/passkeys/options': 'own',
  'POST /account/passkeys': 'own',
  'DELETE /account/passkeys/:passkeyId': 'own',
  'POST /users/:userId/remove-second-factor': 'users',
  'GET /security': 'settings',
  'POST /security': 'settings',
  'GET /live': 'read',
  'GET /overview': 'read',
  'GET /overview/usual': 'read',
  'GET /finance': 'finance',
  'GET /ledger': 'finance',
  'GET /settlements': 'finance',
  'GET /settlements/summary': 'finance',
  'GET /settlements/payouts': 'finance',
  'GET /settlements/:settlementId': 'finance',
  'POST /settlements/sync': 'reconcile',
  'POST /settlements/reports': 'reconcile',
  'GET /bank-statements': 'finance',
  'POST /bank-statements': 'reconcile',
  'DELETE /bank-statements/:statementId': 'reconcile',
  'GET /day-closes': 'finance',
  'GET /day-closes.csv': 'export',
  'GET /search': 'read',
  'GET /orders': 'read',
  'GET /order-totals': 'read',
  'GET /orders/:merchantOrderId': 'read',
  'GET /orders/:merchantOrderId/proof': 'read',
  'POST /orders/:merchantOrderId/sync': 'sync',
  'POST /orders/:merchantOrderId/resolve-review': 'review',
  'POST /orders/:merchantOrderId/refunds': 'refund',
  'POST /orders/:merchantOrderId/link': 'link',
  'POST /links/:merchantOrderId/remind': 'link',
  'POST /links/:merchantOrderId/cancel': 'link',
  'GET /refunds': 'read',
  'GET /refund-totals': 'read',
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
  'GET /disputes': 'read',
  'POST /disputes/:disputeKey/answered': 'review',
  'GET /calls': 'calls',
  'GET /calls/:callId': 'calls',
  'GET /calls/errors': 'calls',
  'GET /deliveries': 'read',
  'GET /deliveries/:deliveryId': 'read',
  'POST /deliveries/:deliveryId/retry': 'retry',
  'POST /deliveries/retry': 'retry',
  'GET /subscriptions': 'read',
  'POST /subscriptions/remove': 'settings',
  'GET /plan-subscriptions': 'read',
  'GET /plan-subscriptions/figures': 'read',
  'GET /plan-subscriptions/coming': 'read',
  'GET /plan-subscriptions/:subscriptionId': 'read',
  'POST /plan-subscriptions/:subscriptionId/pause': 'subscription',
  'POST /plan-subscriptions/:subscriptionId/resume': 'subscription',
  'POST /plan-subscriptions/:subscriptionId/skip': 'subscription',
  'POST /plan-subscriptions/:subscriptionId/cancel': 'subscription',
  'GET /plans': 'read',
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
  'GET /audit.jsonl': 'audit',
  'GET /audit.csv': 'audit',
  'GET /views': 'read',
  'POST /views': 'read',
  'POST /views/:viewId/rename': 'read',
  'DELETE /views/:viewId': 'read',
  'POST /views/:viewId/share': 'share',
  'POST /shared-views/:viewId/rename': 'share',
  'POST /shared-views/:viewId/roles': 'settings',
  'DELETE /shared-views/:viewId': 'share',
  'GET /telemetry': 'calls',
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

/** Routes that are no plain reading. */
export type ChangingRoute = Exclude<ConsoleRoute, `GET ${string}`>

/**
 * A proof of who the person is: `fresh`, the last one of the session is not older than `console.stepUpAfterMs`; `included`, each request holds
 * the own password; `none`.
 */
export type ProofNeed = 'fresh' | 'included' | 'none'

/** The proof that each route needs. What moves money, gives access or reveals data needs one. A route without a line does not compile. */
export const ROUTE_PROOF: { readonly [Key in ChangingRoute]: ProofNeed } = {
  // They are how a person proves it.
  'POST /session': 'none',
  'POST /passkeys/options': 'none',
  'POST /passkeys/login': 'none',
  'POST /sign-in/code': 'none',
  'POST /sign-in/logout': 'none',
  'POST /session/proof/options': 'none',
  'POST /session/proof': 'none',
  'POST /invitations/check': 'none',
  'POST /invitations/accept': 'none',
  'POST /account/password': 'included',
  'POST /account/second-factor/begin': 'included',
  'POST /account/second-factor/confirm': 'fresh',
  'POST /account/second-factor/remove': 'included',
  'POST /account/passkeys/options': 'fresh',
  'POST /account/passkeys': 'fresh',
  'DELETE /account/passkeys/:passkeyId': 'fresh',
  'POST /users': 'fresh',
  'POST /users/:userId/change': 'fresh',
  'POST /users/:userId/invite': 'fresh',
  'POST /users/:userId/remove-second-factor': 'fresh',
  'POST /security': 'fresh',
  'POST /api-keys': 'fresh',
  'POST /orders/:merchantOrderId/refunds': 'fresh',
  'POST /orders/:merchantOrderId/resolve-review': 'fresh',
  'POST /refunds/:merchantRefundId/resolve-review': 'fresh',
  'POST /refunds/:merchantRefundId/approve': 'fresh',
  'POST /refund-files/:fileId/start': 'fresh',
  'POST /reveal': 'fresh',
  'POST /payers/erase': 'fresh',
  'DELETE /legal-holds/:merchantOrderId': 'fresh',
  // Payers are debited again.
  'POST /plan-subscriptions/:subscriptionId/resume': 'fresh',
  // Only the payer can approve a mandate again.
  'POST /plan-subscriptions/:subscriptionId/cancel': 'fresh',
  // They take access away, or stop money: nothing must hold up who does that.
  'DELETE /session': 'none',
  'DELETE /account/sessions/:sessionId': 'none',
  'DELETE /users/:userId/sessions': 'none',
  'POST /api-keys/:keyId/revoke': 'none',
  'POST /refunds/:merchantRefundId/decline': 'none',
  'POST /refund-files/:fileId/stop': 'none',
  'POST /plan-subscriptions/:subscriptionId/pause': 'none',
  'POST /plan-subscriptions/:subscriptionId/skip': 'none',
  'POST /legal-holds': 'none',
  // They show what will happen, ask the provider, or repeat what was decided.
  'POST /refund-files': 'none',
  'POST /payers/preview': 'none',
  'POST /orders/:merchantOrderId/sync': 'none',
  // A link asks a payer for money; it moves none out.
  'POST /orders/:merchantOrderId/link': 'none',
  'POST /links/:merchantOrderId/remind': 'none',
  'POST /links/:merchantOrderId/cancel': 'none',
  'POST /refunds/:merchantRefundId/sync': 'none',
  'POST /reconciliation/run': 'none',
  'POST /settlements/sync': 'none',
  'POST /settlements/reports': 'none',
  'POST /bank-statements': 'none',
  'DELETE /bank-statements/:statementId': 'none',
  'POST /reconciliation/repair': 'none',
  'POST /callbacks/replay-preview': 'none',
  'POST /callbacks/replay': 'none',
  // It ends an alert, and decides nothing.
  'POST /disputes/:disputeKey/answered': 'none',
  'POST /deliveries/:deliveryId/retry': 'none',
  'POST /deliveries/retry': 'none',
  'POST /subscriptions/remove': 'none',
  // A view only says what a list shows.
  'POST /views': 'none',
  'POST /views/:viewId/rename': 'none',
  'DELETE /views/:viewId': 'none',
  'POST /views/:viewId/share': 'none',
  'POST /shared-views/:viewId/rename': 'none',
  'POST /shared-views/:viewId/roles': 'none',
  'DELETE /shared-views/:viewId': 'none',
  // A sandbox moves no money.
  'POST /playground/pay': 'none',
  'ALL /sandbox/*': 'none',
}
