import { repeatedKey } from '@galla/http-server/repeated-key'
import type { Context, MiddlewareHandler } from 'hono'
import type { z } from 'zod'
import { SYSTEM_AFTER } from '../context.ts'
import { isStorable } from '../domain/privacy/masking.ts'
import { readBytes } from './read-bytes.ts'
import { HttpError } from './responses.ts'

/** The sender of a request. */
export interface ClientAddress {
  /** IP address of the client, or `unix:` for a connection over a Unix socket; wrong keys and passwords are counted by it. */
  address?: string
  /** IP address of the connection, where `address` is what a proxy reports: a client is on this machine only when both are. @default address */
  peer?: string
}

/** The host server's facts about a request, beyond its headers. */
export interface RequestEnv {
  /** The client's address; wrong passwords and keys are counted by it. */
  Bindings: ClientAddress
}

/** Stands in for the address of a client that the host server does not pass. */
export const UNKNOWN_ADDRESS = 'unknown'

export const addressOf = (c: { readonly env?: RequestEnv['Bindings'] }): string => c.env?.address ?? UNKNOWN_ADDRESS

/** The host name that the client used. */
export const hostOf = ({ headers, url }: Request): string => headers.get('host') ?? new URL(url).host

/** The token in a header `Authorization: Bearer …`. */
export function bearerOf(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
}

/** Bodies of the HTTP APIs are small and sent at once. Milliseconds. */
const READ_LIMIT_MS = 10_000

/**
 * Limits the bytes received, whatever `content-length` says, and the time for all of them. It belongs behind the check of who sends them,
 * wherever that check does not need the body.
 */
export function limitBody(maxBytes: number, after = SYSTEM_AFTER): MiddlewareHandler {
  return async (c, next) => {
    const { raw } = c.req
    if (raw.method !== 'GET' && raw.method !== 'HEAD' && raw.body) {
      const body = await readBytes(raw.body, { maxBytes, maxMs: READ_LIMIT_MS }, after)
      if (typeof body === 'string') throw UNREAD[body](maxBytes)
      const { url, method, headers, signal } = raw
      c.req.raw = new Request(url, { method, headers, signal, body: new Uint8Array(body) })
    }
    await next()
  }
}

const UNREAD = {
  'too-large': (most: number) =>
    new HttpError(413, 'TOO_LARGE', `The body may have at most ${most} bytes.`, { field: 'body' }),
  'too-slow': () => new HttpError(408, 'TOO_SLOW', `The body must arrive within ${READ_LIMIT_MS} ms.`),
  'cut-off': () => new HttpError(400, 'CUT_OFF', 'The connection closed before the body was complete.'),
}

/**
 * Parses and validates a JSON body. Other types are refused: another site's form can send them without a preflight request. No body is the same as
 * `{}` where every field is optional.
 */
export async function readBody<Body>(c: Context, schema: z.ZodType<Body>): Promise<Body> {
  const defaults = (await c.req.text()) === '' ? schema.safeParse({}) : undefined
  if (defaults?.success) return defaults.data
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? '')) {
    throw new HttpError(415, 'NOT_JSON', 'Send JSON, with the header content-type: application/json.')
  }
  return check(await readJson(c, 'The body is not valid JSON.'), schema)
}

/** @param otherwise message for a body that is not JSON. @throws HttpError 400 */
export async function readJson(c: Context, otherwise: string): Promise<unknown> {
  const text = await c.req.text()
  const parsed = parse(text, otherwise)
  const key = repeatedKey(text, parsed)
  if (key !== undefined) throw invalidRequest('body', `has the key ${JSON.stringify(key)} twice`)
  return parsed
}

function parse(text: string, otherwise: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new HttpError(400, 'INVALID_REQUEST', otherwise, { field: 'body' })
  }
}

const invalidRequest = (field: string, problem: string): HttpError =>
  new HttpError(400, 'INVALID_REQUEST', `${field}: ${problem}`, { field })

/** Validates a query. @throws HttpError 400 naming the parameter, also of one that is there twice */
export function checkQuery<Value>(c: Context, schema: z.ZodType<Value>): Value {
  const twice = Object.entries(c.req.queries()).find(([, values]) => values.length > 1)
  if (twice) throw invalidRequest(twice[0], 'is in the query twice')
  return check(c.req.query(), schema)
}

/** Validates a value. @param whole name of the value, for an error that is not about one of its fields. @throws HttpError 400 naming the field */
export function check<Value>(given: unknown, schema: z.ZodType<Value>, whole = 'request'): Value {
  const { field, problem } = problemOf(given)
  if (problem !== undefined) throw invalidRequest(field || whole, problem)
  return fit(given, schema, whole)
}

/** The place of a value in JSON. */
interface Place {
  readonly within: unknown
  readonly name: string
}

function pathOf(place: Place, places: ReadonlyMap<unknown, Place>): string {
  const names: string[] = []
  for (let at: Place | undefined = place; at; at = places.get(at.within)) names.unshift(at.name)
  return names.filter(Boolean).join('.')
}

/** A problem of any JSON, and the path of the text that is wrong; empty for the name of a field. */
function problemOf(given: unknown): { readonly field?: string; readonly problem?: string } {
  let known = true
  let wrong: string | undefined
  const places = new Map<unknown, Place>()
  try {
    JSON.stringify(given, function (this: unknown, name, one: unknown) {
      // The schemas drop it without a word.
      if (name === '__proto__') known = false
      if (!isStorable(name)) wrong ??= ''
      if (typeof one === 'string' && !isStorable(one)) wrong ??= pathOf({ within: this, name }, places)
      else if (typeof one === 'object') places.set(one, { within: this, name })
      return one
    })
  } catch (error) {
    // Of the stack: `JSON.parse` takes any depth, `JSON.stringify` does not.
    if (error instanceof RangeError) return { problem: 'is nested too deeply' }
    throw error
  }
  if (!known) return { problem: 'must not have a field named __proto__' }
  if (wrong === undefined) return {}
  return { field: wrong, problem: 'must not contain a NUL character or half a surrogate pair' }
}

function fit<Value>(given: unknown, schema: z.ZodType<Value>, whole: string): Value {
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const unknown = issue && unknownKeys(issue)[0]
  if (unknown !== undefined) throw invalidRequest(unknown, 'is not known')
  const field = issue?.path.join('.') || whole
  throw invalidRequest(field, issue?.message ?? 'is invalid')
}

/** The keys that the schema does not know, with their paths; of alternatives, those that none of them knows. */
function unknownKeys(issue: z.core.$ZodIssue): string[] {
  const at = (key: string) => [...issue.path, key].join('.')
  if (issue.code === 'unrecognized_keys') return issue.keys.map(at)
  if (issue.code !== 'invalid_union') return []
  const [first = [], ...others] = issue.errors.map((issues) => issues.flatMap(unknownKeys).map(at))
  return first.filter((key) => others.every((keys) => keys.includes(key)))
}
