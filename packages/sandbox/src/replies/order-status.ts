import type { Paise } from '@galla/contract/money'
import type { OrderStatusReply, WirePaymentDetail } from '@galla/contract/provider/replies'
import type { MetaInfo } from '@galla/contract/provider/requests'
import type { Attempt } from '../domain/attempt.ts'
import { errorContextOf } from '../domain/failure.ts'
import type { Order } from '../domain/order.ts'
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
