import type { Role } from '@galla/contract/gateway-api/roles'
import {
  MAX_VIEW_NAME,
  type SavedView,
  VIEW_DAYS,
  VIEW_PARAMS,
  type ViewContent,
  type ViewList,
} from '@galla/contract/gateway-api/views'
import { shortReason } from '../../i18n/failure-messages.ts'
import { messages } from '../../i18n/messages.ts'
import { callbackEventLabel, describeState, paymentModeLabel, type StateKind } from '../../i18n/terms.ts'
import { type DaySpan, type Preset, presets, spanInWords } from '../date-span.ts'
import { viewWordsEnglish } from './english.ts'

export const viewWords = messages('saved-views/words', viewWordsEnglish)
const t = viewWords

/** Search parameters of a list's address. */
type ListSearch = ViewContent['search']

/** The preset of days that move on. `presets` has those of `VIEW_DAYS` first, in their order; its labels are in the language of the document. */
const presetOf = (days: ViewContent['days'], nowMs: number): Preset | undefined =>
  days && presets(nowMs)[VIEW_DAYS.indexOf(days)]

/** The view of an address: its filters, columns and days, without what is open or searched. Days that move on are saved as such. */
export function viewOf(
  list: ViewList,
  search: { readonly [param: string]: string | undefined },
  nowMs: number,
): ViewContent {
  const kept: { [param: string]: string } = {}
  for (const param of VIEW_PARAMS[list]) if (search[param]) kept[param] = search[param]
  const { from, to, ...rest } = kept
  const days = VIEW_DAYS[presets(nowMs).findIndex((one) => one.from === from && one.to === to)]
  return days === undefined ? { search: kept } : { search: rest, days }
}

/** The search parameters that apply a view today. */
export function searchOf({ search, days }: ViewContent, nowMs: number): ListSearch {
  const span = presetOf(days, nowMs)
  return span ? { ...search, from: span.from, to: span.to } : search
}

/** True when two views show the same today. */
export function isSame(one: ViewContent, other: ViewContent, nowMs: number): boolean {
  const text = (view: ViewContent) => JSON.stringify(Object.entries(searchOf(view, nowMs)).sort())
  return text(one) === text(other)
}

/** The search parameters with which the navigation opens a list: those of the view for the role, if there is one. */
export function openingSearch(
  views: readonly SavedView[],
  list: string,
  role: Role | undefined,
  nowMs: number,
): ListSearch {
  const view = views.find((one) => one.list === list && role !== undefined && one.opensFor.includes(role))
  return view ? searchOf(view, nowMs) : {}
}

/** Says what is wrong with a name. Undefined when a view beside these others can have the name. */
export function nameError(typed: string, others: readonly SavedView[]): string | undefined {
  const name = typed.trim()
  if (name === '') return t.noName
  if (name.length > MAX_VIEW_NAME) return t.longName(MAX_VIEW_NAME)
  return others.some((view) => view.name.toLowerCase() === name.toLowerCase()) ? t.takenName : undefined
}

/** Describes a view of a list in words: `State: Failed · Columns: utr, payer · Last 30 days`. */
export function viewInWords({ search, days }: ViewContent, list: ViewList): string {
  const { from = '', to = '' } = search
  const span: DaySpan = { from, to }
  const dates = presetOf(days, Date.now())?.label ?? (from === '' && to === '' ? '' : spanInWords(span))
  const others = VIEW_PARAMS[list].map((param) => {
    const value = search[param]
    return value === undefined || param === 'from' || param === 'to'
      ? ''
      : `${PARAMS[param] ?? param}: ${valueText(list, param, value)}`
  })
  return [...others, dates].filter((part) => part !== '').join(' · ') || t.everything
}

/** `minAmount` as `min amount`. */
const lowerWords = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** Names of the search parameters. */
const PARAMS: { readonly [param: string]: string } = t.params

/** Views of lists that are no state of a record. */
const VIEW_LABELS: { readonly [view: string]: string } = t.labels

const stateText = (kind: StateKind, view: string): string => VIEW_LABELS[view] ?? describeState(kind, view).label

/** Words for the values of a parameter; other values are what somebody typed. */
const VALUE_TEXTS: { readonly [param: string]: (value: string, list: ViewList) => string } = {
  state: (state, list) => stateText(list === 'refunds' ? 'refund' : 'order', state),
  verdict: (verdict) => stateText('callback', verdict),
  paymentMode: paymentModeLabel,
  failure: shortReason,
  event: callbackEventLabel,
  columns: (columns) => columns.split(',').map(lowerWords).join(', '),
}

function valueText(list: ViewList, param: string, value: string): string {
  if (/amount/i.test(param) && /^\d+$/.test(value)) return `₹${(Number(value) / 100).toLocaleString('en-IN')}`
  return value === 'true' ? t.yes : (VALUE_TEXTS[param]?.(value, list) ?? value)
}
