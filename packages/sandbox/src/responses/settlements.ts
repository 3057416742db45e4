import type { SandboxSettlement, SettlementLine } from '@galla/contract/sandbox-api/settlements'
import { defined } from '../domain/defined.ts'
import type { Settlement } from '../domain/settlement.ts'

/** A settlement as its status and its callbacks report it (protocol §17.2). */
export function settlementStatusResponse(
  { settlementId, state, utr, amount, errorCode, changedAtMs }: Settlement,
  merchantId: string,
  offByPaise: number,
): { readonly state: string; readonly [field: string]: unknown } {
  return {
    settlementId,
    state,
    utr,
    amount: amount + offByPaise,
    merchantId,
    // Empty texts beside every other state, as in the provider's samples.
    lastAttemptErrorCode: errorCode ?? '',
    lastAttemptErrorDescription: errorCode === undefined ? '' : 'The bank refused the transfer',
    lastUpdatedAt: changedAtMs,
  }
}

/** `settlementDetails` of an order. No source shows the shape: a guess (protocol §17.5). */
export function settlementDetails(settlement: Settlement | undefined): object {
  if (!settlement) return { state: 'NOT_INITIATED' }
  const { settlementId, utr, state } = settlement
  return { settlementId, utr, state }
}

/** A settlement as the list of a period names it. Its date is the creation: a guess, since the provider does not say (protocol §17.1). */
export function listedSettlement({ settlementId, state, utr, createdAtMs }: Settlement): object {
  return { settlementId, state, utr, date: createdAtMs }
}

export function showSettlement({ changedAtMs, errorCode, next: _next, lines, ...rest }: Settlement): SandboxSettlement {
  return {
    ...rest,
    lastUpdatedAtMs: changedAtMs,
    ...defined({ lastAttemptErrorCode: errorCode }),
    lines: [...lines],
  }
}

const rupees = (paise: number): string => (paise / 100).toFixed(2)
const day = (ms: number): string => new Date(ms + 19_800_000).toISOString().slice(0, 10)

type Column = readonly [name: string, value: (line: SettlementLine, settlement: Settlement) => string]

/** The columns that a consumer of the current file names, and a guess: `utr` (protocol §17.6). Fees have no sign. */
const CURRENT: readonly Column[] = [
  ['merchant_order_id', ({ merchantOrderId }) => merchantOrderId],
  ['transaction_type', ({ kind }) => kind],
  ['transaction_status', () => 'COMPLETED'],
  ['transaction_amount', ({ amount }) => rupees(amount)],
  ['total_fees', ({ fee }) => rupees(fee)],
  ['total_tax', ({ tax }) => rupees(tax)],
  ['instrument', ({ mode }) => mode],
  ['transaction_id', ({ transactionId }) => transactionId],
  ['utr', (_line, { utr }) => utr],
  ['settlement_date', (_line, { createdAtMs }) => day(createdAtMs)],
  ['customer_name', () => 'Sandbox, Asha'],
]

/** The columns of older accounts: fees and refunds below zero. */
const OLDER: readonly Column[] = [
  ['PaymentType', ({ kind }) => kind],
  ['MerchantReferenceId', ({ merchantOrderId }) => merchantOrderId],
  ['PhonePeReferenceId', ({ transactionId }) => transactionId],
  ['Instrument', ({ mode }) => mode],
  ['TransactionDate', ({ atMs }) => day(atMs)],
  ['SettlementDate', (_line, { createdAtMs }) => day(createdAtMs)],
  ['Amount', ({ kind, amount }) => rupees(kind === 'REFUND' ? -amount : amount)],
  ['Fee', ({ fee }) => rupees(-fee)],
  ['BankReferenceNo', (_line, { utr }) => utr],
  ['IGST', ({ tax }) => rupees(-tax)],
  ['CGST', () => '0.00'],
  ['SGST', () => '0.00'],
]

const cell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** The report of the dashboard, as far as sources name its columns. */
export function settlementReport(settlements: readonly Settlement[], format: 'current' | 'older'): string {
  const columns = format === 'current' ? CURRENT : OLDER
  const rows = settlements.flatMap((settlement) =>
    settlement.lines.map((line) => columns.map(([, value]) => cell(value(line, settlement))).join(',')),
  )
  return `${[columns.map(([name]) => name).join(','), ...rows].join('\n')}\n`
}
