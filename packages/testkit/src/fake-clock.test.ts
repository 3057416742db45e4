import { describe, expect, it } from 'vitest'
import { FAKE_EPOCH_MS, fakeClock } from './fake-clock.ts'

describe('fakeClock', () => {
  it('does not move by itself', async () => {
    const clock = fakeClock()
    await clock.flush()
    expect(clock.now()).toBe(FAKE_EPOCH_MS)
    expect(fakeClock(5).now()).toBe(5)
    await clock.advance(7)
    expect(clock.tick()).toBe(7)
  })

  it('fires due timers in order of time, then in the order they were set', async () => {
    const clock = fakeClock(0)
    const fired: string[] = []
    clock.setTimer(() => fired.push(`late ${clock.now()}`), 30)
    clock.setTimer(() => fired.push(`first ${clock.now()}`), 10)
    clock.setTimer(() => fired.push(`second ${clock.now()}`), 10)
    clock.setTimer(() => fired.push('never'), 31)
    await clock.advance(30)
    expect(fired).toEqual(['first 10', 'second 10', 'late 30'])
    expect(clock.now()).toBe(30)
    expect(clock.waiting()).toEqual([1])
  })

  it('fires timers that are set while it advances', async () => {
    const clock = fakeClock(0)
    const at: number[] = []
    const tick = (): void => {
      at.push(clock.now())
      clock.setTimer(tick, 100)
    }
    clock.setTimer(tick, 100)
    await clock.advance(350)
    expect(at).toEqual([100, 200, 300])
  })

  it('lets long chains of awaiting code run between two timers', async () => {
    const clock = fakeClock(0)
    const seen: number[] = []
    const work = (async () => {
      for (let turn = 0; turn < 3; turn += 1) {
        await clock.sleep(10)
        for (let hop = 0; hop < 50; hop += 1) await Promise.resolve()
        seen.push(clock.now())
      }
    })()
    await clock.advance(1_000)
    await work
    expect(seen).toEqual([10, 20, 30])
  })

  it('does not fire a cleared timer, and ignores a second or empty clear', async () => {
    const clock = fakeClock(0)
    let fired = false
    const timer = clock.setTimer(() => {
      fired = true
    }, 5)
    clock.clearTimer(timer)
    clock.clearTimer(timer)
    clock.clearTimer(undefined)
    await clock.advance(10)
    expect(fired).toBe(false)
    expect(clock.waiting()).toEqual([])
  })

  it('advances to the next timer and returns the milliseconds', async () => {
    const clock = fakeClock(0)
    clock.setTimer(() => undefined, 250)
    clock.setTimer(() => undefined, 250)
    expect(await clock.advanceToNext()).toBe(250)
    expect(clock.waiting()).toEqual([])
    expect(await clock.advanceToNext()).toBeUndefined()
  })

  it('rejects a sleep when its signal aborts, and leaves no timer', async () => {
    const clock = fakeClock(0)
    const stop = new AbortController()
    const sleeping = clock.sleep(1_000, stop.signal)
    stop.abort(new Error('stopped'))
    await expect(sleeping).rejects.toThrow('stopped')
    await expect(clock.sleep(1_000, stop.signal)).rejects.toThrow('stopped')
    expect(clock.waiting()).toEqual([])
  })

  it('throws RangeError for negative steps and delays that are not finite', async () => {
    const clock = fakeClock(0)
    await expect(clock.advance(-1)).rejects.toThrow(RangeError)
    await expect(clock.advance(Number.NaN)).rejects.toThrow(RangeError)
    expect(() => clock.setTimer(() => undefined, Number.POSITIVE_INFINITY)).toThrow(RangeError)
  })
})
