import { GatewayError } from '../errors.ts'

/** Whether the database are open, and what goes on in them. */
export interface Lifecycle {
  /**
   * Does a thing that `close` waits for.
   * @throws GatewayError SHUTTING_DOWN once they are being closed.
   */
  during<Result>(work: () => Promise<Result>): Promise<Result>
  readonly closing: () => boolean
  /** Takes nothing new, and resolves when what was begun is finished. */
  close(): Promise<void>
}

export function createLifecycle(): Lifecycle {
  let begun = 0
  let closing = false
  let finished = () => {}
  return {
    async during(work) {
      if (closing)
        throw new GatewayError('SHUTTING_DOWN', 'The gateway is shutting down: retry, or call another replica')
      begun += 1
      try {
        return await work()
      } finally {
        begun -= 1
        if (begun === 0) finished()
      }
    },
    closing: () => closing,
    async close() {
      closing = true
      if (begun > 0)
        await new Promise<void>((resolve) => {
          finished = resolve
        })
    },
  }
}
