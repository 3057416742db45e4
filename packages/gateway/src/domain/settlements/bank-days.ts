import { DAY_MS, indianDay } from '../finance/indian-time.ts'

/** Banks in India close on Sundays and on the second and fourth Saturday of a month. Holidays are not known here. */
function isBankDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`)
  const weekday = date.getUTCDay()
  if (weekday === 0) return false
  const saturday = Math.ceil(date.getUTCDate() / 7)
  return weekday !== 6 || (saturday !== 2 && saturday !== 4)
}

/** The start, in Indian time, of the bank day that lies `count` bank days before the day of `nowMs`. Epoch milliseconds. */
export function bankDaysBefore(nowMs: number, count: number): number {
  let startMs = startOf(nowMs)
  for (let left = count; left > 0; ) {
    startMs -= DAY_MS
    if (isBankDay(indianDay(startMs))) left -= 1
  }
  return startMs
}

const startOf = (atMs: number): number => Date.parse(`${indianDay(atMs)}T00:00:00+05:30`)
