import type { OutcomesReply } from '@galla/contract/sandbox-api/routes'
import {
  CANCELLED,
  type Failure,
  failureOf,
  LATE_PAYMENT,
  type Outcome,
  PENDING,
  SUCCESS,
} from '../../domain/outcome.ts'
import { outcomeRules } from '../../domain/outcome-rules.ts'
import { type Asked, RouteRefusal } from '../router.ts'
import { bodyFields, type Fields } from '../validation.ts'

export function readOutcomes({ provider }: Asked): OutcomesReply {
  const decided = provider.decidedNext.read()
  if (!decided) return { rules: outcomeRules() }
  const { outcome, afterMs } = decided.plan
  const failure = outcome.kind === 'FAILURE' ? outcome.failure : {}
  return { rules: outcomeRules(), queued: { next: decided.next, outcome: outcome.kind, ...failure, afterMs } }
}

/** `POST /outcomes`: replaces what was decided before. */
export function queueOutcome(asked: Asked): OutcomesReply {
  const wanted = bodyFields(asked.body)
  const next = count(wanted, 'next', 1, 1)
  const afterMs = count(wanted, 'afterMs', 0, 0)
  asked.provider.decidedNext.decide({ next, plan: { outcome: outcomeFrom(wanted), afterMs } })
  return readOutcomes(asked)
}

export function forgetDecided(asked: Asked): OutcomesReply {
  asked.provider.decidedNext.clear()
  return readOutcomes(asked)
}

function outcomeFrom({ outcome, errorCode }: Fields): Outcome {
  switch (outcome) {
    case 'SUCCESS':
      return SUCCESS
    case 'PENDING':
      return PENDING
    case 'LATE_PAYMENT':
      return LATE_PAYMENT
    case 'FAILURE':
      return { kind: 'FAILURE', failure: failureFrom(errorCode) }
    default:
      throw new RouteRefusal(400, 'BAD_REQUEST', 'outcome must be SUCCESS, FAILURE, PENDING or LATE_PAYMENT.')
  }
}

function count(wanted: Fields, field: 'next' | 'afterMs', least: number, otherwise: number): number {
  const value = wanted[field] ?? otherwise
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= 1_000_000_000) return value
  throw new RouteRefusal(400, 'BAD_REQUEST', `${field} must be a whole number from ${least} to 1000000000.`)
}

/** The failure that a body asks for; without a code the payer walked away, or `otherwise`. */
export function failureFrom(code: unknown, otherwise: Failure = CANCELLED): Failure {
  if (code === undefined || code === null) return otherwise
  const failure = typeof code === 'string' ? failureOf(code) : undefined
  if (failure) return failure
  throw new RouteRefusal(400, 'BAD_REQUEST', `errorCode ${JSON.stringify(code)} is not a failure code of the provider.`)
}
