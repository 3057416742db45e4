import type { TransportFailure } from '../transport/port.ts'
import type { FailedCall } from './from-reply.ts'
import { type FailureKind, GallaError } from './galla-error.ts'
import { mask } from './mask.ts'

const WORDS: { readonly [Kind in FailureKind]: string } = {
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
    message: `${WORDS[failure.kind]}${detail}${wayOut}`,
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
