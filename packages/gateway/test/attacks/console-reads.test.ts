import { Client } from 'pg'
import { expect, it, vi } from 'vitest'
import { type MerchantServices, merchantServices } from '../../src/services/merchant.ts'
import type { Queries } from '../../src/storage/database.ts'
import {
  CONSOLE_PASSWORD,
  callConsole,
  logInAt,
  ORIGIN,
  postToConsole,
  setupConsoles,
} from '../helpers/console-gateway.ts'
import { createTestContext } from '../helpers/test-context.ts'
import { startTestDatabase } from '../helpers/test-database.ts'
import { CART } from '../helpers/test-gateway.ts'

const { createGatewayWithConsole } = setupConsoles()

/** A gateway whose table of legal holds, which no payment needs, is locked until `release`; with the number of statements that wait for it. */
async function openLocked(gateway = {}) {
  const opened = await createGatewayWithConsole({ gateway })
  const { testGateway, post } = opened
  const { token } = await post<{ token: string }>('/users', { name: 'ravi', role: 'admin' })
  const password = 'a phrase of another person'
  await postToConsole(testGateway.gateway, '/invitations/accept', { token, password })
  const other = await logInAt(testGateway.gateway, { name: 'ravi', password })
  const blocker = new Client(testGateway.settings.database as object)
  blocker.on('error', () => {})
  await blocker.connect()
  await blocker.query(`begin; lock table galla.legal_holds in access exclusive mode`)
  const release = async () => {
    await blocker.query('rollback')
    await blocker.end()
  }
  const waiting = async () => {
    const text = `select count(*)::int as "count" from pg_locks where not "granted" and "relation" = 'galla.legal_holds'::regclass`
    return (await testGateway.rows<{ count: number }>(text))[0]?.count
  }
  const read = (path: string) => callConsole(testGateway.gateway, path, { method: 'GET', headers: other })
  return { ...opened, read, release, waiting }
}

it('orders start while as many reads of the console hang as users like to send', async () => {
  const { testGateway, read, request, release, waiting } = await openLocked()
  const answered: number[] = []
  const reads = Array.from({ length: 40 }, async (_, n) => {
    answered.push((await (n % 2 ? read('/legal-holds') : request('GET', '/legal-holds'))).status)
  })
  await vi.waitFor(async () => expect(await waiting()).toBeGreaterThan(2), { timeout: 20_000 })
  const { order } = await testGateway.gateway.orders.start(CART)
  expect([order.state, await waiting()]).toEqual(['PENDING', 3])
  await release()
  await Promise.all(reads)
  expect(answered).toContain(200)
  expect(answered).not.toContain(500)
})

it('two reads of a user run at a time and a hundred wait: the next is answered 503, and others read on', async () => {
  const { read, request, release, waiting } = await openLocked()
  const reads = Array.from({ length: 103 }, () => read('/legal-holds'))
  const refused = await Promise.any(reads)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await refused.json()).toMatchObject({ code: 'BUSY', message: 'Too many reads wait for the database' })
  await vi.waitFor(async () => expect(await waiting()).toBe(2), { timeout: 20_000 })
  expect((await request('GET', '/orders')).status).toBe(200)
  expect(await waiting()).toBe(2)
  await release()
  const statuses = (await Promise.all(reads)).map(({ status }) => status)
  expect(statuses).toContain(200)
  expect(statuses).not.toContain(500)
})

it('a read that waits for a lock, or takes too long, is answered 503', async () => {
  const { read, release } = await openLocked()
  const response = await read('/legal-holds')
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await response.json()).toMatchObject({ code: 'BUSY' })
  await release()
  expect((await read('/legal-holds')).status).toBe(200)
})

