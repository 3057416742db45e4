import { NEWEST_SEARCHED } from '@galla/contract/gateway-api/search'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Queries } from '../src/storage/database.ts'
import { search } from '../src/storage/search.ts'
import { comingFactsOf, comingFactsUntil, failedDebitsOf } from '../src/storage/subscriptions/coming.ts'
import { countByPlan, countFailedCycles, countLifetimes } from '../src/storage/subscriptions/figures.ts'
import { cyclesOf, eventsOf } from '../src/storage/subscriptions/story.ts'
import { listSubscriptions } from '../src/storage/subscriptions/subscriptions.ts'
import { viewsOf } from '../src/storage/subscriptions/views.ts'
import { countRowsRead } from './helpers/count-rows-read.ts'
import { inIndia } from './helpers/subscription-shop.ts'
import { startTestDatabase, type TestDatabase } from './helpers/test-database.ts'

const SUBSCRIPTIONS = 20_000

/** Upper limit of rows read for a page of 51 rows, or for one subscription. */
const MAX_ROWS_READ = 500

const NOW = inIndia('2027-02-05', '12:00')
const DAY_MS = 86_400_000

let test: TestDatabase
beforeAll(async () => {
  test = await startTestDatabase()
  const run = (text: string) => test.database.query({ text: text.replaceAll('NOW', String(NOW)) })
  const each = `generate_series(1, ${SUBSCRIPTIONS}) n`
  await run(
    `insert into galla.plans ("planId", "name", "amount", "frequency", "trialDays", "createdAtMs") select 'plan-' || n, 'Plan', 19900, 'MONTHLY', 0, n from generate_series(1, 50) n`,
  )
  await run(`insert into galla.plan_subscriptions ("subscriptionId", "planId", "state", "haltedFor", "amount", "frequency", "startsOn", "merchantSubscriptionId",
      "startFingerprint", "createdAtMs", "updatedAtMs", "endedAtMs", "nextActionAtMs")
    select 'sub-' || n, 'plan-' || 1 + n % 50, s, case when s = 'HALTED' then 'debits-failed' end, 19900, 'MONTHLY', '2026-' || lpad((1 + n % 12)::text, 2, '0') || '-10',
      'sub-' || n || '-m1', '{}', n, n, case when s = 'CANCELLED' then NOW - (n % 2000) * 86400000::bigint end,
      case when s in ('ACTIVE', 'PAST_DUE') then NOW + (n % 30) * 86400000::bigint end
    from ${each} cross join lateral (select case when n % 50 = 0 then 'PAST_DUE' when n % 50 = 1 then 'HALTED' when n % 10 = 2 then 'CANCELLED' else 'ACTIVE' end as s) t`)
  await run(`insert into galla.mandates ("merchantSubscriptionId", "subscriptionId", "number", "providerId", "setupOrderId", "state", "amountType", "maxAmount", "setupEndsAtMs")
    select 'sub-' || n || '-m1', 'sub-' || n, 1, 'OMS' || n, 'o', 'ACTIVE', 'FIXED', 19900, 1 from ${each}`)
  await run(`insert into galla.cycles ("subscriptionId", "number", "amount", "outcome", "openedAtMs", "closedAtMs")
    select 'sub-' || n, c, 19900, case when n % 50 > 1 or c < 3 then 'PAID' end, 1, case when n % 50 > 1 or c < 3 then 1 end from ${each}, generate_series(1, 3) c`)
  await run(`insert into galla.orders ("merchantOrderId", "reference", "checkout", "amount", "state", "resolution", "errorCode", "attempts", "request", "createdAtMs", "updatedAtMs")
    select 'sub-' || n || '-3-1', 'sub-' || n || '/3', 'DEBIT', 19900, case when n % 50 > 1 then 'COMPLETED' else 'FAILED' end,
      case when n % 50 > 1 then 'fulfil' end, case when n % 50 <= 1 then 'Z9' end, '[]', '{}', n, n from ${each}`)
  await run(
    `insert into galla.debits ("merchantOrderId", "subscriptionId", "cycle", "merchantSubscriptionId") select 'sub-' || n || '-3-1', 'sub-' || n, 3, 'sub-' || n || '-m1' from ${each}`,
  )
  await run(`insert into galla.debit_tries ("merchantOrderId", "number", "subscriptionId", "cycle", "sentAtMs", "failedAtMs")
    select 'sub-' || n || '-3-1', 1, 'sub-' || n, 3, 1, case when n % 50 <= 1 then NOW - (n % 1000) * 86400000::bigint end from ${each}`)
  await run(`insert into galla.events ("eventId", "event", "merchantOrderId", "subscriptionId", "createdAtMs")
    select 'subscription:sub-' || n || ':activated:' || c, 'subscription.activated', 'sub-' || n || '-3-1', 'sub-' || n, n + c from ${each}, generate_series(1, 3) c`)
  await run('vacuum (analyze)')
}, 240_000)
afterAll(() => test.end())

