import type { ReactNode } from 'react'
import { countText, plural } from '../../i18n/plural.ts'

/** Payouts of the provider to the bank, beside the ledger. */
export const settlementsEnglish = {
  what: 'the settlements',
  title: 'Settlements',
  find: 'UTR or settlement id',
  noMatch: { title: 'No settlement has this UTR or id', clear: 'Show all settlements' },
  none: {
    title: 'No settlement yet',
    text: 'The gateway reads the provider’s settlements each hour, and when a webhook about one arrives.',
  },
  equation: {
    title: 'Captured less refunded less settled',
    captured: { name: 'Captured', note: 'payments of the ledger' },
    refunded: { name: 'Refunded', note: 'refunds of the ledger' },
    settled: { name: 'Settled', note: 'paid out to your bank' },
    difference: 'Difference',
    fees: { name: 'of which fees and taxes', note: 'of imported reports' },
    deductions: { name: 'of which deductions', note: 'of imported reports, of no order' },
    remaining: { name: 'of which still to come', note: 'not settled, or in no report yet' },
    untied: (rows: number, amount: string) =>
      `${plural(rows, 'row')} of reports, ${amount}, belong to no known settlement: they name none by its id or UTR, or one that is not known yet.`,
    onTheWay: (amount: string) => `On the way to your bank: ${amount}. `,
    explained: 'Only rows of imported reports say what is a fee.',
    unexplained:
      'The difference holds what is not settled yet, fees and taxes. Import the settlement report of the provider’s dashboard to tell them apart.',
  },
  findings: 'What differs',
  sinceDay: (day: string) => `since ${day}`,
  since: (time: ReactNode) => ['since ', time],
  first: 'The first 100 of each kind are listed.',
  ageing: {
    title: (day: string) => `Payments in no settlement by ${day}`,
    caption: 'Payments in no settlement by age',
    age: 'Age',
    payments: 'Payments',
    note: (day: string) =>
      `Of the days from ${day} that imported reports cover: a later report may have them. Bank days are without Sundays and every second and fourth Saturday; holidays are not known here.`,
  },
  columns: { amount: 'Amount', state: 'State', settlement: 'Settlement', changed: 'Changed' },
  copy: { utr: 'UTR', id: 'settlement id' },
  noUtr: 'no UTR yet',
  refused: (code: string) => `status refused: ${code}`,
  bankDays: {
    under: (days: number) => `under ${plural(days, 'bank day')}`,
    span: (from: number, to: number) => `${from} to ${to} bank days`,
    orMore: (days: number) => `${days} bank days or more`,
  },
  lines: (lines: number) => (lines === 0 ? 'no report' : plural(lines, 'row')),
}

/** The import of a settlement report. */
export const importEnglish = {
  tooLarge: 'The file has more than 8 MiB: import it with galla settlements import.',
  done: (rows: number, known: number) => `${plural(rows, 'row')} imported, ${countText(known)} known before`,
  busy: 'Reading…',
  open: 'Import a report…',
  input: 'Settlement report',
  notRead: 'The report was not read, and nothing was stored.',
  title: (name: string) => `Import ${name}`,
  action: (rows: number) => `Import ${plural(rows, 'row')}`,
  failed: 'The report was not imported.',
  payments: (payments: number) => plural(payments, 'payment'),
  refunds: (refunds: number) => plural(refunds, 'refund'),
  fees: 'Fees',
  taxes: 'Taxes',
  deductions: (deductions: number) => plural(deductions, 'deduction'),
  known: (rows: number) => `${plural(rows, 'row')} of it known before: nothing is stored twice.`,
  problem: (line: number, problem: ReactNode) => [`Row ${line} `, problem, '. Correct it in the file.'],
  untied: 'Rows without the id or UTR of a settlement count, but belong to no settlement.',
  differs: (settlementId: string, inFile: string, atProvider: string) =>
    `${settlementId}: ${inFile} in the file, ${atProvider} at the provider. Check the signs of the fees.`,
}

/** Statements of the merchant's bank account, and their import. */
export const statementsEnglish = {
  title: 'At your bank',
  what: 'the bank statements',
  none: {
    title: 'No bank statement yet',
    text: 'Import the statement of your bank account (CSV or camt.053): it says which settlements have arrived.',
  },
  list: 'Imported statements',
  remove: {
    open: 'Remove…',
    name: (name: string) => `Remove ${name}`,
    action: 'Remove the statement',
    text: (lines: number, days: string) =>
      `Its ${plural(lines, 'stored line')} of ${days} no longer count. You can import the file again.`,
    failed: 'The statement was not removed.',
    done: 'The statement is removed',
  },
  add: {
    tooLarge: 'The file has more than 8 MiB: import it with galla statements import.',
    busy: 'Reading…',
    open: 'Import a bank statement…',
    input: 'Bank statement',
    notRead: 'The statement was not read, and nothing was stored.',
    title: (name: string) => `Import ${name}`,
    action: 'Import the statement',
    failed: 'The statement was not imported.',
    done: (lines: number, known: number) => `${plural(lines, 'line')} imported, ${countText(known)} known before`,
    sum: (days: string, lines: number, credits: number, amount: string) =>
      `${days}: ${plural(lines, 'line')}, ${plural(credits, 'credit')} of ${amount}.`,
    otherAccount: 'No line of this file belongs to a settlement. Is it the account that your settlements go to?',
    stored: (lines: number, known: number, ignored: number) =>
      `${plural(lines, 'line')} to store${known > 0 ? `, ${countText(known)} known before` : ''}. ${countText(ignored)} of no settlement: they are counted, not stored.`,
  },
}

/** The credits of the bank, beside the settlements. */
export const comparisonEnglish = {
  credited: (settlements: number, amount: string, byAmount: ReactNode) => [
    `${plural(settlements, 'settlement')} of ${amount} credited`,
    byAmount,
    '.',
  ],
  byAmount: (settlements: number) => `, ${settlements} of them known by amount and day, not by the UTR`,
  missing: 'Paid out, but in no bank statement',
  since: (day: string) => `since ${day}`,
  differing: 'Credited with another amount',
  creditedOn: (amount: string, day: string) => `${amount} credited on ${day}`,
  unknown: {
    title: 'Transfers of the provider that belong to no settlement',
    note: 'The lines belong to another account, to several settlements, or to a settlement that is not known here yet.',
  },
  first: 'The first 100 of each kind are listed.',
}

/** The closed days. */
export const closesEnglish = {
  title: 'Closed days',
  csv: 'CSV of closes',
  what: 'the closed days',
  none: {
    title: 'No day is closed yet',
    text: 'A day in Indian time is closed five minutes after it is over, and never changes.',
  },
  columns: { day: 'Day', captured: 'Captured', refunded: 'Refunded', settled: 'Settled', difference: 'Difference' },
  number: (number: number) => `No. ${number}`,
}
