import { readFileSync } from 'node:fs'
import { ERRORS_URL } from '@galla/contract/docs-url'
import type { DatabaseContents, DatabaseInspection } from '@galla/gateway'
import { describe, expect, it } from 'vitest'
import { CHECKLIST, runChecklist } from '../src/gateway/checklist/checklist.ts'
import type { Facts } from '../src/gateway/checklist/facts.ts'
import { readGatewayEnvironment } from '../src/gateway/environment.ts'
import { CONTAINERS, WEBHOOK_SECRET } from './gateway-variables.ts'

const keyOf = (id: string, byte: number) => `${id}:${Buffer.alloc(32, byte).toString('base64')}`

/** Variables of a gateway that is ready: each test spoils one. */
const READY = {
  GALLA_ENVIRONMENT: 'PRODUCTION',
  GALLA_CLIENT_ID: 'TEAL2026',
  GALLA_CLIENT_SECRET: 'f00dfeed-cups-8d2c',
  GALLA_CLIENT_VERSION: '3',
  GALLA_DATABASE: 'postgres://galla:hunter4@db.example/galla?sslmode=verify-full',
  GALLA_DATA_KEYS: keyOf('2026a', 1),
  GALLA_CALLBACK_USERNAME: 'tea_stall',
  GALLA_CALLBACK_PASSWORD: 'k7Vd2mQx9Rt4',
  GALLA_CALLBACK_URL: 'https://pay.shop.example/payments/callbacks',
  GALLA_CONSOLE_PASSWORD: 'correct horse battery',
  GALLA_CONSOLE_URL: 'https://pay.shop.example/admin/',
  GALLA_TRUSTED_PROXIES: '127.0.0.1',
  GALLA_NOTIFY_URL: 'https://shop.example/events',
  GALLA_NOTIFY_SECRET: WEBHOOK_SECRET,
}

const CONSOLE_OFF = {
  GALLA_CONSOLE_PASSWORD: undefined,
  GALLA_CONSOLE_URL: undefined,
  GALLA_TRUSTED_PROXIES: undefined,
}

const ADMIN = {
  userId: 'u',
  name: 'asha',
  role: 'admin',
  state: 'active',
  hasSecondFactor: true,
  createdAtMs: 0,
} as const
const CONTENTS: DatabaseContents = {
  owner: { environment: 'PRODUCTION', clientId: 'TEAL2026' },
  users: [ADMIN],
  activeApiKeys: 1,
  metricsKeys: 1,
  workers: 1,
  subscriptions: [
    { subscriber: 'http', event: 'order.completed', registeredAtMs: 0, running: 1, waiting: 0, unclaimed: 0 },
  ],
  review: [],
  encryption: { read: 4, complete: true, plain: 0, encryptedBy: { '2026a': 4 }, writtenWith: ['2026a'] },
  firstMoney: { paid: true, refunded: true },
}
const SERVER: DatabaseInspection = {
  version: '18.1',
  versionNumber: 180_001,
  transport: 'tls',
  clockAheadMs: 12,
  timeZone: 'UTC',
  takesWrites: true,
  durable: true,
  role: { name: 'galla', superuser: false, mayMigrate: true, forbidden: [] },
  connections: { max: 97, used: 20, perProcess: 16 },
  schema: { version: 1, needed: 1, pendingSteps: 0 },
  contents: CONTENTS,
}

interface Spoiled {
  env?: { [name: string]: string | undefined }
  server?: Partial<DatabaseInspection>
  contents?: Partial<DatabaseContents>
  facts?: Partial<Facts>
}

function resultsOf({ env = {}, server = {}, contents = {}, facts = {} }: Spoiled = {}) {
  const { config, problems, warnings } = readGatewayEnvironment({ ...READY, ...env }, (path) => {
    throw new Error(path)
  })
  const inspection = { ...SERVER, contents: { ...CONTENTS, ...contents }, ...server }
  const groups = runChecklist({
    config,
    problems,
    warnings,
    samples: [{ signedWith: 'user name tea_stall with a password of 12 characters', accepted: true }],
    database: { state: 'opened', inspection },
    token: 'accepted',
    freeBytes: undefined,
    socketProblem: undefined,
    verifiesTls: true,
    node: '24.4.0',
    nowMs: Date.UTC(2026, 10, 23),
    ...facts,
  })
  return groups.flatMap(({ results }) => results)
}

