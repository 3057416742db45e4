/** What we need of a `fetch`: the global one fits, so does undici's, so does a sandbox's. */
export type FetchLike = (url: string, init: FetchInit) => Promise<FetchReply>

export interface FetchInit {
  method: string
  headers: { [name: string]: string }
  body?: string
  redirect: 'manual'
  // biome-ignore lint/suspicious/noExplicitAny: an AbortSignal, which ES2022's own types do not name; every fetch's type must accept it.
  signal: any
}

export interface FetchReply {
  readonly status: number
  readonly statusText?: string
  readonly headers: { get(name: string): string | null }
  readonly body?: FetchBody | null
  text(): Promise<string>
}

interface FetchBody {
  getReader?(): FetchReader
  cancel?(): Promise<unknown>
}

interface FetchReader {
  read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>
  cancel(): Promise<unknown>
}
