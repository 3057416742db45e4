import { createHash } from 'node:crypto'
import { Galla } from '@galla/sdk'
import { describe, expect, it } from 'vitest'
import { createGateway, type GatewaySettings, notifyBy, notifyOverHttp } from '../src/index.ts'
import { email } from '../src/notifications/email.ts'
import { normalizeOptions } from '../src/options.ts'
import { setupDatabases } from './helpers/template-databases.ts'
import { AMOUNT, CART, CLIENT, SECRET, setupTestGateways } from './helpers/test-gateway.ts'

const { createTestDatabase } = setupDatabases()
const open = setupTestGateways()

it.each([
  [{ notifier: [] }, 'Unknown option notifier; did you mean notifiers?'],
  [
    { database: 'mysql://user:secret@host/shop' },
    /^database must be a folder or a postgres:\/\/ URL; mysql:\/\/ is another kind/,
  ],
  [{ galla: {} }, /^Unknown option galla; known: environment, clientId, /],
  [{ on: { 'order.complete': () => {} } }, 'Unknown event on.order.complete; did you mean on.order.completed?'],
  [{ console: { pasword: 'x' } }, 'Unknown option console.pasword; did you mean console.password?'],
  [{ merchant: { key: 'x' } }, 'Unknown option merchant.key; did you mean merchant.keys?'],
  [{ paymentMethods: { bank: [] } }, 'Unknown field paymentMethods.bank; did you mean paymentMethods.banks?'],
  [{ policy: { latePayments: 'fulfil' } }, 'Unknown option policy.latePayments; did you mean policy.latePayment?'],
])('refuses %j with the nearest known name', async (wrong, message) => {
  const settings = { ...CLIENT, database: '/not/opened', ...wrong } as GatewaySettings
  await expect(createGateway(settings)).rejects.toThrow(message)
})

const KEYS = ['2026a:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=']
const OIDC = { issuer: 'https://id.example', clientId: 'shop', clientSecret: 'x' }
const withConsole = (more: object) => ({ console: { password: 'two cups of tea', ...more } })

