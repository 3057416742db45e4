import { type CspPolicy, type CspSource, pageHeaders } from '@galla/http-server/csp'
import { staticFiles } from '@galla/http-server/static-files'
import { Hono } from 'hono'
import { shopApi } from './api.ts'
import type { ShopSettings, ShopUrls } from './settings.ts'
import type { ShopGateway } from './subscriptions.ts'

/** Path of the gateway, for the provider's callbacks and the payer's browser. */
export const PAYMENTS_PATH = '/payments'

/** The shop's origin: the gateway, the API and the pages. */
export function shopApp(gateway: ShopGateway, settings: ShopSettings, urls: ShopUrls): Hono {
  const { url } = urls
  const { host } = new URL(url)
  const pages = shopPages(settings)
  /** The page says in the payer's language that it does not exist. */
  const unknownPage = async ({ method, headers }: Request) => {
    const home = await pages(new Request(url, { method, headers }))
    return new Response(home?.body ?? null, { status: home?.ok ? 404 : 503, headers: home?.headers ?? {} })
  }
  const app = new Hono()
  // One host name only: the browser keeps cart and orders by it, and a foreign name that resolves here (DNS rebinding)
  // gets no access.
  app.use(async (c, next) => {
    const requested = new URL(c.req.url)
    if (requested.host === host) return next()
    if (c.req.method === 'GET') return c.redirect(url + requested.pathname + returnToken(requested))
    return c.text(`This shop is at ${url}`, 421)
  })
  app.all(`${PAYMENTS_PATH}/*`, (c) => gateway.fetch(c.req.raw))
  app.route('/', shopApi(gateway, settings, urls))
  app.get('*', async (c) => (await pages(c.req.raw)) ?? (isFile(c.req.path) ? c.notFound() : unknownPage(c.req.raw)))
  // Some banks return the payer by POST. The form proves nothing, so it is not read.
  app.post('*', (c) =>
    isPage(c.req.path) ? c.redirect(c.req.path + returnToken(new URL(c.req.url)), 303) : c.notFound(),
  )
  return app
}

/** The part of a return address that the shop wrote itself. Parameters that a bank adds are dropped. */
const returnToken = ({ searchParams }: URL): string => {
  const token = searchParams.get('order')
  return token === null ? '' : `?order=${encodeURIComponent(token)}`
}

const isFile = (path: string) => /\.[a-z0-9]+$/i.test(path)

/** The built pages. The path is the same from the sources and from the bundle: both are two folders below the app. */
const PAGES_FOLDER = new URL('../../dist/public/', import.meta.url)

const PAGES = new Set(['/', '/cart', '/pay', '/thanks', '/orders', '/subscribe', '/subscribed', '/subscription'])

const isPage = (path: string): boolean => PAGES.has(path)

/**
 * Serves the pages and their files. The policy allows the shop's scripts, the provider's script, the provider's frame,
 * and requests to this server.
 */
export function shopPages({
  checkoutScript,
  paymentPages = [checkoutScript],
}: Pick<ShopSettings, 'checkoutScript' | 'paymentPages'>): (request: Request) => Promise<Response | undefined> {
  const policy: CspPolicy = {
    scripts: ["'self'", checkoutScript as CspSource],
    styles: ["'self'"],
    // The provider can send the image of a QR code as a data URI.
    images: ["'self'", 'data:'],
    fonts: ["'self'"],
    connections: ["'self'"],
    frames: paymentPages.map((page) => new URL(page).origin as CspSource),
    // The policy of page-settings.ts, which allows one script URL.
    trustedTypes: ['default'],
  }
  return staticFiles({
    root: PAGES_FOLDER,
    mount: '/',
    index: {
      at: isPage,
      headers: () => pageHeaders(policy),
      whenMissing: 'The shop is not built yet. Build it with: npm run build',
    },
  })
}
