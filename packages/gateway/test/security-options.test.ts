import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createGateway, type GatewaySettings } from '../src/index.ts'
import { setupDatabases } from './helpers/template-databases.ts'
import { CLIENT, setupTestGateways } from './helpers/test-gateway.ts'

const open = setupTestGateways()
const { createTestDatabase } = setupDatabases()
let database: GatewaySettings['database']
beforeAll(async () => {
  database = await createTestDatabase()
})
const start = (more: object) => createGateway({ ...CLIENT, database, ...more } as unknown as GatewaySettings)

afterEach(() => vi.unstubAllEnvs())

const PASSWORD = 'correct horse battery'

it.each<readonly [string, object]>([
  ['environment', { environment: undefined }],
  ['environment', { environment: '' }],
  ['environment', { environment: 'production' }],
  ['clientSecret', { clientSecret: undefined }],
  ['clientSecret', { clientSecret: '' }],
  ['dataKeys', { dataKeys: [] }],
  ['dataKeys', { dataKeys: [''] }],
  ['dataKeys', { dataKeys: '' }],
  ['dataKeys', { dataKeys: null }],
  ['console.password', { console: {} }],
  ['console.password', { console: { password: '' } }],
  ['console.password', { console: { password: 'short' } }],
  ['console.url', { console: { password: PASSWORD, url: '' } }],
  ['console.url', { console: { password: PASSWORD, url: 'http://pay.shop.example' } }],
  ['console.trustedProxies', { console: { password: PASSWORD, trustedProxies: ['0.0.0.0/1', '128.0.0.0/1'] } }],
  ['console.oidc.issuer', { console: { password: PASSWORD, oidc: { issuer: '', clientId: 'a', clientSecret: 'b' } } }],
  [
    'console.oidc.clientSecret',
    { console: { password: PASSWORD, oidc: { issuer: 'https://id.example', clientId: 'a', clientSecret: '' } } },
  ],
  ['merchant.keys', { merchant: { keys: '' } }],
  ['merchant.keys', { merchant: { keys: [] } }],
  ['merchant.keys', { merchant: { keys: [undefined] } }],
  ['hostsWithoutTls', { environment: 'PRODUCTION', hostsWithoutTls: ['database'] }],
  ['hostsWithoutTls', { hostsWithoutTls: ['db.example'] }],
  ['policy.trustHmacCallbacks', { policy: { trustHmacCallbacks: 'yes' } }],
  ['refundControls.approvalAbove', { refundControls: { approvalAbove: '' } }],
  ['refundControls.dailyLimits', { refundControls: { dailyLimits: null } }],
])('%s refuses the start: %j', async (field, wrong) => {
  await expect(start(wrong)).rejects.toMatchObject({ code: 'INVALID_OPTION', field })
})

describe('a database on another machine', () => {
  it.each<readonly [string, GatewaySettings['database']]>([
    ['a URL', 'postgres:///shop'],
    ['the options of pg', { database: 'shop' }],
  ])('that PGHOST names is refused without TLS: %s', async (_how, database) => {
    vi.stubEnv('PGHOST', 'db.example')
    await expect(start({ database })).rejects.toMatchObject({ code: 'INVALID_OPTION', field: 'database' })
  })

  it.each<readonly [string, GatewaySettings['database'] | object]>([
    ['ssl: null', { host: 'db.example', ssl: null }],
    ["ssl: ''", { host: 'db.example', ssl: '' }],
    ['an upper-case scheme', { connectionString: 'POSTGRES://u:secret@db.example/shop' }],
    ['the last of two hosts', 'postgres://u:secret@h/shop?host=localhost&host=db.example'],
    ['an empty host parameter', 'postgres://u:secret@db.example/shop?host='],
    ['the form of libpq', 'host=db.example user=u password=secret'],
    ['a URL without its scheme', 'u:secret@db.example:5432/shop'],
  ])('that leaves this machine in clear is refused without its value: %s', async (_how, database) => {
    const error = await start({ database: database as GatewaySettings['database'] }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'INVALID_OPTION', field: 'database' })
    expect(String(error)).not.toContain('secret')
  })

  it.each<readonly [string, GatewaySettings['database']]>([
    ['sslmode=no-verify', 'postgres://u@db.invalid/shop?sslmode=no-verify'],
    ['rejectUnauthorized: false', { host: 'db.invalid', ssl: { rejectUnauthorized: false } }],
  ])('that is not verified is warned of at the start: %s', async (_how, database) => {
    const warnings: string[] = []
    const log = { info() {}, warn: (_: object, text: string) => void warnings.push(text), error() {} }
    await expect(start({ database, log })).rejects.toThrow()
    expect(warnings).toContainEqual(expect.stringMatching(/^The connection to the database does not verify the server/))
  })

  it('that is verified causes no warning', async () => {
    const warn = vi.fn()
    const database = 'postgres://u@db.invalid/shop?sslmode=verify-full'
    await expect(start({ database, log: { info() {}, warn, error() {} } })).rejects.toThrow()
    expect(warn).not.toHaveBeenCalled()
  })
})

it('without callback credentials every callback is answered 500: none is taken, and the provider repeats each', async () => {
  const { gateway } = await open({ gateway: { callbackCredentials: [] } })
  const callback = (headers: { [name: string]: string }) =>
    gateway.fetch(new Request('http://localhost/callbacks', { method: 'POST', body: '{}', headers }))
  const sha = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
  const answers = await Promise.all(
    [{}, { authorization: '' }, { authorization: sha }, { 'x-verify': sha }].map(callback),
  )
  expect(answers.map(({ status }) => status)).toEqual([500, 500, 500, 500])
})
