import { type GallaError, isGallaError } from '../errors/galla-error.ts'
import {
  BadRequest,
  ClientError,
  ExpectationFailed,
  ForbiddenAccess,
  PhonePeException,
  ResourceConflict,
  ResourceGone,
  ResourceInvalid,
  ResourceNotFound,
  ServerError,
  TooManyRequests,
  UnauthorizedAccess,
} from './exceptions.ts'

const CLASSES: { readonly [Kind in GallaError['kind']]?: typeof PhonePeException } = {
  'bad-request': BadRequest,
  unauthorized: UnauthorizedAccess,
  forbidden: ForbiddenAccess,
  'not-found': ResourceNotFound,
  conflict: ResourceConflict,
  gone: ResourceGone,
  'expectation-failed': ExpectationFailed,
  invalid: ResourceInvalid,
  'too-many-requests': TooManyRequests,
  'client-error': ClientError,
  'server-error': ServerError,
  'invalid-request': BadRequest,
}

/** Codes of failures that no reply explains; a socket's own code, such as ECONNREFUSED, goes before them. */
const CODES: { readonly [Kind in GallaError['kind']]?: string } = {
  network: 'NETWORK_ERROR',
  timeout: 'ETIMEDOUT',
  aborted: 'ABORTED',
  'invalid-response': 'INVALID_RESPONSE',
}

/** Our error as the official exception that stands for it; anything else stays what it is. */
export function toException(error: unknown): unknown {
  if (!isGallaError(error)) return error
  const exception = new (CLASSES[error.kind] ?? PhonePeException)(error.message, statusOf(error), factsOf(error))
  return Object.assign(exception, { outcome: error.outcome, retryable: error.retryable })
}

/** A request refused here is what the provider would have answered with a 400. */
function statusOf(error: GallaError): number | undefined {
  if (error.kind === 'invalid-request') return 400
  return 'httpStatus' in error ? error.httpStatus : undefined
}

function factsOf(error: GallaError): { data: object } | undefined {
  switch (error.kind) {
    case 're-initialize':
    case 'method-not-supported':
      return undefined
    case 'invalid-request':
      return { data: { code: 'BAD_REQUEST', data: { field: error.field } } }
    case 'invalid-callback':
      return { data: { data: { reason: error.reason, hint: error.hint } } }
    default:
      return { data: { code: error.code ?? socketCode(error) ?? CODES[error.kind], data: error.data } }
  }
}

function socketCode({ cause }: GallaError): string | undefined {
  const { code } = (cause ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : undefined
}
