import type { ControlRoutes } from '@galla/contract/sandbox-api/routes'
import { VERSION } from '../../package-info.ts'
import type { Handlers } from '../router.ts'
import { drill, listDeliveries, readReceiver, resend, setReceiver } from './callbacks.ts'
import { callProvider } from './calls.ts'
import {
  clearFaults,
  deleteSnapshot,
  listCards,
  listHeld,
  listSnapshots,
  readClock,
  readFaults,
  releaseHeld,
  restoreSnapshot,
  setClock,
  setFaults,
  takeSnapshot,
} from './environment.ts'
import { listMandates, readMandate, readRedemption, simulateMandate, simulateRedemption } from './mandates.ts'
import { expireOrder, listOrders, readOrder, simulateAppPayment, simulatePayment } from './orders.ts'
import { clearOutcomes, queueOutcome, readOutcomes } from './outcomes.ts'
import { listRefunds, readRefund, simulateRefund } from './refunds.ts'
import { listSettlements, readReport, readSettlement, settleNow, simulateSettlement } from './settlements.ts'
import { trigger } from './trigger.ts'

export const CONTROL_HANDLERS: Handlers<ControlRoutes> = {
  'GET /orders': listOrders,
  'GET /orders/:merchantOrderId': readOrder,
  'POST /orders/:merchantOrderId/simulate': simulatePayment,
  'POST /app/payments': simulateAppPayment,
  'POST /orders/:merchantOrderId/expire': expireOrder,
  'GET /refunds': listRefunds,
  'GET /refunds/:merchantRefundId': readRefund,
  'POST /refunds/:merchantRefundId/simulate': simulateRefund,
  'GET /mandates': listMandates,
  'GET /mandates/:merchantSubscriptionId': readMandate,
  'POST /mandates/:merchantSubscriptionId/simulate': simulateMandate,
  'GET /redemptions/:merchantOrderId': readRedemption,
  'POST /redemptions/:merchantOrderId/simulate': simulateRedemption,
  'GET /settlements': listSettlements,
  'POST /settlements': settleNow,
  'GET /settlements/report': readReport,
  'GET /settlements/:settlementId': readSettlement,
  'POST /settlements/:settlementId/simulate': simulateSettlement,
  'POST /calls': callProvider,
  'GET /callbacks': listDeliveries,
  'POST /callbacks/resend': resend,
  'POST /callbacks/trigger': trigger,
  'GET /callbacks/receiver': readReceiver,
  'PUT /callbacks/receiver': setReceiver,
  'GET /clock': readClock,
  'POST /clock': setClock,
  'GET /faults': readFaults,
  'POST /faults': setFaults,
  'DELETE /faults': clearFaults,
  'GET /held': listHeld,
  'POST /held/release': releaseHeld,
  'GET /outcomes': readOutcomes,
  'POST /outcomes': queueOutcome,
  'DELETE /outcomes': clearOutcomes,
  'GET /cards': listCards,
  'GET /snapshots': listSnapshots,
  'POST /snapshots': takeSnapshot,
  'POST /snapshots/:snapshotId/restore': restoreSnapshot,
  'DELETE /snapshots/:snapshotId': deleteSnapshot,
  'GET /journal': ({ context, query }) => context.journal.read(query),
  'POST /drill': drill,
  'POST /reset': ({ context }) => {
    context.reset()
    return { ok: true }
  },
  'GET /health': ({ context }) => ({
    ok: true,
    version: VERSION,
    nowMs: context.clock.now(),
    seed: context.settings.seed,
  }),
}
