import type { ReactNode } from 'react'
import { countText } from '../../i18n/plural.ts'

const entriesText = (count: number): string => `${countText(count)} ${count === 1 ? 'entry' : 'entries'}`

/** The list of the audit log. */
export const auditEnglish = {
  title: 'Audit log',
  aside: 'Who did what. “Check the chain” finds changed or removed entries.',
  check: 'Check the chain',
  unchecked: 'The chain could not be checked.',
  csv: ' of these entries',
  about: 'About',
  kinds: {
    all: 'All',
    session: 'Logins',
    order: 'Orders',
    refund: 'Refunds',
    callback: 'Webhooks',
    delivery: 'Deliveries',
    payer: 'Payers',
    export: 'Exports',
    user: 'Users',
    setting: 'Settings',
  },
  filters: {
    who: 'Who',
    whoExample: 'Name',
    what: 'What',
    whatExample: 'approved, revealed …',
    id: 'Id',
    idExample: 'Order, webhook …',
  },
  columns: { what: 'What', subject: 'Resource', detail: 'Change or note', who: 'Who, from where', when: 'When' },
  copied: 'id',
  open: (id: string, what: string) => `Open entry ${id}: ${what}`,
  noMatch: 'No entry matches',
  clear: 'Show all entries',
  empty: 'No entry yet',
  emptyText: 'Logins, status checks, refunds, reveals and exports are listed here.',
}

/** The dialog of one entry. */
export const entryEnglish = {
  title: (id: string) => `Entry ${id}`,
  did: (who: ReactNode, what: ReactNode) => [who, ': ', what],
  changes: { caption: 'What changed', field: 'Field', before: 'Before', after: 'After' },
  note: 'Note',
  from: 'From',
  when: 'When',
  hash: 'Hash',
  json: 'As JSON',
  entry: 'Audit entry',
}

/** Words of the audit log. */
export const auditWordsEnglish = {
  kinds: {
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
  },
  /** The fields that entries have before and after a change. */
  fields: {
    allowedNetworks: 'Allowed networks',
    amount: 'Amount',
    approval: 'Approval',
    callsPerSec: 'Calls per second',
    cancelAt: 'Cancel at',
    cycle: 'Cycle',
    digest: 'Digest',
    disabled: 'Disabled',
    expiresAtMs: 'Expires at',
    frequency: 'Frequency',
    host: 'Host',
    issuer: 'Issuer',
    maxAmount: 'Max amount',
    name: 'Name',
    passkey: 'Passkey',
    pauseEndsAtMs: 'Pause ends at',
    pausedBy: 'Paused by',
    reason: 'Reason',
    refunds: 'Refunds',
    role: 'Role',
    roles: 'Roles',
    rows: 'Rows',
    scopes: 'Scopes',
    secondFactorRoles: 'Second factor roles',
    state: 'State',
    stored: 'Stored',
    subject: 'Subject',
  },
  settlements: 'Settlements',
  program: 'A program',
  unknown: 'Unknown name',
  span: (from: string, to: string) => `${from} to ${to}`,
  broken: (id: string) =>
    `The chain is broken at entry ${id}: it, or what stood before it, was changed or removed by someone who can write to the database.`,
  complete: (entries: number) => `The chain of ${entriesText(entries)} is complete.`,
  unreadable: (notes: number) =>
    ` ${countText(notes)} ${notes === 1 ? 'note was' : 'notes were'} not compared: the data key is missing.`,
  head: (hash: string) =>
    ` Store the hash of the last entry elsewhere, so that you can notice later if entries at the end are removed: ${hash}`,
  yes: 'yes',
  no: 'no',
  none: 'none',
  change: (before: string, after: string) => `${before} to ${after}`,
}
