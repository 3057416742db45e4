import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSandbox } from '@galla/sandbox'
import { Galla } from '@galla/sdk'
import { Client } from 'pg'
import { describe, expect, it } from 'vitest'
import { createGateway, type Gateway, type GatewaySettings } from '../src/index.ts'
import { setupDatabases } from './helpers/template-databases.ts'
import { CART, CLIENT, SECRET } from './helpers/test-gateway.ts'

const { createTestDatabase, createEmptyDatabase } = setupDatabases()
const sandbox = createSandbox()
const sdkClient = new Galla({ ...CLIENT, clientVersion: 1, fetch: sandbox.fetch, callbackCredentials: SECRET })

const openGateway = (database: object, settings: Partial<GatewaySettings> = {}) =>
  createGateway({ ...CLIENT, client: sdkClient, database, ...settings })

describe('createGateway', () => {
  it.each([
    ['environment', { environment: 'STAGING' }],
    ['environment', { environment: undefined }],
    ['clientId', { clientId: '' }],
    ['clientSecret', { clientSecret: undefined }],
    ['policy.latePayment', { policy: { latePayment: 'maybe' } }],
  ])('rejects with the name of the option when %s is invalid', async (name, wrong) => {
    await expect(openGateway(await createTestDatabase(), wrong as never)).rejects.toThrow(name)
  })

  it('rejects a database of another environment or another clientId', async () => {
    const database = await createTestDatabase()
    await (await openGateway(database)).stop()
    await expect(openGateway(database, { environment: 'PRODUCTION' })).rejects.toThrow(
      /environment "SANDBOX", not to "PRODUCTION"/,
    )
    await expect(openGateway(database, { clientId: 'other' })).rejects.toThrow(/clientId/)
    await (await openGateway(database)).stop()
  })

  it('migrates an empty database once when several gateways start at the same time', async () => {
    const database = await createEmptyDatabase()
    const gateways = await Promise.all([1, 2, 3, 4].map(() => openGateway(database)))
    const started = await gateways[0]?.orders.start(CART)
    expect(await gateways[3]?.orders.get(started?.order.merchantOrderId ?? '')).toMatchObject({ state: 'PENDING' })
    await Promise.all(gateways.map((one) => one.stop()))
  })

  it('starts PostgreSQL in a folder and finds the orders again after a restart', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'galla-folder-'))
    const first = await createGateway({ ...CLIENT, client: sdkClient, database: folder })
    await first.orders.start({ ...CART, merchantOrderId: 'yesterday' })
    await first.stop()
    const second = await createGateway({ ...CLIENT, client: sdkClient, database: folder })
    expect(await second.orders.get('yesterday')).toMatchObject({ state: 'PENDING' })
    await second.stop()
    await second.stop()
    await rm(folder, { recursive: true })
  })

  it('stores neither client secret nor access token in plain text', async () => {
    const database = await createTestDatabase()
    const gateway = await createGateway({
      ...CLIENT,
      client: ({ tokenStore }) => new Galla({ ...CLIENT, clientVersion: 1, fetch: sandbox.fetch, tokenStore }),
      database,
    })
    await gateway.orders.start(CART)
    await gateway.stop()
    const client = new Client(database)
    await client.connect()
    const { rows } = await client.query('select * from galla.tokens')
    await client.end()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toMatch(/Bearer|a secret of the stall/)
  })
})

describe('gateway.start', () => {
  const waitUntil = async (condition: () => Promise<boolean>): Promise<void> => {
    while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20))
  }

  it('processes callbacks and refunds without runPendingJobs', async () => {
    const fulfilled: string[] = []
    const handlers = {
      'order.completed': ({ order }: { order: { reference: string } }) => void fulfilled.push(order.reference),
    }
    let receiver: Gateway | undefined
    const provider = createSandbox({
      callbacks: { url: 'http://shop.localhost/callbacks', ...SECRET },
      deliver: async (url, init) => receiver?.fetch(new Request(url, init)) ?? Response.error(),
    })
    const client = new Galla({ ...CLIENT, clientVersion: 1, fetch: provider.fetch, callbackCredentials: SECRET })
    const gateway = await openGateway(await createTestDatabase(), { client, on: handlers })
    receiver = gateway
    await gateway.start()
    const { order } = await gateway.orders.start(CART)
    await provider.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
    await waitUntil(async () => (await gateway.orders.get(order.merchantOrderId))?.state === 'COMPLETED')

    await gateway.refunds.request({
      merchantOrderId: order.merchantOrderId,
      merchantRefundId: 'r-1',
      amount: CART.amount,
    })
    await waitUntil(async () => (await gateway.refunds.get('r-1'))?.state === 'COMPLETED')
    await gateway.stop()
    await provider.close()
    expect(fulfilled).toEqual(['cart-7'])
  })

  it('removes the row of a dead worker at start, and its own on stop', async () => {
    const database = await createTestDatabase()
    const client = new Client(database)
    await client.connect()
    await client.query(`insert into galla.workers ("workerId", "startedAtMs", "heartbeatAtMs") values ('dead', 0, 0)`)
    const gateway = await openGateway(database)
    await gateway.start()
    const { rows: workers } = await client.query(`select "workerId" from galla.workers`)
    expect(workers).toHaveLength(1)
    expect(workers).not.toContainEqual({ workerId: 'dead' })
    await gateway.stop()
    expect((await client.query('select 1 from galla.workers')).rows).toEqual([])
    await client.end()
  })
})
