import type { Clock } from '../clock.ts'
import type { Signal } from '../config.ts'

/** A pause that a cancelled caller does not sit out; who wakes looks at the signal. */
export function pause(clock: Clock, ms: number, signal: Signal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clock.clearTimer(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = clock.setTimer(end, Math.max(ms, 0))
    signal?.addEventListener('abort', end)
    if (signal?.aborted) end()
  })
}
