import type { BookRefund } from '@galla/contract/books/refunds'
import type { Paise } from '@galla/contract/money'

/** What has to happen because an order or a refund changed; written down in the same transaction, done once. */
export type Effect =
  | {
      readonly kind: 'order.completed' | 'order.failed' | 'order.parked'
      readonly effectId: string
      readonly merchantOrderId: string
    }
  | {
      readonly kind: 'refund.completed' | 'refund.failed'
      readonly effectId: string
      readonly merchantOrderId: string
      readonly merchantRefundId: string
    }
  | {
      readonly kind: 'refund.request'
      readonly effectId: string
      readonly merchantOrderId: string
      readonly merchantRefundId: string
      readonly amount: Paise
      readonly origin: BookRefund['origin']
    }
