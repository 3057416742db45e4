/** Pause after the first request that the provider did not answer, and the longest one. Milliseconds. */
const UNANSWERED_MS = { first: 30_000, max: 3_600_000 }

/**
 * The pause after so many requests in a row that the provider did not answer. The pause doubles, from 30 s to 1 h on average. It is up to a half shorter
 * or longer for each subscription: what a rate limit has refused together does not return together. Milliseconds.
 */
export function pauseAfter(unanswered: number, subscriptionId: string): number {
  if (unanswered === 0) return 0
  const average = Math.min(UNANSWERED_MS.first * 2 ** (unanswered - 1), UNANSWERED_MS.max)
  return Math.round(average * (0.5 + placeOf(`${subscriptionId}/${unanswered}`)))
}

/** A number from 0 to 1 that is the same for the same text, and evenly spread over texts (FNV-1a, with a last mix). */
function placeOf(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}
