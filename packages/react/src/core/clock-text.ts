/** `9:05`, or `1:02:09` from an hour on. Rounds up, so that 0:00 means zero. */
export function clockText(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`
}

/** Moments worth saying aloud, in seconds before the end: a reader that counted every second could not be listened to. */
const SPOKEN_SECONDS = [30, 60, 180]

/** The step that was crossed between two looks at the clock, if one was. */
export function spokenStep(beforeMs: number, afterMs: number): number | undefined {
  return SPOKEN_SECONDS.find((step) => beforeMs > step * 1000 && afterMs <= step * 1000)
}
