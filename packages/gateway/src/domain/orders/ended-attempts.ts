import type { OrderRecord } from './order.ts'

/** A payment attempt with its final state. */
export interface EndedAttempt {
  /** Payment mode, as the provider names it. */
  readonly mode: string
  readonly state: 'COMPLETED' | 'FAILED'
}

/** The payment attempts that reached a final state between two versions of an order. An attempt that completes after it failed counts twice. */
export function endedAttempts(
  { attempts: before }: Pick<OrderRecord, 'attempts'>,
  { attempts: after }: Pick<OrderRecord, 'attempts'>,
): EndedAttempt[] {
  if (before === after) return []
  const states = new Map(before.map(({ transactionId, state }) => [transactionId, state]))
  return after.flatMap(({ transactionId, state, paymentMode: mode }) =>
    (state === 'COMPLETED' || state === 'FAILED') && states.get(transactionId) !== state ? [{ mode, state }] : [],
  )
}
