import type { Order } from '@galla/contract/gateway-api/orders'
import { maskMessage } from '../../domain/masking.ts'

/** The merchant's own notes on an order may name its payer: the console shows them masked, and reveals one at a time. */
export function maskedOrder(order: Order): Order {
  return order.metaInfo ? { ...order, metaInfo: maskMessage(order.metaInfo) as typeof order.metaInfo } : order
}
