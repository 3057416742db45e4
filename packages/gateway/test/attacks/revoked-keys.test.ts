import type { ApiKeyScope } from '@galla/contract/gateway-api/api-keys'
import { Client } from 'pg'
import { expect, it } from 'vitest'
import { createPaidOrder } from '../helpers/console-gateway.ts'
import { CART, setupTestGateways, type TestGateway } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()

type Ended = 'is revoked' | 'expires'

/** A gateway with an order, a call with a key that expires in a minute, and a way to end the key. */
async function openWithKey(scopes: ApiKeyScope[]) {
  const testGateway = await createTestGateway({
    gateway: { merchant: { keys: 'the-configured-key-of-the-shop-01', hosts: ['galla'] } },
  })
  const { gateway, sandbox } = testGateway
  const expiresAtMs = sandbox.clock.now() + 60_000
  const { key, apiKey } = await gateway.apiKeys.create({ name: 'shop', scopes, expiresAtMs })
  const call = async (method: string, path: string, body?: object) => {
    const response = await gateway.merchant.fetch(
      new Request(`http://galla:4600${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      }),
      { address: '10.0.0.7' },
    )
    return [response.status, await response.json()]
  }
  const end = (how: Ended) => (how === 'expires' ? sandbox.clock.advance(60_000) : gateway.apiKeys.revoke(apiKey.keyId))
  return { ...testGateway, call, end }
}

/** Runs a statement in a transaction of another process, makes a call that waits for it, and ends the transaction after `meanwhile`. */
async function whileHeld<Reply>(
  { rows, settings }: TestGateway,
  statement: string,
  call: () => Promise<Reply>,
  meanwhile: () => Promise<unknown>,
): Promise<Reply> {
  const holder = new Client(settings.database as object)
  await holder.connect()
  await holder.query('begin')
  await holder.query(statement)
  const pending = call()
  const waiting = `select 1 from pg_locks where not "granted" and "locktype" in ('advisory', 'relation')
    and "database" = (select "oid" from pg_database where "datname" = current_database())`
  await expect.poll(() => rows(waiting), { timeout: 20_000 }).toHaveLength(1)
  await meanwhile()
  await holder.end()
  return pending
}

const CALLS = [
  ['starts', 'POST', '/orders', { ...CART, merchantOrderId: 'order-2' }],
  ['pays', 'POST', '/orders/order-1/pay', { paymentMode: { type: 'UPI_QR' } }],
  ['cancels', 'POST', '/orders/order-1/cancel', undefined],
] as const

it.each(
  CALLS.flatMap(([what, ...call]) => [[what, 'is revoked', ...call] as const, [what, 'expires', ...call] as const]),
)('a call that %s an order and waits for its lock does nothing once its key %s', async (_, how, method, path, body) => {
  const opened = await openWithKey(['orders'])
  const { gateway, sandbox, rows } = opened
  await gateway.orders.start({ ...CART, checkout: 'CUSTOM', merchantOrderId: 'order-1' })
  const lock = `select pg_advisory_xact_lock(hashtextextended('${CART.reference}', 0))`
  const reply = await whileHeld(
    opened,
    lock,
    () => opened.call(method, path, body),
    () => opened.end(how),
  )
  expect(reply).toMatchObject([403, { code: 'NOT_ALLOWED' }])
  expect(await rows('select "merchantOrderId" as "id", "state", "sentAtMs" as "sent" from galla.orders')).toEqual([
    { id: 'order-1', state: 'CREATED', sent: null },
  ])
  expect(sandbox.journal({ name: 'customPay' })).toEqual([])
})

it.each(['is revoked', 'expires'] as const)(
  'a call that starts the first order of a reference and waits for the table stores nothing once its key %s',
  async (how) => {
    const opened = await openWithKey(['orders'])
    const reply = await whileHeld(
      opened,
      'lock table galla.orders in share mode',
      () => opened.call('POST', '/orders', { ...CART, checkout: 'CUSTOM' }),
      () => opened.end(how),
    )
    expect(reply).toMatchObject([403, { code: 'NOT_ALLOWED' }])
    expect(await opened.rows('select 1 from galla.orders')).toEqual([])
  },
)

const AUDITED = [
  ['refunds', 'refunds', (id: string) => [`/orders/${id}/refunds`, { merchantRefundId: 'r-1', amount: 100 }] as const],
  ['erases', 'payers', (id: string) => ['/payers/erase', { merchantOrderId: id }] as const],
  [
    'puts an order on hold',
    'payers',
    (id: string) => ['/legal-holds', { merchantOrderId: id, reason: 'x', by: 'asha' }] as const,
  ],
] as const

it.each(
  AUDITED.flatMap((audited) => (['is revoked', 'expires'] as const).map((how) => [audited[0], how, audited] as const)),
)(
  'a call that %s and waits for its entry in the audit log does nothing once its key %s',
  async (_, how, [_what, scope, callOf]) => {
    const opened = await openWithKey([scope])
    const [path, body] = callOf(await createPaidOrder(opened))
    const reply = await whileHeld(
      opened,
      'lock table galla.audit_lock in exclusive mode',
      () => opened.call('POST', path, body),
      // Its own entry would wait for the same lock.
      () =>
        how === 'expires' ? opened.end(how) : opened.rows('update galla.api_keys set "revokedAtMs" = "createdAtMs"'),
    )
    expect(reply).toMatchObject([403, { code: 'NOT_ALLOWED' }])
    for (const table of ['refunds', 'erasures', 'legal_holds'])
      expect(await opened.rows(`select 1 from galla.${table}`)).toEqual([])
    expect(await opened.rows(`select 1 from galla.audit where "who" = 'key:shop'`)).toEqual([])
  },
)
