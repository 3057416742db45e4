import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveSandbox } from '@galla/sandbox'
import { afterEach, describe, expect, it } from 'vitest'
import { runCli } from '../packages/cli/test/run-cli.ts'
import { PYTHON_CLIENT, pythonClient } from '../scripts/docs/python-client.mjs'

const root = join(import.meta.dirname, '..')
const CALLBACKS = { username: 'tea_stall', password: 'two cups 2' }
const KEY = 'the-key-of-the-shop-0123456789abcdef'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** `galla gateway` beside a sandbox, with a merchant key. */
async function startGateway() {
  const folder = mkdtempSync(join(tmpdir(), 'galla-python-'))
  ends.push(() => rmSync(folder, { recursive: true, force: true }))
  let callbacks = ''
  const sandbox = await serveSandbox({
    port: 0,
    callbacks: { url: 'http://shop.localhost/callbacks', mode: 'classic', ...CALLBACKS },
    deliver: (_url, init) => fetch(callbacks, init),
  })
  ends.push(() => sandbox.close())
  const stop = new AbortController()
  const line = await new Promise<string>((resolve, reject) => {
    const running = runCli(['gateway', '--json'], {
      stop: stop.signal,
      out: resolve,
      err: () => {},
      env: {
        GALLA_ENVIRONMENT: 'SANDBOX',
        GALLA_CLIENT_ID: 'tea-stall',
        GALLA_CLIENT_SECRET: 'a secret',
        GALLA_CALLBACK_USERNAME: CALLBACKS.username,
        GALLA_CALLBACK_PASSWORD: CALLBACKS.password,
        GALLA_PROVIDER_URL: sandbox.url,
        GALLA_DATABASE: join(folder, 'database'),
        GALLA_MERCHANT_KEY: KEY,
        GALLA_SUBSCRIPTIONS: 'true',
        GALLA_PORT: '0',
      },
    })
    running.then(({ err }) => reject(new Error(err)))
    ends.push(() => {
      stop.abort()
      return running
    })
  })
  const { ready } = JSON.parse(line) as { ready: { merchant: string; gateway: string } }
  callbacks = `${ready.gateway}/callbacks`
  return { sandbox, url: ready.merchant }
}

