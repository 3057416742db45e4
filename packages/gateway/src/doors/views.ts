import type { BookOrder } from '@galla/contract/books/orders'
import type { BookRefund } from '@galla/contract/books/refunds'
import type { Paise } from '@galla/contract/money'
import type { Refund } from '../books/refund.ts'
import { refundable, surplusOf } from '../books/refundable.ts'
import type { OrderRow } from '../storage/order-row.ts'
import type { RefundRow } from '../storage/refunds.ts'

/** An order as everybody outside sees it; its refunds say what may still go back. */
export function viewOrder(row: OrderRow, refunds: readonly Pick<Refund, 'state' | 'amount'>[]): BookOrder {
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

export function viewRefund(row: RefundRow): BookRefund {
  return { ...row }
}
