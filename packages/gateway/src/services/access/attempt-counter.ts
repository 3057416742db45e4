import type { GatewayContext } from '../../context.ts'
import { clearLoginAttempts, countLoginAttempt, uncountLoginAttempt } from '../../storage/access/login-attempts.ts'
import type { Limit } from './login-limits.ts'

/** Time in which a refused source is refused again without a place and without the database. Milliseconds. */
const REMEMBER_MS = 5_000
/** Refused sources that are remembered at most. */
const MAX_REMEMBERED = 10_000

/** Counts attempts in the database, so that all replicas share the limits. */
export interface AttemptCounter {
  /** A source that goes on after it was refused must take no place from others. @throws what `tooMany` returns */
  checkRefused(limits: readonly Limit[]): void
  /** Counted before the result is known: concurrent attempts must not all pass. @throws what `tooMany` returns */
  count(limits: readonly Limit[]): Promise<void>
  /** Counts, and returns whether the limit is exceeded. */
  exceeds(limit: Limit): Promise<boolean>
  /** Takes one attempt of each back. */
  uncount(limits: readonly Limit[]): Promise<void>
  /** Takes all attempts back. */
  clear(limit: Limit): Promise<void>
}

/** @param tooMany makes the error of a refused attempt */
export function countAttempts(
  { database, clock }: Pick<GatewayContext, 'database' | 'clock'>,
  digest: (text: string) => string,
  tooMany: (retryAfterSec: number) => Error,
): AttemptCounter {
  /** Since when a source is refused, and how long. */
  const refused = new Map<string, { readonly atMs: number; readonly untilMs: number }>()

  const refuseUntil = (untilMs: number) => tooMany(Math.max(Math.ceil((untilMs - clock.now()) / 1_000), 1))

  const counted = (who: string, windowMs: number) => countLoginAttempt(database, { who, nowMs: clock.now(), windowMs })

  return {
    checkRefused(limits) {
      for (const who of limits.map((limit) => digest(limit.who))) {
        const known = refused.get(who)
        if (known === undefined) continue
        const sinceMs = clock.now() - known.atMs
        if (sinceMs >= 0 && sinceMs < REMEMBER_MS && clock.now() < known.untilMs) throw refuseUntil(known.untilMs)
        refused.delete(who)
      }
    },
    async count(limits) {
      for (const { who: source, most, windowMs } of limits) {
        const who = digest(source)
        const { count, startedAtMs } = await counted(who, windowMs)
        if (count <= most) continue
        const untilMs = startedAtMs + windowMs
        if (refused.size >= MAX_REMEMBERED) refused.clear()
        refused.set(who, { atMs: clock.now(), untilMs })
        throw refuseUntil(untilMs)
      }
    },
    async exceeds({ who, most, windowMs }) {
      return (await counted(digest(who), windowMs)).count > most
    },
    async uncount(limits) {
      for (const { who } of limits) await uncountLoginAttempt(database, digest(who))
    },
    clear: ({ who }) => clearLoginAttempts(database, digest(who)),
  }
}
