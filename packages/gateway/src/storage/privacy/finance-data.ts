import { type ColumnData, LEASE, PLAIN, plain } from './personal-column.ts'

/** Columns about the ledger, settlements, bank statements, closed days and comparisons with the provider. `PERSONAL_DATA` explains the kinds. */
export const FINANCE_DATA = {
  ledger: {
    transferKey: PLAIN,
    entryId: PLAIN,
    atMs: PLAIN,
    paidAtMs: PLAIN,
    valueAtMs: PLAIN,
    kind: PLAIN,
    debitAccount: PLAIN,
    creditAccount: PLAIN,
    amount: PLAIN,
    merchantOrderId: PLAIN,
    refundKey: PLAIN,
    transactionId: PLAIN,
    origin: PLAIN,
  },
  ledger_days: { dayMs: PLAIN, kind: PLAIN, origin: PLAIN, entries: PLAIN, amount: PLAIN },
  ledger_tail: { entryId: PLAIN, dayMs: PLAIN, kind: PLAIN, origin: PLAIN, amount: PLAIN },
  settlements: plain(
    'settlementId state utr amount failure updatedAtMs foundAtMs reportedAtMs nextReadAtMs refusal namedBy',
  ),
  settlement_entries: plain('entryId atMs settlementId amount'),
  settlement_reports: plain(
    'reportId name digest importedBy importedAtMs undoneAtMs undoneBy undoneFees undoneTaxes undoneDeductions',
  ),
  // Names of payers and descriptions of the file are not stored.
  settlement_lines: plain(
    'lineKey reportId atMs kind type merchantOrderId transactionId amount fee tax net settlementId utr settledOn namedBy dayIsNamed',
  ),
  bank_statements: plain('statementId name digest fromDay toDay importedBy importedAtMs'),
  // Narrations, and lines that are not about settlements, are not stored.
  bank_statement_lines: plain('statementId line day amount references namesProvider'),
  day_closes: plain(
    'number day toMs closedAtMs payments captured refunds refunded settlements settled fees taxes deductions difference digest',
  ),
  reconciliations: {
    runId: PLAIN,
    origin: PLAIN,
    fromMs: PLAIN,
    toMs: PLAIN,
    phase: PLAIN,
    afterMs: PLAIN,
    afterId: PLAIN,
    checked: PLAIN,
    repaired: PLAIN,
    pauses: PLAIN,
    startedAtMs: PLAIN,
    ranAtMs: PLAIN,
    finishedAtMs: PLAIN,
    ...LEASE,
  },
  discrepancies: {
    merchantOrderId: PLAIN,
    merchantRefundId: PLAIN,
    transactionId: PLAIN,
    kind: PLAIN,
    reason: PLAIN,
    ours: PLAIN,
    theirs: PLAIN,
    repairable: PLAIN,
    foundAtMs: PLAIN,
    comparedAtMs: PLAIN,
  },
} satisfies { readonly [table: string]: { readonly [column: string]: ColumnData } }
