import type { ReactNode } from 'react'
import { plural } from '../../i18n/plural.ts'

/** The list of files, and the upload of a file. */
export const filesEnglish = {
  title: 'Refunds from files',
  up: 'Refunds',
  list: 'Files',
  what: 'the files',
  none: {
    title: 'No file yet',
    text: 'Files are kept for 30 days; their refunds and the audit log for longer.',
  },
  tooLarge: 'The file has more than 1 MiB. Split it into several files.',
  notText: 'The file is not a text in UTF-8. In Excel, choose “CSV UTF-8” to save it.',
  intro:
    'A CSV file with one refund a row. You see first what would happen to each row; nothing is refunded before you confirm it. The same row again, in this or another file, refunds nothing twice.',
  columns: (
    order: ReactNode,
    rupees: ReactNode,
    paise: ReactNode,
    reason: ReactNode,
    note: ReactNode,
    reference: ReactNode,
  ) => [
    'The heading names the columns: ',
    order,
    ', ',
    rupees,
    ' or ',
    paise,
    ', and if you like ',
    reason,
    ', ',
    note,
    ' and ',
    reference,
    '.',
  ],
  noAmount: 'Without an amount, everything that is left of the order is refunded.',
  reasons: (reasons: ReactNode) => ['Reasons: ', reasons, '.'],
  reference: 'A reference, such as the id of a return, distinguishes two equal refunds of one order.',
  busy: 'Reading…',
  choose: 'Choose a file…',
  sample: 'Sample file',
  input: 'File of refunds',
  failed: 'The file was not read, and nothing is refunded.',
  sum: (refunds: number, amount: string, progress: string) => `${plural(refunds, 'refund')}, ${amount}: ${progress}`,
  uploaded: (time: ReactNode, by: ReactNode, startedBy?: ReactNode) => [
    'Uploaded ',
    time,
    ' by ',
    by,
    ...(startedBy === undefined ? [] : [', started by ', startedBy]),
  ],
  progress: {
    none: 'not started',
    some: (done: number, refunds: number) => `${done} of ${refunds} requested`,
    all: 'all requested',
    missed: (rows: number) => `${plural(rows, 'row')} refused or not run`,
  },
}

/** A file: its start, its progress and its rows. */
export const fileEnglish = {
  title: 'Refunds from a file',
  up: 'Refunds from files',
  what: 'the file',
  start: {
    open: (refunds: number) => `Start ${plural(refunds, 'refund')}…`,
    title: (refunds: number, amount: string) => `Start ${plural(refunds, 'refund')} of ${amount}`,
    action: (amount: string) => `Refund ${amount}`,
    failed: 'The file was not started.',
    text: (refunds: number, amount: string) =>
      `${plural(refunds, 'refund')} of ${amount} ${refunds === 1 ? 'is' : 'are'} requested in your name, one after the other. A refund cannot be undone. The file goes on when this page is closed.`,
  },
  stop: 'Stop',
  csvOf: ' of all rows and their results',
  progress: 'Rows with a result',
  uploaded: (time: ReactNode, by: ReactNode) => ['Uploaded ', time, ' by ', by, '.'],
  started: (time: ReactNode, by: ReactNode) => [' Started ', time, ' by ', by, '.'],
  rows: {
    show: 'Rows to show',
    all: 'All rows',
    wrong: 'Wrong or refused',
    label: 'Rows',
    open: (line: string) => `Open row ${line}`,
    noneWrong: 'No row is wrong',
    showAll: 'Show all rows',
    none: { title: 'No row', text: 'The file has no row.' },
  },
  columns: {
    row: 'Row',
    order: 'Order',
    paid: 'Paid',
    refundable: 'Refundable',
    refundableThen: 'Refundable then',
    refund: 'Refund',
    happens: 'What happens',
    state: 'Refund’s state',
    reason: 'Reason',
    note: 'Note',
    id: 'Refund id',
  },
  row: (line: number) => `Row ${line}`,
  close: 'Close',
}

