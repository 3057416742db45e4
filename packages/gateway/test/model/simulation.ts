import type { PostgresConnection } from '@galla/postgres'
import { freeLeases } from '../helpers/free-leases.ts'
import { audit, findUnscheduled } from './audit.ts'
import { createEnvironment, type TestEnvironment } from './environment.ts'
import { changeWeather } from './faults.ts'
import { isPayable, OPERATIONS, providerRefunds } from './operations.ts'
import type { Process } from './processes.ts'
import { below, fork, pick, type Random } from './random.ts'

export interface ModelRun {
  readonly seed: number
  /** Rounds of one to four operations at the same time. */
  readonly rounds: number
}

export interface ModelResult {
  readonly orders: number
  readonly completed: number
  readonly refunds: number
  readonly kills: number
  readonly reviews: number
  /** How often each rule of the order reducer decided: what the run has reached. */
  readonly rules: { readonly [rule: string]: number }
  readonly violations: string[]
  /** The trace of the orders and refunds of the violations. */
  readonly trace: string[]
}

/** Runs random operations under random faults, then ends the faults, lets everything finish, and audits. */
export async function runModel(database: PostgresConnection, { seed, rounds }: ModelRun): Promise<ModelResult> {
  const environment = await createEnvironment(database, seed)
  const { random, trace } = environment
  try {
    await environment.start('shop')
    await environment.start('workers')
    for (let round = 0; round < rounds; round += 1) {
      if (random() < 0.12) {
        const { name, faults } = changeWeather(random)
        await environment.sandbox.setFaults(faults)
        trace.add(`weather: ${name}`)
      }
      const count = 1 + below(random, 4)
      const plans = Array.from({ length: count }, () => plan(environment, fork(random)))
      await Promise.all(plans.map((run) => run()))
      await environment.tidy()
      if (round % 20 === 0) environment.violations.push(...(await findUnscheduled(environment)))
    }
    await finish(environment)
    const violations = [...new Set(await audit(environment))]
    return { ...(await counts(environment)), violations, trace: await linesAbout(environment, violations) }
  } finally {
    await environment.close()
  }
}

const DECK = OPERATIONS.flatMap(([name, weight, operation]) =>
  Array.from({ length: weight }, () => ({ name, operation })),
)

/** One operation on one process. It ends with the process. */
function plan(environment: TestEnvironment, random: Random): () => Promise<void> {
  const process = pick(random, environment.processes)
  const { name, operation } = pick(random, DECK)
  return async () => {
    const work = operation(environment, process, random).catch((error: Error & { code?: string }) => {
      environment.trace.add(`${process.life.name}: ${name}: ${error.code ?? error.message}`)
    })
    await returnsOrDies(environment, `${process.life.name}: ${name}`, Promise.race([work, process.life.died]))
  }
}

/** Real milliseconds after which an operation counts as one that never returns. */
const HANGS_MS = 60_000

/** Without this, an endless wait would be a time-out of the whole run, which names nothing. */
async function returnsOrDies(environment: TestEnvironment, what: string, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<true>((resolve) => {
    timer = setTimeout(() => resolve(true), HANGS_MS)
  })
  const late = await Promise.race([limit, work])
  clearTimeout(timer)
  if (late) environment.violations.push(`${what} did not return`)
}

const HOUR_MS = 3_600_000
const STEPS_MS = [
  0,
  60_000,
  60_000,
  600_000,
  600_000,
  HOUR_MS,
  HOUR_MS,
  6 * HOUR_MS,
  24 * HOUR_MS,
  24 * HOUR_MS,
  72 * HOUR_MS,
  24 * HOUR_MS,
  24 * HOUR_MS,
  24 * HOUR_MS,
]

/** Fair weather: what is in flight arrives, payers who can still pay do, and a process with all code works for days. */
async function finish(environment: TestEnvironment): Promise<void> {
  const { sandbox, processes, random, trace } = environment
  trace.add('the end: fair weather')
  await sandbox.setFaults({})
  await sandbox.release()
  for (const { gateway, life } of processes.splice(0)) if (!life.isDead) await gateway.stop()
  await environment.tidy({ kill: false })
  const shop = processes.find(({ program }) => program === 'shop') as Process
  await compareAfterSync(environment, shop)
  for (const { merchantOrderId, checkout } of environment.orders.values()) {
    if (
      (checkout !== 'CUSTOM' && checkout !== 'LINK') ||
      random() < 0.5 ||
      !(await isPayable(environment, merchantOrderId))
    )
      continue
    await sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' }).catch(() => {})
  }
  for (const ms of STEPS_MS) {
    await environment.advance(ms)
    await endRefunds(environment)
    await shop.gateway.runPendingJobs()
    await freeLeases(environment.pool)
  }
}

/** Whatever happened, a status check in fair weather brings the provider's state, also to an order that was given up. */
async function compareAfterSync(environment: TestEnvironment, { gateway }: Process): Promise<void> {
  const { rows } = await environment.pool.query<{ id: string }>('select "merchantOrderId" as id from galla.orders')
  for (const { id } of rows) {
    const { state, needsReview } = await gateway.orders.sync(id)
    const truth = (await environment.sandbox.order(id).catch(() => undefined))?.state
    const agrees = truth === undefined ? state === 'CREATED' || state === 'FAILED' : state === truth
    if (!agrees && !needsReview)
      environment.violations.push(`order ${id} is ${state} after a sync, ${truth} at the provider`)
  }
}

/** The bank ends every refund, also one that it holds back. */
async function endRefunds(environment: TestEnvironment): Promise<void> {
  for (const { merchantRefundId, state } of await providerRefunds(environment))
    if (state === 'PENDING' || state === 'CONFIRMED')
      await environment.sandbox.simulateRefund(merchantRefundId, { outcome: 'SUCCESS' })
}

async function counts({ pool, kills }: TestEnvironment): Promise<Omit<ModelResult, 'violations' | 'trace'>> {
  const { rows } = await pool.query<{ orders: number; completed: number; refunds: number; reviews: number }>(
    `select count(*)::int as orders, count(*) filter (where "state" = 'COMPLETED')::int as completed,
       count(*) filter (where "needsReview" is not null)::int as reviews,
       (select count(*)::int from galla.refunds) as refunds from galla.orders`,
  )
  const { rows: decided } = await pool.query<{ rule: string; n: number }>(
    'select "rule", count(*)::int as n from galla.decisions group by 1 order by 1',
  )
  const rules = Object.fromEntries(decided.map(({ rule, n }) => [rule, n]))
  return { orders: 0, completed: 0, refunds: 0, reviews: 0, ...rows[0], kills, rules }
}

/** The lines and the rows about what the violations name. */
async function linesAbout({ trace, pool }: TestEnvironment, violations: readonly string[]): Promise<string[]> {
  const named = [
    ...new Set(violations.flatMap((text) => text.match(/\b(?:ord-\d+|o-[a-z0-9]{20,}|dashboard-\d+)\b/g) ?? [])),
  ]
  if (named.length === 0) return []
  const lines = trace.lines(named)
  for (const table of ['refunds', 'ledger', 'events', 'deliveries', 'decisions']) {
    const { rows } = await pool.query<{ line: string }>(
      `select to_jsonb(t)::text as line from galla.${table} t where exists (select 1 from unnest($1::text[]) id where to_jsonb(t)::text like '%' || id || '%')`,
      [named],
    )
    lines.push(...rows.map(({ line }) => `${table} ${line.slice(0, 600)}`))
  }
  return lines
}
