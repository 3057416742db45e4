import type { ProviderOrderStatus } from './observation.ts'
import type { OrderRecord } from './order.ts'

/** A fact of the provider's that contradicts ours: the rule that stops, and what a person should know. */
export interface Mismatch {
  readonly rule:
    | 'wrong-order'
    | 'amount-mismatch'
    | 'currency-mismatch'
    | 'order-id-mismatch'
    | 'unknown-state'
    | 'paid-twice'
    | 'short-payment'
  readonly reason: string
}

/** Compares what we asked for with what the provider says; undefined when they agree. */
export function findMismatch(order: OrderRecord, status: ProviderOrderStatus): Mismatch | undefined {
  const { merchantOrderId, amount, currency, orderId, state, attempts } = status
  if (merchantOrderId !== undefined && merchantOrderId !== order.merchantOrderId) {
    return {
      rule: 'wrong-order',
      reason: `The provider speaks of ${merchantOrderId}, not of ${order.merchantOrderId}.`,
    }
  }
  if (amount !== undefined && amount !== order.amount) {
    return { rule: 'amount-mismatch', reason: `Asked for ${order.amount} paise, the provider says ${amount}.` }
  }
  if (currency !== undefined && currency !== 'INR')
    return { rule: 'currency-mismatch', reason: `The provider says ${currency}, not INR.` }
  if (orderId !== undefined && order.orderId !== undefined && orderId !== order.orderId) {
    return { rule: 'order-id-mismatch', reason: `Known to the provider as ${order.orderId}, now as ${orderId}.` }
  }
  if (state === 'UNKNOWN')
    return {
      rule: 'unknown-state',
      reason: `The provider's state ${JSON.stringify(status.wireState ?? '')} is not known here.`,
    }
  const paid = attempts.filter((attempt) => attempt.state === 'COMPLETED')
  if (
    paid.length > 1 &&
    !(order.doublePaymentSeen && paid.every(({ transactionId }) => isKnownPaid(order, transactionId)))
  )
    return {
      rule: 'paid-twice',
      reason: `${paid.length} attempts of this order are completed: one of them must go back.`,
    }
  const [only] = paid
  if (state === 'COMPLETED' && only && only.amount !== order.amount) {
    return {
      rule: 'short-payment',
      reason: `The completed attempt carried ${only.amount} paise instead of ${order.amount}.`,
    }
  }
  return undefined
}

/** A person has seen these payments; a further one is for a person again. */
function isKnownPaid({ attempts }: OrderRecord, transactionId: string): boolean {
  return attempts.some((known) => known.transactionId === transactionId && known.state === 'COMPLETED')
}
