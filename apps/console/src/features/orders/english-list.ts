import { plural } from '../../i18n/plural.ts'

/** The list of orders: its views, filters, columns and selection. */
export const listEnglish = {
  title: 'Orders',
  columns: 'Columns',
  optional: 'Optional columns',
  label: 'Orders to show',
  open: (reference: string, amount: string, state: string) => `Open the order of ${reference}, ${amount}, ${state}`,
  select: (reference: string) => `Select the order of ${reference}`,
  showAll: 'Show all orders',
  none: {
    title: 'No order yet',
    text: 'An order is listed as soon as the gateway stores it, before it is sent to the provider.',
  },
  files: {
    orders: 'CSV of these orders',
    ledger: 'Ledger of these days, as CSV',
    ledgerToday: 'Ledger of today, as CSV',
  },
  sorts: { created: 'Newest first', updated: 'Last changed first', amount: 'Largest first' },
  filters: {
    mode: 'Payment mode',
    any: 'Any',
    reason: 'Reason',
    created: 'Created',
    from: 'From ₹',
    to: 'To ₹',
    sort: 'Sort',
  },
  views: {
    all: 'All',
    open: 'Open',
    completed: 'Completed',
    failed: 'Failed',
    expired: 'Expired',
    cancelled: 'Cancelled',
    review: 'Needs review',
    delayed: 'Delayed',
    owed: 'Owed to payers',
  },
  empty: {
    any: 'No order matches',
    OPEN: 'No open order',
    COMPLETED: 'No completed order',
    FAILED: 'No failed order',
    EXPIRED: 'No expired order',
    CANCELLED: 'No cancelled order',
    needsReview: 'No order needs review',
    delayed: 'No order is delayed',
    owed: 'No money is owed to payers',
  },
}

/** The columns, with the names of what they let a person copy. */
export const columnsEnglish = {
  reference: 'Reference',
  state: 'State and reason',
  mode: 'Payment mode',
  payer: 'Payer',
  orderId: 'Provider order ID',
  amount: 'Amount',
  refunded: (amount: string) => `${amount} refunded`,
  created: 'Created',
  updated: 'Updated',
  copied: { id: 'order id', orderId: 'provider order ID' },
}

/** The bar of the selected orders. */
export const selectionEnglish = {
  selected: (count: number) => `${count} selected`,
  tooMany: (count: number, max: number) => `${count} selected; at most ${max} at once`,
  allShown: (count: number) => `All ${count} shown`,
  first: (count: number) => `The first ${count}`,
  progress: (checked: number, all: number) => `${checked} of ${all} checked`,
  check: 'Check status',
  ofSelected: ' of the selected orders',
  failed: (checked: number) =>
    `${plural(checked, 'order')} checked. The orders that are still selected were not checked.`,
  checked: (count: number, changed: number) =>
    `${plural(count, 'order')} checked. ${changed === 0 ? 'No change.' : `${changed} changed.`}`,
}

/** The results of a search. */
export const searchEnglish = {
  title: 'Search',
  what: 'the search results',
  none: 'Nothing found',
  all: 'Show all orders',
  settlements: 'Look for this UTR among the settlements',
  newest: 'Only the newest are shown.',
}
