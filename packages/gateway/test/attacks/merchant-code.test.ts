import { afterEach, describe, expect, it, vi } from 'vitest'
import { SYSTEM_CLOCK } from '../../src/context.ts'
import type { Handlers, Log, Notifier } from '../../src/index.ts'
import { withTimeout } from '../../src/services/with-timeout.ts'
import { CALLBACK_URL, CART, setupTestGateways, type TestGateway } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()

async function pay({ gateway, sandbox, drainJobs }: TestGateway): Promise<void> {
  await gateway.orders.start({ ...CART, merchantOrderId: 'one' })
  await sandbox.simulatePayment('one', { outcome: 'SUCCESS' })
  await drainJobs()
}

afterEach(() => vi.useRealTimers())

describe('a notifier that is written in JavaScript', () => {
  it('is called once when it returns nothing instead of a promise', async () => {
    const notified: string[] = []
    const notify = ({ notificationId }: { notificationId: string }) => void notified.push(notificationId)
    const notifier = { name: 'js', kinds: ['order.completed'], notify } as unknown as Notifier
    const testGateway = await createTestGateway({ gateway: { notifiers: [notifier] } })
    await pay(testGateway)
    await testGateway.advance(10_000)
    expect(notified).toHaveLength(1)
    expect(await testGateway.rows('select "state" from galla.deliveries')).toEqual([{ state: 'done' }])
  })

  it('clears its time limit when it throws synchronously: a later rejection would end the process', async () => {
    vi.useFakeTimers()
    const failing = withTimeout(60_000, 'The notifier', () => {
      throw new Error('no promise')
    })
    await expect(failing).rejects.toThrow('no promise')
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('a handler that throws a value whose properties cannot be read', () => {
  it('has its writes rolled back, and leaves no transaction open', async () => {
    const unreadable = new Proxy(
      {},
      {
        get() {
          throw new Error('no field')
        },
      },
    )
    let runs = 0
    const completed: Handlers['order.completed'] = async ({ tx }) => {
      runs += 1
      await tx.query('insert into parcels values ($1)', [runs])
      if (runs === 1) throw unreadable
    }
    const testGateway = await createTestGateway({ gateway: { on: { 'order.completed': completed } } })
    await testGateway.rows('create table parcels (run int)')
    await pay(testGateway)
    expect(await testGateway.rows('select run from parcels')).toEqual([])
    await testGateway.advance(10_000)
    expect(await testGateway.rows('select run from parcels')).toEqual([{ run: 2 }])
    const open = `select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`
    expect(await testGateway.rows(open)).toEqual([])
  })
})

/** Each line fails, at once or later. */
function brokenLog(fails: (line: string) => unknown): { log: Log; lines: string[] } {
  const lines: string[] = []
  const write = (_: object, line: string) => {
    lines.push(line)
    return fails(line)
  }
  return { log: { info: write, warn: write, error: write }, lines }
}

describe.each<[string, () => unknown]>([
  [
    'throws',
    () => {
      throw new Error('the disk of the log is full')
    },
  ],
  ['rejects', () => Promise.reject(new Error('the disk of the log is full'))],
])('a log that %s', (_how, fails) => {
  it('stops neither orders nor callbacks nor deliveries', async () => {
    const { log, lines } = brokenLog(fails)
    let runs = 0
    const completed = () => {
      runs += 1
      if (runs === 1) throw new Error('again, please')
    }
    const testGateway = await createTestGateway({ gateway: { log, on: { 'order.completed': completed } } })
    await pay(testGateway)
    await testGateway.advance(10_000)
    expect(await testGateway.gateway.orders.get('one')).toMatchObject({ state: 'COMPLETED' })
    expect(runs).toBe(2)
    const forged = new Request(CALLBACK_URL, { method: 'POST', headers: { authorization: 'x' }, body: '{}' })
    expect((await testGateway.gateway.fetch(forged)).status).toBe(401)
    expect(lines).toEqual(expect.arrayContaining(['Order updated', 'A callback was refused']))
  })

  it('does not end the workers of a running process', async () => {
    const { log, lines } = brokenLog(fails)
    const testGateway = await createTestGateway()
    const running = await testGateway.replica({ log, clock: SYSTEM_CLOCK })
    await testGateway.rows('alter table galla.callbacks rename to hidden')
    await running.start()
    await vi.waitFor(() => expect(lines).toContain('A job failed'), { timeout: 20_000 })
    await testGateway.rows('alter table galla.hidden rename to callbacks')
    await vi.waitFor(() => expect(lines).toContain('A job runs again'), { timeout: 20_000 })
  })
})
