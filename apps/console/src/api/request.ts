import { ApiError, readRefusal } from './api-error.ts'
import { under } from './base.ts'
import { session } from './session.ts'

type Text = { readonly [name: string]: string | undefined }

export interface RequestInput {
  params?: Text | undefined
  query?: Text | undefined
  body?: unknown
  signal?: AbortSignal | undefined
}

/** Path of a route's key with its names filled in and its query behind; what is undefined or empty is left out. */
export function pathOf(key: string, { params = {}, query = {} }: Pick<RequestInput, 'params' | 'query'>): string {
  const path = key.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const asked = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== '') asked.set(name, value)
  return asked.size === 0 ? path : `${path}?${asked}`
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
