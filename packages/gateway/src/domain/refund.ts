import type { Refund, RefundState } from '@galla/contract/gateway-api/refunds'
import type { Paise } from '@galla/contract/money'

/** Our own record of one refund. */
export interface RefundRecord {
  readonly merchantRefundId: string
  readonly merchantOrderId: string
  readonly amount: Paise
  readonly state: RefundState
  readonly origin: Refund['origin']
  /** The reply to the request was lost: only a status read under the same id tells. */
  readonly inDoubt: boolean
  readonly refundId?: string
  readonly errorCode?: string
  readonly detailedErrorCode?: string
  readonly utr?: string
  readonly createdAtMs: number
}
