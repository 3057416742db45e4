import { API_KEY_SCOPES, type CreateApiKey } from '@galla/contract/gateway-api/api-keys'
import { MERCHANT_SCOPES } from '@galla/contract/gateway-api/merchant-scopes'
import { Galla } from '@galla/sdk'
import { Client } from 'pg'
import { describe, expect, it } from 'vitest'
import type { Gateway } from '../src/index.ts'
import { apiKeyOf } from '../src/services/access/api-key-form.ts'
import { slowBody } from './helpers/slow-body.ts'
import { CART, CLIENT, setupTestGateways } from './helpers/test-gateway.ts'

const BOOTSTRAP = 'the-configured-key-of-the-shop-01'
const createTestGateway = setupTestGateways()

async function open() {
  const opened = await createTestGateway({ gateway: { merchant: { keys: BOOTSTRAP, hosts: ['galla'] } } })
  return {
    ...opened,
    create: (key: Partial<CreateApiKey> = {}) =>
      opened.gateway.apiKeys.create({ name: 'shop', scopes: ['read'], ...key }),
  }
}

async function call({ merchant }: Gateway, key: string, route = 'GET /orders', body?: object, address = '10.0.0.7') {
  const [method = '', path] = route.split(' ')
  const response = await merchant.fetch(
    new Request(`http://galla:4600${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }),
    { address },
  )
  const { code, message } = (await response.json()) as { code?: string; message?: string }
  return { status: response.status, code, message, retryAfter: response.headers.get('retry-after') }
}

describe('keys of the merchant API', () => {
  it('are shown once, and stored as a digest', async () => {
    const { gateway, create, rows } = await open()
    const { key, apiKey } = await create({ scopes: ['refunds', 'read', 'read'] })
    expect(key).toMatch(/^galla_test_[0-9a-f]{56}$/)
    expect(apiKey).toMatchObject({
      state: 'active',
      scopes: ['read', 'refunds'],
      callsPerSec: 50,
      createdBy: 'program',
    })
    expect(key.startsWith(apiKey.prefix)).toBe(true)
    expect(await gateway.apiKeys.list()).toEqual([apiKey])
    const stored = JSON.stringify([await rows('select * from galla.api_keys'), await rows('select * from galla.audit')])
    expect(stored).not.toContain(key.slice(apiKey.prefix.length))
    expect((await call(gateway, key)).status).toBe(200)
  })

  it.each(API_KEY_SCOPES)('open exactly the routes of the scope %s', async (scope) => {
    const { gateway, create } = await open()
    const { key } = await create({ scopes: [scope], callsPerSec: 1_000 })
    for (const [route, needed] of Object.entries(MERCHANT_SCOPES)) {
      const response = await call(
        gateway,
        key,
        route.replaceAll(/:\w+/g, 'none'),
        route.startsWith('POST') ? {} : undefined,
      )
      expect([route, response.code === 'SCOPE_MISSING']).toEqual([route, needed !== scope && needed !== 'any'])
      if (needed === scope || needed === 'any') continue
      const message = `${route} needs a key with the scope ${needed}; the key "shop" (${key.slice(0, 17)}…) has ${scope}.`
      expect(response).toMatchObject({ status: 403, message })
    }
  })

  it.each([
    ['orders', ['orders'], []],
    ['orders and refunds', ['orders', 'refunds'], ['till-1']],
  ] as const)(
    'with the scope %s import a paid order after a restore, which would be refunded, only with refunds',
    async (_, scopes, imported) => {
      const { gateway, create, sandbox, rows } = await open()
      const { key } = await create({ scopes: [...scopes] })
      await gateway.orders.start({ ...CART, merchantOrderId: 'bait' })
      await sandbox.simulatePayment('bait', { outcome: 'SUCCESS' })
      await gateway.orders.sync('bait')
      const till = new Galla({ ...CLIENT, clientVersion: 1, fetch: sandbox.fetch })
      const { reference, amount, redirectUrl } = CART
      await till.standardCheckout.pay({ merchantOrderId: 'till-1', amount, redirectUrl })
      await till.close()
      await sandbox.simulatePayment('till-1', { outcome: 'SUCCESS' })
      await gateway.markRestored()
      const response = await call(gateway, key, 'POST /orders', { ...CART, merchantOrderId: 'till-1' })
      expect(response).toMatchObject({ status: 409, code: 'REFERENCE_PAID' })
      const others = await rows<{ id: string }>(
        `select "merchantOrderId" as "id" from galla.orders where "merchantOrderId" <> 'bait' and "reference" = '${reference}'`,
      )
      expect(others.map(({ id }) => id)).toEqual(imported)
    },
  )

  it.each([
    ['orders', ['orders'], { code: 'ID_TAKEN', status: 409 }, { state: 'CREATED', reason: 'id-in-use' }],
    ['orders and refunds', ['orders', 'refunds'], { code: 'OUTCOME_UNKNOWN' }, { state: 'COMPLETED', reason: null }],
  ] as const)(
    'with the scope %s take an order from before a restore over, on a reference of their own, only with refunds',
    async (_, scopes, response, stored) => {
      const { gateway, create, sandbox, rows } = await open()
      const { key } = await create({ scopes: [...scopes] })
      const till = new Galla({ ...CLIENT, clientVersion: 1, fetch: sandbox.fetch })
      const { amount, redirectUrl } = CART
      await till.standardCheckout.pay({ merchantOrderId: 'till-1', amount, redirectUrl })
      await till.close()
      await sandbox.simulatePayment('till-1', { outcome: 'SUCCESS' })
      await gateway.markRestored()
      const body = { ...CART, reference: 'my-own', merchantOrderId: 'till-1' }
      expect(await call(gateway, key, 'POST /orders', body)).toMatchObject(response)
      await gateway.orders.sync('till-1')
      await gateway.runPendingJobs()
      const [order] = await rows('select "state", "needsReview" ->> \'reason\' as "reason" from galla.orders')
      expect(order).toEqual(stored)
      const repeated = await call(gateway, key, 'POST /orders', body)
      expect(repeated.code).toBe(stored.reason === null ? 'REFERENCE_PAID' : 'REFERENCE_IN_REVIEW')
      expect(sandbox.journal({ name: 'standardPay' })).toHaveLength(2)
    },
  )

  it.each([
    ['an address', () => '10.0.0.7'],
    ['an IPv6 /48 network, whose /64 networks one customer may have all', (n: number) => `2001:db8:7:${n}::1`],
  ])(
    'that are not known are looked up one at a time for %s, and leave the connections to those that are',
    async (_, address) => {
      const { gateway, create, rows, settings } = await open()
      const { key } = await create()
      expect((await call(gateway, key)).status).toBe(200)
      const blocker = new Client(settings.database as object)
      blocker.on('error', () => {})
      await blocker.connect()
      await blocker.query('begin; lock table galla.api_keys in access exclusive mode')
      const refused: string[] = []
      const unknown = Array.from({ length: 60 }, (_, n) =>
        call(gateway, apiKeyOf('SANDBOX', Buffer.alloc(24, n)), undefined, undefined, address(n)).then(
          ({ code = '' }) => refused.push(code),
        ),
      )
      // One is looked up, twenty wait.
      await expect.poll(() => refused.length).toBe(39)
      const waiting = `select count(*)::int as "count" from pg_locks where not "granted" and "relation" = 'galla.api_keys'::regclass`
      expect(await rows(waiting)).toEqual([{ count: 1 }])
      const body = { ...CART, merchantOrderId: 'while-guessed' }
      expect((await call(gateway, BOOTSTRAP, 'POST /orders', body)).status).toBe(200)
      const known = call(gateway, key)
      await blocker.query('rollback')
      await blocker.end()
      expect((await known).status).toBe(200)
      await Promise.all(unknown)
      expect(refused).toHaveLength(60)
      expect(new Set(refused)).toEqual(new Set(['TOO_MANY_CALLS']))
    },
  )

  it('that are wrong count by the IPv4 address, also of a socket for both versions, and by a link-local one without its zone', async () => {
    const { gateway } = await open()
    const guess = (address: string) => call(gateway, 'a-wrong-key', undefined, undefined, address)
    for (let n = 0; n < 20; n += 1) expect(await guess('::ffff:10.0.0.8')).toMatchObject({ code: 'WRONG_KEY' })
    expect(await guess('10.0.0.8')).toMatchObject({ code: 'TOO_MANY_CALLS' })
    expect(await guess('::ffff:10.0.0.9')).toMatchObject({ code: 'WRONG_KEY' })
    expect(await guess('fe80::1%lo')).toMatchObject({ status: 401, code: 'WRONG_KEY' })
  })

  it('are revoked on every replica at once, for good, and their name is free again', async () => {
    const { gateway, create, replica, rows } = await open()
    const other = await replica()
    const { key, apiKey } = await create()
    expect((await call(other, key)).status).toBe(200)
    expect(await gateway.apiKeys.revoke(apiKey.keyId)).toMatchObject({ state: 'revoked' })
    for (const one of [gateway, other]) expect(await call(one, key)).toMatchObject({ status: 401, code: 'KEY_REVOKED' })
    await expect(rows('update galla.api_keys set "revokedAtMs" = null')).rejects.toThrow(/revoked for good/)
    await gateway.apiKeys.revoke(apiKey.keyId)
    expect(await rows(`select "what" from galla.audit where "kind" = 'key' order by "auditId"`)).toEqual([
      { what: 'created' },
      { what: 'revoked' },
    ])
    expect((await call(gateway, (await create()).key)).status).toBe(200)
    await expect(gateway.apiKeys.revoke('key_none')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('request no refund once they are revoked, though the request began before', async () => {
    const { gateway, create, rows } = await open()
    const { key, apiKey } = await create({ scopes: ['refunds'] })
    const { order } = await gateway.orders.start(CART)
    const refund = JSON.stringify({ merchantRefundId: 'r-1', amount: 100 })
    const init = {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: slowBody(refund, () => gateway.apiKeys.revoke(apiKey.keyId)),
      duplex: 'half',
    }
    const url = `http://galla:4600/orders/${order.merchantOrderId}/refunds`
    const response = await gateway.merchant.fetch(new Request(url, init), { address: '10.0.0.7' })
    expect([response.status, await response.json()]).toMatchObject([401, { code: 'KEY_REVOKED' }])
    expect(await rows('select 1 from galla.refunds')).toEqual([])
  })

  it('end at their expiry', async () => {
    const { gateway, create, advance, settings } = await open()
    const expiresAtMs = (settings.clock?.now() ?? 0) + 60_000
    const { key } = await create({ expiresAtMs })
    expect((await call(gateway, key)).status).toBe(200)
    await advance(60_000)
    const message = expect.stringContaining(`expired at ${new Date(expiresAtMs).toISOString()}`)
    expect(await call(gateway, key)).toMatchObject({ status: 401, code: 'KEY_EXPIRED', message })
    expect(await gateway.apiKeys.list()).toMatchObject([{ state: 'expired' }])
  })

  it('have a limit each, that fills again', async () => {
    const { gateway, create, sandbox } = await open()
    const busy = (await create({ name: 'busy', callsPerSec: 3 })).key
    const calm = (await create({ name: 'calm', callsPerSec: 3 })).key
    const statuses = async (key: string, calls: number) =>
      (await Promise.all(Array.from({ length: calls }, () => call(gateway, key)))).map(({ status }) => status).sort()
    expect(await statuses(busy, 5)).toEqual([200, 200, 200, 429, 429])
    const message = expect.stringContaining('may make 3 calls per second')
    expect(await call(gateway, busy)).toMatchObject({ status: 429, code: 'TOO_MANY_CALLS', retryAfter: '1', message })
    expect(await statuses(calm, 3)).toEqual([200, 200, 200])
    expect((await call(gateway, BOOTSTRAP)).status).toBe(200)
    await sandbox.clock.advance(1_000)
    expect(await statuses(busy, 4)).toEqual([200, 200, 200, 429])
  })

  it('note their last use, at most once a minute', async () => {
    const { gateway, create, advance } = await open()
    const { key, apiKey } = await create()
    const used = async () => ((await gateway.apiKeys.list())[0]?.lastUsedAtMs ?? 0) - apiKey.createdAtMs
    await call(gateway, key)
    expect(await used()).toBe(0)
    await advance(59_999)
    await call(gateway, key)
    expect(await used()).toBe(0)
    await advance(1)
    await call(gateway, key)
    expect(await used()).toBe(60_000)
  })

  it('are named by the audit log, with the address', async () => {
    const { gateway, create, rows } = await open()
    const { key } = await create({ name: 'legal', scopes: ['payers'] })
    const { order } = await gateway.orders.start(CART)
    const hold = { merchantOrderId: order.merchantOrderId, reason: 'dispute 12', by: 'Meena' }
    expect((await call(gateway, key, 'POST /legal-holds', hold)).status).toBe(200)
    expect(await rows(`select "who", "address" from galla.audit where "kind" <> 'key'`)).toEqual([
      { who: 'key:legal', address: '10.0.0.7' },
    ])
  })

  it('are named by the legal holds that they set, after whom they name', async () => {
    const { gateway, create } = await open()
    const { key } = await create({ name: 'holder', scopes: ['payers'] })
    const holdBy = async (bearer: string, by: string) => {
      const { order } = await gateway.orders.start({ ...CART, reference: by })
      const hold = { merchantOrderId: order.merchantOrderId, reason: 'dispute 12', by }
      expect((await call(gateway, bearer, 'POST /legal-holds', hold)).status).toBe(200)
      return (await gateway.payers.holds()).find(({ merchantOrderId }) => merchantOrderId === order.merchantOrderId)?.by
    }
    expect(await holdBy(key, 'admin')).toBe('admin (key:holder)')
    expect(await holdBy(key, 'admin (key:legal)')).toBe('admin (key:legal) (key:holder)')
    // The configured key is the merchant's own program, as the methods are.
    expect(await holdBy(BOOTSTRAP, 'Meena')).toBe('Meena')
  })

  it('are named by the audit log when they request a refund', async () => {
    const { gateway, create, rows, sandbox } = await open()
    const { key } = await create({ name: 'returns desk', scopes: ['refunds'] })
    const { order } = await gateway.orders.start(CART)
    await sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
    await gateway.orders.sync(order.merchantOrderId)
    const path = `POST /orders/${order.merchantOrderId}/refunds`
    for (let time = 0; time < 2; time += 1)
      expect((await call(gateway, key, path, { merchantRefundId: 'r-1', amount: 100 })).status).toBeLessThan(300)
    expect(await rows(`select "who", "what", "id" from galla.audit where "kind" = 'order'`)).toEqual([
      { who: 'key:returns desk', what: 'requested refund r-1', id: order.merchantOrderId },
    ])
  })

  it('are refused when they are guessed, cut off or of the other environment, and after 20 tries unread', async () => {
    const { gateway, create } = await open()
    const { key } = await create()
    const last = key.endsWith('0') ? '1' : '0'
    for (const wrong of [key.slice(0, -1), key.slice(0, -1) + last, key.toUpperCase(), `galla_test_${'0'.repeat(56)}`])
      expect(await call(gateway, wrong)).toMatchObject({ status: 401, code: 'WRONG_KEY' })
    expect(await call(gateway, key.replace('test', 'live'))).toMatchObject({
      status: 401,
      message: 'This key belongs to PRODUCTION, but the gateway runs in SANDBOX.',
    })
    for (let tries = 5; tries < 20; tries += 1) await call(gateway, 'guess')
    expect((await call(gateway, 'guess')).status).toBe(429)
    expect((await call(gateway, key)).status).toBe(200)
  })

  it.each([
    [{ name: ' ' }, 'name'],
    [{ name: 'a\u0000b' }, 'name'],
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['all'] }, 'scopes'],
    [{ expiresAtMs: 1 }, 'expiresAtMs'],
    [{ callsPerSec: 0 }, 'callsPerSec'],
    [{ callsPerSec: 1_001 }, 'callsPerSec'],
    [{ name: 'SHOP' }, 'name'],
  ])('are not created with %o', async (wrong, field) => {
    const { create } = await open()
    await create()
    const other = { name: 'other', ...wrong } as CreateApiKey
    await expect(create(other)).rejects.toMatchObject({ code: 'INVALID_REQUEST', field })
  })
})
