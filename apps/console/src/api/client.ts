import type { ConsoleRoutes, Session } from '@galla/contract/gateway-api/console-routes'
import type { FileProblem } from '@galla/contract/gateway-api/file-problems'
import type { ProofWay, SessionUser } from '@galla/contract/gateway-api/users'
import { fieldsOf, isText } from '@galla/contract/response-checks'
import type { ControlRoutes } from '@galla/contract/sandbox-api/routes'
import { language } from '../i18n/language.ts'
import { messages } from '../i18n/messages.ts'
import { consoleUrl, createStore, defined, readSetting, writeSetting } from './browser.ts'
import { apiEnglish } from './english.ts'
import { askForProof, cancelProof } from './proof.ts'

const t = messages('api', apiEnglish)

/** An error response of the console API, or of the sandbox behind it. `status` is 0 when no response arrived. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  /** The form field that the error is about. */
  readonly field?: string
  /** Seconds to wait before the next attempt. */
  readonly retryAfterSec?: number
  /** How the person can prove who they are. */
  readonly ways: readonly ProofWay[]
  /** Language of the message, where it is not that of the document: the gateway writes English. */
  readonly lang?: 'en'
  /** The English sentence of the gateway, where its values are not in the message. */
  readonly original?: string
  /** The request changes something, and no answer says whether that was done. */
  readonly outcomeUnknown: boolean

  constructor(
    status: number,
    code: string,
    message: string,
    more: {
      field?: string | undefined
      retryAfterSec?: number | undefined
      ways?: readonly ProofWay[] | undefined
      lang?: 'en' | undefined
      original?: string | undefined
      outcomeUnknown?: boolean
    } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    if (more.field !== undefined) this.field = more.field
    if (more.retryAfterSec !== undefined) this.retryAfterSec = more.retryAfterSec
    if (more.lang !== undefined) this.lang = more.lang
    if (more.original !== undefined) this.original = more.original
    this.ways = more.ways ?? []
    this.outcomeUnknown = more.outcomeUnknown ?? false
  }
}

/** The message of an error about a field of a form; undefined for any other error. */
export const messageFor = (error: unknown, field: string): string | undefined =>
  error instanceof ApiError && error.field === field ? error.message : undefined

/** Somebody or something has changed the review since it was read: nothing was decided. */
export const isReviewChanged = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'REVIEW_CHANGED'

const WAYS: readonly ProofWay[] = ['passkey', 'password', 'code', 'provider']

/** The error in a response body; code `UNREADABLE` when the body has none, as that of a proxy whose gateway does not answer. */
function errorFromResponse(status: number, body: unknown, retryAfter: string | null, isChange: boolean): ApiError {
  const { code, message, field, ways, problem } = (typeof body === 'object' && body !== null ? body : {}) as {
    [name: string]: unknown
  }
  if (isChange && status >= 500 && (typeof code !== 'string' || code === 'INTERNAL'))
    return unknownOutcome(status, 'UNREADABLE')
  const { shown, isWhole } = translated(code, problem)
  return new ApiError(
    status,
    typeof code === 'string' ? code : 'UNREADABLE',
    shown ?? (typeof message === 'string' ? message : t.unreadable(status)),
    {
      lang: language !== 'en' && shown === undefined && typeof message === 'string' ? 'en' : undefined,
      original: shown !== undefined && !isWhole && typeof message === 'string' ? message : undefined,
      field: typeof field === 'string' ? field : undefined,
      retryAfterSec: retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : undefined,
      ways: Array.isArray(ways) ? WAYS.filter((way) => ways.includes(way)) : undefined,
    },
  )
}

/** The sentence for a code in the language of the page, where there is one. One that is not whole is followed by that of the gateway. */
function translated(
  code: unknown,
  problem: unknown,
): { readonly shown?: string | undefined; readonly isWhole?: boolean } {
  if (typeof code !== 'string') return {}
  if (isFileProblem(problem)) {
    const [whole, lead] = [t.files[problem.code], t.fileLeads[problem.code]]
    if (whole ?? lead) return { shown: (whole ?? lead)?.(problem), isWhole: whole !== undefined }
  }
  return { shown: t.codes[code] ?? t.leads[code], isWhole: t.codes[code] !== undefined }
}

const isFileProblem = (problem: unknown): problem is FileProblem =>
  typeof problem === 'object' && problem !== null && 'code' in problem && typeof problem.code === 'string'

const unknownOutcome = (status: number, code: string): ApiError =>
  new ApiError(status, code, t.outcomeUnknown, { outcomeUnknown: true })

type TextFields = { readonly [name: string]: string | undefined }

