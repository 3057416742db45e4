import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseInspection } from '@galla/gateway'
import { Galla } from '@galla/sdk'
import { describe, expect, it } from 'vitest'
import { runChecklist } from '../src/gateway/checklist/checklist.ts'
import { type GatewayConfig, readGatewayEnvironment } from '../src/gateway/environment.ts'
import { GATEWAY_VARIABLES } from '../src/gateway/variables.ts'
import { CONTAINERS, PRODUCTION } from './gateway-variables.ts'
import { runCli } from './run-cli.ts'

const PAGE = join(import.meta.dirname, '../../../docs/security-configuration.md')

const COLUMNS = ['missing', 'empty', 'mistyped', 'of another environment'] as const
type Column = (typeof COLUMNS)[number]

type Variables = { readonly [name: string]: string | undefined }

/** What happens, by the word with which the cell of the page begins. */
type Outcome =
  /** The start is refused with this sentence. */
  | { readonly refused: RegExp }
  /** The start is allowed, and a line of `--check` with this code warns or fails. */
  | { readonly warned: string }
  /** What the setting opens stays closed: the configuration has no such part. */
  | { readonly closed: keyof GatewayConfig }
  /** The setting has its protecting default. */
  | { readonly default: Partial<GatewayConfig> }

interface Case {
  readonly setting: string
  readonly column: Column
  readonly set: Variables
  readonly outcome: Outcome
}

const INSPECTION: DatabaseInspection = {
  ...{ version: '18.1', versionNumber: 180_001, transport: 'tls', clockAheadMs: 0, timeZone: 'UTC' },
  ...{ takesWrites: true, durable: true },
  role: { name: 'galla', superuser: false, mayMigrate: true, forbidden: [] },
  connections: { max: 97, used: 20, perProcess: 16 },
  schema: { version: 1, needed: 1, pendingSteps: 0 },
}

const read = (set: Variables) =>
  readGatewayEnvironment({ ...PRODUCTION, ...set }, (path) => {
    if (path === '/empty') return ''
    throw new Error(path)
  })

/** Codes of the lines of `--check` that warn or fail. */
function warnedBy(set: Variables): string[] {
  const groups = runChecklist({
    ...read(set),
    config: read(set).config,
    samples: [],
    database: { state: 'opened', inspection: INSPECTION },
    token: 'accepted',
    freeBytes: undefined,
    socketProblem: undefined,
    verifiesTls: set.NODE_TLS_REJECT_UNAUTHORIZED !== '0',
    node: '24.4.0',
    nowMs: Date.UTC(2026, 10, 23),
  })
  return groups.flatMap(({ results }) =>
    results.flatMap(({ status, code }) => (status === 'warning' || status === 'fail' ? [code] : [])),
  )
}

const SANDBOX = { GALLA_ENVIRONMENT: 'SANDBOX' }
const DATABASE = 'postgres://galla@db.example/galla'
const OIDC = {
  GALLA_OIDC_ISSUER: 'https://login.shop.example',
  GALLA_OIDC_CLIENT_ID: 'console',
  GALLA_OIDC_CLIENT_SECRET: 'cups of tea',
}
const KEY = `2026a:${Buffer.alloc(32, 1).toString('base64')}`

