import { AsyncLocalStorage } from 'node:async_hooks'

/** Runs the deliveries of this process. */
export interface DeliveryRuns {
  /** Runs one `work` after another: the connections for handlers are shared out once. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>
  /** Calls the merchant's code: a handler or a notifier. */
  calling(work: () => Promise<void>): Promise<void>
  /** True inside a call of the merchant's code. Such a call must not wait for deliveries, because it is part of one. */
  isCalled(): boolean
}

export function createDeliveryRuns(): DeliveryRuns {
  const calls = new AsyncLocalStorage<{ running: boolean }>()
  let last: Promise<unknown> = Promise.resolve()
  let running = 0
  return {
    alone(work) {
      const result = last.then(work)
      last = result.catch(() => {})
      return result
    },
    async calling(work) {
      const call = { running: true }
      running += 1
      try {
        await calls.run(call, work)
      } finally {
        call.running = false
        running -= 1
        // Until Node 22 an enabled one costs every promise of the process.
        if (running === 0) calls.disable()
      }
    },
    isCalled: () => calls.getStore()?.running ?? false,
  }
}
