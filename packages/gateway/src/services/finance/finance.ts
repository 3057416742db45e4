import type {
  FinanceDay,
  FinanceDays,
  FinanceReport,
  FinanceSums,
  LedgerQuery,
} from '@galla/contract/gateway-api/finance'
import type { LedgerEntry } from '@galla/contract/gateway-api/ledger'
import type { Page } from '@galla/contract/gateway-api/orders'
import type { ParsedQuery } from '@galla/contract/gateway-api/parsed-query'
import type { Paise } from '@galla/contract/money'
import type { GatewayContext } from '../../context.ts'
import { type CsvColumn, csvChunks, rupees } from '../../domain/finance/csv.ts'
import { DAY_MS, dayStartMs, indianDay } from '../../domain/finance/indian-time.ts'
import { invalid } from '../../errors.ts'
import {
  collectedLateOrTwice,
  type DayTotal,
  dayTotals,
  overdrawnOrders,
  owedByAge,
  pendingByAge,
} from '../../storage/finance/finance.ts'
import { listLedger } from '../../storage/finance/ledger.ts'
import { addUp } from '../../storage/finance/sums.ts'
import { daySpan, fileOfDays } from './ledger-export.ts'

type Reader = Pick<GatewayContext, 'database' | 'clock'>

/** Days of a report without a choice, and of the longest one. */
const DEFAULT_DAYS = 30
const MAX_DAYS = 400

/** Totals of the ledger by days of payment. @throws GatewayError INVALID_REQUEST */
export async function financeReport({ database, clock }: Reader, query: FinanceDays): Promise<FinanceReport> {
  const nowMs = clock.now()
  const { from, to, fromMs, toMs } = chosenDays(query, nowMs)
  const todayMs = dayStartMs(indianDay(nowMs)) ?? nowMs
  const [totals, lateOrTwice, pendingRefunds, owedToPayers, overdrawn] = await Promise.all([
    dayTotals(database, { fromMs, toMs }),
    collectedLateOrTwice(database, { fromMs, toMs }),
    pendingByAge(database, todayMs),
    owedByAge(database, todayMs),
    overdrawnOrders(database),
  ])
  return { from, to, ...summarize(totals), lateOrTwice, pendingRefunds, owedToPayers, overdrawn }
}

/** Entries by the time of the money, newest first. @throws GatewayError INVALID_REQUEST */
export function financeEntries(
  { database, clock }: Reader,
  query: ParsedQuery<LedgerQuery>,
): Promise<Page<LedgerEntry>> {
  const { from: _, to: __, ...page } = query
  const { fromMs, toMs } = chosenDays(query, clock.now())
  return listLedger(database, { ...page, fromMs, toMs, by: 'value' }, true)
}

function chosenDays({ from, to }: FinanceDays, nowMs: number) {
  const last = to ?? indianDay(nowMs)
  const lastMs = dayStartMs(last)
  const first = from ?? (lastMs === undefined ? last : indianDay(lastMs - (DEFAULT_DAYS - 1) * DAY_MS))
  const span = daySpan({ from: first, to: last })
  if (span.toMs - span.fromMs > MAX_DAYS * DAY_MS) throw invalid('from', `must be at most ${MAX_DAYS} days before to`)
  return { from: first, to: last, ...span }
}

/** Balances and sums of the totals of days. */
function summarize(
  totals: readonly DayTotal[],
): Pick<FinanceReport, 'openingBalance' | 'closingBalance' | 'totals' | 'days'> {
  const inSpan = totals.filter(({ dayMs }) => dayMs !== undefined)
  const openingBalance = balanceOf(totals.filter(({ dayMs }) => dayMs === undefined))
  let balance = openingBalance
  const days = [...new Set(inSpan.map(({ dayMs = 0 }) => dayMs))]
    .sort((a, b) => a - b)
    .map((dayMs): FinanceDay => {
      const rows = inSpan.filter((row) => row.dayMs === dayMs)
      balance = (balance + balanceOf(rows)) as Paise
      return { day: indianDay(dayMs), ...sumsOf(rows), balance }
    })
  return { openingBalance, closingBalance: balance, totals: sumsOf(inSpan), days: days.reverse() }
}

function sumsOf(rows: readonly DayTotal[]): FinanceSums {
  const captures = rows.filter(({ kind }) => kind === 'capture')
  const refunds = rows.filter(({ kind }) => kind !== 'capture')
  const automatic = refunds.filter(({ origin }) => origin === 'late-payment' || origin === 'duplicate')
  return {
    collected: sum(captures, signed),
    payments: sum(captures, ({ entries }) => entries),
    refunded: sum(refunds, signed),
    refunds: sum(refunds, ({ entries }) => entries),
    automatic: sum(automatic, signed),
    automaticRefunds: sum(automatic, ({ entries }) => entries),
  }
}

/** A reversal takes a refund back. */
const signed = ({ kind, amount }: DayTotal) => (kind === 'refund-reversed' ? -amount : amount)

const sum = (rows: readonly DayTotal[], of: (row: DayTotal) => number) => addUp(rows.map(of)) as Paise

function balanceOf(rows: readonly DayTotal[]): Paise {
  const { collected, refunded } = sumsOf(rows)
  return (collected - refunded) as Paise
}

const COLUMNS: readonly CsvColumn<FinanceDay>[] = [
  ['day', ({ day }) => day],
  ...(['collected', 'refunded', 'automatic', 'balance'] as const).flatMap((name): CsvColumn<FinanceDay>[] => [
    [`${name}Paise`, (row) => row[name]],
    [`${name}Rupees`, (row) => rupees(row[name])],
  ]),
  ['payments', ({ payments }) => payments],
  ['refunds', ({ refunds }) => refunds],
  ['automaticRefunds', ({ automaticRefunds }) => automaticRefunds],
]

/** The days of a report as CSV, oldest first. @throws GatewayError INVALID_REQUEST */
export function financeCsv(
  context: Reader,
  query: FinanceDays,
): { readonly filename: string; readonly chunks: AsyncGenerator<string, undefined> } {
  const days = chosenDays(query, context.clock.now())
  const pages = async function* () {
    yield summarize(await dayTotals(context.database, days)).days.reverse()
  }
  return { filename: fileOfDays('daily-totals', days), chunks: csvChunks(COLUMNS, pages()) }
}
