import type { Refund, RequestRefund } from '@galla/contract/gateway-api/refunds'
import type { Paise } from '@galla/contract/money'
import type { GatewayContext } from '../context.ts'
import { judgeRefund, newRefund, type RefundJudgement, type RefundRecord } from '../domain/refund.ts'
import { GatewayError, invalid } from '../errors.ts'
import type { Queries } from '../storage/database.ts'
import { isErasedOrder } from '../storage/erasures.ts'
import { lockOrder } from '../storage/orders.ts'
import { insertRefund, readRefund, refundsOf, viewRefund } from '../storage/refunds.ts'
import { postRefund } from './ledger.ts'
import { checkAmount, checkFields, checkId, checkStorable } from './validation.ts'

/** A refund to request. */
export interface RefundRequest extends RequestRefund {
  /** The paid order. */
  merchantOrderId: string
  /**
   * Who requests it.
   * @default 'api'
   */
  origin?: 'api' | 'console'
}

/** Compared with the interface: a missing or an extra name is a type error. */
const REFUND_FIELDS = Object.keys({
  merchantRefundId: true,
  merchantOrderId: true,
  amount: true,
  note: true,
  origin: true,
} satisfies { [Name in keyof Required<RefundRequest>]: true })

/**
 * Stores a refund request durably; a worker sends it. The amount is checked against all refunds of the order under the order's
 * lock, so the refunds of an order never exceed what was paid. The same id, order, amount and note again returns the same refund.
 * @param record writes what is to be stored with the request, in its transaction
 * @throws GatewayError INVALID_REQUEST, NOT_FOUND, NOT_PAID, AMOUNT_TOO_LARGE, REFUND_IN_PROGRESS, ID_TAKEN
 */
export async function requestRefund(
  context: GatewayContext,
  request: RefundRequest,
  record?: (tx: Queries) => Promise<void>,
): Promise<Refund> {
  checkFields(request, REFUND_FIELDS)
  const { merchantRefundId, merchantOrderId, amount, note, origin = 'api' } = request
  checkId(merchantRefundId, 'merchantRefundId')
  checkAmount(amount)
  if (note !== undefined && (typeof note !== 'string' || note.length > 500))
    throw invalid('note', 'must be a text of at most 500 characters')
  checkStorable(note, 'note')
  const nowMs = context.clock.now()
  const { row, isNew } = await context.database.transaction(async (tx) => {
    const order = (await lockOrder(tx, merchantOrderId))?.row
    if (!order) throw new GatewayError('NOT_FOUND', `There is no order ${merchantOrderId}`)
    const known = await readRefund(tx, merchantRefundId)
    const refunds = await refundsOf(tx, merchantOrderId)
    // A note that was erased cannot be compared any more.
    const isErased = known !== undefined && known.note === undefined && (await isErasedOrder(tx, known.merchantOrderId))
    const wanted = { merchantRefundId, merchantOrderId, amount, note: isErased ? undefined : note }
    const judgement = judgeRefund(wanted, known, order, refunds)
    if (judgement.verdict === 'same' || judgement.verdict === 'new') await record?.(tx)
    if (judgement.verdict === 'same' && known) return { row: known, isNew: false }
    if (judgement.verdict !== 'new') throw refusalOf(judgement)
    const refund = newRefund({ merchantRefundId, merchantOrderId, amount, origin, createdAtMs: nowMs })
    const isNew = await insertRefund(tx, { refund, note, nextPollAtMs: nowMs })
    const row = await readRefund(tx, merchantRefundId)
    // Refund ids are unique across orders, and another order has another lock.
    if (!isNew || !row) throw refusalOf({ verdict: 'id-taken', field: 'merchantOrderId' })
    if ((await postRefund(tx, refund, nowMs)) === 'exceeds')
      throw refusalOf({ verdict: 'too-much', refundable: order.availableAmount as Paise })
    return { row, isNew }
  })
  if (isNew) {
    context.wake('send-refunds')
    const { state, version } = row
    context.events.emit({ type: 'refund', merchantRefundId, merchantOrderId, state, version })
    context.log.info({ merchantRefundId, merchantOrderId, origin }, 'Refund requested')
  }
  return viewRefund(row)
}

function refusalOf(judgement: RefundJudgement): GatewayError {
  switch (judgement.verdict) {
    case 'too-much':
      return new GatewayError(
        'AMOUNT_TOO_LARGE',
        `The amount exceeds what may still be refunded: ${judgement.refundable} paise`,
        { field: 'amount' },
      )
    case 'one-at-a-time':
      return new GatewayError('REFUND_IN_PROGRESS', inProgress(judgement.other))
    case 'id-taken':
      return new GatewayError(
        'ID_TAKEN',
        `This merchantRefundId belongs to a refund with another ${judgement.field}: choose a new id for another refund`,
        { field: judgement.field },
      )
    default:
      return new GatewayError('NOT_PAID', 'The order is not paid, so there is nothing to refund')
  }
}

/** Which refund is in the way, and until when. */
function inProgress({ merchantRefundId, state, amount, inDoubt, needsReview }: RefundRecord): string {
  const which = `The refund ${merchantRefundId} of this order (${amount} paise, ${state})`
  if (needsReview) return `${which} needs review (${needsReview.reason}): resolve it first`
  return inDoubt
    ? `${which} is in doubt: its reply was lost, and its status is checked until the provider reports it`
    : `${which} is in progress: wait until it is final`
}
