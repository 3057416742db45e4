import type { ChildProcess } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { type ServedSandbox, serveSandbox } from '@galla/sandbox'
import { sign } from '@galla/sdk/testing'
import { indianContext, launchChromium, watchPage } from '@galla/testkit/chromium'
import { freePort } from '@galla/testkit/free-port'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONSOLE_PASSWORD, type MountedShop, testMountedShop } from '../../examples/test/mounted-shop.ts'
import { at } from '../lib/paths.mjs'
import { run } from '../lib/run.mjs'
import { createShop, tarballOf } from './merchant-project.ts'
import { buildNext, NEXT_DIFFERENCES, serveShop, startNext, stopNext } from './next-shop.ts'

const cwd = at('examples/next')
const next = at('node_modules/next/dist/bin/next')

describe('the next example, built', () => {
  const lines: string[] = []
  let folder: string
  let shop: MountedShop

  beforeAll(async () => {
    await buildNext(cwd, next)
    folder = await mkdtemp(join(tmpdir(), 'galla-next-'))
    shop = await serveShop(cwd, next, join(folder, 'database'), lines)
  })
  afterAll(async () => {
    await shop?.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
  })

  testMountedShop(async () => ({ ...shop, close: async () => {} }), NEXT_DIFFERENCES)

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
      await fetch(`${shop.provider}/_sandbox/orders/${order?.merchantOrderId}/simulate`, {
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
    await createShop(parent, 'shop', '--framework', 'next', '--gateway', '--ts')
    await change('next.config.ts', {
      serverExternalPackages: "basePath: '/shop',\n  output: 'standalone',\n  serverExternalPackages",
      // The other packages are those of the repository.
      './node_modules/@embedded': '../../../node_modules/@embedded',
    })
    // Installed ones: Next bundles the packages of a workspace, whatever serverExternalPackages says.
    for (const name of ['sdk', 'gateway', 'postgres']) {
      const installed = join(app, 'node_modules/@galla', name)
      await mkdir(installed, { recursive: true })
      const unpacked = await run('tar', ['-xzf', tarballOf(name), '-C', installed, '--strip-components=1'])
      expect(unpacked.ok, unpacked.output).toBe(true)
    }
    await change('gateway-settings.ts', { "path: '/admin/payments'": "path: '/shop/admin/payments'" })
    await buildNext(app, next)
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
