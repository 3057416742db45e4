const TIMEOUT_MS = 15_000
const INTERVAL_MS = 50

/** Calls `read` until it returns a value. `what` describes the awaited condition in the error after 15 seconds. */
export async function until<Value>(what: string, read: () => Promise<Value | undefined>): Promise<Value> {
  for (let waitedMs = 0; waitedMs < TIMEOUT_MS; waitedMs += INTERVAL_MS) {
    const value = await read()
    if (value !== undefined) return value
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS))
  }
  throw new Error(`Timed out after ${TIMEOUT_MS} ms: ${what}`)
}
