import type { PageRoutes } from '@galla/contract/sandbox-api/page-routes'
import { type CspPolicy, contentSecurityPolicy, pageHeaders } from '@galla/http-server/csp'
import { staticFiles } from '@galla/http-server/static-files'
import type { Context, Hono } from 'hono'
import type { SandboxContext } from '../../context.ts'
import { lookUpVpa } from '../../domain/upi.ts'
import type { Settings } from '../../normalize-options.ts'
import { checkoutPageFiles } from '../../package-info.ts'
import { type PageAppearance, withAppearance } from '../../services/page-appearance.ts'
import { type Handlers, mountRoutes } from '../router.ts'
import { bodyFields, checkText } from '../validation.ts'
import { answerBank, cancelAttempt, createAttempt, enterOtp, resendOtp } from './attempts.ts'
import { answerMandate } from './mandate.ts'
import { findPageOrder, pageView } from './view.ts'

const PAGE_HANDLERS: Handlers<PageRoutes> = {
  'GET /view': (request) => pageView(findPageOrder(request), request.context),
  'POST /attempts': createAttempt,
  'POST /attempts/:transactionId/otp': enterOtp,
  'POST /attempts/:transactionId/resend-otp': resendOtp,
  'POST /attempts/:transactionId/bank': answerBank,
  'POST /attempts/:transactionId/cancel': cancelAttempt,
  'POST /mandate': answerMandate,
  'POST /validate-vpa': (request) => {
    findPageOrder(request)
    return lookUpVpa(checkText(bodyFields(request.body).vpa, 'vpa'))
  },
}

/** Mounts the page API, the hosted page with its files, the browser script, and the sandbox's own pages. */
export function mountCheckoutRoutes(app: Hono, context: SandboxContext): void {
  mountRoutes(app, '/page-api', 'page', PAGE_HANDLERS, context)
  mountAppearance(app, context.settings.appearance)
  mountShortLinks(app, context)
  mountPage(app, context.settings)
}

/** The short URLs of payment links lead to the hosted page. */
function mountShortLinks(app: Hono, { store }: SandboxContext): void {
  app.get('/l/:code', (c) => {
    const order = store.orderByLinkCode(c.req.param('code'))
    return order ? c.redirect(`/transact/pg?token=${order.pageToken}`) : c.notFound()
  })
}

/** Path of the provider's browser script. */
const SCRIPT_PATH = '/web/bundle/checkout.js'

/** The look in a frame of the page that changes it. */
const PREVIEW_PATH = '/appearance/preview'

/** The start page, the payer's list of mandates, and the page that changes the look: pages of the sandbox, which no shop may frame. */
const OWN_PAGES: ReadonlySet<string> = new Set(['/', '/mandates', '/appearance', PREVIEW_PATH])

const isOwnPage = (request: Request): boolean => OWN_PAGES.has(new URL(request.url).pathname)

const OWN_POLICY: CspPolicy = {
  scripts: ["'self'"],
  styles: ["'self'"],
  images: ["'self'", 'data:'],
  fonts: ["'self'"],
  connections: ["'self'"],
}

/** The merchant's style sheet and logo, from the page's own origin. Opened by themselves, they can do nothing. */
function mountAppearance(app: Hono, { css, logo }: PageAppearance): void {
  for (const file of [css, logo]) {
    if (!file) continue
    const headers = {
      'content-type': file.type,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': contentSecurityPolicy({}),
    }
    app.get(file.path.replace(/\?.*/, ''), () => new Response(file.body, { headers }))
  }
}

function mountPage(app: Hono, { frameAncestors, appearance }: Settings): void {
  const hostedPageHeaders = pageHeaders({ ...OWN_POLICY, frameAncestors })
  const startPageHeaders = pageHeaders({ ...OWN_POLICY, frames: ["'self'"] })
  const previewHeaders = pageHeaders({ ...OWN_POLICY, frameAncestors: ["'self'"] })
  const headersAt = (path: string) => {
    if (path === PREVIEW_PATH) return previewHeaders
    return OWN_PAGES.has(path) ? startPageHeaders : hostedPageHeaders
  }
  const { path: root, whenMissing } = checkoutPageFiles()
  const page = staticFiles({
    root,
    mount: '/transact/assets/',
    index: {
      at: (path) => path === '/transact/pg' || OWN_PAGES.has(path),
      headers: ({ url }) => headersAt(new URL(url).pathname),
      edit: (html, request) => (isOwnPage(request) ? html : withAppearance(html, appearance)),
      whenMissing,
    },
  })
  const servePage = async (c: Context): Promise<Response> => (await page(c.req.raw)) ?? c.notFound()
  for (const path of OWN_PAGES) app.get(path, servePage)
  app.get('/transact/*', servePage)
  app.get(SCRIPT_PATH, async (c) => {
    const url = new URL('/transact/assets/checkout.js', c.req.url)
    const file = await page(new Request(url, { headers: c.req.raw.headers }))
    if (file) return file
    return new Response(`throw new Error(${JSON.stringify(whenMissing)})\n`, {
      headers: {
        'content-type': 'text/javascript; charset=utf-8',
        'content-security-policy': contentSecurityPolicy({}),
      },
    })
  })
}
