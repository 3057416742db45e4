import { GatewayError } from '../errors.ts'

/** State of the gateway: accepting work or closing, and the amount of work in progress. */
export interface Lifecycle {
  /**
   * Runs work that `close` waits for.
   * @throws GatewayError SHUTTING_DOWN after `close` was called, or the error of `refuse`.
   */
  during<Result>(work: () => Promise<Result>): Promise<Result>
  readonly closing: () => boolean
  /** Refuses new work with this error from now on. Workers finish what is in progress. */
  refuse(error: GatewayError): void
  /** Refuses new work, and resolves when the work in progress has finished. */
  close(): Promise<void>
}

export function createLifecycle(): Lifecycle {
  let active = 0
  let refusal: GatewayError | undefined
  let finished = () => {}
  return {
    async during(work) {
      if (refusal) throw refusal
      active += 1
      try {
        return await work()
      } finally {
        active -= 1
        if (active === 0) finished()
      }
    },
    closing: () => refusal !== undefined,
    refuse(error) {
      refusal = error
    },
    async close() {
      refusal = new GatewayError('SHUTTING_DOWN', 'The gateway is shutting down: retry, or call another replica')
      if (active > 0)
        await new Promise<void>((resolve) => {
          finished = resolve
        })
    },
  }
}
