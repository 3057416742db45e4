import type { Paise } from '@galla/contract/money'
import type { AccountConstraint, MetaInfo, PaymentModeConfig } from '@galla/contract/provider/requests'
import type { OrderState } from '@galla/contract/provider/states'
import type { Attempt } from './attempt.ts'
import type { Failure } from './failure.ts'

export type Product = 'STANDARD' | 'CUSTOM' | 'STANDARD_SDK' | 'CUSTOM_SDK'

/** Everything the provider knows of one order. Values are replaced, never changed in place: a snapshot is a list of references. */
export interface Order {
  readonly merchantOrderId: string
  readonly orderId: string
  readonly product: Product
  readonly amount: Paise
  readonly state: OrderState
  readonly createdAtMs: number
  readonly expiresAtMs: number
  /** Opens the hosted page of this order and nothing else. */
  readonly pageToken: string
  readonly retryDisabled: boolean
  readonly attempts: readonly Attempt[]
  /** It failed because its time ran out: the one failure that a late payment can still turn. */
  readonly expired?: true
  readonly failure?: Failure
  readonly completedAtMs?: number
  readonly redirectUrl?: string
  readonly message?: string
  readonly metaInfo?: MetaInfo
  readonly phoneNumber?: string
  readonly paymentModeConfig?: PaymentModeConfig
  readonly constraints?: readonly AccountConstraint[]
}

export type NewOrder = Omit<Order, 'state' | 'attempts' | 'expired' | 'failure' | 'completedAtMs'>

export function openOrder(facts: NewOrder): Order {
  return { ...facts, state: 'PENDING', attempts: [] }
}

export function latestAttempt(order: Order): Attempt | undefined {
  return order.attempts[order.attempts.length - 1]
}

/** One pay call is one attempt in custom checkout; everywhere else the payer may try again unless the merchant said no. */
export function mayRetry(order: Order): boolean {
  return order.product !== 'CUSTOM' && !order.retryDisabled
}

/** The payer may start an attempt now. A pending one is replaced, where another try is allowed. */
export function mayStart(order: Order): boolean {
  if (order.state !== 'PENDING') return false
  return order.attempts.length === 0 || mayRetry(order)
}
