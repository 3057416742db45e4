import type { SettlementFindingKind } from '@galla/contract/gateway-api/settlements'
import type { SetFaults } from '@galla/contract/sandbox-api/faults'
import type { SandboxSettlement } from '@galla/contract/sandbox-api/settlements'
import { pick, type Random } from '../model/random.ts'

/** Holidays of banks in the quarter, of which the gateway knows nothing. */
export const HOLIDAYS = ['2026-01-14', '2026-01-26', '2026-03-04'] as const

/** Lists with gaps, repeats and in no order, refused transfers, and callbacks that are lost, late, repeated and in another order. */
export const USUAL_FAULTS: SetFaults = {
  settlements: { gapRate: 0.2, repeatRate: 0.2, shuffle: true, failRate: 0.1 },
  callbacks: { dropRate: 0.02, duplicateRate: 0.05, reorderRate: 0.05, delayRate: 0.05, delayMs: 1_200_000 },
}

/** A day on which the provider reports each amount one paisa off, and nothing else is wrong: what it pays out is read on the day. */
export const oneOff = (offByPaise: 1 | -1): SetFaults => ({ settlements: { offByPaise } })

/** A finding that a mistake causes. */
export interface Expected {
  readonly kind: SettlementFindingKind
  readonly settlementId?: string
  readonly merchantOrderId?: string
  /** In paise. */
  readonly amount: number
}

/** A report with what is wrong in it, and the findings that this causes. */
export interface WrongReport {
  readonly text: string
  readonly expected: readonly Expected[]
  /** Fees and taxes that the report leaves out; below zero what it has too much. In paise. */
  readonly missing: { readonly fees: number; readonly taxes: number; readonly deductions: number }
}

const rupees = (amount: number): string => (amount / 100).toFixed(2)

interface Row {
  readonly settlement: SandboxSettlement
  readonly line: SandboxSettlement['lines'][number]
}

/**
 * Makes a report wrong, once in each way, each in a settlement of its own: a payment of nobody, a payment of another amount, a payment that is there twice, one that
 * is not there, a refund without its payment, and a deduction that the settlement does not have.
 * @param text the file of the dashboard, in today's columns
 * @param inFile the settlements of the file
 * @param candidates those that may be wrong
 */
export function makeWrong(
  random: Random,
  text: string,
  inFile: readonly SandboxSettlement[],
  candidates: readonly SandboxSettlement[],
): WrongReport {
  const [heading = '', ...lines] = text.trimEnd().split('\n')
  const columns = heading.split(',')
  const cellsOf = (line: string) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/)
  const at = (name: string) => columns.indexOf(name)
  const texts = new Map(lines.map((line) => [cellsOf(line)[at('transaction_id')] ?? '', line]))
  const expected: Expected[] = []
  const missing = { fees: 0, taxes: 0, deductions: 0 }
  const free = candidates.filter(({ lines }) => lines.some(({ kind }) => kind === 'PAYMENT'))
  const take = (chooses: (line: Row['line']) => boolean): Row => {
    const found = free.flatMap((settlement) => settlement.lines.filter(chooses).map((line) => ({ settlement, line })))
    const row = pick(random, found)
    free.splice(free.indexOf(row.settlement), 1)
    return row
  }
  const cellsOfRow = ({ line }: Row) => cellsOf(texts.get(line.transactionId) ?? '')
  const find = (
    kind: SettlementFindingKind,
    amount: number,
    { settlement, line }: Row,
    ...named: ('settlement' | 'order')[]
  ) =>
    expected.push({
      kind,
      amount,
      ...(named.includes('settlement') && { settlementId: settlement.settlementId }),
      ...(named.includes('order') && { merchantOrderId: line.merchantOrderId }),
    })
  const change = (row: Row, changes: { readonly [column: string]: string }) =>
    cellsOfRow(row)
      .map((cell, place) => changes[columns[place] ?? ''] ?? cell)
      .join(',')
  const isPayment = ({ kind }: Row['line']) => kind === 'PAYMENT'
  const netOf = ({ amount, fee, tax }: Row['line']) => amount - fee - tax
  const leaveOut = (row: Row) => {
    texts.delete(row.line.transactionId)
    missing.fees += row.line.fee
    missing.taxes += row.line.tax
    find('not-settled', row.line.amount, row, 'order')
    find('sum-differs', netOf(row.line), row, 'settlement')
  }

  const refunds = new Map(
    inFile.flatMap((settlement) =>
      settlement.lines
        .filter(({ kind }) => kind === 'REFUND')
        .map((line) => [line.merchantOrderId, { settlement, line }]),
    ),
  )
  const refunded = take((line) => isPayment(line) && refunds.has(line.merchantOrderId))
  leaveOut(refunded)
  const refund = refunds.get(refunded.line.merchantOrderId) as Row
  find('refund-without-payment', -refund.line.amount, refund, 'settlement', 'order')

  leaveOut(take((line) => isPayment(line) && !refunds.has(line.merchantOrderId)))

  const other = take(isPayment)
  texts.set(other.line.transactionId, change(other, { transaction_amount: rupees(other.line.amount + 1) }))
  find('payment-differs', 1, other, 'settlement', 'order')
  find('sum-differs', -1, other, 'settlement')

  const twice = take(isPayment)
  texts.set(`${twice.line.transactionId} again`, change(twice, {}))
  missing.fees -= twice.line.fee
  missing.taxes -= twice.line.tax
  find('settled-twice', twice.line.amount, twice, 'settlement', 'order')
  find('sum-differs', -netOf(twice.line), twice, 'settlement')

  const strange = take(isPayment)
  const nobody = { ...strange, line: { ...strange.line, merchantOrderId: `nobody-${strange.settlement.settlementId}` } }
  const wrong = { merchant_order_id: nobody.line.merchantOrderId, transaction_id: nobody.line.merchantOrderId }
  texts.set(
    nobody.line.merchantOrderId,
    change(strange, { ...wrong, transaction_amount: '5.00', total_fees: '0.00', total_tax: '0.00' }),
  )
  find('unknown-payment', 500, nobody, 'settlement', 'order')
  find('sum-differs', -500, nobody, 'settlement')

  const deducted = take(isPayment)
  const deduction = { merchant_order_id: '', transaction_id: '', transaction_type: 'EXCESS_RECOVERY' }
  texts.set(
    'deduction',
    change(deducted, { ...deduction, transaction_amount: '7.00', total_fees: '0.00', total_tax: '0.00' }),
  )
  missing.deductions -= 700
  find('sum-differs', 700, deducted, 'settlement')

  return { text: [heading, ...texts.values()].join('\n'), expected, missing }
}
