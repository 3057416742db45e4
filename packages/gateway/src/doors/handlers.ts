import type { BookOrder } from '@galla/contract/books/orders'
import type { BookRefund } from '@galla/contract/books/refunds'

/** SQL in the transaction that records the effect: what is written here happens once, whatever crashes. */
export interface EffectTx {
  query(
    text: string,
    values?: readonly unknown[],
  ): Promise<{ rows: Record<string, unknown>[]; rowCount: number | null }>
}

/** What a handler is told. Outside `tx` it may run more than once: `effectId` is then the key to do a thing once. */
export interface OrderEffect {
  readonly effectId: string
  readonly order: BookOrder
  /**
   * The other order of the same reference whose payment counts. On `order.failed`: the cart is paid all the same, so nothing
   * is to be taken back from the payer.
   */
  readonly paidBy?: string
  readonly tx: EffectTx
}

export interface RefundEffect {
  readonly effectId: string
  readonly refund: BookRefund
  readonly tx: EffectTx
}

/** The merchant's own work. A handler that throws is tried again with growing pauses, then shown to a person. */
export interface Handlers {
  'order.completed'?: (effect: OrderEffect) => Promise<void> | void
  'order.failed'?: (effect: OrderEffect) => Promise<void> | void
  'order.parked'?: (effect: OrderEffect) => Promise<void> | void
  'refund.completed'?: (effect: RefundEffect) => Promise<void> | void
  'refund.failed'?: (effect: RefundEffect) => Promise<void> | void
}

/** Pauses between attempts; after the last one the effect is parked. Milliseconds. */
const PAUSES_MS: readonly number[] = [1_000, 5_000, 30_000, 120_000, 600_000, 3_600_000, 21_600_000]

export function nextAttemptAt(attempts: number, nowMs: number): number | undefined {
  const pause = PAUSES_MS[attempts]
  return pause === undefined ? undefined : nowMs + pause
}
