import type { Provider } from '../../context.ts'
import { failureOf } from '../../domain/outcome.ts'
import { refundOutcome } from '../../domain/outcome-rules.ts'
import { openRefund, type RefundRefusal, type RefundStep } from '../../domain/refund.ts'
import { duplicateRefund, type Refusal, type Reply, refundRefused, unknownOrder } from '../../responses/errors.ts'
import { bodyFields, checkAmount, checkId, checkKnown } from '../validation.ts'
import type { Call } from './endpoint.ts'

const KNOWN = new Set(['merchantRefundId', 'originalMerchantOrderId', 'amount'])

/** `POST /payments/v2/refund` */
export function refund({ provider, body }: Call): Reply {
  const { store, ids, clock, ledger, settings } = provider
  const fields = bodyFields(body)
  checkKnown(fields, KNOWN, settings.quirks.unknownFields === 'refused')
  const merchantRefundId = checkId(fields.merchantRefundId, 'merchantRefundId')
  const orderId = checkId(fields.originalMerchantOrderId, 'originalMerchantOrderId')
  const amount = checkAmount(fields.amount)
  if (store.refunds.get(merchantRefundId)) throw duplicateRefund()
  const order = store.orders.get(orderId)
  if (!order) throw unknownOrder(settings.quirks)

  const nowMs = clock.now()
  const plan = planOf(provider, refundOutcome(merchantRefundId, amount), nowMs)
  const wanted = { merchantRefundId, refundId: ids.refund(nowMs), amount, plan }
  const opened = openRefund(order, store.refundsOf(orderId), wanted, nowMs)
  if ('refused' in opened) throw refusalOf(opened.refused, provider)
  ledger.openRefund(opened)
  const { refundId, state } = opened
  const about = { merchantRefundId, merchantOrderId: orderId }
  return { status: settings.quirks.refundOpened, body: { refundId, amount, state }, about }
}

function planOf(provider: Provider, outcome: string | undefined, nowMs: number): RefundStep[] {
  const timing = provider.settings.refundTiming
  if (!timing || outcome === 'PENDING') return []
  const accepted: RefundStep = { atMs: nowMs + timing.acceptAfterMs, to: 'CONFIRMED' }
  if (outcome === 'ACCEPTED') return [accepted]
  const atMs = nowMs + timing.completeAfterMs
  if (outcome === undefined) return [accepted, { atMs, to: 'COMPLETED' }]
  const failure = failureOf(outcome) ?? { errorCode: outcome, detailedErrorCode: outcome }
  return [accepted, { atMs, to: 'FAILED', failure }]
}

/** None of these answers is published for all cases (provider-protocol §14.1); the codes are the provider's own words. */
function refusalOf(refused: RefundRefusal, provider: Provider): Refusal {
  const { overRefund, refundNotEligible } = provider.settings.quirks
  switch (refused) {
    case 'ORDER_NOT_COMPLETED':
      return refundRefused('REFUND_NOT_ALLOWED', 'Only a completed order can be refunded', refundNotEligible)
    case 'WINDOW_CLOSED':
      return refundRefused(
        'REFUND_FOR_TXN_OLDER_THAN_LIMIT',
        'Refunds are taken for 90 days after the payment',
        refundNotEligible,
      )
    case 'REFUND_RUNNING':
      return refundRefused('PREVIOUS_ORDER_IN_PROGRESS', 'Another refund of this order is in progress')
    case 'NOTHING_LEFT':
    case 'AMOUNT_EXCEEDS_ORIGINAL':
      return refundRefused(overRefund, 'Refund amount exceeds what is left of the order amount')
  }
}