/** The cases of one setting: the columns that are missing here have no case. */
const rows: readonly (readonly [string, { readonly [Name in Column]?: readonly (readonly [Variables, Outcome])[] }])[] =
  [
    [
      'GALLA_ENVIRONMENT',
      {
        missing: [[{ GALLA_ENVIRONMENT: undefined }, { refused: /^GALLA_ENVIRONMENT is missing/ }]],
        empty: [[{ GALLA_ENVIRONMENT: '' }, { refused: /^GALLA_ENVIRONMENT is missing/ }]],
        mistyped: [
          [{ GALLA_ENVIRONMENT: 'PROD' }, { refused: /^GALLA_ENVIRONMENT must be SANDBOX or PRODUCTION/ }],
          [{ GALLA_ENVIRONMENT: 'production' }, { refused: /^GALLA_ENVIRONMENT must be SANDBOX or PRODUCTION/ }],
        ],
        'of another environment': [[SANDBOX, { warned: 'environment' }]],
      },
    ],
    [
      'GALLA_CLIENT_SECRET',
      {
        missing: [[{ GALLA_CLIENT_SECRET: undefined }, { refused: /^GALLA_CLIENT_SECRET is missing/ }]],
        empty: [
          [{ GALLA_CLIENT_SECRET: '' }, { refused: /^GALLA_CLIENT_SECRET is missing/ }],
          [
            { GALLA_CLIENT_SECRET: undefined, GALLA_CLIENT_SECRET_FILE: '/empty' },
            { refused: /_FILE names a file that is empty/ },
          ],
        ],
        mistyped: [
          [{ GALLA_CLIENT_SECRET: '"f00d"' }, { refused: /^GALLA_CLIENT_SECRET is in quotes/ }],
          [{ GALLA_CLIENT_SECRET: ' f00d' }, { refused: /^GALLA_CLIENT_SECRET begins with white space/ }],
        ],
        'of another environment': [[{ GALLA_CLIENT_ID: 'TEST-M22TEAL_2506' }, { warned: 'credentials' }]],
      },
    ],
    [
      'GALLA_PROVIDER_URL',
      {
        missing: [[{}, { default: { environment: 'PRODUCTION' } }]],
        empty: [[{ GALLA_PROVIDER_URL: '' }, { closed: 'providerUrl' }]],
        mistyped: [
          [{ GALLA_PROVIDER_URL: 'http://mock.example' }, { refused: /^GALLA_PROVIDER_URL must be an https URL/ }],
          [{ GALLA_PROVIDER_URL: 'https://mock.example' }, { warned: 'environment' }],
        ],
        'of another environment': [
          [
            { GALLA_PROVIDER_URL: 'https://api-preprod.phonepe.com/apis/pg-sandbox' },
            { refused: /^GALLA_PROVIDER_URL is an address of SANDBOX/ },
          ],
          [
            { ...SANDBOX, GALLA_PROVIDER_URL: 'https://api.phonepe.com/apis/pg' },
            { refused: /^GALLA_PROVIDER_URL is an address of PRODUCTION/ },
          ],
          [
            { GALLA_PROVIDER_URL: 'http://127.0.0.1:4500' },
            { refused: /^GALLA_PROVIDER_URL must not be on this machine/ },
          ],
          [
            { GALLA_PROVIDER_URL: 'https://localhost:4500' },
            { refused: /^GALLA_PROVIDER_URL must not be on this machine/ },
          ],
        ],
      },
    ],
    [
      'GALLA_HOSTS_WITHOUT_TLS',
      {
        missing: [[{}, { closed: 'hostsWithoutTls' }]],
        empty: [[{ ...SANDBOX, GALLA_HOSTS_WITHOUT_TLS: '' }, { closed: 'hostsWithoutTls' }]],
        mistyped: [
          [
            { ...CONTAINERS, GALLA_HOSTS_WITHOUT_TLS: 'db.example' },
            { refused: /names or addresses of a private network/ },
          ],
          [
            { ...CONTAINERS, GALLA_HOSTS_WITHOUT_TLS: 'databse,app' },
            { refused: /^GALLA_DATABASE is on another machine, database/ },
          ],
        ],
        'of another environment': [
          [{ GALLA_HOSTS_WITHOUT_TLS: 'database' }, { refused: /^GALLA_HOSTS_WITHOUT_TLS is for SANDBOX only/ }],
        ],
      },
    ],
    [
      'GALLA_DATABASE',
      {
        missing: [[{ GALLA_DATABASE: undefined }, { default: { database: './data/gateway' } }]],
        empty: [[{ GALLA_DATABASE: '' }, { default: { database: './data/gateway' } }]],
        mistyped: [
          [
            { GALLA_DATABASE: DATABASE },
            { refused: /^GALLA_DATABASE is on another machine, db\.example, so it needs TLS/ },
          ],
          [{ GALLA_DATABASE: `${DATABASE}?sslmode=disable` }, { refused: /so it needs TLS/ }],
          [{ GALLA_DATABASE: `${DATABASE}?sslmode=allow` }, { refused: /so it needs TLS/ }],
          [{ GALLA_DATABASE: `${DATABASE}?sslmode=prefer` }, { refused: /so it needs TLS/ }],
          [
            { GALLA_DATABASE: 'postgres://u@localhost/galla?host=localhost&host=db.example' },
            { refused: /so it needs TLS/ },
          ],
          [{ GALLA_DATABASE: 'postgres:///galla', PGHOST: 'db.example' }, { refused: /so it needs TLS/ }],
          [
            { GALLA_DATABASE: 'mysql://u@db.example/galla' },
            { refused: /must be a folder, or a URL such as postgres/ },
          ],
          [{ GALLA_DATABASE: `${DATABASE}?sslmode=no-verify` }, { warned: 'database-tls' }],
          [{ GALLA_DATABASE: `${DATABASE}?sslmode=require&uselibpqcompat=true` }, { warned: 'database-tls' }],
        ],
      },
    ],
    [
      'GALLA_DATA_KEYS',
      {
        missing: [[{ GALLA_DATA_KEYS: undefined }, { warned: 'data-keys' }]],
        empty: [
          [{ GALLA_DATA_KEYS: '' }, { refused: /^GALLA_DATA_KEYS is set and empty/ }],
          [{ GALLA_DATA_KEYS: '\n' }, { refused: /^GALLA_DATA_KEYS is set and empty/ }],
          [{ GALLA_DATA_KEYS: ',' }, { refused: /^GALLA_DATA_KEYS must be keys/ }],
          [
            { GALLA_DATA_KEYS: undefined, GALLA_DATA_KEYS_FILE: '' },
            { refused: /^GALLA_DATA_KEYS_FILE is set and empty/ },
          ],
          [
            { GALLA_DATA_KEYS: undefined, GALLA_DATA_KEYS_FILE: '/empty' },
            { refused: /^GALLA_DATA_KEYS_FILE names a file that is empty/ },
          ],
        ],
        mistyped: [
          [{ GALLA_DATA_KEYS: '2026a:short' }, { refused: /^GALLA_DATA_KEYS must be keys/ }],
          [{ GALLA_DATA_KEYS: `${KEY},${KEY}` }, { refused: /^GALLA_DATA_KEYS names two keys with the same id/ }],
          [{ GALLA_DATA_KEYS: undefined, GALLA_DATA_KEY: KEY }, { refused: /did you mean GALLA_DATA_KEYS\?/ }],
          [{ GALLA_DATA_KEYS: undefined, galla_data_keys: KEY }, { refused: /did you mean GALLA_DATA_KEYS\?/ }],
          [{ GALLA_DATA_KEYS: undefined, GALA_DATA_KEYS: KEY }, { refused: /did you mean GALLA_DATA_KEYS\?/ }],
        ],
      },
    ],
    [
      'GALLA_DATA_KEYS_COMMAND',
      {
        missing: [[{}, { default: { dataKeys: [KEY] } }]],
        empty: [[{ GALLA_DATA_KEYS_COMMAND: '' }, { refused: /^GALLA_DATA_KEYS_COMMAND is set and empty/ }]],
        mistyped: [
          [{ GALLA_DATA_KEYS_COMMAND: 'galla-keys' }, { refused: /must be the absolute path of a program/ }],
          [
            { GALLA_DATA_KEYS: undefined, GALLA_DATA_KEYS_COMMAND: '/not/there' },
            { refused: /names a program that cannot be started/ },
          ],
        ],
      },
    ],
    [
      'GALLA_DATA_KEYS_LOST',
      {
        missing: [[{}, { closed: 'dataKeysLost' }]],
        empty: [[{ GALLA_DATA_KEYS_LOST: '' }, { closed: 'dataKeysLost' }]],
        mistyped: [
          [{ GALLA_DATA_KEYS_LOST: KEY }, { refused: /^GALLA_DATA_KEYS_LOST must be the ids/ }],
          [
            { GALLA_DATA_KEYS: undefined, GALLA_DATA_KEYS_LOST: '2025' },
            { refused: /no effect without GALLA_DATA_KEYS/ },
          ],
        ],
      },
    ],
    [
      'GALLA_CALLBACK_PASSWORD',
      {
        missing: [
          [
            { GALLA_CALLBACK_USERNAME: undefined, GALLA_CALLBACK_PASSWORD: undefined },
            { refused: /^The callback credentials are missing/ },
          ],
          [
            { GALLA_CALLBACK_PASSWORD: undefined },
            { refused: /^GALLA_CALLBACK_USERNAME has no effect without GALLA_CALLBACK_PASSWORD/ },
          ],
        ],
        empty: [[{ GALLA_CALLBACK_PASSWORD: '' }, { refused: /^GALLA_CALLBACK_USERNAME has no effect without/ }]],
        mistyped: [
          [{ GALLA_CALLBACK_PASSWORD: 'k7Vd2mQx9Rt4 ' }, { refused: /^GALLA_CALLBACK_PASSWORD ends with white space/ }],
          [{ GALLA_CALLBACK_PASSWORD: 'Passw0rd99' }, { warned: 'callback-credentials' }],
        ],
      },
    ],
    [
      'GALLA_CALLBACK_SECRET_KEY',
      {
        missing: [
          [
            { GALLA_CALLBACK_USERNAME: undefined, GALLA_CALLBACK_PASSWORD: undefined },
            { refused: /credentials are missing/ },
          ],
        ],
        empty: [
          [
            { GALLA_CALLBACK_USERNAME: '', GALLA_CALLBACK_PASSWORD: '', GALLA_CALLBACK_SECRET_KEY: '' },
            { refused: /credentials are missing/ },
          ],
        ],
        mistyped: [
          [
            { GALLA_CALLBACK_SECRET_KEY: `'${'k'.repeat(32)}'` },
            { refused: /^GALLA_CALLBACK_SECRET_KEY is in quotes/ },
          ],
          [{ GALLA_CALLBACK_SECRET_KEY: 'short' }, { warned: 'callback-credentials' }],
        ],
      },
    ],
    [
      'GALLA_CONSOLE_PASSWORD',
      {
        missing: [[{ GALLA_CONSOLE_PASSWORD: undefined }, { closed: 'consolePassword' }]],
        empty: [[{ GALLA_CONSOLE_PASSWORD: '' }, { closed: 'consolePassword' }]],
        mistyped: [
          [{ GALLA_CONSOLE_PASSWORD: 'short' }, { refused: /^GALLA_CONSOLE_PASSWORD must have at least 12/ }],
          [
            { GALLA_CONSOLE_PASSWORD: undefined, GALLA_CONSOLE_PASSWORT: 'x' },
            { refused: /did you mean GALLA_CONSOLE_PASSWORD\?/ },
          ],
        ],
      },
    ],
    [
      'GALLA_CONSOLE_URL',
      {
        missing: [[{}, { closed: 'consoleUrl' }]],
        empty: [[{ GALLA_CONSOLE_PASSWORD: 'correct horse battery', GALLA_CONSOLE_URL: '' }, { closed: 'consoleUrl' }]],
        mistyped: [
          [
            { GALLA_CONSOLE_PASSWORD: 'correct horse battery', GALLA_CONSOLE_URL: 'http://pay.shop.example/admin/' },
            { refused: /^GALLA_CONSOLE_URL must be an https URL/ },
          ],
          [
            { GALLA_CONSOLE_PASSWORD: 'correct horse battery', GALLA_CONSOLE_URL: 'pay.shop.example' },
            { refused: /^GALLA_CONSOLE_URL must be an http or https URL/ },
          ],
          [
            { GALLA_CONSOLE_URL: 'https://pay.shop.example/admin/' },
            { refused: /no effect without GALLA_CONSOLE_PASSWORD/ },
          ],
        ],
        'of another environment': [
          [
            { GALLA_CONSOLE_PASSWORD: 'correct horse battery', GALLA_CONSOLE_URL: 'http://localhost:4600/admin/' },
            { warned: 'console-url' },
          ],
        ],
      },
    ],
    [
      'GALLA_TRUSTED_PROXIES',
      {
        missing: [
          [
            { GALLA_CONSOLE_PASSWORD: 'correct horse battery', GALLA_CONSOLE_URL: 'https://pay.shop.example/' },
            { warned: 'trusted-proxies' },
          ],
        ],
        empty: [
          [
            {
              GALLA_CONSOLE_PASSWORD: 'correct horse battery',
              GALLA_CONSOLE_URL: 'https://pay.shop.example/',
              GALLA_TRUSTED_PROXIES: '',
            },
            { warned: 'trusted-proxies' },
          ],
        ],
        mistyped: ['proxy', '10.0.0.0/33', '0.0.0.0/0', '::/0', '0.0.0.0/1,128.0.0.0/1', '::ffff:0:0/96'].map(
          (value) => [
            { GALLA_CONSOLE_PASSWORD: 'correct horse battery', GALLA_TRUSTED_PROXIES: value },
            { refused: /^GALLA_TRUSTED_PROXIES must (?:be addresses or networks|name your proxies only)/ },
          ],
        ),
      },
    ],
    [
      'GALLA_OIDC_ISSUER',
      {
        missing: [
          [
            { GALLA_CONSOLE_PASSWORD: 'correct horse battery', ...OIDC, GALLA_OIDC_ISSUER: undefined },
            { refused: /no effect without GALLA_OIDC_ISSUER/ },
          ],
        ],
        empty: [
          [
            { GALLA_CONSOLE_PASSWORD: 'correct horse battery', ...OIDC, GALLA_OIDC_ISSUER: '' },
            { refused: /no effect without GALLA_OIDC_ISSUER/ },
          ],
          [
            { GALLA_CONSOLE_PASSWORD: 'correct horse battery', ...OIDC, GALLA_OIDC_CLIENT_SECRET: '' },
            { refused: /no effect without GALLA_OIDC_CLIENT_SECRET/ },
          ],
        ],
        mistyped: [
          [
            {
              GALLA_CONSOLE_PASSWORD: 'correct horse battery',
              ...OIDC,
              GALLA_OIDC_ISSUER: 'http://login.shop.example',
            },
            { refused: /^GALLA_OIDC_ISSUER must be an https URL/ },
          ],
          [OIDC, { refused: /^GALLA_OIDC_ISSUER has no effect without GALLA_CONSOLE_PASSWORD/ }],
        ],
      },
    ],
    [
      'GALLA_OIDC_ROLES',
      {
        missing: [[{ GALLA_CONSOLE_PASSWORD: 'correct horse battery', ...OIDC }, { default: {} }]],
        empty: [
          [
            { GALLA_CONSOLE_PASSWORD: 'correct horse battery', ...OIDC, GALLA_OIDC_ROLES: '' },
            { refused: /^GALLA_OIDC_ROLES is set and empty/ },
          ],
        ],
        mistyped: [
          [
            { GALLA_CONSOLE_PASSWORD: 'correct horse battery', ...OIDC, GALLA_OIDC_ROLES: 'groups:staff=root' },
            { refused: /^GALLA_OIDC_ROLES must be a claim/ },
          ],
        ],
      },
    ],
    [
      'GALLA_MERCHANT_KEY',
      {
        missing: [[{}, { closed: 'merchant' }]],
        empty: [[{ GALLA_MERCHANT_KEY: '' }, { closed: 'merchant' }]],
        mistyped: [
          [{ GALLA_MERCHANT_KEY: 'short' }, { refused: /^GALLA_MERCHANT_KEY must be 32 to 256/ }],
          [{ GALLA_MERCHANT_HOSTS: 'galla' }, { refused: /no effect without GALLA_MERCHANT_KEY/ }],
        ],
      },
    ],
    [
      'GALLA_MERCHANT_HOSTS',
      {
        missing: [
          [{ GALLA_MERCHANT_KEY: 'k'.repeat(32) }, { default: { merchant: { keys: ['k'.repeat(32)], hosts: [] } } }],
        ],
        empty: [
          [
            { GALLA_MERCHANT_KEY: 'k'.repeat(32), GALLA_MERCHANT_HOSTS: '' },
            { default: { merchant: { keys: ['k'.repeat(32)], hosts: [] } } },
          ],
        ],
        mistyped: [
          [
            { GALLA_MERCHANT_KEY: 'k'.repeat(32), GALLA_MERCHANT_HOSTS: '*' },
            { refused: /^GALLA_MERCHANT_HOSTS must be host names/ },
          ],
        ],
      },
    ],
    [
      'GALLA_NOTIFY_SECRET',
      {
        missing: [
          [{ GALLA_NOTIFY_URL: 'https://shop.example/events' }, { refused: /no effect without GALLA_NOTIFY_SECRET/ }],
        ],
        empty: [
          [
            { GALLA_NOTIFY_URL: 'https://shop.example/events', GALLA_NOTIFY_SECRET: '' },
            { refused: /no effect without GALLA_NOTIFY_SECRET/ },
          ],
        ],
        mistyped: [
          [
            { GALLA_NOTIFY_URL: 'https://shop.example/events', GALLA_NOTIFY_SECRET: 'cups' },
            { refused: /^GALLA_NOTIFY_SECRET must be whsec_/ },
          ],
          [{ GALLA_NOTIFY_URL: 'http://shop.example/events' }, { refused: /^GALLA_NOTIFY_URL must be an https URL/ }],
        ],
      },
    ],
    [
      'GALLA_REFUND_APPROVAL_ABOVE',
      {
        missing: [[{}, { default: { refundControls: { approvalHours: 72 } } }]],
        empty: ['GALLA_REFUND_APPROVAL_ABOVE', 'GALLA_REFUND_PROGRAM_ABOVE', 'GALLA_REFUND_DAILY_LIMITS'].map(
          (name) => [{ [name]: '' }, { refused: new RegExp(`^${name} is set and empty`) }],
        ),
        mistyped: [
          [{ GALLA_REFUND_APPROVAL_ABOVE: '5,000' }, { refused: /^GALLA_REFUND_APPROVAL_ABOVE must be whole paise/ }],
          [{ GALLA_REFUND_DAILY_LIMITS: ',' }, { refused: /^GALLA_REFUND_DAILY_LIMITS must be one amount/ }],
          [{ GALLA_REFUND_DAILY_LIMITS: 'support=5' }, { refused: /^GALLA_REFUND_DAILY_LIMITS must be one amount/ }],
        ],
      },
    ],
    [
      'GALLA_HOST',
      {
        missing: [[{}, { default: { host: '127.0.0.1' } }]],
        empty: [[{ GALLA_HOST: '' }, { default: { host: '127.0.0.1' } }]],
        mistyped: [[{ GALLA_HOST: '127.0.0.1 ' }, { refused: /^GALLA_HOST ends with white space/ }]],
      },
    ],
    [
      'GALLA_SOCKET',
      {
        missing: [[{}, { default: { host: '127.0.0.1' } }]],
        empty: [[{ GALLA_SOCKET: '' }, { refused: /^GALLA_SOCKET is set and empty/ }]],
        mistyped: [
          [{ GALLA_SOCKET: 'gateway.sock' }, { refused: /^GALLA_SOCKET must be an absolute path/ }],
          [
            { GALLA_SOCKET: '/run/galla/gateway.sock', GALLA_HOST: '0.0.0.0' },
            { refused: /^GALLA_SOCKET and GALLA_HOST are both set/ },
          ],
        ],
      },
    ],
    [
      'GALLA_OUTGOING_PROXY',
      {
        missing: [[{}, { closed: 'outgoingProxy' }]],
        empty: [[{ GALLA_OUTGOING_PROXY: '' }, { refused: /^GALLA_OUTGOING_PROXY is set and empty/ }]],
        mistyped: [
          [
            { GALLA_OUTGOING_PROXY: 'proxy.internal' },
            { refused: /^GALLA_OUTGOING_PROXY must be an http or https URL/ },
          ],
        ],
      },
    ],
    [
      'GALLA_SANDBOX',
      {
        missing: [[{}, { default: { environment: 'PRODUCTION' } }]],
        empty: [[{ GALLA_SANDBOX: '' }, { default: { environment: 'PRODUCTION' } }]],
        'of another environment': [
          [{ GALLA_SANDBOX: 'http://127.0.0.1:4500' }, { refused: /^GALLA_SANDBOX is set in PRODUCTION/ }],
        ],
      },
    ],
    [
      'NODE_TLS_REJECT_UNAUTHORIZED',
      {
        missing: [[{}, { default: {} }]],
        empty: [[{ NODE_TLS_REJECT_UNAUTHORIZED: '' }, { default: {} }]],
        'of another environment': [[{ ...SANDBOX, NODE_TLS_REJECT_UNAUTHORIZED: '0' }, { warned: 'certificates' }]],
      },
    ],
  ]

