import type { Paise } from '@galla/contract/money'
import { formatInr } from '@galla/contract/money'

const IST = 'Asia/Kolkata'

const DATE_TIME = new Intl.DateTimeFormat('en-IN', {
  timeZone: IST,
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})
const DAY = new Intl.DateTimeFormat('en-IN', { timeZone: IST, day: 'numeric', month: 'short', year: 'numeric' })
const CLOCK = new Intl.DateTimeFormat('en-IN', { timeZone: IST, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const SECONDS = new Intl.DateTimeFormat('en-IN', {
  timeZone: IST,
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

/** `21 Nov 2026, 15:04:05 IST` */
export const momentText = (atMs: number): string => `${DATE_TIME.format(atMs)} IST`
/** `21 Nov 2026` */
export const dayText = (atMs: number): string => DAY.format(atMs)
/** `15:04` */
export const clockText = (atMs: number): string => CLOCK.format(atMs)
/** `15:04:05.120` */
export const preciseText = (atMs: number): string =>
  `${SECONDS.format(atMs)}.${String(((atMs % 1000) + 1000) % 1000).padStart(3, '0')}`

const STEPS = [
  ['day', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
] as const

/** `just now`, `5 min ago`, `in 2 h`, `3 days ago`. */
export function relativeText(atMs: number, nowMs: number): string {
  const away = Math.abs(nowMs - atMs)
  const [unit, ms] = STEPS.find(([, ms]) => away >= ms) ?? []
  if (unit === undefined || ms === undefined) return atMs > nowMs + 5_000 ? 'in under a minute' : 'just now'
  const count = Math.floor(away / ms)
  const told = `${count} ${unit}${unit === 'day' && count > 1 ? 's' : ''}`
  return atMs > nowMs ? `in ${told}` : `${told} ago`
}

/** `850 ms`, `2.4 s`, `3 min`. */
export function durationText(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`
  return `${Math.round(ms / 60_000)} min`
}

/** India has one zone and no summer time. Milliseconds. */
const IST_OFFSET_MS = 19_800_000
const DAY_MS = 86_400_000

/** The start of the Indian day that a moment lies in. */
export const dayStart = (atMs: number): number => Math.floor((atMs + IST_OFFSET_MS) / DAY_MS) * DAY_MS - IST_OFFSET_MS

/** `2026-11-21`, as date fields want it. */
export const dateOf = (atMs: number): string => new Date(atMs + IST_OFFSET_MS).toISOString().slice(0, 10)

/** Start of the Indian day `2026-11-21`; undefined for what is no day. */
export function startOfDate(date: string): number | undefined {
  const utc = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN
  return Number.isNaN(utc) ? undefined : utc - IST_OFFSET_MS
}

/** For names and summaries, where an element cannot stand. */
export const amountText = (paise: number): string => formatInr(paise as Paise)

const LAKH = 10_000_000

const CRORE = 100 * LAKH

/** For the margin of a chart, where only the size matters: `₹2.5 L`, `₹1.2 Cr`. */
export function shortAmount(paise: number): string {
  if (paise >= CRORE) return `₹${round(paise / CRORE)} Cr`
  if (paise >= LAKH) return `₹${round(paise / LAKH)} L`
  if (paise >= 100_000) return `₹${round(paise / 100_000)}k`
  return `₹${round(paise / 100)}`
}

const round = (value: number) => String(Math.round(value * 10) / 10)

/** For a field that takes rupees: `1499.50`, without sign and grouping. */
export function rupeesText(paise: number): string {
  const rest = paise % 100
  return rest === 0 ? String(paise / 100) : `${Math.floor(paise / 100)}.${String(rest).padStart(2, '0')}`
}

/** Both ends of a long id tell more than its head alone. */
export function middleOut(text: string, most: number): string {
  if (text.length <= most) return text
  const tail = Math.floor((most - 1) / 2)
  return `${text.slice(0, most - 1 - tail)}…${text.slice(text.length - tail)}`
}
