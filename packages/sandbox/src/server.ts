import { type Listening, listen, type NodeSides } from '@galla/http-server/listen'
import type { Hono } from 'hono'
import { createApp } from './app.ts'
import { assemble } from './context.ts'
import { sandboxOf } from './create-sandbox.ts'
import { LineCut } from './faults/inject-faults.ts'
import type { SandboxOptions } from './options.ts'
import type { Sandbox } from './sandbox.ts'

export interface ServeOptions extends Omit<SandboxOptions, 'origin' | 'cardOrigin'> {
  /** Default 0: any free port. */
  port?: number
  /** When the port is taken, take a free one; default false. */
  fallbackToFreePort?: boolean
  /** With it, card and token payments are taken on a port of their own only, as the live provider has it; 0 for any free one. */
  cardPort?: number
}

export interface ServedSandbox extends Sandbox {
  /** `http://127.0.0.1:4000`: the provider's address, for all of its hosts. */
  readonly url: string
  readonly port: number
  /** Where card and token payments go, when they have a port of their own. */
  readonly cardUrl?: string
}

/** The provider on a port of this machine, reachable from this machine only. */
export async function serveSandbox(options: ServeOptions = {}): Promise<ServedSandbox> {
  const { port = 0, fallbackToFreePort = false, cardPort, ...rest } = options
  // Assembled first: a setting that cannot be is refused before anything listens.
  const provider = assemble(rest)
  const app = createApp(provider)
  const shell = (request: Request, sides: NodeSides): Promise<Response> => guarded(request, sides, app)
  const cards = cardPort === undefined ? undefined : await listen(shell, { port: cardPort, fallbackToFreePort })
  let main: Listening
  try {
    main = await listen(shell, { port, fallbackToFreePort })
  } catch (error) {
    await cards?.close()
    throw error
  }
  provider.origin = main.url
  provider.cardOrigin = cards?.url
  const sandbox = sandboxOf(provider, app)
  return {
    ...sandbox,
    url: main.url,
    port: main.port,
    ...(cards ? { cardUrl: cards.url } : {}),
    async close() {
      await Promise.all([main.close(), cards?.close()])
      await sandbox.close()
    },
  }
}

/** What only a socket has: a caller from elsewhere to refuse, and a line to cut. */
async function guarded(request: Request, { incoming, outgoing }: NodeSides, app: Hono): Promise<Response> {
  const refused = foreign({ host: incoming.headers.host, origin: incoming.headers.origin })
  if (refused !== undefined) return Response.json({ code: 'FORBIDDEN', message: refused }, { status: 403 })
  try {
    return await app.fetch(request)
  } catch (error) {
    if (!(error instanceof LineCut)) throw error
    outgoing.destroy()
    incoming.socket.resetAndDestroy()
    // Tells the adapter that nothing is left to send.
    return new Response(null, { headers: { 'x-hono-already-sent': 'true' } })
  }
}

const LOOPBACK = /^(localhost|[a-z0-9-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i

/**
 * Why a request is refused, or nothing. A page of another site can reach loopback through its visitor's browser (directly, or
 * by a name of its own that resolves to 127.0.0.1), so who asks and for whom is looked at too. An opaque origin (`null`) may
 * be anybody's.
 */
export function foreign(headers: {
  readonly host?: string | undefined
  readonly origin?: string | undefined
}): string | undefined {
  if (!LOOPBACK.test(headers.host ?? '')) return 'This sandbox answers to loopback names only: localhost or 127.0.0.1.'
  const { origin } = headers
  if (origin === undefined) return undefined
  const host = /^https?:\/\/([^/]+)$/i.exec(origin)?.[1] ?? ''
  return LOOPBACK.test(host) ? undefined : 'This sandbox takes no calls from pages of other sites.'
}
