import type { GatewayContext } from '../../context.ts'
import { refundIdFor } from '../../domain/orders/automatic-refunds.ts'
import type { Refunded } from '../../domain/orders/order.ts'
import { isDenied, type RefundObservation } from '../../domain/refunds/observations.ts'
import { differs } from '../../domain/refunds/record.ts'
import type { RefundRecord } from '../../domain/refunds/refund.ts'
import { isPaidAmountUnknown } from '../../domain/refunds/request.ts'
import type { Queries } from '../../storage/database.ts'
import type { OrderRow } from '../../storage/orders/order-row.ts'
import { paidOrderOf, readOrder } from '../../storage/orders/orders.ts'
import { readRefund } from '../../storage/refunds/refunds.ts'
import { isFromBeforeRestore } from '../restores.ts'
import { applyRefundObservation, checkRefundStatus, isRefused } from './sync-refund.ts'

// A database that was restored from a backup does not know the automatic refunds that were sent since. Which payment of a reference it
// learns of first may be another one than before, but the id of an automatic refund is always derived from its order's.

/** Automatic refunds of an order that is fulfilled according to this database. */
const REFUNDED_IN_FULL = ['duplicate', 'late-payment'] as const

export interface LostRefund {
  readonly why: (typeof REFUNDED_IN_FULL)[number]
  readonly merchantRefundId: string
  readonly merchantOrderId: string
  readonly check: RefundObservation
}

const UNANSWERED: RefundObservation = { kind: 'status-failed', unknownRefund: false }

/** Asks the provider about the automatic refund of an order. A status about another refund, or with an unknown state, answers nothing. */
async function askAbout(
  context: Pick<GatewayContext, 'clock' | 'provider'>,
  merchantOrderId: string,
  why: LostRefund['why'],
): Promise<RefundObservation> {
  const asked = refundIdFor(merchantOrderId, why)
  const check = await checkRefundStatus(context, { merchantRefundId: asked })
  if (check.kind !== 'status') return check
  const { state, merchantRefundId, originalMerchantOrderId } = check.status
  // A status that names the id may say that it is that of a refund of another order.
  const isAnother =
    merchantRefundId === undefined ? differs(merchantOrderId, originalMerchantOrderId) : merchantRefundId !== asked
  return isAnother || state === 'UNKNOWN' ? UNANSWERED : check
}

/** Asks the provider about the automatic refunds of an order that are not stored. Leaves out refunds that the provider does not know. */
export async function checkLostRefunds(
  context: Pick<GatewayContext, 'clock' | 'database' | 'provider'>,
  merchantOrderId: string,
): Promise<LostRefund[]> {
  const found: LostRefund[] = []
  for (const why of REFUNDED_IN_FULL) {
    const merchantRefundId = refundIdFor(merchantOrderId, why)
    if (await readRefund(context.database, merchantRefundId)) continue
    const check = await askAbout(context, merchantOrderId, why)
    if (!isDenied(check)) found.push({ why, merchantRefundId, merchantOrderId, check })
  }
  return found
}

/**
 * An automatic refund is of all that was paid. One that failed has given nothing back, but shows what was decided about the payment: a person may
 * have refunded it under another id since.
 */
function isOfWholeOrder(
  check: RefundObservation,
  { merchantOrderId, amount }: Pick<OrderRow, 'merchantOrderId' | 'amount'>,
): boolean {
  if (check.kind !== 'status') return false
  const { originalMerchantOrderId = merchantOrderId, amount: refunded = amount } = check.status
  return originalMerchantOrderId === merchantOrderId && refunded === amount
}

