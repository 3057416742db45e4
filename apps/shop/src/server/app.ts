import type { Gateway } from '@galla/gateway'
import { type CspPolicy, type CspSource, pageHeaders } from '@galla/http-server/csp'
import { staticFiles } from '@galla/http-server/static-files'
import { Hono } from 'hono'
import { shopApi } from './api.ts'
import type { ShopSettings } from './settings.ts'

/** Where the provider and the payer's browser reach the gateway. */
export const PAYMENTS = '/payments'

/** Everything that stands on the shop's one origin. */
export function shopApp(gateway: Gateway, settings: ShopSettings, url: string): Hono {
  const { host } = new URL(url)
  const pages = shopPages(settings)
  const app = new Hono()
  // One name only: a browser keeps cart and order by it, and a name that somebody else lets point here opens nothing.
  app.use(async (c, next) => {
    const asked = new URL(c.req.url)
    if (asked.host === host) return next()
    if (c.req.method === 'GET') return c.redirect(url + asked.pathname)
    return c.text(`This shop answers at ${url}`, 421)
  })
  app.all(`${PAYMENTS}/*`, (c) => gateway.fetch(c.req.raw))
  app.route('/', shopApi(gateway, settings, url))
  app.get('*', async (c) => (await pages(c.req.raw)) ?? (isFile(c.req.path) ? c.notFound() : c.redirect('/')))
  // Some banks send the payer back by POST. What their form says proves nothing, and is not read.
  app.post('*', (c) => (isPage(c.req.path) ? c.redirect(c.req.path, 303) : c.notFound()))
  return app
}

const isFile = (path: string) => /\.[a-z0-9]+$/i.test(path)

/** Where the built page lies, seen from the sources and from the bundle alike: both are two steps below the app. */
const FOLDER = new URL('../../dist/public/', import.meta.url)

const PAGES = new Set(['/', '/cart', '/pay', '/thanks', '/orders'])

export const isPage = (path: string): boolean => PAGES.has(path)

/** The page and its files. It may run its own scripts and the provider's one, frame the provider's page, and ask this server. */
export function shopPages({
  checkoutScript,
  paymentPages = [checkoutScript],
}: Pick<ShopSettings, 'checkoutScript' | 'paymentPages'>): (request: Request) => Promise<Response | undefined> {
  const policy: CspPolicy = {
    scripts: ["'self'", checkoutScript as CspSource],
    styles: ["'self'"],
    // The provider's own picture of a QR code comes as data.
    images: ["'self'", 'data:'],
    fonts: ["'self'"],
    connections: ["'self'"],
    frames: paymentPages.map((page) => new URL(page).origin as CspSource),
    // One policy, which lets one address through: see checkout-script.ts.
    trustedTypes: ['default'],
  }
  return staticFiles({
    root: FOLDER,
    mount: '/',
    index: {
      at: isPage,
      headers: () => pageHeaders(policy),
      whenMissing: 'The shop is not built yet. Build it with: npm run build',
    },
  })
}
