import { describe, expect, it } from 'vitest'
import { pauseAfter } from './pauses.ts'

const MINUTE_MS = 60_000
const ids = (count: number) => Array.from({ length: count }, (_, at) => `sub-${at}`)

/** Minutes until a provider that takes so many requests in a minute, and refuses all others, has taken the requests of all, which begin together. */
function minutesOfWave(count: number, perMinute: number, pauseOf: (unanswered: number, id: string) => number): number {
  const waiting = ids(count).map((id) => ({ id, atMs: 0, unanswered: 0 }))
  let minute = 0
  for (; waiting.length > 0; minute += 1) {
    let left = perMinute
    const due = waiting
      .filter(({ atMs }) => atMs < (minute + 1) * MINUTE_MS)
      .sort((one, other) => one.atMs - other.atMs)
    for (const one of due) {
      left -= 1
      if (left >= 0) waiting.splice(waiting.indexOf(one), 1)
      else {
        one.unanswered += 1
        one.atMs = Math.max(one.atMs, minute * MINUTE_MS) + pauseOf(one.unanswered, one.id)
      }
    }
  }
  return minute
}

describe('pauseAfter', () => {
  it('doubles from 30 s to an hour on average, and is none without a refusal', () => {
    expect(pauseAfter(0, 'sub-7')).toBe(0)
    for (const [unanswered, seconds] of [
      [1, 30],
      [2, 60],
      [7, 1_920],
      [8, 3_600],
      [50, 3_600],
    ] as const) {
      const pauses = ids(2_000).map((id) => pauseAfter(unanswered, id))
      expect(Math.min(...pauses)).toBeGreaterThanOrEqual(seconds * 500)
      expect(Math.max(...pauses)).toBeLessThanOrEqual(seconds * 1_500)
      const average = pauses.reduce((sum, one) => sum + one, 0) / pauses.length
      expect(Math.abs(average - seconds * 1_000)).toBeLessThan(seconds * 30)
    }
  })

  it('spreads 5 000 requests that are refused together, so that a rate limit of 100 a minute takes them within three hours', () => {
    expect(minutesOfWave(5_000, 100, pauseAfter)).toBeLessThan(180)
    const together = (unanswered: number) => Math.min(30_000 * 2 ** (unanswered - 1), 3_600_000)
    expect(minutesOfWave(5_000, 100, together)).toBeGreaterThan(24 * 60)
  })
})
