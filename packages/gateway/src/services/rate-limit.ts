import type { Clock } from '../context.ts'

/**
 * Limits what one process stores of requests that nobody vouches for. Fixed windows: a flood is stored at once up to the limit, and
 * then not until the next window.
 * @returns a function that counts one more, and returns whether it is within the limit
 */
export function rateLimit(limit: number, windowMs: number, clock: Clock): () => boolean {
  let startedAtMs = 0
  let count = 0
  return () => {
    const elapsedMs = clock.now() - startedAtMs
    // A clock that was set back begins a new window.
    if (elapsedMs < 0 || elapsedMs >= windowMs) {
      startedAtMs = clock.now()
      count = 0
    }
    count += 1
    return count <= limit
  }
}
