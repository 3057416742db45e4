import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { verifyWebhook } from '@galla/gateway/webhook'
import { serveSandbox } from '@galla/sandbox'
import { afterEach, describe, expect, it } from 'vitest'
import { COMPLETE, CONSOLE } from './gateway-variables.ts'
import { runCli } from './run-cli.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
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
describe('galla gateway', () => {
  it.each([
    ['https://pay.shop.example:8443/admin/', 'https://pay.shop.example:8443/admin/'],
    ['https://pay.shop.example', 'https://pay.shop.example/admin/'],
  ])('names the address at which the console answers: %s', async (url, shown) => {
    const { folder, sandbox } = await folderAndSandbox()
    const { ready } = await start({
      ...COMPLETE,
      ...CONSOLE,
      GALLA_CONSOLE_URL: url,
      GALLA_PROVIDER_URL: sandbox.url,
      GALLA_DATABASE: join(folder, 'database'),
      GALLA_PORT: '0',
    })
    expect(ready.console).toBe(shown)
  })

  it('serves probes, payer API, callbacks and console, loads the handlers module, and stops', async () => {
    const { folder, sandbox } = await folderAndSandbox()
    const handlers = join(folder, 'handlers.mjs')
    await writeFile(
      handlers,
      `import { appendFileSync } from 'node:fs'
      export const on = { 'order.completed': () => {} }
      export const tracing = {
        calls: {},
        run(traced, work) {
          appendFileSync(${JSON.stringify(join(folder, 'spans'))}, \`\${traced.operation} \${traced.of}\n\`)
          return work(() => {})
        },
      }`,
    )
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
    expect(await readFile(join(folder, 'spans'), 'utf8')).toContain('send inbox')
    expect(log.map((entry) => (JSON.parse(entry) as { msg: string }).msg)).toEqual(
      expect.arrayContaining(['Gateway started', 'A callback was refused', 'Gateway stopped']),
    )
    expect([line, ...log].join('\n')).not.toMatch(/two cups|a secret/)
  })

  it('takes a callback signed with a password that has a comma, and sends a signed event', async () => {
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
    await writeFile(join(folder, 'password'), '\uFEFFTea4shop,Chai9pot\r\n')
    const { ready, line, log } = await start({
      ...COMPLETE,
      GALLA_CALLBACK_PASSWORD: '',
      GALLA_CALLBACK_PASSWORD_FILE: join(folder, 'password'),
      GALLA_PROVIDER_URL: sandbox.url,
      GALLA_DATABASE: join(folder, 'database'),
      GALLA_MERCHANT_KEY: 'an-older-key-of-the-shop-0123456789',
      GALLA_MERCHANT_KEY_2: key,
      GALLA_NOTIFY_URL: `http://127.0.0.1:${(shop.address() as AddressInfo).port}/galla`,
      GALLA_NOTIFY_SECRET: secret,
      GALLA_PORT: '0',
    })
    const json = { 'content-type': 'application/json' }
    const receiver = {
      url: `${ready.gateway}/callbacks`,
      mode: 'classic',
      username: 'tea_stall',
      password: 'Tea4shop,Chai9pot',
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
    expect(log.join('\n')).not.toContain('A callback was refused')
    expect([line, ...log].join('\n')).not.toMatch(/the-key-of|older-key|whsec_|Tea4shop/)
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
        /^galla: GALLA_HANDLERS: .* must export at least one of on, notifiers, paymentMethods, accountNotifier and tracing by name$/m,
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
