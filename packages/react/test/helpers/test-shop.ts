import { createRequire } from 'node:module'
import { type Listening, listen } from '@galla/http-server/listen'
import { openTestPage, type TestPage } from '@galla/testkit/test-page'
import { build } from 'esbuild'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect } from 'vitest'
import { FakeGateway } from './fake-gateway.ts'
import { ServerPage } from './pages/server-page.tsx'
import { tokenOf } from './payer-view.ts'
import { subscriptionToken } from './subscription-view.ts'

export const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 800 } }
export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 2,
}

const require = createRequire(import.meta.url)
const HINDI_FONT = require.resolve(
  '@fontsource-variable/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-wght-normal.woff2',
)

const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const TRUSTED_TYPES = "; require-trusted-types-for 'script'; trusted-types"

/** A picture of one pixel. */
const LOGO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** Stands in for the provider's script: records what it opened, and reports the result that the test dispatches. */
const PROVIDER_SCRIPT = `let report
window.PhonePeCheckout = {
  transact({ callback, type }) {
    document.documentElement.dataset.opened = type
    report = callback
  },
  closePage() { document.documentElement.dataset.opened = 'closed' },
}
addEventListener('provider', ({ detail }) => report(detail))`

interface VisitOptions {
  /** Origin to visit in place of the shop's own. */
  origin?: string
  /** Runs before the page is requested. */
  before?: (page: Page) => Promise<void>
}

/** A shop with a fake gateway on a free port, and a browser to visit it with. */
export class TestShop {
  readonly gateway: FakeGateway
  /** Console errors that a test causes on purpose; reset by `endVisits`. */
  expectedErrors: RegExp | undefined
  readonly #server: Listening
  readonly #visits: TestPage[] = []

  private constructor(gateway: FakeGateway, server: Listening) {
    this.gateway = gateway
    this.#server = server
  }

  static async open(): Promise<TestShop> {
    const files = await bundle()
    const gateway = new FakeGateway()
    const server = await listen((request) => {
      const { pathname, searchParams } = new URL(request.url)
      if (pathname.startsWith('/payments/')) return gateway.fetch(request)
      const file = files.get(pathname)
      if (file) return file.clone()
      if (pathname === '/favicon.ico') return new Response(null, { status: 204 })
      if (pathname === '/') return page(searchParams)
      return new Response(`<!doctype html><title>${pathname}</title><h1>${pathname}</h1>`, {
        headers: { 'content-type': 'text/html' },
      })
    })
    return new TestShop(gateway, server)
  }

  /** The shop at an address that is not a secure context: plain http, and not loopback to the browser. */
  get insecureUrl(): string {
    return this.#server.url.replace('127.0.0.1', '0.0.0.0')
  }

  /** A new payer, watched from the first request. */
  async visit(query: string, context: BrowserContextOptions = DESKTOP, options: VisitOptions = {}): Promise<Page> {
    const { origin = this.#server.url, before } = options
    const visit = await openTestPage(context, [origin], { withoutFiles: true })
    this.#visits.push(visit)
    const { page } = visit
    await before?.(page)
    await page.goto(`${origin}/?${query}`)
    return page
  }

  /** Ends the visits of one test. Fails when a page logged an error or requested a foreign origin. */
  async endVisits(): Promise<void> {
    const visits = this.#visits.splice(0)
    await Promise.all(visits.map((visit) => visit.close()))
    this.gateway.endStreams()
    this.gateway.streaming = true
    this.gateway.requests.length = 0
    this.gateway.bodies.length = 0
    const { expectedErrors } = this
    this.expectedErrors = undefined
    for (const { problems } of visits) {
      const errors = problems.errors.filter((text) => !expectedErrors?.test(text))
      expect({ ...problems, errors }).toEqual({ errors: [], foreign: [] })
    }
  }

  async close(): Promise<void> {
    await this.#server.close()
  }
}

/** Holds requests under a path back; returns a function that releases them. */
export async function hold(page: Page, path: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(`**${path}`, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** `served`: rendered on the server and hydrated; otherwise rendered in the browser. */
function page(query: URLSearchParams): Response {
  const subscription = query.get('subscription')
  const payerToken = subscription === null ? tokenOf(query.get('order') ?? 'tea-1') : subscriptionToken(subscription)
  const served = query.has('served')
  const markup = served ? renderToString(createElement(ServerPage, { payerToken })) : ''
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title>
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/page.css">
<div id="shop" data-token="${payerToken}">${markup}</div><script type="module" src="/${served ? 'hydrated-page' : 'client-page'}.js"></script></html>`
  const policy = query.get('mode') === 'iframe' ? CSP : CSP + TRUSTED_TYPES
  return new Response(html, { headers: { 'content-type': 'text/html', 'content-security-policy': policy } })
}

async function bundle(): Promise<Map<string, Response>> {
  const { outputFiles } = await build({
    entryPoints: [
      new URL('./pages/client-page.tsx', import.meta.url).pathname,
      new URL('./pages/hydrated-page.tsx', import.meta.url).pathname,
    ],
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    outdir: '/',
    write: false,
    conditions: ['galla-source'],
    // React's development build, whose strict mode runs effects twice.
    define: { 'process.env.NODE_ENV': '"development"' },
  })
  const { outputFiles: styles } = await build({
    entryPoints: [new URL('./pages/page.css', import.meta.url).pathname],
    bundle: true,
    outdir: '/',
    write: false,
    loader: { '.woff2': 'file' },
    alias: { 'hindi-font': HINDI_FONT },
  })
  const script = new Response(PROVIDER_SCRIPT, { headers: { 'content-type': 'text/javascript' } })
  const logo = new Response(LOGO, { headers: { 'content-type': 'image/png' } })
  return new Map([
    ['/checkout.js', script],
    ['/logo.png', logo],
    ...[...outputFiles, ...styles].map(({ path, contents }): [string, Response] => [
      path,
      new Response(new Uint8Array(contents), { headers: { 'content-type': typeOf(path) } }),
    ]),
  ])
}

const typeOf = (path: string) =>
  path.endsWith('.css') ? 'text/css' : path.endsWith('.woff2') ? 'font/woff2' : 'text/javascript'
