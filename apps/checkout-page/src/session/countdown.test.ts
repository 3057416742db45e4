import { paise } from '@galla/contract/money'
import { describe, expect, it } from 'vitest'
import { viewOf } from '../../test/view-of.ts'
import { nextCheckMs, remainingMs } from './countdown.ts'

const SERVER = Date.parse('2026-11-20T12:00:00+05:30')
const heardAtMs = 5_000
const known = {
  heardAtMs,
  view: viewOf({ nowMs: SERVER, order: { expiresAtMs: SERVER + 60_000, amount: paise(100) }, pollAfterMs: 3_000 }),
}

describe('the clock', () => {
  it('is the provider’s, carried on by the steady clock of a device that has no idea of the date', () => {
    expect(remainingMs(known, heardAtMs + 1_500)).toBe(58_500)
  })

  it('stands still with the provider’s, and is moved only by what is heard', () => {
    const still = { view: { ...known.view, frozen: true as const }, heardAtMs }
    expect(remainingMs(still, heardAtMs + 30_000)).toBe(remainingMs(known, heardAtMs))
  })

  it('never runs below zero, nor backwards', () => {
    expect(remainingMs(known, heardAtMs + 90_000)).toBe(0)
    expect(remainingMs(known, heardAtMs - 1)).toBe(remainingMs(known, heardAtMs))
  })
})

describe('nextCheckMs', () => {
  it('keeps the provider’s rhythm', () => {
    expect(nextCheckMs(known, heardAtMs)).toBe(3_000)
  })

  it('looks once more exactly when the time is over', () => {
    expect(nextCheckMs(known, heardAtMs + 58_000)).toBe(2_000)
  })

  it('goes on in the provider’s rhythm when the order is still open after its time', () => {
    expect(nextCheckMs(known, heardAtMs + 61_000)).toBe(3_000)
  })

  it('stops when the provider does', () => {
    const over = viewOf({ nowMs: SERVER, order: { state: 'COMPLETED', expiresAtMs: SERVER + 60_000 } })
    expect(nextCheckMs({ heardAtMs, view: over }, heardAtMs)).toBeUndefined()
  })
})
