import type { AuditCheck, AuditEntry } from '@galla/contract/gateway-api/audit'
import { amountText, momentText } from '../../i18n/format.ts'
import { messages } from '../../i18n/messages.ts'
import { visibleText } from '../../i18n/visible-text.ts'
import { auditWordsEnglish } from './english.ts'

const t = messages('audit/words', auditWordsEnglish)

export const KIND_LABELS: { readonly [Kind in AuditEntry['kind']]: string } = t.kinds

export const whoLabel = ({ who }: Pick<AuditEntry, 'who'>): string =>
  who === 'program' ? t.program : who === 'unknown' ? t.unknown : visibleText(who)

const SPAN = /^(\S+Z) to (\S+Z)$/

/** Returns the subject of the entry: an id; for a comparison, its days in Indian time; for a login, nothing. */
export function subjectOf({ kind, id }: Pick<AuditEntry, 'kind' | 'id'>): string {
  if (kind === 'session') return ''
  if (kind === 'reconciliation' && id === 'settlements') return t.settlements
  const [, from, to] = (kind === 'reconciliation' && SPAN.exec(id)) || []
  return from && to ? t.span(momentText(Date.parse(from)), momentText(Date.parse(to))) : id
}

/** The result of computing the chain again. */
export function checkNote({ entries, brokenAt, unreadable = 0, head }: AuditCheck): {
  tone: 'good' | 'bad'
  text: string
} {
  if (brokenAt !== undefined) return { tone: 'bad', text: t.broken(brokenAt) }
  return {
    tone: 'good',
    text: `${t.complete(entries)}${unreadable === 0 ? '' : t.unreadable(unreadable)}${head === undefined ? '' : t.head(head)}`,
  }
}

/** One field of an entry that was changed, in words; an empty text where there was nothing. */
export interface Difference {
  readonly field: string
  readonly before: string
  readonly after: string
}

/** Returns the changes of an entry, field by field. A field without a change is left out, except the amount that a decision is about. */
export function differencesOf({ before = {}, after = {} }: Pick<AuditEntry, 'before' | 'after'>): Difference[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return fields
    .filter((field) => before[field] !== after[field] || field === 'amount')
    .map((field) => ({
      field: labelOf(field),
      before: textOf(field, before[field]),
      after: textOf(field, after[field]),
    }))
}

const FIELDS: { readonly [field: string]: string } = t.fields

/** The label of a field. A field without a label is its name in words: `secondFactorRoles` → `Second factor roles`. */
function labelOf(field: string): string {
  const known = Object.hasOwn(FIELDS, field) ? FIELDS[field] : undefined
  if (known !== undefined) return known
  const words = field.replace(/AtMs$/, 'At').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function textOf(field: string, value: string | number | boolean | undefined): string {
  if (value === undefined || value === '') return ''
  if (typeof value === 'boolean') return value ? t.yes : t.no
  if (typeof value === 'number' && field.endsWith('AtMs')) return momentText(value)
  return typeof value === 'number' && /amount/i.test(field) ? amountText(value) : visibleText(String(value))
}

/** Returns the changes and the note of an entry, in one line. The name of an API key comes before its scopes, because the line may be cut off. */
export function changeText(entry: Pick<AuditEntry, 'kind' | 'detail' | 'before' | 'after'>): string {
  const note = visibleText(entry.detail ?? '')
  const texts = [differenceText(entry), note]
  return (entry.kind === 'key' ? texts.reverse() : texts).filter((text) => text !== '').join(' · ')
}

/** The same in one line: `Role: viewer to admin`. */
export const differenceText = (entry: Pick<AuditEntry, 'before' | 'after'>): string =>
  differencesOf(entry)
    .map(({ field, before, after }) => `${field}: ${changeOf(before, after)}`)
    .join(', ')

const changeOf = (before: string, after: string): string =>
  before === '' || after === '' || before === after ? after || before || t.none : t.change(before, after)
