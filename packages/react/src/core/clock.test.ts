import { describe, expect, it } from 'vitest'
import { SERVER_MS, scanning, viewOf } from '../../test/helpers/payer-view.ts'
import { formatTimeLeft, nextPollDelayMs, remainingMs, secondsToAnnounce, serverNow } from './clock.ts'

const receivedAtMs = 5_000
const received = { receivedAtMs, view: scanning({ expiresAtMs: SERVER_MS + 60_000 }) }

describe('serverNow and remainingMs', () => {
  it('advance the server’s time by the device’s monotonic clock', () => {
    expect(serverNow(received, receivedAtMs + 1_500)).toBe(SERVER_MS + 1_500)
    expect(remainingMs(received, receivedAtMs + 1_500)).toBe(58_500)
  })

  it('never go below zero or back', () => {
    expect(remainingMs(received, receivedAtMs + 90_000)).toBe(0)
    expect(serverNow(received, receivedAtMs - 1)).toBe(SERVER_MS)
  })

  it('remainingMs is undefined for an order without an expiry', () => {
    const { expiresAtMs: _, ...view } = viewOf()
    expect(remainingMs({ view, receivedAtMs }, receivedAtMs)).toBeUndefined()
  })
})

describe('nextPollDelayMs', () => {
  it('is pollAfterMs, or the time to expiry where that is shorter', () => {
    expect(nextPollDelayMs(received, receivedAtMs, false)).toBe(3_000)
    expect(nextPollDelayMs(received, receivedAtMs + 59_000, false)).toBe(1_000)
  })

  it('is the time to expiry while a stream is open', () => {
    expect(nextPollDelayMs(received, receivedAtMs, true)).toBe(60_000)
  })

  it('is pollAfterMs after expiry, because late money is possible', () => {
    const over = { receivedAtMs, view: scanning({ note: 'expired', nowMs: SERVER_MS + 900_001 }) }
    expect(nextPollDelayMs(over, receivedAtMs, true)).toBe(3_000)
  })

  it('is undefined once the order is final', () => {
    const { pollAfterMs: _, ...view } = viewOf({ state: 'FAILED' })
    expect(nextPollDelayMs({ view, receivedAtMs }, receivedAtMs, false)).toBeUndefined()
  })
})

describe('formatTimeLeft', () => {
  it.each([
    [0, '0:00'],
    [1, '0:01'],
    [59_001, '1:00'],
    [545_000, '9:05'],
    [3_729_000, '1:02:09'],
  ])('formats %d ms as %s', (ms, text) => {
    expect(formatTimeLeft(ms)).toBe(text)
  })
})

describe('secondsToAnnounce', () => {
  it('returns a mark once, when it is crossed', () => {
    expect(secondsToAnnounce(180_250, 180_000)).toBe(180)
    expect(secondsToAnnounce(180_000, 179_750)).toBeUndefined()
    expect(secondsToAnnounce(31_000, 29_000)).toBe(30)
  })

  it('returns the last of several marks crossed at once, as after sleep', () => {
    expect(secondsToAnnounce(200_000, 20_000)).toBe(30)
  })
})
