import { paise } from '@galla/sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claimDueCallbacks, markProcessed } from '../src/storage/callbacks/callbacks.ts'
import { insertAccepted } from '../src/storage/callbacks/received-callbacks.ts'
import { insertCalls } from '../src/storage/calls.ts'
import { createDatabase, type Database, type Queries } from '../src/storage/database.ts'
import { claimDeliveries } from '../src/storage/events/deliveries.ts'
import { insertOrder } from '../src/storage/orders/new-orders.ts'
import { orderBatches } from '../src/storage/orders/order-batches.ts'
import { claimDueOrders, saveNextPoll } from '../src/storage/orders/orders.ts'
import { openPool } from '../src/storage/pool.ts'
import { seedDelivery, seedOrder } from './helpers/seed.ts'
import { setupDatabases } from './helpers/template-databases.ts'
import { T0 } from './helpers/test-context.ts'

const { createTestDatabase } = setupDatabases({ durable: true })
let database: Database
beforeAll(async () => {
  database = createDatabase(openPool({ ...(await createTestDatabase()), max: 1 }, () => {}))
})
beforeAll(() => seedOrder(database, { merchantOrderId: 'order-1', nextPollAtMs: T0 }))
beforeAll(() => seedDelivery(database, { eventId: 'order:1', merchantOrderId: 'order-1', createdAtMs: T0 }))
afterAll(() => database.close())

const ORDER = {
  merchantOrderId: 'new-1',
  reference: 'cart-1',
  checkout: 'STANDARD',
  amount: paise(100),
  request: { redirectUrl: 'https://shop.example/thanks' },
  createdAtMs: T0,
  expiresAtMs: T0,

  opening: 'sending' as const,
  sentAtMs: T0,
  sendByMs: T0,
  nextPollAtMs: T0,
  startFingerprint: {},
} as const
const CALLBACK = {
  receivedAtMs: T0,
  event: 'e',
  headers: {},
  body: {},
  content: { kind: 'unknown' } as const,
  digest: 'd-1',
}
const HANDLERS = { subscriber: 'handlers', events: ['order.completed'] } as const
const CLAIM = { nowMs: T0, leaseMs: 1, limit: 5 }
/** The lease tokens of all callbacks. */
async function claimAll(tx: Queries): Promise<number[]> {
  await insertAccepted(tx, [{ ...CALLBACK, digest: 'd-2' }])
  return (await claimDueCallbacks(tx, CLAIM)).map(({ leaseToken }) => leaseToken)
}
const CALL = { atMs: T0, endpoint: 'e', method: 'GET', path: '/', attempts: 1 } as const

/** Value of `synchronous_commit` at the end of the transaction in which `run` is called. */
async function synchronousCommitOf(run: (tx: Queries) => Promise<unknown>): Promise<string | undefined> {
  return database.transaction(async (tx) => {
    await run(tx)
    return (await tx.query<{ synchronous_commit: string }>({ text: 'show synchronous_commit' })).rows[0]
      ?.synchronous_commit
  })
}

describe('synchronous_commit', () => {
  it.each<[string, (tx: Queries) => Promise<unknown>]>([
    ['insertOrder', (tx) => insertOrder(tx, ORDER)],
    [
      'insertFirst',
      (tx) => orderBatches(tx, () => 0).insertFirst({ ...ORDER, merchantOrderId: 'new-2', reference: 'cart-2' }),
    ],
    ['insertAccepted', (tx) => insertAccepted(tx, [CALLBACK])],
    ['claimDeliveries', (tx) => claimDeliveries(tx, HANDLERS, CLAIM)],
  ])('%s commits synchronously', async (_, run) => {
    expect(await synchronousCommitOf(run)).toBe('on')
  })

  it.each<[string, (tx: Queries) => Promise<unknown>]>([
    ['claimDueOrders', (tx) => claimDueOrders(tx, CLAIM)],
    ['claimDueCallbacks', (tx) => claimDueCallbacks(tx, CLAIM)],
    ['markProcessed', async (tx) => markProcessed(tx, await claimAll(tx), T0)],
    ['saveNextPoll', (tx) => saveNextPoll(tx, 'order-1', { nextPollAtMs: T0, unansweredPolls: 0 })],
    ['insertCalls', (tx) => insertCalls(tx, [CALL])],
  ])('%s commits asynchronously, and the next transaction synchronously', async (_, run) => {
    expect(await synchronousCommitOf(run)).toBe('off')
    expect(await synchronousCommitOf(async () => {})).toBe('on')
  })
})
