import type { SandboxOrder } from '@galla/contract/sandbox-api/routes'
import type { OrderChange } from '../domain/change-order.ts'
import { latestAttempt, type Order } from '../domain/order.ts'
import { intentUrl } from '../intent-url.ts'
import type { Provider } from '../provider.ts'
import { bodyFields } from '../provider-api/checks.ts'
import { type Asked, RouteRefusal } from '../routes.ts'
import { failureFrom } from './failure-from.ts'
import { orderNamed } from './find.ts'
import { type Paid, payerFor } from './payer-for.ts'
import { showOrder } from './show.ts'

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