const LISTS: [string, Parameters<typeof listSubscriptions>[1]][] = [
  ['of all', {}],
  ['of one state', { state: 'HALTED' }],
  ['of one plan', { planId: 'plan-7' }],
  ['of one state and plan', { state: 'ACTIVE', planId: 'plan-7' }],
  ['that begin with a text', { search: 'sub-1234' }],
  ['whose money is missing', { dunning: true }],
]

describe(`among ${SUBSCRIPTIONS} subscriptions`, () => {
  it.each(LISTS)('a page of subscriptions %s, and the next one, reads little more than the page', async (_, query) => {
    const { next } = await listSubscriptions(test.database, { ...query, limit: 5 })
    const pages = [query, { ...query, after: next as string }]
    for (const page of pages)
      expect(await countRowsRead(test.database, (on) => listSubscriptions(on, page))).toBeLessThan(MAX_ROWS_READ)
  })

  it.each([
    ['the id of a subscription', 'sub-1234', 1],
    ['the start of an id', 'sub-123', 1],
    ['the end of an id', '-1234', 1],
    ['the id of a mandate', 'sub-1234-m1', 1],
    ['the start of the id of a mandate', 'sub-1234-m', 1],
    ['the end of the ids of all mandates', '-m1', 20],
    ['the provider’s id of a mandate', 'OMS1234', 1],
    ['the start of the provider’s ids', 'OMS', 20],
  ])('a search by %s reads few rows', async (_, text, found) => {
    const hits = await search(test.database, text)
    expect(hits.filter(({ kind }) => kind === 'subscription')).toHaveLength(found)
    // At most 200 candidates for each lookup; of up to 20 hits each, the name of the plan is read from the 50 plans.
    expect(await countRowsRead(test.database, (on) => search(on, text))).toBeLessThan(6 * MAX_ROWS_READ)
  })

  it('a search by a part in the middle of an id reads the newest orders and subscriptions', async () => {
    const hits = await search(test.database, 'ub-19999-m')
    expect(hits).toMatchObject([{ kind: 'subscription', id: 'sub-19999', foundBy: 'merchantSubscriptionId' }])
    const read = await countRowsRead(test.database, (on) => search(on, 'ub-19999-m'))
    expect(read).toBeLessThan(2 * NEWEST_SEARCHED + MAX_ROWS_READ)
  })

  it('what a page says of money is read for its rows alone', async () => {
    const { rows } = await listSubscriptions(test.database, { dunning: true })
    const ids = rows.map(({ record }) => record.subscriptionId)
    const read = async (work: (on: Queries) => Promise<unknown>) => countRowsRead(test.database, work)
    expect(await read((on) => viewsOf(on, rows))).toBeLessThan(MAX_ROWS_READ)
    expect(await read((on) => comingFactsOf(on, ids))).toBeLessThan(MAX_ROWS_READ)
    expect(await read((on) => failedDebitsOf(on, ids))).toBeLessThan(MAX_ROWS_READ)
  })

  it('a subscription reads its own cycles, orders and events', async () => {
    const of = { subscriptionId: 'sub-77', startsOn: '2026-01-10', frequency: 'MONTHLY' } as const
    expect(await countRowsRead(test.database, (on) => cyclesOf(on, of))).toBeLessThan(20)
    expect(await countRowsRead(test.database, (on) => eventsOf(on, 'sub-77'))).toBeLessThan(5)
  })

  it('the debits of seven days read the newest cycle of the subscriptions that have a step in them', async () => {
    const untilMs = NOW + 7 * DAY_MS
    const groups = await comingFactsUntil(test.database, untilMs)
    const found = groups.reduce((sum, { subscriptions }) => sum + subscriptions, 0)
    expect(found).toBeGreaterThan(SUBSCRIPTIONS / 10)
    // Facts that subscriptions share are planned once for all of them.
    expect(groups.length).toBeLessThan(found / 10)
    // Beside their own rows, the mandates may be read at once.
    const read = await countRowsRead(test.database, (on) => comingFactsUntil(on, untilMs))
    expect(read).toBeLessThan(SUBSCRIPTIONS + 4 * found)
  })

  it('the figures read each subscription in an index, and of cycles those that they count', async () => {
    const since = NOW - 180 * DAY_MS
    const read = async (work: (on: Queries) => Promise<unknown>) => countRowsRead(test.database, work)
    expect(await read((on) => countByPlan(on, '2027-02-05'))).toBeLessThanOrEqual(SUBSCRIPTIONS)
    expect(await read((on) => countLifetimes(on, since))).toBeLessThanOrEqual(1.2 * SUBSCRIPTIONS)
    expect(await read((on) => countFailedCycles(on, since))).toBeLessThan(SUBSCRIPTIONS / 10)
  })
})
