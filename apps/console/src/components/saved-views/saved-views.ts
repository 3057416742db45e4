import { shortReason } from '../../i18n/failure-messages.ts'
import { callbackEventLabel, describeState, paymentModeLabel, type StateKind } from '../../i18n/terms.ts'
import { type DaySpan, presets, spanInWords } from '../date-span.ts'

/** Search parameters of a list's address. */
export interface ListSearch {
  readonly [name: string]: string
}

/** The filters, columns and days of a list under a name. */
export interface SavedView {
  readonly name: string
  readonly search: ListSearch
  /** The preset that the days were: `Last 30 days` means those of the day on which the view is applied. */
  readonly days?: string
}

/** Characters of a name. */
export const MAX_NAME = 60
/** Views of one list. */
export const MAX_VIEWS = 50

/** Search parameters that a view does not save: open rows, the selection and the text of a search. */
const NOT_SAVED = ['open', 'q', 'tab', 'with']

/** The stored views; none when the text is not a list of them. */
export function parseViews(text: string | undefined): readonly SavedView[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(stored) ? stored.filter(isView).slice(0, MAX_VIEWS) : []
  } catch {
    return []
  }
}

const isRecord = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === 'object' && value !== null

const isView = (value: unknown): value is SavedView =>
  isRecord(value) &&
  typeof value.name === 'string' &&
  isRecord(value.search) &&
  Object.values(value.search).every((one) => typeof one === 'string') &&
  (value.days === undefined || typeof value.days === 'string')

/** The view of an address. Days that are a preset are saved as it. */
export function viewOf(
  name: string,
  search: { readonly [name: string]: string | undefined },
  nowMs: number,
): SavedView {
  const kept = Object.entries(search).filter(([param, value]) => value && !NOT_SAVED.includes(param)) as [
    string,
    string,
  ][]
  const { from = '', to = '', ...rest } = Object.fromEntries(kept)
  const days = presets(nowMs).find((one) => one.from === from && one.to === to)?.label
  if (days !== undefined) return { name, search: rest, days }
  return { name, search: Object.fromEntries(kept) }
}

/** The search parameters that apply a view today. */
export function searchOf({ search, days }: SavedView, nowMs: number): ListSearch {
  const span = presets(nowMs).find(({ label }) => label === days)
  return span ? { ...search, from: span.from, to: span.to } : search
}

/** True when two views show the same today. */
export function isSame(one: SavedView, other: SavedView, nowMs: number): boolean {
  const text = (view: SavedView) => JSON.stringify(Object.entries(searchOf(view, nowMs)).sort())
  return text(one) === text(other)
}

/** The views with this one, in the order of their names. It takes the place of one with the same name. */
export function withView(views: readonly SavedView[], view: SavedView): readonly SavedView[] {
  const others = views.filter(({ name }) => !isSameName(name, view.name))
  return [...others, view].sort((a, b) => a.name.localeCompare(b.name))
}

export const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** Says what is wrong with a name. Undefined when a view can have the name. `own` is the current name of the view. */
export function nameError(typed: string, views: readonly SavedView[], own?: string): string | undefined {
  const name = typed.trim()
  if (name === '') return 'Enter a name.'
  if (name.length > MAX_NAME) return `At most ${MAX_NAME} characters.`
  const isTaken = views.some((view) => view.name !== own && isSameName(view.name, name))
  if (isTaken) return 'Another view has this name.'
  return own === undefined && views.length >= MAX_VIEWS ? `At most ${MAX_VIEWS} views: delete one first.` : undefined
}

/** Describes a view of the list at a path in words: `State: Failed · Columns: utr, payer · Last 30 days`. */
export function viewInWords({ search, days }: SavedView, path: string): string {
  const { from = '', to = '', ...rest } = search
  const span: DaySpan = { from, to }
  const dates = days ?? (from === '' && to === '' ? '' : spanInWords(span))
  const others = Object.entries(rest).map(([param, value]) => `${wordsOf(param)}: ${valueText(path, param, value)}`)
  return [...others, dates].filter((part) => part !== '').join(' · ') || 'Everything'
}

/** `minAmount` as `min amount`. */
const lowerWords = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

const wordsOf = (name: string): string => {
  const words = lowerWords(name)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Views of lists that are no state of a record. */
const VIEW_LABELS: { readonly [view: string]: string } = {
  OPEN: 'Open',
  unknown: 'Unknown event',
  failed: 'Needs review',
}

const stateText = (kind: StateKind, view: string): string => VIEW_LABELS[view] ?? describeState(kind, view).label

/** Words for the values of a parameter; other values are what somebody typed. */
const VALUE_TEXTS: { readonly [param: string]: (value: string, path: string) => string } = {
  state: (state, path) => stateText(path === 'refunds' ? 'refund' : 'order', state),
  verdict: (verdict) => stateText('callback', verdict),
  paymentMode: paymentModeLabel,
  failure: shortReason,
  event: callbackEventLabel,
  columns: (columns) => columns.split(',').map(lowerWords).join(', '),
}

function valueText(path: string, param: string, value: string): string {
  if (/amount/i.test(param) && /^\d+$/.test(value)) return `₹${(Number(value) / 100).toLocaleString('en-IN')}`
  return value === 'true' ? 'yes' : (VALUE_TEXTS[param]?.(value, path) ?? value)
}
