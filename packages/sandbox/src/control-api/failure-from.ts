import { CANCELLED, type Failure, failureOf } from '../domain/failure.ts'
import { RouteRefusal } from '../routes.ts'

/** The failure that a body asks for; without a code the payer walked away, or `otherwise`. */
export function failureFrom(code: unknown, otherwise: Failure = CANCELLED): Failure {
  if (code === undefined || code === null) return otherwise
  const failure = typeof code === 'string' ? failureOf(code) : undefined
  if (failure) return failure
  throw new RouteRefusal(400, 'BAD_REQUEST', `errorCode ${JSON.stringify(code)} is not a failure code of the provider.`)
}
