import { type ChildProcess, spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { createGateway, type Gateway } from '@galla/gateway'
import { type ServedSandbox, serveSandbox } from '@galla/sandbox'
import { Galla } from '@galla/sdk'
import { sign } from '@galla/sdk/testing'
import { indianContext, launchChromium, watchPage } from '@galla/testkit/chromium'
import { freePort } from '@galla/testkit/free-port'
import { create } from 'create-galla'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONSOLE_PASSWORD, type MountedShop, testMountedShop } from '../../examples/test/mounted-shop.ts'
import { at } from '../lib/paths.mjs'
import { run } from '../lib/run.mjs'
import { packTo } from './merchant-project.ts'

const cwd = at('examples/next')
const next = at('node_modules/next/dist/bin/next')
const quiet = { NEXT_TELEMETRY_DISABLED: '1' }

const client = {
  environment: 'SANDBOX',
  clientId: 'tea-stall',
  clientSecret: 'any words will do in the sandbox',
} as const

const CREDENTIALS = {
  GALLA_CLIENT_ID: client.clientId,
  GALLA_CLIENT_SECRET: client.clientSecret,
  GALLA_CALLBACK_USERNAME: 'tea-stall',
  GALLA_CALLBACK_PASSWORD: 'two-cups',
  GALLA_CONSOLE_PASSWORD: CONSOLE_PASSWORD,
}

