import type { Gateway } from '@galla/gateway'
import { Hono } from 'hono'
import { shopApi } from './api.ts'
import { isPage, shopPages } from './pages.ts'
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