interface PathParts {
  params?: TextFields | undefined
  query?: TextFields | undefined
}

/** A route's path with its `:params` filled in, followed by the query; undefined and empty query fields are left out. */
export function buildPath(path: string, { params = {}, query = {} }: PathParts): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== '') search.set(name, value)
  return search.size === 0 ? filled : `${filled}?${search}`
}

type Part<Route, Name extends string> = Route extends { readonly [Key in Name]: infer Value } ? Value : never

type ParamNames<Key> = Key extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Key extends `${string}:${infer Name}`
    ? Name
    : never

type RequiredUnlessNever<Name extends string, Value> = [Value] extends [never]
  ? { readonly [Key in Name]?: never }
  : { readonly [Key in Name]: Value }

/** Query fields may be undefined: `buildPath` leaves them out. */
type Query<Value> = [Value] extends [never] ? never : { readonly [Name in keyof Value]: Value[Name] | undefined }

type RouteInput<Routes, Key extends keyof Routes> = RequiredUnlessNever<
  'params',
  [ParamNames<Key>] extends [never] ? never : { readonly [Name in ParamNames<Key>]: string }
> &
  RequiredUnlessNever<'body', Part<Routes[Key], 'body'>> & { readonly signal?: AbortSignal | undefined } & ([
    Part<Routes[Key], 'query'>,
  ] extends [never]
    ? { readonly query?: never }
    : object extends Part<Routes[Key], 'query'>
      ? { readonly query?: Query<Part<Routes[Key], 'query'>> }
      : { readonly query: Query<Part<Routes[Key], 'query'>> })

/** Arguments after the route's key; optional when the route needs no params, body or query. */
export type RouteArguments<Routes, Key extends keyof Routes> =
  object extends RouteInput<Routes, Key> ? [input?: RouteInput<Routes, Key>] : [input: RouteInput<Routes, Key>]

export type RouteResponse<Routes, Key extends keyof Routes> = Part<Routes[Key], 'response'>

interface SessionState {
  phase: 'checking' | 'logged-in' | 'logged-out'
  csrfToken?: string
  user?: SessionUser
  /** Place among the gateway's changes before anything was read. */
  cursor?: string
  /** Until the user has a second factor, only the own account can be used. */
  secondFactorNeeded?: true
  /** The server ended an open session; the login page says so. */
  expired?: true
}

/** The session cookie is HttpOnly, so the browser remembers whether to expect one: without it `GET /session` is not sent. */
const SESSION_SETTING = 'session'
const NAME_SETTING = 'name'

const sessionState = createStore<SessionState>({
  phase: readSetting(SESSION_SETTING) === 'open' ? 'checking' : 'logged-out',
})

/** The session of this page. The CSRF token is kept in memory only. */
export const session = {
  get: sessionState.get,
  subscribe: sessionState.subscribe,
  start({ csrfToken, user, cursor, secondFactorNeeded }: Session): void {
    writeSetting(SESSION_SETTING, 'open')
    writeSetting(NAME_SETTING, user.name)
    sessionState.set(defined({ phase: 'logged-in', csrfToken, user, cursor, secondFactorNeeded } as const))
  },
  /** The name that logged in last in this browser. */
  lastName: (): string => readSetting(NAME_SETTING) ?? 'admin',
  /** The server ended the session. */
  expire(): void {
    const { phase } = sessionState.get()
    writeSetting(SESSION_SETTING, undefined)
    cancelProof()
    sessionState.set(phase === 'logged-in' ? { phase: 'logged-out', expired: true } : { phase: 'logged-out' })
  },
  /** A provider has signed the user in: there is a session. */
  resume(): void {
    writeSetting(SESSION_SETTING, 'open')
    sessionState.set({ phase: 'checking' })
  },
  /** The user logged out. */
  end(): void {
    writeSetting(SESSION_SETTING, undefined)
    cancelProof()
    sessionState.set({ phase: 'logged-out' })
  },
}

/** Without these fields the console could not be shown, nor say why. */
const isSession = fieldsOf<Omit<Session, 'expiresAtMs' | 'cursor' | 'secondFactorNeeded'>>({
  csrfToken: isText,
  user: fieldsOf<SessionUser>({ userId: isText, name: isText, role: isText }),
})

/** The routes whose response is a session. */
const SESSION_ROUTES: ReadonlySet<string> = new Set([
  'GET /session',
  'POST /session',
  'POST /passkeys/login',
  'POST /sign-in/code',
])

/** A 401 says that a login failed, not that a session has ended. */
const LOGINS: ReadonlySet<string> = new Set(['POST /session', 'POST /passkeys/login'])

