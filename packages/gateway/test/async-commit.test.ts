import { afterAll, beforeAll, expect, it } from 'vitest'
import { claimDueCallbacks, insertAccepted, markProcessed } from '../src/storage/callbacks.ts'
import { insertCalls } from '../src/storage/calls.ts'
import { createDatabase, type Database, type Queries } from '../src/storage/database.ts'
import { claimDueOrders, insertOrder, saveNextPoll } from '../src/storage/orders.ts'
import { openPool } from '../src/storage/pool.ts'
import { databases } from './helpers/database.ts'
import { seedOrder } from './helpers/seed.ts'
import { T0 } from './helpers/test-context.ts'

const { fresh } = databases({ durable: true })
let database: Database
beforeAll(async () => {
  database = createDatabase(openPool({ ...(await fresh()), max: 1 }, () => {}))
})
beforeAll(() => seedOrder(database, { merchantOrderId: 'order-1', nextPollAtMs: T0 }))
afterAll(() => database.close())

const ORDER = {
  merchantOrderId: 'new-1',
  reference: 'cart-1',
  checkout: 'STANDARD',
  amount: 100,
  request: {},
  createdAtMs: T0,
  expiresAtMs: T0,
  openedAtMs: T0,
  nextPollAtMs: T0,
}
const CALLBACK = {
  receivedAtMs: T0,
  event: 'e',
  headers: {},
  body: {},
  content: { kind: 'unknown' } as const,
  digest: 'd-1',
}
const CLAIM = { nowMs: T0, leaseUntilMs: T0 + 1, limit: 5 }
const CALL = { atMs: T0, endpoint: 'e', method: 'GET', path: '/', attempts: 1 } as const

/** What the commit of the transaction in which this ran will wait for. */
async function waitsForDisk(run: (tx: Queries) => Promise<unknown>): Promise<string | undefined> {
  return database.transaction(async (tx) => {
    await run(tx)
    return (await tx.query<{ synchronous_commit: string }>({ text: 'show synchronous_commit' })).rows[0]
      ?.synchronous_commit
  })
}

it.each<[string, (tx: Queries) => Promise<unknown>]>([
  ['a new order', (tx) => insertOrder(tx, ORDER)],
  ['a callback', (tx) => insertAccepted(tx, [CALLBACK])],
])('%s is on the disk before anybody is answered', async (_, run) => {
  expect(await waitsForDisk(run)).toBe('on')
})

it.each<[string, (tx: Queries) => Promise<unknown>]>([
  ['a lease on due orders', (tx) => claimDueOrders(tx, CLAIM)],
  ['a lease on callbacks', (tx) => claimDueCallbacks(tx, CLAIM)],
  ['that a callback was folded', (tx) => markProcessed(tx, [1], T0)],
  ['the time of the next look', (tx) => saveNextPoll(tx, 'order-1', T0)],
  ['the log of calls', (tx) => insertCalls(tx, [CALL])],
])('%s waits for no disk, and the next transaction does again', async (_, run) => {
  expect(await waitsForDisk(run)).toBe('off')
  expect(await waitsForDisk(async () => {})).toBe('on')
})
