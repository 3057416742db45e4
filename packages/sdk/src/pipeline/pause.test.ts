import { fakeClock } from '@galla/testkit/fake-clock'
import { describe, expect, it } from 'vitest'
import { pause } from './pause.ts'

describe('pause', () => {
  it('ends in its time, and at once when there is none left', async () => {
    const clock = fakeClock()
    const work = pause(clock, 250, undefined)
    expect(clock.waiting()).toEqual([250])
    await clock.advance(250)
    await work
    const none = pause(clock, -5, undefined)
    await clock.advance(0)
    await none
    expect(clock.waiting()).toEqual([])
  })

  it('ends with the signal, before or during, and leaves no timer behind', async () => {
    const clock = fakeClock()
    await pause(clock, 250, AbortSignal.abort())
    const stop = new AbortController()
    const work = pause(clock, 250, stop.signal)
    stop.abort()
    await work
    expect([clock.waiting(), clock.tick()]).toEqual([[], 0])
  })
})
