import type { ControlRoutes } from '@galla/contract/sandbox-api/routes'
import { VERSION } from '../../package-info.ts'
import { type Handlers, RouteRefusal } from '../router.ts'
import { bodyFields, optionalText } from '../validation.ts'
import { drill, listDeliveries, readReceiver, resend, setReceiver, trigger } from './callbacks.ts'
import { clearFaults, listCards, readClock, readFaults, setClock, setFaults } from './environment.ts'
import { listOrders, orderNamed, refundNamed, showOrder, showRefund, simulatePayment } from './orders.ts'
import { forgetDecided, queueOutcome, readOutcomes } from './outcomes.ts'
import { listRefunds, simulateRefund } from './refunds.ts'

export const CONTROL_HANDLERS: Handlers<ControlRoutes> = {
  'GET /orders': listOrders,
  'GET /orders/:merchantOrderId': (asked) => showOrder(orderNamed(asked, asked.params.merchantOrderId), asked.provider),
  'POST /orders/:merchantOrderId/simulate': simulatePayment,
  'GET /refunds': listRefunds,
  'GET /refunds/:merchantRefundId': (asked) =>
    showRefund(refundNamed(asked, asked.params.merchantRefundId), asked.provider),
  'POST /refunds/:merchantRefundId/simulate': simulateRefund,
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
  'GET /outcomes': readOutcomes,
  'POST /outcomes': queueOutcome,
  'DELETE /outcomes': forgetDecided,
  'GET /cards': listCards,
  'GET /snapshots': ({ provider }) => ({ snapshots: provider.snapshots.list() }),
  'POST /snapshots': ({ provider, body }) => provider.snapshots.take(optionalText(bodyFields(body).name, 'name')),
  'POST /snapshots/:snapshotId/restore': ({ provider, params }) => {
    const restored = provider.snapshots.restore(params.snapshotId ?? '')
    if (!restored) throw new RouteRefusal(404, 'UNKNOWN_SNAPSHOT', `There is no snapshot ${params.snapshotId}.`)
    return restored
  },
  'DELETE /snapshots/:snapshotId': ({ provider, params }) => {
    const forgotten = provider.snapshots.forget(params.snapshotId ?? '')
    if (!forgotten) throw new RouteRefusal(404, 'UNKNOWN_SNAPSHOT', `There is no snapshot ${params.snapshotId}.`)
    return { snapshots: provider.snapshots.list() }
  },
  'GET /journal': ({ provider, query }) => provider.journal.read(query),
  'POST /drill': drill,
  'POST /reset': ({ provider }) => {
    provider.reset()
    return { ok: true }
  },
  'GET /health': ({ provider }) => ({
    ok: true,
    version: VERSION,
    nowMs: provider.clock.now(),
    seed: provider.settings.seed,
  }),
}