const CANNOT_BE_KNOWN = [
  'callback-rotation',
  'callback-registered',
  'backups',
  'listener',
  'proxy',
  'review',
  'alerts',
  'disk',
]
const FOLDER = { GALLA_DATABASE: './data/gateway' }
const REFUSED = { samples: [{ signedWith: 'the key k1', accepted: false }] }

/** The line that answers, how, and what spoils it. */
type Case = [string, string, RegExp, Spoiled]
const SANDBOX = { GALLA_ENVIRONMENT: 'SANDBOX' }
const withKey = (key: string) => ({ env: { GALLA_CALLBACK_SECRET_KEY: key } })
const atUrl = (url: string) => ({ env: { GALLA_CALLBACK_URL: url } })
const CASES: readonly Case[] = [
  ['variables', 'fail', /not valid/, { env: { GALLA_PORT: 'x' } }],
  ['variables', 'fail', /not valid/, { env: { GALLA_PROVIDER_URL: 'http://127.0.0.1:4500' } }],
  ['variables', 'warning', /used unchanged/, { env: { GALLA_CALLBACK_PASSWORD: 'k7Rw2mXq9LpA,h3Vb8tZc' } }],
  ['environment', 'warning', /SANDBOX: no money/, { env: SANDBOX }],
  ['environment', 'warning', /GALLA_PROVIDER_URL/, { env: { GALLA_PROVIDER_URL: 'https://mock.example' } }],
  ['credentials', 'fail', /test account/, { env: { GALLA_CLIENT_ID: 'TEST-M22TEAL_2506' } }],
  ['credentials', 'fail', /placeholder/, { env: { GALLA_CLIENT_SECRET: '<secret>' } }],
  ['credentials', 'fail', /same as GALLA_CLIENT_ID/, { env: { GALLA_CLIENT_SECRET: 'TEAL2026' } }],
  ['credentials', 'fail', /whole number/, { env: { GALLA_CLIENT_VERSION: 'v1' } }],
  ['credentials', 'warning', /test account/, { env: SANDBOX }],
  ['credentials-accepted', 'fail', /refused/, { facts: { token: 'refused' } }],
  ['credentials-accepted', 'fail', /error of its own/, { facts: { token: 'failed' } }],
  ['credentials-accepted', 'fail', /not reached/, { facts: { token: 'unreachable' } }],
  ['credentials-accepted', 'warning', /not reached/, { env: SANDBOX, facts: { token: 'unreachable' } }],
  ['certificates', 'fail', /can pretend to be the provider/, { facts: { verifiesTls: false } }],
  ['callback-credentials', 'fail', /PASSWORD is weak/, { env: { GALLA_CALLBACK_PASSWORD: 'Passw0rd99' } }],
  ['callback-credentials', 'fail', /PASSWORD is weak/, { env: { GALLA_CALLBACK_PASSWORD: 'tea_stall1' } }],
  ['callback-credentials', 'fail', /SECRET_KEY is weak/, withKey('short')],
  ['callback-credentials', 'fail', /same as GALLA_CLIENT_SECRET/, withKey('f00dfeed-cups-8d2c')],
  ['callback-rotation', 'warning', /^2 .*are accepted/, withKey('k'.repeat(40))],
  ['callback-rotation', 'warning', /^2 .*are accepted/, { env: { GALLA_CALLBACK_PASSWORD_2: 'k7Rw2mXq9LpA' } }],
  ['callback-credentials', 'fail', /PASSWORD_2 is weak/, { env: { GALLA_CALLBACK_PASSWORD_2: 'Passw0rd99' } }],
  ['callback-sample', 'fail', /refused: the key k1$/, { facts: REFUSED }],
  ['callback-url', 'warning', /not set/, { env: { GALLA_CALLBACK_URL: undefined } }],
  ['callback-url', 'warning', /not an https/, atUrl('http://shop.example/callbacks')],
  ['callback-url', 'warning', /cannot reach/, atUrl('https://localhost/payments/callbacks')],
  ['callback-url', 'warning', /cannot reach/, atUrl('https://100.64.0.1/payments/callbacks')],
  ['callback-url', 'warning', /cannot reach/, atUrl('https://[fd00::1]/payments/callbacks')],
  ['callback-url', 'warning', /cannot reach/, atUrl('https://shop.test/payments/callbacks')],
  ['callback-url', 'warning', /has a port/, atUrl('https://shop.example:8443/payments/callbacks')],
  ['callback-url', 'warning', /does not end/, atUrl('https://shop.example//payments//callbacks')],
  ['callback-url', 'warning', /does not end/, atUrl('https://shop.example/hook')],
  [
    'database-opens',
    'fail',
    /no server listens/,
    { facts: { database: { state: 'failed', reason: 'no server listens' } } },
  ],
  ['database-opens', 'fail', /pool_mode/, { server: { poolerProblem: 'set pool_mode = session' } }],
  ['database-opens', 'pass', /first start creates/, { env: FOLDER, facts: { database: { state: 'absent' } } }],
  ['database-server', 'warning', /embedded/, { env: FOLDER }],
  ['database-server', 'fail', /14 is too old/, { server: { versionNumber: 140_012 } }],
  ['database-server', 'warning', /19 was not tested/, { server: { versionNumber: 190_000 } }],
  [
    'database-tls',
    'warning',
    /sslmode=require/,
    { env: { GALLA_DATABASE: 'postgres://galla@db.example/galla?sslmode=require' } },
  ],
  [
    'database-tls',
    'fail',
    /does not verify/,
    { env: { GALLA_DATABASE: 'postgres://galla@db.example/galla?sslmode=no-verify' } },
  ],
  [
    'database-tls',
    'fail',
    /does not verify/,
    { env: { GALLA_DATABASE: 'postgres://galla@db.example/galla?sslmode=require&uselibpqcompat=true' } },
  ],
  ['database-tls', 'pass', /names the host/, { env: CONTAINERS, server: { transport: 'clear' } }],
  ['database-tls', 'pass', /unix socket/, { server: { transport: 'socket' } }],
  [
    'database-tls',
    'pass',
    /does not leave/,
    { env: { GALLA_DATABASE: 'postgres://galla@localhost/galla' }, server: { transport: 'clear' } },
  ],
  ['database-role', 'warning', /superuser/, { server: { role: { ...SERVER.role, superuser: true } } }],
  [
    'database-role',
    'fail',
    /may not use orders, refunds/,
    { server: { role: { ...SERVER.role, forbidden: ['orders', 'refunds'] } } },
  ],
  [
    'database-role',
    'fail',
    /GALLA_MIGRATE=true needs/,
    { server: { role: { ...SERVER.role, mayMigrate: false }, schema: { version: 0, needed: 1, pendingSteps: 1 } } },
  ],
  ['database-role', 'pass', /one role/, { env: FOLDER, server: { role: { ...SERVER.role, superuser: true } } }],
  ['database-schema', 'warning', /1 step/, { server: { schema: { version: 0, needed: 1, pendingSteps: 1 } } }],
  [
    'database-schema',
    'fail',
    /GALLA_MIGRATE is false/,
    { env: { GALLA_MIGRATE: 'false' }, server: { schema: { version: 0, needed: 1, pendingSteps: 1 } } },
  ],
  [
    'database-schema',
    'fail',
    /newer release/,
    { server: { schema: { version: 0, needed: 0, pendingSteps: 0, problem: 'made by a newer release' } } },
  ],
  [
    'database-owner',
    'fail',
    /another environment/,
    { contents: { owner: { environment: 'SANDBOX', clientId: 'TEAL2026' } } },
  ],
  [
    'database-owner',
    'fail',
    /another client/,
    { contents: { owner: { environment: 'PRODUCTION', clientId: 'other' } } },
  ],
  ['database-takes-writes', 'fail', /standby/, { server: { takesWrites: false } }],
  ['database-takes-writes', 'fail', /a crash loses payments/, { server: { durable: false } }],
  ['database-clock', 'warning', /60 s behind/, { server: { clockAheadMs: -60_000 } }],
  ['database-time-zone', 'warning', /Asia\/Kolkata/, { server: { timeZone: 'Asia/Kolkata' } }],
  ['database-connections', 'warning', /10 of 30/, { server: { connections: { max: 30, used: 20, perProcess: 16 } } }],
  ['database-connections', 'fail', /0 of 20/, { server: { connections: { max: 20, used: 20, perProcess: 16 } } }],
  ['data-keys', 'warning', /without encryption/, { env: { GALLA_DATA_KEYS: undefined } }],
  [
    'data-keys-rotated',
    'warning',
    /3 rows of 4 rows/,
    { contents: { encryption: { ...CONTENTS.encryption, plain: 3 } } },
  ],
  [
    'data-keys-rotated',
    'fail',
    /encrypted with 2025, which is not set: the gateway does not start/,
    { contents: { encryption: { ...CONTENTS.encryption, writtenWith: ['2025'] } } },
  ],
  [
    'data-keys-rotated',
    'warning',
    /encrypted with 2025, which is lost/,
    {
      env: { GALLA_DATA_KEYS_LOST: '2025' },
      contents: { encryption: { ...CONTENTS.encryption, encryptedBy: { 2025: 1 }, writtenWith: ['2025'] } },
    },
  ],
  [
    'data-keys-rotated',
    'warning',
    /still encrypted with 2026a/,
    { env: { GALLA_DATA_KEYS: `${keyOf('2026b', 2)},${keyOf('2026a', 1)}` } },
  ],
  ['console-url', 'warning', /console is off/, { env: CONSOLE_OFF }],
  ['console-url', 'warning', /http address/, { env: { GALLA_CONSOLE_URL: 'http://127.0.0.1:4600/admin/' } }],
  ['variables', 'fail', /not valid/, { env: { GALLA_TRUSTED_PROXIES: '0.0.0.0/0' } }],
  ['console-networks', 'warning', /is not among them/, { env: { GALLA_CONSOLE_NETWORKS: '203.0.113.0/24' } }],
  ['trusted-proxies', 'warning', /not set/, { env: { GALLA_TRUSTED_PROXIES: undefined } }],
  ['console-admin', 'warning', /no admin yet/, { contents: { users: [] } }],
  [
    'console-admin',
    'warning',
    /configured password/,
    { contents: { users: [{ ...ADMIN, usesConfiguredPassword: true }] } },
  ],
  [
    'second-factor',
    'warning',
    /ravi/,
    { contents: { users: [ADMIN, { userId: 'v', name: 'ravi', role: 'admin', state: 'active', createdAtMs: 0 }] } },
  ],
  ['merchant-keys', 'warning', /every scope/, { env: { GALLA_MERCHANT_KEY: 'm'.repeat(40) } }],
  [
    'merchant-keys',
    'warning',
    /2 configured keys/,
    { env: { GALLA_MERCHANT_KEY: 'm'.repeat(40), GALLA_MERCHANT_KEY_2: 'n'.repeat(40) } },
  ],
  ['metrics', 'warning', /and with it the metrics/, { env: CONSOLE_OFF }],
  ['metrics', 'pass', /1 key with the scope metrics/, {}],
  ['metrics', 'warning', /needs the password of the console/, { contents: { metricsKeys: 0 } }],
  ['listener', 'pass', /can make \/run\/galla\/gateway\.sock/, { env: { GALLA_SOCKET: '/run/galla/gateway.sock' } }],
  ['listener', 'fail', /may write to \/srv/, { facts: { socketProblem: 'Other users may write to /srv' } }],
  [
    'notices',
    'warning',
    /Neither events nor handlers/,
    { env: { GALLA_NOTIFY_URL: undefined, GALLA_NOTIFY_SECRET: undefined } },
  ],
  ['notices', 'pass', /a host of GALLA_HOSTS_WITHOUT_TLS/, { env: CONTAINERS }],
  ['notices', 'warning', /SECRET_2 is set/, { env: { GALLA_NOTIFY_SECRET_2: WEBHOOK_SECRET } }],
  [
    'subscriptions',
    'warning',
    /No process takes these deliveries: order.completed to http/,
    { contents: { subscriptions: CONTENTS.subscriptions.map((one) => ({ ...one, unclaimed: 2 })) } },
  ],
  [
    'subscriptions',
    'warning',
    /No running process/,
    { contents: { subscriptions: CONTENTS.subscriptions.map((one) => ({ ...one, running: 0 })) } },
  ],
  [
    'subscriptions',
    'unknown',
    /no gateway runs/,
    { contents: { workers: 0, subscriptions: CONTENTS.subscriptions.map((one) => ({ ...one, running: 0 })) } },
  ],
  [
    'review',
    'warning',
    /orders in review \(2\)/,
    { contents: { review: [{ name: 'orders in review', waiting: 2, oldestAtMs: 0 }] } },
  ],
  ['log', 'warning', /silent/, { env: { GALLA_LOG_LEVEL: 'silent' } }],
  ['log', 'warning', /debug/, { env: { GALLA_LOG_LEVEL: 'debug' } }],
  ['node', 'fail', /older than 20\.19/, { facts: { node: '20.18.3' } }],
  ['node', 'warning', /no security fixes/, { facts: { node: '20.19.0' } }],
  ['node', 'warning', /not a release line with long-term support/, { facts: { node: '25.1.0' } }],
  ['disk', 'fail', /0\.1 GB/, { env: FOLDER, facts: { freeBytes: 100_000_000 } }],
  ['disk', 'warning', /2\.0 GB/, { env: FOLDER, facts: { freeBytes: 2_000_000_000 } }],
  ['disk', 'pass', /20\.0 GB/, { env: FOLDER, facts: { freeBytes: 20_000_000_000 } }],
  ['first-payment', 'warning', /No order was paid/, { contents: { firstMoney: { paid: false, refunded: false } } }],
  ['first-payment', 'warning', /No refund/, { contents: { firstMoney: { paid: true, refunded: false } } }],
]

