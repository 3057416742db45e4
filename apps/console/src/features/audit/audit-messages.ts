import type { AuditCheck, AuditEntry } from '@galla/contract/gateway-api/audit'
import { countText } from '../../i18n/format.ts'

export const KIND_LABELS: { readonly [Kind in AuditEntry['kind']]: string } = {
  session: 'Login',
  order: 'Order',
  refund: 'Refund',
  callback: 'Webhook',
  delivery: 'Delivery',
  subscription: 'Subscription',
  payer: 'Payer',
  export: 'Export',
  user: 'User',
  setting: 'Setting',
  key: 'API key',
}

export const whoLabel = ({ who }: Pick<AuditEntry, 'who'>): string =>
  who === 'program' ? 'A program' : who === 'unknown' ? 'Unknown name' : who

/** What the entry is about; a login is about nothing. */
export const subjectOf = ({ kind, id }: Pick<AuditEntry, 'kind' | 'id'>): string => (kind === 'session' ? '' : id)

/** The result of computing the chain again. */
export function checkNote({ entries, brokenAt, head }: AuditCheck): { tone: 'good' | 'bad'; text: string } {
  if (brokenAt !== undefined) {
    return {
      tone: 'bad',
      text: `The chain is broken at entry ${brokenAt}: it, or what stood before it, was changed or removed by someone who can write to the database.`,
    }
  }
  const count = `${countText(entries)} ${entries === 1 ? 'entry' : 'entries'}`
  return {
    tone: 'good',
    text: `The chain of ${count} is complete.${head === undefined ? '' : ` Note the hash of the last one elsewhere to notice later if entries at the end are removed: ${head}`}`,
  }
}
