import type { Context } from 'hono'
import { HttpError } from '../../http/responses.ts'
import type { Desk } from './desk.ts'

/** A drill waits for every answer of the shop. Milliseconds. */
const TIMEOUT_MS = 60_000

/** Bytes through to the sandbox's control API: the console's pages may speak to their own origin only. Nothing of the session goes along. */
export async function passToSandbox({ sandboxUrl }: Desk, c: Context): Promise<Response> {
  if (sandboxUrl === undefined) {
    throw new HttpError(404, 'NO_SANDBOX', 'The provider is no sandbox on this machine.')
  }
  const asked = new URL(c.req.url)
  const [, rest = ''] = /\/api\/sandbox(\/.*)$/.exec(asked.pathname) ?? []
  const base = new URL(sandboxUrl)
  const target = new URL(`${base.pathname}${rest}${asked.search}`, base)
  // Dots and their spellings are resolved by now: what left the control API is no business of the console.
  if (!target.pathname.startsWith(`${base.pathname}/`) || target.origin !== base.origin) {
    throw new HttpError(404, 'NOT_FOUND', 'The sandbox’s control API has no such path.')
  }
  const { method } = c.req
  const body = method === 'GET' || method === 'HEAD' ? {} : { body: await c.req.text() }
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const sent = { method, ...body, headers: { 'content-type': 'application/json' }, redirect: 'error', signal } as const
  const reply = await fetch(target, sent).catch(() => {
    throw new HttpError(502, 'SANDBOX_AWAY', 'The sandbox does not answer. Is it still running?')
  })
  const type = reply.headers.get('content-type') ?? 'application/json'
  return new Response(reply.body, {
    status: reply.status,
    headers: { 'content-type': type, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
  })
}
