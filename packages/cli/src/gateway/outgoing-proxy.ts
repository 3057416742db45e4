import { CliError, type Io } from '../io.ts'

/**
 * `fetch` through a tunnel of the proxy, over undici, which only this needs: an optional peer.
 * @throws CliError with the line that installs it
 */
export async function fetchThrough(proxy: string): Promise<Io['fetch']> {
  const { fetch, ProxyAgent } = await import('undici').catch(() => {
    throw new CliError('GALLA_OUTGOING_PROXY needs the package undici: npm install undici@7')
  })
  const dispatcher = new ProxyAgent(proxy)
  const through = (input: string, init?: object) => fetch(input, { ...init, dispatcher })
  // The same standard function, declared once by Node and once by undici.
  return through as unknown as Io['fetch']
}
