import type { OrderState } from './orders.ts'
import type { RefundState } from './refunds.ts'

/** Server-sent events of `GET /live` of the console API: which resource to read again. */
export type LiveEvent =
  | { type: 'order'; merchantOrderId: string; state: OrderState; version: number }
  | { type: 'refund'; merchantRefundId: string; merchantOrderId: string; state: RefundState; version: number }
  | { type: 'callback'; callbackId: string; verdict: string }
  /** An attempt of a delivery ended. */
  | { type: 'delivery'; deliveryId: string; merchantOrderId?: string }
  | {
      type: 'call'
      /** This, the endpoint and the status are absent for a reader who may not read the API log. */
      callId?: string
      endpoint?: string
      httpStatus?: number
      merchantOrderId?: string
      merchantRefundId?: string
    }
  /**
   * The stream is open, or the process hears the other replicas again. Nothing has changed since a session was read with the same cursor;
   * with another one, changes were not announced.
   */
  | { type: 'hello'; cursor: string }
  /** The gateway is still there: sent every second. */
  | { type: 'beat' }
