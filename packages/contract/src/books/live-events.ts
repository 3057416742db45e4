import type { BookOrderState } from './orders.ts'
import type { BookRefundState } from './refunds.ts'

/** What `GET /live` of the console API tells, as server-sent events: enough to know what to ask for again. */
export type LiveEvent =
  | { type: 'order'; merchantOrderId: string; state: BookOrderState; version: number }
  | { type: 'refund'; merchantRefundId: string; merchantOrderId: string; state: BookRefundState; version: number }
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
