import type { RefundStatusReply } from '@galla/contract/provider/replies'
import type { Refund } from '../domain/refund.ts'
import type { Quirks } from '../quirks.ts'

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
