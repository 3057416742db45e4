import { expect, it } from 'vitest'
import { indianDay } from '../src/domain/finance/indian-time.ts'
import { settlementReport } from '../src/services/settlements/settlement-report.ts'
import { importBankStatement } from '../src/services/statements/import-statement.ts'
import { countingWork } from './helpers/count-rows-read.ts'
import { createTestContext, T0 } from './helpers/test-context.ts'
import { startTestDatabase } from './helpers/test-database.ts'

const DAY_MS = 86_400_000
const dayOf = (settlement: number) => indianDay(T0 + settlement * DAY_MS)

/** Rows that PostgreSQL handles for a statement of settlements of which it has no statistics, and for a report. */
async function workOf(settlements: number) {
  const test = await startTestDatabase()
  const { database } = test
  await database.query({
    text: `insert into galla.settlements ("settlementId", "state", "utr", "amount", "updatedAtMs", "foundAtMs", "reportedAtMs")
      select 'S' || n, 'PROCESSED', 'YESAP' || (10000000000 + n), 10000 + n, ${T0} + n * ${DAY_MS}::bigint, ${T0}, ${T0} from generate_series(0, ${settlements - 1}) n`,
  })
  const counting = countingWork(database)
  const context = createTestContext(counting.database)
  // Every other line has no UTR, and is tied by its amount and day; four lines of other people are beside each.
  const rows = Array.from({ length: settlements }, (_, at) => [
    `${dayOf(at)},${at % 2 === 0 ? `NEFT*YESAP${10_000_000_000 + at}*PhonePe` : 'BY CASH'},,${(10_000 + at) / 100}`,
    ...Array.from({ length: 4 }, (_, other) => `${dayOf(at)},UPI ${other},${5 + other}.00,`),
  ]).flat()
  const text = ['Date,Narration,Debit,Credit', ...rows, `${dayOf(settlements)},RENT,1.00,`].join('\n')
  // Counting runs the insertion, too: afterwards no line is new.
  context.setNow(T0 + (settlements + 1) * DAY_MS)
  const { comparison } = await importBankStatement(context, { name: 'statement.csv', text })
  const { findings } = await settlementReport(context)
  await test.end()
  expect({ credited: comparison.credited.count, byAmount: comparison.creditedByAmount, findings }).toEqual({
    ...{ credited: settlements, byAmount: settlements / 2, findings: [] },
  })
  return counting.rows()
}

it('the rows that PostgreSQL handles for a bank statement grow no faster than the statement', async () => {
  const [small, large] = [await workOf(100), await workOf(400)]
  expect(large / small).toBeLessThan(5)
})
