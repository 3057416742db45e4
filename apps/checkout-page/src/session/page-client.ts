import type { PageRoutes } from '@galla/contract/sandbox-api/page-routes'
import { responseCheck } from './page-response.ts'
import type { Refusal } from './session-state.ts'

type ResponseBody<R> = R extends { response: infer T } ? T : never
type RequestBody<R> = R extends { body: infer T } ? [body: T] : []

/** Reply to a request: its body, a refusal with its code, or no usable answer (the outcome is unknown). */
export type PageResponse<T> =
  | { kind: 'answer'; body: T }
  | ({ kind: 'refused'; status: number } & Refusal)
  | { kind: 'no-answer' }

type PathOf<Key extends string> = Key extends `${string} ${infer Path}` ? Path : never
type Params<Key extends string> = PathOf<Key> extends `${string}:${string}` ? [transactionId: string] : []

export interface PageClient {
  call<Key extends keyof PageRoutes & string>(
    route: Key,
    ...rest: [...Params<Key>, ...RequestBody<PageRoutes[Key]>]
  ): Promise<PageResponse<ResponseBody<PageRoutes[Key]>>>
}

const TIMEOUT_MS = 15_000

/** HTTP client of the page API, for one order. Sends the token in a header, never in a URL. */
export function pageClient(token: string, fetchLike: typeof fetch = fetch): PageClient {
  return {
    async call(route, ...rest) {
      const [method = 'GET', template = ''] = route.split(' ')
      const values: unknown[] = [...rest]
      const path = template.replace(/:\w+/, () => encodeURIComponent(String(values.shift())))
      const [body] = values
      const headers = { 'x-page-token': token }
      const json = body !== undefined && {
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }
      try {
        const response = await fetchLike(`/page-api${path}`, {
          method,
          headers,
          ...json,
          cache: 'no-store',
          signal: AbortSignal.timeout(TIMEOUT_MS),
        })
        const reply = await response.json()
        if (response.ok && responseCheck(route)(reply)) return { kind: 'answer', body: reply }
        if (response.ok || response.status >= 500) return { kind: 'no-answer' }
        return { kind: 'refused', status: response.status, ...refusalOf(reply) }
      } catch {
        // Offline, timed out or not JSON: the outcome is unknown, and the next view shows it.
        return { kind: 'no-answer' }
      }
    },
  }
}

function refusalOf(body: unknown): Refusal {
  const fields = typeof body === 'object' && body !== null ? body : {}
  return {
    code: 'code' in fields ? String(fields.code) : 'REFUSED',
    message: 'message' in fields ? String(fields.message) : '',
  }
}
