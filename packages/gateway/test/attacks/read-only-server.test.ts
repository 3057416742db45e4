import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Log } from '../../src/index.ts'
import { CALLBACK_URL, CART, SECRET, setupTestGateways, type TestGateway } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways({ ownSessions: true })
const authorization = createHash('sha256').update(`${SECRET.username}:${SECRET.password}`).digest('hex')

async function postCallback({ gateway }: TestGateway): Promise<number> {
  const body = JSON.stringify({ event: 'pg.order.completed', payload: { merchantOrderId: 'one', state: 'COMPLETED' } })
  const request = new Request(CALLBACK_URL, { method: 'POST', headers: { authorization }, body })
  return (await gateway.fetch(request)).status
}

/** As an address that leads to a standby: each connection that is opened from now on takes writes or not, for as long as it lives. */
async function leadTo({ rows }: TestGateway, server: 'primary' | 'standby'): Promise<void> {
  const [found] = await rows<{ name: string }>('select current_database() as name')
  const value = server === 'standby' ? 'on' : 'off'
  await rows(`begin read write; alter database "${found?.name}" set default_transaction_read_only = ${value}; commit`)
}

const loseConnections = ({ rows }: TestGateway) =>
  rows(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )

it('a replica whose connections lead to a standby is not ready, sends nothing, and recovers by itself', async () => {
  const errors: string[] = []
  const log: Log = { info() {}, warn() {}, error: (_, line) => void errors.push(line) }
  const testGateway = await createTestGateway({ gateway: { log } })
  const { gateway, sandbox } = testGateway
  await leadTo(testGateway, 'standby')
  await loseConnections(testGateway)
  const statuses = [1, 2, 3].map(() => postCallback(testGateway))
  expect(await Promise.all(statuses)).toEqual([503, 503, 503])
  expect(errors).toEqual(['A callback may not have been stored'])
  expect(await gateway.isReady()).toBe(false)
  expect((await gateway.health()).ok).toBe(false)
  await expect(gateway.orders.start({ ...CART, merchantOrderId: 'one' })).rejects.toMatchObject({
    code: 'DATABASE_FAILED',
    cause: { code: '25006' },
  })
  expect(sandbox.journal({ name: 'pay', kind: 'api' })).toEqual([])
  // Reads leave connections in the pools that take no writes.
  await Promise.all(Array.from({ length: 8 }, () => gateway.orders.list({})))

  await leadTo(testGateway, 'primary')
  await gateway.isReady()
  expect(await gateway.isReady()).toBe(true)
  await gateway.orders.start({ ...CART, merchantOrderId: 'one' })
  await sandbox.simulatePayment('one', { outcome: 'SUCCESS' })
  await testGateway.drainJobs()
  expect(await gateway.orders.get('one')).toMatchObject({ state: 'COMPLETED' })
  expect(await postCallback(testGateway)).toBe(200)
})
