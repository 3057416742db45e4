/**
 * Runs work that must end within so many real milliseconds. A handler in the same process may not listen to the signal, so
 * the timer decides.
 */
export async function withDeadline<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`no answer within ${ms} ms`))
      controller.abort()
    }, ms)
  })
  try {
    return await Promise.race([work(controller.signal), late])
  } finally {
    clearTimeout(timer)
  }
}

/** Why a receiver could not be reached, in one line. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the receiver failed'
  const cause = error.cause
  if (!(cause instanceof Error)) return error.message
  return `${error.message}: ${'code' in cause ? cause.code : cause.message}`
}
