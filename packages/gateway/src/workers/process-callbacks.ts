import type { GatewayContext } from '../context.ts'
import type { Observation } from '../domain/order.ts'
import { isOpen } from '../domain/refund.ts'
import { nextAttemptAt } from '../domain/schedule.ts'
import { describeError } from '../errors.ts'
import { runConcurrently } from '../services/concurrency.ts'
import { observationOf } from '../services/replay.ts'
import { applyObservations, syncOrder } from '../services/sync-order.ts'
import { applyRefundObservation, checkRefundStatus } from '../services/sync-refund.ts'
import { claimDueCallbacks, type DueCallback, markFailedAttempt, markProcessed } from '../storage/callbacks.ts'
import { type OrderRow, orderIdOf, readOrder } from '../storage/orders.ts'
import { readRefund, refundIdOf } from '../storage/refunds.ts'
import { processDue } from './due-batches.ts'

const BATCH = 24
const CONCURRENCY = 6

/** Applies the callbacks of the inbox, oldest first; all callbacks of one order are applied together. */
export function processCallbacks(context: GatewayContext): Promise<number> {
  const { database, clock } = context
  return processDue(
    context,
    BATCH,
    (claim) => claimDueCallbacks(database, claim),
    async (batch) => {
      const done: number[] = []
      await runConcurrently(
        [...bySubject(batch).values()],
        CONCURRENCY,
        async (group) => {
          await applyGroup(context, group)
          done.push(...group.map(({ callbackId }) => callbackId))
        },
        (group, error) => recordFailure(context, group, error),
      )
      // A callback that is applied but not marked, as after a crash, is applied again, which changes nothing.
      await markProcessed(database, done, clock.now())
    },
  )
}

function bySubject(batch: readonly DueCallback[]): Map<string, DueCallback[]> {
  const groups = new Map<string, DueCallback[]>()
  for (const one of batch) {
    const key = `${one.content.kind} ${subjectOf(one) ?? one.callbackId}`
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return groups
}

function subjectOf({ content, merchantOrderId, merchantRefundId }: DueCallback): string | null | undefined {
  if (content.kind === 'refund') return merchantRefundId ?? content.status.refundId
  return merchantOrderId ?? (content.kind === 'order' ? content.status.orderId : undefined)
}

async function applyGroup(context: GatewayContext, group: readonly DueCallback[]): Promise<void> {
  const [first] = group
  if (first?.content.kind === 'order') return applyToOrder(context, first, group)
  if (first?.content.kind === 'refund') return applyToRefund(context, first, group)
}

/** A refund callback is a hint: the refund's status is checked at the provider. */
async function applyToRefund(
  context: GatewayContext,
  callback: DueCallback,
  group: readonly DueCallback[],
): Promise<void> {
  const { database } = context
  const refundId = callback.content.kind === 'refund' ? callback.content.status.refundId : undefined
  // Callbacks of failed refunds may omit our id, and the provider reports a status by our id only.
  const merchantRefundId =
    callback.merchantRefundId ?? (refundId === undefined ? undefined : await refundIdOf(database, refundId))
  if (merchantRefundId === undefined) return
  const known = await readRefund(database, merchantRefundId)
  const merchantOrderId = known?.merchantOrderId ?? callback.merchantOrderId
  const order = merchantOrderId == null ? undefined : await readOrder(database, merchantOrderId)
  if (!order) return
  const isDecided = known !== undefined && !isOpen(known)
  // A callback that contradicts a final state is checked: the provider may correct it.
  const isNews = group.some(({ content }) => content.kind === 'refund' && content.status.state !== known?.state)
  if (isDecided && !isNews) return
  // A refund made elsewhere is posted against the payment, so the payment must be known first.
  if (!known && order.state !== 'COMPLETED') await syncOrder(context, order)
  const check = await checkRefundStatus(context, merchantRefundId)
  if (check.kind === 'status') {
    const observedBy = known === undefined ? {} : { askedVersion: known.version }
    await applyRefundObservation(
      context,
      { merchantRefundId, merchantOrderId: order.merchantOrderId },
      check,
      observedBy,
    )
  } else if (isDecided || (!known && check.kind === 'status-failed' && !check.unknownRefund)) {
    // An open refund is polled anyway. What is known from this callback only must not be lost, so the callback is retried.
    throw new Error(`The provider's status of refund ${merchantRefundId} could not be read, or denies the refund`)
  }
}

async function applyToOrder(context: GatewayContext, first: DueCallback, group: readonly DueCallback[]): Promise<void> {
  const orderId = first.content.kind === 'order' ? first.content.status.orderId : undefined
  const merchantOrderId =
    first.merchantOrderId ?? (orderId === undefined ? undefined : await orderIdOf(context.database, orderId))
  const row = merchantOrderId == null ? undefined : await readOrder(context.database, merchantOrderId)
  // Not an order of this gateway: another integration of the merchant may share the callback address.
  if (!row) return
  const observations = group.flatMap(observationOf)
  if (needsCheck(row, observations)) await syncOrder(context, row, observations)
  else await applyObservations(context, row.merchantOrderId, observations)
}

/** A paid order is checked again only when a callback names a completed payment that is not stored. */
function needsCheck(row: OrderRow, observations: readonly Observation[]): boolean {
  if (row.needsReview) return false
  if (row.state !== 'COMPLETED') return true
  const known = new Set(row.attempts.map(({ transactionId }) => transactionId))
  return observations.some(
    (one) =>
      'status' in one &&
      one.status.attempts.some(({ state, transactionId }) => state === 'COMPLETED' && !known.has(transactionId)),
  )
}

function recordFailure({ database, clock, log }: GatewayContext, group: readonly DueCallback[], error: unknown): void {
  const text = describeError(error)
  log.error({ callbackIds: group.map(({ callbackId }) => callbackId), error: text }, 'Processing a callback failed')
  for (const { callbackId, attempts } of group) {
    // If this fails too, the callback is due again when its lease ends.
    void markFailedAttempt(database, callbackId, text, nextAttemptAt(attempts, clock.now())).catch(() => {})
  }
}
