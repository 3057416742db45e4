import type { OutcomesResponse } from '@galla/contract/sandbox-api/routes'
import {
  CANCELLED,
  type Failure,
  findFailure,
  LATE_PAYMENT,
  type Outcome,
  PENDING,
  SUCCESS,
} from '../../domain/outcome.ts'
import { outcomeRules } from '../../domain/outcome-rules.ts'
import { badRequest, type RouteRequest } from '../router.ts'
import { bodyFields, type Fields } from '../validation.ts'

/** `GET /outcomes` */
export function readOutcomes({ context }: RouteRequest): OutcomesResponse {
  const queued = context.outcomeQueue.current()
  if (!queued) return { rules: outcomeRules() }
  const { outcome, afterMs } = queued.plan
  const failure = outcome.kind === 'FAILURE' ? outcome.failure : {}
  return { rules: outcomeRules(), queued: { next: queued.next, outcome: outcome.kind, ...failure, afterMs } }
}

/** `POST /outcomes`: replaces what was queued before. */
export function queueOutcome(request: RouteRequest): OutcomesResponse {
  const body = bodyFields(request.body)
  const next = parseCount(body, 'next', { min: 1, fallback: 1 })
  const afterMs = parseCount(body, 'afterMs', { min: 0, fallback: 0 })
  request.context.outcomeQueue.set({ next, plan: { outcome: parseOutcome(body), afterMs } })
  return readOutcomes(request)
}

/** `DELETE /outcomes` */
export function clearOutcomes(request: RouteRequest): OutcomesResponse {
  request.context.outcomeQueue.clear()
  return readOutcomes(request)
}

function parseOutcome({ outcome, errorCode }: Fields): Outcome {
  switch (outcome) {
    case 'SUCCESS':
      return SUCCESS
    case 'PENDING':
      return PENDING
    case 'LATE_PAYMENT':
      return LATE_PAYMENT
    case 'FAILURE':
      return { kind: 'FAILURE', failure: parseFailure(errorCode) }
    default:
      throw badRequest('outcome must be SUCCESS, FAILURE, PENDING or LATE_PAYMENT.')
  }
}

/** The failure for an error code of the body; `fallback` without a code. */
export function parseFailure(code: unknown, fallback: Failure = CANCELLED): Failure {
  if (code === undefined || code === null) return fallback
  const failure = typeof code === 'string' ? findFailure(code) : undefined
  if (failure) return failure
  throw badRequest(`errorCode ${JSON.stringify(code)} is not a failure code of the provider.`)
}

const MAX_COUNT = 1_000_000_000

function parseCount(
  body: Fields,
  field: 'next' | 'afterMs',
  { min, fallback }: { min: number; fallback: number },
): number {
  const value = body[field] ?? fallback
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= MAX_COUNT) return value
  throw badRequest(`${field} must be a whole number from ${min} to ${MAX_COUNT}.`)
}
