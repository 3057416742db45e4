import { describe, expect, it } from 'vitest'
import { pauseClock } from './pause-clock.ts'

/** A machine with the time that it shows and the time that it ran. */
function createMachine() {
  const machine = { wallMs: 1_700_000_000_000, runMs: 5_000 }
  return { machine, elapsedMs: pauseClock({ now: () => machine.wallMs }, () => machine.runMs) }
}

describe('the clock of pauses', () => {
  it('shows the monotonic time, however often it is asked', () => {
    const { machine, elapsedMs } = createMachine()
    for (let n = 0; n < 10_000; n += 1) {
      machine.runMs += 0.5
      machine.wallMs += n % 2
      expect(elapsedMs()).toBe(machine.runMs)
    }
  })

  it('counts the time for which the machine was suspended, during which only the clock of the machine ran', () => {
    const { machine, elapsedMs } = createMachine()
    machine.wallMs += 3_600_000
    expect(elapsedMs()).toBe(3_605_000)
    machine.wallMs += 20
    machine.runMs += 20
    expect(elapsedMs()).toBe(3_605_020)
  })

  it('does not run back when the clock of the machine is set back', () => {
    const { machine, elapsedMs } = createMachine()
    machine.wallMs -= 3_600_000
    machine.runMs += 20
    expect(elapsedMs()).toBe(5_020)
    machine.runMs += 20
    expect(elapsedMs()).toBe(5_040)
  })
})
