import type { Row } from './protecting-settings.ts'

const SANDBOX = { GALLA_ENVIRONMENT: 'SANDBOX' }
const OIDC = {
  GALLA_OIDC_ISSUER: 'https://login.shop.example',
  GALLA_OIDC_CLIENT_ID: 'console',
  GALLA_OIDC_CLIENT_SECRET: 'cups of tea',
}

/** Settings of console, APIs, refunds and the process. */
export const SETTINGS_OF_ACCESS: readonly Row[] = [
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
      mistyped: ['proxy', '10.0.0.0/33', '0.0.0.0/0', '::/0', '0.0.0.0/1,128.0.0.0/1', '::ffff:0:0/96'].map((value) => [
        { GALLA_CONSOLE_PASSWORD: 'correct horse battery', GALLA_TRUSTED_PROXIES: value },
        { refused: /^GALLA_TRUSTED_PROXIES must (?:be addresses or networks|name your proxies only)/ },
      ]),
    },
  ],
  [
    'GALLA_CONSOLE_NETWORKS',
    {
      missing: [
        [
          { GALLA_CONSOLE_PASSWORD: 'correct horse battery' },
          { default: { consolePassword: 'correct horse battery' } },
        ],
      ],
      empty: [
        [
          { GALLA_CONSOLE_PASSWORD: 'correct horse battery', GALLA_CONSOLE_NETWORKS: '' },
          { refused: /^GALLA_CONSOLE_NETWORKS is set and empty/ },
        ],
      ],
      mistyped: [
        ...['office', '10.0.0.0/33', '0.0.0.0/0', '::/0'].map(
          (value) =>
            [
              { GALLA_CONSOLE_PASSWORD: 'correct horse battery', GALLA_CONSOLE_NETWORKS: value },
              { refused: /^GALLA_CONSOLE_NETWORKS must be addresses or networks/ },
            ] as const,
        ),
        ...['::ffff:10.0.0.5', '0::ffff:a00:0/104'].map(
          (value) =>
            [
              { GALLA_CONSOLE_PASSWORD: 'correct horse battery', GALLA_CONSOLE_NETWORKS: value },
              { refused: /^GALLA_CONSOLE_NETWORKS must have IPv4 addresses as such, 10\.0\.0\.5/ },
            ] as const,
        ),
        [
          { GALLA_CONSOLE_PASSWORD: 'correct horse battery', GALLA_CONSOLE_NETWORKS: ',' },
          { refused: /^GALLA_CONSOLE_NETWORKS is a list without entries/ },
        ],
      ],
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
        [{ GALLA_CONSOLE_PASSWORD: 'correct horse battery' }, { closed: 'oidc' }],
      ],
      empty: [
        [
          { GALLA_CONSOLE_PASSWORD: 'correct horse battery', ...OIDC, GALLA_OIDC_ISSUER: '' },
          { refused: /no effect without GALLA_OIDC_ISSUER/ },
        ],
        [{ GALLA_CONSOLE_PASSWORD: 'correct horse battery', GALLA_OIDC_ISSUER: '' }, { closed: 'oidc' }],
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
        ...['groups:a=viewer,a=admin', 'groups:a=admin a=admin'].map(
          (value) =>
            [
              { GALLA_CONSOLE_PASSWORD: 'correct horse battery', ...OIDC, GALLA_OIDC_ROLES: value },
              { refused: /^GALLA_OIDC_ROLES must name each value of the claim once/ },
            ] as const,
        ),
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
      mistyped: ['*', '.', '-', 'galla:99999', 'galla,.', 'a..b', '1.1.1.256', 'xn--a'].map((value) => [
        { GALLA_MERCHANT_KEY: 'k'.repeat(32), GALLA_MERCHANT_HOSTS: value },
        { refused: /^GALLA_MERCHANT_HOSTS must be host names/ },
      ]),
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
      missing: [[{}, { default: { refundControls: { approvalHours: 72, samePersonDays: 30 } } }]],
      empty: ['GALLA_REFUND_APPROVAL_ABOVE', 'GALLA_REFUND_PROGRAM_ABOVE', 'GALLA_REFUND_DAILY_LIMITS'].map((name) => [
        { [name]: '' },
        { refused: new RegExp(`^${name} is set and empty`) },
      ]),
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
      mistyped: [
        [{ GALLA_HOST: '127.0.0.1 ' }, { refused: /^GALLA_HOST ends with white space/ }],
        ...['0', '00', '0x0', '0.0.0', '127.1', '1.1.1.256', '127.0.0.1:4600', '[::1]', '*', 'http://galla'].map(
          (value) => [{ GALLA_HOST: value }, { refused: /^GALLA_HOST must be an address such as/ }] as const,
        ),
      ],
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
      missing: [[{}, { default: { outgoingProxy: undefined } }]],
      empty: [[{ GALLA_OUTGOING_PROXY: '' }, { refused: /^GALLA_OUTGOING_PROXY is set and empty/ }]],
      mistyped: [
        [{ GALLA_OUTGOING_PROXY: 'proxy.internal' }, { refused: /^GALLA_OUTGOING_PROXY must be an http or https URL/ }],
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
