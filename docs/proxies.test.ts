import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request as requestInClear } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json, text } from 'node:stream/consumers'
import { type ServedSandbox, serveSandbox } from '@galla/sandbox'
import { freePort } from '@galla/testkit/free-port'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

/** Name of the public server in the samples. */
const HOST = 'pay.shop.example'
const KEY = 'the-key-of-the-shop-0123456789abcdef'
const PASSWORD = 'two cups of tea'
const CALLBACK = { username: 'tea_stall', password: 'two cups 2' }

const has = (program: string, flag: string) => {
  try {
    execFileSync(program, [flag], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
const sample = (name: string) => readFileSync(join(import.meta.dirname, 'deploy', name), 'utf8')

interface Proxy {
  /**
   * Returns the command that starts the proxy in the foreground, and the proxy's configuration made from the sample.
   * @param gateways ports, or the path of a socket
   */
  command: (
    folder: string,
    publicPort: number,
    ...gateways: readonly (number | string)[]
  ) => readonly [string, readonly string[]]
}

const PROXIES: { [name: string]: Proxy } = {
  nginx: {
    command: (folder, publicPort, ...gateways) => {
      const server = sample('nginx.conf')
        .replace(/^ +server (unix:\S+) max_fails=0;\n/m, (line, address: string) =>
          gateways
            .map((at) => line.replace(address, typeof at === 'number' ? `127.0.0.1:${at}` : `unix:${at}`))
            .join(''),
        )
        .replace('listen 443 ssl', `listen 127.0.0.1:${publicPort} ssl`)
        .replace('/etc/ssl/pay.shop.example.pem', join(folder, 'cert.pem'))
        .replace('/etc/ssl/private/pay.shop.example.key', join(folder, 'key.pem'))
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
        .join('\n')
      // Its workers have the right to the socket from their group, which the tests do not give them.
      const user = process.geteuid?.() === 0 ? 'user root;\n' : ''
      const main = `${user}pid ${folder}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${temporary}\n${server}\n}`
      writeFileSync(join(folder, 'nginx.conf'), main)
      return ['nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;']]
    },
  },
  caddy: {
    command: (folder, publicPort, gateway) => {
      const site = sample('Caddyfile')
        .replace(
          'pay.shop.example {',
          `https://pay.shop.example:${publicPort} {\n\tbind 127.0.0.1\n\ttls ${folder}/cert.pem ${folder}/key.pem`,
        )
        .replaceAll('unix//run/galla/gateway.sock', `unix/${gateway}`)
      writeFileSync(
        join(folder, 'Caddyfile'),
        `{\n\tadmin off\n\tauto_https disable_redirects\n\tstorage file_system ${folder}/caddy\n}\n${site}`,
      )
      return ['caddy', ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')]]
    },
  },
}

function makeCertificate(folder: string): void {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const kind = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', `/CN=${HOST}`]
  execFileSync('openssl', ['req', ...kind, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
}
const missingFor = (name: string) =>
  [name, 'openssl'].filter((program) => !has(program, program === 'nginx' ? '-v' : 'version'))

describe.each(Object.keys(PROXIES))('galla gateway behind the sample of %s', (name) => {
  const missing = missingFor(name)
  const ends: (() => unknown)[] = []
  const ports = { public: 0 }
  let socket: string
  let sandbox: ServedSandbox

  const call = (
    method: string,
    path: string,
    { headers = {}, body = '', from = '127.0.0.1' }: { headers?: object; body?: string; from?: string } = {},
  ) =>
    new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: NodeJS.ReadableStream }>(
      (resolve, reject) => {
        request(
          {
            host: '127.0.0.1',
            port: ports.public,
            servername: HOST,
            rejectUnauthorized: false,
            localAddress: from,
            method,
            path,
            headers: { host: `${HOST}:${ports.public}`, ...headers },
          },
          (reply) => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: reply }),
        )
          .on('error', reject)
          .end(body)
      },
    )
  const bodyOf = async (reply: { body: NodeJS.ReadableStream }) => text(reply.body)

  beforeAll(async () => {
    if (missing.length > 0) return
    // With a short path whatever TMPDIR is: that of a socket may have 103 bytes.
    const folder = mkdtempSync('/tmp/galla-proxy-')
    ends.push(() => rmSync(folder, { recursive: true, force: true }))
    ports.public = await freePort()
    socket = join(folder, 'gateway.sock')
    sandbox = await serveSandbox({ port: 0 })
    ends.push(() => sandbox.close())
    const gateway = spawn(
      process.execPath,
      [join(import.meta.dirname, '../packages/cli/bin/galla.mjs'), 'gateway', '--json'],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: {
          PATH: process.env.PATH,
          GALLA_ENVIRONMENT: 'SANDBOX',
          GALLA_CLIENT_ID: 'tea-stall',
          GALLA_CLIENT_SECRET: 'a secret',
          GALLA_CALLBACK_USERNAME: CALLBACK.username,
          GALLA_CALLBACK_PASSWORD: CALLBACK.password,
          GALLA_PROVIDER_URL: sandbox.url,
          GALLA_DATABASE: join(folder, 'database'),
          GALLA_SOCKET: socket,
          GALLA_CONSOLE_PASSWORD: PASSWORD,
          GALLA_CONSOLE_URL: `https://${HOST}:${ports.public}/admin/`,
          GALLA_MERCHANT_KEY: KEY,
          GALLA_TRUSTED_PROXIES: '127.0.0.1',
          GALLA_SECURITY_CONTACT: 'mailto:security@shop.example',
          GALLA_LOG_LEVEL: 'warn',
        },
      },
    )
    ends.push(async () => {
      gateway.kill('SIGTERM')
      await once(gateway, 'exit')
    })
    await once(gateway.stdout, 'data')
    makeCertificate(folder)
    const [command, args] = PROXIES[name]?.command(folder, ports.public, socket) ?? ['', []]
    const proxy = spawn(command, args, { stdio: 'ignore' })
    ends.push(async () => {
      proxy.kill('SIGTERM')
      await once(proxy, 'exit')
    })
    await vi.waitFor(async () => expect((await call('GET', '/')).status).toBe(404), { timeout: 20_000, interval: 100 })
  })
  afterAll(async () => {
    for (const end of ends.splice(0).reverse()) await end()
  })

  const check = (title: string, run: () => Promise<void>) =>
    it(title, (context) => (missing.length > 0 ? context.skip(`${missing.join(' and ')} not installed`) : run()))

  const direct = (path: string, body: object) =>
    new Promise<unknown>((resolve, reject) => {
      const headers = { host: 'localhost', 'content-type': 'application/json', authorization: `Bearer ${KEY}` }
      requestInClear({ socketPath: socket, method: 'POST', path, headers }, (reply) => resolve(json(reply)))
        .on('error', reject)
        .end(JSON.stringify(body))
    })

  check('takes callbacks, and shows neither the merchant API nor the probes', async () => {
    expect((await call('POST', '/payments/callbacks', { body: '{}' })).status).toBe(401)
    for (const path of ['/merchant/orders', '/healthz', '/readyz', '/metrics', '/']) {
      expect([path, (await call('GET', path, { headers: { authorization: `Bearer ${KEY}` } })).status]).toEqual([
        path,
        404,
      ])
    }
  })

  check('keeps browsers to https, and answers out of the pages of other sites, once on each path', async () => {
    for (const path of [
      '/payments/orders/order-1/status',
      '/admin/',
      '/admin/api/about',
      '/.well-known/security.txt',
      '/',
    ]) {
      const { headers } = await call('GET', path)
      expect([path, headers]).toMatchObject([
        path,
        {
          'strict-transport-security': 'max-age=31536000; includeSubDomains',
          'cross-origin-resource-policy': 'same-origin',
        },
      ])
      // By the console only: a page of the shop on this host may need the window that opened it.
      expect(headers['cross-origin-opener-policy']).toBe(path.startsWith('/admin/') ? 'same-origin' : undefined)
    }
  })

  check('says where a security problem is reported', async () => {
    const reply = await call('GET', '/.well-known/security.txt')
    expect([reply.status, await bodyOf(reply)]).toEqual([200, expect.stringMatching(/^Contact: mailto:security@shop/)])
  })

  check('streams the status of an order to the payer while it is paid', async () => {
    const order = {
      reference: 'cart-1',
      amount: 49_900,
      checkout: 'STANDARD',
      redirectUrl: 'https://shop.example/thanks',
    }
    const { order: created, payerToken } = (await direct('/merchant/orders', order)) as {
      order: { merchantOrderId: string }
      payerToken: string
    }
    const path = `/payments/orders/${created.merchantOrderId}/live`
    const stream = await call('GET', path, {
      headers: { accept: 'text/event-stream', authorization: `Bearer ${payerToken}` },
    })
    expect([stream.status, stream.headers['content-type']]).toEqual([200, expect.stringContaining('text/event-stream')])
    let received = ''
    stream.body.on('data', (chunk) => (received += chunk))
    await expect.poll(() => received, { timeout: 10_000 }).toContain('PENDING')
    await fetch(`${sandbox.url}/_sandbox/orders/${created.merchantOrderId}/simulate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ outcome: 'SUCCESS' }),
    })
    await direct(`/merchant/orders/${created.merchantOrderId}/sync`, {})
    await expect.poll(() => received, { timeout: 10_000 }).toContain('COMPLETED')
  })

  check('hides the console from addresses that the sample does not list', async () => {
    for (const [from, status] of [
      ['127.0.0.1', 200],
      ['127.0.0.2', 403],
    ] as const) {
      expect([from, (await call('GET', '/admin/', { from })).status]).toEqual([from, status])
    }
  })

  check('lets people into the console over https, and records their address, not one that they claim', async () => {
    const login = await call('POST', '/admin/api/session', {
      headers: {
        'content-type': 'application/json',
        origin: `https://${HOST}:${ports.public}`,
        'x-forwarded-for': '203.0.113.9',
      },
      body: JSON.stringify({ password: PASSWORD }),
    })
    expect([login.status, await bodyOf(login)]).toEqual([200, expect.any(String)])
    const [cookie = ''] = [login.headers['set-cookie'] ?? ''].flat()
    expect(cookie).toMatch(/secure/i)
    const audit = await call('GET', '/admin/api/audit', { headers: { cookie: cookie.split(';')[0] } })
    const body = await bodyOf(audit)
    // A loopback address that a proxy reports counts as the proxy's own, which is that of the socket.
    expect(body).toContain('"address":"unix:"')
    expect(body).not.toContain('203.0.113.9')
  })
})

