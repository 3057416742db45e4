import type { PageRoutes } from '@galla/contract/sandbox-api/page-routes'
import type { Refusal } from './session-state.ts'

type Reply<R> = R extends { reply: infer T } ? T : never
type Body<R> = R extends { body: infer T } ? [body: T] : []

/** An answer, a refusal by the provider, or no answer at all. */
export type Answer<T> =
  | { kind: 'answer'; reply: T }
  | ({ kind: 'refused'; status: number } & Refusal)
  | { kind: 'lost' }

type PathOf<Key extends string> = Key extends `${string} ${infer Path}` ? Path : never
type Params<Key extends string> = PathOf<Key> extends `${string}:${string}` ? [transactionId: string] : []

export interface PageClient {
  call<Key extends keyof PageRoutes & string>(
    route: Key,
    ...rest: [...Params<Key>, ...Body<PageRoutes[Key]>]
  ): Promise<Answer<Reply<PageRoutes[Key]>>>
}

const PATIENCE_MS = 15_000

/** Talks to the provider for one order. The token goes in a header, never into an address. */
export function pageClient(token: string, fetchLike: typeof fetch = fetch): PageClient {
  return {
    async call(route, ...rest) {
      const [method = 'GET', template = ''] = route.split(' ')
      const values: unknown[] = [...rest]
      const path = template.replace(/:\w+/, () => encodeURIComponent(String(values.shift())))
      const [body] = values
      try {
        const response = await fetchLike(`/page-api${path}`, {
          method,
          headers: { 'x-page-token': token, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          cache: 'no-store',
          signal: AbortSignal.timeout(PATIENCE_MS),
        })
        const reply = await response.json()
        if (response.ok) return { kind: 'answer', reply }
        if (response.status >= 500) return { kind: 'lost' }
        return { kind: 'refused', status: response.status, ...refusalOf(reply) }
      } catch {
        // Offline, cut off, too slow or not JSON: whether it was done is unknown, the next view tells.
        return { kind: 'lost' }
      }
    },
  }
}

function refusalOf(reply: unknown): Refusal {
  const facts = typeof reply === 'object' && reply !== null ? reply : {}
  return {
    code: 'code' in facts ? String(facts.code) : 'REFUSED',
    message: 'message' in facts ? String(facts.message) : '',
  }
}
