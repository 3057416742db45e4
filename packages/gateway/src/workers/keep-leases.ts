import type { GatewayContext } from '../context.ts'
import { describeError } from '../errors.ts'
import { type LeasedTable, renewLeases } from '../storage/leases.ts'

/** The leases of the rows that this process works on. */
export interface KeptLeases {
  add(token: number): void
  delete(token: number): void
  stop(): void
}

/** A lease is renewed this many times before it would end. */
const RENEWALS = 3

/** Renews the leases of rows in progress, however long the work takes. What a process that died or was paused held ends by itself. */
export function keepLeases(
  { database, policy, after, log }: Pick<GatewayContext, 'database' | 'policy' | 'after' | 'log'>,
  table: LeasedTable,
): KeptLeases {
  const tokens = new Set<number>()
  let cancel: (() => void) | undefined
  const renew = async (): Promise<void> => {
    const held = [...tokens]
    if (held.length === 0) {
      cancel = undefined
      return
    }
    try {
      const renewed = new Set(await renewLeases(database, table, held, policy.leaseMs))
      const lost = held.filter((token) => tokens.has(token) && !renewed.has(token))
      // Not renewed again: what this process writes for them is refused, because another has claimed them.
      for (const token of lost) tokens.delete(token)
      if (lost.length > 0) log.warn({ work: table, count: lost.length }, 'Leases were lost to another process')
    } catch (error) {
      log.warn({ work: table, error: describeError(error) }, 'Renewing leases failed')
    }
    if (cancel) schedule()
  }
  const schedule = (): void => {
    cancel = after(policy.leaseMs / RENEWALS, () => void renew())
  }
  return {
    add(token) {
      tokens.add(token)
      if (!cancel) schedule()
    },
    delete: (token) => void tokens.delete(token),
    stop() {
      cancel?.()
      cancel = undefined
    },
  }
}