const cases: readonly Case[] = rows.flatMap(([setting, columns]) =>
  COLUMNS.flatMap((column) => (columns[column] ?? []).map(([set, outcome]) => ({ setting, column, set, outcome }))),
)

const namesOf = (set: Variables): string =>
  Object.entries(set)
    .map(([name, value]) => `${name}=${value ?? '(not set)'}`)
    .join(' ') || 'nothing set'

describe('a setting of the gateway that protects', () => {
  it.each(cases.map((one) => [one.setting, one.column, namesOf(one.set), one] as const))(
    '%s, %s: %s',
    (_setting, _column, _set, { set, outcome }) => {
      const { problems, config } = read(set)
      if ('refused' in outcome) {
        expect(problems).toContainEqual(expect.stringMatching(outcome.refused))
        return
      }
      expect(problems).toEqual([])
      if ('warned' in outcome) expect(warnedBy(set)).toContain(outcome.warned)
      else if ('closed' in outcome) expect(config?.[outcome.closed]).toBeUndefined()
      else expect(config).toMatchObject(outcome.default)
    },
  )
})

/** The rows of the table on the page: setting, and the first word of each cell. */
function tableOfPage() {
  const lines = readFileSync(PAGE, 'utf8').split('\n')
  return lines.flatMap((line) => {
    const [, first = '', , ...cells] = line.split('|').map((cell) => cell.trim())
    const setting = /^`([A-Z_]+)`$/.exec(first)?.[1]
    const words = cells.slice(0, COLUMNS.length).map((cell) => /^\*\*([a-z]+)\*\*/.exec(cell)?.[1])
    return setting === undefined ? [] : [{ setting, words }]
  })
}

