import type { Order } from '@galla/contract/gateway-api/orders'
import type { Refund } from '@galla/contract/gateway-api/refunds'
import type { Paise } from '@galla/contract/money'
import { type RefundRecord, refundable, surplusOf } from '../domain/refund.ts'
import type { OrderRow } from '../storage/order-row.ts'
import type { RefundRow } from '../storage/refunds.ts'

/** An order as everybody outside sees it; its refunds say what may still go back. */
export function viewOrder(row: OrderRow, refunds: readonly Pick<RefundRecord, 'state' | 'amount'>[]): Order {
  const {
    request,
    opened: _opened,
    openedAtMs: _openedAtMs,
    attempts: _attempts,
    doublePaymentSeen: _seen,
    ...shared
  } = row
  const surplusAmount = surplusOf(row)
  return {
    ...shared,
    ...(surplusAmount > 0 ? { surplusAmount } : {}),
    ...(request.metaInfo ? { metaInfo: request.metaInfo } : {}),
    refundedAmount: row.refundedAmount as Paise,
    refundableAmount: refundable(row, refunds),
  }
}

export function viewRefund(row: RefundRow): Refund {
  return { ...row }
}
