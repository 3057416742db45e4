import { type ErrorResponse, type HttpErrorKind, KIND_OF_STATUS } from '@galla/contract/provider/responses'
import { errorCodeOf, type HttpResponse, type TransportFailure } from '../http/transport.ts'
import { jsonObject } from '../json-object.ts'
import { type FailureKind, GallaError, type Outcome } from './galla-error.ts'
import { isError } from './is-error.ts'
import { MAX_CHARACTERS, mask } from './mask.ts'

/** The members of an error that describe the failed call. */
export interface FailureContext {
  endpoint: string
  /** A read changes nothing, so it can always be repeated. */
  readOnly: boolean
  attempts: number
  secrets: readonly string[]
  nowMs: number
  /** Host and port to which the request went. */
  host?: string
  /** True when a refusal leaves open that an earlier call took effect. */
  inconclusive?: ((httpStatus: number, code: string | undefined) => boolean) | undefined
}

/**
 * The parsed body of a 2xx response, or the error that the exchange amounts to.
 * `context` is a function because only errors need it. `mayBeEmpty`: no body is expected, so that an empty one is a success.
 */
export function readResponse(
  result: HttpResponse | TransportFailure,
  context: () => FailureContext,
  mayBeEmpty = false,
): object | GallaError {
  if ('kind' in result) return errorFromFailure(result, context())
  const { status, text } = result
  if (status < 200 || status > 299) return errorFromResponse(result, context())
  if (mayBeEmpty && text.trim() === '') return {}
  // trim() removes a byte order mark, which JSON.parse refuses.
  const body = jsonObject(text.trim())
  if (body) return body
  const failed = context()
  return errorFromFailure({ kind: 'invalid-response', sent: true, status, detail: describe(result, failed) }, failed)
}

const EXCERPT_LENGTH = 120

/**
 * Masked before it is cut: half a secret is still a secret. Of a reply to a write only a page is shown, which is not of the provider: a token or
 * an address in the reply opens the payment of one payer.
 */
function describe({ status, text, header }: HttpResponse, { secrets, readOnly }: FailureContext): string {
  const body = text.trim()
  if (body === '') return `status ${status} with an empty body`
  const type = header('content-type') ?? 'no content type'
  const excerpt = mask(text.slice(0, MAX_CHARACTERS), secrets).slice(0, EXCERPT_LENGTH).replace(/\s+/g, ' ')
  const shown = readOnly || body.startsWith('<') ? `: ${JSON.stringify(excerpt)}` : `, ${body.length} characters`
  return `status ${status}, ${type}, not a JSON object${shown}`
}

const MESSAGES: { readonly [Kind in FailureKind]: (at: string) => string } = {
  network: (at) => `The provider${at} could not be reached`,
  timeout: (at) => `The provider${at} did not answer in time`,
  aborted: () => 'The call was cancelled',
  'invalid-response': () => "The provider's response could not be read",
}

/** The error of an exchange without a readable response. */
export function errorFromFailure(failure: TransportFailure, context: FailureContext): GallaError {
  const outcome = failure.sent ? 'unknown' : 'not-sent'
  const at = context.host ? ` at ${context.host}` : ''
  const detail = failure.detail ? `: ${mask(failure.detail, context.secrets)}` : ''
  const advice =
    outcome === 'unknown' && !context.readOnly ? '. It may have taken effect: read its status before anything else' : ''
  return new GallaError({
    kind: failure.kind,
    message: `${MESSAGES[failure.kind](at)}${detail}${advice}`,
    outcome,
    retryable: failure.kind !== 'aborted' && (context.readOnly || outcome === 'not-sent'),
    attempts: context.attempts,
    endpoint: context.endpoint,
    httpStatus: failure.status,
    cause: safeCause(failure.cause, context.secrets),
  })
}

/** Name, code and message of the cause, masked: what a custom `fetch` throws may hold the whole request. */
function safeCause(cause: unknown, secrets: readonly string[]): Error | undefined {
  if (!isError(cause)) return undefined
  const copy = new Error(mask(cause.message, secrets))
  copy.name = mask(String(cause.name), secrets)
  copy.stack = `${copy.name}: ${copy.message}`
  const code = errorCodeOf(cause)
  return code !== undefined ? Object.assign(copy, { code: mask(code, secrets) }) : copy
}

/** The error of a response with an error status (protocol §8). */
export function errorFromResponse(response: HttpResponse, context: FailureContext): GallaError {
  const { status } = response
  const body = mask<ErrorResponse>(jsonObject(response.text.trim()) ?? {}, context.secrets)
  const statusText = mask(response.statusText || `HTTP ${status}`, context.secrets)
  const code = stringOf(body.errorCode) ?? stringOf(body.code)
  const outcome = context.inconclusive?.(status, code) ? 'unknown' : outcomeOfStatus(status)
  return new GallaError({
    kind: kindOfStatus(status),
    message: stringOf(body.message) ?? statusText,
    outcome,
    retryable: isTransientStatus(status) && (context.readOnly || outcome === 'rejected'),
    attempts: context.attempts,
    endpoint: context.endpoint,
    httpStatus: status,
    statusText,
    code,
    data: body.context ?? body.data,
    response: body,
    retryAfterMs: parseRetryAfter(response.header('retry-after'), context.nowMs),
  })
}

function kindOfStatus(status: number): HttpErrorKind {
  const kind = KIND_OF_STATUS[status]
  if (kind) return kind
  if (status >= 400 && status < 500) return 'client-error'
  return status >= 500 && status < 600 ? 'server-error' : 'http'
}

/** Only a 4xx is a refusal. After a 408 or a 5xx the provider may have processed the request. */
function outcomeOfStatus(status: number): Outcome {
  return status >= 400 && status < 500 && status !== 408 ? 'rejected' : 'unknown'
}

/** Statuses after which a repeat can succeed; after a 401 the token is replaced. */
export function isTransientStatus(status: number): boolean {
  return status === 401 || status === 408 || status === 429 || (status >= 500 && status < 600)
}

function stringOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value
  return typeof value === 'number' ? String(value) : undefined
}

/** A longer `Retry-After` counts as one day. */
const MAX_RETRY_AFTER_MS = 86_400_000

/** `Retry-After` in milliseconds from now; undefined when it is missing or malformed. */
export function parseRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined
  const text = header.trim()
  if (/^\d{1,9}$/.test(text)) return Math.min(Number(text) * 1000, MAX_RETRY_AFTER_MS)
  const at = Date.parse(text)
  if (Number.isNaN(at) || new Date(at).toUTCString() !== text) return undefined
  return Math.min(Math.max(at - nowMs, 0), MAX_RETRY_AFTER_MS)
}
