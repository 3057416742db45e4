import type { SandboxOrder, SandboxRefund } from '@galla/contract/sandbox-api/routes'
import type { Order } from '../domain/order.ts'
import { type Refund, refundableAmount, refundedAmount } from '../domain/refund.ts'
import type { Provider } from '../provider.ts'
import { pageUrl } from '../provider-api/open-order.ts'
import { DEFAULT_QUIRKS } from '../quirks.ts'
import { orderStatusReply } from '../replies/order-status.ts'
import { refundStatusReply } from '../replies/refund-status.ts'

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
