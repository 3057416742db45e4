import type { Known } from './session.ts'

/**
 * The provider's clock now, in epoch milliseconds. `nowMs` is the device's steady clock, the one that told when the
 * view arrived: what the device believes the date to be plays no part.
 */
export function serverNow({ view, heardAtMs }: Known, nowMs: number): number {
  return view.nowMs + Math.max(0, nowMs - heardAtMs)
}

/** Milliseconds until the order expires, never negative. */
export function remainingMs(known: Known, nowMs: number): number {
  return Math.max(0, known.view.order.expiresAtMs - serverNow(known, nowMs))
}

/** Milliseconds until the page asks again: the provider's rhythm, and once more right at the end of the time. */
export function nextCheckMs(known: Known, nowMs: number): number | undefined {
  const { order, pollAfterMs } = known.view
  const left = remainingMs(known, nowMs)
  const lastLook = order.state === 'PENDING' && left > 0 ? left : undefined
  if (pollAfterMs === undefined) return lastLook
  return Math.min(pollAfterMs, lastLook ?? pollAfterMs)
}
