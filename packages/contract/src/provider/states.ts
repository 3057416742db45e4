/** An order's life: PENDING, then one of two finals. */
export type OrderState = 'PENDING' | 'COMPLETED' | 'FAILED'

/** One attempt to pay an order. */
export type AttemptState = OrderState

/** A refund's life: taken in (PENDING), accepted (CONFIRMED), then done or failed. */
export type RefundState = 'PENDING' | 'CONFIRMED' | 'COMPLETED' | 'FAILED'

export const ORDER_STATES: readonly OrderState[] = ['PENDING', 'COMPLETED', 'FAILED']
export const REFUND_STATES: readonly RefundState[] = ['PENDING', 'CONFIRMED', 'COMPLETED', 'FAILED']
