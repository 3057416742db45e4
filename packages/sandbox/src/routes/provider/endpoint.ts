import type { AnyEndpointName } from '@galla/contract/provider/subscriptions'
import type { FaultRule } from '@galla/contract/sandbox-api/faults'
import type { Context } from 'hono'
import type { SandboxContext } from '../../context.ts'
import { defined } from '../../domain/defined.ts'
import { ConnectionReset } from '../../faults/connection-reset.ts'
import type { CallSubject } from '../../faults/held-calls.ts'
import { faultyResponse, replicaLagMs, withFaults } from '../../faults/inject-faults.ts'
import { maskAuthorization, maskSecrets } from '../../mask.ts'
import { bodyTooLarge, mappingNotFound, ProviderError, type Reply } from '../../responses/errors.ts'
import { isJson, MAX_BODY_BYTES } from '../body.ts'
import { checkBearer } from './authorization.ts'
import type { Handler, ProviderRequest } from './request.ts'

/** Request headers that are written to the journal. */
const JOURNAL_HEADERS = [
  'authorization',
  'content-type',
  'x-source',
  'x-source-version',
  'x-source-platform',
  'x-source-platform-version',
  'x-device-os',
]

/** Handles one call: parses it, applies the faults, checks the token, runs the handler and writes the journal. */
export async function handleProviderRequest(
  context: SandboxContext,
  name: AnyEndpointName,
  handler: Handler,
  c: Context,
): Promise<Response> {
  // Only GET and POST exist in the protocol; the router answers HEAD as GET.
  if (c.req.method === 'HEAD') return c.notFound()
  const text = c.req.method === 'POST' ? await c.req.text() : ''
  context.scheduler.runPendingJobs()
  const startedAtMs = context.clock.now()
  const request: ProviderRequest = {
    context,
    params: c.req.param(),
    query: (key) => c.req.query(key),
    header: (key) => c.req.header(key),
    origin: originOf(c.req.url),
    body: parseBody(text, c.req.header('content-type')),
  }
  const rules = context.faults.select(name)
  let handled: Reply | undefined
  const handle = async (): Promise<Reply> => {
    // A fault may have held the call meanwhile.
    if (rules.length > 0) context.scheduler.runPendingJobs()
    const lagMs = replicaLagMs(rules)
    const seen = lagMs === undefined ? request : { ...request, asOfMs: context.clock.now() - lagMs }
    handled = await responseTo(seen, name, handler, text)
    return handled
  }
  try {
    const response =
      rules.length === 0 ? await handle() : await withFaults(rules, context, subjectOf(name, request), handle)
    writeJournal(request, c, name, startedAtMs, rules, response)
    return toResponse(response, rules, context)
  } catch (error) {
    if (error instanceof ConnectionReset) writeJournal(request, c, name, startedAtMs, rules, handled)
    throw error
  }
}

async function responseTo(
  request: ProviderRequest,
  name: AnyEndpointName,
  handler: Handler,
  text: string,
): Promise<Reply> {
  try {
    if (text.length > MAX_BODY_BYTES) throw bodyTooLarge()
    if (name !== 'token') {
      checkBearer(request.header('authorization'), request.header('x-verify'), request.context)
      if (text !== '' && !isJson(request.header('content-type'))) throw mappingNotFound()
    }
    return await handler(request)
  } catch (error) {
    if (error instanceof ProviderError) return error.reply
    throw error
  }
}

/** Returns the subject of a held call: the order and refund ids of its path or body. */
function subjectOf(endpoint: AnyEndpointName, { params, body }: ProviderRequest): CallSubject {
  const fields = { ...(typeof body === 'object' ? body : {}), ...params } as { [name: string]: unknown }
  const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
  const merchantOrderId = text(fields.merchantOrderId) ?? text(fields.originalMerchantOrderId)
  return { endpoint, ...defined({ merchantOrderId, merchantRefundId: text(fields.merchantRefundId) }) }
}

function toResponse(response: Reply, rules: readonly FaultRule[], context: SandboxContext): Response {
  const { status } = response
  if (response.body === undefined) return new Response(null, { status })
  const text = typeof response.body === 'string' ? response.body : JSON.stringify(response.body)
  if (rules.length > 0) {
    const headers = new Headers({ 'content-type': 'application/json', ...response.headers })
    return faultyResponse(rules, text, { status, headers }, context)
  }
  return new Response(text, { status, headers: { 'content-type': 'application/json', ...response.headers } })
}

function writeJournal(
  request: ProviderRequest,
  c: Context,
  name: string,
  startedAtMs: number,
  rules: readonly FaultRule[],
  response: Reply | undefined,
): void {
  const { journal, clock } = request.context
  const headers: { [name: string]: string } = {}
  for (const key of JOURNAL_HEADERS) {
    const value = request.header(key)
    if (value !== undefined) headers[key] = key === 'authorization' ? maskAuthorization(value) : value
  }
  journal.write({
    atMs: startedAtMs,
    kind: 'api',
    name,
    method: c.req.method,
    path: c.req.path,
    ...(response ? { status: response.status } : {}),
    tookMs: clock.now() - startedAtMs,
    ...response?.journal,
    request: { headers, ...(request.body === undefined ? {} : { body: journalBody(request.body) }) },
    ...(response ? { response: { body: maskSecrets(response.body) } } : {}),
    ...(rules.length === 0 ? {} : { fault: rules.map((rule) => rule.kind).join(', ') }),
  })
}

/** Characters of a request body that the journal stores whole. */
const MAX_JOURNAL_CHARS = 20_000

function journalBody(body: unknown): unknown {
  const masked = maskSecrets(body)
  const chars = JSON.stringify(masked).length
  return chars <= MAX_JOURNAL_CHARS ? masked : `a body of ${chars} characters, too long for the journal`
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

/** Cuts the text instead of parsing a URL, because this runs on every call. */
function originOf(url: string): string {
  const end = url.indexOf('/', url.indexOf('://') + 3)
  return end === -1 ? url : url.slice(0, end)
}
