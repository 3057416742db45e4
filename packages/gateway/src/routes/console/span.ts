import { invalid } from '../../errors.ts'

const DAY_MS = 86_400_000

/**
 * The span of a query. Default: the last 24 hours.
 * @throws GatewayError INVALID_REQUEST for a span that is empty or longer than so many days
 */
export function spanOf({ fromMs: from, toMs: to }: { fromMs?: number; toMs?: number }, nowMs: number, maxDays: number) {
  const toMs = to ?? nowMs + 1
  const fromMs = from ?? toMs - DAY_MS
  if (fromMs >= toMs) throw invalid('fromMs', 'must be before toMs')
  if (toMs - fromMs > maxDays * DAY_MS)
    throw invalid('fromMs', `must be at most ${maxDays === 1 ? 'a day' : `${maxDays} days`} before toMs`)
  return { fromMs, toMs, nowMs }
}
