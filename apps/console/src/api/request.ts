import { ApiError, readRefusal } from './api-error.ts'
import { under } from './base.ts'
import { type PathParts, pathOf } from './path-of.ts'
import { session } from './session.ts'

export interface RequestInput extends PathParts {
  body?: unknown
  signal?: AbortSignal | undefined
}

/**
 * One exchange with the books. `route` is a method and a path: `GET /orders/:merchantOrderId`.
 * @throws ApiError for a refusal, and with status 0 when nobody answers; AbortError when `signal` says so.
 */
export async function request(prefix: string, route: string, input: RequestInput): Promise<unknown> {
  const [method = 'GET', path = ''] = route.split(' ')
  const changes = method !== 'GET'
  const headers: Record<string, string> = {}
  const { csrfToken } = session.get()
  if (changes && csrfToken !== undefined) headers['x-csrf-token'] = csrfToken
  if (input.body !== undefined) headers['content-type'] = 'application/json'
  const reply = await fetch(under(`${prefix}${pathOf(path, input)}`), {
    method,
    headers,
    ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    ...(input.signal ? { signal: input.signal } : {}),
  }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError(0, 'AWAY', 'The books do not answer. Is the gateway still running?')
  })
  const body: unknown = await reply.json().catch(() => undefined)
  if (reply.ok) return body
  if (reply.status === 401 && route !== 'POST /session') session.leave()
  throw readRefusal(reply.status, body, reply.headers.get('retry-after'))
}
