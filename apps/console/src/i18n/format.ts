import type { ListTotals } from '@galla/contract/gateway-api/console-routes'
import { formatInr, type Paise } from '@galla/contract/money'
import { formatEnglish } from './english.ts'
import { language } from './language.ts'
import { messages } from './messages.ts'

const t = messages('i18n/format', formatEnglish)

const LAKH_PAISE = 10_000_000
const CRORE_PAISE = 100 * LAKH_PAISE

/** `₹1,499.50` */
export const amountText = (paise: number): string => formatInr(paise as Paise).replace('-', '−')

/** For chart axes, rounded: `₹2.5 L`, `₹1.2 Cr`. */
export function shortAmount(paise: number): string {
  if (paise >= CRORE_PAISE) return `₹${oneDecimal(paise / CRORE_PAISE)}${t.crore}`
  if (paise >= LAKH_PAISE) return `₹${oneDecimal(paise / LAKH_PAISE)}${t.lakh}`
  if (paise >= 100_000) return `₹${oneDecimal(paise / 100_000)}${t.thousand}`
  return `₹${oneDecimal(paise / 100)}`
}

const oneDecimal = (value: number) => String(Math.round(value * 10) / 10)

/** The value of a rupee field: `1499.50`, without sign and grouping. */
export function rupeesText(paise: number): string {
  const rest = paise % 100
  return rest === 0 ? String(paise / 100) : `${Math.floor(paise / 100)}.${String(rest).padStart(2, '0')}`
}

export interface TotalsWords {
  /** One row. */
  noun: 'order' | 'refund'
  /** The participle of the amount. */
  done: 'paid' | 'refunded'
}

/** The figures of a list: `24 orders · ₹8,982.00 paid`, `More than 10,000 orders`. */
export function totalsText(totals: ListTotals, { noun, done }: TotalsWords): string {
  if ('moreThan' in totals) return t.totals.moreThan(t.totals[noun](totals.moreThan))
  const { count, amount, openAmount = 0 } = totals
  const open = openAmount > 0 ? ` · ${t.totals.open(amountText(openAmount))}` : ''
  return `${t.totals[noun](count)} · ${t.totals[done](amountText(amount))}${open}`
}

/** `50 %`, `12.5 %` */
export const percentText = (rate: number): string => `${Math.round(rate * 1_000) / 10} %`

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

/** The locale of dates and months. Figures are Latin in every language. */
export const LOCALE = language === 'hi' ? 'hi-IN-u-nu-latn' : 'en-IN'

const FORMAT = { timeZone: 'Asia/Kolkata', hourCycle: 'h23' } as const
const DAY_FIELDS = { day: 'numeric', month: 'short', year: 'numeric' } as const
const MINUTE_FIELDS = { hour: '2-digit', minute: '2-digit' } as const
const SECOND_FIELDS = { ...MINUTE_FIELDS, second: '2-digit' } as const

const DATE_TIME = new Intl.DateTimeFormat(LOCALE, { ...FORMAT, ...DAY_FIELDS, ...SECOND_FIELDS })
const DAY = new Intl.DateTimeFormat(LOCALE, { timeZone: FORMAT.timeZone, ...DAY_FIELDS })
const MINUTES = new Intl.DateTimeFormat(LOCALE, { ...FORMAT, ...MINUTE_FIELDS })
const SECONDS = new Intl.DateTimeFormat(LOCALE, { ...FORMAT, ...SECOND_FIELDS })

const WEEKDAY = new Intl.DateTimeFormat(LOCALE, { timeZone: FORMAT.timeZone, weekday: 'long' })
const SHORT_DAY = new Intl.DateTimeFormat(LOCALE, { timeZone: FORMAT.timeZone, day: 'numeric', month: 'short' })

