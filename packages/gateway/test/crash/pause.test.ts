import { serveSandbox } from '@galla/sandbox'
import { Pool } from 'pg'
import { describe, expect, it } from 'vitest'
import { freeLeases } from '../helpers/free-leases.ts'
import { setupDatabases } from '../helpers/template-databases.ts'
import { CLIENT, SECRET } from '../helpers/test-gateway.ts'
import { setupChildProcesses } from './children.ts'

const { createTestDatabase } = setupDatabases()
const { start, errors } = setupChildProcesses()
const AMOUNT = 10_000
const until = async (holds: () => Promise<boolean> | boolean): Promise<void> => {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20))
}

/** Real pauses take longer than what a change needs to be checked by. */
describe.skipIf(process.env.GALLA_LONG !== '1')(
  'a process that is paused (SIGSTOP), whose work another one takes over, and that goes on (SIGCONT)',
  () => {
    it('has sent one refund, started one order, and run its handler once', async () => {
      const database = await createTestDatabase()
      const pool = new Pool({ ...database, max: 3 }).on('error', () => {})
      const count = async (from: string) =>
        (await pool.query<{ n: number }>(`select count(*)::int as n from ${from}`)).rows[0]?.n
      await pool.query('create table fulfilments ("deliveryId" text, "reference" text)')
      const sandbox = await serveSandbox({
        tokenLifeSec: 315_360_000,
        refundTiming: false,
        callbacks: { url: 'http://shop.localhost/callbacks', mode: 'classic', ...SECRET },
        deliver: async () => new Response(),
      })
      const clock = { startMs: Date.now(), speed: 1 }
      const launch = async (seed: number) => {
        const child = start({ database, provider: sandbox.url, clock, seed, client: CLIENT, secret: SECRET })
        const url = await child.ready
        expect(url, errors.join('')).toBeDefined()
        const post = async (path: string, body: object) => {
          const response = await fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify(body) })
          return { status: response.status, body: (await response.json()) as { error?: string } }
        }
        return { child, post }
      }
      /** The server ends the transactions of a vanished process; its leases end. */
      const giveUp = async () => {
        await pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where state like 'idle in transaction%' and datname = current_database()`,
        )
        await freeLeases(pool)
      }
      const order = (id: string) => ({
        reference: id,
        merchantOrderId: id,
        amount: AMOUNT,
        checkout: 'STANDARD',
        redirectUrl: 'https://shop.example/thanks',
      })
      const calls = (name: string) => sandbox.journal({ name, kind: 'api' }).map(({ status }) => status)

      const first = await launch(1)
      await first.post('/start', order('one'))
      // The handler waits for the table.
      const blocker = await pool.connect()
      await blocker.query('begin; lock table fulfilments in exclusive mode')
      await sandbox.simulatePayment('one', { outcome: 'SUCCESS' })
      await pool.query(`update galla.orders set "nextPollAtMs" = 1 where "merchantOrderId" = 'one'`)
      await until(
        async () =>
          (await count(
            `pg_stat_activity where wait_event_type = 'Lock' and query like '%fulfilments%' and datname = current_database()`,
          )) === 1,
      )
      first.child.pause()
      await blocker.query('commit')
      blocker.release()
      await until(
        async () =>
          (await count(
            `pg_stat_activity where state = 'idle in transaction' and query like '%fulfilments%' and datname = current_database()`,
          )) === 1,
      )
      await giveUp()
      const second = await launch(2)
      await until(async () => (await count(`galla.deliveries where "state" = 'done'`)) === 1)
      first.child.resume()
      expect(await count('fulfilments')).toBe(1)

      // A refund whose request was sent and has no reply yet.
      await sandbox.setFaults({ rules: [{ kind: 'hold', endpoints: ['refund'], times: 1 }] })
      second.child.pause()
      await first.post('/refund', { merchantOrderId: 'one', merchantRefundId: 'r-1', amount: AMOUNT })
      await until(() => sandbox.held().length === 1)
      first.child.pause()
      await giveUp()
      second.child.resume()
      await until(async () => (await count(`galla.refunds where "state" = 'PENDING'`)) === 1)
      await sandbox.release()
      first.child.resume()
      await until(async () => (await count(`galla.refunds where "leasedUntil" is not null`)) === 0)

      // An order whose request was sent and has no reply yet.
      await sandbox.setFaults({ rules: [{ kind: 'hold', endpoints: ['standardPay'], times: 1 }] })
      const starting = first.post('/start', order('two'))
      await until(() => sandbox.held().length === 1)
      first.child.pause()
      expect(await second.post('/start', order('two'))).toMatchObject({
        status: 409,
        body: { error: expect.stringContaining('not known') },
      })
      await sandbox.release()
      first.child.resume()
      // Its reply came after the time limit, so it does not know either; a status check finds the order.
      expect(await starting).toMatchObject({ status: 409, body: { error: expect.stringContaining('not known') } })
      await pool.query(`update galla.orders set "nextPollAtMs" = 1 where "merchantOrderId" = 'two'`)
      await until(
        async () => (await count(`galla.orders where "merchantOrderId" = 'two' and "state" = 'PENDING'`)) === 1,
      )
      expect(calls('standardPay')).toHaveLength(2)

      expect(await count('fulfilments')).toBe(1)
      // The second request of the same refund is refused by the provider, and the amount is held once.
      expect(calls('refund').filter((status) => status === 200)).toHaveLength(1)
      expect(await count(`galla.orders where "merchantOrderId" = 'one' and "heldAmount" = ${AMOUNT}`)).toBe(1)
      expect(await first.child.terminate()).toBe(0)
      expect(await second.child.terminate()).toBe(0)
      await sandbox.close()
      await pool.end()
    })
  },
)
