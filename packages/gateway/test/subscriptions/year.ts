import type { BillingFrequency } from '@galla/contract/gateway-api/subscriptions'
import type { PostgresConnection } from '@galla/postgres'
import { createSandbox, type Sandbox } from '@galla/sandbox'
import { paise } from '@galla/sdk'
import { Pool } from 'pg'
import type { Gateway } from '../../src/index.ts'
import { createLimiter } from '../../src/services/concurrency.ts'
import { type BillingMethods, subscriptions } from '../../src/subscriptions.ts'
import { DAY_MS, HOUR_MS, inIndia } from '../helpers/subscription-shop.ts'
import { CALLBACK_URL, REDIRECT_URL, SECRET } from '../helpers/test-gateway.ts'
import { below, createRandom, fork, pick, type Random } from '../model/random.ts'
import { createProcesses, type Processes } from '../quarter/processes.ts'
import { HEARD_TABLE, noteEvents } from './heard.ts'
import { type KilledProcess, runJobsAndKill } from './killed-process.ts'
import { DISTURBANCES, FAULTS, type Life, quietFaults } from './lives.ts'

const FIRST_DAY = inIndia('2027-11-30')
/** Share of the days in which subscriptions begin: in a year, also on the last days of January. */
const START_SHARE = 0.18

const MINUTE_MS = 60_000

/** Subscriptions that are started or disturbed at the same time. */
const AT_ONCE = 12

/** Times of a day in India at which the workers run, in hours. Callbacks are a few seconds late, a repetition an hour and a half. */
const TIMES = [0.02, 0.05, 0.3, 1.8, 3.5, 5.2, 6.9, 9.5, 11, 12.01, 12.05, 13.1, 15, 18, 21.6, 23.2]

const PLANS: readonly { readonly frequency: BillingFrequency; readonly share: number; readonly trialDays?: number }[] =
  [
    { frequency: 'MONTHLY', share: 0.66 },
    { frequency: 'MONTHLY', share: 0.1, trialDays: 14 },
    { frequency: 'QUARTERLY', share: 0.12 },
    { frequency: 'WEEKLY', share: 0.1 },
    { frequency: 'DAILY', share: 0.02 },
  ]

export interface Year {
  readonly sandbox: Sandbox
  readonly pool: Pool
  readonly lives: Life[]
  /** Requests to debit, by the provider's clock, with the answer. */
  readonly redeems: { readonly merchantOrderId: string; readonly atMs: number; readonly status: number }[]
  /** Requests to announce, with the answer. */
  readonly notices: { readonly merchantOrderId: string; readonly status: number }[]
  /** Errors of calls that no kill explains. */
  readonly failures: string[]
  kills: number
  /** Operating system's processes that were killed while they billed. */
  processKills: number
  close(): Promise<void>
}

export interface YearRun {
  readonly seed: number
  readonly subscriptions: number
  /** 366 are a leap year. */
  readonly days: number
  /** Each day, a subscription is disturbed with this probability. */
  readonly disturbances: number
  readonly log?: (text: string) => void
  /** Starts an operating system's process that runs the jobs, and that is killed with SIGKILL. */
  readonly startProcess: KilledProcess['start']
}

