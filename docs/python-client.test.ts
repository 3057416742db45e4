import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveSandbox } from '@galla/sandbox'
import { afterEach, describe, expect, it } from 'vitest'
import { runCli } from '../packages/cli/test/run-cli.ts'
import { PYTHON_CLIENT, pythonClient } from '../scripts/docs/python-client.mjs'

const root = join(import.meta.dirname, '..')
const KEY = 'the-key-of-the-shop-0123456789abcdef'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** `galla gateway` beside a sandbox, with a merchant key. */
async function startGateway() {
  const folder = mkdtempSync(join(tmpdir(), 'galla-python-'))
  ends.push(() => rmSync(folder, { recursive: true, force: true }))
  const sandbox = await serveSandbox({ port: 0 })
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
        GALLA_CALLBACK_USERNAME: 'tea_stall',
        GALLA_CALLBACK_PASSWORD: 'two cups 2',
        GALLA_PROVIDER_URL: sandbox.url,
        GALLA_DATABASE: join(folder, 'database'),
        GALLA_MERCHANT_KEY: KEY,
        GALLA_PORT: '0',
      },
    })
    running.then(({ err }) => reject(new Error(err)))
    ends.push(() => {
      stop.abort()
      return running
    })
  })
  return { sandbox, url: (JSON.parse(line) as { ready: { merchant: string } }).ready.merchant }
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
})
