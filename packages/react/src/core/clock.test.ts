import { describe, expect, it } from 'vitest'
import { SERVER_MS, scanning, viewOf } from '../../test/helpers/payer-view.ts'
import { clockText, nextCheckMs, remainingMs, serverNow, spokenStep } from './clock.ts'

const heardAtMs = 5_000
const known = { heardAtMs, view: scanning({ expiresAtMs: SERVER_MS + 60_000 }) }

describe('the clock', () => {
  it('is the server’s, carried on by the steady clock of a device that has no idea of the date', () => {
    expect(serverNow(known, heardAtMs + 1_500)).toBe(SERVER_MS + 1_500)
    expect(remainingMs(known, heardAtMs + 1_500)).toBe(58_500)
  })

  it('never runs below zero, nor backwards', () => {
    expect(remainingMs(known, heardAtMs + 90_000)).toBe(0)
    expect(serverNow(known, heardAtMs - 1)).toBe(SERVER_MS)
  })

  it('is absent where an order has no end', () => {
    const { expiresAtMs: _, ...view } = viewOf()
    expect(remainingMs({ view, heardAtMs }, heardAtMs)).toBeUndefined()
  })
})

describe('nextCheckMs', () => {
  it('is the rhythm, and the end where that is nearer', () => {
    expect(nextCheckMs(known, heardAtMs, false)).toBe(3_000)
    expect(nextCheckMs(known, heardAtMs + 59_000, false)).toBe(1_000)
  })

  it('is only the end while a stream tells the rest', () => {
    expect(nextCheckMs(known, heardAtMs, true)).toBe(60_000)
  })

  it('is the rhythm after the end: money may still come late', () => {
    const over = { heardAtMs, view: scanning({ note: 'expired', nowMs: SERVER_MS + 900_001 }) }
    expect(nextCheckMs(over, heardAtMs, true)).toBe(3_000)
  })

  it('is never, once the order is decided', () => {
    const { pollAfterMs: _, ...view } = viewOf({ state: 'FAILED' })
    expect(nextCheckMs({ view, heardAtMs }, heardAtMs, false)).toBeUndefined()
  })
})

describe('clockText', () => {
  it.each([
    [0, '0:00'],
    [1, '0:01'],
    [59_001, '1:00'],
    [545_000, '9:05'],
    [3_729_000, '1:02:09'],
  ])('%d ms is %s', (ms, text) => {
    expect(clockText(ms)).toBe(text)
  })
})

describe('spokenStep', () => {
  it('speaks when a step is crossed, once', () => {
    expect(spokenStep(180_250, 180_000)).toBe(180)
    expect(spokenStep(180_000, 179_750)).toBeUndefined()
    expect(spokenStep(31_000, 29_000)).toBe(30)
  })

  it('says the nearest of several steps that a sleeping device slept through', () => {
    expect(spokenStep(200_000, 20_000)).toBe(30)
  })
})
