import type { ReceivedView } from './payment-state.ts'

/** The part of a server's reply that holds its time. */
interface ServerClock {
  /** The server's clock, epoch milliseconds. */
  readonly nowMs: number
  /** True when the server's clock stands still, as a sandbox clock can. */
  readonly frozen?: boolean
}

/** A server's time, and its time of arrival on the device. Every `ReceivedView` is a `ServerTime`. */
export interface ServerTime {
  /** The server's reply. */
  readonly view: ServerClock
  /** Time of arrival of the reply, in milliseconds on the device's monotonic clock (`performance.now()`). */
  readonly receivedAtMs: number
}

/**
 * The server's clock now, in epoch milliseconds. The device's date is not used, so a wrong date does no harm.
 * `nowMs` is the device's monotonic clock, `performance.now()`.
 */
export function serverNow({ view, receivedAtMs }: ServerTime, nowMs: number): number {
  return view.frozen ? view.nowMs : view.nowMs + Math.max(0, nowMs - receivedAtMs)
}

/**
 * Milliseconds until the order expires, at least 0; undefined for an order without an expiry.
 * `nowMs` is the device's monotonic clock, `performance.now()`.
 */
export function remainingMs(received: ReceivedView, nowMs: number): number | undefined {
  const { expiresAtMs } = received.view
  return expiresAtMs === undefined ? undefined : Math.max(0, expiresAtMs - serverNow(received, nowMs))
}

/** Milliseconds until the next status check: the interval that the server names, and once more at expiry. */
export function nextPollDelayMs(received: ReceivedView, nowMs: number, streaming: boolean): number | undefined {
  const { state, pollAfterMs, note } = received.view
  const left = remainingMs(received, nowMs)
  const open = (state === 'PENDING' || state === 'CREATED') && note === undefined
  const checkAtExpiry = open && left !== undefined && left > 0 ? left : undefined
  // A stream reports every change, but expiry is the passing of time, not a change.
  const interval = streaming && checkAtExpiry !== undefined ? undefined : pollAfterMs
  return interval === undefined ? checkAtExpiry : Math.min(interval, checkAtExpiry ?? interval)
}

/**
 * A duration in milliseconds as `9:05`, or `1:02:09` from one hour. Rounds up to whole seconds, so `0:00` means zero.
 *
 * @example
 * ```ts
 * formatTimeLeft(545_000) // '9:05'
 * ```
 */
export function formatTimeLeft(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`
}

/** Seconds before the end at which a screen reader announces the time left: one announcement a second is unusable. */
const ANNOUNCED_SECONDS = [30, 60, 180]

/** The announcement that falls due between two readings of the time left, in seconds before the end. Undefined without an announcement. */
export function secondsToAnnounce(beforeMs: number, afterMs: number): number | undefined {
  return ANNOUNCED_SECONDS.find((seconds) => beforeMs > seconds * 1000 && afterMs <= seconds * 1000)
}
