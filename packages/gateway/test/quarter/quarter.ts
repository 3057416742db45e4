import type { PostgresConnection } from '@galla/postgres'
import { createSandbox, type Sandbox } from '@galla/sandbox'
import { Galla, paise } from '@galla/sdk'
import { Pool } from 'pg'
import type { GatewayContext } from '../../src/context.ts'
import { createContext } from '../../src/create-context.ts'
import { dayStartMs, indianDay } from '../../src/domain/finance/indian-time.ts'
import type { Gateway } from '../../src/index.ts'
import { addUpLedger, rollUpOverview } from '../../src/services/finance/roll-ups.ts'
import { CALLBACK_URL, CLIENT, SECRET } from '../helpers/test-gateway.ts'
import { createRandom, fork, type Random } from '../model/random.ts'
import { type Expected, HOLIDAYS, makeWrong, oneOff, USUAL_FAULTS } from './bank.ts'
import {
  type Cart,
  cancelLinks,
  hasLatePayment,
  isCancelled,
  newCart,
  pay,
  payLate,
  type Return,
  refundOf,
  startOrders,
} from './carts.ts'
import { createProcesses, type Processes } from './processes.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const FIRST_DAY = '2026-01-01'
/** January to March 2026. */
const DAYS = 90
/** Days after the quarter on which its last payments are settled. On the first two people pay, and get nothing back: the bank takes refunds from payments. */
const DAYS_AFTER = 6
const PAID_DAYS_AFTER = 2
/** Hours of a day in India at which people buy; some pay shortly before midnight. */
const HOURS = [9, 12.5, 19, 23.96] as const
/** Orders that are started at the same time. */
const AT_ONCE = 96

/** Everything of a run that the audit compares. */
export interface Quarter {
  readonly sandbox: Sandbox
  readonly pool: Pool
  /** A process that is never killed. */
  readonly context: GatewayContext
  readonly carts: Cart[]
  /** Carts whose course took place: without those that were in doubt because a process was killed. */
  readonly certain: Set<Cart>
  /** What failed although no process was killed. */
  readonly failures: string[]
  readonly expected: Expected[]
  /** What reports leave out of the provider's fees, taxes and deductions; below zero what they have too much. In paise. */
  readonly missing: { fees: number; taxes: number; deductions: number }
  /** Paise that the provider reported too much or too little of settlements. */
  off: number
  readonly kills: { at: 'work' | 'close' | 'import'; count: number }[]
  /** Milliseconds of each close, and rows and milliseconds of each import that was not killed. */
  readonly closeMs: number[]
  readonly imports: { readonly rows: number; readonly ms: number }[]
  close(): Promise<void>
}

export interface QuarterRun {
  readonly seed: number
  /** Carts of the quarter: about 0.97 payments each. */
  readonly carts: number
  readonly log?: (text: string) => void
}

const TABLE = 'create table fulfilments ("reference" text not null)'

/** A quarter of a shop: every day payments, refunds, links, a settlement and a close; a report each month; processes that are killed. */
export async function runQuarter(database: PostgresConnection, run: QuarterRun): Promise<Quarter> {
  const random = createRandom(run.seed)
  const pool = new Pool({ ...database, max: 3 }).on('error', () => {})
  let receivers: Processes | undefined
  const startMs = dayStartMs(FIRST_DAY) ?? 0
  const sandbox = createSandbox({
    seed: String(run.seed),
    clock: { frozen: true, startMs },
    tokenLifeSec: 315_360_000,
    settlements: { holidays: HOLIDAYS },
    callbacks: { url: CALLBACK_URL, mode: 'classic', ...SECRET },
    async deliver(url, init) {
      const { gateway, life } = (receivers as Processes).pick()
      const died = life.died.then(() => {
        throw new Error('the connection was lost')
      })
      return Promise.race([gateway.fetch(new Request(url, init)), died])
    },
  })
  const steady = await createContext({
    ...CLIENT,
    client: ({ tokenStore }) =>
      new Galla({ ...CLIENT, clientVersion: 1, clock: sandbox.clock, fetch: sandbox.fetch, tokenStore }),
    callbackCredentials: SECRET,
    clock: sandbox.clock,
    database,
  })
  await pool.query(TABLE)
  const processes = createProcesses({ database, sandbox, pool, random: fork(random) })
  receivers = processes
  await processes.replaceDead()
  const quarter: Quarter = {
    sandbox,
    pool,
    context: steady.context,
    carts: [],
    certain: new Set(),
    failures: [],
    expected: [],
    missing: { fees: 0, taxes: 0, deductions: 0 },
    off: 0,
    kills: [],
    closeMs: [],
    imports: [],
    async close() {
      await processes.close()
      await steady.stop()
      await sandbox.close()
      await pool.end()
    },
  }
  const shop: Shop = { quarter, processes, random, open: [], returns: [], tried: new Map() }
  for (let place = 0; place < DAYS + DAYS_AFTER; place += 1) {
    const day = indianDay(startMs + place * DAY_MS)
    const left = run.carts - quarter.carts.length
    const isAfter = place >= DAYS
    const carts = isAfter ? Math.round(run.carts / DAYS) : Math.round(left / (DAYS - place))
    await runDay(shop, day, { carts: place < DAYS + PAID_DAYS_AFTER ? carts : 0, isAfter })
    run.log?.(`${day}: ${quarter.carts.length} carts, ${processes.kills} kills`)
  }
  await sandbox.setFaults({})
  await moveTo(shop, startMs + (DAYS + DAYS_AFTER) * DAY_MS + 10 * 60_000)
  await closeDays(shop)
  await processes.until((gateway) => gateway.settlements.sync())
  await addUpLedger(steady.context)
  return quarter
}

