import { lstatSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type ServedSandbox, serveSandbox } from '@galla/sandbox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COMPLETE, CONSOLE } from './gateway-variables.ts'
import { runCli } from './run-cli.ts'

const HOST = 'pay.shop.example'
const KEY = 'the-key-of-the-shop-0123456789abcdef'

let folder: string
let socket: string
let sandbox: ServedSandbox
let env: { [name: string]: string }
let line: string
let running: ReturnType<typeof runCli>
const stop = new AbortController()

beforeAll(async () => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), 'galla-'))
  socket = join(folder, 'a.sock')
  sandbox = await serveSandbox({ port: 0 })
  env = {
    ...COMPLETE,
    ...CONSOLE,
    GALLA_CONSOLE_URL: `https://${HOST}/admin/`,
    GALLA_TRUSTED_PROXIES: '127.0.0.1',
    GALLA_MERCHANT_KEY: KEY,
    GALLA_PROVIDER_URL: sandbox.url,
    GALLA_DATABASE: join(folder, 'database'),
    GALLA_SOCKET: socket,
    GALLA_SECURITY_CONTACT: 'mailto:security@shop.example',
    GALLA_LOG_LEVEL: 'warn',
  }
  line = await new Promise<string>((resolve, reject) => {
    running = runCli(['gateway', '--json'], { env, stop: stop.signal, out: resolve })
    running.then(({ err }) => reject(new Error(err)))
  })
})
afterAll(async () => {
  stop.abort()
  await running
  await sandbox.close()
  rmSync(folder, { recursive: true, force: true })
})

interface Sent {
  readonly method?: string
  readonly host?: string
  readonly headers?: object
  readonly body?: object
}

const call = (path: string, { method = 'GET', host = HOST, headers = {}, body }: Sent = {}) =>
  new Promise<{ status: number; cookie: string; body: string }>((resolve, reject) => {
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    request({ socketPath: socket, method, path, headers: { host, ...type, ...headers } }, async (response) => {
      const [cookie = ''] = response.headers['set-cookie'] ?? []
      const [pair = ''] = cookie.split(';')
      resolve({ status: response.statusCode ?? 0, cookie: pair, body: await text(response) })
    })
      .on('error', reject)
      .end(body === undefined ? '' : JSON.stringify(body))
  })

const logIn = (headers: object) =>
  call('/admin/api/session', {
    method: 'POST',
    headers: { origin: `https://${HOST}`, ...headers },
    body: { password: CONSOLE.GALLA_CONSOLE_PASSWORD },
  })

describe('galla gateway on a Unix socket', () => {
  it('names it in its ready line as nginx does, and lets user and group connect', () => {
    const at = (path: string) => `http://unix:${socket}:${path}`
    expect(JSON.parse(line)).toEqual({
      ready: { gateway: at('/payments'), merchant: at('/merchant'), console: `https://${HOST}/admin/` },
    })
    expect(lstatSync(socket).mode & 0o777).toBe(0o660)
  })

  it('answers probes, callbacks and the merchant API', async () => {
    expect(await call('/readyz', { host: 'localhost' })).toMatchObject({ status: 200, body: 'ok\n' })
    expect((await call('/payments/callbacks', { method: 'POST', body: {} })).status).toBe(401)
    const headers = { authorization: `Bearer ${KEY}` }
    expect((await call('/merchant/orders?limit=1', { host: 'localhost', headers })).status).toBe(200)
    expect((await call('/merchant/orders?limit=1', { host: 'localhost' })).status).toBe(401)
  })

  it('says where a security problem is reported, in a file that has not expired', async () => {
    const { status, body } = await call('/.well-known/security.txt')
    const [contact, expires = ''] = body.split('\n')
    expect([status, contact]).toEqual([200, 'Contact: mailto:security@shop.example'])
    expect(Date.parse(expires.replace('Expires: ', ''))).toBeGreaterThan(Date.now())
    expect((await call('/security.txt')).status).toBe(404)
  })

  it('records the client that the proxy reports', async () => {
    const login = await logIn({ 'x-forwarded-for': '203.0.113.9' })
    expect(login.status).toBe(200)
    const audit = await call('/admin/api/audit', { headers: { cookie: login.cookie } })
    expect(audit.body).toContain('203.0.113.9')
  })

  it('refuses to start where another gateway listens', async () => {
    const second = await runCli(['gateway'], { env: { ...env, GALLA_MIGRATE: 'false' } })
    expect(second).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^galla: GALLA_SOCKET: cannot listen on .*a\.sock\. Another server listens on/m),
    })
    expect((await call('/healthz')).status).toBe(200)
  })
})
