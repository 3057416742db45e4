import { LEDGER_KINDS, type LedgerDays, type LedgerEntry, type ListLedger } from '@galla/contract/gateway-api/ledger'
import type { Page } from '@galla/contract/gateway-api/orders'
import type { GatewayContext } from '../../context.ts'
import { defined } from '../../domain/defined.ts'
import { type CsvColumn, csvChunks, rupees, timeCell } from '../../domain/finance/csv.ts'
import { DAY_MS, dayStartMs, indianDay } from '../../domain/finance/indian-time.ts'
import { GatewayError, invalid } from '../../errors.ts'
import { type ExportedEntry, ledgerWriters, listLedger, withPayments } from '../../storage/finance/ledger.ts'
import { allPages } from '../../storage/list-query.ts'

/** As the console names it. */
const titleOf = ({ kind, origin }: LedgerEntry): string =>
  `${LEDGER_KINDS[kind].title}${origin === 'late-payment' || origin === 'duplicate' ? ' (automatic)' : ''}`

/** Returns the change of the money collected less the money refunded. In paise. */
const signedAmount = ({ kind, amount }: LedgerEntry): number => LEDGER_KINDS[kind].sign * amount

/** Amounts in paise, because spreadsheets round fractions, and in rupees; the signed ones can be summed. Times in India. New columns come last. */
const COLUMNS: readonly CsvColumn<ExportedEntry>[] = [
  ['entryId', ({ entryId }) => entryId],
  ['day', ({ atMs }) => indianDay(atMs)],
  ['at', ({ atMs }) => timeCell(atMs)],
  ['valueAt', ({ valueAtMs }) => timeCell(valueAtMs)],
  ['kind', ({ kind }) => kind],
  ['debitAccount', ({ debitAccount }) => debitAccount],
  ['creditAccount', ({ creditAccount }) => creditAccount],
  ['amountPaise', ({ amount }) => amount],
  ['amountRupees', ({ amount }) => rupees(amount)],
  ['merchantOrderId', ({ merchantOrderId }) => merchantOrderId],
  ['merchantRefundId', ({ merchantRefundId }) => merchantRefundId],
  ['transactionId', ({ transactionId }) => transactionId],
  ['origin', ({ origin }) => origin],
  ['reference', ({ reference }) => reference],
  ['utr', ({ utr }) => utr],
  ['paymentMode', ({ paymentMode }) => paymentMode],
  ['title', titleOf],
  ['signedPaise', signedAmount],
  ['signedRupees', (entry) => rupees(signedAmount(entry))],
]

/**
 * One page of entries, oldest first. The first page of a list by posting waits for the transactions that are writing to the ledger: what they have
 * posted belongs to it.
 * @throws GatewayError INVALID_REQUEST, BUSY
 */
export async function ledgerPage(
  context: Pick<GatewayContext, 'database' | 'after'>,
  given: ListLedger,
): Promise<Page<LedgerEntry>> {
  const query = { ...given }
  const { by = 'posted', after, merchantOrderId } = query
  if (by === 'posted' && after === undefined && merchantOrderId === undefined) await waitForWriters(context)
  return listLedger(context.database, query)
}

const WAIT = { pauseMs: 100, times: 100 }

/** @throws GatewayError BUSY when one does not end within ten seconds */
export async function waitForWriters({ database, after }: Pick<GatewayContext, 'database' | 'after'>): Promise<void> {
  let writers = await ledgerWriters(database)
  for (let pause = 0; writers.length > 0; pause += 1) {
    if (pause === WAIT.times)
      throw new GatewayError(
        'BUSY',
        'A transaction that has posted to the ledger does not end, so the result would not be complete: repeat the call in a few seconds',
      )
    await new Promise<void>((resolve) => void after(WAIT.pauseMs, resolve))
    const left = new Set(await ledgerWriters(database))
    writers = writers.filter((one) => left.has(one))
  }
}

/**
 * The entries of some days in Indian time, both included, as CSV; by default today's. `readPage` reads one page.
 * @throws GatewayError INVALID_REQUEST when a day is not one, or `to` is before `from`
 */
export function ledgerCsv(
  context: Pick<GatewayContext, 'database' | 'clock' | 'after'>,
  days: LedgerDays,
  readPage = (query: ListLedger) => ledgerPage(context, query),
): { readonly filename: string; readonly chunks: AsyncGenerator<string, undefined> } {
  const { from = indianDay(context.clock.now()), to = from } = days
  const { fromMs, toMs } = daySpan({ from, to })
  const { by = 'posted', group } = days
  const readExported = async (query: ListLedger) => {
    const page = await readPage(query)
    return { ...page, rows: await withPayments(context.database, page.rows) }
  }
  return {
    filename: fileOfDays(group ?? 'ledger', { from, to }),
    chunks: csvChunks(
      columnsOf(by),
      allPages((position) => readExported({ ...defined({ fromMs, toMs, by, group }), ...position })),
    ),
  }
}

/** The day is that by which the entries were chosen. */
const columnsOf = (by: string) =>
  COLUMNS.map(
    (column): CsvColumn<ExportedEntry> =>
      column[0] === 'day' && by === 'value' ? ['day', ({ valueAtMs }) => indianDay(valueAtMs)] : column,
  )

/** The name of a file about days. */
export const fileOfDays = (name: string, { from, to }: { from: string; to: string }): string =>
  from === to ? `${name}-${from}.csv` : `${name}-${from}-to-${to}.csv`

/** The span of days, both included. @throws GatewayError INVALID_REQUEST */
export function daySpan({ from, to }: { from: string; to: string }): { fromMs: number; toMs: number } {
  const fromMs = dayStart(from, 'from')
  const toMs = dayStart(to, 'to') + DAY_MS
  if (toMs <= fromMs) throw invalid('to', 'must not be before from')
  return { fromMs, toMs }
}

function dayStart(day: string, field: string): number {
  const startMs = dayStartMs(day)
  if (startMs === undefined) throw invalid(field, 'must be a day such as 2026-11-22')
  return startMs
}
