import type { Paise } from '@galla/contract/money'
import type { OrderStatusReply, RefundStatusReply, WirePaymentDetail } from '@galla/contract/provider/replies'
import type { MetaInfo } from '@galla/contract/provider/requests'
import type { Attempt, Order } from '../domain/order.ts'
import { errorContextOf } from '../domain/outcome.ts'
import type { Refund } from '../domain/refund.ts'
import type { Quirks } from '../quirks.ts'

export interface StatusView {
  /** Which attempts are told of. */
  readonly attempts: readonly Attempt[]
  readonly errorContext?: boolean
  readonly merchantId: string
  readonly quirks: Quirks
}

/** Provider-protocol §6: what a status read and a callback say of an order. */
export function orderStatusReply(order: Order, view: StatusView): OrderStatusReply {
  const failure = order.failure
  return {
    ...(view.quirks.statusNamesMerchant ? { merchantId: view.merchantId, merchantOrderId: order.merchantOrderId } : {}),
    orderId: order.orderId,
    state: order.state,
    amount: order.amount,
    payableAmount: order.amount,
    feeAmount: 0 as Paise,
    currency: 'INR',
    expireAt: order.expiresAtMs,
    ...failure,
    ...metaInfoOf(order.metaInfo, view.quirks),
    paymentDetails: view.attempts.map(paymentDetail),
    ...(failure && view.errorContext ? { errorContext: errorContextOf(failure) } : {}),
  }
}

export function paymentDetail(attempt: Attempt): WirePaymentDetail {
  const [only, second] = attempt.splits ?? []
  return {
    transactionId: attempt.transactionId,
    paymentMode: attempt.mode,
    timestamp: attempt.startedAtMs,
    amount: attempt.amount,
    payableAmount: attempt.amount,
    feeAmount: 0 as Paise,
    state: attempt.state,
    ...attempt.failure,
    // With a split there is no one instrument to name at the top.
    ...(only?.rail && !second ? { rail: only.rail } : {}),
    ...(only?.instrument && !second ? { instrument: only.instrument } : {}),
    ...(attempt.splits ? { splitInstruments: [...attempt.splits] } : {}),
  }
}

const UDF_KEYS = Array.from({ length: 15 }, (_, index) => `udf${index + 1}` as keyof MetaInfo)

function metaInfoOf(metaInfo: MetaInfo | undefined, quirks: Quirks): { metaInfo?: MetaInfo } {
  if (quirks.metaInfoEcho === 'as-sent') return metaInfo ? { metaInfo } : {}
  return { metaInfo: Object.fromEntries(UDF_KEYS.map((key) => [key, metaInfo?.[key] ?? ''])) }
}

/** Provider-protocol §3.6: two documented shapes; the default is their union. */
export function refundStatusReply(refund: Refund, merchantId: string, quirks: Quirks): RefundStatusReply {
  const [only, second] = refund.splits
  const ids = { merchantId, merchantRefundId: refund.merchantRefundId }
  const root = { refundId: refund.refundId, timestamp: refund.changedAtMs }
  const splits = { splitInstruments: [...refund.splits] }
  const details = {
    paymentDetails: [
      {
        transactionId: refund.refundId,
        paymentMode: refund.paymentMode,
        timestamp: refund.changedAtMs,
        amount: refund.amount,
        // Inside the list the provider knows three states only.
        state: refund.state === 'CONFIRMED' ? ('PENDING' as const) : refund.state,
        ...refund.failure,
        ...(only?.rail && !second ? { rail: only.rail } : {}),
        ...(only?.instrument && !second ? { instrument: only.instrument } : {}),
        ...splits,
      },
    ],
  }
  return {
    ...(quirks.refundStatus === 'root' ? {} : ids),
    originalMerchantOrderId: refund.originalMerchantOrderId,
    ...(quirks.refundStatus === 'payment-details' ? {} : root),
    amount: refund.amount,
    state: refund.state,
    ...refund.failure,
    ...(quirks.refundStatus === 'payment-details' ? {} : splits),
    ...(quirks.refundStatus === 'root' ? {} : details),
  }
}