it('a user who reads the metrics without end takes no turn of a scraper', async () => {
  const { testGateway, cookie, request } = await createGatewayWithConsole()
  const read = (headers: Record<string, string>) =>
    testGateway.gateway.admin.fetch(new Request(`${ORIGIN}/metrics`, { headers }), { address: '127.0.0.1' })
  const basic = { authorization: `Basic ${Buffer.from(`scraper:${CONSOLE_PASSWORD}`).toString('base64')}` }
  expect((await read(basic)).status).toBe(200)
  const blocker = new Client(testGateway.settings.database as object)
  await blocker.connect()
  await blocker.query('begin; lock table galla.refund_files in access exclusive mode')
  try {
    const reads = Array.from({ length: 150 }, () => read({ cookie }))
    expect((await Promise.any(reads)).status).toBe(503)
    // The reads of a page of this user count with them.
    expect((await request('GET', '/refund-files')).status).toBe(503)
    const scraped = read(basic)
    const hangs = vi.waitFor(
      async () => expect(await testGateway.rows(`select 1 from pg_locks where not "granted"`)).toHaveLength(3),
      { timeout: 20_000 },
    )
    await Promise.race([scraped, hangs])
    await blocker.query('rollback')
    expect((await scraped).status).toBe(200)
    expect(new Set((await Promise.all(reads)).map(({ status }) => status))).toEqual(new Set([200, 503]))
  } finally {
    await blocker.end()
  }
})

it('two previews of a key run at a time, and orders start meanwhile', async () => {
  const merchant = { keys: 'a-configured-key-of-the-shop-0001' }
  const { testGateway, release, waiting } = await openLocked({ merchant })
  const { gateway } = testGateway
  await gateway.orders.start(CART)
  const { key } = await gateway.apiKeys.create({ name: 'privacy', scopes: ['payers'] })
  const preview = async () => {
    const request = new Request('http://127.0.0.1:4600/payers/preview', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ merchantOrderId: 'one' }),
    })
    return (await gateway.merchant.fetch(request)).status
  }
  const previews = Array.from({ length: 20 }, preview)
  await vi.waitFor(async () => expect(await waiting()).toBeGreaterThan(1), { timeout: 20_000 })
  const { order } = await gateway.orders.start({ ...CART, reference: 'cart-8' })
  expect([order.state, await waiting()]).toEqual(['PENDING', 2])
  await release()
  const statuses = await Promise.all(previews)
  expect(statuses).toContain(200)
  expect(statuses).not.toContain(500)
})

it('two lists of a key run at a time, and orders start meanwhile', async () => {
  const merchant = { keys: 'a-configured-key-of-the-shop-0001' }
  const { testGateway, release, waiting } = await openLocked({ merchant })
  const { gateway } = testGateway
  const { key } = await gateway.apiKeys.create({ name: 'privacy', scopes: ['payers'] })
  const list = async () => {
    const headers = { authorization: `Bearer ${key}` }
    return (await gateway.merchant.fetch(new Request('http://127.0.0.1:4600/legal-holds', { headers }))).status
  }
  const lists = Array.from({ length: 20 }, list)
  await vi.waitFor(async () => expect(await waiting()).toBeGreaterThan(1), { timeout: 20_000 })
  const { order } = await gateway.orders.start(CART)
  expect([order.state, await waiting()]).toEqual(['PENDING', 2])
  await release()
  const statuses = await Promise.all(lists)
  expect(statuses).toContain(200)
  expect(statuses).not.toContain(500)
})

it.each<[string, (services: MerchantServices) => Promise<unknown>]>([
  ['orders', ({ orders }) => orders.list()],
  ['refunds', ({ refunds }) => refunds.list()],
  ['ledger entries', ({ ledger }) => ledger.list()],
  ['legal holds', ({ payers }) => payers.holds()],
])('a list of %s uses no connection of payments', async (_name, list) => {
  const testDatabase = await startTestDatabase()
  try {
    const readers: string[] = []
    const ofPayments: Queries['query'] = async ({ text }) => {
      throw new Error(`a list read by ${text}`)
    }
    const context = createTestContext(
      { ...testDatabase.database, query: ofPayments },
      {
        actor: { who: 'reports', keyId: 'key_1' },
        reads: (who) => {
          readers.push(who)
          return testDatabase.database
        },
      },
    )
    expect(await list(merchantServices(context, (work) => work()))).toMatchObject({})
    expect(readers).toContain('key_1')
  } finally {
    await testDatabase.end()
  }
})
