import type { OrderRecord } from './orders/order.ts'
import type { Policy } from './policy.ts'

const DAY_MS = 24 * 3_600_000

/**
 * Time after which a final order or refund is no longer compared: 90 days. A comparison finds changes at the provider whose callbacks were
 * all lost. Milliseconds.
 */
export const COMPARED_FOR_MS = 90 * DAY_MS

/** Age of a final order or refund at its first comparison. Milliseconds. */
export const FIRST_COMPARISON_MS = 7 * DAY_MS

/** Ages of a final order or refund at which it is compared. Milliseconds. */
export const COMPARISONS_MS: readonly number[] = [FIRST_COMPARISON_MS, 30 * DAY_MS, COMPARED_FOR_MS]

/** Until when what is final is compared: an answer would bring payer data back that was erased by age. Epoch milliseconds. */
export const comparedUntilMs = (
  { createdAtMs }: Pick<OrderRecord, 'createdAtMs'>,
  { erasePayerAfterDays = Number.POSITIVE_INFINITY }: Pick<Policy, 'erasePayerAfterDays'>,
): number => createdAtMs + erasePayerAfterDays * DAY_MS

/** Returns the earliest of the times that are known. */
export function earliest(...times: readonly (number | undefined)[]): number | undefined {
  const known = times.filter((atMs) => atMs !== undefined)
  return known.length === 0 ? undefined : Math.min(...known)
}
