import { type Listening, listen, type NodeSides } from '@galla/serve/listen'
import { createApp } from './app.ts'
import { assemble } from './assemble.ts'
import { foreign } from './guards/loopback.ts'
import { LineCut } from './line-cut.ts'
import { type Sandbox, sandboxOf } from './sandbox.ts'
import type { SandboxOptions } from './settings.ts'

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
  let answer = (_request: Request): Response | Promise<Response> => new Response('starting', { status: 503 })
  const shell = (request: Request, sides: NodeSides): Promise<Response> => guarded(request, sides, answer)

  const cards = cardPort === undefined ? undefined : await listen(shell, { port: cardPort, fallbackToFreePort })
  let main: Listening
  try {
    main = await listen(shell, { port, fallbackToFreePort })
  } catch (error) {
    await cards?.close()
    throw error
  }
  const provider = assemble({ ...rest, origin: main.url, ...(cards ? { cardOrigin: cards.url } : {}) })
  const app = createApp(provider)
  answer = (request) => app.fetch(request)
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
async function guarded(
  request: Request,
  { incoming, outgoing }: NodeSides,
  answer: (request: Request) => Response | Promise<Response>,
): Promise<Response> {
  const refused = foreign({ host: incoming.headers.host, origin: incoming.headers.origin })
  if (refused !== undefined) return Response.json({ code: 'FORBIDDEN', message: refused }, { status: 403 })
  try {
    return await answer(request)
  } catch (error) {
    if (!(error instanceof LineCut)) throw error
    outgoing.destroy()
    incoming.socket.resetAndDestroy()
    // Tells the adapter that nothing is left to send.
    return new Response(null, { headers: { 'x-hono-already-sent': 'true' } })
  }
}
