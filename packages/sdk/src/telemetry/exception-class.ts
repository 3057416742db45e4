import type { GallaError } from '../errors/galla-error.ts'

/** The provider knows failures by its own SDK's class names; what has no such class has no name either. */
const CLASSES: { readonly [Kind in GallaError['kind']]?: string } = {
  'bad-request': 'BadRequest',
  unauthorized: 'UnauthorizedAccess',
  forbidden: 'ForbiddenAccess',
  'not-found': 'ResourceNotFound',
  conflict: 'ResourceConflict',
  gone: 'ResourceGone',
  'expectation-failed': 'ExpectationFailed',
  invalid: 'ResourceInvalid',
  'too-many-requests': 'TooManyRequests',
  'client-error': 'ClientError',
  'server-error': 'ServerError',
  http: 'PhonePeException',
  'invalid-callback': 'PhonePeException',
}

export function exceptionClassOf({ kind }: GallaError): string | null {
  return CLASSES[kind] ?? null
}
