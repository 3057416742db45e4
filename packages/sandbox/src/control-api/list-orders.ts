import type { SandboxOrder } from '@galla/contract/sandbox-api/routes'
import type { Order } from '../domain/order.ts'
import type { Asked } from '../routes.ts'
import { showOrder } from './show.ts'

const DEFAULT_PAGE = 50
const LONGEST_PAGE = 500

/** `GET /orders`: newest first; `after` is the `merchantOrderId` of the last one seen. */
export function listOrders({ provider, query }: Asked): { orders: SandboxOrder[]; next?: string } {
  const limit = Math.min(LONGEST_PAGE, Math.max(1, Number(query.limit ?? DEFAULT_PAGE) || DEFAULT_PAGE))
  const newestFirst = [...provider.store.orders.all()].reverse()
  const at = newestFirst.findIndex((one) => one.merchantOrderId === query.after)
  // After one that is gone comes nothing: whoever turns pages over a reset must come to an end.
  const from = query.after === undefined ? 0 : at < 0 ? newestFirst.length : at + 1
  const found: Order[] = []
  for (const order of newestFirst.slice(from)) {
    if (query.state !== undefined && order.state !== query.state) continue
    if (query.search !== undefined && !mentions(order, query.search)) continue
    found.push(order)
    if (found.length > limit) break
  }
  const page = found.slice(0, limit)
  const last = page[page.length - 1]
  const more = found.length > limit && last ? { next: last.merchantOrderId } : {}
  return { orders: page.map((order) => showOrder(order, provider)), ...more }
}

/** Part of any id that the order is known by. */
function mentions(order: Order, words: string): boolean {
  const ids = [order.merchantOrderId, order.orderId, ...order.attempts.map((one) => one.transactionId)]
  return ids.some((id) => id.toLowerCase().includes(words.toLowerCase()))
}
