import { GatewayError } from './books-error.ts'

/** Whether the books are open, and what goes on in them. */
export interface OpenHours {
  /**
   * Does a thing that `close` waits for.
   * @throws GatewayError SHUTTING_DOWN once they are being closed.
   */
  during<Result>(work: () => Promise<Result>): Promise<Result>
  readonly closing: () => boolean
  /** Takes nothing new, and resolves when what was begun is finished. */
  close(): Promise<void>
}

export function openHours(): OpenHours {
  let begun = 0
  let closing = false
  let finished = () => {}
  return {
    async during(work) {
      if (closing)
        throw new GatewayError('SHUTTING_DOWN', 'These books are being closed: ask another replica, or try again')
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