/** A year of a shop that bills: faults of the provider, payers and merchants that change their mind, replicas that are killed between any two calls. */
export async function runYear(database: PostgresConnection, run: YearRun): Promise<Year> {
  const random = createRandom(run.seed)
  const pool = new Pool({ ...database, max: 3 }).on('error', () => {})
  let receivers: Processes | undefined
  const sandbox = createSandbox({
    seed: String(run.seed),
    clock: { frozen: true, startMs: FIRST_DAY },
    tokenLifeSec: 315_360_000,
    callbacks: { url: CALLBACK_URL, mode: 'classic', ...SECRET },
    // No rule of the provider stands in for a rule of ours.
    quirks: { debitCycle: 'none', peakHours: 'allowed' },
    sleep: async () => {},
    async deliver(url, init) {
      const { gateway, life } = (receivers as Processes).pick()
      const died = life.died.then(() => {
        throw new Error('the connection was lost')
      })
      return Promise.race([gateway.fetch(new Request(url, init)), died])
    },
  })
  await pool.query(HEARD_TABLE)
  const year: Year = {
    sandbox,
    pool,
    lives: [],
    redeems: [],
    notices: [],
    failures: [],
    kills: 0,
    processKills: 0,
    async close() {
      await processes.close()
      await sandbox.close()
      await pool.end()
    },
  }
  const provider = watched(sandbox, year)
  const processes = createProcesses({
    database,
    sandbox: provider,
    pool,
    random: fork(random),
    settings: { subscriptions: subscriptions(), on: noteEvents },
  })
  receivers = processes
  await processes.replaceDead()
  const shop: Shop = { year, processes, random, run, database, provider }
  for (const [at, { frequency, trialDays = 0 }] of PLANS.entries())
    await processes.until((gateway) =>
      billing(gateway).plans.create({ planId: `plan-${at}`, name: 'Tea', amount: paise(19_900), frequency, trialDays }),
    )
  for (let day = 0; day < run.days; day += 1) {
    await runDay(shop, day)
    if (day % 30 === 29) run.log?.(`day ${day + 1}: ${year.redeems.length} debits requested, ${processes.kills} kills`)
  }
  // A quiet fortnight: what is in doubt is found out.
  await sandbox.setFaults({})
  for (let day = run.days; day < run.days + 14; day += 1)
    for (const hour of TIMES) await work(shop, FIRST_DAY + day * DAY_MS + hour * HOUR_MS, 0)
  // The last debits are under way when the clock stops.
  for (let round = 0; round < 30 && (await isDebiting(year)); round += 1)
    await work(shop, sandbox.clock.now() + 2 * MINUTE_MS, 0)
  year.kills = processes.kills
  return year
}

export const billing = (gateway: Gateway) => gateway as Gateway & BillingMethods

/** Notes the requests that move money. */
function watched(sandbox: Sandbox, { redeems, notices }: Year): Sandbox {
  const fetch: Sandbox['fetch'] = async (input, init) => {
    const [, call] = /\/(notify|redeem)$/.exec(String(input)) ?? []
    if (!call) return sandbox.fetch(input, init)
    const { merchantOrderId } = JSON.parse(String(init?.body)) as { merchantOrderId: string }
    const atMs = sandbox.clock.now()
    const note = (status: number) =>
      call === 'redeem' ? redeems.push({ merchantOrderId, atMs, status }) : notices.push({ merchantOrderId, status })
    try {
      const response = await sandbox.fetch(input, init)
      note(response.status)
      return response
    } catch (error) {
      note(0)
      throw error
    }
  }
  return { ...sandbox, fetch, clock: sandbox.clock }
}

interface Shop {
  readonly year: Year
  readonly processes: Processes
  readonly random: Random
  readonly run: YearRun
  readonly database: PostgresConnection
  /** The sandbox, whose requests that move money are noted. */
  readonly provider: Sandbox
}

async function runDay(shop: Shop, day: number): Promise<void> {
  const { year, random, run } = shop
  const fromMs = FIRST_DAY + day * DAY_MS
  await year.sandbox.setFaults(random() < 0.3 ? quietFaults : { ...pick(random, FAULTS), seed: `${run.seed}-${day}` })
  const left = run.subscriptions - year.lives.length
  const startDays = Math.ceil(run.days * START_SHARE)
  const starts = day < startDays ? Math.ceil(left / (startDays - day)) : 0
  for (const [at, hour] of TIMES.entries()) {
    await work(shop, fromMs + hour * HOUR_MS, 0.02)
    if (at === 7)
      await atOnce(
        Array.from({ length: starts }, () => newLife(shop)),
        (life) => begin(shop, life),
      )
    if (at % 3 === 1)
      await atOnce(
        year.lives.filter(() => random() < run.disturbances / 5),
        (life) => disturb(shop, life),
      )
  }
}

/** Moves the clock, and runs the jobs on both replicas; with some probability one of them is killed. */
async function work(shop: Shop, atMs: number, kills: number): Promise<void> {
  const { year, processes, random, run, database, provider } = shop
  const { sandbox, pool } = year
  if (atMs > sandbox.clock.now()) await sandbox.clock.advance(atMs - sandbox.clock.now())
  await sandbox.idle()
  await processes.replaceDead()
  if (!(await isDue(year))) return
  if (random() < kills) {
    const kill = { call: 1 + below(random, 4), when: random() < 0.5 ? 'before' : 'after' } as const
    if (await runJobsAndKill({ start: run.startProcess, database, pool, sandbox: provider, ...kill }))
      year.processKills += 1
  }
  if (random() < kills) processes.killWithin(1 + below(random, 120))
  const jobs = () => processes.until((gateway) => gateway.runPendingJobs())
  await (random() < 0.3 ? Promise.all([jobs(), jobs()]) : jobs())
  // Answers of the bank take seconds, and their callbacks go on from there.
  await sandbox.clock.advance(15_000)
  await sandbox.idle()
  if (await isDue(year)) await jobs()
}

