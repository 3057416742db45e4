import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type PoolConfig } from 'pg'
import { describe, expect, it } from 'vitest'
import { inspectDatabase } from '../src/index.ts'
import { CART, setupTestGateways } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const keyOf = (id: string) => `${id}:${randomBytes(32).toString('base64')}`

describe('inspectDatabase', () => {
  it('describes the server, the role, the schema and what is stored', async () => {
    const { settings, gateway, sandbox, drainJobs } = await createTestGateway({
      gateway: { on: { 'order.completed': () => {} } },
    })
    await gateway.orders.start({ ...CART, merchantOrderId: 'one' })
    await sandbox.simulatePayment('one', { outcome: 'SUCCESS' })
    await drainJobs()
    await gateway.users.list()
    const found = await inspectDatabase(settings.database)
    expect(found).toMatchObject({
      version: expect.stringMatching(/^\d+/),
      transport: 'socket',
      timeZone: 'UTC',
      takesWrites: true,
      role: { superuser: true, mayMigrate: true, forbidden: [] },
      connections: { perProcess: 16 },
      schema: { version: 1, needed: 1, pendingSteps: 0 },
      contents: {
        owner: { environment: 'SANDBOX', clientId: 'tea-stall' },
        users: [{ name: 'admin', role: 'admin', usesConfiguredPassword: true }],
        activeApiKeys: 0,
        metricsKeys: 0,
        workers: 1,
        subscriptions: [{ subscriber: 'handlers', event: 'order.completed', running: 1 }],
        encryption: { complete: true, encryptedBy: {} },
        firstMoney: { paid: true, refunded: false },
      },
    })
    expect(found?.poolerProblem).toBeUndefined()
    expect(found?.contents?.encryption.plain).toBeGreaterThan(0)
    expect(Math.abs(found?.clockAheadMs ?? Number.NaN)).toBeLessThan(60_000)
    expect(found?.connections.used).toBeLessThan(found?.connections.max ?? 0)
  })

  it('counts rows by the key that encrypted them', async () => {
    const [first, second] = [keyOf('first'), keyOf('second')]
    const { settings, replica, gateway } = await createTestGateway({ gateway: { dataKeys: [first] } })
    const start = (one: typeof gateway, merchantOrderId: string) =>
      one.orders.start({ ...CART, checkout: 'CUSTOM', reference: merchantOrderId, merchantOrderId })
    await start(gateway, 'one')
    await start(await replica({ dataKeys: [second, first] }), 'two')
    const encryption = async () => (await inspectDatabase(settings.database))?.contents?.encryption
    expect(await encryption()).toMatchObject({ plain: 0, encryptedBy: { first: 1, second: 1 } })
    const { dataKeys: _, ...without } = settings
    await start(await replica({ ...without, dataKeys: [second, first] }), 'three')
    expect(await encryption()).toMatchObject({ plain: 0, encryptedBy: { first: 1, second: 2 } })
  })

  it('changes nothing in an empty database, and names what a role may not use', async () => {
    const { settings } = await createTestGateway()
    const owner = settings.database as PoolConfig
    const client = new Client(owner)
    await client.connect()
    await client.query('drop schema galla cascade')
    const empty = await inspectDatabase(owner)
    expect(empty).toMatchObject({ schema: { version: 0, needed: 1, pendingSteps: 1 } })
    expect(empty?.contents).toBeUndefined()
    expect((await client.query(`select to_regnamespace('galla') as "schema"`)).rows).toEqual([{ schema: null }])

    await (await createTestGateway({ gateway: { database: owner } })).gateway.health()
    const role = `weak_${randomBytes(4).toString('hex')}`
    try {
      await client.query(`create role ${role} login connection limit 7`)
      const weak = await inspectDatabase({ ...owner, user: role })
      expect(weak).toMatchObject({
        role: { name: role, superuser: false, mayMigrate: false },
        connections: { max: 7, used: 0 },
        schema: { problem: expect.stringContaining('permission denied') },
      })
      await client.query(`grant usage on schema galla to ${role}; grant select on galla.migrations to ${role}`)
      const reading = await inspectDatabase({ ...owner, user: role })
      expect(reading?.role.forbidden).toContain('api_keys')
      expect(reading?.contents).toBeUndefined()
    } finally {
      await client.query(`drop owned by ${role}; drop role ${role}`)
      await client.end()
    }
  })

  it('does not create the folder of an embedded PostgreSQL', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'galla-inspect-'))
    const database = join(folder, 'database')
    expect(await inspectDatabase(database)).toBeUndefined()
    expect(existsSync(database)).toBe(false)
    await mkdir(database)
    expect(await inspectDatabase(database)).toBeUndefined()
    expect(await readdir(database)).toEqual([])
    await writeFile(join(folder, 'file'), '')
    await expect(inspectDatabase(join(folder, 'file'))).rejects.toThrow('Choose another folder')
    await rm(folder, { recursive: true })
  })

  it('rejects with the error of a server that cannot be reached', async () => {
    await expect(inspectDatabase('postgres://galla@127.0.0.1:1/gateway')).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    })
    await expect(inspectDatabase('postgres://galla@db.example/gateway')).rejects.toThrow('sslmode=verify-full')
  })
})
