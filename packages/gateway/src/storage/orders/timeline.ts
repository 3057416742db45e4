import type { TimelineEntry } from '@galla/contract/gateway-api/decisions'
import { defined } from '../../domain/defined.ts'
import { hasOurId } from '../../domain/refunds/refund.ts'
import { answerDueAtMs } from '../../domain/refunds/sending.ts'
import { auditOfOrder } from '../access/audit.ts'
import { listCallbacks } from '../callbacks/callbacks.ts'
import { listCalls } from '../calls.ts'
import type { Queries } from '../database.ts'
import { deliveriesOfOrder } from '../events/deliveries.ts'
import { shownRefundId } from '../refunds/refund-ids.ts'
import { refundsOf } from '../refunds/refunds.ts'
import { decisionsOf } from './decisions.ts'
import type { OrderRow } from './order-row.ts'
import { readOrder } from './orders.ts'

/** Entries whose reason may name the payer: only who may read the audit log, or legal holds, reads it. */
const WITHOUT_NOTE: ReadonlySet<string> = new Set(['revealed', 'could not reveal', 'put on legal hold'])

/** Everything that is recorded about an order, oldest first. */
export async function timelineOf(on: Queries, merchantOrderId: string): Promise<TimelineEntry[]> {
  const [order, decisions, calls, callbacks, deliveries, refunds, audit] = await Promise.all([
    readOrder(on, merchantOrderId),
    decisionsOf(on, merchantOrderId),
    listCalls(on, { id: merchantOrderId, limit: 500 }),
    listCallbacks(on, { id: merchantOrderId, limit: 500 }),
    deliveriesOfOrder(on, merchantOrderId),
    refundsOf(on, merchantOrderId),
    auditOfOrder(on, merchantOrderId),
  ])
  const ofRefunds = await Promise.all(
    refunds.filter(hasOurId).map(({ merchantRefundId }) => listCalls(on, { id: merchantRefundId, limit: 100 })),
  )
  return [
    ...decisions.map(
      ({ decisionId, atMs, rule, from, to }): TimelineEntry => ({ kind: 'decision', atMs, decisionId, rule, from, to }),
    ),
    ...[calls, ...ofRefunds].flatMap(({ rows }) => rows.map(callEntry)),
    ...callbacks.rows.map(callbackEntry),
    ...(order ? failedAttempts(order) : []),
    ...deliveries.map(deliveryEntry),
    ...refunds.map(refundEntry),
    ...audit.map(
      ({ atMs, what, detail }): TimelineEntry => ({
        kind: 'audit',
        atMs,
        action: what,
        ...defined({ note: WITHOUT_NOTE.has(what) ? undefined : (detail ?? undefined) }),
      }),
    ),
  ].sort((a, b) => a.atMs - b.atMs || rankOf(a) - rankOf(b))
}

/** Order of entries of the same millisecond: causes first. A status check follows the callback that caused it. */
const RANKS: { readonly [Kind in TimelineEntry['kind']]: number } = {
  audit: 0,
  call: 1,
  'failed-attempt': 2,
  callback: 2,
  decision: 4,
  delivery: 5,
  refund: 6,
}

const rankOf = (entry: TimelineEntry): number =>
  entry.kind === 'call' && /status/i.test(entry.endpoint) ? RANKS.callback + 1 : RANKS[entry.kind]

type Listed<Fn extends (on: Queries, query: never) => Promise<{ rows: unknown[] }>> = Awaited<
  ReturnType<Fn>
>['rows'][number]

function callEntry(call: Listed<typeof listCalls>): TimelineEntry {
  const { atMs, callId, endpoint, httpStatus, errorKind, outcome, attempts } = call
  return { kind: 'call', atMs, callId, endpoint, ...defined({ httpStatus, errorKind, outcome }), attempts }
}

function callbackEntry(callback: Listed<typeof listCallbacks>): TimelineEntry {
  const { receivedAtMs, callbackId, event, verdict, state } = callback
  return { kind: 'callback', atMs: receivedAtMs, callbackId, event, verdict, ...defined({ state }) }
}

function failedAttempts({ attempts, updatedAtMs }: OrderRow): TimelineEntry[] {
  return attempts
    .filter(({ state }) => state === 'FAILED')
    .map(({ timestamp = updatedAtMs, transactionId, paymentMode, errorCode, detailedErrorCode }) => ({
      kind: 'failed-attempt',
      atMs: timestamp,
      transactionId,
      paymentMode,
      ...defined({ errorCode, detailedErrorCode }),
    }))
}

function deliveryEntry(delivery: Awaited<ReturnType<typeof deliveriesOfOrder>>[number]): TimelineEntry {
  const { deliveryId, event, subscriber, state, attempts, lastError, createdAtMs, doneAtMs } = delivery
  const atMs = state === 'done' ? (doneAtMs ?? createdAtMs) : createdAtMs
  return { kind: 'delivery', atMs, deliveryId, event, subscriber, state, attempts, ...defined({ lastError }) }
}

function refundEntry(refund: Awaited<ReturnType<typeof refundsOf>>[number]): TimelineEntry {
  const { updatedAtMs, amount, state, origin, inDoubt, note } = refund
  return {
    kind: 'refund',
    atMs: updatedAtMs,
    merchantRefundId: shownRefundId(refund),
    amount,
    state,
    origin,
    inDoubt,
    ...defined({ answerDueAtMs: answerDueAtMs(refund), note }),
  }
}