it.each<readonly [object, string]>([
  [{ notifier: [] }, 'notifier'],
  [{ on: { 'order.complete': () => {} } }, 'on.order.complete'],
  [{ on: { 'order.completed': 'x' } }, "on['order.completed']"],
  [{ notifiers: [{ name: 'A', kinds: [], notify() {} }] }, 'name'],
  [{ notifiers: Array.from({ length: 2 }, () => ({ name: 'a', kinds: [], notify() {} })) }, 'notifiers'],
  [{ database: undefined }, 'database'],
  [{ database: 'mysql://a/b' }, 'database'],
  [{ database: 'postgres://db.example/shop' }, 'database'],
  [{ migrate: 'no' }, 'migrate'],
  [{ dataKeys: 'x' }, 'dataKeys'],
  [{ dataKeys: ['x'] }, 'dataKeys'],
  [{ dataKeys: KEYS, dataKeysLost: ['2026a'] }, 'dataKeysLost'],
  [{ environment: 'UAT' }, 'environment'],
  [{ clientId: '' }, 'clientId'],
  [{ client: {} }, 'client'],
  [{ path: 'payments/' }, 'path'],
  [{ paymentMethods: { bank: [] } }, 'paymentMethods'],
  [{ policy: { latePayment: 'x' } }, 'policy.latePayment'],
  [{ policy: { keepRecordsDays: 1 } }, 'policy.keepRecordsDays'],
  ...['false', 'true', '0', 1, 0, null].map(
    (trustHmacCallbacks) => [{ policy: { trustHmacCallbacks } }, 'policy.trustHmacCallbacks'] as const,
  ),
  ...(['unknownOrderGraceMs', 'leaseMs', 'handlerLimitMs'] as const).flatMap((name) =>
    ['600', Number.NaN, Number.POSITIVE_INFINITY, -1, null].map(
      (value) => [{ policy: { [name]: value } }, `policy.${name}`] as const,
    ),
  ),
  ...['on', 'policy', 'notifiers', 'clock', 'log'].flatMap((name) =>
    [null, 'x', name === 'notifiers' ? {} : []].map((value) => [{ [name]: value }, name] as const),
  ),
  [{ merchant: { keys: 'k'.repeat(32), hosts: 'galla' } }, 'merchant.hosts'],
  [{ refundControls: { confirmAbove: 1.5 } }, 'refundControls.confirmAbove'],
  [{ refundControls: { samePersonDays: -1 } }, 'refundControls.samePersonDays'],
  [{ refundControls: { samePersonDays: 366 } }, 'refundControls.samePersonDays'],
  [withConsole({ password: 1 }), 'console.password'],
  [withConsole({ merchantName: '' }), 'console.merchantName'],
  [withConsole({ stepUpAfterMs: 59_999 }), 'console.stepUpAfterMs'],
  [withConsole({ stepUpAfterMs: 43_200_001 }), 'console.stepUpAfterMs'],
  [withConsole({ stepUpAfterMs: '10m' as never }), 'console.stepUpAfterMs'],
  [withConsole({ stepUpAfterMs: Number.NaN }), 'console.stepUpAfterMs'],
  [withConsole({ oidc: { ...OIDC, issuer: 'http://id.example' } }), 'console.oidc.issuer'],
  [{ merchant: {} }, 'merchant.keys'],
])('refuses an option with a code, its name and a link: %j, of which %s is wrong', async (wrong, field) => {
  const settings = { ...CLIENT, database: '/not/opened', ...wrong } as unknown as GatewaySettings
  await expect(createGateway(settings)).rejects.toMatchObject({
    name: 'GatewayError',
    code: 'INVALID_OPTION',
    field,
    docsUrl: expect.stringMatching(/#gateway-invalid-option$/),
  })
})

it.each<readonly [object, string]>([
  [withConsole({ password: 'short' }), 'console.password'],
  [withConsole({ url: 'http://shop.example' }), 'console.url'],
  [withConsole({ path: 'admin/' }), 'console.path'],
  [withConsole({ providerUrl: 'x' }), 'console.providerUrl'],
  [withConsole({ trustedProxies: ['x'] }), 'console.trustedProxies'],
  [{ merchant: { keys: 'short' } }, 'merchant.keys'],
  [{ merchant: { keys: 'k'.repeat(32), hosts: ['x y'] } }, 'merchant.hosts'],
  [{ callbackCredentials: { username: 'shop_hook' } }, 'callbackCredentials[0].password'],
  [{ clientVersion: '' }, 'clientVersion'],
  [{ client: () => ({}) }, 'client'],
])(
  'refuses an option that is read once the database is open with the same code: %j, of which %s is wrong',
  async (wrong, field) => {
    const settings = { ...CLIENT, database: await createTestDatabase(), ...wrong } as unknown as GatewaySettings
    await expect(createGateway(settings)).rejects.toMatchObject({ code: 'INVALID_OPTION', field })
  },
)

it('refuses a database of another client, or without its data key, with the same code', async () => {
  const database = await createTestDatabase()
  await (await createGateway({ ...CLIENT, database, dataKeys: KEYS })).stop()
  const refused = { name: 'GatewayError', code: 'INVALID_OPTION' }
  await expect(createGateway({ ...CLIENT, database, dataKeys: KEYS, clientId: 'other' })).rejects.toMatchObject({
    ...refused,
    field: 'clientId',
  })
  await expect(createGateway({ ...CLIENT, database })).rejects.toMatchObject({ ...refused, field: 'dataKeys' })
  await expect(createGateway(undefined as never)).rejects.toMatchObject({ ...refused, field: 'settings' })
})

it.each<readonly [string, () => unknown]>([
  ['url', () => notifyOverHttp({ url: 'x', secret: 'x' })],
  ['secret', () => notifyOverHttp({ url: 'https://shop.example', secret: 'x' })],
  ['name', () => notifyBy('A', [], () => {})],
])('refuses a wrong %s of a notifier with the same code', (field, make) => {
  expect(make).toThrow(expect.objectContaining({ code: 'INVALID_OPTION', field }))
})

it('answers a payer nothing about what the function paymentMethods returns', async () => {
  const gateway = { paymentMethods: () => ({ bank: [] }) as never }
  const { gateway: opened } = await open({ gateway })
  const { order, payerToken } = await opened.orders.start({ ...CART, checkout: 'CUSTOM' })
  const response = await opened.fetch(
    new Request(`http://127.0.0.1:3000/orders/${order.merchantOrderId}/status`, {
      headers: { authorization: `Bearer ${payerToken}` },
    }),
  )
  expect([response.status, await response.json()]).toEqual([
    500,
    { code: 'INTERNAL', message: 'Internal error. Try again.' },
  ])
})

describe('hosts without TLS', () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const start = (settings: Partial<GatewaySettings>) =>
    createGateway({ ...CLIENT, database: '/not/opened', ...settings } as GatewaySettings)

  it.each([
    ['a database', { database: 'postgres://shop:canary@db/shop' }, 'hostsWithoutTls'],
    ['a database by its parts', { database: { host: 'db' } }, 'hostsWithoutTls'],
    [
      'a notifier',
      { notifiers: [notifyOverHttp({ url: 'http://shop:3000/events', secret })] },
      'hostsWithoutTls: shop',
    ],
    [
      'mail',
      {
        notifiers: [
          email({ smtp: 'smtp://mailpit:1025?ignoreTLS=true', from: 'a@b.example', shop: 'A', to: () => undefined }),
        ],
      },
      'hostsWithoutTls: mailpit',
    ],
    [
      'sign-in',
      {
        console: { password: 'two cups of tea', oidc: { issuer: 'http://keycloak', clientId: 'a', clientSecret: 'b' } },
      },
      'hostsWithoutTls: keycloak',
    ],
  ] as const)('are needed by name for %s', async (_, settings, way) => {
    await expect(start(settings as Partial<GatewaySettings>)).rejects.toThrow(way)
    await expect(start(settings as Partial<GatewaySettings>)).rejects.not.toThrow(/canary/)
  })

  it.each([
    [{ hostsWithoutTls: ['db'], environment: 'PRODUCTION' }, /^hostsWithoutTls is for SANDBOX only/],
    [{ hostsWithoutTls: ['shop.example'] }, /^hostsWithoutTls must be a list of names .* got 'shop\.example'$/],
  ] as const)('are refused in %j', async (settings, message) => {
    await expect(start(settings)).rejects.toThrow(message)
  })

  it('that are named are accepted by every option', () => {
    const settings: GatewaySettings = {
      ...CLIENT,
      database: 'postgres://shop@db/shop',
      hostsWithoutTls: ['db', 'shop', 'keycloak'],
      notifiers: [notifyOverHttp({ url: 'http://shop:3000/events', secret })],
      console: { password: 'two cups of tea', oidc: { issuer: 'http://keycloak', clientId: 'a', clientSecret: 'b' } },
    }
    expect(() => normalizeOptions(settings)).not.toThrow()
    expect(() => normalizeOptions({ ...settings, database: { host: 'db' } })).not.toThrow()
  })
})

