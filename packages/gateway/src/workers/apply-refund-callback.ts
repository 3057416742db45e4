import { isOpen, type RefundRecord } from '../domain/refund.ts'
import { candidatesFor, isKnownByProviderId, keyOfRefundId } from '../domain/refund-of-provider.ts'
import type { RefundObservation } from '../domain/refund-reducer.ts'
import type { ProviderRefundStatus } from '../domain/refund-rules.ts'
import { nextAttemptAt } from '../domain/schedule.ts'
import { syncOrder } from '../services/check-order.ts'
import { applyRefundCheck, applyRefundObservation, checkRefundStatus } from '../services/sync-refund.ts'
import type { DueCallback } from '../storage/callbacks.ts'
import type { OrderRow } from '../storage/order-row.ts'
import { readOrder } from '../storage/orders.ts'
import { readRefund, refundIdOf, refundsOf } from '../storage/refunds.ts'
import type { JobContext } from './process-due.ts'

/**
 * What became of a callback. `foreign`: it is about an order or a refund that this gateway does not have, now; `no-known-id`: it names
 * none at all, and no payment. A callback whose content could not be confirmed is neither: its error is thrown.
 */
export type CallbackOutcome = 'applied' | 'foreign' | 'no-known-id'

/**
 * A refund callback is a hint: the refund's status is checked at the provider. Only of a refund that it names by the provider's id
 * alone, which no status check answers, its content counts.
 */
export async function applyToRefund(
  context: JobContext,
  callback: DueCallback,
  status: ProviderRefundStatus,
): Promise<CallbackOutcome> {
  const { database } = context
  const { refundId, state } = status
  const isLast = nextAttemptAt(callback.attempts, 0) === undefined
  const merchantRefundId =
    callback.merchantRefundId ?? (refundId === undefined ? undefined : await refundIdOf(database, refundId))
  if (merchantRefundId === undefined || isKnownByProviderId(merchantRefundId))
    return applyWithoutOurId(context, callback, status)
  const known = await readRefund(database, merchantRefundId)
  const merchantOrderId = known?.merchantOrderId ?? callback.merchantOrderId
  const order = merchantOrderId == null ? undefined : await readOrder(database, merchantOrderId)
  if (!order) return 'foreign'
  const decided = known !== undefined && !isOpen(known)
  if (decided && known.state === state && !contradicts(known, status)) return 'applied'
  // A refund made elsewhere is posted against the payment, so the payment must be known first.
  if (!known && order.state !== 'COMPLETED') await syncOrder(context, order)
  const check = await checkRefundStatus(context, known ?? { merchantRefundId })
  // Known nowhere: made elsewhere a moment ago, or never. The last attempt ends in a review.
  if (!known && check.kind === 'status-failed' && check.unknownRefund && !isLast) return 'foreign'
  if (check.kind !== 'status')
    throw new Error(`The provider has not answered what became of refund ${merchantRefundId}, or denies it`)
  const key = { merchantRefundId, merchantOrderId: order.merchantOrderId }
  const applied = await applyRefundCheck(context, key, withRefundId(check, known, status))
  if (!applied)
    throw new Error(
      `The provider's status of refund ${merchantRefundId} cannot be stored: it has no known state or amount`,
    )
  if (applied.isLate) {
    // The refund shows what the callback reports, or is polled at once.
    if (isOpen(applied.row) || (applied.row.state === state && !contradicts(applied.row, status))) return 'applied'
    throw changedMeanwhile(merchantRefundId)
  }
  // A decided refund is not polled any more: a status that lags behind the callback is read again.
  if (decided && (state === 'COMPLETED' || state === 'FAILED') && check.status.state !== state)
    throw new Error(`The provider's status of refund ${merchantRefundId} does not show what the callback reports`)
  // Another payout under our id, which nothing else reports: its status shows the first one.
  if (!applied.row.needsReview && contradicts(applied.row, status))
    throw new Error(
      `The callback reports another amount, order or id of the provider for refund ${merchantRefundId} than its status`,
    )
  return 'applied'
}

