import type { GatewayContext } from '../context.ts'
import type { Lease } from '../storage/database.ts'

/** Longer than a batch takes when every call to the provider runs into its 30 s timeout. Milliseconds. */
const LEASE_MS = 150_000

/**
 * Claims due rows batch by batch until none is left or the gateway shuts down, and returns how many there were. The due time in
 * the row decides: rows of a worker that dies are due again when their lease ends, and a lost or repeated job changes nothing.
 */
export async function processDue<Row>(
  { clock, closing }: Pick<GatewayContext, 'clock' | 'closing'>,
  limit: number,
  claim: (lease: Lease) => Promise<Row[]>,
  work: (batch: readonly Row[]) => Promise<void>,
): Promise<number> {
  let count = 0
  while (!closing()) {
    const nowMs = clock.now()
    const batch = await claim({ nowMs, leaseUntilMs: nowMs + LEASE_MS, limit })
    if (batch.length === 0) return count
    count += batch.length
    await work(batch)
  }
  return count
}
