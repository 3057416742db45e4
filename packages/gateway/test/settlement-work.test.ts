import { expect, it } from 'vitest'
import { indianDay } from '../src/domain/finance/indian-time.ts'
import { closeDueDays } from '../src/services/settlements/day-closes.ts'
import { importReport } from '../src/services/settlements/import-report.ts'
import { settlementReport } from '../src/services/settlements/settlement-report.ts'
import { countingWork } from './helpers/count-rows-read.ts'
import { createTestContext, T0 } from './helpers/test-context.ts'
import { startTestDatabase } from './helpers/test-database.ts'

const DAY_MS = 86_400_000
const ROWS_OF_A_SETTLEMENT = 5
const HEADING =
  'merchant_order_id,transaction_type,transaction_amount,total_fees,total_tax,transaction_id,settlement_id,utr,settlement_date'
const dayOf = (settlement: number) => indianDay(T0 + settlement * DAY_MS)

/** The column that names the settlement in a file. */
const FILES = {
  'the id of the settlement': (at: number) => `S${at},U${at},${dayOf(at)}`,
  'the UTR': (at: number) => `,U${at},${dayOf(at)}`,
  'the day': (at: number) => `,,${dayOf(at)}`,
}

/** Rows that PostgreSQL handles for an import, a report and the closes, of payments of which it has no statistics. */
async function workOf(payments: number, nameOf: (settlement: number) => string, ties: boolean) {
  const test = await startTestDatabase()
  const { database } = test
  const run = (text: string) => database.query({ text })
  await run(`insert into galla.orders ("merchantOrderId", "reference", "checkout", "amount", "state", "resolution", "orderId", "request", "createdAtMs", "updatedAtMs")
    select 'o-' || n, 'cart-' || n, 'STANDARD', 10000, 'COMPLETED', 'fulfil', 'OMO' || n, '{}', ${T0}, ${T0} from generate_series(1, ${payments}) n`)
  await run(`insert into galla.ledger ("transferKey", "atMs", "paidAtMs", "kind", "debitAccount", "creditAccount", "amount", "merchantOrderId", "transactionId")
    select 'c-' || n, ${T0}, ${T0}, 'capture', 'payments', 'available', 10000, 'o-' || n, 'T' || n from generate_series(1, ${payments}) n`)
  await run(`insert into galla.settlements ("settlementId", "state", "utr", "amount", "updatedAtMs", "foundAtMs", "reportedAtMs")
    select 'S' || n, 'PROCESSED', 'U' || n, ${ROWS_OF_A_SETTLEMENT} * 9764, ${T0} + n * ${DAY_MS}::bigint, ${T0}, ${T0}
    from generate_series(0, ${payments / ROWS_OF_A_SETTLEMENT - 1}) n`)
  const counting = countingWork(database)
  const context = createTestContext(counting.database)
  context.setNow(T0 + 2 * DAY_MS)
  const rows = Array.from(
    { length: payments },
    (_, at) => `o-${at + 1},PAYMENT,100.00,2.00,0.36,T${at + 1},${nameOf(Math.floor(at / ROWS_OF_A_SETTLEMENT))}`,
  )
  const { stored } = await importReport(context, { name: 'report.csv', text: [HEADING, ...rows].join('\n') })
  const { findings } = await settlementReport(context)
  const closed = await closeDueDays(context)
  const tied = await database.query({ text: 'select from galla.settlement_lines where "settlementId" is not null' })
  await test.end()
  expect({ stored, tied: tied.rows.length, findings, closes: closed.length > 0 }).toEqual({
    stored: payments,
    tied: ties ? payments : 0,
    findings: [],
    closes: true,
  })
  return counting.rows()
}

it.each(Object.entries(FILES))(
  'the rows that PostgreSQL handles for a settlement report grow no faster than the report, of a file with %s',
  async (name, nameOf) => {
    const ties = name !== 'the day'
    const [small, large] = [await workOf(300, nameOf, ties), await workOf(1_200, nameOf, ties)]
    expect(large / small).toBeLessThan(5)
  },
)
