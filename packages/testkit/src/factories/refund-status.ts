import { paise } from '@galla/contract/money'
import type { RefundReply, RefundStatusReply } from '@galla/contract/provider/replies'
import { paymentDetail, upiSplit } from './payment-detail.ts'

/** ₹100.00 in paise: less than the order factories' amount. */
const REFUND_AMOUNT = paise(10_000)
const REFUND_ID = 'OMR2506161000000000000009'

/** Reply to a new refund. */
export function openedRefund(overrides: Partial<RefundReply> = {}): RefundReply {
  return { refundId: REFUND_ID, amount: REFUND_AMOUNT, state: 'PENDING', ...overrides }
}

/** A completed refund, with the fields of both documented shapes. Its parts have the same `amount`. */
export function refundStatus(overrides: Partial<RefundStatusReply> = {}): RefundStatusReply {
  const amount = overrides.amount ?? REFUND_AMOUNT
  const state = overrides.state ?? 'COMPLETED'
  const timestamp = 1_750_090_000_000
  return {
    merchantId: 'TESTMID01',
    merchantRefundId: 'rf_1',
    originalMerchantOrderId: 'ord_2025_000123',
    refundId: REFUND_ID,
    amount,
    state,
    timestamp,
    splitInstruments: [upiSplit({ amount })],
    paymentDetails: [
      paymentDetail({
        transactionId: REFUND_ID,
        timestamp,
        amount,
        payableAmount: amount,
        // Attempts have no state CONFIRMED; they are PENDING until they are final.
        state: state === 'CONFIRMED' ? 'PENDING' : state,
      }),
    ],
    ...overrides,
  }
}

/** A failed refund: error codes, without parts. */
export function failedRefund(overrides: Partial<RefundStatusReply> = {}): RefundStatusReply {
  const { splitInstruments: _splits, paymentDetails: _details, ...refund } = refundStatus({ state: 'FAILED' })
  return { ...refund, errorCode: 'REFUND_BREACHED', detailedErrorCode: 'BF_034', ...overrides }
}