describe('the page about settings that protect', () => {
  it('says of each setting what happens here', () => {
    const ofCases = rows.map(([setting, columns]) => ({
      setting,
      words: COLUMNS.map((column) => {
        const words = (columns[column] ?? []).map(([, outcome]) => Object.keys(outcome)[0])
        // A cell begins with the word of the first case.
        return words[0]
      }),
    }))
    expect(tableOfPage()).toEqual(ofCases)
  })

  it('has each secret, beside the second one of a kind', () => {
    const settings = rows.map(([setting]) => setting)
    const secrets = GATEWAY_VARIABLES.flatMap(({ name, secret }) => (secret ? [name.replace(/_2$/, '')] : []))
    const covered = [...settings, 'GALLA_OIDC_CLIENT_SECRET']
    expect([...new Set(secrets)].filter((name) => !covered.includes(name))).toEqual([])
  })
})

describe('the name of a secret', () => {
  const SECRETS = GATEWAY_VARIABLES.flatMap(({ name, secret }) => (secret ? [name] : []))

  it.each(SECRETS)('%s is refused with a letter missing, in lower case, and with another prefix', (name) => {
    const near = [
      name.slice(0, -1),
      name.toLowerCase(),
      name.replace('GALLA_', 'GALA_'),
      name.replace('GALLA_', 'GALLA-'),
    ]
    for (const wrong of near)
      expect(read({ [wrong]: 'x' }).problems).toContainEqual(
        expect.stringMatching(new RegExp(`^${wrong} is not a known variable: `)),
      )
  })
})

it('a start in PRODUCTION without the check of certificates is refused', async () => {
  const env = { ...PRODUCTION, NODE_TLS_REJECT_UNAUTHORIZED: '0' }
  const { code, err } = await runCli(['gateway'], { env })
  expect(code).not.toBe(0)
  expect(err).toContain('NODE_TLS_REJECT_UNAUTHORIZED')
})

it.each([
  ['PRODUCTION', 'https://api-preprod.phonepe.com/apis/pg-sandbox'],
  ['SANDBOX', 'https://api.phonepe.com/apis/pg'],
  ['SANDBOX', 'https://cards.phonepe.com/apis/pg'],
] as const)('a client of %s refuses %s, a host of the other environment', (environment, url) => {
  const config = { clientId: 'a', clientSecret: 'b', clientVersion: 1, environment }
  expect(() => new Galla({ ...config, hosts: url })).toThrow(/hosts is an address of/)
  expect(() => new Galla({ ...config, hosts: { pg: url } })).toThrow(/hosts\.pg is an address of/)
})
