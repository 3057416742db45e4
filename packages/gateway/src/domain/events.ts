import type { Refund } from '@galla/contract/gateway-api/refunds'
import type { Paise } from '@galla/contract/money'

/** What has to happen because an order or a refund changed; written down in the same transaction, done once. */
export type DomainEvent =
  | {
      readonly type: 'order.completed' | 'order.failed' | 'order.needs_review'
      readonly deliveryId: string
      readonly merchantOrderId: string
    }
  | {
      readonly type: 'refund.completed' | 'refund.failed'
      readonly deliveryId: string
      readonly merchantOrderId: string
      readonly merchantRefundId: string
    }
  | {
      readonly type: 'refund.request'
      readonly deliveryId: string
      readonly merchantOrderId: string
      readonly merchantRefundId: string
      readonly amount: Paise
      readonly origin: Refund['origin']
    }
