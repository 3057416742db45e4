import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { importReport } from '../src/services/settlements/import-report.ts'
import { undoReport } from '../src/services/settlements/undo-report.ts'
import type { Database } from '../src/storage/database.ts'
import { nameSettlements } from '../src/storage/settlements/settlements.ts'
import { createTestContext } from './helpers/test-context.ts'
import { startTestDatabase, type TestDatabase } from './helpers/test-database.ts'
import { untilEndedOrWaiting } from './helpers/until-waiting.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await startTestDatabase()
})
beforeEach(() => test.clear())
afterAll(() => test.end())

const HEADING = 'merchant_order_id,transaction_type,transaction_amount,total_fees,total_tax,settlement_id'
const fileOf = (settlements: readonly string[], order = 'order') =>
  [HEADING, ...settlements.map((settlement, at) => `${order}-${at},PAYMENT,499.00,9.98,1.80,${settlement}`)].join('\n')
const rowsOf = async (text: string) => (await test.database.query<object>({ text })).rows
const SETTLEMENTS = `select "settlementId", (select count(*)::int from galla.settlement_lines l where l."settlementId" = s."settlementId") as "lines"
  from galla.settlements s`

/** A database of which each transaction waits for what happens before. */
const withTransactions = (around: (run: () => Promise<unknown>) => Promise<unknown>): Database => ({
  ...test.database,
  transaction: (work, queueKey) =>
    around(() => test.database.transaction(work, queueKey)) as ReturnType<typeof test.database.transaction<never>>,
})

describe('an import of a settlement report that another person takes back', () => {
  it('while it runs stores no more rows, names no more settlements, and says so', async () => {
    let transactions = 0
    const context = createTestContext(
      withTransactions(async (run) => {
        transactions += 1
        if (transactions === 2) await undoReport(createTestContext(test.database), 1)
        return run()
      }),
    )
    const text = fileOf([...Array.from({ length: 5_000 }, () => 'early'), 'late'])
    await expect(importReport(context, { name: 'wrong.csv', text })).rejects.toThrow('was undone while it ran')
    expect(await rowsOf(SETTLEMENTS)).toEqual([])
    expect(await rowsOf('select from galla.settlement_lines')).toEqual([])
  })

  it('leaves the settlement that an import of the same time names too', async () => {
    await importReport(createTestContext(test.database), { name: 'wrong.csv', text: fileOf(['both', 'wrong']) })
    let undone: object | undefined
    const context = createTestContext(
      withTransactions(async (run) => {
        if (undone) return run()
        let storing: Promise<unknown> | undefined
        // The import is taken back, but for the commit, when the other one stores its rows.
        const transaction: Database['transaction'] = (work) =>
          test.database.transaction(async (tx) => {
            const result = await work(tx)
            storing ??= run()
            await untilEndedOrWaiting(storing, rowsOf)
            return result
          })
        undone = await undoReport(createTestContext({ ...test.database, transaction }), 1)
        return storing
      }),
    )
    const imported = await importReport(context, { name: 'right.csv', text: fileOf(['both'], 'other') })
    expect(imported).toMatchObject({ stored: 1, settlements: [{ settlementId: 'both' }] })
    expect(undone).toEqual({ rows: 2 })
    expect(await rowsOf(SETTLEMENTS)).toEqual([{ settlementId: 'both', lines: 1 }])
  })
})

describe('an import of a settlement report that is taken back', () => {
  const HEADING_WITH_TRANSFERS = `${HEADING},transaction_id,utr,settlement_date`
  const importRow = (transfer: { settlement?: string; utr?: string; day?: string }) => {
    const { settlement = '', utr = '', day = '' } = transfer
    const text = `${HEADING_WITH_TRANSFERS}\norder,PAYMENT,499.00,9.98,1.80,${settlement},T1,${utr},${day}`
    return importReport(createTestContext(test.database), { name: 'report.csv', text })
  }
  const undo = (reportId: number) => undoReport(createTestContext(test.database), reportId)
  const transfers = () => rowsOf('select "settlementId", "utr", "settledOn" from galla.settlement_lines')

  it.each<[string, { day?: string }]>([
    ['a day', { day: '2026-01-08' }],
    ['no day', {}],
  ])('leaves the row of an earlier file with %s of the transfer as that file had the row', async (_, first) => {
    await importRow(first)
    const before = await transfers()
    await importRow({ settlement: 'later', utr: 'UTR123456789', day: '2026-01-09' })
    expect(await transfers()).not.toEqual(before)
    await undo(2)
    expect(await transfers()).toEqual(before)
    await importRow({ utr: 'UTR123456780', day: '2026-01-09' })
    expect(await transfers()).toMatchObject([{ utr: 'UTR123456780', settledOn: first.day ?? '2026-01-09' }])
  })

  it('takes the settlement with it that only this import named, also when none of its rows were new', async () => {
    await importRow({ settlement: 'right' })
    await importRow({ settlement: 'wrong' })
    await undo(2)
    expect(await rowsOf(SETTLEMENTS)).toEqual([{ settlementId: 'right', lines: 1 }])
    await undo(1)
    expect(await rowsOf(SETTLEMENTS)).toEqual([])
  })

  it.each(['before', 'after'])('leaves the settlement that a callback named %s the import', async (when) => {
    const named = [{ settlementId: 'told', state: 'UNKNOWN', utr: undefined }]
    if (when === 'before') await nameSettlements(test.database, named, 1)
    await importRow({ settlement: 'told' })
    if (when === 'after') await nameSettlements(test.database, named, 1)
    await undo(1)
    expect(await rowsOf(SETTLEMENTS)).toEqual([{ settlementId: 'told', lines: 0 }])
  })
})