describe('the client in Python', () => {
  it('is what the OpenAPI document of the merchant API makes', () => {
    expect(readFileSync(join(root, PYTHON_CLIENT), 'utf8'), `out of date: node scripts/docs/python-client.mjs`).toBe(
      pythonClient(),
    )
  })

  it('starts an order, waits until it is paid, and refunds half', async (context) => {
    if (spawnSync('python3', ['--version']).status !== 0) return context.skip('python3 is not installed')
    const { sandbox, url } = await startGateway()
    const env = { ...process.env, GALLA_URL: url, GALLA_MERCHANT_KEY: KEY, PYTHONDONTWRITEBYTECODE: '1' }
    const child = spawn('python3', ['buy.py'], { cwd: join(root, 'examples/python'), env })
    ends.push(() => child.kill())
    let printed = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        printed += chunk
      })
    }
    await expect.poll(() => printed, { timeout: 20_000 }).toContain(`Pay here: ${sandbox.url}`)
    const reply = await fetch(`${sandbox.url}/_sandbox/orders`)
    const { orders } = (await reply.json()) as { orders: { merchantOrderId: string }[] }
    await sandbox.simulatePayment(orders[0]?.merchantOrderId ?? '', { outcome: 'SUCCESS' })
    await once(child, 'exit')
    expect(printed).toContain('Order: COMPLETED')
    expect(printed).toMatch(/Refund: \w+ 24950/)
  })

  it('sells a subscription, reads it once the payer has approved, and cancels it', async (context) => {
    if (spawnSync('python3', ['--version']).status !== 0) return context.skip('python3 is not installed')
    const { sandbox, url } = await startGateway()
    const run = (lines: readonly string[]) => {
      const program = ['from galla import Galla', `galla = Galla('${url}', '${KEY}')`, ...lines].join('\n')
      return new Promise<string>((resolve, reject) =>
        execFile('python3', ['-B', '-c', program], { cwd: join(root, 'examples/python') }, (error, out) =>
          error ? reject(error) : resolve(out.trim()),
        ),
      )
    }
    const page = await run([
      "galla.create_plan({'planId': 'tea', 'name': 'Tea', 'amount': 19_900, 'frequency': 'MONTHLY'})",
      "start = {'subscriptionId': 'sub-7', 'planId': 'tea', 'redirectUrl': 'https://shop.example/thanks'}",
      "print(galla.create_subscription(start)['redirectUrl'])",
    ])
    expect(page).toContain(sandbox.url)
    await sandbox.simulatePayment('sub-7-1-1', { outcome: 'SUCCESS' })
    const readState = () => run(["print(galla.list_subscriptions({'planId': 'tea'})['rows'][0]['state'])"])
    await expect.poll(readState, { timeout: 90_000, interval: 500 }).toBe('ACTIVE')
    const end = ["print(galla.cancel_subscription('sub-7', {'at': 'cycle-end'})['cancel']['at'])"]
    expect(await run(end)).toBe('cycle-end')
  })

  it('names the code and the field of a refusal', async (context) => {
    if (spawnSync('python3', ['--version']).status !== 0) return context.skip('python3 is not installed')
    const { url } = await startGateway()
    const call = (key: string, body: string) =>
      `try:\n    Galla('${url}', '${key}').create_order(${body})\nexcept GallaError as error:\n    print(error.status, error.code, error.field)`
    const program = [
      'from galla import Galla, GallaError',
      call(
        KEY,
        "{'reference': 'cart-7', 'amount': 1.5, 'checkout': 'STANDARD', 'redirectUrl': 'https://shop.example/'}",
      ),
      call('a-key-that-nobody-gave-out-0123456789', '{}'),
      "try:\n    Galla('http://127.0.0.1:9', 'k').list_orders({'limit': 1})\nexcept GallaError as error:\n    print(error.status, error.code)",
    ].join('\n')
    const child = spawn('python3', ['-B', '-c', program], { cwd: join(root, 'examples/python') })
    let printed = ''
    child.stdout.on('data', (chunk) => {
      printed += chunk
    })
    await once(child, 'exit')
    expect(printed.split('\n')).toEqual(['400 INVALID_REQUEST amount', '401 WRONG_KEY None', '0 NO_ANSWER', ''])
  })

  it('takes a reply that cannot be read for none, and shows the key in no error', async (context) => {
    if (spawnSync('python3', ['--version']).status !== 0) return context.skip('python3 is not installed')
    const OK = 'HTTP/1.1 200 OK\r\n'
    const REPLIES: { readonly [id: string]: string } = {
      'cut-off': `${OK}content-length: 500\r\n\r\n{"order":{"merchant`,
      'cut-off-chunks': `${OK}transfer-encoding: chunked\r\n\r\n5\r\n{"a":`,
      'cut-off-refusal': 'HTTP/1.1 503 Service Unavailable\r\ncontent-length: 500\r\n\r\n{"code":"BU',
      'no-http': 'SSH-2.0-x\r\n\r\n',
      'long-line': `${OK}x: ${'a'.repeat(100_000)}\r\n\r\n{}`,
      nothing: '',
      'huge-length': `${OK}content-length: 99999999999999999999999\r\n\r\n{}`,
      'huge-chunk': `${OK}transfer-encoding: chunked\r\n\r\n${'f'.repeat(21)}\r\n{}`,
      'no-json': `${OK}content-length: 2\r\n\r\n{"`,
      'deep-json': `${OK}content-length: 200000\r\n\r\n${'['.repeat(200_000)}`,
      list: 'HTTP/1.1 503 X\r\ncontent-length: 2\r\n\r\n[]',
      'deep-refusal': `HTTP/1.1 502 X\r\ncontent-length: 200000\r\n\r\n${'['.repeat(200_000)}`,
      'no-text': 'HTTP/1.1 400 X\r\ncontent-length: 22\r\n\r\n{"code":1,"message":2}',
    }
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', (request) => {
        const [, id = ''] = /\/orders\/([\w-]+)/.exec(String(request)) ?? []
        if (id === 'reset') return socket.resetAndDestroy()
        if (id !== 'reset-refusal') return socket.end(REPLIES[id] ?? '')
        socket.write(REPLIES['cut-off-refusal'] ?? '', () => socket.resetAndDestroy())
      })
    }).listen(0, '127.0.0.1')
    ends.push(() => server.close())
    await once(server, 'listening')
    const ids = [...Object.keys(REPLIES), 'reset', 'reset-refusal']
    const program = `
from galla import Galla, GallaError
url = 'http://127.0.0.1:${(server.address() as AddressInfo).port}'
for name in ${JSON.stringify(ids)}:
    try:
        print(name, Galla(url, '${KEY}').get_order(name))
    except GallaError as error:
        print(name, error.status, error.code)
for key in ['${KEY}\\n', '${KEY}\\r\\nx: y', ' ${KEY}', '${KEY}\\u20ac', '']:
    try:
        Galla(url, key).get_order('nothing')
    except Exception as error:
        print(type(error).__name__, error)
`
    const child = spawn('python3', ['-B', '-c', program], { cwd: join(root, 'examples/python') })
    let printed = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        printed += chunk
      })
    }
    await once(child, 'close')
    const KEPT: { readonly [id: string]: string } = {
      list: '503 UNEXPECTED_REPLY',
      'deep-refusal': '502 UNEXPECTED_REPLY',
      'no-text': '400 UNEXPECTED_REPLY',
    }
    const refusedKey = expect.stringMatching(/^ValueError key must be .* without the line end/)
    expect(printed.split('\n')).toEqual([
      ...ids.map((id) => `${id} ${KEPT[id] ?? '0 NO_ANSWER'}`),
      ...Array(5).fill(refusedKey),
      '',
    ])
    expect(printed).not.toContain(KEY)
  })
})
