const PATIENCE_MS = 15_000
const STEP_MS = 50

/** Asks again until there is an answer: books learn of things a moment after they happened. */
export async function until<Value>(what: string, ask: () => Promise<Value | undefined>): Promise<Value> {
  for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += STEP_MS) {
    const answer = await ask()
    if (answer !== undefined) return answer
    await new Promise((resolve) => setTimeout(resolve, STEP_MS))
  }
  throw new Error(`It never came to this: ${what}`)
}
