import type { Paise } from '@galla/contract/money'
import type { SettlementState } from '@galla/contract/provider/settlements'
import type { SettlementLine } from '@galla/contract/sandbox-api/settlements'
import type { Order } from './order.ts'
import type { Refund } from './refund.ts'

/** One transfer to the merchant's bank. Immutable, like `Order`. */
export interface Settlement {
  readonly settlementId: string
  readonly utr: string
  readonly state: SettlementState
  readonly amount: Paise
  readonly createdAtMs: number
  readonly changedAtMs: number
  readonly errorCode?: string
  readonly lines: readonly SettlementLine[]
  /** The next change that the scheduler makes. */
  readonly next?: { readonly atMs: number; readonly to: 'INITIATED' | 'OUTCOME' }
}

/** Fees that the provider keeps of each payment. */
export interface FeeRates {
  /** Hundredths of a percent of the payment. */
  readonly feeBasisPoints: number
  /** Percent of the fee. */
  readonly taxPercent: number
}

/** Half paise count as one. */
const share = (amount: number, of: number, whole: number): Paise => Math.round((amount * of) / whole) as Paise

/** The line of a completed payment. */
export function paymentLine(order: Order, rates: FeeRates): SettlementLine {
  const paid = order.attempts.find(({ state }) => state === 'COMPLETED')
  const fee = share(order.amount, rates.feeBasisPoints, 10_000)
  return {
    kind: 'PAYMENT',
    merchantOrderId: order.merchantOrderId,
    transactionId: paid?.transactionId ?? order.orderId,
    mode: paid?.mode ?? 'UPI_INTENT',
    amount: order.amount,
    fee,
    tax: share(fee, rates.taxPercent, 100),
    atMs: order.completedAtMs ?? order.createdAtMs,
  }
}

/** The line of a completed refund. The provider keeps its fee of the payment. */
export function refundLine(refund: Refund): SettlementLine {
  return {
    kind: 'REFUND',
    merchantOrderId: refund.originalMerchantOrderId,
    transactionId: refund.refundId,
    merchantRefundId: refund.merchantRefundId,
    mode: refund.paymentMode,
    amount: refund.amount,
    fee: 0 as Paise,
    tax: 0 as Paise,
    atMs: refund.changedAtMs,
  }
}

/** Returns the amount that the bank gets for the lines, in paise; negative when more is refunded than paid. */
export function netAmount(lines: readonly SettlementLine[]): number {
  return lines.reduce((sum, { kind, amount, fee, tax }) => sum + (kind === 'PAYMENT' ? amount - fee - tax : -amount), 0)
}

/** Names what is in a settlement: a payment or refund is settled once. */
export const lineKey = ({ kind, merchantOrderId, merchantRefundId }: SettlementLine): string =>
  kind === 'REFUND' ? `refund ${merchantRefundId}` : `payment ${merchantOrderId}`
