import type { Decision, TimelineEntry } from '@galla/contract/gateway-api/decisions'
import { defined } from '../domain/defined.ts'
import { type AuditRow, auditOfOrder } from './audit.ts'
import { listCallbacks } from './callbacks.ts'
import { listCalls } from './calls.ts'
import type { Queries } from './database.ts'
import { decisionsOf } from './decisions.ts'
import { deliveriesOfOrder } from './deliveries.ts'
import { refundsOf } from './refunds.ts'

/** Everything that is recorded about an order, oldest first. */
export async function timelineOf(on: Queries, merchantOrderId: string): Promise<TimelineEntry[]> {
  const [decisions, calls, callbacks, deliveries, refunds, audit] = await Promise.all([
    decisionsOf(on, merchantOrderId),
    listCalls(on, { id: merchantOrderId, limit: 500 }),
    listCallbacks(on, { id: merchantOrderId, limit: 500 }),
    deliveriesOfOrder(on, merchantOrderId),
    refundsOf(on, merchantOrderId),
    auditOfOrder(on, merchantOrderId),
  ])
  const ofRefunds = await Promise.all(
    refunds.map(({ merchantRefundId }) => listCalls(on, { id: merchantRefundId, limit: 100 })),
  )
  return [
    ...decisions.map(decisionEntry),
    ...[calls, ...ofRefunds].flatMap(({ rows }) => rows.map(callEntry)),
    ...callbacks.rows.map(callbackEntry),
    ...deliveries.flatMap(deliveryEntries),
    ...refunds.map(refundEntry),
    ...audit.map(auditEntry),
  ].sort((a, b) => a.atMs - b.atMs || ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
}

/** Order of entries of the same millisecond: causes first. */
const ORDER: readonly TimelineEntry['kind'][] = [
  'payer',
  'console',
  'call',
  'callback',
  'status',
  'decision',
  'effect',
  'refund',
]

type Listed<Fn extends (on: Queries, query: never) => Promise<{ rows: unknown[] }>> = Awaited<
  ReturnType<Fn>
>['rows'][number]

function decisionEntry({ decisionId, atMs, rule, explains, from, to }: Decision): TimelineEntry {
  const stops = /mismatch|unknown|twice|short|wrong|automatic-refund/.test(rule)
  const tone = stops
    ? 'warning'
    : from === to
      ? 'neutral'
      : to === 'COMPLETED'
        ? 'good'
        : to === 'FAILED'
          ? 'bad'
          : 'neutral'
  return {
    atMs,
    kind: 'decision',
    title: from === to ? explains : `${from} → ${to}: ${explains}`,
    tone,
    detail: rule,
    detailId: decisionId,
  }
}

function callEntry(call: Listed<typeof listCalls>): TimelineEntry {
  const { atMs, endpoint, httpStatus, errorKind, outcome, attempts, callId } = call
  const answer = errorKind === undefined ? `answered ${httpStatus ?? 'well'}` : `${errorKind} (${outcome ?? 'unknown'})`
  return {
    atMs,
    kind: /status/i.test(endpoint) ? 'status' : 'call',
    title: `We called ${endpoint}: ${answer}`,
    tone: errorKind === undefined ? 'neutral' : outcome === 'unknown' ? 'warning' : 'bad',
    ...defined({ detail: attempts > 1 ? `${attempts} attempts` : undefined }),
    detailId: callId,
  }
}

function callbackEntry(callback: Listed<typeof listCallbacks>): TimelineEntry {
  const { receivedAtMs, event, verdict, state, callbackId } = callback
  return {
    atMs: receivedAtMs,
    kind: 'callback',
    title: `Callback ${event}${state === undefined ? '' : ` with state ${state}`}: ${verdict}`,
    tone: verdict === 'refused' ? 'bad' : 'neutral',
    detailId: callbackId,
  }
}

function deliveryEntries(delivery: Awaited<ReturnType<typeof deliveriesOfOrder>>[number]): TimelineEntry[] {
  const { deliveryId, event, state, createdAtMs, doneAtMs, lastError, attempts } = delivery
  if (state === 'done') {
    // Done without an attempt: no handler was configured. A refund request needs none.
    const noHandler = attempts === 0 && event !== 'refund.request'
    return [
      {
        atMs: doneAtMs ?? createdAtMs,
        kind: 'effect',
        title: `${event}: ${noHandler ? 'no handler' : 'done'}`,
        tone: noHandler ? 'neutral' : 'good',
        detailId: deliveryId,
      },
    ]
  }
  const title = state === 'failed' ? `${event}: needs review` : `${event}: waiting`
  return [
    {
      atMs: createdAtMs,
      kind: 'effect',
      title: attempts > 0 ? `${title}, after ${attempts} attempts` : title,
      tone: state === 'failed' ? 'bad' : 'neutral',
      ...defined({ detail: lastError }),
      detailId: deliveryId,
    },
  ]
}

function refundEntry(refund: Awaited<ReturnType<typeof refundsOf>>[number]): TimelineEntry {
  const { merchantRefundId, state, updatedAtMs, origin, inDoubt, note } = refund
  return {
    atMs: updatedAtMs,
    kind: 'refund',
    title: `Refund ${merchantRefundId} (${origin}) is ${state}${inDoubt ? ', in doubt' : ''}`,
    tone: state === 'FAILED' ? 'bad' : state === 'COMPLETED' ? 'good' : 'neutral',
    ...defined({ detail: note }),
    detailId: merchantRefundId,
  }
}

function auditEntry({ atMs, what, detail }: AuditRow): TimelineEntry {
  return {
    atMs,
    kind: 'console',
    title: `In the console: ${what}`,
    tone: 'neutral',
    ...defined({ detail: detail ?? undefined }),
  }
}
