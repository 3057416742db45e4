/** States of an order: PENDING, then COMPLETED or FAILED, both final (protocol §5.1). */
export type OrderState = 'PENDING' | 'COMPLETED' | 'FAILED'

/** States of one attempt to pay (protocol §5.2). */
export type AttemptState = OrderState

/** States of a refund: PENDING (received), CONFIRMED (accepted), then COMPLETED or FAILED, both final (protocol §5.3). */
export type RefundState = 'PENDING' | 'CONFIRMED' | 'COMPLETED' | 'FAILED'

export const ORDER_STATES: readonly OrderState[] = ['PENDING', 'COMPLETED', 'FAILED']
export const REFUND_STATES: readonly RefundState[] = ['PENDING', 'CONFIRMED', 'COMPLETED', 'FAILED']
