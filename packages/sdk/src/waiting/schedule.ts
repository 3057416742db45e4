/** The provider's polling schedule (provider-protocol §10). Milliseconds since the payment was begun. */
const FIRST_MS = 20_000
const PHASES: readonly { readonly untilMs: number; readonly everyMs: number }[] = [
  { untilMs: 50_000, everyMs: 3_000 },
  { untilMs: 110_000, everyMs: 6_000 },
  { untilMs: 170_000, everyMs: 10_000 },
  { untilMs: 230_000, everyMs: 30_000 },
]
const AFTERWARDS_MS = 60_000

/** Expiry may be settled late: one more look, so long after it. Milliseconds. */
const LAST_LOOK_MS = 5_000

/**
 * When to look again, given when the last look was due (0: not yet looked) and when the order expires.
 * First after 20 s, then ever more seldom, each minute in the end, and once more 5 s after the expiry; undefined when that was the last.
 */
export function nextPollDelayMs(lastMs: number, expiresMs: number = Number.POSITIVE_INFINITY): number | undefined {
  const everyMs = PHASES.find(({ untilMs }) => lastMs < untilMs)?.everyMs ?? AFTERWARDS_MS
  const nextMs = lastMs < FIRST_MS ? FIRST_MS : lastMs + everyMs
  if (nextMs < expiresMs) return nextMs
  const finalMs = Math.max(expiresMs, 0) + LAST_LOOK_MS
  return lastMs < finalMs ? finalMs : undefined
}
