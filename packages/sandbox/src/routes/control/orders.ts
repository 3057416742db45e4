import type { SandboxOrder, SandboxRefund } from '@galla/contract/sandbox-api/routes'
import type { Provider } from '../../context.ts'
import { type Paid, payerFor } from '../../domain/default-payer.ts'
import { latestAttempt, type Order } from '../../domain/order.ts'
import type { OrderChange } from '../../domain/order-state-machine.ts'
import { type Refund, refundableAmount, refundedAmount } from '../../domain/refund.ts'
import { DEFAULT_QUIRKS } from '../../quirks.ts'
import { orderStatusReply, refundStatusReply } from '../../responses/status.ts'
import { intentUrl } from '../../services/attempts.ts'
import { pageUrl } from '../provider/orders.ts'
import { type Asked, RouteRefusal } from '../router.ts'
import { bodyFields } from '../validation.ts'
import { failureFrom } from './outcomes.ts'

export function orderNamed({ provider }: Asked, merchantOrderId: string | undefined): Order {
  const order = provider.store.orders.get(merchantOrderId ?? '')
  if (!order) throw new RouteRefusal(404, 'UNKNOWN_ORDER', `There is no order ${merchantOrderId}.`)
  return order
}

export function refundNamed({ provider }: Asked, merchantRefundId: string | undefined): Refund {
  const refund = provider.store.refunds.get(merchantRefundId ?? '')
  if (!refund) throw new RouteRefusal(404, 'UNKNOWN_REFUND', `There is no refund ${merchantRefundId}.`)
  return refund
}

/** An order as the control API shows it: all of it, whatever quirk the provider's own replies follow. */
export function showOrder(order: Order, provider: Provider): SandboxOrder {
  const refunds = provider.store.refundsOf(order.merchantOrderId)
  const { merchantId } = provider.settings
  const view = { attempts: order.attempts, errorContext: true, merchantId, quirks: DEFAULT_QUIRKS }
  return {
    ...orderStatusReply(order, view),
    merchantOrderId: order.merchantOrderId,
    product: order.product,
    createdAtMs: order.createdAtMs,
    ...(order.redirectUrl === undefined ? {} : { redirectUrl: order.redirectUrl }),
    pageUrl: pageUrl(provider, order),
    refundedAmount: refundedAmount(refunds),
    refundableAmount: refundableAmount(order, refunds),
  }
}

export function showRefund(refund: Refund, { settings }: Provider): SandboxRefund {
  return {
    ...refundStatusReply(refund, settings.merchantId, DEFAULT_QUIRKS),
    merchantRefundId: refund.merchantRefundId,
    createdAtMs: refund.createdAtMs,
  }
}

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

/** `POST /orders/{merchantOrderId}/simulate`: what the payer's bank would do, by click. */
export function simulatePayment(asked: Asked): SandboxOrder {
  const { provider, params } = asked
  const wanted = bodyFields(asked.body)
  const { outcome } = wanted
  if (outcome !== 'SUCCESS' && outcome !== 'FAILURE' && outcome !== 'PENDING') {
    throw new RouteRefusal(400, 'BAD_REQUEST', 'outcome must be SUCCESS, FAILURE or PENDING.')
  }
  const failure = outcome === 'FAILURE' ? failureFrom(wanted.errorCode) : undefined
  const late = outcome === 'SUCCESS'
  const found = orderNamed(asked, params.merchantOrderId)
  const order = withAttempt(provider, found, payerFor(wanted.instrument, found), late)
  const transactionId = latestAttempt(order)?.transactionId ?? ''
  const { merchantOrderId } = order
  let change: OrderChange | undefined
  if (failure) {
    const final = wanted.keepOpen !== true
    change = provider.ledger.changeOrder(merchantOrderId, { type: 'FAIL', transactionId, failure, final })
  } else if (outcome === 'SUCCESS') {
    change = provider.ledger.finish(merchantOrderId, transactionId, { kind: 'SUCCESS' })
  } else {
    change = provider.ledger.changeOrder(merchantOrderId, { type: 'STEP', transactionId })
  }
  if (change?.refused)
    throw new RouteRefusal(409, change.refused, `The order is ${order.state} and cannot be settled so.`)
  return showOrder(change?.order ?? order, provider)
}

/** The order with an attempt to settle: the one under way, or one made for the purpose. `late`: after the expiry too. */
function withAttempt(provider: Provider, order: Order, { mode, payer }: Paid, late: boolean): Order {
  const latest = latestAttempt(order)
  // A late payment settles the attempt that was open when the order expired.
  if (latest && (latest.state === 'PENDING' || order.state !== 'PENDING')) return order
  const startedAtMs = Math.min(provider.clock.now(), order.expiresAtMs)
  const transactionId = provider.ids.attempt(startedAtMs)
  const link =
    mode === 'UPI_QR' ? { intentUrl: intentUrl('upi', order, transactionId, provider.settings.merchantName) } : {}
  const attempt = { transactionId, mode, payer, amount: order.amount, startedAtMs, ...link }
  const change = provider.ledger.changeOrder(order.merchantOrderId, { type: 'START', attempt, late })
  if (change.refused)
    throw new RouteRefusal(409, change.refused, `The order is ${order.state} and takes no further attempt.`)
  return change.order
}
