import { plural } from '../../i18n/plural.ts'

/** The page, and the names of the sums. */
export const financeEnglish = {
  title: 'Finance',
  csv: { days: 'CSV of days', entries: 'CSV of entries' },
  tabs: { totals: 'Totals', entries: 'Entries', settlements: 'Settlements' },
  groups: {
    all: 'All',
    collected: 'Collected',
    'late-or-twice': 'Paid twice or late',
    refunded: 'Refunded',
    automatic: 'Automatic refunds',
  },
}

/** The statement of some days, their sums, and what is open now. */
export const totalsEnglish = {
  what: 'the totals',
  overdrawn: (orders: number, amount: string) =>
    `${plural(orders, 'order')} had more refunded than was paid, by ${amount} together, as by refunds in the provider’s dashboard. Their refunds are in review until you accept it.`,
  statement: {
    title: 'Statement',
    opening: { name: 'Opening balance', note: (day: string) => `before ${day}` },
    payments: (payments: number) => plural(payments, 'payment'),
    lateOrTwice: { name: 'of which paid twice or late', note: 'not in the gross volume of the overview' },
    refunds: (refunds: number) => plural(refunds, 'refund'),
    automatic: { name: 'of which automatic', note: 'for late and duplicate payments' },
    closing: { name: 'Closing balance', note: (day: string) => `end of ${day}` },
    note: 'Days of payment in Indian time. The balance is what was collected less what was refunded since the first payment. What the provider has paid out to your bank, and its fees, are under Settlements.',
  },
  days: {
    title: 'Days',
    none: {
      title: 'No payment and no refund in these days',
      text: 'A day is listed as soon as it has one. Choose other days above.',
    },
    caption: 'Totals of each day',
    day: 'Day',
    payments: 'Payments',
    automatic: 'Automatic',
    balance: 'Balance',
    balanceOf: (amount: string) => `Balance ${amount}`,
  },
  pending: {
    title: 'Pending refunds, now',
    caption: 'Pending refunds by age',
    column: 'Refunds',
    opens: (refunds: number, age: string) => ` ${refunds === 1 ? 'refund' : 'refunds'}, ${age}`,
    none: 'No refund is pending.',
    hint: 'By the age of the request. The amount is held until the refund is completed or has failed.',
  },
  owed: {
    title: 'Owed to payers, now',
    caption: 'Owed to payers by age',
    column: 'Orders',
    opens: (orders: number, age: string) => ` ${orders === 1 ? 'order' : 'orders'}, ${age}`,
    none: 'Nothing is owed.',
    hint: 'Late and duplicate payments until they are refunded, and second payments in review, by the age of the order. Those with a pending refund are in both tables.',
  },
  age: 'Age',
  amount: 'Amount',
  all: 'All',
}

/** Spans of ages. */
export const agesEnglish = {
  orMore: (days: number) => `${days} days or more`,
  fresh: 'Today and yesterday',
  span: (from: number, to: number) => `${from} to ${to} days`,
}

/** The entries behind a sum. */
export const entriesEnglish = {
  show: 'Entries to show',
  label: 'Ledger entries',
  open: (merchantOrderId: string, entry: string) => `Open order ${merchantOrderId}: ${entry}`,
  noMatch: { title: 'No such entry in these days', clear: 'Show all entries' },
  none: {
    title: 'No entry in these days',
    text: 'Every payment and every refund is an entry of its order’s ledger.',
  },
  columns: { entry: 'Entry', amount: 'Amount', order: 'Order', refund: 'Refund', at: 'When' },
  copy: 'order id',
}
