import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { verifyWebhook } from '@galla/gateway/webhook'
import { serveSandbox } from '@galla/sandbox'
import { afterEach, describe, expect, it } from 'vitest'
import { HELP } from '../src/commands/help.ts'
import { readGatewayEnvironment } from '../src/gateway/environment.ts'
import { GATEWAY_VARIABLES } from '../src/gateway/variables.ts'
import { runCli } from './run-cli.ts'

const COMPLETE = {
  GALLA_ENVIRONMENT: 'SANDBOX',
  GALLA_CLIENT_ID: 'tea-stall',
  GALLA_CLIENT_SECRET: 'a secret',
  GALLA_CALLBACK_USERNAME: 'tea_stall',
  GALLA_CALLBACK_PASSWORD: 'two cups 2',
}

const WEBHOOK_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

const CONSOLE = { GALLA_CONSOLE_PASSWORD: 'two cups of tea' }

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
}, 60_000)

describe('readGatewayEnvironment', () => {
  const read = (env: { [name: string]: string | undefined }) =>
    readGatewayEnvironment({ ...COMPLETE, ...env }, (path) => {
      if (path === '/none') throw new Error('ENOENT')
      return 'from a file\n'
    })

  it('needs five variables and has defaults for the rest', () => {
    expect(read({}).config).toEqual({
      environment: 'SANDBOX',
      clientId: 'tea-stall',
      clientSecret: 'a secret',
      clientVersion: '1',
      database: './data/gateway',
      migrate: true,
      callbackCredentials: [{ username: 'tea_stall', password: 'two cups 2' }],
      latePayment: 'refund',
      host: '127.0.0.1',
      port: 4600,
      logLevel: 'info',
    })
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
    [
      { GALLA_CALLBACK_PASSWORD: undefined },
      /^GALLA_CALLBACK_USERNAME has no effect without GALLA_CALLBACK_PASSWORD: set both, or neither$/,
    ],
    [{ GALLA_CALLBACK_USERNAME: undefined }, /^GALLA_CALLBACK_PASSWORD has no effect without GALLA_CALLBACK_USERNAME/],
    [
      { GALLA_CALLBACK_USERNAME: undefined, GALLA_CALLBACK_PASSWORD: undefined },
      /^The callback credentials are missing: set GALLA_CALLBACK_USERNAME and GALLA_CALLBACK_PASSWORD, or GALLA_CALLBACK_SECRET_KEY$/,
    ],
    [{ GALLA_CALLBACK_KEY_ID: 'k' }, /^GALLA_CALLBACK_KEY_ID has no effect without GALLA_CALLBACK_SECRET_KEY/],
    [{ GALLA_CALLBACK_URL: '/callbacks' }, /^GALLA_CALLBACK_URL must be an http or https URL/],
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
      /^GALLA_PROVIDER_URL must not be on this machine in PRODUCTION: a sandbox moves no money$/,
    ],
    [
      { GALLA_ENVIRONMENT: 'PRODUCTION', GALLA_PROVIDER_URL: 'https://localhost:4500' },
      /^GALLA_PROVIDER_URL must not be on this machine in PRODUCTION/,
    ],
    [
      { GALLA_DATABASE: 'postgres://shop:secret@db.example/shop' },
      /^GALLA_DATABASE is on another machine, so it needs TLS: add \?sslmode=verify-full to its URL$/,
    ],
    [
      { GALLA_DATABASE: 'postgres://shop:secret@db.example/shop?sslmode=disable' },
      /^GALLA_DATABASE is on another machine, so it needs TLS/,
    ],
    [
      { GALLA_NOTIFY_URL: 'http://shop.example/events', GALLA_NOTIFY_SECRET: WEBHOOK_SECRET },
      /^GALLA_NOTIFY_URL must be an https URL, or an http URL on this machine/,
    ],
    [
      { ...CONSOLE, GALLA_TRUSTED_PROXIES: 'proxy' },
      /^GALLA_TRUSTED_PROXIES must be addresses or networks such as 10\.0\.0\.5/,
    ],
    [{ GALLA_MERCHANT_KEY: 'short' }, /^GALLA_MERCHANT_KEY must be keys of 32 to 256 letters/],
    [{ GALLA_MERCHANT_KEY: `${'k'.repeat(40)},short` }, /^GALLA_MERCHANT_KEY must be keys/],
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
    [{ GALLA_HANDLERS: '/none' }, /^GALLA_HANDLERS names a file that cannot be read: \/none$/],
    [{ GALLA_LATE_PAYMENT: 'keep' }, /^GALLA_LATE_PAYMENT must be refund or fulfil; got 'keep'$/],
    [{ GALLA_HOST: '127.0.0.1 ' }, /^GALLA_HOST must be one word/],
    [{ GALLA_PORT: '80 80' }, /^GALLA_PORT must be a whole number from 0 to 65535; got '80 80'$/],
    [{ GALLA_PORT: '65536' }, /^GALLA_PORT must be a whole number/],
    [{ GALLA_LOG_LEVEL: 'loud' }, /^GALLA_LOG_LEVEL must be debug, info, warn, error or silent; got 'loud'$/],
    [{ GALLA_CLIENTID: 'x' }, /^GALLA_CLIENTID is not a known variable: see galla help gateway$/],
  ]

  it.each(INVALID)('reports a problem for %o', (env, problem) => {
    expect(read(env).problems.join('\n')).toMatch(problem)
  })

  it('is tested above with an invalid value of every variable', () => {
    const tried = INVALID.map(([, { source }]) => source)
    const acceptsAnything = ['GALLA_CALLBACK_SECRET_KEY']
    for (const { name } of GATEWAY_VARIABLES.filter(({ name }) => !acceptsAnything.includes(name)))
      expect(
        tried.some((source) => source.startsWith(`^${name} `)),
        name,
      ).toBe(true)
  })

  it('reads merchant keys from lines, host names from a list, and where events are sent', () => {
    const keys = ['a'.repeat(32), 'b'.repeat(40)]
    const { config, problems } = read({
      GALLA_MERCHANT_KEY: keys.join('\n'),
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

  it('is documented completely in the help page and in docs/gateway.md', () => {
    const guide = readFileSync(new URL('../../../docs/gateway.md', import.meta.url), 'utf8')
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

  it('is validated by --check without a start', async () => {
    expect((await runCli(['gateway', '--check'], { env: COMPLETE })).code).toBe(0)
    const bad = await runCli(['gateway', '--check'], { env: { ...COMPLETE, GALLA_PORT: 'x' } })
    expect([bad.code, bad.err]).toEqual([2, expect.stringContaining('GALLA_PORT')])
  })
})

/** Starts `galla gateway` and parses its ready line. */
async function start(env: { [name: string]: string }) {
  const stop = new AbortController()
  const log: string[] = []
  let running: ReturnType<typeof runCli> | undefined
  const line = await new Promise<string>((resolve, reject) => {
    running = runCli(['gateway', '--json'], {
      env,
      stop: stop.signal,
      out: resolve,
      err: (entry) => void log.push(entry),
    })
    running.then(() => reject(new Error(log.join('\n'))))
  })
  const ended = async () => {
    stop.abort()
    return running
  }
  closing.push(ended)
  const { ready } = JSON.parse(line) as { ready: { gateway: string; console: string; merchant: string } }
  return { ready, line, log, ended }
}

async function folderAndSandbox() {
  const folder = await mkdtemp(join(tmpdir(), 'galla-cli-'))
  closing.push(() => rm(folder, { recursive: true, force: true }))
  const sandbox = await serveSandbox({ port: 0 })
  closing.push(() => sandbox.close())
  return { folder, sandbox }
}

// Each test creates a PostgreSQL cluster, which takes seconds on a busy machine.
describe('galla gateway', { timeout: 60_000 }, () => {
  it('serves probes, payer API, callbacks and console, loads the handlers module, and stops', async () => {
    const { folder, sandbox } = await folderAndSandbox()
    const handlers = join(folder, 'handlers.mjs')
    await writeFile(handlers, `export const on = { 'order.completed': () => {} }\n`)
    const { ready, line, log, ended } = await start({
      ...COMPLETE,
      ...CONSOLE,
      GALLA_PROVIDER_URL: sandbox.url,
      GALLA_DATABASE: join(folder, 'database'),
      GALLA_HANDLERS: handlers,
      GALLA_PORT: '0',
    })
    const at = (path: string) => new URL(path, ready.gateway)

    expect(await (await fetch(at('/healthz'))).text()).toBe('ok\n')
    expect((await fetch(at('/readyz'))).status).toBe(200)
    expect((await fetch(`${ready.gateway}/orders/order-1/status`)).status).toBe(401)
    expect((await fetch(`${ready.gateway}/callbacks`, { method: 'POST', body: '{}' })).status).toBe(401)
    const login = await fetch(`${ready.console}api/session`, {
      method: 'POST',
      body: JSON.stringify({ password: 'two cups of tea' }),
      headers: { 'content-type': 'application/json' },
    })
    expect(login.status).toBe(200)
    const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const about = await (await fetch(`${ready.console}api/about`, { headers: { cookie } })).json()
    expect(about).toMatchObject({ environment: 'SANDBOX', sandbox: true, clientId: 'te****l' })
    expect((await fetch(at('/unknown'))).status).toBe(404)

    expect((await fetch(at('/merchant/orders'))).status).toBe(404)
    expect((await ended())?.code).toBe(0)
    await expect(fetch(at('/healthz'))).rejects.toThrow()
    expect(log.map((entry) => (JSON.parse(entry) as { msg: string }).msg)).toEqual(
      expect.arrayContaining(['Gateway started', 'A callback was refused', 'Gateway stopped']),
    )
    expect([line, ...log].join('\n')).not.toMatch(/two cups|a secret/)
  })

  it('creates an order through the merchant API and sends a signed event', async () => {
    const { folder, sandbox } = await folderAndSandbox()
    const key = 'the-key-of-the-shop-0123456789abcdef'
    const secret = `whsec_${Buffer.from('the secret that signs events 0123456789').toString('base64')}`
    const received: { headers: IncomingMessage['headers']; body: string }[] = []
    let onEvent = (): void => {}
    const eventReceived = new Promise<void>((resolve) => {
      onEvent = resolve
    })
    const shop = createServer(async (request, response) => {
      received.push({ headers: request.headers, body: await text(request) })
      response.end()
      onEvent()
    })
    await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
    closing.push(() => new Promise((resolve) => shop.close(resolve).closeAllConnections()))
    const { ready, line, log } = await start({
      ...COMPLETE,
      GALLA_PROVIDER_URL: sandbox.url,
      GALLA_DATABASE: join(folder, 'database'),
      GALLA_MERCHANT_KEY: `${key}, an-older-key-of-the-shop-0123456789`,
      GALLA_NOTIFY_URL: `http://127.0.0.1:${(shop.address() as AddressInfo).port}/galla`,
      GALLA_NOTIFY_SECRET: secret,
      GALLA_PORT: '0',
    })
    const json = { 'content-type': 'application/json' }
    const receiver = {
      url: `${ready.gateway}/callbacks`,
      mode: 'classic',
      username: 'tea_stall',
      password: 'two cups 2',
    }
    const control = (method: string, path: string, body: object) =>
      fetch(`${sandbox.url}/_sandbox/${path}`, { method, headers: json, body: JSON.stringify(body) })
    await control('PUT', 'callbacks/receiver', receiver)

    const params = {
      reference: 'cart-7',
      amount: 49_900,
      checkout: 'STANDARD',
      redirectUrl: 'https://shop.example/thanks',
    }
    const createOrder = (authorization: string) =>
      fetch(`${ready.merchant}/orders`, {
        method: 'POST',
        headers: { ...json, authorization },
        body: JSON.stringify(params),
      })
    expect((await createOrder('Bearer guess')).status).toBe(401)
    const created = (await (await createOrder(`Bearer ${key}`)).json()) as {
      order: { merchantOrderId: string }
      redirectUrl: string
    }
    expect(created.redirectUrl).toContain(sandbox.url)
    await control('POST', `orders/${created.order.merchantOrderId}/simulate`, { outcome: 'SUCCESS' })
    await eventReceived

    const [{ headers, body } = { headers: {}, body: '' }] = received
    expect(JSON.parse(body)).toMatchObject({
      type: 'order.completed',
      data: { order: { reference: 'cart-7', state: 'COMPLETED' } },
    })
    expect(verifyWebhook({ headers, body, secrets: secret }).notification.type).toBe('order.completed')
    expect([line, ...log].join('\n')).not.toMatch(/the-key-of|older-key|whsec_/)
  })

  it('migrates a database by itself when GALLA_MIGRATE is false', async () => {
    const { folder, sandbox } = await folderAndSandbox()
    const env = {
      ...COMPLETE,
      GALLA_PROVIDER_URL: sandbox.url,
      GALLA_DATABASE: join(folder, 'database'),
      GALLA_MIGRATE: 'false',
      GALLA_PORT: '0',
      GALLA_LOG_LEVEL: 'silent',
    }
    const migrate = (...options: string[]) =>
      runCli(['gateway', 'migrate', ...options], { env: { GALLA_DATABASE: env.GALLA_DATABASE } })

    const planned = await migrate('--dry-run')
    expect([planned.code, planned.out]).toEqual([0, expect.stringContaining('create table galla.orders')])
    expect(planned.out).toMatch(/^-- version 1 \(baseline\), step 1 of 1$/m)
    expect(planned.out).toMatch(/^-- \d+ steps? from schema version 0 to \d+\. Nothing was changed\.$/m)
    expect(existsSync(env.GALLA_DATABASE)).toBe(false)

    const early = await runCli(['gateway'], { env })
    expect([early.code, early.err]).toEqual([1, expect.stringMatching(/run `galla gateway migrate` first$/)])

    const migrated = await migrate()
    expect([migrated.code, migrated.out]).toEqual([
      0,
      expect.stringMatching(/^The schema was migrated from version 0 to \d+\.$/m),
    ])
    const again = await migrate('--json')
    expect([again.code, JSON.parse(again.out)]).toEqual([0, { from: 1, to: 1, steps: [] }])
    const { ready } = await start(env)
    expect((await fetch(new URL('/readyz', ready.gateway))).status).toBe(200)
  })

  it('refuses to migrate without a valid database, with exit codes for scripts', async () => {
    const migrate = (env: { [name: string]: string }, ...options: string[]) =>
      runCli(['gateway', 'migrate', ...options], { env })
    expect(await migrate({ GALLA_DATABASE: 'mysql://db/shop' })).toMatchObject({
      code: 2,
      err: expect.stringContaining('GALLA_DATABASE must be a folder'),
    })
    expect(await migrate({ GALLA_DATABSE: 'data' })).toMatchObject({
      code: 2,
      err: expect.stringContaining('GALLA_DATABSE is not a known variable'),
    })
    expect(await migrate({}, '--force')).toMatchObject({ code: 2 })
    expect(await migrate({ GALLA_DATABASE: 'postgres://galla@127.0.0.1:1/gateway' })).toMatchObject({
      code: 1,
      err: expect.stringContaining('no server listens at its address (ECONNREFUSED)'),
    })
  })

  it('reports in one sentence why it did not start, with the variable to change', async () => {
    const { folder } = await folderAndSandbox()
    const module = join(folder, 'empty.mjs')
    await writeFile(module, 'export default {}\n')
    const occupied = createServer()
    await new Promise<void>((resolve) => occupied.listen(0, '127.0.0.1', resolve))
    closing.push(() => new Promise((resolve) => occupied.close(resolve)))
    const port = String((occupied.address() as AddressInfo).port)
    const cases: [{ [name: string]: string }, RegExp][] = [
      [
        { GALLA_DATABASE: 'postgres://galla@127.0.0.1:1/gateway' },
        /^galla: GALLA_DATABASE: .*no server listens at its address \(ECONNREFUSED\)$/m,
      ],
      [
        { GALLA_HANDLERS: module },
        /^galla: GALLA_HANDLERS: .* must export at least one of on, notifiers and paymentMethods by name$/m,
      ],
      [
        { GALLA_PORT: port, GALLA_DATABASE: join(folder, 'database') },
        /^galla: GALLA_HOST, GALLA_PORT: .*is in use\. Choose another one/m,
      ],
    ]
    for (const [env, sentence] of cases) {
      const { code, err } = await runCli(['gateway'], { env: { ...COMPLETE, GALLA_LOG_LEVEL: 'silent', ...env } })
      expect([code, err]).toEqual([1, expect.stringMatching(sentence)])
    }
  })
})
