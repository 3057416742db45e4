import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveSandbox } from '@galla/sandbox'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { COMPLETE } from './gateway-variables.ts'
import { runCli } from './run-cli.ts'

const KEY = 'the-key-of-the-shop-0123456789abcdef'
const USER = 'galla:two-cups'

/** A proxy that tunnels to any address for one user, and records where to. */
function tunnels() {
  const opened: string[] = []
  const mode = { closes: false }
  const server = createServer().on('connect', (request, socket) => {
    const [host = '', port] = (request.url ?? '').split(':')
    socket.on('error', () => {})
    if (request.headers['proxy-authorization'] !== `Basic ${btoa(USER)}`) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
      return
    }
    opened.push(request.url ?? '')
    if (mode.closes) {
      socket.destroy()
      return
    }
    const target = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      socket.pipe(target).pipe(socket)
    }).on('error', () => socket.destroy())
  })
  return { server, opened, mode }
}

let folder = ''
let proxyHost = ''
let sandbox: Awaited<ReturnType<typeof serveSandbox>>
const { server, opened, mode } = tunnels()
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galla-proxy-'))
  sandbox = await serveSandbox({ port: 0 })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  proxyHost = `127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => void opened.splice(0))
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await sandbox.close()
  await rm(folder, { recursive: true, force: true })
})

const environment = (user: string, database = user.replace(':', '-')) => ({
  ...COMPLETE,
  GALLA_PROVIDER_URL: sandbox.url,
  GALLA_OUTGOING_PROXY: `http://${user}@${proxyHost}`,
  GALLA_DATABASE: join(folder, database),
  GALLA_MERCHANT_KEY: KEY,
  GALLA_PORT: '0',
})

/** Starts `galla gateway`, starts an order of the merchant API, and stops. */
async function startOrder(user: string, database?: string) {
  const stop = new AbortController()
  let running: ReturnType<typeof runCli> | undefined
  const line = await new Promise<string>((resolve, reject) => {
    running = runCli(['gateway', '--json'], {
      env: environment(user, database),
      stop: stop.signal,
      out: resolve,
      err: () => {},
    })
    running.then(({ err }) => reject(new Error(err)))
  })
  const { merchant } = (JSON.parse(line) as { ready: { merchant: string } }).ready
  const response = await fetch(`${merchant.replace(/\/$/, '')}/orders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      reference: 'cart-7',
      amount: 49_900,
      checkout: 'STANDARD',
      redirectUrl: 'https://shop.example/thanks',
    }),
  })
  const started = (await response.json()) as { order?: { state: string }; code?: string }
  stop.abort()
  await running
  return { status: response.status, ...started }
}

async function check(user: string) {
  const { out } = await runCli(['gateway', '--check', '--json'], { env: environment(user), fetch, nowMs: Date.now })
  const { checks } = JSON.parse(out) as { checks: { code: string; status: string; reason: string }[] }
  return checks.find(({ code }) => code === 'credentials-accepted')
}

describe('GALLA_OUTGOING_PROXY', () => {
  it('is the way to the provider, for the gateway and for its checks', async () => {
    const { host } = new URL(sandbox.url)
    expect(await startOrder(USER)).toMatchObject({ status: 200, order: { state: 'PENDING' } })
    expect(new Set(opened)).toEqual(new Set([host]))
    opened.splice(0)
    expect(await check(USER)).toMatchObject({ status: 'pass' })
    expect(opened).toEqual([host])
  })

  it('is not passed by when it refuses', async () => {
    expect(await startOrder('galla:wrong')).toMatchObject({ status: 503, code: 'PROVIDER_UNAVAILABLE' })
    expect(await check('galla:wrong')).toMatchObject({ status: 'warning', reason: expect.stringContaining('reach') })
    expect(opened).toEqual([])
  })

  it('is asked once for each call while it closes every connection', async () => {
    mode.closes = true
    expect(await startOrder(USER, 'closes')).toMatchObject({ status: 503, code: 'PROVIDER_UNAVAILABLE' })
    const asked = opened.length
    expect(await check(USER)).toMatchObject({ status: 'warning' })
    mode.closes = false
    expect(opened.length - asked).toBe(1)
    expect(asked).toBeLessThan(10)
  })
})