/** Whether the callback is about another amount or order, or another refund of the provider, than the one that is stored as completed. */
function contradicts(known: RefundRecord, status: ProviderRefundStatus): boolean {
  const differs = (ours: unknown, theirs: unknown) => ours !== undefined && theirs !== undefined && ours !== theirs
  return (
    known.state === 'COMPLETED' &&
    (differs(known.amount, status.amount) ||
      (keyOfRefundId(status.refundId) !== undefined && differs(known.refundId, status.refundId)) ||
      differs(known.merchantOrderId, status.originalMerchantOrderId))
  )
}

const changedMeanwhile = (merchantRefundId: string): Error =>
  new Error(`The refund ${merchantRefundId} changed while its status was checked: it is checked again`)

/**
 * Statuses may lack the provider's id, under which the refund may be stored already. That of the callback is taken when the callback is
 * about the same amount and order.
 */
function withRefundId(
  check: Extract<RefundObservation, { kind: 'status' }>,
  known: RefundRecord | undefined,
  { refundId, amount, originalMerchantOrderId }: ProviderRefundStatus,
): RefundObservation {
  const isOther =
    known !== undefined &&
    (known.refundId !== undefined ||
      amount !== known.amount ||
      (originalMerchantOrderId ?? known.merchantOrderId) !== known.merchantOrderId)
  if (refundId === undefined || check.status.refundId !== undefined || isOther) return check
  return { ...check, status: { ...check.status, refundId } }
}

/**
 * A refund without our id was made elsewhere, as in the provider's dashboard, or is one of ours: callbacks may omit our id. It is stored
 * once no refund of the order may be it.
 */
async function applyWithoutOurId(
  context: JobContext,
  { merchantOrderId }: DueCallback,
  status: ProviderRefundStatus,
): Promise<CallbackOutcome> {
  const order = merchantOrderId === null ? undefined : await readOrder(context.database, merchantOrderId)
  if (!order) return status.refundId === undefined ? 'no-known-id' : 'foreign'
  const merchantRefundId = keyOfRefundId(status.refundId)
  if (merchantRefundId === undefined) {
    if (status.state === 'FAILED') return 'no-known-id'
    throw new Error('A callback about a refund of an order of ours does not name the refund: find it in the dashboard')
  }
  if (order.state !== 'COMPLETED') await syncOrder(context, order)
  await askAboutCandidates(context, order, status)
  const key = { merchantRefundId, merchantOrderId: order.merchantOrderId }
  if (await applyRefundObservation(context, key, { kind: 'status', status })) return 'applied'
  const { refundId } = status
  const known = refundId === undefined ? undefined : await refundIdOf(context.database, refundId)
  // Its status, which named the provider's id, has just been applied.
  if (known !== undefined && !isKnownByProviderId(known)) return 'applied'
  throw new Error(
    `The refund ${refundId} cannot be distinguished from another one of its order, or the callback has no known state or amount`,
  )
}

/** The status of a refund that may be meant tells the provider's id, or that it is another one. */
async function askAboutCandidates(context: JobContext, order: OrderRow, { amount, refundId }: ProviderRefundStatus) {
  const refunds = await refundsOf(context.database, order.merchantOrderId)
  if (refunds.some((one) => one.refundId === refundId)) return
  for (const candidate of candidatesFor(refunds, amount)) {
    const { merchantRefundId, state } = candidate
    const check = await checkRefundStatus(context, candidate)
    // A failed check would only put off the next poll, and with it the sending.
    const applied = check.kind === 'status' ? await applyRefundCheck(context, candidate, check) : undefined
    if (applied?.isLate) throw changedMeanwhile(merchantRefundId)
    if (state === 'FAILED' && check.kind === 'status-failed' && !check.unknownRefund)
      throw new Error(`The provider has not answered whether refund ${merchantRefundId} is the one of the callback`)
  }
}
