import type { EndpointName } from '@galla/contract/provider/endpoints'
import type { FaultRule } from '@galla/contract/sandbox-api/faults'
import type { Context } from 'hono'
import type { Provider } from '../../context.ts'
import { bentResponse, LineCut, withFaults } from '../../faults/inject-faults.ts'
import { masked, maskedAuthorization } from '../../mask.ts'
import { Refusal, type Reply } from '../../responses/errors.ts'
import { checkBearer } from './authorization.ts'

/** One request, read and checked as far as every endpoint needs it. */
export interface Call {
  readonly provider: Provider
  readonly params: { readonly [name: string]: string }
  /** First value of a query parameter; repeated equal ones are one (provider-protocol §1.3). */
  readonly query: (name: string) => string | undefined
  readonly header: (name: string) => string | undefined
  /** Scheme, host and port that the caller used. */
  readonly origin: string
  /** The body as it was parsed: JSON, or the fields of a form; `undefined` when it was neither. */
  readonly body: unknown
}

export type Handler = (call: Call) => Reply | Promise<Reply>

/** `true` in any capitals: Python's client writes `True`. */
export function flag(call: Call, name: string): boolean {
  return call.query(name)?.toLowerCase() === 'true'
}

/** No request of the protocol comes near it. */
const LONGEST_BODY = 1_000_000

/** Request headers that the journal keeps. */
const KEPT_HEADERS = [
  'authorization',
  'content-type',
  'x-source',
  'x-source-version',
  'x-source-platform',
  'x-source-platform-version',
  'x-device-os',
]

/** Between the wire and a handler: reads, authorises, strikes, answers, writes down. */
export async function answerCall(
  provider: Provider,
  name: EndpointName,
  handler: Handler,
  c: Context,
): Promise<Response> {
  const { agenda, clock, faults } = provider
  const text = c.req.method === 'POST' ? await c.req.text() : ''
  agenda.runPendingJobs()
  const startedAtMs = clock.now()
  const call: Call = {
    provider,
    params: c.req.param(),
    query: (key) => c.req.query(key),
    header: (key) => c.req.header(key),
    origin: originOf(c.req.url),
    body: parseBody(text, c.req.header('content-type')),
  }
  const rules = faults.strike(name)
  const work = async (): Promise<Reply> => {
    try {
      if (text.length > LONGEST_BODY) return { status: 413, body: 'Payload Too Large' }
      if (name !== 'token') checkBearer(call.header('authorization'), call.header('x-verify'), provider)
      return await handler(call)
    } catch (error) {
      if (error instanceof Refusal) return error.reply
      throw error
    }
  }
  let done: Reply | undefined
  try {
    const reply = await withFaults(rules, provider, async () => {
      done = await work()
      return done
    })
    write(call, c, name, startedAtMs, rules, reply)
    return toResponse(reply, rules, provider)
  } catch (error) {
    if (error instanceof LineCut) write(call, c, name, startedAtMs, rules, done)
    throw error
  }
}

function toResponse(reply: Reply, rules: readonly FaultRule[], provider: Provider): Response {
  const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body)
  const { status } = reply
  if (rules.length > 0) {
    const headers = new Headers({ 'content-type': 'application/json', ...reply.headers })
    return bentResponse(rules, text, { status, headers }, provider)
  }
  return new Response(text, { status, headers: { 'content-type': 'application/json', ...reply.headers } })
}

function write(
  call: Call,
  c: Context,
  name: string,
  startedAtMs: number,
  rules: readonly FaultRule[],
  reply: Reply | undefined,
): void {
  const { journal, clock } = call.provider
  const headers: { [name: string]: string } = {}
  for (const key of KEPT_HEADERS) {
    const value = call.header(key)
    if (value !== undefined) headers[key] = key === 'authorization' ? maskedAuthorization(value) : value
  }
  journal.write({
    atMs: startedAtMs,
    kind: 'api',
    name,
    method: c.req.method,
    path: c.req.path,
    ...(reply ? { status: reply.status } : {}),
    tookMs: clock.now() - startedAtMs,
    ...reply?.about,
    request: { headers, ...(call.body === undefined ? {} : { body: masked(call.body) }) },
    ...(reply ? { response: { body: masked(reply.body) } } : {}),
    ...(rules.length === 0 ? {} : { fault: rules.map((rule) => rule.kind).join(', ') }),
  })
}

function parseBody(text: string, contentType: string | undefined): unknown {
  if (text === '') return undefined
  if (contentType?.toLowerCase().startsWith('application/x-www-form-urlencoded')) {
    return Object.fromEntries(new URLSearchParams(text))
  }
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Without building a URL: this runs on every call. */
function originOf(url: string): string {
  const end = url.indexOf('/', url.indexOf('://') + 3)
  return end === -1 ? url : url.slice(0, end)
}
