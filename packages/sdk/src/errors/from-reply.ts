import { type HttpErrorKind, KIND_OF_STATUS } from '@galla/contract/provider/error-kinds'
import type { ErrorReply } from '@galla/contract/provider/replies'
import { parseRetryAfter } from '../pipeline/retry-after.ts'
import type { WireReply } from '../transport/port.ts'
import { GallaError, type Outcome } from './galla-error.ts'
import { mask } from './mask.ts'

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
