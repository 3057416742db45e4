import { explore } from '@galla/testkit/explore'
import { describe, expect, it } from 'vitest'
import { type SendingOptions, sendingModel } from './sending-world.ts'

const WORLD: SendingOptions = { refusesRepeats: false, statusLags: false, arrivesWithin: 2 }

/** Explores all histories, and prints how many there are. */
function explored(name: string, options: SendingOptions) {
  const startedMs = performance.now()
  const { story, ...visited } = explore(sendingModel(options))
  const seconds = Math.round((performance.now() - startedMs) / 100) / 10
  console.info(`${name}: ${visited.worlds} states, ${visited.steps} steps, depth ${visited.depth}, ${seconds} s`)
  return { ...visited, story: story?.map((line, at) => `${at + 1}. ${line}`).join('\n') }
}

describe('two processes that send one refund, and are paused or killed at any step', () => {
  it.each<[string, SendingOptions]>([
    ['a provider that would pay a repeat', WORLD],
    ['a provider that refuses repeats', { ...WORLD, refusesRepeats: true }],
    ['a status that lags', { ...WORLD, statusLags: true }],
  ])('never pay out twice, fail what was paid, or forget the refund, with %s', (name, options) => {
    expect(explored(name, options)).toMatchObject({ isClosed: true, story: undefined })
  })

  it.each<[NonNullable<SendingOptions['without']>, RegExp]>([
    ['flight rule', /has accepted the refund twice$/],
    ['status first', /has accepted the refund twice$/],
    ['doubt first', /nothing stored says so$/],
    ['check of the pause', /has accepted the refund twice$/],
    ['fencing', /has accepted the refund twice$/],
  ])('would break a promise without the %s', (without, fault) => {
    expect(explored(`without the ${without}`, { ...WORLD, without }).story).toMatch(fault)
  })
})
