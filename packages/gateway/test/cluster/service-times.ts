/** One piece of work that succeeded: which gateway did which kind, and when. */
export interface Success {
  readonly gateway: string
  readonly kind: 'start' | 'callback' | 'refund'
  readonly atMs: number
}

/** A lane without a success for so long is down. A lane has several successes a second. Milliseconds. */
const DOWN_MS = 3_000

/** The successes of each gateway and kind. */
function lanesOf(successes: readonly Success[]): Map<string, number[]> {
  const lanes = new Map<string, number[]>()
  for (const { gateway, kind, atMs } of successes) {
    const lane = `${kind} of ${gateway}`
    const times = lanes.get(lane)
    if (times) times.push(atMs)
    else lanes.set(lane, [atMs])
  }
  return lanes
}

/**
 * Milliseconds from `fromMs` until each gateway does each kind of work again, without a later pause before `untilMs`; 0 where nothing
 * stopped.
 */
export function backAfterMs(
  successes: readonly Success[],
  lanes: readonly string[],
  fromMs: number,
  untilMs: number,
): Map<string, number> {
  const found = lanesOf(successes)
  return new Map(
    lanes.map((lane) => {
      const times = (found.get(lane) ?? []).filter((atMs) => atMs > fromMs && atMs < untilMs)
      return [lane, lastPauseEnd(times, fromMs, untilMs) - fromMs]
    }),
  )
}

/** Gateways and kinds that had a pause in the last `forMs`. */
export function unsteadyLanes(
  successes: readonly Success[],
  lanes: readonly string[],
  forMs: number,
  nowMs: number,
): string[] {
  const found = lanesOf(successes)
  return lanes.filter((lane) => {
    const times = (found.get(lane) ?? []).filter((atMs) => atMs > nowMs - forMs)
    return lastPauseEnd(times, nowMs - forMs, nowMs) > nowMs - forMs
  })
}

/** End of the last pause in which nothing succeeded for `DOWN_MS`; `fromMs` without a pause. */
function lastPauseEnd(times: readonly number[], fromMs: number, untilMs: number): number {
  const all = [fromMs, ...times, untilMs].toSorted((a, b) => a - b)
  return all.findLast((atMs, n) => atMs - (all[n - 1] ?? atMs) > DOWN_MS) ?? fromMs
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
  return ((low ?? 0) + (high ?? 0)) / 2
}
