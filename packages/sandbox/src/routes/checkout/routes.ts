import type { PageRoutes } from '@galla/contract/sandbox-api/page-routes'
import { type CspPolicy, type CspSource, contentSecurityPolicy, pageHeaders } from '@galla/http-server/csp'
import { staticFiles } from '@galla/http-server/static-files'
import type { Context, Hono } from 'hono'
import { lookUpVpa } from '../../domain/upi.ts'
import { CHECKOUT_PAGE_FOLDER } from '../../package-info.ts'
import type { Handlers } from '../router.ts'
import { bodyFields, checkText } from '../validation.ts'
import { answerBank, cancelAttempt, enterOtp, resendOtp, startAttempt } from './attempts.ts'
import { orderOfPage, pageView } from './view.ts'

/** Where the provider's own script keeps its file; ours answers to the same calls. */
const SCRIPT_PATH = '/web/bundle/checkout.js'

const OWN_POLICY: CspPolicy = {
  scripts: ["'self'"],
  styles: ["'self'"],
  images: ["'self'", 'data:'],
  fonts: ["'self'"],
  connections: ["'self'"],
}

/** Mounts the hosted page, its files, the browser script, and at the root a page that says what answers here. */
export function mountPage(app: Hono, frameAncestors: readonly CspSource[]): void {
  const paying = pageHeaders({ ...OWN_POLICY, frameAncestors })
  const home = pageHeaders(OWN_POLICY)
  const page = staticFiles({
    root: CHECKOUT_PAGE_FOLDER,
    mount: '/transact/assets/',
    index: {
      at: (path) => path === '/transact/pg' || path === '/',
      headers: (request) => (new URL(request.url).pathname === '/' ? home : paying),
      whenMissing: 'The checkout page is not built yet. Build it with: npm run build -w apps/checkout-page',
    },
  })
  const answer = async (c: Context): Promise<Response> => (await page(c.req.raw)) ?? c.notFound()
  app.get('/', answer)
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

export const PAGE_HANDLERS: Handlers<PageRoutes> = {
  'GET /view': (asked) => pageView(orderOfPage(asked), asked.provider),
  'POST /attempts': startAttempt,
  'POST /attempts/:transactionId/otp': enterOtp,
  'POST /attempts/:transactionId/resend-otp': resendOtp,
  'POST /attempts/:transactionId/bank': answerBank,
  'POST /attempts/:transactionId/cancel': cancelAttempt,
  'POST /validate-vpa': (asked) => {
    orderOfPage(asked)
    return lookUpVpa(checkText(bodyFields(asked.body).vpa, 'vpa'))
  },
}
