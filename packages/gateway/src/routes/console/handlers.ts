import { about } from './about.ts'
import { checkOrderStatus } from './ask-order.ts'
import { checkRefundStatus } from './ask-refund.ts'
import { groupErrors } from './group-errors.ts'
import { health } from './health.ts'
import { listCallbacks } from './list-callbacks.ts'
import { listCalls } from './list-calls.ts'
import { listDeliveries } from './list-effects.ts'
import { listOrders } from './list-orders.ts'
import { listRefunds } from './list-refunds.ts'
import { overview } from './overview.ts'
import { playgroundPay } from './playground-pay.ts'
import { previewReplay } from './preview-replay.ts'
import { proveOrder } from './prove-order.ts'
import { readCall } from './read-call.ts'
import { readCallback } from './read-callback.ts'
import { readReconciliation } from './read-drift.ts'
import { readDelivery } from './read-effect.ts'
import { readOrder } from './read-order.ts'
import { readRefund } from './read-refund.ts'
import { repairDiscrepancies } from './repair-drift.ts'
import { replayCallbacks } from './replay-callbacks.ts'
import { requestRefund } from './request-refund.ts'
import { retryDelivery } from './retry-effect.ts'
import { reveal } from './reveal.ts'
import type { Handlers } from './routes.ts'
import { runReconciliation } from './run-drift.ts'
import { search } from './search.ts'
import { telemetry } from './telemetry.ts'
import { resolveReview } from './unpark-order.ts'

/** Every route of the console, once. A path with a word goes before one with a name in its place. */
export const HANDLERS: Handlers = {
  'GET /about': about,
  'GET /overview': overview,
  'GET /search': search,
  'GET /orders': listOrders,
  'GET /orders/:merchantOrderId': readOrder,
  'GET /orders/:merchantOrderId/proof': proveOrder,
  'POST /orders/:merchantOrderId/sync': checkOrderStatus,
  'POST /orders/:merchantOrderId/resolve-review': resolveReview,
  'POST /orders/:merchantOrderId/refunds': requestRefund,
  'GET /refunds': listRefunds,
  'GET /refunds/:merchantRefundId': readRefund,
  'POST /refunds/:merchantRefundId/sync': checkRefundStatus,
  'GET /callbacks': listCallbacks,
  'GET /callbacks/:callbackId': readCallback,
  'POST /callbacks/replay-preview': previewReplay,
  'POST /callbacks/replay': replayCallbacks,
  'GET /calls': listCalls,
  'GET /calls/errors': groupErrors,
  'GET /calls/:callId': readCall,
  'GET /deliveries': listDeliveries,
  'GET /deliveries/:deliveryId': readDelivery,
  'POST /deliveries/:deliveryId/retry': retryDelivery,
  'GET /reconciliation': readReconciliation,
  'POST /reconciliation/run': runReconciliation,
  'POST /reconciliation/repair': repairDiscrepancies,
  'GET /telemetry': telemetry,
  'GET /health': health,
  'POST /reveal': reveal,
  'POST /playground/pay': playgroundPay,
}
