import { FLIGHT_MS } from '../limits.ts'
import type { PaymentAttempt } from '../orders/order.ts'
import type { DebitRecord } from './subscription.ts'

/** By which the clocks may differ. The pause between two tries is much longer. Milliseconds. */
const CLOCK_MARGIN_MS = 5 * 60_000

/**
 * True when the newest request of a debit has failed by what the provider lists: its try failed, or the request can no longer arrive and no try is
 * listed. The provider begins a try when it receives the request, so the time of the try tells which request began it. While any listed try is open,
 * the payer may be debited, whatever the clocks say.
 * @param askedAtMs when the provider was asked
 */
export function hasTryFailed(
  { tries }: Pick<DebitRecord, 'tries'>,
  listed: readonly PaymentAttempt[],
  askedAtMs: number,
): boolean {
  const last = tries.at(-1)
  if (!last || last.failedAtMs !== undefined) return false
  if (listed.some(({ state }) => state !== 'FAILED')) return false
  const own = listed.filter(({ timestamp }) => timestamp === undefined || timestamp >= last.sentAtMs - CLOCK_MARGIN_MS)
  return own.length > 0 || askedAtMs >= last.sentAtMs + FLIGHT_MS
}