interface Shop {
  readonly quarter: Quarter
  readonly processes: Processes
  readonly random: Random
  /** Carts whose course goes on at a later hour. */
  readonly open: Cart[]
  /** Refunds to request. */
  readonly returns: Return[]
  /** How often a refund was asked for. */
  readonly tried: Map<string, number>
}

interface DayOfShop {
  readonly carts: number
  /** The quarter is over. */
  readonly isAfter: boolean
}

async function runDay(shop: Shop, day: string, { carts, isAfter }: DayOfShop): Promise<void> {
  const { quarter, processes, random } = shop
  const { sandbox } = quarter
  const fromMs = dayStartMs(day) ?? 0
  const dayOfMonth = Number(day.slice(-2))
  const off = isAfter ? 0 : dayOfMonth === 7 ? -1 : dayOfMonth === 23 ? 1 : 0
  await moveTo(shop, fromMs + 6 * 60_000)
  await addUpLedger(quarter.context)
  await rollUpOverview(quarter.context)
  await closeDays(shop)
  await sandbox.setFaults(isAfter ? {} : off === 0 ? USUAL_FAULTS : oneOff(off))
  for (const [at, hour] of HOURS.entries()) {
    await moveTo(shop, fromMs + hour * HOUR_MS)
    // The bank has had the day's settlement since noon.
    if (hour > 12) await processes.until((gateway) => gateway.settlements.sync())
    const share = Math.round((carts * (at + 1)) / HOURS.length) - Math.round((carts * at) / HOURS.length)
    if (random() < 0.06) await killDuring(shop, 'work', 300, () => work(shop, share, isAfter))
    else await work(shop, share, isAfter)
  }
  if (off !== 0) await expectOff(shop, off, fromMs)
  if (dayOfMonth === 2 && day > '2026-01-31' && day < '2026-04-01') await importMonth(shop, day)
  if (day === indianDay((dayStartMs(FIRST_DAY) ?? 0) + (DAYS + DAYS_AFTER - 1) * DAY_MS)) await importMonth(shop, day)
}

/** Moves the clock; what the provider does until then, it does. */
async function moveTo({ quarter: { sandbox }, processes }: Shop, ms: number): Promise<void> {
  if (ms > sandbox.clock.now()) await sandbox.clock.advance(ms - sandbox.clock.now())
  await sandbox.idle()
  await processes.replaceDead()
}

/** One hour: carts of before go on, new ones are started and paid, refunds are requested, and the jobs run. */
async function work(shop: Shop, count: number, isAfter: boolean): Promise<void> {
  const { quarter, random, open, returns } = shop
  const { sandbox } = quarter
  const { length } = quarter.carts
  const late = open.splice(0).filter(hasLatePayment)
  // The end of an order is known before its late payment arrives: then the payment is refunded.
  if (late.length > 0) await runJobs(shop)
  for (const cart of late) await payLate(sandbox, cart)
  const fresh = Array.from({ length: count }, (_, at) =>
    newCart(random, length + at, isAfter ? 'paid on a page' : undefined),
  )
  quarter.carts.push(...fresh)
  const started = await eachOf(shop, fresh, (gateway, cart) => startOrders(gateway, cart))
  await inParallel(fresh, (cart) => pay(sandbox, cart))
  const ended = [...started].filter(isCancelled)
  const cancelled = await eachOf(shop, ended, (gateway, cart) => cancelLinks(gateway, cart))
  for (const cart of started) if (!isCancelled(cart) || cancelled.has(cart)) quarter.certain.add(cart)
  open.push(...fresh)
  await sandbox.idle()
  await runJobs(shop)
  const asked = returns.splice(0)
  if (asked.length > 0) await requestRefunds(shop, asked)
  if (!isAfter) returns.push(...fresh.flatMap((cart) => refundOf(random, cart) ?? []))
}

const runJobs = ({ processes }: Shop) => processes.everywhere((gateway) => gateway.runPendingJobs())

