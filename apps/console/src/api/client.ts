import type { ConsoleRoutes } from '@galla/contract/gateway-api/console-routes'
import type { ControlRoutes } from '@galla/contract/sandbox-api/routes'
import { createStore, keep, readKept, under } from './browser.ts'

/** A refusal of the console API, or of the sandbox behind it, in its own words. `status` 0: nobody answered. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  /** The field of the form that was wrong. */
  readonly field?: string
  /** Seconds after which it is worth trying again. */
  readonly retryAfterSec?: number

  constructor(
    status: number,
    code: string,
    message: string,
    more: { field?: string | undefined; retryAfterSec?: number | undefined } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    if (more.field !== undefined) this.field = more.field
    if (more.retryAfterSec !== undefined) this.retryAfterSec = more.retryAfterSec
  }
}

/** The refusal in a reply's body; a body that is none says only its status. */
export function readRefusal(status: number, body: unknown, retryAfter: string | null): ApiError {
  const { code, message, field } = (typeof body === 'object' && body !== null ? body : {}) as {
    [name: string]: unknown
  }
  const seconds = retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : undefined
  return new ApiError(
    status,
    typeof code === 'string' ? code : 'UNREADABLE',
    typeof message === 'string' ? message : `The books answered ${status}, without a reason.`,
    { field: typeof field === 'string' ? field : undefined, retryAfterSec: seconds },
  )
}

type Text = { readonly [name: string]: string | undefined }

export interface PathParts {
  params?: Text | undefined
  query?: Text | undefined
}

/** Path of a route's key with its names filled in and its query behind; what is undefined or empty is left out. */
export function pathOf(key: string, { params = {}, query = {} }: PathParts): string {
  const path = key.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const asked = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== '') asked.set(name, value)
  return asked.size === 0 ? path : `${path}?${asked}`
}

type Part<Route, Name extends string> = Route extends { readonly [Key in Name]: infer Value } ? Value : never

type ParamNames<Key> = Key extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Key extends `${string}:${infer Name}`
    ? Name
    : never

type Given<Name extends string, Value> = [Value] extends [never]
  ? { readonly [Key in Name]?: never }
  : { readonly [Key in Name]: Value }

/** Queries are all text, and a field of theirs may also be undefined: it is left out. */
type Query<Value> = [Value] extends [never] ? never : { readonly [Name in keyof Value]: Value[Name] | undefined }

type Input<Routes, Key extends keyof Routes> = Given<
  'params',
  [ParamNames<Key>] extends [never] ? never : { readonly [Name in ParamNames<Key>]: string }
> &
  Given<'body', Part<Routes[Key], 'body'>> & { readonly signal?: AbortSignal | undefined } & ([
    Part<Routes[Key], 'query'>,
  ] extends [never]
    ? { readonly query?: never }
    : object extends Part<Routes[Key], 'query'>
      ? { readonly query?: Query<Part<Routes[Key], 'query'>> }
      : { readonly query: Query<Part<Routes[Key], 'query'>> })

/** What a route must be called with: nothing, where it takes nothing. */
export type Arguments<Routes, Key extends keyof Routes> =
  object extends Input<Routes, Key> ? [input?: Input<Routes, Key>] : [input: Input<Routes, Key>]

export type Reply<Routes, Key extends keyof Routes> = Part<Routes[Key], 'reply'>

export interface SessionState {
  phase: 'asking' | 'in' | 'out'
  csrfToken?: string
  /** It was open, and the server ended it: the login says so. */
  ended?: true
}

/** The cookie cannot be read from here, so this browser remembers that there should be one: nobody is asked in vain. */
const HINT = 'session'

const store = createStore<SessionState>({ phase: readKept(HINT) === 'open' ? 'asking' : 'out' })

/** Whether somebody is logged in. The token lives in this page's memory alone. */
export const session = {
  get: store.get,
  subscribe: store.subscribe,
  enter(csrfToken: string): void {
    keep(HINT, 'open')
    store.set({ phase: 'in', csrfToken })
  },
  leave(): void {
    const { phase } = store.get()
    keep(HINT, undefined)
    store.set(phase === 'in' ? { phase: 'out', ended: true } : { phase: 'out' })
  },
  /** On one's own wish. */
  close(): void {
    keep(HINT, undefined)
    store.set({ phase: 'out' })
  },
}

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

/**
 * Asks the console API. 401 takes the page to the login and keeps its place.
 * @throws ApiError
 */
export async function call<Key extends keyof ConsoleRoutes>(
  route: Key,
  ...[input]: Arguments<ConsoleRoutes, Key>
): Promise<Reply<ConsoleRoutes, Key>> {
  return (await request('api', route, (input ?? {}) as RequestInput)) as Reply<ConsoleRoutes, Key>
}

/**
 * Asks the sandbox's control API, through the gateway. Only where `About.sandbox` is true.
 * @throws ApiError
 */
export async function control<Key extends keyof ControlRoutes>(
  route: Key,
  ...[input]: Arguments<ControlRoutes, Key>
): Promise<Reply<ControlRoutes, Key>> {
  return (await request('api/sandbox', route, (input ?? {}) as RequestInput)) as Reply<ControlRoutes, Key>
}
