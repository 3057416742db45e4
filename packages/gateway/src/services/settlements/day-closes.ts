import type { LedgerDays } from '@galla/contract/gateway-api/ledger'
import type { DayClose } from '@galla/contract/gateway-api/settlements'
import type { GatewayContext } from '../../context.ts'
import { dayClosedEvent } from '../../domain/events/events.ts'
import { type CsvColumn, csvChunks, rupees } from '../../domain/finance/csv.ts'
import { DAY_MS, dayStartMs, indianDay } from '../../domain/finance/indian-time.ts'
import { invalid } from '../../errors.ts'
import { databaseTime, type Queries } from '../../storage/database.ts'
import { insertEvent } from '../../storage/events/events.ts'
import { allPages } from '../../storage/list-query.ts'
import { closeDay, firstOpenMs, listCloses } from '../../storage/settlements/day-closes.ts'
import { waitForWriters } from '../finance/ledger-export.ts'

/** A day is closed so long after it is over on the clocks of all replicas. Milliseconds. */
const CLOSED_AFTER_MS = 5 * 60_000

/**
 * Closes every day in Indian time that is over, also on the clock of the database, and not closed, the oldest first: each in a transaction of its own. Several processes may call it.
 * @returns the days that this call closed
 */
export async function closeDueDays(
  context: Pick<GatewayContext, 'database' | 'clock' | 'after' | 'closing' | 'wake'>,
): Promise<DayClose[]> {
  const { database, clock } = context
  const closed: DayClose[] = []
  while (!context.closing()) {
    const fromMs = await firstOpenMs(database)
    if (fromMs === undefined) break
    const day = indianDay(fromMs)
    const toMs = (dayStartMs(day) ?? fromMs) + DAY_MS
    if (clock.now() < toMs + CLOSED_AFTER_MS || (await databaseTime(database)) < toMs) break
    // A transaction that has posted to the day and not ended belongs to the day.
    await waitForWriters(context)
    const { close, deliveries } = await database.transaction(async (tx) => {
      const close = await closeDay(tx, day, clock.now())
      return { close, deliveries: close ? await insertEvent(tx, dayClosedEvent(close), clock.now()) : 0 }
    })
    if (deliveries > 0) context.wake('deliveries')
    if (close) closed.push(close)
  }
  return closed
}

const COLUMNS: readonly CsvColumn<DayClose>[] = [
  ['number', ({ number }) => number],
  ['day', ({ day }) => day],
  ['payments', ({ captured }) => captured.count],
  ['capturedPaise', ({ captured }) => captured.amount],
  ['capturedRupees', ({ captured }) => rupees(captured.amount)],
  ['refunds', ({ refunded }) => refunded.count],
  ['refundedPaise', ({ refunded }) => refunded.amount],
  ['refundedRupees', ({ refunded }) => rupees(refunded.amount)],
  ['settlements', ({ settled }) => settled.count],
  ['settledPaise', ({ settled }) => settled.amount],
  ['settledRupees', ({ settled }) => rupees(settled.amount)],
  ['feesPaise', ({ fees }) => fees],
  ['taxesPaise', ({ taxes }) => taxes],
  ['deductionsPaise', ({ deductions }) => deductions],
  ['differencePaise', ({ difference }) => difference],
  ['differenceRupees', ({ difference }) => rupees(difference)],
  ['digest', ({ digest }) => digest],
]

/** The closes of a span as CSV, the oldest first; by default all. @throws GatewayError INVALID_REQUEST */
export function closesCsv(database: Queries, days: Partial<LedgerDays> = {}): AsyncGenerator<string, undefined> {
  checkDays(days)
  return csvChunks(
    COLUMNS,
    allPages((position) => listCloses(database, { ...days, ...position }, true)),
  )
}

/** @throws GatewayError INVALID_REQUEST naming the field that is no day */
export function checkDays({ from, to, day }: Partial<LedgerDays> & { readonly day?: string }): void {
  for (const [name, given] of Object.entries({ from, to, day })) {
    if (given !== undefined && dayStartMs(given) === undefined) throw invalid(name, 'must be a day such as 2026-11-22')
  }
}
