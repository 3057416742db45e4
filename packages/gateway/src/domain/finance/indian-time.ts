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

const padded = (value: number, length: number): string => String(value).padStart(length, '0')

/** 00 to 59. */
const TWO_DIGITS = Array.from({ length: 60 }, (_, value) => padded(value, 2))

/**
 * A function that writes the times of one file. Most are of the day of the time before, whose text the function keeps: a `Date` for each
 * takes five times as long.
 */
export function indianTimes(): (atMs: number) => string {
  let last = { day: Number.NaN, text: '' }
  return (atMs) => {
    const localMs = Math.trunc(atMs + OFFSET_MS)
    const day = Math.floor(localMs / DAY_MS)
    if (day !== last.day) last = { day, text: indianDay(atMs) }
    const ms = localMs - day * DAY_MS
    const seconds = Math.floor(ms / 1_000)
    const minutes = Math.floor(seconds / 60)
    const time = `${TWO_DIGITS[Math.floor(minutes / 60)]}:${TWO_DIGITS[minutes % 60]}:${TWO_DIGITS[seconds % 60]}`
    return `${last.text}T${time}.${padded(ms % 1_000, 3)}+05:30`
  }
}

/** The time in India, with its offset: `2026-11-22T00:30:00.000+05:30`. */
export const indianTime = (atMs: number): string => indianTimes()(atMs)

/** The day in Indian time of a time with a zone, such as `2026-11-21T20:00:00Z`. Undefined for another text. */
export function dayOfZonedTime(text: string): string | undefined {
  const [, day, time, hours, minutes] =
    /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?) ?(?:Z|([+-]\d{2}):?(\d{2}))$/i.exec(text) ?? []
  const atMs = Date.parse(`${day}T${time}${hours === undefined ? 'Z' : `${hours}:${minutes}`}`)
  return Number.isNaN(atMs) ? undefined : indianDay(atMs)
}
