import { tokenResponse } from '@galla/testkit/factories'
import type { FetchLike } from '../../src/index.ts'

/** A request passed to `fetch`. */
export interface Recorded {
  readonly method: string
  readonly url: string
  readonly origin: string
  readonly path: string
  readonly query: string
  /** Names in lower case. */
  readonly headers: { readonly [name: string]: string }
  readonly text: string | undefined
  /** The body as JSON. */
  json(): unknown
}

export type Answers = (request: Recorded) => Response | Promise<Response> | undefined

export interface RecordingFetch {
  readonly fetch: FetchLike
  readonly requests: readonly Recorded[]
  /** Without token requests. */
  readonly calls: readonly Recorded[]
  readonly tokens: readonly Recorded[]
  /** The only request besides token requests. */
  single(): Recorded
}

export const TOKEN_PATH = '/v1/oauth/token'
export const isToken = ({ path }: Recorded): boolean => path.endsWith(TOKEN_PATH)

export function response(body: unknown, status = 200, init: ResponseInit = {}): Response {
  const empty = status === 204 || status === 304
  const headers = { 'content-type': 'application/json', ...(init.headers as { [name: string]: string } | undefined) }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return new Response(empty ? null : text, { ...init, status, headers })
}

/** A `fetch` without a network: records requests, serves tokens and answers the rest with `{}` unless `answers` does. */
export function recordingFetch(answers: Answers = () => undefined): RecordingFetch {
  const requests: Recorded[] = []
  const calls = () => requests.filter((one) => !isToken(one))
  return {
    fetch: async (url, { method, headers, body }) => {
      const { origin, pathname, search } = new URL(url)
      const request: Recorded = {
        method,
        url,
        origin,
        path: pathname,
        query: search.slice(1),
        headers: Object.fromEntries(
          Object.entries(headers)
            .map(([name, value]): [string, string] => [name.toLowerCase(), value])
            // It is about the connection, not the request.
            .filter(([name]) => name !== 'connection'),
        ),
        text: body,
        json: () => JSON.parse(body ?? ''),
      }
      requests.push(request)
      return (await answers(request)) ?? response(isToken(request) ? tokenResponse() : {})
    },
    requests,
    get calls() {
      return calls()
    },
    get tokens() {
      return requests.filter(isToken)
    },
    single() {
      const [first, ...more] = calls()
      if (!first || more.length > 0) throw new Error(`expected one request, got ${calls().length}`)
      return first
    },
  }
}