describe('two replicas behind the sample of nginx', () => {
  it('answer every callback while one after the other restarts', async ({ skip, onTestFinished }) => {
    const missing = missingFor('nginx')
    if (missing.length > 0) return skip(`${missing.join(' and ')} not installed`)
    const folder = mkdtempSync(join(tmpdir(), 'galla-proxy-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    makeCertificate(folder)
    const ports = { public: await freePort(), gateway: await freePort(), second: await freePort() }
    const replica = async (port: number) => {
      const server = createServer((_, response) => response.end('stored')).listen(port, '127.0.0.1')
      await once(server, 'listening')
      const stop = () =>
        new Promise((stopped) => {
          server.close(stopped)
          server.closeAllConnections()
        })
      onTestFinished(() => stop())
      return stop
    }
    const post = () =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { host: `${HOST}:${ports.public}` }
        const target = { host: '127.0.0.1', port: ports.public, servername: HOST, path: '/payments/callbacks' }
        request({ ...target, method: 'POST', headers, rejectUnauthorized: false }, (response) => {
          response.resume()
          resolve(response.statusCode)
        })
          .on('error', reject)
          .end('{}')
      })
    const posts = async () => [await post(), await post(), await post(), await post(), await post(), await post()]

    const stopFirst = await replica(ports.gateway)
    const stopSecond = await replica(ports.second)
    const [command, args] = PROXIES.nginx?.command(folder, ports.public, ports.gateway, ports.second) ?? ['', []]
    const proxy = spawn(command, args, { stdio: 'ignore' })
    onTestFinished(async () => {
      proxy.kill('SIGTERM')
      await once(proxy, 'exit')
    })
    await vi.waitFor(async () => expect(await post()).toBe(200), { timeout: 20_000, interval: 100 })
    await stopFirst()
    expect(new Set(await posts())).toEqual(new Set([200]))
    await replica(ports.gateway)
    await stopSecond()
    expect(new Set(await posts())).toEqual(new Set([200]))
  })
})
