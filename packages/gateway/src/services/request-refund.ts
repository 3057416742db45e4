import type { Refund, RequestRefund } from '@galla/contract/gateway-api/refunds'
import type { GatewayContext } from '../context.ts'
import { judgeRefund, type RefundRecord, type RefundRefusal } from '../domain/refund.ts'
import { GatewayError, type GatewayErrorCode, invalid } from '../errors.ts'
import { lockOrder } from '../storage/orders.ts'
import { insertRefund, readRefund, refundsOf, viewRefund } from '../storage/refunds.ts'
import { postRefund } from './ledger.ts'
import { checkAmount, checkId } from './validation.ts'

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

const REFUSALS: { readonly [Reason in RefundRefusal]: { code: GatewayErrorCode; message: string } } = {
  'not-paid': { code: 'NOT_PAID', message: 'The order is not paid, so there is nothing to refund' },
  'too-much': { code: 'AMOUNT_TOO_LARGE', message: 'The amount exceeds what may still be refunded' },
  'one-at-a-time': {
    code: 'REFUND_IN_PROGRESS',
    message: 'Another refund of this order is in progress: wait until it is final',
  },
  'id-taken': {
    code: 'ID_TAKEN',
    message: 'This merchantRefundId belongs to a refund of another amount or order: choose a new id',
  },
}

/**
 * Stores a refund request durably; a worker sends it. The amount is checked against all refunds of the order under the order's
 * lock, so the refunds of an order never exceed what was paid. The same id and amount again returns the same refund.
 * @throws GatewayError INVALID_REQUEST, NOT_FOUND, NOT_PAID, AMOUNT_TOO_LARGE, REFUND_IN_PROGRESS, ID_TAKEN
 */
export async function requestRefund(context: GatewayContext, wanted: RefundRequest): Promise<Refund> {
  const { merchantRefundId, merchantOrderId, amount, note, origin = 'api' } = wanted
  checkId(merchantRefundId, 'merchantRefundId')
  checkAmount(amount)
  if (note !== undefined && (typeof note !== 'string' || note.length > 500))
    throw invalid('note', 'must be a text of at most 500 characters')
  const nowMs = context.clock.now()
  const { row, isNew } = await context.database.transaction(async (tx) => {
    const order = (await lockOrder(tx, merchantOrderId))?.row
    if (!order) throw new GatewayError('NOT_FOUND', `There is no order ${merchantOrderId}`)
    const refunds = await refundsOf(tx, merchantOrderId)
    const refund: RefundRecord = {
      merchantRefundId,
      merchantOrderId,
      amount,
      origin,
      state: 'REQUESTED',
      inDoubt: false,
      createdAtMs: nowMs,
    }
    const verdict = judgeRefund(refund, order, refunds)
    if (verdict !== 'new' && verdict !== 'same') throw refusal(verdict, order.availableAmount)
    const isNew = verdict === 'new' && (await insertRefund(tx, { refund, note, nextPollAtMs: nowMs }))
    if (isNew && (await postRefund(tx, refund, nowMs)) === 'exceeds') throw refusal('too-much', order.availableAmount)
    const row = await readRefund(tx, merchantRefundId)
    // Refund ids are unique across orders.
    if (!row || row.merchantOrderId !== merchantOrderId) throw refusal('id-taken', 0)
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

function refusal(reason: RefundRefusal, refundablePaise: number): GatewayError {
  const { code, message } = REFUSALS[reason]
  if (reason === 'too-much') return new GatewayError(code, `${message}: ${refundablePaise} paise`, { field: 'amount' })
  return new GatewayError(code, message, reason === 'id-taken' ? { field: 'merchantRefundId' } : {})
}
