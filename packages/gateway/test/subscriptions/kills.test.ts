import { createSandbox } from '@galla/sandbox'
import { paise } from '@galla/sdk'
import { Pool } from 'pg'
import { expect, it } from 'vitest'
import { subscriptions } from '../../src/subscriptions.ts'
import { DAY_MS, HOUR_MS, inIndia } from '../helpers/subscription-shop.ts'
import { setupDatabases } from '../helpers/template-databases.ts'
import { CALLBACK_URL, REDIRECT_URL, SECRET } from '../helpers/test-gateway.ts'
import { createRandom } from '../model/random.ts'
import { createProcesses, type Processes } from '../quarter/processes.ts'
import type { Heard } from './heard.ts'
import { billing, isDue } from './year.ts'

const { createTestDatabase } = setupDatabases({ ownSessions: true })

/** Kill points of a run: all of them, or each so-manieth for a short run. */
const EACH = Number(process.env.GALLA_EACH ?? 40)
const FIRST_DAY = inIndia('2027-01-10')

/**
 * Hours of a week, from the begin of its cycle, at which the workers run: the announcement of the debit, and the debit. After each, what a kill has left is
 * done.
 */
const HOURS = [-35.9, -35.8, -35.5, -34, -30, -28, 0.1, 0.2, 0.3, 0.6, 2.4, 4.2, 6, 8]
/** The runs in which a replica is killed: before and after the announcement, before and after the debit. */
const KILLED = [0, 1, 6, 7]

/** A subscription of every week, at the end of its first day. */
async function openShop() {
  const database = await createTestDatabase()
  const pool = new Pool({ ...database, max: 2 }).on('error', () => {})
  const requests: string[] = []
  let receivers: Processes | undefined
  const sandbox = createSandbox({
    clock: { frozen: true, startMs: FIRST_DAY + 11 * HOUR_MS },
    tokenLifeSec: 315_360_000,
    callbacks: { url: CALLBACK_URL, mode: 'classic', ...SECRET },
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
  await pool.query('create table heard ("event" text, "merchantOrderId" text)')
  const hear =
    (event: string) =>
    async ({ order, tx }: Heard) => {
      await tx.query('insert into heard values ($1, $2)', [event, order.merchantOrderId])
    }
  const watched: typeof sandbox.fetch = (input, init) => {
    if (/\/redeem$/.test(String(input))) requests.push(JSON.parse(String(init?.body)).merchantOrderId)
    return sandbox.fetch(input, init)
  }
  const processes = createProcesses({
    database,
    sandbox: { ...sandbox, fetch: watched, clock: sandbox.clock },
    pool,
    random: createRandom(1),
    settings: {
      subscriptions: subscriptions(),
      on: {
        'subscription.charge_completed': hear('charge_completed'),
        'subscription.charge_failed': hear('charge_failed'),
        'subscription.halted': hear('halted'),
      },
    },
  })
  receivers = processes
  await processes.replaceDead()
  const runJobs = () => processes.until((gateway) => gateway.runPendingJobs())
  /** Runs the jobs of a time, with a kill at one of their calls. True when a process was killed. */
  const work = async (atMs: number, kill?: { call: number; when: 'before' | 'after' }): Promise<boolean> => {
    await sandbox.clock.advance(atMs - sandbox.clock.now())
    await sandbox.idle()
    if (!kill && !(await isDue({ pool, sandbox }))) return false
    const { kills } = processes
    if (kill) processes.killAt(kill.call, kill.when)
    await runJobs()
    if (kill && processes.kills === kills) processes.spare()
    return processes.kills > kills
  }
  await processes.until((gateway) =>
    billing(gateway).plans.create({ planId: 'tea', name: 'Tea', amount: paise(19_900), frequency: 'WEEKLY' }),
  )
  await processes.until((gateway) =>
    billing(gateway).subscriptions.start({ subscriptionId: 'tea', planId: 'tea', redirectUrl: REDIRECT_URL }),
  )
  await sandbox.simulatePayment('tea-1-1', { outcome: 'SUCCESS' })
  for (const hour of [11.01, 11.02, 11.1, 11.2, 11.4, 13, 16]) await work(FIRST_DAY + hour * HOUR_MS)
  return { pool, sandbox, processes, requests, work }
}

it(
  'a debit is made once, told once and never late, at whatever call to the database or the provider a replica is killed',
  async () => {
    const { pool, sandbox, processes, requests, work } = await openShop()
    const killed: string[] = []
    let week = 1
    const live = async (kill?: { run: number; call: number; when: 'before' | 'after' }) => {
      let hit = false
      for (const [run, hour] of HOURS.entries()) {
        const isHit = await work(FIRST_DAY + week * 7 * DAY_MS + hour * HOUR_MS, run === kill?.run ? kill : undefined)
        if (run === kill?.run) hit = isHit
      }
      week += 1
      return hit
    }
    // One kill a week: at one call after the other, until the run has no more calls.
    for (const run of KILLED)
      for (const when of ['before', 'after'] as const)
        for (let call = 1; await live({ run, call, when }); call += EACH)
          killed.push(`week ${week - 1}: run ${run}, ${when} call ${call}`)
    await live()
    const { redemptions } = await sandbox.mandate('tea-m1')
    const debited = redemptions
      .filter(({ state }) => state === 'COMPLETED')
      .map(({ merchantOrderId }) => merchantOrderId)
    const cycles = (await pool.query('select "number", "outcome" from galla.cycles order by "number"')).rows
    const heard = (await pool.query('select "event", "merchantOrderId" from heard')).rows
    const captured = (await pool.query(`select "merchantOrderId" from galla.ledger where "kind" = 'capture'`)).rows
    const weeks = Array.from({ length: week }, (_, at) => at + 1)
    console.log(
      JSON.stringify({ kills: killed.length, weeks: week, requests: requests.length, orders: redemptions.length }),
    )
    expect(cycles.slice(0, week), killed.join('\n')).toEqual(weeks.map((number) => ({ number, outcome: 'PAID' })))
    expect(debited.map((id) => Number(id.split('-')[1]))).toEqual(weeks.slice(1))
    expect(captured.map(({ merchantOrderId }) => merchantOrderId).sort()).toEqual(['tea-1-1', ...debited].sort())
    expect(heard.map(({ event, merchantOrderId }) => `${event} ${merchantOrderId}`).sort()).toEqual(
      ['tea-1-1', ...debited].map((id) => `charge_completed ${id}`).sort(),
    )
    expect(new Set(requests).size).toBe(debited.length)
    await processes.close()
    await sandbox.close()
    await pool.end()
  },
  HOUR_MS,
)
