import { Client } from 'pg'
import { expect, it } from 'vitest'
import { CART, setupTestGateways } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()

it.each([
  ['starts', 'POST', '/orders', { ...CART, merchantOrderId: 'order-2' }],
  ['pays', 'POST', '/orders/order-1/pay', { paymentMode: { type: 'UPI_QR' } }],
  ['cancels', 'POST', '/orders/order-1/cancel', undefined],
] as const)(
  'a call that %s an order and waits for its lock does nothing once its key is revoked',
  async (_, method, path, body) => {
    const testGateway = await createTestGateway({
      gateway: { merchant: { keys: 'the-configured-key-of-the-shop-01' } },
    })
    const { gateway, sandbox, rows, settings } = testGateway
    await gateway.orders.start({ ...CART, checkout: 'CUSTOM', merchantOrderId: 'order-1' })
    const { key, apiKey } = await gateway.apiKeys.create({ name: 'shop', scopes: ['orders'] })
    const holder = new Client(settings.database as object)
    await holder.connect()
    await holder.query(`select pg_advisory_lock(hashtextextended('${CART.reference}', 0))`)
    const call = gateway.merchant.fetch(
      new Request(`http://127.0.0.1:4600${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      }),
      { address: '10.0.0.7' },
    )
    const waiting = `select 1 from pg_locks where "locktype" = 'advisory' and not "granted"
    and "database" = (select "oid" from pg_database where "datname" = current_database())`
    await expect.poll(() => rows(waiting), { timeout: 20_000 }).toHaveLength(1)
    await gateway.apiKeys.revoke(apiKey.keyId)
    await holder.end()
    const response = await call
    expect([response.status, await response.json()]).toMatchObject([403, { code: 'NOT_ALLOWED' }])
    expect(await rows('select "merchantOrderId" as "id", "state", "sentAtMs" as "sent" from galla.orders')).toEqual([
      { id: 'order-1', state: 'CREATED', sent: null },
    ])
    expect(sandbox.journal({ name: 'customPay' })).toEqual([])
  },
)
