import { fetchTransport } from './fetch.ts'
import type { FetchLike } from './fetch-like.ts'
import { nodeTransport } from './node-http.ts'
import type { Transport } from './port.ts'

/** The caller's own way out, else the runtime's: a transport object, a fetch-shaped function, node:http where it is, global fetch. */
export function pickTransport(choice: FetchLike | Transport | undefined): Transport {
  if (typeof choice === 'function') return fetchTransport(choice)
  if (choice) return choice
  const native = nodeTransport()
  if (native) return native
  const { fetch } = globalThis as { fetch?: FetchLike }
  if (!fetch) throw new TypeError('This runtime has neither node:http nor fetch: give the client a `fetch`')
  return fetchTransport((url, init) => fetch(url, init))
}
