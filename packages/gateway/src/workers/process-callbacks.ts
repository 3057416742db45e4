import type { GatewayContext } from '../context.ts'
import type { Observation } from '../domain/order.ts'
import { isOpen } from '../domain/refund.ts'
import { checkOrderStatus, checkRefundStatus } from '../services/check-status.ts'
import { runConcurrently } from '../services/concurrency.ts'
import { nextAttemptAt } from '../services/handlers.ts'
import { wordsOf } from '../services/run-handler.ts'
import { applyObservations } from '../services/sync-order.ts'
import { applyRefundObservation } from '../services/sync-refund.ts'
import { claimDueCallbacks, type DueCallback, markFailedAttempt, markProcessed } from '../storage/callbacks.ts'
import type { OrderRow } from '../storage/order-row.ts'
import { orderIdOf, readOrder } from '../storage/orders.ts'
import { readRefund, refundIdOf } from '../storage/refunds.ts'

const BATCH = 24
const CONCURRENCY = 6
/** Longer than a batch takes when the provider lets every call of it run into its 30 s. */
const LEASE_MS = 150_000

/** Folds what waits in the inbox, oldest first; all that was said of one order goes into one fold. */
export async function processCallbacks(context: GatewayContext): Promise<number> {
  const { database, clock } = context
  let folded = 0
  while (!context.closing()) {
    const nowMs = clock.now()
    const batch = await claimDueCallbacks(database, { nowMs, leaseUntilMs: nowMs + LEASE_MS, most: BATCH })
    if (batch.length === 0) return folded
    folded += batch.length
    const done: number[] = []
    await runConcurrently(
      [...bySubject(batch).values()],
      CONCURRENCY,
      async (group) => {
        await fold(context, group)
        done.push(...group.map(({ callbackId }) => callbackId))
      },
      (group, error) => recordFailure(context, group, error),
    )
    // What is folded and not marked, as a crash would leave it, is folded again, which changes nothing.
    await markProcessed(database, done, clock.now())
  }
  return folded
}

function bySubject(batch: readonly DueCallback[]): Map<string, DueCallback[]> {
  const groups = new Map<string, DueCallback[]>()
  for (const one of batch) {
    const key = `${one.facts.kind} ${subjectOf(one) ?? one.callbackId}`
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return groups
}

function subjectOf({ facts, merchantOrderId, merchantRefundId }: DueCallback): string | null | undefined {
  if (facts.kind === 'refund') return merchantRefundId ?? facts.facts.refundId
  return merchantOrderId ?? (facts.kind === 'order' ? facts.status.orderId : undefined)
}

async function fold(context: GatewayContext, group: readonly DueCallback[]): Promise<void> {
  const [first] = group
  if (first?.facts.kind === 'order') return foldOrder(context, first, group)
  if (first?.facts.kind === 'refund') return foldRefund(context, first)
}

/** What it says of the refund is a hint: the provider is asked, as it is about an order. */
async function foldRefund(context: GatewayContext, told: DueCallback): Promise<void> {
  const { database } = context
  const refundId = told.facts.kind === 'refund' ? told.facts.facts.refundId : undefined
  // Callbacks of failed refunds are known to leave our id out, and by it alone the provider can be asked.
  const merchantRefundId =
    told.merchantRefundId ?? (refundId === undefined ? undefined : await refundIdOf(database, refundId))
  if (merchantRefundId === undefined) return
  const known = await readRefund(database, merchantRefundId)
  const merchantOrderId = known?.merchantOrderId ?? told.merchantOrderId
  const order = merchantOrderId == null ? undefined : await readOrder(database, merchantOrderId)
  if (!order || (known && !isOpen(known))) return
  const heard = await checkRefundStatus(context, merchantRefundId)
  if (heard.kind === 'status')
    await applyRefundObservation(context, { merchantRefundId, merchantOrderId: order.merchantOrderId }, heard)
  // One of ours is polled. Of one that was made beside us nobody else will tell.
  else if (!known && heard.kind === 'status-failed' && !heard.unknownRefund)
    throw new Error('The provider could not be asked about a refund')
}

async function foldOrder(context: GatewayContext, first: DueCallback, group: readonly DueCallback[]): Promise<void> {
  const orderId = first.facts.kind === 'order' ? first.facts.status.orderId : undefined
  const merchantOrderId =
    first.merchantOrderId ?? (orderId === undefined ? undefined : await orderIdOf(context.database, orderId))
  const row = merchantOrderId == null ? undefined : await readOrder(context.database, merchantOrderId)
  // Not of these books: another integration of the same merchant may share the callback's address.
  if (!row) return
  const told = group.flatMap(observationOf)
  const heard = isNews(row, told) ? [...told, await checkOrderStatus(context, row)] : told
  await applyObservations(context, row.merchantOrderId, heard)
}

function observationOf({ facts, receivedAtMs, callbackId }: DueCallback): Observation[] {
  if (facts.kind !== 'order') return []
  const { status, mode } = facts
  return [{ kind: 'callback', atMs: receivedAtMs, source: String(callbackId), status, mode }]
}

/** A paid order is asked after again only when the callback tells of a payment that is not in the database. */
function isNews(row: OrderRow, told: readonly Observation[]): boolean {
  if (row.needsReview) return false
  if (row.state !== 'COMPLETED') return true
  const known = new Set(row.attempts.map(({ transactionId }) => transactionId))
  return told.some(
    (one) =>
      'status' in one &&
      one.status.attempts.some(({ state, transactionId }) => state === 'COMPLETED' && !known.has(transactionId)),
  )
}

function recordFailure({ database, clock, log }: GatewayContext, group: readonly DueCallback[], error: unknown): void {
  log.error({ callbackIds: group.map(({ callbackId }) => callbackId), error: wordsOf(error) }, 'A callback stumbled')
  for (const { callbackId, attempts } of group) {
    // If this fails too, the lease brings it back.
    void markFailedAttempt(database, callbackId, wordsOf(error), nextAttemptAt(attempts, clock.now())).catch(() => {})
  }
}
