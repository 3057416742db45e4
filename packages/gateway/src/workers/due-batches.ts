import type { GatewayContext } from '../context.ts'
import type { Claim } from '../storage/leases.ts'

/**
 * Claims due rows batch by batch until none is left or the gateway shuts down, and returns how many there were. The due time in
 * the row decides: rows of a worker that dies are due again when their lease ends, and a lost or repeated job changes nothing.
 */
export async function processDue<Row>(
  { clock, closing, policy }: Pick<GatewayContext, 'clock' | 'closing' | 'policy'>,
  limit: number,
  claim: (claim: Claim) => Promise<Row[]>,
  work: (batch: readonly Row[]) => Promise<void>,
): Promise<number> {
  let count = 0
  while (!closing()) {
    const batch = await claim({ nowMs: clock.now(), leaseMs: policy.leaseMs, limit })
    if (batch.length === 0) return count
    count += batch.length
    await work(batch)
  }
  return count
}
