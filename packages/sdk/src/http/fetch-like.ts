/** The part of `fetch` that this package uses. Fits the global `fetch` and undici's. */
export type FetchLike = (url: string, init: FetchInit) => Promise<FetchResponse>

/** Options of one `fetch` call. */
export interface FetchInit {
  /** `GET` or `POST`. */
  method: string
  /** Header names and values. */
  headers: { [name: string]: string }
  /** JSON or form text. */
  body?: string
  /** Redirects are not followed. */
  redirect: 'manual'
  /** An `AbortSignal`. */
  // biome-ignore lint/suspicious/noExplicitAny: ES2022's own types do not name AbortSignal, and every fetch's type must accept it.
  signal: any
}

/** The part of a `Response` that this package uses. */
export interface FetchResponse {
  /** HTTP status. */
  readonly status: number
  /** Reason phrase. */
  readonly statusText?: string
  /** The response headers. */
  readonly headers: {
    /** A header by case-insensitive name. */
    get(name: string): string | null
  }
  /** The body, read in chunks if possible, to limit the size. */
  readonly body?: FetchBody | null
  /** The whole body. */
  text(): Promise<string>
}

interface FetchBody {
  /** Reads chunk by chunk. */
  getReader?(): FetchReader
  /** Discards the body. */
  cancel?(): Promise<unknown>
}

interface FetchReader {
  /** The next chunk. */
  read(): Promise<{
    /** True after the last chunk. */
    done: boolean
    /** Bytes of the chunk. */
    value?: Uint8Array | undefined
  }>
  /** Discards the rest of the body. */
  cancel(): Promise<unknown>
}
