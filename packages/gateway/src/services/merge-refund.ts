import type { Paise } from '@galla/contract/money'
import { defined } from '../domain/defined.ts'
import { keyOfRefundId } from '../domain/refund-of-provider.ts'
import type { RefundObservation } from '../domain/refund-reducer.ts'
import { findRefundMismatch, isOfAnother, type ProviderRefundStatus } from '../domain/refund-rules.ts'
import type { Queries } from '../storage/database.ts'
import { postedRefund } from '../storage/ledger.ts'
import type { OrderRow } from '../storage/order-row.ts'
import { deleteRefund, type RefundRow, readRefund, renameRefund } from '../storage/refunds.ts'
import { availableToRefund, postRefund, withPosted } from './ledger.ts'

/** The order, and the refund that was found or has become known by its own id. */
export interface MergedRefund {
  readonly order: OrderRow
  readonly refund?: RefundRow
  /** What callbacks had reported of it as paid out, in paise, before it was known by our id. */
  readonly paidOut?: Paise
}

/**
 * The provider names a refund by our id that was stored under the provider's id alone: it becomes the refund of our id, and its amount
 * is counted once. Its transfers are taken back and the caller posts those of the refund. Under the order's lock. Undefined when there
 * is nothing to merge, or the status is not about the refund of our id.
 */
export async function mergeRefund(
  tx: Queries,
  order: OrderRow,
  merchantRefundId: string,
  known: RefundRow | undefined,
  observation: RefundObservation,
  nowMs: number,
): Promise<MergedRefund | undefined> {
  const key = 'status' in observation ? keyOfRefundId(observation.status.refundId) : undefined
  if (!('status' in observation) || key === undefined || key === merchantRefundId) return undefined
  const { status } = observation
  const keyed = await readRefund(tx, key)
  if (keyed?.merchantOrderId !== order.merchantOrderId || isOfAnother(merchantRefundId, status)) return undefined
  if (status.originalMerchantOrderId !== undefined && status.originalMerchantOrderId !== order.merchantOrderId)
    return undefined
  if (known && !(await isAbout(tx, order, known, { keyed, status }))) return undefined
  const { needsReview: _, ...rest } = keyed
  // First, because the ledger keeps what a refund that is stored takes.
  if (known) await deleteRefund(tx, key)
  else await renameRefund(tx, key, merchantRefundId)
  const taken = await postRefund(tx, { ...rest, state: 'FAILED' }, nowMs)
  if (taken === 'exceeds') throw new Error(`The transfers of refund ${key} cannot be taken back`)
  const { refundId } = status
  const refund = known
    ? { ...known, ...(refundId !== undefined && { refundId }) }
    : await readRefund(tx, merchantRefundId)
  const paidOut = known && keyed.state === 'COMPLETED' ? keyed.amount : undefined
  return { order: withPosted(order, taken), ...defined({ refund, paidOut }) }
}

/**
 * Whether the status is about our refund. One that contradicts it may be about another one, such as one from a cache, unless it names both
 * ids and agrees with what was reported of the provider's. Otherwise both refunds stay, and ours needs review.
 */
async function isAbout(
  tx: Queries,
  order: OrderRow,
  known: RefundRow,
  { keyed, status }: { readonly keyed: RefundRow; readonly status: ProviderRefundStatus },
): Promise<boolean> {
  const { merchantRefundId, refundId } = known
  if (refundId !== undefined && refundId !== status.refundId) return false
  if (status.merchantRefundId === merchantRefundId && status.amount === keyed.amount) return true
  const taken = await postedRefund(tx, keyed.merchantRefundId)
  const available = (await availableToRefund(tx, order, merchantRefundId)) + taken.held + taken.refunded
  return findRefundMismatch(known, status, available as Paise) === undefined
}
