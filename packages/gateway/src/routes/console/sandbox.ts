import type { PlaygroundPay } from '@galla/contract/gateway-api/playground'
import type { Context } from 'hono'
import { z } from 'zod'
import { HttpError } from '../../http/responses.ts'
import { BROWSER_OS, META_INFO, PAYMENT_MODE } from '../../http/schemas.ts'
import { auditPlayground } from '../../services/access/audit.ts'
import { payPlaygroundOrder } from '../../services/orders/pay-order.ts'
import { startOrder } from '../../services/orders/start-order.ts'
import type { ConsoleContext, HandlersOf } from './context.ts'
import { AMOUNT } from './refunds.ts'

/** Starts a trial payment. Only with a local sandbox: a real provider would move money. */
export const playgroundRoutes = {
  'POST /playground/pay': {
    body: z.strictObject({
      checkout: z.enum(['STANDARD', 'CUSTOM']),
      amount: AMOUNT,
      reference: z.string().min(1).max(200),
      paymentMode: z.exactOptional(PAYMENT_MODE),
      deviceOS: z.exactOptional(BROWSER_OS),
      redirectUrl: z.exactOptional(z.url({ protocol: /^https?$/ })),
      expireAfter: z.exactOptional(z.number().int().positive()),
      message: z.exactOptional(z.string().min(1).max(255)),
      metaInfo: z.exactOptional(META_INFO),
    }) satisfies z.ZodType<PlaygroundPay>,
    async handle({ context, body: { paymentMode, deviceOS, redirectUrl = 'http://127.0.0.1/', ...order } }) {
      const { gateway } = context
      if (context.sandboxUrl === undefined) {
        throw new HttpError(404, 'NO_SANDBOX', 'The playground needs a sandbox on this machine.')
      }
      const started = await startOrder(gateway, { ...order, redirectUrl })
      await auditPlayground(gateway, started.order)
      if (order.checkout === 'STANDARD' || paymentMode === undefined) return started
      const choice = deviceOS === undefined ? paymentMode : { ...paymentMode, deviceOS }
      const paid = await payPlaygroundOrder(gateway, started.order.merchantOrderId, choice)
      const { redirectUrl: page, intentUrl } = paid.payment ?? {}
      return {
        order: paid.order,
        payerToken: started.payerToken,
        ...(page === undefined ? {} : { redirectUrl: page }),
        ...(intentUrl === undefined ? {} : { intentUrl }),
      }
    },
  },
} satisfies HandlersOf<'POST /playground/pay'>

/** A drill waits for every response of the merchant. Milliseconds. */
const TIMEOUT_MS = 60_000

/** Proxies the sandbox's control API, because the pages may call their own origin only. Cookies and session headers are not forwarded. */
export async function passToSandbox({ sandboxUrl }: ConsoleContext, c: Context): Promise<Response> {
  if (sandboxUrl === undefined) {
    throw new HttpError(404, 'NO_SANDBOX', 'The configured provider is not a local sandbox.')
  }
  const requested = new URL(c.req.url)
  const [, rest = ''] = /\/api\/sandbox(\/.*?)\/?$/.exec(requested.pathname) ?? []
  const base = new URL(sandboxUrl)
  const target = new URL(`${base.pathname}${rest}${requested.search}`, base)
  // URL parsing has resolved dot segments: refuse a path that leaves the control API.
  if (!target.pathname.startsWith(`${base.pathname}/`) || target.origin !== base.origin) {
    throw new HttpError(404, 'NOT_FOUND', 'The sandbox’s control API has no such path.')
  }
  const { method } = c.req
  const body = method === 'GET' || method === 'HEAD' ? {} : { body: await c.req.text() }
  const response = await askSandbox(target, { method, ...body, headers: { 'content-type': 'application/json' } })
  const type = response.headers.get('content-type') ?? 'application/json'
  return new Response(response.body, {
    status: response.status,
    headers: { 'content-type': type, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
  })
}

/** @throws HttpError 502 when no answer arrives */
export const askSandbox = (target: URL, request: RequestInit = {}): Promise<Response> =>
  fetch(target, { ...request, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => {
    throw new HttpError(502, 'SANDBOX_AWAY', 'The sandbox does not respond. Check that it is running.')
  })
