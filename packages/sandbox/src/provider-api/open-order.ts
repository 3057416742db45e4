import type { OpenedReply } from '@galla/contract/provider/replies'
import { modeFaults } from '../domain/mode-faults.ts'
import { type NewOrder, type Order, openOrder, type Product } from '../domain/order.ts'
import type { Provider } from '../provider.ts'
import { checkAmount, checkId, type Fields, optionalConstraints, optionalMetaInfo, optionalSeconds } from './checks.ts'
import { duplicateOrder } from './error-bodies.ts'
import type { About } from './reply.ts'

export interface OrderLimits {
  readonly defaultExpirySec: number
  readonly maxExpirySec: number
}

/** What every body that opens an order carries (provider-protocol §3.1, §3.9). */
export type OrderFacts = Omit<
  NewOrder,
  'orderId' | 'product' | 'createdAtMs' | 'expiresAtMs' | 'pageToken' | 'retryDisabled'
> & {
  readonly expireAfterSec: number
}

export function parseOrder(body: Fields, limits: OrderLimits): OrderFacts {
  const merchantOrderId = checkId(body.merchantOrderId, 'merchantOrderId')
  const amount = checkAmount(body.amount)
  const expireAfterSec = optionalSeconds(body.expireAfter, 'expireAfter', 300, limits.maxExpirySec)
  const metaInfo = optionalMetaInfo(body.metaInfo)
  const constraints = optionalConstraints(body.constraints)
  return {
    merchantOrderId,
    amount,
    expireAfterSec: expireAfterSec ?? limits.defaultExpirySec,
    ...(metaInfo ? { metaInfo } : {}),
    ...(constraints ? { constraints } : {}),
  }
}

/** An order that is not kept yet. An id is used once, for ever: there is no replay. */
export function newOrder(
  provider: Provider,
  product: Product,
  facts: OrderFacts,
  more: Partial<Pick<Order, 'retryDisabled' | 'redirectUrl' | 'message' | 'phoneNumber' | 'paymentModeConfig'>>,
): Order {
  const { store, ids, settings } = provider
  if (store.orders.get(facts.merchantOrderId)) throw duplicateOrder(settings.quirks)
  const createdAtMs = provider.clock.now()
  const { expireAfterSec, ...kept } = facts
  return openOrder({
    ...kept,
    orderId: ids.order(createdAtMs),
    product,
    createdAtMs,
    expiresAtMs: createdAtMs + expireAfterSec * 1000,
    pageToken: ids.opaque(),
    retryDisabled: false,
    ...more,
  })
}

export function openedReply(order: Order): OpenedReply {
  return { orderId: order.orderId, state: order.state, expireAt: order.expiresAtMs }
}

/** For the journal: the order, and which words of its `paymentModeConfig` were read in silence and match nothing. */
export function aboutOrder(order: Order): About {
  const { merchantOrderId, paymentModeConfig } = order
  const faults = paymentModeConfig ? modeFaults(paymentModeConfig) : []
  const note = faults.map(({ field, problem }) => `paymentModeConfig.${field} ${problem}`).join(' ')
  return { merchantOrderId, ...(note === '' ? {} : { note }) }
}

/** The hosted page of an order, as its payer reaches it. */
export function pageUrl(provider: Provider, order: Order): string {
  return `${provider.origin}/transact/pg?token=${order.pageToken}`
}
