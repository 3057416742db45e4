import type { Overview } from '@galla/contract/gateway-api/console-routes'
import { useMemo } from 'react'
import { useNow } from '../../lib/use-now.ts'
import { filled } from './spans.ts'

/** A series with its gaps filled, up to now. */
export function usePoints<Point extends { atMs: number }>(
  { fromMs, toMs, stepMs }: Overview,
  points: readonly Point[],
  nothing: Omit<Point, 'atMs'>,
): Point[] {
  const now = useNow()
  // Anew when another step begins, not with every tick.
  const untilMs = Math.ceil(Math.min(now, toMs) / stepMs) * stepMs
  return useMemo(
    () => filled(points, { fromMs, toMs, stepMs, nowMs: untilMs }, nothing),
    [points, fromMs, toMs, stepMs, untilMs, nothing],
  )
}
