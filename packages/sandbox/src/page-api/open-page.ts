import type { Attempt } from '../domain/attempt.ts'
import { latestAttempt, type Order } from '../domain/order.ts'
import { type Asked, RouteRefusal } from '../routes.ts'

/** The order whose page this is. Its token opens this one order and nothing else. */
export function orderOfPage({ provider, header }: Asked): Order {
  const order = provider.store.orderByPageToken(header('x-page-token') ?? '')
  if (!order) throw new RouteRefusal(401, 'INVALID_PAGE_TOKEN', 'This payment link is not valid.')
  return order
}

/** The order and its attempt under way, as the address names it. */
export function attemptOfPage(asked: Asked): { order: Order; attempt: Attempt } {
  const order = orderOfPage(asked)
  const attempt = latestAttempt(order)
  if (!attempt || attempt.transactionId !== asked.params.transactionId) {
    throw new RouteRefusal(404, 'UNKNOWN_ATTEMPT', 'There is no such payment attempt in this order.')
  }
  if (attempt.state !== 'PENDING') throw new RouteRefusal(409, 'ATTEMPT_IS_FINAL', 'This payment attempt has ended.')
  return { order, attempt }
}
