import type { Paise } from '@galla/contract/money'
import type { Observation, OrderRecord, PaymentAttempt, ProviderOrderStatus } from '../../src/domain/orders/order.ts'
import { reduceOrder } from '../../src/domain/orders/reduce.ts'
import { DEFAULT_POLICY } from '../../src/domain/policy.ts'

/** The amount of the example orders: ₹499, in paise. */
export const AMOUNT = 49_900 as Paise

/** The expiry of the example orders. Epoch milliseconds. */
export const EXPIRY = 900_000

/** An order whose payment is being started. */
export const CREATED: OrderRecord = {
  merchantOrderId: 'one',
  reference: 'cart-7',
  checkout: 'STANDARD',
  amount: AMOUNT,
  state: 'CREATED',
  opening: 'sending',
  attempts: [],
  createdAtMs: 300_000,
  sentAtMs: 300_000,
  expiresAtMs: EXPIRY,
}

/** An order that the provider knows, and that waits for its payer. */
export const PENDING: OrderRecord = { ...CREATED, state: 'PENDING', opening: 'sent', orderId: 'OMO1' }

/** A completed payment of the whole amount, with other fields as given. */
export const payment = (transactionId: string, fields: Partial<PaymentAttempt> = {}): PaymentAttempt => ({
  transactionId,
  state: 'COMPLETED',
  amount: AMOUNT,
  paymentMode: 'UPI_QR',
  timestamp: 400_000,
  ...fields,
})

/** The time at which the provider reports the example payment. Epoch milliseconds. */
export const NOW = 1_000_000

/** The example payment, made before the expiry. */
export const attempt = (fields: Partial<PaymentAttempt> = {}): PaymentAttempt =>
  payment('OM1', { timestamp: 500_000, ...fields })

/** The order as the provider reports it after the payment. */
export const paid: ProviderOrderStatus = {
  state: 'COMPLETED',
  merchantOrderId: 'one',
  orderId: 'OMO1',
  amount: AMOUNT,
  expireAt: EXPIRY,
  attempts: [attempt()],
}

/** An answer of the provider that the order is paid, with other fields as given. */
export const status = (fields: Partial<ProviderOrderStatus> = {}): Observation => ({
  kind: 'status',
  atMs: NOW,
  status: { ...paid, ...fields },
})

/** A webhook that the order is paid, with other fields as given. */
export const callback = (mode: 'classic' | 'hmac', fields: Partial<ProviderOrderStatus> = {}): Observation => ({
  kind: 'callback',
  atMs: NOW,
  mode,
  status: { ...paid, ...fields },
})

/** The order after the observations, at the time of the reports. */
export const reduce = (order: OrderRecord, observations: Observation[], reference = {}, policy = {}) =>
  reduceOrder(order, observations, { nowMs: NOW, ...reference }, { ...DEFAULT_POLICY, ...policy })
