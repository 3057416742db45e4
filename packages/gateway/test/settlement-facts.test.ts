import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { closeDay } from '../src/storage/settlements/day-closes.ts'
import { saveSettlement, tieLines } from '../src/storage/settlements/settlements.ts'
import { startTestDatabase, type TestDatabase } from './helpers/test-database.ts'
import { untilEndedOrWaiting } from './helpers/until-waiting.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await startTestDatabase()
})
beforeEach(() => test.clear())
afterAll(() => test.end())

const NOW = Date.UTC(2026, 0, 8, 6, 30)
const report = (state: string, updatedAtMs: number) => ({
  settlementId: 'S-1',
  state,
  utr: 'UTR123456',
  amount: 48_722,
  failure: undefined,
  updatedAtMs,
})
const stateOf = async () => {
  const { rows } = await test.database.query<{ state: string }>({ text: 'select "state" from galla.settlements' })
  return rows.map(({ state }) => state)
}

describe('the report of a settlement', () => {
  it('that was paid out within the millisecond of its first report counts', async () => {
    await saveSettlement(test.database, report('INITIATED', NOW), NOW)
    await saveSettlement(test.database, report('PROCESSED', NOW), NOW + 1)
    expect(await stateOf()).toEqual(['PROCESSED'])
  })

  it('that was paid out does not go back with a report of the same time', async () => {
    await saveSettlement(test.database, report('PROCESSED', NOW), NOW)
    await saveSettlement(test.database, report('INITIATED', NOW), NOW + 1)
    expect(await stateOf()).toEqual(['PROCESSED'])
  })
})

it('a day is not closed while a transfer is being posted, which then finds the close', async () => {
  await test.database.transaction(async (post) => {
    await post.query({ text: 'lock table galla.ledger in row exclusive mode' })
    await expect(
      test.database.transaction((close) => closeDay(close, '2026-01-08', NOW + 2 * 86_400_000)),
    ).rejects.toMatchObject({ code: '55P03' })
  })
  const closed = await test.database.transaction((close) => closeDay(close, '2026-01-08', NOW + 2 * 86_400_000))
  expect(closed).toMatchObject({ day: '2026-01-08' })
})

describe('rows of reports', () => {
  const run = (text: string) => test.database.query({ text })
  const rowOf = (lineKey: string, utr: string) =>
    run(`insert into galla.settlement_lines ("lineKey", "reportId", "atMs", "kind", "type", "merchantOrderId", "amount", "fee", "tax", "utr")
      select '${lineKey}', "reportId", ${NOW}, 'payment', 'PAYMENT', 'order-1', 1, 0, 0, '${utr}' from galla.settlement_reports`)

  it('are locked in the order of their keys, so that imports at the same time wait for each other and never both', async () => {
    await run(
      `insert into galla.settlement_reports ("name", "digest", "importedAtMs") values ('r', '${'0'.repeat(64)}', ${NOW})`,
    )
    // The later key is stored first: a statement that takes the rows as they lie would lock it first.
    await rowOf('b', 'UTR123456')
    await rowOf('a', 'UTR123456')
    await saveSettlement(test.database, report('PROCESSED', NOW), NOW)
    let tied: Promise<unknown> = Promise.resolve()
    await test.database.transaction(async (other) => {
      await other.query({ text: `select from galla.settlement_lines where "lineKey" = 'a' for update` })
      tied = test.database.transaction(tieLines)
      await untilEndedOrWaiting(tied, async (text) => (await run(text)).rows)
      await run(`select from galla.settlement_lines where "lineKey" = 'b' for update nowait`)
    })
    await tied
    expect((await run(`select from galla.settlement_lines where "settlementId" = 'S-1'`)).rows).toHaveLength(2)
  })
})