interface RequestInput extends PathParts {
  body?: unknown
  signal?: AbortSignal | undefined
}

/** A read that takes longer is given up. Milliseconds. */
const READ_LIMIT_MS = 20_000
/** The same of a request that changes something, or reads everything: a drill waits for each answer of the receiver. Milliseconds. */
const LONG_LIMIT_MS = 120_000
/** It reads the whole audit log. */
const LONG_READS: ReadonlySet<string> = new Set(['GET /audit/check'])

/** Aborts after a time, or with `other`. It is cleared when the request has ended. */
function limited(ms: number, other: AbortSignal | undefined) {
  const controller = new AbortController()
  const give = () => controller.abort(other?.reason)
  const timer = setTimeout(() => controller.abort(TOO_LATE), ms)
  if (other?.aborted) give()
  other?.addEventListener('abort', give, { once: true })
  return {
    signal: controller.signal,
    clear() {
      clearTimeout(timer)
      other?.removeEventListener('abort', give)
    },
  }
}

/** Reason of the abort of a request that took too long. */
const TOO_LATE = Symbol('too late')

/** Sends one request. `route` is a method and a path: `GET /orders/:merchantOrderId`. */
async function send(prefix: string, route: string, input: RequestInput): Promise<unknown> {
  const [method = 'GET', path = ''] = route.split(' ')
  const headers: Record<string, string> = {}
  const { csrfToken } = session.get()
  if (method !== 'GET' && csrfToken !== undefined) headers['x-csrf-token'] = csrfToken
  if (input.body !== undefined) headers['content-type'] = 'application/json'
  const body = input.body === undefined ? undefined : JSON.stringify(input.body)
  const isRead = method === 'GET'
  const isChange = !isRead && !SESSION_ROUTES.has(route)
  const limit = limited(isRead && !LONG_READS.has(route) ? READ_LIMIT_MS : LONG_LIMIT_MS, input.signal)
  const noAnswer = (error: unknown) => {
    if (input.signal?.aborted) throw error
    const code = limit.signal.aborted ? 'NO_ANSWER' : 'UNREACHABLE'
    throw isChange ? unknownOutcome(0, code) : new ApiError(0, code, t.noAnswer)
  }
  let response: Response
  let answer: unknown
  try {
    const url = consoleUrl(`${prefix}${buildPath(path, input)}`)
    response = await fetch(url, defined({ method, headers, body, signal: limit.signal })).catch(noAnswer)
    // A body that is not JSON is read as nothing.
    answer = await response.json().catch((error: unknown) => (limit.signal.aborted ? noAnswer(error) : undefined))
  } finally {
    limit.clear()
  }
  const isReadable = response.status === 204 || (SESSION_ROUTES.has(route) ? isSession(answer) : answer !== undefined)
  if (response.ok && isReadable) return answer
  if (response.status === 401 && !LOGINS.has(route)) session.expire()
  throw errorFromResponse(response.status, answer, response.headers.get('retry-after'), isChange)
}

/** Where the person has to prove again who they are, asks for it, and then sends the same request again. */
async function sendProved(route: string, input: RequestInput): Promise<unknown> {
  for (;;) {
    try {
      return await send('api', route, input)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'PROOF_REQUIRED') throw error
      if (!(await askForProof(error.ways))) throw notProved()
    }
  }
}

const notProved = () => new ApiError(403, 'PROOF_REQUIRED', t.notProved)

/**
 * Calls a route of the console API. A 401 ends the session, which shows the login in front of the current page; before what needs a proof, the
 * person is asked for it.
 * @throws ApiError for an error response; DOMException `AbortError` when `signal` aborts
 */
export async function consoleApi<Key extends keyof ConsoleRoutes>(
  route: Key,
  ...[input]: RouteArguments<ConsoleRoutes, Key>
): Promise<RouteResponse<ConsoleRoutes, Key>> {
  return (await sendProved(route, (input ?? {}) as RequestInput)) as RouteResponse<ConsoleRoutes, Key>
}

/**
 * Calls a route of the sandbox's control API through the gateway; available only when `About.sandbox` is true.
 * @throws ApiError for an error response; DOMException `AbortError` when `signal` aborts
 */
export async function sandboxApi<Key extends keyof ControlRoutes>(
  route: Key,
  ...[input]: RouteArguments<ControlRoutes, Key>
): Promise<RouteResponse<ControlRoutes, Key>> {
  return (await send('api/sandbox', route, (input ?? {}) as RequestInput)) as RouteResponse<ControlRoutes, Key>
}
