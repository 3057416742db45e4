import { Client } from 'pg'
import { expect, it } from 'vitest'
import { claimDueSubscriptions } from '../../src/storage/subscriptions/subscriptions.ts'
import { HOUR_MS, inIndia, openSubscriptionShop, START } from '../helpers/subscription-shop.ts'
import { setupTestGateways } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways({ ownSessions: true })

/** Mandates beside those that are due. */
const OTHERS = (process.env.GALLA_WAVE ?? '500,10000').split(',').map(Number)
const DUE = Number(process.env.GALLA_DUE ?? 10)
/** Begin of the second cycle of a subscription that began on 10 January. */
const SECOND = inIndia('2027-02-10')

const IDS = ['subscriptionId', 'merchantOrderId', 'merchantSubscriptionId', 'setupOrderId', 'reference'] as const

/** Copies the rows of a subscription with new ids; the copies are due far in the future. */
const COPIES = ['plan_subscriptions', 'orders', 'mandates', 'cycles', 'debits'].map((table) => {
  const where = table === 'orders' ? `t."reference" = 'sub-7/1'` : `t."subscriptionId" = 'sub-7'`
  return `insert into galla."${table}" select c.* from galla."${table}" t, generate_series(1, $1::int) n,
    lateral jsonb_populate_record(t, (select jsonb_object_agg(key, case
      when key in (${IDS.map((name) => `'${name}'`).join()}) then to_jsonb(replace(value #>> '{}', 'sub-7', 'copy' || n))
      when key in ('orderId', 'transactionId', 'linkDigests', 'nextPollAtMs') then 'null'::jsonb
      when key = 'nextActionAtMs' then to_jsonb(${SECOND + 1_000 * HOUR_MS}) else value end) from jsonb_each(to_jsonb(t)))) c where ${where}`
})

interface Cost {
  readonly [what: string]: number
}

it(
  'a due cycle costs the same among few and among many mandates',
  async () => {
    const costs: Cost[] = []
    const plans: string[] = []
    for (const others of OTHERS) {
      const calls: string[] = []
      const shop = await openSubscriptionShop(createTestGateway, {
        wrapProvider: (provider) => (input, init) => {
          calls.push(String(input))
          return provider(input, init)
        },
      })
      await shop.activate()
      const writer = new Client(shop.settings.database as object)
      await writer.connect()
      writer.on('error', () => {})
      // The copies have no ledger, so that no trigger may look.
      await writer.query('set session_replication_role = replica')
      for (const text of COPIES) await writer.query(text, [others])
      await writer.end()
      for (let number = 0; number < DUE; number += 1) await shop.activate({ ...START, subscriptionId: `due-${number}` })
      await shop.rows('analyze galla.plan_subscriptions, galla.orders, galla.mandates, galla.cycles, galla.debits')
      await shop.until(SECOND - 37 * HOUR_MS)
      const before = { calls: calls.length, cpu: process.cpuUsage(), ...(await blocksOf(shop)) }
      await shop.until(SECOND + 3 * HOUR_MS)
      const cpu = process.cpuUsage(before.cpu)
      const after = await blocksOf(shop)
      const paid = await shop.rows(`select 1 from galla.cycles where "number" = 2 and "outcome" = 'PAID'`)
      expect(paid).toHaveLength(DUE + 1)
      costs.push({
        mandates: others + DUE + 1,
        due: DUE + 1,
        'provider calls a cycle': (calls.length - before.calls) / (DUE + 1),
        'transactions a cycle': Math.round((after.transactions - before.transactions) / (DUE + 1)),
        'blocks a cycle': Math.round((after.blocks - before.blocks) / (DUE + 1)),
        'CPU ms a cycle of this process': Math.round((cpu.user + cpu.system) / 1_000 / (DUE + 1)),
      })
      // 5 % are due at once.
      await shop.rows(
        `update galla.plan_subscriptions set "nextActionAtMs" = 1 where "subscriptionId" in (select "subscriptionId" from galla.plan_subscriptions order by 1 limit $1)`,
        [Math.ceil(others / 20)],
      )
      await shop.rows('analyze galla.plan_subscriptions')
      const plan: string[] = []
      const on = {
        query: async (statement: { text: string; values?: unknown[] }) => {
          const rows = await shop.rows<{ 'QUERY PLAN': string }>(
            `explain (analyze, buffers, costs off) ${statement.text}`,
            statement.values,
          )
          plan.push(...rows.map((row) => row['QUERY PLAN']))
          return { rows: [], rowCount: 0 }
        },
      }
      await claimDueSubscriptions(on as never, { nowMs: SECOND, leaseMs: 30_000, limit: 6 })
      if (process.env.GALLA_TRACE) console.log(plan.join('\n'))
      plans.push(plan.join('\n'))
    }
    console.log(JSON.stringify(costs, undefined, 1))
    // All of a wave are due at the same time: a claim reads those that it takes.
    expect(plans.at(-1)).toContain('planSubscriptionsDue')
    expect(plans.at(-1)).not.toMatch(/Sort Key/)
    const [few, many] = [costs[0], costs.at(-1)]
    // Steps that are due follow each other in one turn.
    expect(many?.['transactions a cycle']).toBeLessThan(60)
    expect(many?.['blocks a cycle']).toBeLessThan((few?.['blocks a cycle'] ?? 0) * 1.5)
  },
  HOUR_MS,
)

/** Pages that the server has read for this database, and its transactions, since it was created. */
async function blocksOf({ rows }: { rows: (text: string) => Promise<object[]> }) {
  // A session reports its figures once a second, an idle one later still; a session that ends reports all of them.
  await rows(
    'select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await rows('select pg_stat_force_next_flush()')
  await rows('select pg_stat_clear_snapshot()')
  const [found] = (await rows(
    'select (blks_hit + blks_read)::float8 as "blocks", (xact_commit)::float8 as "transactions" from pg_stat_database where datname = current_database()',
  )) as { blocks: number; transactions: number }[]
  return found ?? { blocks: 0, transactions: 0 }
}
