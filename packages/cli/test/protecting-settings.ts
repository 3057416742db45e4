import type { GatewayConfig } from '../src/gateway/environment.ts'
import { CONTAINERS } from './gateway-variables.ts'

/** Columns of the table on the page. */
export const COLUMNS = ['missing', 'empty', 'mistyped', 'of another environment'] as const
export type Column = (typeof COLUMNS)[number]

export type Variables = { readonly [name: string]: string | undefined }

/** The outcome of a setting, by the word with which the cell of the page begins. */
export type Outcome =
  /** The start is refused with this sentence. */
  | { readonly refused: RegExp }
  /** The start is allowed, and a line of `--check` with this code warns or fails. */
  | { readonly warned: string }
  /** The part that the setting opens stays closed: the configuration has no such part. */
  | { readonly closed: keyof GatewayConfig }
  /** The setting has its protecting default. */
  | { readonly default: { readonly [Name in keyof GatewayConfig]?: GatewayConfig[Name] | undefined } }

/** A setting with its cases: a column that is missing has none. */
export type Row = readonly [string, { readonly [Name in Column]?: readonly (readonly [Variables, Outcome])[] }]

const SANDBOX = { GALLA_ENVIRONMENT: 'SANDBOX' }
const DATABASE = 'postgres://galla@db.example/galla'
const KEY = `2026a:${Buffer.alloc(32, 1).toString('base64')}`

/** Settings of the provider, the database and callbacks. */
export const SETTINGS_OF_DATA: readonly Row[] = [
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
      missing: [[{}, { closed: 'providerUrl' }]],
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
        ...[
          'localhost:4500',
          'localhost.localdomain',
          'localhost4',
          'localhost6.localdomain6',
          'ip6-localhost',
          'IP6-Loopback.',
          '127.1',
          '0x7f.1',
          '[::ffff:127.0.0.1]',
        ].map(
          (host) =>
            [
              { GALLA_PROVIDER_URL: `https://${host}` },
              { refused: /^GALLA_PROVIDER_URL must not be on this machine/ },
            ] as const,
        ),
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
        [{ GALLA_DATABASE: 'mysql://u@db.example/galla' }, { refused: /must be a folder, or a URL such as postgres/ }],
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
        [{ GALLA_DATA_KEYS: undefined, '\uFEFFGALLA_DATA_KEYS': KEY }, { refused: /byte order mark/ }],
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
      empty: [
        [{ GALLA_CALLBACK_PASSWORD: '' }, { refused: /^GALLA_CALLBACK_USERNAME has no effect without/ }],
        [{ GALLA_CALLBACK_USERNAME: '', GALLA_CALLBACK_PASSWORD: '' }, { refused: /credentials are missing/ }],
        [
          { GALLA_CALLBACK_USERNAME: '', GALLA_CALLBACK_PASSWORD: '', GALLA_CALLBACK_SECRET_KEY: 'k'.repeat(40) },
          { default: { callbackCredentials: [{ secretKey: 'k'.repeat(40) }] } },
        ],
      ],
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
        [
          { GALLA_CALLBACK_USERNAME: 'tea', GALLA_CALLBACK_PASSWORD: 'k7Vd2mQx9Rt4', GALLA_CALLBACK_SECRET_KEY: '' },
          { default: { callbackCredentials: [{ username: 'tea', password: 'k7Vd2mQx9Rt4' }] } },
        ],
      ],
      mistyped: [
        [{ GALLA_CALLBACK_SECRET_KEY: `'${'k'.repeat(32)}'` }, { refused: /^GALLA_CALLBACK_SECRET_KEY is in quotes/ }],
        [{ GALLA_CALLBACK_SECRET_KEY: 'short' }, { warned: 'callback-credentials' }],
      ],
    },
  ],
]
