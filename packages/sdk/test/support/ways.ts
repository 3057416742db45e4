import type { FetchLike, Transport } from '@galla/sdk'
import { undiciTransport } from '@galla/sdk/undici'

export interface Way {
  readonly name: 'node:http' | 'fetch' | 'undici'
  /** What goes into the config's `fetch`. */
  make(): FetchLike | Transport | undefined
}

/** The three ways to the network. Each behaves as the others do. */
export const WAYS: readonly Way[] = [
  { name: 'node:http', make: () => undefined },
  { name: 'fetch', make: () => (url, init) => fetch(url, init) },
  { name: 'undici', make: () => undiciTransport() },
]
