import type { BookRefund, BookRefundState } from '@galla/contract/books/refunds'
import type { Paise } from '@galla/contract/money'

/** Our own record of one refund. */
export interface Refund {
  readonly merchantRefundId: string
  readonly merchantOrderId: string
  readonly amount: Paise
  readonly state: BookRefundState
  readonly origin: BookRefund['origin']
  /** The reply to the request was lost: only a status read under the same id tells. */
  readonly inDoubt: boolean
  readonly refundId?: string
  readonly errorCode?: string
  readonly detailedErrorCode?: string
  readonly utr?: string
  readonly createdAtMs: number
}
