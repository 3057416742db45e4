import { isDecidedAs, isOutdated, whyDue, withRefundId } from '../../domain/refunds/callback.ts'
import type { RefundObservation } from '../../domain/refunds/observations.ts'
import { candidatesFor, isRefundId } from '../../domain/refunds/of-provider.ts'
import type { ProviderRefundStatus } from '../../domain/refunds/statements.ts'
import { nextAttemptAt } from '../../domain/retries.ts'
import { syncOrder } from '../../services/orders/check-order.ts'
import { applyRefundCheck, applyRefundObservation, checkRefundStatus } from '../../services/refunds/sync-refund.ts'
import type { DueCallback } from '../../storage/callbacks/callbacks.ts'
import type { OrderRow } from '../../storage/orders/order-row.ts'
import { readOrder } from '../../storage/orders/orders.ts'
import { shownRefundId } from '../../storage/refunds/refund-ids.ts'
import { type RefundRow, readRefund, refundsOf, refundWithId } from '../../storage/refunds/refunds.ts'
import type { JobContext } from '../process-due.ts'

/**
 * The outcome of a callback. `foreign`: the callback is about an order or a refund that this gateway does not have now. `no-known-id`: the
 * callback names no order, refund or payment. `outdated`: the status of its refund, which decides, contradicted the callback in every try.
 * Another callback whose content could not be confirmed has no outcome: its error is thrown.
 */
export type CallbackOutcome = 'applied' | 'foreign' | 'no-known-id' | 'outdated'

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
  const { merchantRefundId: named } = callback
  const known = named === null ? await ownerOf(context, status) : await readRefund(database, named)
  const merchantRefundId = named ?? known?.merchantRefundId
  if (merchantRefundId === undefined) return applyWithoutOurId(context, callback, status)
  const order = await orderOf(context, known ?? callback)
  if (!order) return 'foreign'
  if (isDecidedAs(known, status)) return 'applied'
  // A refund made elsewhere is posted against the payment, so the payment must be known first.
  if (!known && order.state !== 'COMPLETED') await syncOrder(context, order)
  const check = await checkRefundStatus(context, known ?? { merchantRefundId })
  if (check.kind === 'status')
    return confirm(
      context,
      callback,
      { merchantRefundId, merchantOrderId: order.merchantOrderId },
      known,
      check,
      status,
    )
  if (!known && isForeign(check, callback)) return 'foreign'
  throw new Error(`The provider has not reported the state of refund ${merchantRefundId}, or does not know the refund`)
}

/** Known nowhere: made elsewhere a moment ago, or never. The last attempt ends in a review. */
const isForeign = (check: RefundObservation, callback: DueCallback): boolean =>
  check.kind === 'status-failed' && check.unknownRefund && !isLastAttempt(callback)

const isLastAttempt = ({ attempts }: DueCallback): boolean => nextAttemptAt(attempts, 0) === undefined

const orderOf = async ({ database }: JobContext, { merchantOrderId }: Pick<DueCallback, 'merchantOrderId'>) =>
  merchantOrderId === null ? undefined : readOrder(database, merchantOrderId)

/** The refund that has the provider's id of the callback. */
const ownerOf = async ({ database }: JobContext, { refundId }: ProviderRefundStatus): Promise<RefundRow | undefined> =>
  refundId === undefined ? undefined : refundWithId(database, refundId)

/** Applies the status of the refund. @throws Error when the callback stays due */
async function confirm(
  context: JobContext,
  due: DueCallback,
  key: { readonly merchantRefundId: string; readonly merchantOrderId: string },
  known: RefundRow | undefined,
  check: Extract<RefundObservation, { kind: 'status' }>,
  callback: ProviderRefundStatus,
): Promise<CallbackOutcome> {
  const status = withRefundId(check.status, known, callback)
  const applied = await applyRefundCheck(context, key, { ...check, status })
  const why = applied
    ? whyDue(applied, check.status, callback)
    : "The provider's status cannot be stored: it has no known state or amount"
  if (why !== undefined && applied && isOutdated(applied.row, callback) && isLastAttempt(due)) return 'outdated'
  if (why !== undefined) throw new Error(`The callback of refund ${key.merchantRefundId} is tried again. ${why}`)
  return 'applied'
}

/**
 * A refund without our id was made elsewhere, as in the provider's dashboard, or is one of ours: callbacks may omit our id. It is stored
 * once no refund of the order may be it.
 */
async function applyWithoutOurId(
  context: JobContext,
  callback: DueCallback,
  status: ProviderRefundStatus,
): Promise<CallbackOutcome> {
  const order = await orderOf(context, callback)
  if (!order) return status.refundId === undefined ? 'no-known-id' : 'foreign'
  const { refundId } = status
  if (refundId === undefined || !isRefundId(refundId)) {
    if (status.state === 'FAILED') return 'no-known-id'
    throw new Error('A callback about a refund of an order of ours does not name the refund: find it in the dashboard')
  }
  if (order.state !== 'COMPLETED') await syncOrder(context, order)
  await askAboutCandidates(context, order, status)
  const key = { refundId, merchantOrderId: order.merchantOrderId }
  if (await applyRefundObservation(context, key, { kind: 'status', status })) return 'applied'
  // Its status, which named the provider's id, has just been applied.
  if ((await refundWithId(context.database, refundId))?.merchantRefundId !== undefined) return 'applied'
  throw new Error(whyNotStored(refundId, status))
}

function whyNotStored(refundId: string, { state, amount = 0 }: ProviderRefundStatus): string {
  if (state !== 'UNKNOWN' && amount > 0)
    return `The refund ${refundId} cannot be distinguished from another refund of its order: it is looked at again`
  const missing = state === 'UNKNOWN' ? 'a known state' : 'an amount'
  return `The callback of refund ${refundId} lacks ${missing}, so the refund is not counted here: look for it in the provider's dashboard before you refund the order`
}

/** The status of a refund that may be meant tells the provider's id, or that it is another one. */
async function askAboutCandidates(context: JobContext, order: OrderRow, { amount, refundId }: ProviderRefundStatus) {
  const refunds = await refundsOf(context.database, order.merchantOrderId)
  if (refunds.some((one) => one.refundId === refundId)) return
  for (const candidate of candidatesFor(refunds, amount)) {
    const { state } = candidate
    const merchantRefundId = shownRefundId(candidate)
    const check = await checkRefundStatus(context, candidate)
    // A failed check would only put off the next poll, and with it the sending.
    const applied = check.kind === 'status' ? await applyRefundCheck(context, candidate, check) : undefined
    if (applied?.isLate)
      throw new Error(`The refund ${merchantRefundId} changed while its status was checked: it is checked again`)
    if (state === 'FAILED' && check.kind === 'status-failed' && !check.unknownRefund)
      throw new Error(`The provider has not answered whether refund ${merchantRefundId} is the refund of the callback`)
  }
}
