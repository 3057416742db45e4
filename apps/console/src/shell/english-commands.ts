import type { ReactNode } from 'react'
import { plural } from '../i18n/plural.ts'

/** The command menu. */
export const menuEnglish = {
  label: 'Command menu',
  search: 'Search pages, actions and ids',
  list: 'Pages and actions',
  failed: 'failed',
  results: (results: number) => plural(results, 'result'),
  searching: 'Searching…',
  nothing: 'Nothing found: no page, action or record matches.',
  note: (example: ReactNode): readonly ReactNode[] => [
    'Finds orders, refunds, webhooks and subscriptions by id (whole, its start, its end, or as lists shorten it), UTR, reference, amount, day, failure code and the end of a UPI ID. With an action: ',
    example,
  ],
  groups: {
    recent: 'Recent',
    days: 'Days',
    actions: 'Actions',
    found: 'Found',
    Pages: 'Pages',
    Order: 'Order',
    Sandbox: 'Sandbox',
    Console: 'Console',
  },
  records: { order: 'Order', refund: 'Refund', callback: 'Webhook', subscription: 'Subscription' },
  refund: (order: string) => `Refund ${order}…`,
  receipt: (order: string) => `Receipt of ${order}`,
  copy: (order: string) => `Copy the order ID of ${order}`,
  copied: 'Copied.',
  ordersOf: (day: string) => `Orders of ${day}`,
  newest: 'The newest are above',
}

/** The commands of the menu. */
export const commandsEnglish = {
  sync: 'Check the status of this order',
  synced: (state: string) => `Status checked: ${state}.`,
  copy: 'Copy this order’s id',
  queued: (command: string) => `${command}: queued.`,
  done: (command: string) => `${command}: done.`,
  sample: 'Make a sample payment',
  fails: 'Fail the next payment',
  pending: 'Keep the next payment pending',
  late: 'Make the next payment late',
  minute: 'Advance the clock by 1 minute',
  hour: 'Advance the clock by 1 hour',
  day: 'Advance the clock by 24 hours',
  freeze: 'Freeze the clock',
  resume: 'Resume the clock',
  noFaults: 'No faults',
  faultsOff: 'All faults are off.',
  snapshot: 'Take a snapshot',
  saved: (snapshot: string) => `Saved as ${snapshot}.`,
  reconcile: 'Run a reconciliation',
  noDiscrepancies: 'No discrepancies.',
  discrepancies: (discrepancies: number) => `Discrepancies: ${discrepancies}.`,
  csv: 'Download all orders as CSV',
  theme: { light: 'Theme: light', dark: 'Theme: dark', system: 'Theme: system' },
  logOut: 'Log out',
}
