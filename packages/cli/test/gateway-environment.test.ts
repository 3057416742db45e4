import { readFileSync } from 'node:fs'
import { ERRORS_URL } from '@galla/contract/docs-url'
import { describe, expect, it } from 'vitest'
import { HELP } from '../src/commands/help.ts'
import { readGatewayEnvironment } from '../src/gateway/environment.ts'
import { GATEWAY_VARIABLES } from '../src/gateway/variables/gateway-variables.ts'
import { COMPLETE, CONSOLE, WEBHOOK_SECRET } from './gateway-variables.ts'
import { runCli } from './run-cli.ts'

const OIDC = {
  ...CONSOLE,
  GALLA_OIDC_ISSUER: 'https://login.shop.example',
  GALLA_OIDC_CLIENT_ID: 'console',
  GALLA_OIDC_CLIENT_SECRET_FILE: '/run/secret',
}

describe('readGatewayEnvironment', () => {
  const read = (env: { [name: string]: string | undefined }) =>
    readGatewayEnvironment({ ...COMPLETE, ...env }, (path) => {
      if (path === '/none') throw new Error('ENOENT')
      return path === '/run/empty' ? '\n' : 'from a file\n'
    })

  it('needs five variables and has defaults for the rest', () => {
    expect(read({}).config).toEqual({
      environment: 'SANDBOX',
      clientId: 'tea-stall',
      clientSecret: 'a secret',
      clientVersion: '1',
      orderIdPrefix: 'o-',
      database: './data/gateway',
      migrate: true,
      callbackCredentials: [{ username: 'tea_stall', password: 'two cups 2' }],
      latePayment: 'refund',
      refundControls: { approvalHours: 72, samePersonDays: 30 },
      host: '127.0.0.1',
      port: 4600,
      logLevel: 'info',
    })
  })

  it('reads a provider to sign in with, and says what is wrong with it', () => {
    const whole = { issuer: 'https://login.shop.example', clientId: 'console', clientSecret: 'from a file' }
    expect(read(OIDC).config?.oidc).toEqual(whole)
    const GALLA_OIDC_ROLES = 'https://shop.example/groups:tea-admins=admin, finance=finance'
    const roles = { claim: 'https://shop.example/groups', values: { 'tea-admins': 'admin', finance: 'finance' } }
    expect(read({ ...OIDC, GALLA_OIDC_ROLES }).config?.oidc).toEqual({ ...whole, roles })
    const problems = (more: object) => read({ ...OIDC, ...more }).problems.join()
    expect(read({ ...OIDC, GALLA_OIDC_ISSUER: 'http://127.0.0.1:9000' }).problems).toEqual([])
    expect(problems({ GALLA_OIDC_CLIENT_ID: undefined })).toContain('no effect without GALLA_OIDC_CLIENT_ID')
    expect(problems({ GALLA_OIDC_CLIENT_SECRET_FILE: undefined })).toContain('without GALLA_OIDC_CLIENT_SECRET')
    expect(problems({ GALLA_CONSOLE_PASSWORD: undefined })).toContain('without GALLA_CONSOLE_PASSWORD')
  })

  it('treats an empty variable as one that is not set', () => {
    const empty = { GALLA_DATABASE: '', GALLA_PORT: '', GALLA_CLIENT_SECRET_FILE: '', GALLA_OIDC_ISSUER: '' }
    expect(read(empty)).toMatchObject({
      problems: [],
      config: { database: './data/gateway', port: 4600, clientSecret: 'a secret' },
    })
    const fromFile = read({ GALLA_CLIENT_SECRET: '', GALLA_CLIENT_SECRET_FILE: '/run/secret' })
    expect(fromFile).toMatchObject({ problems: [], config: { clientSecret: 'from a file' } })
  })

  it.each([
    'postgres://galla:hunter@2/x@localhost:5432/galla?sslmode=verify-full',
    'postgres://galla:hunter/2@localhost/galla',
    'postgres://galla:12/hunter@localhost/galla',
    'postgres://galla:12?hunter@localhost/galla',
    'postgres://galla:12#hunter@localhost/galla',
    'postgres://galla:hunter%2@localhost/galla',
  ])('says that a password has to be percent-encoded, without a part of it: %s', (url) => {
    const text = read({ GALLA_DATABASE: url }).problems.join()
    expect(text).toMatch(/^GALLA_DATABASE cannot be read as a URL: .* percent-encoded \(@ is %40, \/ is %2F\)$/)
    expect(text).not.toMatch(/hunter|'2'/)
  })

  it('takes a password with @, which a URL allows, and one that is encoded', () => {
    for (const password of ['tea@cups', 'tea%2F%40'])
      expect(
        read({ GALLA_DATABASE: `postgres://galla:${password}@localhost/galla?application_name=a@b` }).problems,
      ).toEqual([])
  })

  it('reads limits of refunds', () => {
    const limits = { GALLA_REFUND_APPROVAL_ABOVE: '500000', GALLA_REFUND_DAILY_LIMITS: 'finance=5000000, program=0' }
    expect(read(limits).config?.refundControls).toEqual({
      approvalAbove: 500_000,
      dailyLimits: { finance: 5_000_000, program: 0 },
      approvalHours: 72,
      samePersonDays: 30,
    })
  })

  it('reads the policy of subscriptions, which are off without GALLA_SUBSCRIPTIONS=true', () => {
    const policy = {
      GALLA_BILLING_NOTICE_HOURS: '48',
      GALLA_BILLING_RETRY_DAYS: '2, 4',
      GALLA_BILLING_MAX_IN_FLIGHT: '100',
    }
    expect(read({ GALLA_SUBSCRIPTIONS: 'true', ...policy }).config?.subscriptions).toEqual({
      noticeMs: 48 * 3_600_000,
      retryAfterDays: [2, 4],
      maxInFlight: 100,
    })
    expect(read({ GALLA_SUBSCRIPTIONS: 'true' }).config?.subscriptions).toEqual({})
    for (const env of [{}, { GALLA_SUBSCRIPTIONS: 'false', ...policy }]) {
      const { problems, config } = read(env)
      expect([problems, config?.subscriptions]).toEqual([[], undefined])
    }
  })

  const INVALID: readonly [{ [name: string]: string | undefined }, RegExp][] = [
    [{ GALLA_ENVIRONMENT: 'prod' }, /^GALLA_ENVIRONMENT must be SANDBOX or PRODUCTION; got 'prod'$/],
    [{ GALLA_ENVIRONMENT: undefined }, /^GALLA_ENVIRONMENT is missing: SANDBOX or PRODUCTION/],
    [
      { GALLA_CLIENT_ID: 'tea stall' },
      /^GALLA_CLIENT_ID must be one word of printable ASCII characters; got 'tea stall'$/,
    ],
    [{ GALLA_CLIENT_SECRET: '' }, /^GALLA_CLIENT_SECRET is missing: Client secret from the provider’s dashboard$/],
    [{ GALLA_CLIENT_SECRET_FILE: '/x' }, /^GALLA_CLIENT_SECRET and GALLA_CLIENT_SECRET_FILE are both set: remove one$/],
    [
      { GALLA_CLIENT_SECRET: undefined, GALLA_CLIENT_SECRET_FILE: '/none' },
      /^GALLA_CLIENT_SECRET_FILE names a file that cannot be read: \/none$/m,
    ],
    [{ GALLA_CLIENT_VERSION: '1 2' }, /^GALLA_CLIENT_VERSION must be one word/],
    [
      { GALLA_OUTGOING_PROXY: 'proxy.internal:3128' },
      /^GALLA_OUTGOING_PROXY must be an http or https URL without a path/,
    ],
    [{ GALLA_OUTGOING_PROXY: 'http://a:b@proxy.internal/x' }, /^GALLA_OUTGOING_PROXY must be [^@]*$/],
    [{ GALLA_OUTGOING_PROXY: 'http://token@proxy.internal' }, /^GALLA_OUTGOING_PROXY must have a user and a password/],
    [{ GALLA_OUTGOING_PROXY: 'http://a:b%zz@proxy.internal' }, /^GALLA_OUTGOING_PROXY must have a % [^@]*$/],
    [{ GALLA_PROVIDER_URL: '127.0.0.1:4500' }, /^GALLA_PROVIDER_URL must be an http or https URL/],
    [
      { GALLA_PROVIDER_URL: 'http://provider.example' },
      /^GALLA_PROVIDER_URL must be an https URL, or an http URL on this machine/,
    ],
    [
      { GALLA_DATABASE: 'mysql://root@db/shop' },
      /^GALLA_DATABASE must be a folder, or a URL such as postgres:\/\/user:password@host\/database$/,
    ],
    [{ GALLA_MIGRATE: 'no' }, /^GALLA_MIGRATE must be true or false; got 'no'$/],
    [{ GALLA_DATA_KEYS: 'a:c2hvcnQ=' }, /^GALLA_DATA_KEYS must be keys such as 2026a:…(?!.*c2hvcnQ)/],
    [
      { GALLA_DATA_KEYS: `a:${'A'.repeat(43)}=,a:${'B'.repeat(43)}=` },
      /^GALLA_DATA_KEYS names two keys with the same id$/,
    ],
    [
      { GALLA_DATA_KEYS: `b:${'B'.repeat(43)}=`, GALLA_DATA_KEYS_LOST: `a:${'A'.repeat(43)}=` },
      /^GALLA_DATA_KEYS_LOST must be the ids of keys without their bytes, separated by commas: 2026a$/,
    ],
    [
      { GALLA_DATA_KEYS_LOST: 'a' },
      /^GALLA_DATA_KEYS_LOST has no effect without GALLA_DATA_KEYS: set both, or neither$/,
    ],
    [{ GALLA_DATA_KEY: `a:${'A'.repeat(43)}=` }, /^GALLA_DATA_KEY is not a known variable/],
    [{ GALLA_DATA_KEYS_FILE: '/run/empty' }, /^GALLA_DATA_KEYS_FILE names a file that is empty: \/run\/empty$/],
    [
      { GALLA_CALLBACK_PASSWORD: undefined },
      /^GALLA_CALLBACK_USERNAME has no effect without GALLA_CALLBACK_PASSWORD: set both, or neither$/,
    ],
    [{ GALLA_CALLBACK_USERNAME: undefined }, /^GALLA_CALLBACK_PASSWORD has no effect without GALLA_CALLBACK_USERNAME/],
    [
      { GALLA_CALLBACK_USERNAME: undefined, GALLA_CALLBACK_PASSWORD: undefined },
      /^The callback credentials are missing: set GALLA_CALLBACK_USERNAME and GALLA_CALLBACK_PASSWORD, or GALLA_CALLBACK_SECRET_KEY$/,
    ],
    [{ GALLA_CALLBACK_PASSWORD_2: 'two cups 3 ' }, /^GALLA_CALLBACK_PASSWORD_2 ends with white space/],
    [{ GALLA_CALLBACK_USERNAME_2: 'a' }, /^GALLA_CALLBACK_USERNAME_2 has no effect without GALLA_CALLBACK_PASSWORD_2/],
    [{ GALLA_CALLBACK_SECRET_KEY: 'a\nb' }, /^GALLA_CALLBACK_SECRET_KEY has more than one line, but is one value/],
    [
      { GALLA_CALLBACK_SECRET_KEY_2: 'a' },
      /^GALLA_CALLBACK_SECRET_KEY_2 has no effect without GALLA_CALLBACK_SECRET_KEY:/,
    ],
    [{ GALLA_CALLBACK_KEY_ID_2: 'k 2' }, /^GALLA_CALLBACK_KEY_ID_2 must be one word/],
    [{ GALLA_CALLBACK_KEY_ID: 'k' }, /^GALLA_CALLBACK_KEY_ID has no effect without GALLA_CALLBACK_SECRET_KEY/],
    [{ GALLA_CALLBACK_URL: '/callbacks' }, /^GALLA_CALLBACK_URL must be an http or https URL/],
    [{ GALLA_MERCHANT_NAME: 'x'.repeat(61) }, /^GALLA_MERCHANT_NAME must be one line of 1 to 60 characters/],
    [{ GALLA_CONSOLE_PASSWORD: 'short' }, /^GALLA_CONSOLE_PASSWORD must have at least 12 characters$/],
    [
      { GALLA_CONSOLE_URL: 'https://console.example' },
      /^GALLA_CONSOLE_URL has no effect without GALLA_CONSOLE_PASSWORD/,
    ],
    [{ ...CONSOLE, GALLA_CONSOLE_URL: 'javascript:alert(1)' }, /^GALLA_CONSOLE_URL must be an http or https URL/],
    [{ ...CONSOLE, GALLA_CONSOLE_URL: 'http://console.example' }, /^GALLA_CONSOLE_URL must be an https URL/],
    [
      { GALLA_PROVIDER_URL: 'http://sandbox.localhost:4500' },
      /^GALLA_PROVIDER_URL must be an https URL, or an http URL on this machine/,
    ],
    [
      { GALLA_ENVIRONMENT: 'PRODUCTION', GALLA_PROVIDER_URL: 'http://127.0.0.1:4500' },
      /^GALLA_PROVIDER_URL must not be on this machine in PRODUCTION: a sandbox moves no money/,
    ],
    [
      { GALLA_ENVIRONMENT: 'PRODUCTION', GALLA_PROVIDER_URL: 'https://localhost:4500' },
      /^GALLA_PROVIDER_URL must not be on this machine in PRODUCTION/,
    ],
    [
      { GALLA_DATABASE: 'postgres://shop:secret@db.example/shop' },
      /^GALLA_DATABASE is on another machine, db\.example, so it needs TLS: add \?sslmode=verify-full to its URL\. In SANDBOX, name a private host in GALLA_HOSTS_WITHOUT_TLS$/,
    ],
    [
      { GALLA_DATABASE: 'postgres://shop:secret@db.example/shop?sslmode=disable' },
      /^GALLA_DATABASE is on another machine, db\.example, so it needs TLS/,
    ],
    [
      { GALLA_NOTIFY_URL: 'http://shop.example/events', GALLA_NOTIFY_SECRET: WEBHOOK_SECRET },
      /^GALLA_NOTIFY_URL must be an https URL, or an http URL on this machine/,
    ],
    [
      { ...CONSOLE, GALLA_CONSOLE_NETWORKS: 'office' },
      /^GALLA_CONSOLE_NETWORKS must be addresses or networks such as 10\.0\.0\.5/,
    ],
    [
      { ...CONSOLE, GALLA_TRUSTED_PROXIES: 'proxy' },
      /^GALLA_TRUSTED_PROXIES must be addresses or networks such as 10\.0\.0\.5/,
    ],
    [{ ...OIDC, GALLA_OIDC_ISSUER: 'http://login.example' }, /^GALLA_OIDC_ISSUER must be an https URL/],
    [{ ...OIDC, GALLA_OIDC_ISSUER: 'https://login.example?a' }, /^GALLA_OIDC_ISSUER must have neither a query/],
    [{ ...OIDC, GALLA_OIDC_CLIENT_ID: 'a b' }, /^GALLA_OIDC_CLIENT_ID must be one word/],
    [{ GALLA_OIDC_CLIENT_SECRET: 'x' }, /^GALLA_OIDC_CLIENT_SECRET has no effect without GALLA_OIDC_ISSUER/],
    [{ ...OIDC, GALLA_OIDC_LABEL: 'x'.repeat(41) }, /^GALLA_OIDC_LABEL must have at most 40 characters/],
    [{ ...OIDC, GALLA_OIDC_ROLES: 'groups:a=owner' }, /^GALLA_OIDC_ROLES must be a claim and the role/],
    [{ GALLA_MERCHANT_KEY: 'short' }, /^GALLA_MERCHANT_KEY must be 32 to 256 letters/],
    [{ GALLA_MERCHANT_KEY: 'k'.repeat(40), GALLA_MERCHANT_KEY_2: 'short' }, /^GALLA_MERCHANT_KEY_2 must be 32 to 256/],
    [
      { GALLA_SECURITY_CONTACT: 'security@shop.example' },
      /^GALLA_SECURITY_CONTACT must be addresses such as mailto:security@shop\.example/,
    ],
    [{ GALLA_SECURITY_CONTACT: 'http://shop.example/security' }, /^GALLA_SECURITY_CONTACT must be addresses such as/],
    [{ GALLA_MERCHANT_HOSTS: 'galla' }, /^GALLA_MERCHANT_HOSTS has no effect without GALLA_MERCHANT_KEY/],
    [
      { GALLA_MERCHANT_KEY: 'k'.repeat(40), GALLA_MERCHANT_HOSTS: 'http://galla' },
      /^GALLA_MERCHANT_HOSTS must be host names such as galla/,
    ],
    [
      { GALLA_NOTIFY_URL: 'https://shop.example/events' },
      /^GALLA_NOTIFY_URL has no effect without GALLA_NOTIFY_SECRET/,
    ],
    [{ GALLA_NOTIFY_URL: 'shop', GALLA_NOTIFY_SECRET: WEBHOOK_SECRET }, /^GALLA_NOTIFY_URL must be an http/],
    [
      { GALLA_NOTIFY_URL: 'https://shop.example/', GALLA_NOTIFY_SECRET: 'short' },
      /^GALLA_NOTIFY_SECRET must be whsec_ followed by 24 to 64 bytes in base64/,
    ],
    [
      {
        GALLA_NOTIFY_URL: 'https://shop.example/',
        GALLA_NOTIFY_SECRET: WEBHOOK_SECRET,
        GALLA_NOTIFY_SECRET_2: 'short',
      },
      /^GALLA_NOTIFY_SECRET_2 must be whsec_ followed by 24 to 64 bytes in base64/,
    ],
    [
      { GALLA_HOSTS_WITHOUT_TLS: 'db.example' },
      /^GALLA_HOSTS_WITHOUT_TLS must be a list of names or addresses of a private network/,
    ],
    [{ GALLA_HANDLERS: '/none' }, /^GALLA_HANDLERS names a file that cannot be read: \/none$/],
    [{ GALLA_REFUND_APPROVAL_ABOVE: '5,000' }, /^GALLA_REFUND_APPROVAL_ABOVE must be whole paise: 500000 is ₹5,000/],
    [{ GALLA_REFUND_PROGRAM_ABOVE: '-1' }, /^GALLA_REFUND_PROGRAM_ABOVE must be whole paise/],
    [{ GALLA_REFUND_DAILY_LIMITS: 'support=1' }, /^GALLA_REFUND_DAILY_LIMITS must be one amount of paise for each of/],
    [{ GALLA_REFUND_DAILY_LIMITS: 'admin=1,admin=2' }, /^GALLA_REFUND_DAILY_LIMITS must be one amount/],
    [
      { GALLA_CONSOLE_PASSWORD: 'two cups of tea', GALLA_CONSOLE_PROOF_MINUTES: '0' },
      /^GALLA_CONSOLE_PROOF_MINUTES must be a whole number of minutes, 1 to 720/,
    ],
    [{ GALLA_REFUND_APPROVAL_HOURS: '0' }, /^GALLA_REFUND_APPROVAL_HOURS must be a whole number of hours, 1 to 720/],
    [{ GALLA_DATA_KEYS_COMMAND: 'galla-keys' }, /^GALLA_DATA_KEYS_COMMAND must be the absolute path of a program/],
    [
      { GALLA_REFUND_SAME_PERSON_DAYS: '366' },
      /^GALLA_REFUND_SAME_PERSON_DAYS must be a whole number of days, 0 to 365/,
    ],
    [{ GALLA_SUBSCRIPTIONS: 'yes' }, /^GALLA_SUBSCRIPTIONS must be true or false; got 'yes'$/],
    [
      { GALLA_SUBSCRIPTIONS: 'true', GALLA_BILLING_NOTICE_HOURS: '24' },
      /^GALLA_BILLING_NOTICE_HOURS must be a whole number of hours, 25 to 72; got '24'$/,
    ],
    [
      { GALLA_SUBSCRIPTIONS: 'true', GALLA_BILLING_RETRY_DAYS: '1,61' },
      /^GALLA_BILLING_RETRY_DAYS must be at most 10 whole numbers of days, 0 to 60/,
    ],
    [
      { GALLA_SUBSCRIPTIONS: 'true', GALLA_BILLING_MAX_IN_FLIGHT: '501' },
      /^GALLA_BILLING_MAX_IN_FLIGHT must be a whole number, 1 to 500; got '501'$/,
    ],
    [{ GALLA_BILLING_RETRY_DAYS: '1' }, /^GALLA_BILLING_RETRY_DAYS has no effect without GALLA_SUBSCRIPTIONS/],
    [{ GALLA_ORDER_ID_PREFIX: 'tea/' }, /^GALLA_ORDER_ID_PREFIX must be 1 to 20 letters, digits, _ or -/],
    [{ GALLA_LATE_PAYMENT: 'keep' }, /^GALLA_LATE_PAYMENT must be refund or fulfil; got 'keep'$/],
    [{ GALLA_HOST: '127.0.0.1 ' }, /^GALLA_HOST ends with white space/],
    [{ GALLA_HOST: '127.0.0.1 a' }, /^GALLA_HOST must be an address such as/],
    [{ GALLA_PORT: '80 80' }, /^GALLA_PORT must be a whole number from 0 to 65535; got '80 80'$/],
    [{ GALLA_PORT: '65536' }, /^GALLA_PORT must be a whole number/],
    [{ GALLA_SOCKET: 'gateway.sock' }, /^GALLA_SOCKET must be an absolute path of at most 103 bytes/],
    [{ GALLA_SOCKET: `/run/${'ग'.repeat(33)}` }, /^GALLA_SOCKET must be an absolute path of at most 103 bytes/],
    [{ GALLA_SOCKET: '/run/a.sock', GALLA_PORT: '4600' }, /^GALLA_SOCKET and GALLA_PORT are both set: remove one$/],
    [
      { GALLA_SOCKET: '/run/a.sock', GALLA_HOST: '127.0.0.1', GALLA_PORT: '' },
      /^GALLA_SOCKET and GALLA_HOST are both set: remove one$/,
    ],
    [
      { GALLA_SOCKET: '/run/a.sock', GALLA_CONSOLE_PASSWORD: 'two cups of tea' },
      /^GALLA_CONSOLE_PASSWORD needs GALLA_CONSOLE_URL, an https URL, where GALLA_SOCKET is set$/,
    ],
    [
      {
        GALLA_SOCKET: '/run/a.sock',
        GALLA_CONSOLE_PASSWORD: 'two cups of tea',
        GALLA_CONSOLE_URL: 'http://localhost:4600/admin/',
      },
      /^GALLA_CONSOLE_PASSWORD needs GALLA_CONSOLE_URL, an https URL/,
    ],
    [{ GALLA_LOG_LEVEL: 'loud' }, /^GALLA_LOG_LEVEL must be debug, info, warn, error or silent; got 'loud'$/],
    [
      { GALLA_CLINT_VERSION: '1' },
      /^GALLA_CLINT_VERSION is not a known variable: did you mean GALLA_CLIENT_VERSION\?$/,
    ],
    [{ GALLA_COLOUR: 'x' }, /^GALLA_COLOUR is not a known variable: see galla help gateway$/],
  ]

  it.each(INVALID)('reports a problem for %o', (env, problem) => {
    expect(read(env).problems.join('\n')).toMatch(problem)
  })

  it('is tested above with an invalid value of every variable', () => {
    const tried = INVALID.map(([, { source }]) => source)
    for (const { name } of GATEWAY_VARIABLES)
      expect(
        tried.some((source) => source.startsWith(`^${name} `)),
        name,
      ).toBe(true)
  })

  it('reads two merchant keys, host names from a list, and where events are sent', () => {
    const keys = ['a'.repeat(32), 'b'.repeat(40)]
    const { config, problems } = read({
      GALLA_MERCHANT_KEY: keys[0],
      GALLA_MERCHANT_KEY_2: keys[1],
      GALLA_MERCHANT_HOSTS: 'galla, galla.internal:4600',
      GALLA_NOTIFY_URL: 'https://shop:8443/galla',
      GALLA_NOTIFY_SECRET: WEBHOOK_SECRET,
      GALLA_DATABASE: 'postgres://galla@db/gateway?sslmode=verify-full',
    })
    expect([problems, config]).toMatchObject([
      [],
      {
        merchant: { keys, hosts: ['galla', 'galla.internal:4600'] },
        notify: { url: 'https://shop:8443/galla', secret: [WEBHOOK_SECRET] },
      },
    ])
  })

  it.each([
    'https://user:hunter2@login.example/x',
    'https://hunter2@login.example',
    'http://a:b:hunter2@c@login.example?d=1',
    'user:hunter2@login.example',
  ])('shows no user name or password of a URL that it refuses: %s', (url) => {
    for (const name of ['GALLA_PROVIDER_URL', 'GALLA_NOTIFY_URL', 'GALLA_OIDC_ISSUER', 'GALLA_CONSOLE_URL']) {
      const text = (read({ ...OIDC, [name]: url }).problems ?? []).join()
      expect(text).toMatch(new RegExp(`${name} must be .*; got '.*\\*\\*\\*\\*@`))
      expect(text).not.toContain('hunter')
    }
  })

  it('reads secrets from files, and returns all problems without secrets', () => {
    expect(read({ GALLA_CLIENT_SECRET: undefined, GALLA_CLIENT_SECRET_FILE: '/run/secret' }).config?.clientSecret).toBe(
      'from a file',
    )
    const { problems } = read({
      GALLA_PORT: 'x',
      GALLA_LATE_PAYMENT: 'x',
      GALLA_CONSOLE_PASSWORD: 'hunter2',
      GALLA_MERCHANT_KEY: 'hunter3',
      GALLA_DATABASE: 'mysql://root:hunter4@db',
    })
    expect(problems.length).toBe(5)
    expect(problems.join()).not.toMatch(/hunter|a secret|two cups/)
  })

  it('is documented completely in the help page and in docs/server.md', () => {
    const guide = readFileSync(new URL('../../../docs/server.md', import.meta.url), 'utf8')
    const rows = GATEWAY_VARIABLES.map(({ name, description, default: fallback, required, secret }) => {
      const column = required ? 'required' : fallback === undefined ? '' : `\`${fallback}\``
      return `| \`${name}\` | ${description} | ${column} | ${secret ? 'yes' : ''} |`
    })
    const table = guide.split('\n').filter((line) => line.startsWith('| `GALLA_'))
    expect(table.map((row) => row.replace(/ +/g, ' '))).toEqual(rows.map((row) => row.replace(/ +/g, ' ')))
    for (const { name, description } of GATEWAY_VARIABLES) {
      expect(HELP.gateway).toMatch(new RegExp(`^  ${name} +`, 'm'))
      expect(HELP.gateway).toContain(description)
    }
  })

  it('refuses a start with every problem and the section of the documentation', async () => {
    const { code, err } = await runCli(['gateway'], { env: { ...COMPLETE, GALLA_PORT: 'x', GALLA_MIGRATE: 'x' } })
    expect([code, err.split('\n')]).toEqual([
      2,
      [
        'galla: the environment is not valid:',
        expect.stringContaining('GALLA_MIGRATE must be'),
        expect.stringContaining('GALLA_PORT must be'),
        `  ${ERRORS_URL.galla}#check-variables`,
        'Try: galla help gateway',
      ],
    ])
  })

  it('is validated by --check without a start', async () => {
    expect((await runCli(['gateway', '--check'], { env: COMPLETE })).code).toBe(0)
    const bad = await runCli(['gateway', '--check'], { env: { ...COMPLETE, GALLA_PORT: 'x' } })
    expect([bad.code, bad.out]).toEqual([1, expect.stringContaining('GALLA_PORT must be a whole number')])
  })
})