/** Starts what `next build` has made in a folder: by Next, or by the program of a standalone output. Resolves when it listens. */
async function startNext(
  folder: string,
  port: number,
  lines: string[],
  env: NodeJS.ProcessEnv,
  program: readonly string[] = [next, 'start', '-p', String(port), '-H', '127.0.0.1'],
): Promise<ChildProcess> {
  const server = spawn(process.execPath, program, {
    cwd: folder,
    env: { ...process.env, ...quiet, ...CREDENTIALS, PORT: String(port), HOSTNAME: '127.0.0.1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  createInterface({ input: server.stderr as NonNullable<typeof server.stderr> }).on('line', (line) => lines.push(line))
  await new Promise<void>((resolve, reject) => {
    server.once('exit', (code) => reject(new Error(`next ended with ${code}: ${lines.join('\n')}`)))
    createInterface({ input: server.stdout as NonNullable<typeof server.stdout> }).on('line', (line) => {
      lines.push(line)
      if (line.includes('Ready in')) resolve()
    })
  })
  return server
}

async function stopNext(server: ChildProcess | undefined): Promise<void> {
  const ended = new Promise((resolve) => server?.once('exit', resolve))
  if (server?.kill('SIGTERM')) await ended
}

const build = async (folder: string): Promise<void> => {
  const built = await run(process.execPath, [next, 'build'], { cwd: folder, env: { ...process.env, ...quiet } })
  expect(built.ok, built.output).toBe(true)
}

describe('the next example, built', () => {
  const lines: string[] = []
  let folder: string
  let sandbox: ServedSandbox
  let server: ChildProcess
  let gateway: Gateway
  let shop: MountedShop

  beforeAll(async () => {
    await build(cwd)
    folder = await mkdtemp(join(tmpdir(), 'galla-next-'))
    sandbox = await serveSandbox({ port: 0 })
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const database = join(folder, 'database')
    server = await startNext(cwd, port, lines, {
      GALLA_PROVIDER_URL: sandbox.url,
      GALLA_DATABASE: database,
      SHOP_URL: url,
    })
    // A second gateway on the same database, as in another replica; it starts no workers.
    gateway = await createGateway({
      ...client,
      client: ({ tokenStore }) => new Galla({ ...client, clientVersion: 1, hosts: sandbox.url, tokenStore }),
      database,
      callbackCredentials: { username: 'tea-stall', password: 'two-cups' },
    })
    const fulfilled = () => lines.flatMap((line) => /^(\S+): ₹499\.00 paid$/.exec(line)?.[1] ?? [])
    const { orders, returns } = gateway
    shop = { url, provider: sandbox.url, orders, returns, fulfilled, close: async () => {} }
  })
  afterAll(async () => {
    await gateway?.stop()
    await stopNext(server)
    await sandbox?.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
  })

  testMountedShop(async () => shop, {
    redirectsSlashes: true,
    // The route reads the form whole; its text is too long for a reference.
    formRefusal: 400,
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

  it('renders its pages without a report of Next', () => {
    expect(lines.filter((line) => line.includes('while prerendering'))).toEqual([])
  })
})

// Next removes the basePath from the URL of a route handler, and the browser keeps it.
describe('the mounts of the next example, built with a basePath as a standalone server and copied to an empty folder', () => {
  let app: string
  let deployed: string
  let sandbox: ServedSandbox
  let server: ChildProcess
  let url: string
  const lines: string[] = []

  /** Changes a file of the shop, as its merchant does. */
  const change = async (name: string, changes: { readonly [text: string]: string }) => {
    for (const [text, changed] of Object.entries(changes)) {
      const before = await readFile(join(app, name), 'utf8')
      expect(before).toContain(text)
      await writeFile(join(app, name), before.replace(text, changed))
    }
  }

  beforeAll(async () => {
    // In the repository, where the packages are found.
    await mkdir(at('.cache'), { recursive: true })
    const parent = await mkdtemp(at('.cache', 'next-base-path-'))
    app = join(parent, 'shop')
    const options = ['--framework', 'next', '--gateway', '--ts', '--no-install', '--no-git']
    const host = { cwd: parent, env: {}, isTerminal: false, out: () => {}, err: () => {} }
    expect(await create(['shop', ...options], host)).toBe(0)
    await change('next.config.ts', {
      serverExternalPackages: "basePath: '/shop',\n  output: 'standalone',\n  serverExternalPackages",
      // The other packages are those of the repository.
      './node_modules/@embedded': '../../../node_modules/@embedded',
    })
    // Installed ones: Next bundles the packages of a workspace, whatever serverExternalPackages says.
    const packages = ['sdk', 'gateway', 'postgres']
    for (const [index, tarball] of (await packTo(app, packages)).entries()) {
      const installed = join(app, 'node_modules/@galla', packages[index] ?? '')
      await mkdir(installed, { recursive: true })
      const unpacked = await run('tar', ['-xzf', join(app, tarball), '-C', installed, '--strip-components=1'])
      expect(unpacked.ok, unpacked.output).toBe(true)
    }
    await change('gateway-settings.ts', { "path: '/admin/payments'": "path: '/shop/admin/payments'" })
    await build(app)
    deployed = await mkdtemp(join(tmpdir(), 'galla-standalone-'))
    await cp(join(app, '.next/standalone'), deployed, { recursive: true, verbatimSymlinks: true })
    sandbox = await serveSandbox({ port: 0 })
    const port = await freePort()
    url = `http://127.0.0.1:${port}/shop`
    const env = { GALLA_PROVIDER_URL: sandbox.url, GALLA_DATABASE: join(deployed, 'database'), SHOP_URL: url }
    server = await startNext(join(deployed, relative(at(), app)), port, lines, env, ['server.js'])
  })
  afterAll(async () => {
    await stopNext(server)
    await sandbox?.close()
    for (const folder of [dirname(app), deployed])
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
  })

  it('takes an order, and fulfils it when its callback comes, with the embedded PostgreSQL', async () => {
    const control = (method: string, path: string, body: object) =>
      fetch(`${sandbox.url}/_sandbox/${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const receiver = { url: `${url}/payments/callbacks`, mode: 'classic', username: 'tea-stall', password: 'two-cups' }
    expect((await control('PUT', 'callbacks/receiver', receiver)).status).toBe(200)
    const bought = await fetch(`${url}/buy`, {
      method: 'POST',
      body: new URLSearchParams({ cart: 'cart-of-standalone' }),
      redirect: 'manual',
    })
    expect(bought.status, await bought.text()).toBe(303)
    const { orders } = (await (await fetch(`${sandbox.url}/_sandbox/orders`)).json()) as {
      orders: { merchantOrderId: string }[]
    }
    expect((await control('POST', `orders/${orders[0]?.merchantOrderId}/simulate`, { outcome: 'SUCCESS' })).ok).toBe(
      true,
    )
    await expect.poll(() => lines, { timeout: 60_000 }).toContain('cart-of-standalone: ₹499.00 paid')
  })

  it('serves callbacks and the payer API below the basePath', async () => {
    const body = JSON.stringify({ event: 'checkout.order.completed', payload: {} })
    const headers = { 'content-type': 'application/json' }
    const signed = { ...headers, ...(await sign(body, { username: 'tea-stall', password: 'two-cups' })) }
    const callback = (headers: HeadersInit) => fetch(`${url}/payments/callbacks`, { method: 'POST', headers, body })
    expect((await callback(headers)).status).toBe(401)
    expect((await callback(signed)).status).toBe(200)
    expect((await fetch(`${url}/payments/orders/none/status`)).status).toBe(401)
    expect((await fetch(new URL('/payments/orders/none/status', url))).status).toBe(404)
  })

  it('serves the console with its files, in a real browser', async () => {
    const browser = await launchChromium()
    try {
      const context = await indianContext(browser)
      const page = await context.newPage()
      const problems = await watchPage(page, [new URL(url).origin])
      await page.goto(`${url}/admin/payments`)
      await page.getByLabel('Password').fill(CONSOLE_PASSWORD)
      await page.getByRole('button', { name: 'Log in' }).click()
      await page.getByRole('link', { name: 'Orders', exact: true }).first().click()
      await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor()
      expect(page.url()).toBe(`${url}/admin/payments/orders`)
      expect(problems).toEqual({ errors: [], foreign: [] })
    } finally {
      await browser.close()
    }
  })
})
