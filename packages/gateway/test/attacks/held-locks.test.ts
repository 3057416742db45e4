import { Client } from 'pg'
import { expect, it, vi } from 'vitest'
import { CONSOLE_PASSWORD, createPaidOrder, postToConsole, setupConsoles } from '../helpers/console-gateway.ts'
import { postStatus } from '../helpers/posted-callbacks.ts'
import { CART } from '../helpers/test-gateway.ts'

const { createGatewayWithConsole, createTestGateway } = setupConsoles()

/** A paid order whose reference is locked by a connection that uses no right but that to connect. */
async function openLockedOrder() {
  const opened = await createGatewayWithConsole()
  const { testGateway, request } = opened
  const orderId = await createPaidOrder(testGateway, 'cart-7')
  const stranger = new Client(testGateway.settings.database as object)
  await stranger.connect()
  await stranger.query(`select pg_advisory_lock(hashtextextended('cart-7', 0))`)
  const refund = (merchantRefundId: string) =>
    request('POST', `/orders/${orderId}/refunds`, { merchantRefundId, amount: 100, reason: 'other' })
  const waiting = async () => {
    const text = `select count(*)::int as "count" from pg_locks where "locktype" = 'advisory' and not "granted"
      and "database" = (select "oid" from pg_database where "datname" = current_database())`
    return (await testGateway.rows<{ count: number }>(text))[0]?.count
  }
  return { ...opened, stranger, refund, waiting }
}

it('the page of a new order is not lost while the lock of its reference is held', async () => {
  let stranger: Client | undefined
  const testGateway = await createTestGateway({
    wrapProvider: (provider) => async (url, init) => {
      const response = await provider(url, init)
      if (stranger || !String(url).endsWith('/pay')) return response
      stranger = new Client(testGateway.settings.database as object)
      await stranger.connect()
      await stranger.query(`select pg_advisory_lock(hashtextextended('cart-7', 0))`)
      return response
    },
  })
  const started = testGateway.gateway.orders.start({ ...CART, merchantOrderId: 'order-7' })
  const attempts = new Set<string>()
  // The first wait for the lock ends, and a second one begins.
  await vi.waitFor(
    async () => {
      const text = `select "query_start"::text as "at" from pg_stat_activity where "wait_event" = 'advisory' and "datname" = current_database()`
      for (const { at } of await testGateway.rows<{ at: string }>(text)) attempts.add(at)
      expect(attempts.size).toBeGreaterThan(1)
    },
    { timeout: 20_000 },
  )
  await stranger?.end()
  expect(await started).toMatchObject({ order: { state: 'PENDING' }, redirectUrl: expect.stringMatching(/^http/) })
})

it('requests about an order whose lock is held take one connection, and a login works', async () => {
  const { testGateway, stranger, refund, waiting } = await openLockedOrder()
  const answered: number[] = []
  const refunds = Array.from({ length: 12 }, async (_, n) => answered.push((await refund(`r-${n}`)).status))
  await vi.waitFor(async () => expect(await waiting()).toBeGreaterThan(0), { timeout: 20_000 })
  const login = await postToConsole(testGateway.gateway, '/session', { password: CONSOLE_PASSWORD })
  expect(login.status).toBe(200)
  expect(await waiting()).toBe(1)
  await stranger.end()
  await Promise.all(refunds)
  expect(answered).not.toContain(500)
  expect(answered).toContain(200)
})

it('a request that waits too long for the lock is answered 503, and says when to repeat it', async () => {
  const { stranger, refund } = await openLockedOrder()
  const response = await refund('r-1')
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBe('5')
  expect(await response.json()).toMatchObject({ code: 'BUSY' })
  await stranger.end()
  expect((await refund('r-1')).status).toBe(200)
})

it('a payment of a payer that waits too long for a lock is answered 503, and can be repeated', async () => {
  const testGateway = await createTestGateway()
  const { order, payerToken } = await testGateway.gateway.orders.start({ ...CART, checkout: 'CUSTOM' })
  const stranger = new Client(testGateway.settings.database as object)
  await stranger.connect()
  await stranger.query('begin')
  await stranger.query('select 1 from galla.orders where "merchantOrderId" = $1 for update', [order.merchantOrderId])
  const pay = () =>
    testGateway.gateway.fetch(
      new Request(`http://shop.localhost/orders/${order.merchantOrderId}/pay`, {
        method: 'POST',
        headers: { authorization: `Bearer ${payerToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ paymentMode: { type: 'UPI_QR' } }),
      }),
    )
  const response = await pay()
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await response.json()).toMatchObject({ code: 'BUSY' })
  await stranger.end()
  expect((await pay()).status).toBe(200)
})

it('callbacks are received while those that others repeat are held, and a repetition is due again afterwards', async () => {
  const testGateway = await createTestGateway()
  const ids = Array.from({ length: 12 }, (_, n) => `foreign-${n}`)
  const send = (merchantOrderId: string) =>
    postStatus(testGateway, 'checkout.order.completed', { merchantOrderId, state: 'COMPLETED', amount: 100 })
  expect(new Set(await Promise.all(ids.map(send)))).toEqual(new Set([200]))
  await testGateway.rows(`update galla.callbacks set "dueAtMs" = null, "reason" = 'foreign', "processedAtMs" = 1`)
  const replay = new Client(testGateway.settings.database as object)
  await replay.connect()
  await replay.query('begin')
  await replay.query('select 1 from galla.callbacks for update')

  const repeated = Promise.all(ids.map(send))
  const fresh = Promise.all(ids.map((id) => send(`new-${id}`)))
  expect([new Set(await fresh), new Set(await repeated)]).toEqual([new Set([200]), new Set([503])])
  await replay.end()
  expect(new Set(await Promise.all(ids.map(send)))).toEqual(new Set([200]))
  const due = await testGateway.rows<{ count: number }>(
    `select count(*)::int as "count" from galla.callbacks where "merchantOrderId" like 'foreign-%' and "verdict" = 'accepted' and "dueAtMs" is not null`,
  )
  expect(due[0]?.count).toBe(12)
})
