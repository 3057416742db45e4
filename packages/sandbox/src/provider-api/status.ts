import { latestAttempt, type Order } from '../domain/order.ts'
import { orderStatusReply } from '../replies/order-status.ts'
import { refundStatusReply } from '../replies/refund-status.ts'
import { type Call, flag, type Handler } from './call.ts'
import { unknownOrder, unknownRefund, unknownTransaction } from './error-bodies.ts'
import { ok } from './reply.ts'

/** `GET …/v2/order/{merchantOrderId}/status`. Either product's path reads either product's orders. */
export const orderStatus: Handler = (call) => {
  const { store, settings } = call.provider
  const order = store.orders.get(call.params.merchantOrderId ?? '')
  if (!order) throw unknownOrder(settings.quirks)
  const latest = latestAttempt(order)
  return status(call, order, flag(call, 'details') ? order.attempts : latest ? [latest] : [])
}

/** `GET …/v2/transaction/{transactionId}/status`: the order as one attempt shows it. */
export const transactionStatus: Handler = (call) => {
  const transactionId = call.params.transactionId ?? ''
  const order = call.provider.store.orderByTransaction(transactionId)
  if (!order) throw unknownTransaction()
  return status(
    call,
    order,
    order.attempts.filter((one) => one.transactionId === transactionId),
  )
}

/** `GET /payments/v2/refund/{merchantRefundId}/status` */
export const refundStatus: Handler = ({ provider, params }) => {
  const refund = provider.store.refunds.get(params.merchantRefundId ?? '')
  if (!refund) throw unknownRefund()
  const { merchantRefundId } = refund
  return ok(refundStatusReply(refund, provider.settings.merchantId, provider.settings.quirks), { merchantRefundId })
}

function status(call: Call, order: Order, attempts: Order['attempts']): ReturnType<Handler> {
  const { merchantId, quirks } = call.provider.settings
  const view = { attempts, errorContext: flag(call, 'errorContext'), merchantId, quirks }
  return ok(orderStatusReply(order, view), { merchantOrderId: order.merchantOrderId })
}
