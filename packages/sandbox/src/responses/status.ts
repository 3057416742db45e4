import type { Paise } from '@galla/contract/money'
import type { MetaInfo } from '@galla/contract/provider/requests'
import type { OrderStatusResponse, RefundStatusResponse, WirePaymentDetail } from '@galla/contract/provider/responses'
import { defined } from '../domain/defined.ts'
import type { Attempt, Order } from '../domain/order.ts'
import { errorContextFor } from '../domain/outcome.ts'
import type { Refund } from '../domain/refund.ts'
import type { Quirks } from '../quirks.ts'
import { setupFlow } from './mandates.ts'

/** The settings that responses and callbacks read. */
export interface MessageSettings {
  readonly merchantId: string
  readonly quirks: Quirks
}

export interface StatusView extends MessageSettings {
  /** The attempts to include. */
  readonly attempts: readonly Attempt[]
  readonly errorContext?: boolean
}

/** An order as status responses and callbacks report it (protocol §6). */
export function orderStatusResponse(order: Order, view: StatusView): OrderStatusResponse {
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
    ...defined({ metaInfo: metaInfoFor(order.metaInfo, view.quirks) }),
    ...(order.mandate ? { paymentFlow: setupFlow(order.mandate) } : {}),
    paymentDetails: view.attempts.map((attempt) => paymentDetail(attempt, order)),
    ...(failure && view.errorContext ? { errorContext: errorContextFor(failure) } : {}),
  }
}

/**
 * Returns the time of a payment. In time: its completion, because a QR code may have been shown for minutes before. Late: its start, which
 * was in time.
 */
function timeOf({ state, startedAtMs }: Attempt, { completedAtMs = 0, expiresAtMs }: Order): number {
  return state === 'COMPLETED' && completedAtMs < expiresAtMs ? Math.max(startedAtMs, completedAtMs) : startedAtMs
}

function paymentDetail(attempt: Attempt, order: Order): WirePaymentDetail {
  return {
    transactionId: attempt.transactionId,
    paymentMode: attempt.mode,
    timestamp: timeOf(attempt, order),
    amount: attempt.amount,
    payableAmount: attempt.amount,
    feeAmount: 0 as Paise,
    state: attempt.state,
    ...attempt.failure,
    ...singleInstrument(attempt.splits ?? []),
    ...(attempt.splits ? { splitInstruments: [...attempt.splits] } : {}),
  }
}

/** `rail` and `instrument` beside the list of splits. A payment with several splits has no single instrument to name. */
function singleInstrument(splits: NonNullable<Attempt['splits']>): Pick<WirePaymentDetail, 'rail' | 'instrument'> {
  const [only, second] = splits
  return only && !second ? defined({ rail: only.rail, instrument: only.instrument }) : {}
}

const UDF_KEYS = Array.from({ length: 15 }, (_, index) => `udf${index + 1}` as keyof MetaInfo)

function metaInfoFor(metaInfo: MetaInfo | undefined, quirks: Quirks): MetaInfo | undefined {
  if (quirks.metaInfoEcho === 'as-sent') return metaInfo
  return Object.fromEntries(UDF_KEYS.map((key) => [key, metaInfo?.[key] ?? '']))
}

/** A refund as status responses and callbacks report it (protocol §3.6). Two shapes are documented; the default is their union. */
export function refundStatusResponse(refund: Refund, merchantId: string, quirks: Quirks): RefundStatusResponse {
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
        // The states inside this list are PENDING, COMPLETED and FAILED only.
        state: refund.state === 'CONFIRMED' ? ('PENDING' as const) : refund.state,
        ...refund.failure,
        ...singleInstrument(refund.splits),
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
