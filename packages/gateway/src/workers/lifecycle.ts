import { GatewayError } from '../errors.ts'

/** Whether the gateway accepts work, and how much is in progress. */
export interface Lifecycle {
  /**
   * Runs work that `close` waits for.
   * @throws GatewayError SHUTTING_DOWN after `close` was called.
   */
  during<Result>(work: () => Promise<Result>): Promise<Result>
  readonly closing: () => boolean
  /** Refuses new work, and resolves when the work in progress has finished. */
  close(): Promise<void>
}

export function createLifecycle(): Lifecycle {
  let active = 0
  let closing = false
  let finished = () => {}
  return {
    async during(work) {
      if (closing)
        throw new GatewayError('SHUTTING_DOWN', 'The gateway is shutting down: retry, or call another replica')
      active += 1
      try {
        return await work()
      } finally {
        active -= 1
        if (active === 0) finished()
      }
    },
    closing: () => closing,
    async close() {
      closing = true
      if (active > 0)
        await new Promise<void>((resolve) => {
          finished = resolve
        })
    },
  }
}
