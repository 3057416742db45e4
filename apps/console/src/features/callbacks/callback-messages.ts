import type { CallbackRecord, CallbackRecordDetail, CallbacksQuery } from '@galla/contract/gateway-api/callbacks'
import { messages } from '../../i18n/messages.ts'
import { outcomesEnglish } from './english.ts'
import { diagnosesEnglish } from './english-diagnoses.ts'

const t = messages('callbacks/outcomes', outcomesEnglish)

/** Returns the outcome of a callback, in a few words. */
export function callbackOutcome(callback: CallbackRecord): string {
  const { verdict, needsReview, unknownEvent, processedAtMs, error } = callback
  if (verdict === 'duplicate') return t.duplicate
  if (verdict === 'refused') return t.refused
  if (needsReview) return t.failed
  if (unknownEvent) return t.unknown
  if (processedAtMs !== undefined) return t.processed
  return error === undefined ? t.waiting : t.retrying
}

/** Accepted and not processed yet. */
export const isUnprocessed = ({ verdict, needsReview, processedAtMs }: CallbackRecord): boolean =>
  verdict === 'accepted' && !needsReview && processedAtMs === undefined

/** Views of the callback list, by the value of `verdict` in the address. */
export const VIEWS = [
  { value: '', label: t.views.all },
  { value: 'accepted', label: t.views.accepted },
  { value: 'duplicate', label: t.views.duplicate },
  { value: 'refused', label: t.views.refused },
  { value: 'unknown', label: t.views.unknown },
  { value: 'failed', label: t.views.failed },
] as const

/** The API query of a view. */
export function viewQuery(view: string): Pick<CallbacksQuery, 'verdict' | 'needsReview' | 'unknownEvent'> {
  if (view === 'failed') return { needsReview: 'true' }
  if (view === 'unknown') return { unknownEvent: 'true' }
  return view === '' ? {} : { verdict: view }
}

interface EmptyView {
  title: string
  text: string
}

const { all, ...ofViews } = t.empty
/** Empty state by view. */
export const EMPTY_VIEWS: { readonly '': EmptyView; readonly [view: string]: EmptyView | undefined } = {
  '': all,
  ...ofViews,
}

interface DiagnosisWords {
  /** A few words, for the list. */
  readonly title: string
  /** The gateway's observation. */
  readonly text: string
  /** The next steps by name, the most likely step first. Code is in backquotes. */
  readonly steps: { readonly [step: string]: string }
}

interface Diagnosis extends Omit<DiagnosisWords, 'steps'> {
  readonly steps: readonly string[]
}

const DIAGNOSES: { readonly [reason: string]: DiagnosisWords } = messages('callbacks/diagnoses', diagnosesEnglish)

/** Why a callback was refused and what to do. A reason that this version does not know shows as its code. */
export function diagnose(reason: string | undefined): Diagnosis {
  const known = reason !== undefined && Object.hasOwn(DIAGNOSES, reason) ? DIAGNOSES[reason] : undefined
  const { title, text, steps } = known ?? { ...t.undiagnosed, title: reason ?? t.undiagnosed.title, steps: {} }
  return { title, text, steps: Object.values(steps) }
}

/** The amount that the body of a webhook about an order states, in paise; undefined for other events and bodies. */
export function amountIn({ event, body }: Pick<CallbackRecordDetail, 'body'> & { event?: string }): number | undefined {
  if (event === undefined || !/^(?:checkout|pg)\.order\./.test(event)) return undefined
  const payload = typeof body === 'object' && body !== null && 'payload' in body ? body.payload : undefined
  const amount = typeof payload === 'object' && payload !== null && 'amount' in payload ? payload.amount : undefined
  return typeof amount === 'number' ? amount : undefined
}