describe('the go-live checklist', () => {
  it('passes a gateway that is ready, but for what cannot be known from here', () => {
    const open = resultsOf().filter(({ status }) => status !== 'pass')
    expect(open.map(({ code, status, reason }) => (status === 'unknown' ? code : `${code}: ${reason}`))).toEqual(
      CANNOT_BE_KNOWN,
    )
  })

  it.each(CASES)('%s: %s, %s', (code, status, reason, spoiled) => {
    const found = resultsOf(spoiled).find((one) => one.code === code)
    expect(found).toMatchObject({ status, reason: expect.stringMatching(reason) })
    expect(found?.fix !== undefined).toBe(status !== 'pass')
    if (found?.fix === undefined) return
    for (const [variable] of found.reason.matchAll(/GALLA_\w+(?= is not set)/g)) expect(found.fix).toContain(variable)
  })

  it('is tested above with every line that can have another answer', () => {
    const always = ['alerts', 'backups', 'callback-registered', 'proxy', 'retention']
    const codes = CHECKLIST.flatMap(({ items }) => items.map(({ code }) => code))
    expect(codes.filter((code) => !CASES.some(([tried]) => tried === code)).sort()).toEqual(always)
  })

  it('never contains a secret, and links each line to its own section', () => {
    const texts = CASES.map(([, , , spoiled]) => JSON.stringify(resultsOf(spoiled))).join()
    const { GALLA_CLIENT_SECRET, GALLA_CALLBACK_PASSWORD, GALLA_CONSOLE_PASSWORD } = READY
    for (const secret of [GALLA_CLIENT_SECRET, GALLA_CALLBACK_PASSWORD, GALLA_CONSOLE_PASSWORD, WEBHOOK_SECRET])
      expect(texts).not.toContain(secret)
    expect(texts).not.toMatch(/hunter4|AQEBAQEB|Passw0rd99|mmmmmm/)
    const urls = resultsOf().map(({ url }) => url)
    expect(new Set(urls).size).toBe(urls.length)
    for (const { code, url } of resultsOf()) expect(url).toBe(`${ERRORS_URL.galla}#check-${code}`)
  })

  it('answers unknown for everything behind variables that are not valid', () => {
    const { config: _, ...rest } = { config: undefined, problems: ['GALLA_PORT must be a number'] }
    const results = resultsOf({ facts: { ...rest, config: undefined, database: { state: 'failed', reason: '' } } })
    const failed = results.filter(({ status }) => status === 'fail')
    expect(failed).toMatchObject([{ code: 'variables', details: ['GALLA_PORT must be a number'] }])
    expect(results.filter(({ status }) => status === 'pass').map(({ code }) => code)).toEqual(['node'])
  })

  it('is the table of docs/deploy.md, line by line', () => {
    const guide = readFileSync(new URL('../../../docs/deploy.md', import.meta.url), 'utf8')
    const rows = CHECKLIST.flatMap(({ items }) =>
      items.map(({ code, requirement }) => `| ☐ | ${requirement} | \`${code}\` |`),
    )
    expect(guide.split('\n').filter((line) => line.startsWith('| ☐'))).toEqual(rows)
  })

  it('names sections of the documentation that exist', () => {
    for (const { page } of CHECKLIST.flatMap(({ items }) => items)) {
      const [file = '', anchor] = page.split('#')
      const text = readFileSync(new URL(`../../../docs/${file}`, import.meta.url), 'utf8')
      const anchors = [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => slugOf(title))
      if (anchor !== undefined) expect(anchors, page).toContain(anchor)
    }
  })
})

const slugOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replace(/\s/g, '-')
