import { serverNow } from '@galla/react/components'
import type { Known } from './session.ts'

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
