import type { Clock } from '../clock.ts'
import type { Signal } from '../config.ts'
import { errorFromFailure } from '../errors/from-failure.ts'

/** Waits for the shared token as long as this caller can; the fetch itself goes on for the others. */
export function within<Value>(
  work: Promise<Value>,
  clock: Clock,
  leftMs: number,
  signal: Signal | undefined,
  endpoint: string,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      clock.clearTimer(timer)
      signal?.removeEventListener('abort', onAbort)
    }
    const giveUp = (kind: 'timeout' | 'aborted') => {
      settle()
      const failure = { kind, sent: false, detail: 'while waiting for the access token' }
      reject(errorFromFailure(failure, { endpoint, readOnly: false, attempts: 0, secrets: [], nowMs: clock.now() }))
    }
    const onAbort = () => giveUp('aborted')
    const timer = clock.setTimer(() => giveUp('timeout'), Math.max(leftMs, 0))
    signal?.addEventListener('abort', onAbort)
    if (signal?.aborted) onAbort()
    work.then(
      (value) => {
        settle()
        resolve(value)
      },
      (error: unknown) => {
        settle()
        reject(error)
      },
    )
  })
}
