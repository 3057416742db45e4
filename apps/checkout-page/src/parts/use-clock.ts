import { useEffect, useState } from 'react'
import { remainingMs } from '../session/countdown.ts'
import type { Known } from '../session/session.ts'

const TICK_MS = 250

/** Milliseconds left to pay, kept current while the page is shown. */
export function useRemaining(known: Known): number {
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return remainingMs(known, Math.max(now, known.heardAtMs))
}
