import { type HttpErrorKind, KIND_OF_STATUS } from '@galla/contract/provider/error-kinds'
import type { ErrorReply } from '@galla/contract/provider/replies'
import type { TransportFailure, WireReply } from '../http/transport.ts'
import { type FailureKind, GallaError, type Outcome } from './galla-error.ts'
import { mask } from './mask.ts'

const MESSAGES: { readonly [Kind in FailureKind]: string } = {
  network: 'The provider could not be reached',
  timeout: 'The provider did not answer in time',
  aborted: 'The call was cancelled',
  'invalid-response': "The provider's answer could not be read",
}

/** A failure without a readable reply: the network's, the clock's, the caller's or a broken body's. */
export function errorFromFailure(failure: TransportFailure, call: FailedCall): GallaError {
  const outcome = failure.sent ? 'unknown' : 'not-sent'
  const detail = failure.detail ? `: ${mask(failure.detail, call.secrets)}` : ''
  const wayOut =
    outcome === 'unknown' && !call.readOnly ? '. It may have gone through: read its status before anything else' : ''
  return new GallaError({
    kind: failure.kind,
    message: `${MESSAGES[failure.kind]}${detail}${wayOut}`,
    outcome,
    retryable: failure.kind !== 'aborted' && (call.readOnly || outcome === 'not-sent'),
    attempts: call.attempts,
    endpoint: call.endpoint,
    httpStatus: failure.status,
    cause: harmless(failure.cause, call.secrets),
  })
}

/** The cause's name, code and message, masked: a replaced `fetch` may throw objects that hold the whole request. */
function harmless(cause: unknown, secrets: readonly string[]): Error | undefined {
  if (!(cause instanceof Error)) return undefined
  const copy = new Error(mask(cause.message, secrets))
  copy.name = mask(String(cause.name), secrets)
  copy.stack = `${copy.name}: ${copy.message}`
  const code = (cause as { code?: unknown }).code
  return typeof code === 'string' ? Object.assign(copy, { code: mask(code, secrets) }) : copy
}

/** What the failed call was, as far as an error tells. */
export interface FailedCall {
  endpoint: string
  /** Reads change nothing, so any failed one may be repeated. */
  readOnly: boolean
  attempts: number
  secrets: readonly string[]
  nowMs: number
}

/** The provider's refusal as an error: `code` from errorCode or code, `data` from context or data, `message` when there is one. */
export function errorFromReply(reply: WireReply, call: FailedCall): GallaError {
  const body = readErrorBody(reply.text)
  const statusText = mask(reply.statusText || `HTTP ${reply.status}`, call.secrets)
  const outcome = outcomeOfStatus(reply.status)
  return new GallaError({
    kind: kindOfStatus(reply.status),
    message: mask(text(body.message), call.secrets) ?? statusText,
    outcome,
    retryable: isPassing(reply.status) && (call.readOnly || outcome === 'rejected'),
    attempts: call.attempts,
    endpoint: call.endpoint,
    httpStatus: reply.status,
    statusText,
    code: mask(text(body.errorCode) ?? text(body.code), call.secrets),
    data: mask(body.context ?? body.data, call.secrets),
    retryAfterMs: parseRetryAfter(reply.header('retry-after'), call.nowMs),
  })
}

export function kindOfStatus(status: number): HttpErrorKind {
  const kind = KIND_OF_STATUS[status]
  if (kind) return kind
  if (status >= 400 && status < 500) return 'client-error'
  return status >= 500 && status < 600 ? 'server-error' : 'http'
}

/** Only a 4xx is a no. A 408 says that the provider gave up waiting, not that it did nothing; a 5xx may have done half. */
function outcomeOfStatus(status: number): Outcome {
  return status >= 400 && status < 500 && status !== 408 ? 'rejected' : 'unknown'
}

/** Refusals that pass by themselves; after a 401 the token has been replaced. */
function isPassing(status: number): boolean {
  return status === 401 || status === 408 || status === 429 || (status >= 500 && status < 600)
}

function readErrorBody(bodyText: string): ErrorReply {
  try {
    const body: unknown = JSON.parse(bodyText)
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    return {}
  }
}

function text(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value
  return typeof value === 'number' ? String(value) : undefined
}

/** Longest advice that is believed: a day. */
const MOST_MS = 86_400_000

const HTTP_DATE =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} GMT$/

/** `Retry-After` in milliseconds from now, or undefined when it is missing or says nothing sensible. */
export function parseRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined
  const text = header.trim()
  if (/^\d{1,9}$/.test(text)) return Math.min(Number(text) * 1000, MOST_MS)
  if (!HTTP_DATE.test(text)) return undefined
  const at = Date.parse(text)
  if (Number.isNaN(at) || new Date(at).toUTCString() !== text) return undefined
  return Math.min(Math.max(at - nowMs, 0), MOST_MS)
}

const HEAD_LENGTH = 120

/** The parsed object of a 2xx, or the error that anything else is. Facts of the call are gathered only for errors. */
export function readReply(result: WireReply | TransportFailure, facts: () => FailedCall): object | GallaError {
  if ('kind' in result) return errorFromFailure(result, facts())
  const { status, text } = result
  if (status < 200 || status > 299) return errorFromReply(result, facts())
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body
  } catch {
    // Told below, with what was found instead.
  }
  const call = facts()
  return errorFromFailure(
    { kind: 'invalid-response', sent: true, status, detail: describe(result, call.secrets) },
    call,
  )
}

/** Masked before it is cut: half a secret is a secret, too. */
function describe({ status, text, header }: WireReply, secrets: readonly string[]): string {
  if (text.trim() === '') return `status ${status} with an empty body`
  const type = header('content-type') ?? 'no content type'
  const head = mask(text, secrets).slice(0, HEAD_LENGTH).replace(/\s+/g, ' ')
  return `status ${status}, ${type}, not a JSON object: ${JSON.stringify(head)}`
}
