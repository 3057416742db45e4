import type { ReplayPreview } from '@galla/contract/gateway-api/callbacks'
import type { GatewayContext } from '../../context.ts'
import { reduceOrder } from '../../domain/orders/reduce.ts'
import { reduceRefund } from '../../domain/refunds/reduce.ts'
import type { RefundRecord } from '../../domain/refunds/refund.ts'
import { availableFor } from '../../domain/refunds/request.ts'
import type { ProviderRefundStatus } from '../../domain/refunds/statements.ts'
import { invalid } from '../../errors.ts'
import { writeAuditEntries } from '../../storage/access/audit.ts'
import { BULK_QUEUE } from '../../storage/advisory-locks.ts'
import { observationOf, readReplayable, requeue, type StoredCallback } from '../../storage/callbacks/callbacks.ts'
import { lockOrder, readOrder } from '../../storage/orders/orders.ts'
import { unreadableReason } from '../../storage/privacy/encrypted-columns.ts'
import { readRefund, refundsOf } from '../../storage/refunds/refunds.ts'
import { runConcurrently } from '../concurrency.ts'
import { asHints, checkOrder } from '../orders/check-order.ts'

/** Callbacks that one replay takes at most. */
export const MAX_REPLAYED = 100
const CONCURRENCY = 8

/** Shows what a replay would change. Checks the orders at the provider, as the replay does, and stores nothing. */
export async function previewReplay(context: GatewayContext, callbackIds: readonly string[]): Promise<ReplayPreview> {
  const callbacks = await replayable(context, callbackIds)
  const byOrder = new Map<string, StoredCallback[]>()
  for (const one of callbacks) {
    if (one.content.kind === 'order' && one.merchantOrderId !== null) {
      byOrder.set(one.merchantOrderId, [...(byOrder.get(one.merchantOrderId) ?? []), one])
    }
  }
  const orders: ReplayPreview['orders'] = []
  const preview = async ([merchantOrderId, group]: [string, StoredCallback[]]): Promise<void> => {
    const locked = await context.database.transaction((tx) => lockOrder(tx, merchantOrderId), merchantOrderId)
    if (!locked) return
    const { row, ...reference } = { ...locked, nowMs: context.clock.now() }
    const observations = [
      ...(await asHints(context, row, group.flatMap(observationOf))),
      await checkOrder(context, row),
    ]
    const { order, rule } = reduceOrder(row, observations, reference, context.policy)
    orders.push({ merchantOrderId, from: row.state, to: order.state, rule })
  }
  await runConcurrently([...byOrder], CONCURRENCY, preview, ([merchantOrderId]) => {
    orders.push({ merchantOrderId, from: 'unknown', to: 'unknown', rule: 'unreadable' })
  })
  orders.sort((a, b) => (a.merchantOrderId < b.merchantOrderId ? -1 : 1))
  return {
    callbackIds: callbacks.map(({ callbackId }) => String(callbackId)),
    count: callbacks.length,
    orders,
    refunds: await previewRefunds(context, callbacks),
    most: MAX_REPLAYED,
  }
}

/** Shows what a replay would change in the refunds that the callbacks name. Does not call the provider. */
async function previewRefunds(
  { database, clock }: Pick<GatewayContext, 'database' | 'clock'>,
  callbacks: readonly StoredCallback[],
): Promise<ReplayPreview['refunds']> {
  const byRefund = new Map<string, { merchantOrderId: string; statuses: ProviderRefundStatus[] }>()
  for (const { content, merchantRefundId, merchantOrderId } of callbacks) {
    if (unreadableReason(content) !== undefined) continue
    if (content.kind !== 'refund' || merchantRefundId === null || merchantOrderId === null) continue
    const before = byRefund.get(merchantRefundId)?.statuses ?? []
    byRefund.set(merchantRefundId, { merchantOrderId, statuses: [...before, content.status] })
  }
  const refunds: ReplayPreview['refunds'] = []
  for (const [merchantRefundId, { merchantOrderId, statuses }] of byRefund) {
    const known = await readRefund(database, merchantRefundId)
    const order = await readOrder(database, merchantOrderId)
    if (known && order) {
      const available = availableFor(known.id, order, await refundsOf(database, merchantOrderId))
      const to = statuses.reduce<RefundRecord>(
        (refund, status) => reduceRefund(refund, { kind: 'status', status }, { nowMs: clock.now(), available }).refund,
        known,
      )
      refunds.push({ merchantRefundId, from: known.state, to: to.state })
    } else {
      const last = statuses.filter(({ amount, state }) => amount !== undefined && state !== 'UNKNOWN').at(-1)
      if (last && order) {
        refunds.push({ merchantRefundId, from: 'not here', to: last.state })
      }
    }
  }
  return refunds.sort((a, b) => (a.merchantRefundId < b.merchantRefundId ? -1 : 1))
}

/**
 * Makes the callbacks due again, in one transaction with their entries in the audit log. Those that are due already stay as they are.
 * Events are recorded once, so a replay delivers nothing twice. Returns how many it has made due.
 */
export async function replay(context: GatewayContext, callbackIds: readonly string[]): Promise<number> {
  const callbacks = await replayable(context, callbackIds)
  const ids = callbacks.map(({ callbackId }) => callbackId)
  const atMs = context.clock.now()
  const due = await context.database.transaction(async (tx) => {
    const requeued = await requeue(tx, ids, atMs)
    await writeAuditEntries(
      { ...context, database: tx },
      requeued.map((id) => ({ atMs, what: 'replayed', kind: 'callback', id: String(id) })),
    )
    return requeued
  }, BULK_QUEUE)
  if (due.length > 0) context.wake('replays')
  return due.length
}

async function replayable(context: GatewayContext, callbackIds: readonly string[]): Promise<StoredCallback[]> {
  if (callbackIds.length > MAX_REPLAYED) throw invalid('callbackIds', `must hold at most ${MAX_REPLAYED} ids`)
  return readReplayable(context.database, callbackIds)
}
