import type { Transport } from '@galla/sdk'
import type { Dispatcher } from 'undici'
import { CliError, type Io } from '../io.ts'

/** The ways to the provider through a tunnel of the proxy, over undici, which only this needs: an optional peer. */
export interface ProxiedRoute {
  /** For the client: it sends nothing after the time limit of a call, which `fetch` cannot promise. */
  readonly transport: Transport
  readonly fetch: Io['fetch']
}

/** In a `try`: bundlers then accept that an optional peer is not installed. */
async function loadUndici() {
  try {
    return await Promise.all([import('undici'), import('@galla/sdk/undici')])
  } catch {
    throw new CliError('GALLA_OUTGOING_PROXY needs the package undici: npm install undici@7')
  }
}

/** @throws CliError with the line that installs undici */
export async function routeThrough(proxy: string): Promise<ProxiedRoute> {
  const [{ fetch, Pool, ProxyAgent }, { undiciTransport }] = await loadUndici()
  // undici connects again without an end while a proxy closes its connections, unless the error is none of its own.
  const clientFactory = (origin: URL, options: object) => {
    const pool = new Pool(origin, options)
    const connect: (tunnel: Dispatcher.ConnectOptions) => Promise<Dispatcher.ConnectData> = pool.connect.bind(pool)
    return Object.assign(pool, {
      connect: (tunnel: Dispatcher.ConnectOptions) =>
        connect(tunnel).catch((cause: Error) => {
          const message = `The proxy opened no tunnel: ${cause.message}`
          throw Object.assign(new Error(message, { cause }), { code: 'ECONNREFUSED' })
        }),
    })
  }
  const dispatcher = new ProxyAgent({ uri: proxy, clientFactory })
  const through = (input: string, init?: object) => fetch(input, { ...init, dispatcher })
  // The same standard function, declared once by Node and once by undici.
  return { transport: undiciTransport({ dispatcher }), fetch: through as unknown as Io['fetch'] }
}
