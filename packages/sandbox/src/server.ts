import { type Listening, listen, type NodeSides } from '@galla/http-server/listen'
import { isLoopback, staysHere } from '@galla/http-server/loopback'
import type { Hono } from 'hono'
import { createApp } from './app.ts'
import { createContext } from './context.ts'
import { sandboxFor } from './create-sandbox.ts'
import { defined } from './domain/defined.ts'
import { ConnectionReset } from './faults/connection-reset.ts'
import { checkAddresses } from './normalize-options.ts'
import type { ServeOptions } from './options.ts'
import { bodyTooLarge } from './responses/errors.ts'
import { MAX_BODY_BYTES, readAtMost } from './routes/body.ts'
import type { ServedSandbox } from './sandbox.ts'

/**
 * Starts a sandbox on a port. Without `host` and `allowedHosts`, only this machine can reach the sandbox, at 127.0.0.1.
 * @throws TypeError with the name of the invalid option
 * @throws Error when the port is taken and `fallbackToFreePort` is false
 * @example
 * const sandbox = await serveSandbox({ port: 4500 })
 * const galla = new Galla({ clientId: 'shop', clientSecret: 'any', clientVersion: 1, hosts: sandbox.url })
 * // …
 * await sandbox.close()
 */
export async function serveSandbox(options: ServeOptions = {}): Promise<ServedSandbox> {
  const { port = 0, fallbackToFreePort = false, cardPort, host = '127.0.0.1', allowedHosts = [], ...rest } = options
  if ('cardOrigin' in rest) throw new TypeError('cardOrigin is set by serveSandbox itself')
  checkAddresses(host, allowedHosts)
  // Created before the ports are opened, so that an invalid option leaves none open.
  const context = createContext(rest)
  const app = createApp(context)
  const allowed = new Set(allowedHosts.map((name) => name.toLowerCase()))
  if (options.origin !== undefined) allowed.add(new URL(options.origin).hostname)
  const handle = (request: Request, sides: NodeSides): Promise<Response> => handleRequest(request, sides, app, allowed)
  const listenAt = (wanted: number) => listen(handle, { port: wanted, hostname: host, fallbackToFreePort })
  const cards = cardPort === undefined ? undefined : await listenAt(cardPort)
  let main: Listening
  try {
    main = await listenAt(port)
  } catch (error) {
    await cards?.close()
    throw error
  }
  // On every address, the first allowed name is that of callers, and browsers are on the machine to which the port is published.
  const [caller = 'localhost'] = allowedHosts
  const urlFor = (name: string, { url, port }: Listening) => (staysHere(host) ? url : `http://${name}:${port}`)
  const url = urlFor(caller, main)
  const cardUrl = cards && urlFor(caller, cards)
  if (options.origin === undefined) context.origin = urlFor('localhost', main)
  context.cardOrigin = cardUrl
  const sandbox = sandboxFor(context, app)
  return {
    ...sandbox,
    url,
    port: main.port,
    ...defined({ cardUrl }),
    async close() {
      // A held call would keep its connection open.
      context.heldCalls.close()
      await Promise.all([main.close(), cards?.close()])
      await sandbox.close()
    },
  }
}

/** Serves the app on a socket: refuses foreign callers, and destroys the connection for a reset. */
async function handleRequest(
  request: Request,
  { incoming, outgoing }: NodeSides,
  app: Hono,
  allowed: ReadonlySet<string>,
): Promise<Response> {
  const { host, origin } = incoming.headers
  const refused = foreignRequestReason({ host, origin, path: incoming.url ?? '' }, allowed)
  if (refused !== undefined)
    return Response.json({ success: false, code: 'FORBIDDEN', message: refused, data: {} }, { status: 403 })
  try {
    const limited = await limitBody(request, incoming)
    return limited ? await app.fetch(limited) : tooLarge()
  } catch (error) {
    if (!(error instanceof ConnectionReset)) throw error
    outgoing.destroy()
    incoming.socket.resetAndDestroy()
    // Tells the Hono adapter that the response is already handled.
    return new Response(null, { headers: { 'x-hono-already-sent': 'true' } })
  }
}

/** The request with a body of at most `MAX_BODY_BYTES`; undefined when it is larger. The rest of such a body is not read. */
async function limitBody(request: Request, { headers }: NodeSides['incoming']): Promise<Request | undefined> {
  if (Number(headers['content-length'] ?? 0) > MAX_BODY_BYTES) return undefined
  // Node reads no more than the declared length; a chunked body has none.
  if (headers['transfer-encoding'] === undefined || request.body === null) return request
  const { text, whole } = await readAtMost(request.body, MAX_BODY_BYTES)
  const { url, method } = request
  return whole ? new Request(url, { method, headers: request.headers, body: text }) : undefined
}

function tooLarge(): Response {
  const { status, body } = bodyTooLarge().reply
  return Response.json(body, { status, headers: { connection: 'close' } })
}

/**
 * Why a request is refused; `undefined` for an accepted one. `allowed` has host names in lower case, without a port. A page of another site can reach loopback through its visitor's
 * browser, directly or by a host name that resolves to 127.0.0.1, so both `Host` and `Origin` are checked. The opaque origin
 * `null` can belong to any site. The control API, which knows the callback credentials, is for the sandbox's own pages only.
 */
export function foreignRequestReason(
  headers: {
    readonly host?: string | undefined
    readonly origin?: string | undefined
    readonly path?: string
  },
  allowed: ReadonlySet<string> = NO_HOSTS,
): string | undefined {
  const isKnown = (host: string) => isLoopback(host) || allowed.has(nameOf(host))
  if (!isKnown(headers.host ?? '')) return wrongHost(nameOf(headers.host ?? ''))
  const { origin } = headers
  if (origin === undefined) return undefined
  const host = /^https?:\/\/([^/]+)$/i.exec(origin)?.[1] ?? ''
  if (!isKnown(host)) return 'This sandbox accepts no calls from pages of other sites.'
  const own = host.toLowerCase() === headers.host?.toLowerCase()
  return own || !/^(?:https?:\/\/[^/]*)?\/+_sandbox/i.test(decodedOnce(headers.path ?? ''))
    ? undefined
    : 'The control API accepts calls from the pages of this sandbox only.'
}

const NO_HOSTS: ReadonlySet<string> = new Set()

/** Without the port. */
const nameOf = (host: string): string => host.toLowerCase().replace(/:\d{1,5}$/, '')

function wrongHost(name: string): string {
  const allow = /^[a-z\d._-]{1,253}$/.test(name) ? name : 'NAME'
  return `This sandbox accepts loopback host names and allowed names only. To allow this name: galla sandbox --allow-host ${allow}, or serveSandbox({ allowedHosts: ['${allow}'] }).`
}

/** The router decodes paths before it compares them: `/%5fsandbox` is the control API. */
const decodedOnce = (path: string): string =>
  path.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