/** The automatic refund of an order that the provider has, and this database perhaps not; undefined while the provider does not answer that. */
export async function refundEvidence(
  context: Pick<GatewayContext, 'clock' | 'provider'>,
  order: Pick<OrderRow, 'merchantOrderId' | 'amount'>,
): Promise<Exclude<Refunded, 'unanswered'> | undefined> {
  const { merchantOrderId } = order
  let isAnswered = true
  let failed: LostRefund['why'] | undefined
  for (const why of REFUNDED_IN_FULL) {
    // Also one that is stored: a callback may have reported it before the order was known to be paid.
    const check = await askAbout(context, merchantOrderId, why)
    if (check.kind === 'status' && isOfWholeOrder(check, order)) {
      if (check.status.state !== 'FAILED') return why
      failed ??= why
    }
    if (check.kind === 'status-failed' && !isDenied(check) && !isRefused(check)) isAnswered = false
  }
  return isAnswered ? (failed ?? 'not') : undefined
}

/** A person has looked it up, and had it sent. */
const isResumed = ({ stateSinceMs, createdAtMs }: RefundRecord): boolean => stateSinceMs > createdAtMs

/** The order that is fulfilled instead of a second payment; undefined of any other refund than the automatic one of it. */
async function fulfilledInstead(
  on: Queries,
  { merchantRefundId, merchantOrderId }: RefundRecord,
): Promise<OrderRow | undefined> {
  if (merchantRefundId !== refundIdFor(merchantOrderId, 'duplicate')) return undefined
  const order = await readOrder(on, merchantOrderId)
  const paidId = order && (await paidOrderOf(on, order.reference))
  return paidId === undefined || paidId === merchantOrderId ? undefined : readOrder(on, paidId)
}

/**
 * Why the automatic refund of a second payment must not be sent now: the order that is fulfilled instead is from before a restore and was refunded
 * already, or it is not known whether it was. Imports that refund. Undefined when nothing is in the way.
 */
export async function duplicateObstacle(
  context: GatewayContext,
  refund: RefundRecord,
): Promise<RefundObservation | undefined> {
  if (refund.attempts > 0 || refund.inDoubt) return undefined
  const fulfilled = await fulfilledInstead(context.database, refund)
  if (!fulfilled || !(await isFromBeforeRestore(context, fulfilled))) return undefined
  return lostRefundOf(context, fulfilled, isResumed(refund))
}

/**
 * Tells whether a refund of a second payment must wait, because the order fulfilled instead may not be paid. The provider may say now that
 * this order failed. The second payment may then be the only one. Read under the lock of the reference: no review begins before the
 * request is sent.
 */
export async function isHeldBack(on: Queries, refund: RefundRecord): Promise<boolean> {
  if (isResumed(refund)) return false
  const fulfilled = await fulfilledInstead(on, refund)
  return fulfilled !== undefined && isPaidAmountUnknown(fulfilled)
}

async function lostRefundOf(
  context: GatewayContext,
  fulfilled: OrderRow,
  isResumed: boolean,
): Promise<RefundObservation | undefined> {
  for (const lost of await checkLostRefunds(context, fulfilled.merchantOrderId)) {
    const isImported = lost.check.kind === 'status' && (await applyRefundObservation(context, lost, lost.check))
    // An answer that says nothing about the refund holds this one back until a person who has looked it up resumes it.
    if (!isImported && !(isRefused(lost.check) && isResumed)) return UNANSWERED
  }
  return (await wasRefunded(context.database, fulfilled)) ? { kind: 'not-needed' } : undefined
}

/** Tells whether the automatic refund of a fulfilled order, which covers the whole order, was imported, or requested again by a caller. */
async function wasRefunded(database: Queries, { merchantOrderId, amount }: OrderRow): Promise<boolean> {
  const ids = REFUNDED_IN_FULL.map((why) => refundIdFor(merchantOrderId, why))
  const stored = await Promise.all(ids.map((id) => readRefund(database, id)))
  return stored.some(
    (refund) =>
      refund?.attempts === 0 &&
      refund.amount === amount &&
      // One that failed at the provider shows that the payment was to be refunded before: a person decides which one is.
      (refund.state !== 'FAILED' || refund.needsReview !== undefined || refund.refundId !== undefined),
  )
}