it('refuses what a function makes that is no client', async () => {
  const settings = { ...CLIENT, database: await createTestDatabase(), client: () => ({}) } as unknown as GatewaySettings
  await expect(createGateway(settings)).rejects.toThrow('client has no standardCheckout.pay')
})

it('names the host of a provider that cannot be reached', async () => {
  const client = new Galla({ ...CLIENT, clientVersion: 1, hosts: 'http://127.0.0.1:9' })
  const gateway = await createGateway({ ...CLIENT, database: await createTestDatabase(), client })
  await expect(gateway.orders.start(CART)).rejects.toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
    message: expect.stringContaining('Reason: The provider at 127.0.0.1:9 could not be reached: ECONNREFUSED'),
  })
  await gateway.stop()
  await client.close()
})

it('tells a payer that the provider cannot be reached, without the host', async () => {
  const client = new Galla({ ...CLIENT, clientVersion: 1, hosts: 'http://127.0.0.1:9' })
  const gateway = await createGateway({ ...CLIENT, database: await createTestDatabase(), client })
  const { order, payerToken } = await gateway.orders.start({ ...CART, checkout: 'CUSTOM' })
  const response = await gateway.fetch(
    new Request(`http://127.0.0.1:3000/orders/${order.merchantOrderId}/pay`, {
      method: 'POST',
      headers: { authorization: `Bearer ${payerToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ paymentMode: { type: 'UPI_QR' } }),
    }),
  )
  expect([response.status, await response.json()]).toEqual([
    503,
    {
      code: 'PROVIDER_UNAVAILABLE',
      message: 'The provider cannot be reached at the moment and no payment was started. Try again',
    },
  ])
  await gateway.stop()
  await client.close()
})

it('verifies callbacks with a client of its own when none is given', async () => {
  const gateway = await createGateway({ ...CLIENT, database: await createTestDatabase(), callbackCredentials: SECRET })
  const authorization = createHash('sha256').update(`${SECRET.username}:${SECRET.password}`).digest('hex')
  const body = new TextEncoder().encode(
    JSON.stringify({ event: 'checkout.order.completed', payload: { merchantOrderId: 'o-1', state: 'COMPLETED' } }),
  )
  expect(await gateway.callbacks.receive({ headers: { authorization }, body })).toEqual({
    status: 200,
    verdict: 'accepted',
  })
  expect(await gateway.callbacks.receive({ headers: { authorization: 'wrong' }, body })).toMatchObject({ status: 401 })
  await gateway.stop()
})

it('lists by numbers and booleans, and refuses text', async () => {
  const { gateway } = await open()
  await gateway.orders.start({ ...CART, merchantOrderId: 'a' })
  await gateway.orders.start({ ...CART, merchantOrderId: 'b', reference: 'cart-8' })
  const idsOf = async (query: Parameters<typeof gateway.orders.list>[0]) =>
    (await gateway.orders.list(query)).rows.map(({ merchantOrderId }) => merchantOrderId).sort()
  expect(await idsOf({ state: 'OPEN', minAmount: AMOUNT, maxAmount: AMOUNT, needsReview: false })).toEqual(['a', 'b'])
  expect(await idsOf({ needsReview: true })).toEqual([])
  expect(await idsOf({ toMs: 1_000 })).toEqual([])
  expect(await idsOf({ limit: 1 })).toHaveLength(1)
  for (const wrong of [{ limit: '1' }, { limit: 501 }, { fromMs: '0' }, { minAmount: 1.5 }]) {
    await expect(gateway.orders.list(wrong as never)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      field: Object.keys(wrong)[0],
    })
  }
})

it.each([
  [{ database: undefined }, 'database must be a folder, a postgres:// URL or'],
  [{ database: '' }, 'database must be'],
  [{ console: {} }, 'console.password must be a string'],
  [{ console: { password: 'x', merchantName: 'Chai\nand more' } }, 'console.merchantName must be a text of 1 to 60'],
  [{ merchant: {} }, 'merchant.keys must be a string or an array'],
  [{ on: { 'order.completed': 'x' } }, "on['order.completed'] must be a function"],
  [{ client: { hosts: 'http://127.0.0.1:4600' } }, 'client has no standardCheckout.pay: make it with new Galla('],
  [
    { client: { standardCheckout: { pay() {}, createSdkOrder() {} } } },
    'client has no standardCheckout.getOrderStatus',
  ],
])('refuses %j and names the option', async (wrong, message) => {
  const settings = { ...CLIENT, database: '/not/opened', ...wrong } as unknown as GatewaySettings
  await expect(createGateway(settings)).rejects.toThrow(message)
})

it('refunds.sync returns what refunds.get returns', async () => {
  const { gateway, sandbox } = await open()
  const { order } = await gateway.orders.start({ ...CART, merchantOrderId: 'paid' })
  await sandbox.simulatePayment('paid', { outcome: 'SUCCESS' })
  await gateway.orders.sync(order.merchantOrderId)
  await gateway.refunds.request({ merchantRefundId: 'r-1', merchantOrderId: 'paid', amount: AMOUNT })
  await gateway.runPendingJobs()
  await sandbox.simulateRefund('r-1', { outcome: 'SUCCESS' })
  const synced = await gateway.refunds.sync('r-1')
  expect(synced).toMatchObject({ state: 'COMPLETED' })
  expect(synced).toEqual(await gateway.refunds.get('r-1'))
})

it('refuses reads with SHUTTING_DOWN after stop()', async () => {
  const { gateway } = await open()
  await gateway.stop()
  for (const read of [
    () => gateway.orders.get('a'),
    () => gateway.orders.list(),
    () => gateway.refunds.get('a'),
    () => gateway.refunds.list(),
  ])
    await expect(read()).rejects.toMatchObject({ code: 'SHUTTING_DOWN' })
})
