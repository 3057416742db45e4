import { type CspPolicy, contentSecurityPolicy, pageHeaders } from '@galla/serve/csp'
import { staticFiles } from '@galla/serve/static-files'
import type { Context, Hono } from 'hono'
import { CHECKOUT_PAGE_FOLDER } from '../assets-folder.ts'

/** Where the provider's own script keeps its file; ours answers to the same calls. */
const SCRIPT_PATH = '/web/bundle/checkout.js'

const PAGE_POLICY: CspPolicy = {
  scripts: ["'self'"],
  styles: ["'self'"],
  images: ["'self'", 'data:'],
  fonts: ["'self'"],
  connections: ["'self'"],
  // In iframe mode the shop shows the page, and shops in development live on loopback.
  frameAncestors: ["'self'", 'http://localhost:*', 'http://127.0.0.1:*'],
}

/** Mounts the hosted page, its files and the browser script. */
export function mountPage(app: Hono): void {
  const page = staticFiles({
    root: CHECKOUT_PAGE_FOLDER,
    mount: '/transact/assets/',
    index: {
      at: (path) => path === '/transact/pg',
      headers: () => pageHeaders(PAGE_POLICY),
      whenMissing: 'The checkout page is not built yet. Build it with: npm run build -w apps/checkout-page',
    },
  })
  const answer = async (c: Context): Promise<Response> => (await page(c.req.raw)) ?? c.notFound()
  app.get('/transact/*', answer)
  app.get(SCRIPT_PATH, async (c) => {
    const url = new URL('/transact/assets/checkout.js', c.req.url)
    const file = await page(new Request(url, { headers: c.req.raw.headers }))
    if (file) return file
    const message = 'The browser script is not built yet. Build it with: npm run build -w apps/checkout-page'
    return new Response(`throw new Error(${JSON.stringify(message)})\n`, {
      headers: {
        'content-type': 'text/javascript; charset=utf-8',
        'content-security-policy': contentSecurityPolicy({}),
      },
    })
  })
}
