import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createGateway, type Gateway } from '@galla/gateway'
import { type ServedSandbox, serveSandbox } from '@galla/sandbox'
import { Galla } from '@galla/sdk'
import { indianContext, launchChromium, watchPage } from '@galla/testkit/chromium'
import { freePort } from '@galla/testkit/free-port'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONSOLE_PASSWORD, type MountedShop, testMountedShop } from '../../examples/test/mounted-shop.ts'
import { at } from '../lib/paths.mjs'
import { run } from '../lib/run.mjs'

const cwd = at('examples/next')
const next = at('node_modules/next/dist/bin/next')
const quiet = { NEXT_TELEMETRY_DISABLED: '1' }

const client = {
  environment: 'SANDBOX',
  clientId: 'tea-stall',
  clientSecret: 'any words will do in the sandbox',
} as const

describe('the next example, built', () => {
  let folder: string
  let sandbox: ServedSandbox
  let server: ChildProcess
  let gateway: Gateway
  let shop: MountedShop

  beforeAll(async () => {
    const built = await run(process.execPath, [next, 'build'], { cwd, env: { ...process.env, ...quiet } })
    expect(built.ok, built.output).toBe(true)
    folder = await mkdtemp(join(tmpdir(), 'galla-next-'))
    sandbox = await serveSandbox({ port: 0 })
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const database = join(folder, 'database')
    const lines: string[] = []
    server = spawn(process.execPath, [next, 'start', '-p', String(port), '-H', '127.0.0.1'], {
      cwd,
      env: { ...process.env, ...quiet, PROVIDER: sandbox.url, DATABASE: database, CONSOLE_PASSWORD, SHOP_URL: url },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await new Promise<void>((resolve, reject) => {
      server.once('exit', (code) => reject(new Error(`next ended with ${code}: ${lines.join('\n')}`)))
      createInterface({ input: server.stdout as NonNullable<typeof server.stdout> }).on('line', (line) => {
        lines.push(line)
        if (line.includes('Ready in')) resolve()
      })
    })
    // A second gateway on the same database, as in another replica; it starts no workers.
    gateway = await createGateway({
      ...client,
      client: ({ tokenStore }) => new Galla({ ...client, clientVersion: 1, hosts: sandbox.url, tokenStore }),
      database,
      callbackCredentials: { username: 'tea-stall', password: 'two-cups' },
    })
    const fulfilled = () => lines.flatMap((line) => /^(\S+): ₹499\.00 paid$/.exec(line)?.[1] ?? [])
    shop = { url, provider: sandbox.url, orders: gateway.orders, fulfilled, close: async () => {} }
  })
  afterAll(async () => {
    await gateway?.stop()
    const ended = new Promise((resolve) => server?.once('exit', resolve))
    server?.kill('SIGTERM')
    await ended
    await sandbox?.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
  })

  testMountedShop(async () => shop, {
    redirectsSlashes: true,
    signs: { mode: 'classic', username: 'tea-stall', password: 'two-cups' },
  })

  it('takes a payment on the page of the shop, in a real browser', async () => {
    const browser = await launchChromium()
    try {
      const context = await indianContext(browser, { viewport: { width: 390, height: 780 } })
      const page = await context.newPage()
      const problems = await watchPage(page, [shop.url])
      await page.goto(shop.url)
      await page.getByRole('link', { name: 'Pay on our own' }).click()
      await page.getByRole('button', { name: 'Pay ₹499.00' }).click()
      await page.getByRole('button', { name: 'Show QR code' }).click()
      await page.getByRole('img', { name: /QR/ }).waitFor()

      const [order] = (await shop.orders.list()).rows
      await fetch(`${sandbox.url}/_sandbox/orders/${order?.merchantOrderId}/simulate`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{ "outcome": "SUCCESS" }',
      })
      await page.getByRole('heading', { name: 'Payment successful' }).waitFor()
      // The page shows the state as soon as it is committed; the handler runs after that.
      await expect.poll(shop.fulfilled, { timeout: 60_000 }).toContain(order?.reference)
      expect(problems).toEqual({ errors: [], foreign: [] })
    } finally {
      await browser.close()
    }
  })
})
