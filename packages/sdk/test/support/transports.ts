import type { FetchLike, Transport } from '@galla/sdk'
import { undiciTransport } from '@galla/sdk/undici'

export interface NamedTransport {
  readonly name: 'node:http' | 'fetch' | 'undici'
  /** Value of the option `fetch`. */
  make(): FetchLike | Transport | undefined
}

/** The three transports; they behave alike. */
export const TRANSPORTS: readonly NamedTransport[] = [
  { name: 'node:http', make: () => undefined },
  { name: 'fetch', make: () => (url, init) => fetch(url, init) },
  { name: 'undici', make: () => undiciTransport() },
]
