import { execFileSync } from 'node:child_process'
import { loadavg } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { Client, Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrateDatabase } from '../../src/index.ts'
import { withErrorHandler } from '../../src/storage/pool.ts'
import { findViolations } from '../crash/audit.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { FAULTS } from './faults.ts'
import { type Load, startLoad } from './load.ts'
import { findMissingWork } from './missing-work.ts'
import { backAfterMs, median, unsteadyLanes } from './service-times.ts'
import { startWriters, WRITES_TABLE, type Writers } from './writers.ts'

/** Commands that are needed, each in the Debian package of its name but etcd (etcd-server), nft (nftables), ip (iproute2). */
const COMMANDS = [
  'patroni',
  'etcd',
  'haproxy',
  'pgbouncer',
  'nft',
  'ip',
  'setpriv',
  'curl',
  '/usr/lib/postgresql/15/bin/postgres',
]

/** Why this machine or this run does without; undefined when the test runs. */
function reasonToSkip(): string | undefined {
  if (process.env.GALLA_LONG !== '1') return 'GALLA_LONG is not 1'
  if (process.getuid?.() !== 0) return 'network namespaces need root'
  const missing = COMMANDS.filter((command) => !isInstalled(command))
  return missing.length > 0 ? `there is no ${missing.join(', ')}` : undefined
}
const skipped = reasonToSkip()

/** How many faults, one after the other: GALLA_RUNS=20 is each fault twice. */
const RUNS = Number(process.env.GALLA_RUNS ?? FAULTS.length)
const LANES = ['start', 'callback', 'refund'].flatMap((kind) => [1, 2].map((n) => `${kind} of gateway ${n}`))
/** The service has to stay for so long before the next fault. Milliseconds. */
const STAYS_MS = 6_000

function isInstalled(command: string): boolean {
  try {
    execFileSync('which', [command], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const runs = Array.from({ length: RUNS }, (_, n) => {
  const fault = FAULTS[n % FAULTS.length] as (typeof FAULTS)[number]
  return [fault.name, n + 1, fault] as const
})

describe.skipIf(skipped)(`two gateways on a Patroni cluster${skipped ? ` (skipped: ${skipped})` : ''}`, () => {
  let cluster: Cluster
  let load: Load
  let writers: Writers
  const figures: number[] = []

  beforeAll(async () => {
    cluster = await startCluster()
    const primary = await cluster.primary()
    if (!primary) throw new Error('The cluster has no primary')
    const database = cluster.serverOf(primary)
    await migrateDatabase({ database })
    const client = new Client(database)
    await client.connect()
    await client.query('create table fulfilments ("deliveryId" text, "reference" text)')
    await client.query(WRITES_TABLE)
    await client.end()
    load = await startLoad(cluster.apps.map(cluster.addressFor))
    writers = startWriters(cluster)
  }, 300_000)
  afterAll(async () => {
    await writers?.close()
    await load?.close()
    await cluster?.close()
  }, 120_000)

  /** On the server that is the primary now. */
  async function onPrimary<Result>(work: (pool: Pool) => Promise<Result>): Promise<Result> {
    const primary = await cluster.primary()
    if (!primary) throw new Error('The cluster has no primary')
    const pool = withErrorHandler(new Pool({ ...cluster.serverOf(primary), max: 2 }), () => {})
    try {
      return await work(pool)
    } finally {
      await pool.end()
    }
  }
  /** Waits until each gateway has done each kind of work since `fromMs`, and for a while, without a pause. */
  const steady = async (fromMs: number): Promise<void> => {
    const isSteady = (nowMs: number) =>
      nowMs > fromMs + STAYS_MS && unsteadyLanes(load.successes, LANES, STAYS_MS, nowMs).length === 0
    while (!isSteady(performance.now())) await pause(250)
  }

  it.each(runs)(
    'lose nothing that was acknowledged, and work again, when %s (run %i)',
    async (_name, run, fault) => {
      await cluster.whole()
      await steady(performance.now())
      const failuresBefore = new Map(load.failures)
      const delay = monitorEventLoopDelay()
      delay.enable()
      const before = await cluster.primary()
      const struckAtMs = performance.now()
      const end = await fault.strike(cluster)
      await pause(fault.lastsMs)
      const endedAtMs = performance.now()
      end?.()
      await steady(endedAtMs)
      await cluster.whole()
      await steady(endedAtMs)

      delay.disable()
      const nowMs = performance.now()
      const inFault = backAfterMs(load.successes, LANES, struckAtMs, end ? endedAtMs : nowMs)
      const afterFault = backAfterMs(load.successes, LANES, endedAtMs, nowMs)
      const longest = Math.max(...(fault.stopsAll ? [] : inFault.values()), ...afterFault.values())
      figures.push(longest)
      const missing = await onPrimary((pool) => findMissingWork(pool, load, writers))
      const after = await cluster.primary()
      const { orders, refunds, callbacks } = load.acknowledged
      console.log(
        [
          `Run ${run}, ${fault.name}: back after ${seconds(longest)}; no commit for ${seconds(writers.longestPauseMs(fault.stopsAll ? endedAtMs : struckAtMs, nowMs))}; primary ${before?.name} → ${after?.name}`,
          `  missing ${missing.acknowledged.length} of ${orders.size} orders, ${refunds.size} refunds, ${callbacks.size} callbacks, and ${missing.writes.length} writes; ${missing.unconfirmed} unconfirmed writes are gone`,
          `  load ${loadavg()[0]?.toFixed(0)}; the process of the gateways was late by ${seconds(delay.percentile(90) / 1e6)} at the 90th percentile, ${seconds(delay.max / 1e6)} at most`,
          `  since the fault: ${LANES.map((lane) => `${lane} ${seconds(inFault.get(lane) ?? 0)}`).join(', ')}`,
          ...(end
            ? [`  since its end: ${LANES.map((lane) => `${lane} ${seconds(afterFault.get(lane) ?? 0)}`).join(', ')}`]
            : []),
          ...[...load.failures].flatMap(([failure, count]) => {
            const added = count - (failuresBefore.get(failure) ?? 0)
            return added > 0 ? [`  ${added} × ${failure}`] : []
          }),
        ].join('\n'),
      )
      expect(missing).toMatchObject({ acknowledged: [], writes: [] })
    },
    300_000,
  )

  it('have fulfilled each paid order once and sent each refund once, when all faults are over', async () => {
    await load.finish()
    await onPrimary(async (pool) => {
      await settled(pool, [...load.acknowledged.orders])
      expect(await findViolations(load.sandbox, pool, load.acknowledged)).toEqual([])
    })
    console.log(
      `${figures.length} runs: back after ${seconds(median(figures))} at the median, ${seconds(Math.max(...figures))} at most`,
    )
  }, 600_000)
})

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`

/** Waits until none of these orders, and no refund, callback or delivery, waits for work. An order that no payer was told of stays open until it expires. */
async function settled(pool: Pool, orders: readonly string[]): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ waiting: string }>(
      `select
        (select count(*) from galla.orders where "merchantOrderId" = any($1) and "state" not in ('COMPLETED', 'FAILED'))
        + (select count(*) from galla.refunds where "state" not in ('COMPLETED', 'FAILED'))
        + (select count(*) from galla.callbacks where "dueAtMs" is not null)
        + (select count(*) from galla.deliveries where "state" <> 'done') as waiting`,
      [orders],
    )
    if (Number(rows[0]?.waiting) === 0) return
    await pause(500)
  }
}
