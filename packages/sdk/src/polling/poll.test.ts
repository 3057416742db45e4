import polling from '@galla/contract/vectors/polling-schedule.json' with { type: 'json' }
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextPollDelayMs } from './poll.ts'

/** The times of all polls. */
function pollTimes(expiresMs: number): number[] {
  const all: number[] = []
  for (let at = nextPollDelayMs(0, expiresMs); at !== undefined; at = nextPollDelayMs(at, expiresMs)) all.push(at)
  return all
}

describe('nextPollDelayMs', () => {
  it.each(polling.cases)('$name', ({ expireAfterSeconds, checksAtMs }) => {
    expect(pollTimes(expireAfterSeconds * 1_000)).toEqual(checksAtMs)
  })

  it('continues once a minute without an expiry', () => {
    expect(nextPollDelayMs(0)).toBe(20_000)
    expect(nextPollDelayMs(230_000)).toBe(290_000)
    expect(nextPollDelayMs(86_400_000)).toBe(86_460_000)
  })

  it('polls an expired order once', () => {
    expect(pollTimes(-1_000_000)).toEqual([5_000])
  })

  it('always increases and ends with the poll 5 s after the expiry', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 7_200_000 }), (expiresMs) => {
        const all = pollTimes(expiresMs)
        expect(all).toEqual([...all].sort((a, b) => a - b))
        expect(new Set(all).size).toBe(all.length)
        expect(all.at(-1)).toBe(expiresMs + 5_000)
        expect(all.slice(0, -1).every((at) => at < expiresMs)).toBe(true)
      }),
    )
  })
})
