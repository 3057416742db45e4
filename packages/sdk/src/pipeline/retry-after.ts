/** Longest advice that is believed: a day. */
const MOST_MS = 86_400_000

const HTTP_DATE =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} GMT$/

/** `Retry-After` in milliseconds from now, or undefined when it is missing or says nothing sensible. */
export function parseRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined
  const text = header.trim()
  if (/^\d{1,9}$/.test(text)) return Math.min(Number(text) * 1000, MOST_MS)
  if (!HTTP_DATE.test(text)) return undefined
  const at = Date.parse(text)
  if (Number.isNaN(at) || new Date(at).toUTCString() !== text) return undefined
  return Math.min(Math.max(at - nowMs, 0), MOST_MS)
}
