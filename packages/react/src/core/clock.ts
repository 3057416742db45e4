import type { Known } from './payment-state.ts'

/** A view, as far as its time goes, and when it was heard on the device's steady clock. */
export interface Heard {
  readonly view: {
    readonly nowMs: number
    /** The server's clock stands still. */
    readonly frozen?: boolean
  }
  readonly heardAtMs: number
}

/**
 * The server's clock now, in epoch milliseconds. `nowMs` is the device's steady clock, the one that told when the
 * view arrived: what the device believes the date to be plays no part.
 */
export function serverNow({ view, heardAtMs }: Heard, nowMs: number): number {
  return view.frozen ? view.nowMs : view.nowMs + Math.max(0, nowMs - heardAtMs)
}

/** Milliseconds until the order expires, never negative; undefined for an order without an end. */
export function remainingMs(known: Known, nowMs: number): number | undefined {
  const { expiresAtMs } = known.view
  return expiresAtMs === undefined ? undefined : Math.max(0, expiresAtMs - serverNow(known, nowMs))
}

/** Milliseconds until the next look: the server's rhythm, and once more right at the end of the time. */
export function nextCheckMs(known: Known, nowMs: number, live: boolean): number | undefined {
  const { state, pollAfterMs, note } = known.view
  const left = remainingMs(known, nowMs)
  const open = (state === 'PENDING' || state === 'CREATED') && note === undefined
  const lastLook = open && left !== undefined && left > 0 ? left : undefined
  // A live stream tells every change by itself, but nobody changes anything when time runs out.
  const rhythm = live && lastLook !== undefined ? undefined : pollAfterMs
  if (rhythm === undefined) return lastLook
  return Math.min(rhythm, lastLook ?? rhythm)
}

/** `9:05`, or `1:02:09` from an hour on. Rounds up, so that 0:00 means zero. */
export function clockText(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`
}

/** Moments worth saying aloud, in seconds before the end: a reader that counted every second could not be listened to. */
const SPOKEN_SECONDS = [30, 60, 180]

/** The step that was crossed between two looks at the clock, if one was. */
export function spokenStep(beforeMs: number, afterMs: number): number | undefined {
  return SPOKEN_SECONDS.find((step) => beforeMs > step * 1000 && afterMs <= step * 1000)
}
