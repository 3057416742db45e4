import { randomUUID } from 'node:crypto'
import { createGateway } from '@galla/gateway'
import { dropDatabases, sharedServer } from '@galla/testkit/shared-postgres'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { POLLING_START_MS } from '../src/database/rows.mjs'
import { seedMonth, seedPendingOrders } from '../src/database/seed.mjs'
import { cannedProvider } from '../src/lib/canned-provider.mjs'
import { GATEWAY_CLIENT } from '../src/lib/inputs.mjs'
import * as polling from '../src/subjects/gateway-polling.mjs'
import * as reads from '../src/subjects/gateway-reads.mjs'

const names = { month: `bench_${randomUUID().slice(0, 8)}`, pending: `bench_${randomUUID().slice(0, 8)}` }
let connectionOf: (name: string) => object

async function create(name: string, fill: (client: Client) => Promise<void>): Promise<void> {
  const { connection } = await sharedServer()
  connectionOf = (database) => ({ ...connection, database })
  const admin = new Client(connection)
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  const settings = {
    ...GATEWAY_CLIENT,
    client: cannedProvider({ state: 'PENDING', amount: 100 }),
    database: connectionOf(name),
  }
  await (await createGateway(settings as never)).stop()
  const client = new Client(connectionOf(name))
  await client.connect()
  await fill(client).finally(() => client.end())
}

beforeAll(async () => {
  await create(names.month, (client) => seedMonth(client, { orders: 1_000 }))
  await create(names.pending, (client) => seedPendingOrders(client, { orders: 100 }))
})

afterAll(async () => dropDatabases((await sharedServer()).connection, Object.values(names)))

test('every read that the bench measures works on the orders that it seeds', async () => {
  const { stop, ...subject } = await reads.prepare(JSON.stringify(connectionOf(names.month)))
  const failed: string[] = []
  for (const [op, read] of Object.entries(subject)) {
    await read(0).catch((error: Error) => failed.push(`${op}: ${error.message}`))
  }
  await stop()
  expect(Object.keys(subject).length).toBeGreaterThan(20)
  expect(failed).toEqual([])
})

test('the seeded orders in review are listed with what was found', async () => {
  const settings = {
    ...GATEWAY_CLIENT,
    client: cannedProvider({ state: 'PENDING', amount: 100 }),
    database: connectionOf(names.month),
  }
  const gateway = await createGateway(settings as never)
  const { rows } = await gateway.orders.list({ needsReview: true })
  await gateway.stop()
  const reviews = rows.map(({ needsReview }) => needsReview)
  expect(reviews).toContainEqual(expect.objectContaining({ reason: 'amount-mismatch' }))
  for (const review of reviews) expect(review?.findings[0]?.code).toBe(review?.reason)
})

test('the pending orders that the bench seeds are polled', async () => {
  const { stop, due } = await polling.prepare(JSON.stringify(connectionOf(names.pending)))
  await due()
  await stop()
  const client = new Client(connectionOf(names.pending))
  await client.connect()
  const day = 'select count(*)::int as "count" from galla.orders where "nextPollAtMs" > $1'
  const { rows } = await client.query(day, [POLLING_START_MS + 3_600_000])
  await client.end()
  expect(rows).toEqual([{ count: 24 }])
})
