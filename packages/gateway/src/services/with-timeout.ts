/**
 * Runs `work` for at most `limitMs`. It cannot be stopped: its result is ignored then.
 * @param name of the work, for the error
 * @throws Error when it takes longer, also when it blocked this process meanwhile
 */
export async function withTimeout(limitMs: number, name: string, work: () => Promise<void> | void): Promise<void> {
  const late = () => new Error(`${name} did not return within ${limitMs} ms`)
  const startedMs = performance.now()
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), limitMs)
  })
  // Code of the merchant may throw, or return nothing, instead of a promise.
  const result = (async () => work())()
  // Swallow the losing promise's rejection: it must not end the process.
  result.catch(() => {})
  try {
    await Promise.race([result, limit])
  } finally {
    clearTimeout(timer)
  }
  if (performance.now() - startedMs > limitMs) throw late()
}