async function requestRefunds(shop: Shop, asked: readonly Return[]): Promise<void> {
  const { quarter, returns, tried } = shop
  const isUnpaid = (error: { code?: string }) => error.code === 'NOT_PAID'
  const done = await eachOf(
    shop,
    asked,
    ({ refunds }, { fails: _, amount, ...refund }) => refunds.request({ ...refund, amount: paise(amount) }),
    isUnpaid,
  )
  for (const one of asked) {
    const times = (tried.get(one.merchantRefundId) ?? 0) + 1
    tried.set(one.merchantRefundId, times)
    // A payment whose callback is lost is known some hours later.
    if (!done.has(one) && times < 12) returns.push(one)
  }
  await runJobs(shop)
  for (const { merchantRefundId, fails } of asked)
    if (fails) await quarter.sandbox.simulateRefund(merchantRefundId, { outcome: 'FAILURE' }).catch(() => {})
}

/**
 * Does something with each through any process; what a killed process left is done again. Returns those that succeeded. Without a kill, only
 * what `isExpected` may fail.
 */
async function eachOf<One>(
  { quarter, processes }: Shop,
  all: readonly One[],
  run: (gateway: Gateway, one: One) => Promise<unknown>,
  isExpected: (error: { code?: string }) => boolean = () => false,
): Promise<Set<One>> {
  const done = new Set<One>()
  const errors: (Error & { code?: string })[] = []
  const { kills } = processes
  for (let round = 0; round < 2 && done.size < all.length; round += 1) {
    await inParallel(
      all.filter((one) => !done.has(one)),
      async (one) => {
        const { gateway, life } = processes.pick()
        const tried = run(gateway, one).then(
          () => done.add(one),
          (error: Error & { code?: string }) => errors.push(error),
        )
        await Promise.race([tried, life.died])
      },
    )
    await processes.replaceDead()
  }
  if (processes.kills === kills) quarter.failures.push(...errors.filter((error) => !isExpected(error)).map(String))
  return done
}

async function inParallel<One>(all: readonly One[], run: (one: One) => Promise<unknown>): Promise<void> {
  const left = [...all]
  const lane = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await run(one)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
}

/** Does something while one process is killed within so many calls. */
async function killDuring<Result>(
  { quarter, processes }: Shop,
  at: Quarter['kills'][number]['at'],
  calls: number,
  run: () => Promise<Result>,
): Promise<Result> {
  const before = processes.kills
  processes.killWithin(calls)
  const result = await run()
  await processes.replaceDead()
  if (processes.kills > before) quarter.kills.push({ at, count: processes.kills - before })
  return result
}

/** Closes the days that are over. Some processes are killed in the middle. */
async function closeDays(shop: Shop): Promise<void> {
  const { quarter, processes, random } = shop
  const close = () =>
    processes.until(async (gateway) => {
      const beganMs = performance.now()
      const closed = await gateway.dayCloses.closeDue()
      if (closed.length === 1) quarter.closeMs.push(performance.now() - beganMs)
    })
  if (random() < 0.15) await killDuring(shop, 'close', 8, close)
  else await close()
}

/** The settlements that were paid out on a day of wrong amounts differ from their rows by one paisa. */
async function expectOff({ quarter }: Shop, off: 1 | -1, fromMs: number): Promise<void> {
  const settlements = await quarter.sandbox.settlements()
  for (const { settlementId, state, lastUpdatedAtMs } of settlements)
    if (state === 'PROCESSED' && lastUpdatedAtMs >= fromMs && lastUpdatedAtMs < fromMs + DAY_MS) {
      quarter.off += off
      quarter.expected.push({ kind: 'sum-differs', settlementId, amount: off })
    }
}

/** The report of a month, with some days of the month before, is wrong in places, and imported twice. */
async function importMonth(shop: Shop, day: string): Promise<void> {
  const { quarter, processes, random } = shop
  const { sandbox, expected, missing } = quarter
  const toMs = sandbox.clock.now()
  const firstMs = dayStartMs(`${indianDay(toMs - 8 * DAY_MS).slice(0, 7)}-01`) ?? 0
  const from = firstMs - 3 * DAY_MS
  const inFile = (await sandbox.settlements()).filter(({ createdAtMs }) => createdAtMs >= from)
  const wrongAlready = new Set(expected.map(({ settlementId }) => settlementId))
  const inTheMiddle = inFile.filter(({ settlementId, state, createdAtMs }) => {
    const date = Number(indianDay(createdAtMs).slice(-2))
    return date > 8 && date < 23 && createdAtMs >= firstMs && state === 'PROCESSED' && !wrongAlready.has(settlementId)
  })
  const wrong = makeWrong(random, await sandbox.settlementReport({ from, to: toMs }), inFile, inTheMiddle)
  expected.push(...wrong.expected)
  for (const figure of ['fees', 'taxes', 'deductions'] as const) missing[figure] += wrong.missing[figure]
  const rows = wrong.text.split('\n').length - 1
  const put = () =>
    processes.until(async (gateway) => {
      const beganMs = performance.now()
      await gateway.settlements.importReport({ name: `${day}.csv`, text: wrong.text })
      quarter.imports.push({ rows, ms: performance.now() - beganMs })
    })
  await killDuring(shop, 'import', 8 + Math.ceil(rows / 5_000), put)
  await killDuring(shop, 'import', 8 + Math.ceil(rows / 5_000), put)
}