/** The plan and the result of each row, by their codes. */
export const rowsEnglish = {
  columns: {
    merchantOrderId: 'order id',
    rupees: 'amount',
    paise: 'amount',
    reason: 'reason',
    note: 'note',
    reference: 'reference',
  },
  inColumn: (why: string, column: string) => `${why} Column: ${column}.`,
  plans: {
    refund: { label: 'Will be refunded' },
    approval: {
      label: 'Needs a second person',
      why: 'The refund is requested, and then waits for the approval of another person.',
    },
    exists: {
      label: 'Refund exists',
      why: 'This row was requested before, so nothing happens. If another refund is meant, add a column “reference” that tells them apart.',
    },
    'order-unknown': { label: 'Unknown order', why: 'There is no order with this id.' },
    'not-paid': { label: 'Not paid', why: 'The order is not paid, so there is nothing to refund.' },
    'nothing-left': { label: 'Nothing left', why: 'The order is refunded completely.' },
    'too-much': { label: 'Amount too large', why: 'The amount is larger than the amount that can still be refunded.' },
    'in-progress': {
      label: 'Refund in progress',
      why: 'Another refund of the order is not final yet. Upload the row again later.',
    },
    'same-order': {
      label: 'Order twice in the file',
      why: 'A row above refunds this order. Add both amounts, or upload the file again when the first is final.',
    },
    'over-limit': {
      label: 'Above today’s limit',
      why: 'Your role may not refund that much more today. Upload the file again tomorrow.',
    },
    'no-order': { label: 'No order ID', why: 'The order ID is missing.' },
    'bad-order': { label: 'Invalid order ID', why: 'The order ID has characters other than letters, digits, _ and -.' },
    'bad-amount': {
      label: 'Invalid amount',
      why: 'The amount is not like 100, 1,499.50 or 1,00,000.00, or is less than ₹1.',
    },
    'split-amount': {
      label: 'Split amount',
      why: 'A comma may have split the amount into two cells. Put it in quotes, or write it like 1499.00.',
    },
    formula: { label: 'Formula', why: 'The cell begins like a formula.' },
    'bad-reason': { label: 'Unknown reason', why: 'The reason is not in the list.' },
    'long-note': {
      label: 'Text too long',
      why: 'The note has more than 500 characters, or the reference more than 100.',
    },
    'too-many-cells': { label: 'Too many cells', why: 'The row has more cells than the heading.' },
    duplicate: { label: 'Duplicate', why: 'The row repeats a row above.' },
  },
  results: {
    requested: { label: 'Requested' },
    waiting: { label: 'Waits for approval' },
    existed: { label: 'Refund exists', why: 'It was requested in the meantime.' },
    refused: { label: 'Refused' },
    stopped: { label: 'Not run', why: 'The file was stopped before its turn.' },
  },
  preview: {
    none: (rows: number) => `None of ${plural(rows, 'row')} can be refunded.`,
    refunds: (refunds: number, amount: string, rows: number) =>
      `${plural(refunds, 'refund')} of together ${amount}, from ${plural(rows, 'row')}.`,
    approval: (refunds: number, amount: string) =>
      `${plural(refunds, 'refund')} of ${amount} then ${refunds === 1 ? 'waits' : 'wait'} for the approval of a second person.`,
    existing: (rows: number) =>
      `${plural(rows, 'row')} requested before: nothing happens to ${rows === 1 ? 'it' : 'them'}.`,
    wrong: (rows: number) => `${plural(rows, 'row')} cannot be refunded, and ${rows === 1 ? 'is' : 'are'} left out.`,
  },
  run: {
    some: (done: number, refunds: number) => `${done} of ${plural(refunds, 'refund')} requested.`,
    all: 'All rows have their result.',
    requested: (rows: number, amount: string) => `${plural(rows, 'row')} requested: ${amount}.`,
    waiting: (rows: number, amount: string) => `${plural(rows, 'row')} with ${amount} waiting for a second person.`,
    existed: (rows: number) => `${plural(rows, 'row')} requested by somebody else in the meantime.`,
    refused: (rows: number) => `${plural(rows, 'row')} refused.`,
    stopped: (rows: number) => `${plural(rows, 'row')} not run, because the file was stopped.`,
    wrong: (rows: number) => `${plural(rows, 'row')} left out, because they could not be refunded.`,
  },
}
