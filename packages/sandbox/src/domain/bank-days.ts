/** India has one time zone and no daylight saving. Milliseconds ahead of UTC. */
const IST_MS = 19_800_000
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** Calendar day in India, `YYYY-MM-DD`. */
export type Day = string

export function dayOf(ms: number): Day {
  return new Date(ms + IST_MS).toISOString().slice(0, 10)
}

/** Epoch milliseconds of an hour of a day in India; hour 24 is the end of the day. */
export function timeOn(day: Day, hour: number): number {
  return Date.parse(`${day}T00:00:00Z`) - IST_MS + hour * HOUR_MS
}

export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** Banks in India close on Sundays, on the second and fourth Saturday of a month, and on holidays. */
export function isBankDay(day: Day, holidays: readonly Day[]): boolean {
  const date = new Date(`${day}T00:00:00Z`)
  const weekday = date.getUTCDay()
  const weekOfMonth = Math.ceil(date.getUTCDate() / 7)
  const isFreeSaturday = weekday === 6 && (weekOfMonth === 2 || weekOfMonth === 4)
  return weekday !== 0 && !isFreeSaturday && !holidays.includes(day)
}

/** The bank day that lies `count` bank days after `day`, or before it where `count` is negative. */
export function shiftBankDays(day: Day, count: number, holidays: readonly Day[]): Day {
  const step = count < 0 ? -1 : 1
  let at = day
  for (let left = Math.abs(count); left > 0; ) {
    at = addDays(at, step)
    if (isBankDay(at, holidays)) left -= 1
  }
  return at
}
