import type { Pool, PoolClient } from 'pg'
import { describe, expect, it } from 'vitest'
import type { GatewayContext } from '../src/context.ts'
import type { Notifier } from '../src/index.ts'
import { recordEvents } from '../src/services/events/record-events.ts'
import { registerSubscriptions } from '../src/services/events/subscriptions.ts'
import { createDatabase, type Database } from '../src/storage/database.ts'
import { claimDeliveries } from '../src/storage/events/deliveries.ts'
import { openPool } from '../src/storage/pool.ts'
import { deliverEvents } from '../src/workers/events/deliver-events.ts'
import { seedOrder } from './helpers/seed.ts'
import { setupDatabases } from './helpers/template-databases.ts'
import { createTestContext } from './helpers/test-context.ts'

const { createTestDatabase } = setupDatabases()

/** A process that dies at its `step`-th statement: before it is sent, or after the server has executed it. */
function dyingAt(step: number, when: 'before' | 'after') {
  let statements = 0
  const state = { dead: false }
  const sent = new Set<Promise<unknown>>()
  const send = (run: () => Promise<unknown>) => {
    const statement = run().finally(() => sent.delete(statement))
    sent.add(statement)
    return statement
  }
  /** Waits until the server has executed the statements of a dead process, before another process takes over. */
  const serverDone = () => Promise.allSettled(sent)
  const die = (): never => {
    state.dead = true
    throw new Error('the process died')
  }
  const intercept = async (run: () => Promise<unknown>): Promise<unknown> => {
    if (state.dead) return die()
    statements += 1
    if (statements !== step) return send(run)
    // Dead before the statement ends: one that runs beside the others could end after all of them.
    state.dead = true
    if (when === 'after') await send(run)
    return die()
  }
  const dying = <Target extends Pool | PoolClient>(target: Target): Target =>
    new Proxy(target, {
      get(_, name) {
        if (name === 'query') return (...args: [never]) => intercept(() => target.query(...args))
        if (name === 'connect') return async () => dying(await (target as Pool).connect())
        // A process that died takes its connection with it.
        if (name === 'release') return (broken?: boolean) => (target as PoolClient).release(state.dead || broken)
        return Reflect.get(target, name, target)
      },
    })
  return { dying, state, serverDone }
}

const afterNoTime: GatewayContext['after'] = (_ms, run) => {
  const timer = setImmediate(run)
  return () => clearImmediate(timer)
}

interface Scenario {
  readonly handled: string[]
  readonly notified: string[]
}

/** One event of a paid order, with a handler that writes a row and a notifier. */
async function createScenario({ handled, notified }: Scenario) {
  const connection = await createTestDatabase()
  const pool = openPool({ ...connection, max: 4 }, () => {})
  const database = createDatabase(pool)
  await seedOrder(database, { merchantOrderId: 'one', state: 'COMPLETED' })
  await pool.query('create table parcels ("deliveryId" text)')
  const notifier: Notifier = {
    name: 'chat',
    kinds: ['order.completed'],
    notify: async ({ notificationId }) => void notified.push(notificationId),
  }
  const contextOn = (on: Database, overrides: Partial<GatewayContext> = {}) =>
    createTestContext(on, {
      ...overrides,
      handlers: {
        'order.completed': async ({ deliveryId, tx }) => {
          handled.push(deliveryId)
          await tx.query('insert into parcels values ($1)', [deliveryId])
        },
      },
      notifiers: [notifier],
    })
  const context = contextOn(database)
  await registerSubscriptions(context)
  await database.transaction((tx) =>
    recordEvents(context, tx, [{ type: 'order.completed', eventId: 'order:one:completed', merchantOrderId: 'one' }]),
  )
  return { pool, database, context, contextOn }
}

describe('a process that dies while it delivers', () => {
  it.each(['before', 'after'] as const)(
    '%s any of its statements leaves what the handler wrote exactly once',
    async (when) => {
      let step = 0
      for (let died = true; died; ) {
        step += 1
        const handled: string[] = []
        const notified: string[] = []
        const { pool, context, contextOn } = await createScenario({ handled, notified })
        const { dying, state, serverDone } = dyingAt(step, when)
        // A dead process has no database to wait for: its delays before a repeat end at once.
        const dead = contextOn(createDatabase(dying(pool)), { after: afterNoTime })
        await deliverEvents(dead).catch((error) => {
          if (!state.dead) throw error
        })
        died = state.dead
        await serverDone()
        // Another process takes over: the lease of the dead one is over, and so is the delay after a failed attempt.
        await pool.query('update galla.deliveries set "leasedUntil" = null')
        context.setNow(context.clock.now() + 60_000)
        await deliverEvents(context)
        const { rows } = await pool.query('select "state", "attempts" from galla.deliveries order by "subscriber"')
        expect(rows.map((row) => row.state)).toEqual(['done', 'done'])
        for (const { attempts } of rows) expect(attempts).toBeLessThanOrEqual(died ? 2 : 1)
        expect((await pool.query('select "deliveryId" from parcels')).rows).toEqual([
          { deliveryId: 'order:one:completed:handlers' },
        ])
        expect(handled.length).toBeGreaterThanOrEqual(1)
        expect(notified.length).toBeGreaterThanOrEqual(1)
        await pool.end()
      }
      // Claims, transaction, lock, reads, the handler's own statement, the marks and both commits.
      expect(step).toBeGreaterThan(9)
    },
  )

  it('at every attempt uses up the attempts, and the delivery needs review', async () => {
    const handled: string[] = []
    const { pool, database, context } = await createScenario({ handled, notified: [] })
    const handlers = { subscriber: 'handlers', events: ['order.completed'] } as const
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      // The process dies with the claim.
      const claimed = await claimDeliveries(database, handlers, {
        nowMs: context.clock.now(),
        leaseMs: 60_000,
        limit: 1,
      })
      expect(claimed).toMatchObject([{ attempts: attempt }])
      await pool.query('update galla.deliveries set "leasedUntil" = null')
    }
    await deliverEvents(context)
    const { rows } = await pool.query(
      `select "state", "lastError" from galla.deliveries where "subscriber" = 'handlers'`,
    )
    expect(rows).toEqual([{ state: 'failed', lastError: expect.stringContaining('ended during the last attempt') }])
    expect(handled).toEqual([])
    await pool.end()
  }, 120_000)
})
