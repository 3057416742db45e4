import type { QueuedOutcome } from '@galla/contract/sandbox-api/outcomes'
import type { OutcomesResponse } from '@galla/contract/sandbox-api/routes'
import { defined } from '../../domain/defined.ts'
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
import type { QueuedPlan } from '../../services/outcome-queue.ts'
import { ApiError, badRequest, type RouteRequest } from '../router.ts'
import { bodyFields, type Fields, optionalText } from '../validation.ts'

/** `GET /outcomes` */
export function readOutcomes({ context }: RouteRequest): OutcomesResponse {
  const plans = context.outcomeQueue.all()
  const [queued] = plans.filter(({ merchantOrderId }) => merchantOrderId === undefined).map(toQueuedOutcome)
  const queuedForOrders = plans
    .filter(({ merchantOrderId }) => merchantOrderId !== undefined && !isFinal(context, merchantOrderId))
    .map(toQueuedOutcome)
  return {
    rules: outcomeRules(),
    ...defined({ queued, queuedForOrders: queuedForOrders.length > 0 ? queuedForOrders : undefined }),
  }
}

/** True when the order gets no further attempt. */
function isFinal({ store }: RouteRequest['context'], merchantOrderId: string): boolean {
  const state = store.orders.get(merchantOrderId)?.state ?? store.redemptions.get(merchantOrderId)?.state
  return state === 'COMPLETED' || state === 'FAILED'
}

function toQueuedOutcome({ merchantOrderId, next, plan: { outcome, afterMs } }: QueuedPlan): QueuedOutcome {
  const failure = outcome.kind === 'FAILURE' ? outcome.failure : {}
  return { ...defined({ merchantOrderId }), next, outcome: outcome.kind, ...failure, afterMs }
}

/**
 * `POST /outcomes`: replaces what was queued before, of the same order if it names one.
 * @throws ApiError 404 UNKNOWN_ORDER
 */
export function queueOutcome(request: RouteRequest): OutcomesResponse {
  const body = bodyFields(request.body)
  const next = parseCount(body, 'next', { min: 1, fallback: 1 })
  const afterMs = parseCount(body, 'afterMs', { min: 0, fallback: 0 })
  const { outcomeQueue, store } = request.context
  const merchantOrderId = optionalText(body.merchantOrderId, 'merchantOrderId')
  if (merchantOrderId !== undefined && !store.orders.get(merchantOrderId) && !store.redemptions.get(merchantOrderId)) {
    throw new ApiError(404, 'UNKNOWN_ORDER', `There is no order ${merchantOrderId}.`)
  }
  outcomeQueue.set({ next, plan: { outcome: parseOutcome(body), afterMs }, ...defined({ merchantOrderId }) })
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
