import type { Paise } from '../money.ts'
import type { RefundState as ProviderRefundState } from '../provider/states.ts'

/** `REQUESTED`: durable, on its way to the provider. The rest are the provider's own words. */
export type RefundState = 'REQUESTED' | ProviderRefundState

export interface Refund {
  merchantRefundId: string
  merchantOrderId: string
  amount: Paise
  state: RefundState
  refundId?: string
  /** Who wanted it: a person in the console, the merchant's code, a rule of ours, or someone beside us. */
  origin: 'console' | 'api' | 'late-payment' | 'duplicate' | 'elsewhere'
  note?: string
  errorCode?: string
  detailedErrorCode?: string
  utr?: string
  /** The reply was lost: its status is being read under the same id. */
  inDoubt: boolean
  attempts: number
  createdAtMs: number
  updatedAtMs: number
  nextPollAtMs?: number
  version: number
}

export interface RequestRefund {
  /** Made up once, when the form opens: the same id and amount is the same refund, however often it is sent. */
  merchantRefundId: string
  amount: Paise
  note?: string
}
