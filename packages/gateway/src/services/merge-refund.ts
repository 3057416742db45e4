import { keyOfRefundId } from '../domain/refund-of-provider.ts'
import type { RefundObservation } from '../domain/refund-reducer.ts'
import type { Queries } from '../storage/database.ts'
import type { OrderRow } from '../storage/orders.ts'
import { deleteRefund, type RefundRow, readRefund, renameRefund } from '../storage/refunds.ts'
import { postRefund, withPosted } from './ledger.ts'

/** The order, and the refund that was found or has become known by its own id. */
export interface MergedRefund {
  readonly order: OrderRow
  readonly refund?: RefundRow
}

/**
 * The provider names a refund by our id that was stored under the provider's id alone: it becomes the refund of our id, and its amount
 * is counted once. Its transfers are taken back and the caller posts those of the refund. Under the order's lock. Undefined when there
 * is nothing to merge.
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
  if (key === undefined || key === merchantRefundId || (known && known.merchantOrderId !== order.merchantOrderId))
    return undefined
  const keyed = await readRefund(tx, key)
  if (keyed?.merchantOrderId !== order.merchantOrderId) return undefined
  const { needsReview: _, ...rest } = keyed
  // First, because the ledger keeps what a refund that is stored takes.
  if (known) await deleteRefund(tx, key)
  else await renameRefund(tx, key, merchantRefundId)
  const taken = await postRefund(tx, { ...rest, state: 'FAILED' }, nowMs)
  if (taken === 'exceeds') throw new Error(`The transfers of refund ${key} cannot be taken back`)
  const refund = known ?? (await readRefund(tx, merchantRefundId))
  return { order: withPosted(order, taken), ...(refund && { refund }) }
}