const DUE = [
  ['plan_subscriptions', 'nextActionAtMs'],
  ['orders', 'nextPollAtMs'],
  ['refunds', 'nextPollAtMs'],
  ['callbacks', 'dueAtMs'],
  ['deliveries', 'nextAttemptAtMs'],
].map(([table, column]) => `exists (select 1 from galla.${table} where "${column}" <= $1)`)

/** True when a worker would find something to do. */
export async function isDue({ pool, sandbox }: Pick<Year, 'pool' | 'sandbox'>): Promise<boolean> {
  const { rows } = await pool.query<{ due: boolean }>(`select ${DUE.join(' or ')} as "due"`, [sandbox.clock.now()])
  return rows[0]?.due === true
}

/** True while the outcome of a requested debit is not known. */
async function isDebiting({ pool }: Pick<Year, 'pool'>): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select 1 from galla.debit_tries t join galla.orders o on o."merchantOrderId" = t."merchantOrderId"
      where t."failedAtMs" is null and o."state" = 'PENDING' limit 1`,
  )
  return rowCount !== 0
}

/** Works on all of them, some at the same time. */
async function atOnce(lives: readonly Life[], work: (life: Life) => Promise<void>): Promise<void> {
  const limit = createLimiter(AT_ONCE)
  await Promise.all(lives.map((life) => limit(() => work(life))))
}

/** A subscription that is to be started, to one of the plans. */
function newLife({ year: { lives }, random }: Shop): Life {
  let place = random()
  const at = PLANS.findIndex(({ share }) => {
    place -= share
    return place < 0
  })
  const plan = Math.max(at, 0)
  const life: Life = {
    subscriptionId: `sub-${lives.length + 1}`,
    planId: `plan-${plan}`,
    frequency: PLANS[plan]?.frequency ?? 'MONTHLY',
    random: fork(random),
    disturbed: [],
  }
  lives.push(life)
  return life
}

/** Starts a subscription; most payers approve. */
async function begin({ year: { sandbox }, processes }: Shop, { subscriptionId, planId, random }: Life): Promise<void> {
  const start = { subscriptionId, planId, redirectUrl: REDIRECT_URL, maxAmount: paise(29_900) }
  for (let attempts = 0; attempts < 4; attempts += 1) {
    const started = await processes.until((gateway) =>
      billing(gateway)
        .subscriptions.start(start)
        .catch(() => undefined),
    )
    if (!started) continue
    const { setupOrderId } = await sandbox.mandate(started.subscription.mandate.merchantSubscriptionId)
    if (random() < 0.95) await sandbox.simulatePayment(setupOrderId, { outcome: 'SUCCESS' }).catch(() => {})
    return
  }
}

async function disturb({ year, processes }: Shop, life: Life): Promise<void> {
  const one = pick(life.random, DISTURBANCES)
  life.disturbed.push(one)
  const failure = await processes.until((gateway) =>
    one.run({ sandbox: year.sandbox, gateway: billing(gateway), life, random: life.random }).then(
      () => undefined,
      (error: Error & { code?: string }) => error,
    ),
  )
  if (failure && !EXPECTED.has(failure.code ?? ''))
    year.failures.push(`${one.name} of ${life.subscriptionId}: ${failure}`)
}

/** Refusals of a change that the state of a subscription does not permit, and answers that faults of the provider explain. */
const EXPECTED: ReadonlySet<string> = new Set([
  ...['SUBSCRIPTION_STATE', 'ABOVE_MANDATE', 'NOT_FOUND', 'NOT_REFUNDABLE', 'NOT_PAID', 'AMOUNT_NOT_REFUNDABLE'],
  ...['OUTCOME_UNKNOWN', 'PROVIDER_UNAVAILABLE', 'PROVIDER_REFUSED'],
])
