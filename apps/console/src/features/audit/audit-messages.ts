import type { AuditCheck, AuditEntry } from '@galla/contract/gateway-api/audit'
import { amountText, momentText } from '../../i18n/format.ts'
import { countText } from '../../i18n/plural.ts'
import { visibleText } from '../../i18n/visible-text.ts'

export const KIND_LABELS: { readonly [Kind in AuditEntry['kind']]: string } = {
  session: 'Login',
  order: 'Order',
  refund: 'Refund',
  callback: 'Webhook',
  delivery: 'Delivery',
  subscription: 'Event subscription',
  payer: 'Payer',
  export: 'Export',
  user: 'User',
  setting: 'Setting',
  key: 'API key',
  reconciliation: 'Reconciliation',
  'refund-file': 'Refund file',
  'settlement-report': 'Settlement report',
  'bank-statement': 'Bank statement',
  dispute: 'Dispute',
  plan: 'Plan',
  'plan-subscription': 'Subscription',
  view: 'View',
}

export const whoLabel = ({ who }: Pick<AuditEntry, 'who'>): string =>
  who === 'program' ? 'A program' : who === 'unknown' ? 'Unknown name' : visibleText(who)

const SPAN = /^(\S+Z) to (\S+Z)$/

/** Returns the subject of the entry: an id; for a comparison, its days in Indian time; for a login, nothing. */
export function subjectOf({ kind, id }: Pick<AuditEntry, 'kind' | 'id'>): string {
  if (kind === 'session') return ''
  const [, from, to] = (kind === 'reconciliation' && SPAN.exec(id)) || []
  return from && to ? `${momentText(Date.parse(from))} to ${momentText(Date.parse(to))}` : id
}

/** The result of computing the chain again. */
export function checkNote({ entries, brokenAt, unreadable = 0, head }: AuditCheck): {
  tone: 'good' | 'bad'
  text: string
} {
  if (brokenAt !== undefined) {
    return {
      tone: 'bad',
      text: `The chain is broken at entry ${brokenAt}: it, or what stood before it, was changed or removed by someone who can write to the database.`,
    }
  }
  const count = `${countText(entries)} ${entries === 1 ? 'entry' : 'entries'}`
  return {
    tone: 'good',
    text: `The chain of ${count} is complete.${unreadable === 0 ? '' : ` ${countText(unreadable)} ${unreadable === 1 ? 'note was' : 'notes were'} not compared: the data key is missing.`}${head === undefined ? '' : ` Store the hash of the last entry elsewhere, so that you can notice later if entries at the end are removed: ${head}`}`,
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

/** `secondFactorRoles` → `Second factor roles`, `expiresAtMs` → `Expires at` */
function labelOf(field: string): string {
  const name = field.replace(/AtMs$/, 'At').replace(/PerSec$/, 'PerSecond')
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function textOf(field: string, value: string | number | boolean | undefined): string {
  if (value === undefined || value === '') return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
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
    .map(
      ({ field, before, after }) =>
        `${field}: ${[...new Set([before, after])].filter((text) => text !== '').join(' to ') || 'none'}`,
    )
    .join(', ')
