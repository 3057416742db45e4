import type { SandboxContext } from '../../context.ts'
import { findFailure } from '../../domain/outcome.ts'
import { plannedRefundOutcome } from '../../domain/outcome-rules.ts'
import { openRefund, type RefundRefusal, type RefundStep } from '../../domain/refund.ts'
import {
  duplicateRefund,
  ok,
  type ProviderError,
  type Reply,
  refundRefused,
  unknownOrder,
  unknownRefund,
} from '../../responses/errors.ts'
import { refundStatusResponse } from '../../responses/status.ts'
import { findRefundable } from '../../services/refundable.ts'
import { bodyFields, checkAmount, checkId, checkKnownFields } from '../validation.ts'
import type { ProviderRequest } from './request.ts'

const REFUND_FIELDS = new Set(['merchantRefundId', 'originalMerchantOrderId', 'amount'])

/** `POST /payments/v2/refund` */
export function refund({ context, body }: ProviderRequest): Reply {
  const { store, ids, clock, settings } = context
  const fields = bodyFields(body)
  checkKnownFields(fields, REFUND_FIELDS, settings.quirks)
  const merchantRefundId = checkId(fields.merchantRefundId, 'merchantRefundId')
  const merchantOrderId = checkId(fields.originalMerchantOrderId, 'originalMerchantOrderId')
  const amount = checkAmount(fields.amount)
  if (store.refunds.get(merchantRefundId)) throw duplicateRefund()
  const order = findRefundable(store, merchantOrderId)
  if (!order) throw unknownOrder(settings.quirks)

  const nowMs = clock.now()
  const plan = planFor(context, plannedRefundOutcome(merchantRefundId, amount), nowMs)
  const input = { merchantRefundId, refundId: ids.refund(nowMs), amount, plan }
  const opened = openRefund(order, store.refundsOf(merchantOrderId), input, nowMs)
  if ('refused' in opened) throw errorFor(opened.refused, context)
  context.refunds.open(opened)
  const { refundId, state } = opened
  const journal = { merchantRefundId, merchantOrderId }
  return { status: settings.quirks.refundOpened, body: { refundId, amount, state }, journal }
}

/** `GET /payments/v2/refund/{merchantRefundId}/status` */
export function refundStatus({ context, params, asOfMs }: ProviderRequest): Reply {
  const { merchantRefundId = '' } = params
  const { store, replica, settings } = context
  const found = replica.refunds.at(merchantRefundId, store.refunds.get(merchantRefundId), asOfMs)
  if (!found) throw unknownRefund()
  const { merchantId, quirks } = settings
  return ok(refundStatusResponse(found, merchantId, quirks), { merchantRefundId: found.merchantRefundId })
}

function planFor(context: SandboxContext, outcome: string | undefined, nowMs: number): RefundStep[] {
  const timing = context.settings.refundTiming
  if (!timing || outcome === 'PENDING') return []
  const accepted: RefundStep = { atMs: nowMs + timing.acceptAfterMs, to: 'CONFIRMED' }
  if (outcome === 'ACCEPTED') return [accepted]
  const atMs = nowMs + timing.completeAfterMs
  if (outcome === undefined) return [accepted, { atMs, to: 'COMPLETED' }]
  const failure = findFailure(outcome) ?? { errorCode: outcome, detailedErrorCode: outcome }
  return [accepted, { atMs, to: 'FAILED', failure }]
}

/** The provider does not document the errors of all cases (protocol §14.1). The codes are its own. */
function errorFor(refused: RefundRefusal, context: SandboxContext): ProviderError {
  const { overRefund, refundNotEligible } = context.settings.quirks
  switch (refused) {
    case 'ORDER_NOT_COMPLETED':
      return refundRefused('REFUND_NOT_ALLOWED', 'Only a completed order can be refunded', refundNotEligible)
    case 'WINDOW_CLOSED':
      return refundRefused(
        'REFUND_FOR_TXN_OLDER_THAN_LIMIT',
        'An order can be refunded for 90 days after its payment',
        refundNotEligible,
      )
    case 'REFUND_IN_PROGRESS':
      return refundRefused('PREVIOUS_ORDER_IN_PROGRESS', 'Another refund of this order is in progress')
    case 'NOTHING_LEFT':
    case 'AMOUNT_EXCEEDS_ORIGINAL':
      return refundRefused(overRefund, 'Refund amount exceeds what is left of the order amount')
  }
}
