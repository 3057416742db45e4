import { createRequire } from 'node:module'
import { type Listening, listen } from '@galla/http-server/listen'
import { indianContext, launchChromium, type Misdeeds, watchPage } from '@galla/testkit/chromium'
import { build } from 'esbuild'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect } from 'vitest'
import { FakeCounter } from './fake-gateway.ts'
import { ServedStall } from './pages/server-page.tsx'
import { tokenOf } from './payer-view.ts'

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
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const TRUSTED = "; require-trusted-types-for 'script'; trusted-types"

/** The provider's script, as far as a shop can tell: it opens something and says how that was left. */
const SCRIPT = `let told
window.PhonePeCheckout = {
  transact({ callback, type }) {
    document.documentElement.dataset.opened = type
    told = callback
  },
  closePage() { document.documentElement.dataset.opened = 'closed' },
}
addEventListener('provider', ({ detail }) => told(detail))`

/** How a payer comes, where it is not the usual way. */
interface Way {
  origin?: string
  /** Runs before the page is asked for. */
  before?: (page: Page) => Promise<void>
}

/** A shop on a free port, and a browser before it. */
export class StallPage {
  readonly counter: FakeCounter = new FakeCounter()
  /** What the console may say in one test: a failure that is asked for is no misdeed. */
  forgiven: RegExp | undefined
  readonly #shop: Listening
  readonly #browser: Browser
  readonly #visits: { context: BrowserContext; misdeeds: Misdeeds }[] = []

  private constructor(
    shop: Listening,
    browser: Browser,
    answers: { answer?: (request: Request) => Promise<Response> },
  ) {
    this.#shop = shop
    this.#browser = browser
    answers.answer = (request) => this.counter.answer(request)
  }

  static async open(): Promise<StallPage> {
    const files = await bundle()
    const answers: { answer?: (request: Request) => Promise<Response> } = {}
    const shop = await listen((request) => {
      const { pathname, searchParams } = new URL(request.url)
      if (pathname.startsWith('/payments/')) return answers.answer?.(request) ?? new Response('', { status: 503 })
      const file = files.get(pathname)
      if (file) return file.clone()
      if (pathname === '/favicon.ico') return new Response(null, { status: 204 })
      if (pathname === '/') return page(searchParams)
      return new Response(`<!doctype html><title>${pathname}</title><h1>${pathname}</h1>`, {
        headers: { 'content-type': 'text/html' },
      })
    })
    return new StallPage(shop, await launchChromium(), answers)
  }

  /** The same shop by an address that the browser holds for another machine's: plain http, and so not secure. */
  get insecureUrl(): string {
    return this.#shop.url.replace('127.0.0.1', '0.0.0.0')
  }

  /** A new payer, watched from the first byte. */
  async visit(query: string, options: BrowserContextOptions = DESKTOP, way: Way = {}): Promise<Page> {
    const { origin = this.#shop.url, before } = way
    const context = await indianContext(this.#browser, options)
    const page = await context.newPage()
    page.setDefaultTimeout(10_000)
    this.#visits.push({ context, misdeeds: await watchPage(page, [origin]) })
    await before?.(page)
    await page.goto(`${origin}/?${query}`)
    return page
  }

  /** Ends the visits of one test, and fails it if any page did what a payment page must not do. */
  async leave(): Promise<void> {
    const visits = this.#visits.splice(0)
    await Promise.all(visits.map(({ context }) => context.close()))
    this.counter.endStreams()
    this.counter.streaming = true
    this.counter.asked.length = 0
    this.counter.bodies.length = 0
    const { forgiven } = this
    this.forgiven = undefined
    for (const { misdeeds } of visits) {
      const errors = misdeeds.errors.filter((text) => !forgiven?.test(text))
      expect({ ...misdeeds, errors }).toEqual({ errors: [], foreign: [] })
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#browser.close(), this.#shop.close()])
  }
}

/** Holds back what is asked for under a path until it is let go. */
export async function hold(page: Page, path: string): Promise<() => void> {
  let letGo = () => {}
  const free = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(`**${path}`, async (route) => {
    await free
    await route.continue()
  })
  return letGo
}

function page(asked: URLSearchParams): Response {
  const payerToken = tokenOf(asked.get('order') ?? 'tea-1')
  // Drawn by the server first, and woken up by the browser; or drawn by the browser alone.
  const served = asked.has('served')
  const markup = served ? renderToString(createElement(ServedStall, { payerToken })) : ''
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Stall</title>
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/page.css">
<div id="stall" data-token="${payerToken}">${markup}</div><script type="module" src="/${served ? 'hydrated-page' : 'client-page'}.js"></script></html>`
  const policy = asked.get('mode') === 'iframe' ? CSP : CSP + TRUSTED
  return new Response(html, { headers: { 'content-type': 'text/html', 'content-security-policy': policy } })
}

async function bundle(): Promise<Map<string, Response>> {
  const { outputFiles } = await build({
    entryPoints: ['client-page.tsx', 'hydrated-page.tsx'].map(
      (name) => new URL(`pages/${name}`, import.meta.url).pathname,
    ),
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    outdir: '/',
    write: false,
    conditions: ['galla-source'],
    // The half of React that calls everything twice: what must happen once has to survive it.
    define: { 'process.env.NODE_ENV': '"development"' },
  })
  const { outputFiles: styles } = await build({
    entryPoints: [new URL('pages/page.css', import.meta.url).pathname],
    bundle: true,
    outdir: '/',
    write: false,
    loader: { '.woff2': 'file' },
    alias: { 'hindi-font': HINDI_FONT },
  })
  const script = new Response(SCRIPT, { headers: { 'content-type': 'text/javascript' } })
  return new Map([
    ['/checkout.js', script],
    ...[...outputFiles, ...styles].map(({ path, contents }): [string, Response] => [
      path,
      new Response(new Uint8Array(contents), { headers: { 'content-type': typeOf(path) } }),
    ]),
  ])
}

const typeOf = (path: string) =>
  path.endsWith('.css') ? 'text/css' : path.endsWith('.woff2') ? 'font/woff2' : 'text/javascript'