/** `21 Nov 2026, 15:04:05 IST` */
export const momentText = (atMs: number): string => `${DATE_TIME.format(atMs)} IST`
/** `21 Nov 2026` */
export const dayText = (atMs: number): string => DAY.format(atMs)
/** `Saturday` */
export const weekdayText = (atMs: number): string => WEEKDAY.format(atMs)
/** `21 Nov` */
export const shortDayText = (atMs: number): string => SHORT_DAY.format(atMs)
/** `21 Nov, 15:04`; of another year than `nowMs`, `21 Nov 2025, 15:04`. */
export const shortMomentText = (atMs: number, nowMs: number): string =>
  `${dateOf(atMs).slice(0, 4) === dateOf(nowMs).slice(0, 4) ? shortDayText(atMs) : dayText(atMs)}, ${clockText(atMs)}`
/** `21 Nov, 15:04:05` */
export const shortSecondsText = (atMs: number): string => `${shortDayText(atMs)}, ${SECONDS.format(atMs)}`
/** A span of whole days or of hours, its end excluded: `21 Nov`, `21 Nov to 27 Nov`, `21 Nov, 14:00 to 14:30`. */
export function timeSpanText(fromMs: number, toMs: number): string {
  if (dayStart(fromMs) === fromMs && dayStart(toMs) === toMs) {
    const [first, last] = [shortDayText(fromMs), shortDayText(toMs - 1)]
    return first === last ? first : t.span(first, last)
  }
  return `${shortDayText(fromMs)}, ${t.span(clockText(fromMs), clockText(toMs))}`
}
/** `15:04` */
export const clockText = (atMs: number): string => MINUTES.format(atMs)
/** `15:04:05` */
export const secondsText = (atMs: number): string => SECONDS.format(atMs)
/** `15:04:05.120` */
export const preciseText = (atMs: number): string =>
  `${secondsText(atMs)}.${String(((atMs % 1000) + 1000) % 1000).padStart(3, '0')}`

/** The time to measure a past event from: the event itself, where the clock on the page or that of this computer is behind it. */
export const nowAfter = (atMs: number, nowMs: number): number => Math.max(atMs, nowMs)

/** `just now`, `5 min ago`, `in 2 h`, `3 days ago`: rounded to the nearest minute, hour or day. */
export function relativeText(atMs: number, nowMs: number): string {
  const text = distanceText(Math.abs(nowMs - atMs))
  if (text === undefined) return atMs > nowMs + 5_000 ? t.soon : t.now
  return atMs > nowMs ? t.in(text) : t.ago(text)
}

/** Undefined for less than half a minute. */
function distanceText(ms: number): string | undefined {
  const [minutes, hours, days] = [60_000, HOUR_MS, DAY_MS].map((unit) => Math.round(ms / unit)) as [
    number,
    number,
    number,
  ]
  if (minutes === 0) return undefined
  if (minutes < 60) return t.minutes(minutes)
  return hours < 24 ? t.hours(hours) : t.days(days)
}

/** `850 ms`, `2.4 s`, `3 min` */
export function durationText(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return t.seconds((ms / 1_000).toFixed(1))
  return t.minutes(Math.round(ms / 60_000))
}

/** India has one time zone and no daylight saving time. */
const IST_OFFSET_MS = 19_800_000

/** Start of the Indian day that contains `atMs`. */
export const dayStart = (atMs: number): number => Math.floor((atMs + IST_OFFSET_MS) / DAY_MS) * DAY_MS - IST_OFFSET_MS

/** The Indian day as a value of a date field: `2026-11-21`. */
export const dateOf = (atMs: number): string => new Date(atMs + IST_OFFSET_MS).toISOString().slice(0, 10)

/** The Indian time as a value of a `datetime-local` field: `2026-11-21T15:04:05`. */
export const dateTimeOf = (atMs: number): string => new Date(atMs + IST_OFFSET_MS).toISOString().slice(0, 19)

/** The moment in a `datetime-local` field as Indian time; NaN when the text is not one. */
export const parseDateTime = (text: string): number => Date.parse(`${text}+05:30`)

/** Start of the Indian day `2026-11-21`; undefined when the text is not a date. */
export function startOfDate(date: string): number | undefined {
  const utcMs = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN
  return Number.isNaN(utcMs) ? undefined : utcMs - IST_OFFSET_MS
}
