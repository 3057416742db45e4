import type { OrderRecord } from './order.ts'
import type { PollDelay } from './polls.ts'

/** A payer's page polls the gateway, at first more often than the gateway polls, because a callback may arrive any time. Milliseconds. */
const MIN_PAYER_INTERVAL_MS = 1_000
const FAST_START = { forMs: 60_000, everyMs: 3_000 }
const MAX_PAYER_INTERVAL_MS = 30_000

/** The page polls this long after the gateway's own poll. Milliseconds. */
const BEHIND_MS = 500

type PolledOrder = Pick<OrderRecord, 'state' | 'needsReview' | 'createdAtMs' | 'expiresAtMs'> & {
  readonly sentAtMs?: number
}

/** Milliseconds until the next poll of a payer's page; undefined once the order is final. */
export function payerPollIntervalMs(
  { state, needsReview, sentAtMs, createdAtMs, expiresAtMs }: PolledOrder,
  nowMs: number,
  providerDelayMs: PollDelay,
): number | undefined {
  if (state === 'COMPLETED' || state === 'FAILED') return undefined
  if (needsReview) return MAX_PAYER_INTERVAL_MS
  const startedAtMs = sentAtMs ?? createdAtMs
  const elapsedMs = Math.max(nowMs - startedAtMs, 0)
  const next = providerDelayMs(elapsedMs, expiresAtMs === undefined ? undefined : expiresAtMs - startedAtMs)
  const gapMs = next === undefined ? MAX_PAYER_INTERVAL_MS : next - elapsedMs + BEHIND_MS
  const maxMs = elapsedMs < FAST_START.forMs ? FAST_START.everyMs : MAX_PAYER_INTERVAL_MS
  return Math.min(Math.max(gapMs, MIN_PAYER_INTERVAL_MS), maxMs)
}
