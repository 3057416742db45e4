import type { Order } from '../domain/order.ts'
import { isFinal, type Redemption } from '../domain/redemption.ts'
import type { Store } from '../storage/store.ts'

/** The order that a refund is about: a payment, a setup, or the debit of a redemption order. */
export function findRefundable(store: Store, merchantOrderId: string): Order | undefined {
  const order = store.orders.get(merchantOrderId)
  if (order) return order
  const redemption = store.redemptions.get(merchantOrderId)
  return redemption && asOrder(redemption)
}

function asOrder(redemption: Redemption): Order {
  const { merchantOrderId, orderId, amount, createdAtMs, expiresAtMs, state, tries } = redemption
  return {
    merchantOrderId,
    orderId,
    product: 'CUSTOM',
    amount,
    state: isFinal(redemption) && state === 'COMPLETED' ? 'COMPLETED' : state === 'FAILED' ? 'FAILED' : 'PENDING',
    createdAtMs,
    expiresAtMs,
    pageToken: '',
    retryDisabled: true,
    attempts: tries.map((one) => ({
      transactionId: one.transactionId,
      mode: 'UPI_INTENT',
      amount,
      state: one.state,
      startedAtMs: one.startedAtMs,
      payer: { kind: 'WALLET' },
      ...(one.splits ? { splits: one.splits } : {}),
    })),
    ...(redemption.completedAtMs === undefined ? {} : { completedAtMs: redemption.completedAtMs }),
  }
}
