import type { Decision, TimelineEntry } from '@galla/contract/gateway-api/decisions'
import { RULES } from '../domain/order-rules.ts'
import { listCallbacks } from './callbacks.ts'
import { listCalls } from './calls.ts'
import type { Queries } from './database.ts'
import { deliveriesOfOrder } from './deliveries.ts'
import { refundsOf } from './refunds.ts'

export async function decisionsOf(on: Queries, merchantOrderId: string): Promise<Decision[]> {
  const { rows } = await on.query<Omit<Decision, 'explains'>>({
    text: `select "decisionId", "atMs", "rule", "from", "to", "observations", "effects" from galla.decisions
      where "merchantOrderId" = $1 order by "decisionId" limit 1000`,
    values: [merchantOrderId],
  })
  return rows.map((row) => ({ ...row, decisionId: String(row.decisionId), explains: explain(row.rule) }))
}

/** A rule of a newer version than this one may stand in the database. */
function explain(rule: string): string {
  return (RULES as { readonly [rule: string]: string })[rule] ?? 'A rule that this version does not know.'
}

/** All that is known to have happened to an order, oldest first. */
export async function timelineOf(on: Queries, merchantOrderId: string): Promise<TimelineEntry[]> {
  const [decisions, calls, callbacks, effects, refunds, looks] = await Promise.all([
    decisionsOf(on, merchantOrderId),
    listCalls(on, { id: merchantOrderId, limit: '500' }),
    listCallbacks(on, { id: merchantOrderId, limit: '500' }),
    deliveriesOfOrder(on, merchantOrderId),
    refundsOf(on, merchantOrderId),
    auditOf(on, merchantOrderId),
  ])
  const ofRefunds = await Promise.all(
    refunds.map(({ merchantRefundId }) => listCalls(on, { id: merchantRefundId, limit: '100' })),
  )
  return [
    ...decisions.map(decisionLine),
    ...[calls, ...ofRefunds].flatMap(({ rows }) => rows.map(callLine)),
    ...callbacks.rows.map(callbackLine),
    ...effects.flatMap(deliveryEntries),
    ...refunds.map(refundLine),
    ...looks,
  ].sort((a, b) => a.atMs - b.atMs || ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
}

/** What happens in the same millisecond: causes first. */
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

function decisionLine({ decisionId, atMs, rule, explains, from, to }: Decision): TimelineEntry {
  const stops = /mismatch|unknown|twice|short|wrong|give-back/.test(rule)
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

function callLine(call: Listed<typeof listCalls>): TimelineEntry {
  const { atMs, endpoint, httpStatus, errorKind, outcome, attempts, callId } = call
  const answer = errorKind === undefined ? `answered ${httpStatus ?? 'well'}` : `${errorKind} (${outcome ?? 'unknown'})`
  return {
    atMs,
    kind: /status/i.test(endpoint) ? 'status' : 'call',
    title: `We called ${endpoint}: ${answer}`,
    tone: errorKind === undefined ? 'neutral' : outcome === 'unknown' ? 'warning' : 'bad',
    ...(attempts > 1 ? { detail: `${attempts} attempts` } : {}),
    detailId: callId,
  }
}

function callbackLine(callback: Listed<typeof listCallbacks>): TimelineEntry {
  const { receivedAtMs, event, verdict, state, callbackId } = callback
  return {
    atMs: receivedAtMs,
    kind: 'callback',
    title: `Callback ${event}${state === undefined ? '' : ` says ${state}`}: ${verdict}`,
    tone: verdict === 'refused' ? 'bad' : 'neutral',
    detailId: callbackId,
  }
}

function deliveryEntries(effect: Awaited<ReturnType<typeof deliveriesOfOrder>>[number]): TimelineEntry[] {
  const { deliveryId, event: kind, state, createdAtMs, doneAtMs, lastError, attempts } = effect
  if (state === 'done') {
    // Nothing was tried where nobody listens; a refund is asked for by being written down.
    const unheard = attempts === 0 && kind !== 'refund.request'
    return [
      {
        atMs: doneAtMs ?? createdAtMs,
        kind: 'effect',
        title: `${kind}: ${unheard ? 'no handler' : 'done'}`,
        tone: unheard ? 'neutral' : 'good',
        detailId: deliveryId,
      },
    ]
  }
  const title = state === 'failed' ? `${kind}: waits for a person` : `${kind}: waits`
  return [
    {
      atMs: createdAtMs,
      kind: 'effect',
      title: attempts > 0 ? `${title}, after ${attempts} attempts` : title,
      tone: state === 'failed' ? 'bad' : 'neutral',
      ...(lastError === undefined ? {} : { detail: lastError }),
      detailId: deliveryId,
    },
  ]
}

function refundLine(refund: Awaited<ReturnType<typeof refundsOf>>[number]): TimelineEntry {
  const { merchantRefundId, state, updatedAtMs, origin, inDoubt, note } = refund
  return {
    atMs: updatedAtMs,
    kind: 'refund',
    title: `Refund ${merchantRefundId} (${origin}) is ${state}${inDoubt ? ', its reply was lost' : ''}`,
    tone: state === 'FAILED' ? 'bad' : state === 'COMPLETED' ? 'good' : 'neutral',
    ...(note === undefined ? {} : { detail: note }),
    detailId: merchantRefundId,
  }
}

async function auditOf(on: Queries, merchantOrderId: string): Promise<TimelineEntry[]> {
  const { rows } = await on.query<{ atMs: number; what: string; detail: string | null }>({
    text: `select "atMs", "what", "detail" from galla.audit where "kind" = 'order' and "id" = $1 order by "auditId" limit 500`,
    values: [merchantOrderId],
  })
  return rows.map(({ atMs, what, detail }) => ({
    atMs,
    kind: 'console',
    title: `In the console: ${what}`,
    tone: 'neutral',
    ...(detail === null ? {} : { detail }),
  }))
}
