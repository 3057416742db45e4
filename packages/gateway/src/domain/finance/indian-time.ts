/** India has one time zone without daylight saving: UTC+05:30. */
const OFFSET_MS = 19_800_000

export const DAY_MS = 86_400_000

/** Start of a day such as `2026-11-22` in Indian time, epoch milliseconds; undefined when it is not a day. */
export function dayStartMs(day: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined
  const utcMs = Date.parse(`${day}T00:00:00Z`)
  // 2026-02-30 is read as 2 March.
  return Number.isNaN(utcMs) || new Date(utcMs).toISOString().slice(0, 10) !== day ? undefined : utcMs - OFFSET_MS
}

/** Start of the day in Indian time that contains a time. Epoch milliseconds. */
export const dayStartOf = (atMs: number): number => Math.floor((atMs + OFFSET_MS) / DAY_MS) * DAY_MS - OFFSET_MS

/** The day in Indian time: `2026-11-22`. */
export const indianDay = (atMs: number): string => new Date(atMs + OFFSET_MS).toISOString().slice(0, 10)

/** The time in India, with its offset: `2026-11-22T00:30:00.000+05:30`. */
export const indianTime = (atMs: number): string => `${new Date(atMs + OFFSET_MS).toISOString().slice(0, 23)}+05:30`

/** The day in Indian time of a time with a zone, such as `2026-11-21T20:00:00Z`. Undefined for another text. */
export function dayOfZonedTime(text: string): string | undefined {
  const [, day, time, hours, minutes] =
    /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?) ?(?:Z|([+-]\d{2}):?(\d{2}))$/i.exec(text) ?? []
  const atMs = Date.parse(`${day}T${time}${hours === undefined ? 'Z' : `${hours}:${minutes}`}`)
  return Number.isNaN(atMs) ? undefined : indianDay(atMs)
}
