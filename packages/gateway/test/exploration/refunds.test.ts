import { explore } from '@galla/testkit/explore'
import { describe, expect, it } from 'vitest'
import type { Limits } from './refund-purse.ts'
import { refundModel } from './refund-world.ts'

const isLong = process.env.GALLA_LONG === '1'
const LIMIT_MS = isLong ? 1_800_000 : 120_000

/** Explores all histories, and prints how many there are, or the shortest story of a fault. */
function explored(name: string, limits: Limits) {
  const startedMs = performance.now()
  const { story, ...visited } = explore(refundModel(limits))
  const seconds = Math.round((performance.now() - startedMs) / 100) / 10
  console.info(`${name}: ${visited.worlds} states, ${visited.steps} steps, depth ${visited.depth}, ${seconds} s`)
  return { ...visited, story: story?.map((line, at) => `${at + 1}. ${line}`).join('\n') }
}

/** One decision of a person, one sending, nothing odd; the first minutes, and when the flight of a request is over. */
const PLAIN: Limits = { dashboard: 400, persons: 1, times: 2, sendings: 1, odd: 0, approval: false }

describe('every history of a refund of ours and one of the dashboard keeps the promises about money', () => {
  it.each<[string, Partial<Limits>]>([
    ['that do not fit beside each other', {}],
    ['of the same amount', { dashboard: 200 }],
  ])('%s', { timeout: LIMIT_MS }, (name, more) => {
    expect(explored(name, { ...PLAIN, ...more })).toMatchObject({ isClosed: true, story: undefined })
  })

  it.runIf(isLong).each<[string, Partial<Limits>]>([
    ['while ours waits for a second person', { approval: true }],
    ['until both are undecided', { times: 4 }],
  ])('%s', { timeout: LIMIT_MS }, (name, more) => {
    expect(explored(name, { ...PLAIN, ...more })).toMatchObject({ isClosed: true, story: undefined })
  })

  it.each<[NonNullable<Limits['without']>, string]>([
    ['overdrawn account', 'Money has left, and the ledger does not say so'],
    ['yielding hold', 'A hold that was never sent does not yield to money that has left'],
  ])('would break a promise without the %s', (without, fault) => {
    expect(explored(`without the ${without}`, { ...PLAIN, without }).story).toContain(fault)
  })
})
