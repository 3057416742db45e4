import { DAY_MS, dateOf, dayStart, dayText, startOfDate } from '../i18n/format.ts'
import { messages } from '../i18n/messages.ts'
import { datesEnglish } from './english.ts'

const t = messages('components/dates', datesEnglish)

/** Days in Indian time, both included, as in the address: `2026-11-21`. Empty: no limit on that side. */
export interface DaySpan {
  from: string
  to: string
}

export interface Preset extends DaySpan {
  label: string
}

/** Start of a day of the calendar in Indian time; months and days outside of their range roll over. */
const at = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)

/** The spans that are chosen with one press. A financial year is April to March. */
export function presets(nowMs: number): readonly Preset[] {
  const todayMs = dayStart(nowMs)
  const today = dateOf(todayMs)
  const ago = (days: number) => dateOf(todayMs - days * DAY_MS)
  const [year = 0, month = 0] = today.split('-').map(Number)
  const april = month < 4 ? year - 1 : year
  const financialYear = (start: number): Preset => ({
    label: t.year(`${start}–${String(start + 1).slice(2)}`),
    from: at(start, 4, 1),
    to: at(start + 1, 3, 31),
  })
  return [
    { label: t.today, from: today, to: today },
    { label: t.yesterday, from: ago(1), to: ago(1) },
    { label: t.days7, from: ago(6), to: today },
    { label: t.days30, from: ago(29), to: today },
    { label: t.month, from: at(year, month, 1), to: at(year, month + 1, 0) },
    { label: t.lastMonth, from: at(year, month - 1, 1), to: at(year, month, 0) },
    financialYear(april),
    financialYear(april - 1),
  ]
}

const MONTHS = 'january february march april may june july august september october november december'.split(' ')

/** The Hindi names, of which the short ones are the start: `नव॰` of `नवंबर`. */
function hindiMonths(): readonly string[] {
  const { format } = new Intl.DateTimeFormat('hi', { month: 'long', timeZone: 'UTC' })
  return MONTHS.map((_, month) => format(Date.UTC(2000, month)).normalize())
}

/**
 * The day in a text field: `21 Nov 2026`, `21 nov`, `21 नव॰`, `21/11/2026`, `2026-11-21`, `today`, `कल`. The day comes before the month; without
 * a year, that of today. Undefined when the text is not a day of the calendar.
 */
export function parseDay(text: string, nowMs: number): string | undefined {
  const words = text.trim().toLowerCase().normalize().replaceAll('॰', '')
  const today = dateOf(nowMs)
  if (words === 'today' || words === 'आज') return today
  if (words === 'yesterday' || words === 'कल') return dateOf(nowMs - DAY_MS)
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(words)
  const named = /^(\d{1,2})(?:st|nd|rd|th)?[\s.-]*([a-z]{3,9}|\p{Script=Devanagari}{2,})[\s.,-]*(\d{4}|\d{2})?$/u.exec(
    words,
  )
  const numbers = /^(\d{1,2})[\s./-](\d{1,2})(?:[\s./-](\d{4}|\d{2}))?$/.exec(words)
  const [, day, month, year = today.slice(0, 4)] = iso ? [iso[0], iso[3], iso[2], iso[1]] : (named ?? numbers ?? [])
  if (day === undefined || month === undefined) return undefined
  const monthAt = named ? monthOf(month) : Number(month)
  const date = [year.padStart(4, '20'), monthAt, day].map((part) => String(part).padStart(2, '0')).join('-')
  const startMs = startOfDate(date)
  // 30 Feb is read as 2 March.
  return startMs !== undefined && dateOf(startMs) === date ? date : undefined
}

/** 1 to 12; 0 when it is none. At least three Latin letters: `ma` is two months. */
const monthOf = (name: string): number =>
  (/[a-z]/.test(name) ? MONTHS : hindiMonths()).findIndex((month) => month.startsWith(name)) + 1

/** A day or moment of the address as text: `21 Nov 2026`, `21 Nov 2026, 14:30`; empty when it is none. */
export function dayInWords(text: string): string {
  const startMs = startOfDate(text.slice(0, 10))
  if (startMs === undefined) return ''
  return text.length > 10 ? `${dayText(startMs)}, ${text.slice(11, 16)}` : dayText(startMs)
}

/** A span in words: `21 Nov 2026`, `1 Nov 2026 to 21 Nov 2026`, `Since 1 Nov 2026`, `Any date`. */
export function spanInWords({ from, to }: DaySpan): string {
  const [first, last] = [dayInWords(from), dayInWords(to)]
  if (first === '' && last === '') return t.any
  if (first === '') return t.until(last)
  if (last === '') return t.since(first)
  return first === last ? first : t.span(first, last)
}
