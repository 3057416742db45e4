import type { Dispatcher } from 'undici'
import { CliError, type Io } from '../io.ts'

/**
 * `fetch` through a tunnel of the proxy, over undici, which only this needs: an optional peer.
 * @throws CliError with the line that installs it
 */
export async function fetchThrough(proxy: string): Promise<Io['fetch']> {
  const { fetch, Pool, ProxyAgent } = await import('undici').catch(() => {
    throw new CliError('GALLA_OUTGOING_PROXY needs the package undici: npm install undici@7')
  })
  // undici connects again without an end while a proxy closes its connections, unless the error is none of its own.
  class Tunnels extends Pool {
    override connect(options: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData>
    override connect(): never
    override async connect(options?: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> {
      if (!options) throw new Error('The options of the tunnel are missing')
      return super.connect(options).catch((cause: Error) => {
        throw Object.assign(new Error(`The proxy opened no tunnel: ${cause.message}`, { cause }), {
          code: 'ECONNREFUSED',
        })
      })
    }
  }
  const dispatcher = new ProxyAgent({ uri: proxy, clientFactory: (origin, options) => new Tunnels(origin, options) })
  const through = (input: string, init?: object) => fetch(input, { ...init, dispatcher })
  // The same standard function, declared once by Node and once by undici.
  return through as unknown as Io['fetch']
}
