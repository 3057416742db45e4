import type { OrderState } from './orders.ts'
import type { RefundState } from './refunds.ts'

/** What `GET /live` of the console API tells, as server-sent events: enough to know what to ask for again. */
export type LiveEvent =
  | { type: 'order'; merchantOrderId: string; state: OrderState; version: number }
  | { type: 'refund'; merchantRefundId: string; merchantOrderId: string; state: RefundState; version: number }
  | { type: 'callback'; callbackId: string; verdict: string }
  | {
      type: 'call'
      callId: string
      endpoint: string
      httpStatus?: number
      merchantOrderId?: string
      merchantRefundId?: string
    }
  | { type: 'hello'; atMs: number }
