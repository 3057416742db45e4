import type { PageView } from '@galla/contract/sandbox-api/page-routes'
import type { SandboxContext } from '../../context.ts'
import { type Attempt, latestAttempt, type Order } from '../../domain/order.ts'
import { CANCELLED, findFailure, SUCCESS } from '../../domain/outcome.ts'
import { plannedOutcomeFor } from '../../domain/outcome-rules.ts'
import { newAttempt } from '../../services/attempts.ts'
import { ApiError, badRequest, type RouteRequest } from '../router.ts'
import { isFields } from '../validation.ts'
import { finish } from './attempts.ts'
import { findPageOrder, pageView } from './view.ts'

/** `POST /mandate`: the payer's answer in the UPI app. A queued outcome, or one of the table, takes the place of an approval. */
export function answerMandate(request: RouteRequest): PageView {
  const { context } = request
  const found = findPageOrder(request)
  if (!found.mandate) throw new ApiError(409, 'NO_MANDATE', 'This order asks for a payment, not for a mandate.')
  const answer = isFields(request.body) ? request.body.answer : undefined
  if (answer !== 'APPROVE' && answer !== 'DECLINE') throw badRequest('answer must be APPROVE or DECLINE.')
  const { order, attempt } = withOpenAttempt(context, found)
  if (answer === 'APPROVE') {
    const { merchantOrderId, amount } = order
    const planned = context.outcomeQueue.planFor(merchantOrderId) ?? plannedOutcomeFor({ merchantOrderId, amount })
    context.outcomeQueue.consume(merchantOrderId)
    // An outcome that is planned for later comes then: the payer has approved, and waits.
    if (attempt.plan) return finish(context, order, attempt, { kind: 'PENDING' })
    return finish(context, order, attempt, planned?.outcome ?? SUCCESS)
  }
  const { transactionId } = attempt
  const failure = findFailure('ZA') ?? CANCELLED
  const change = context.orders.apply(order.merchantOrderId, { type: 'FAIL', transactionId, failure, final: true })
  return pageView(change.order, context)
}

/** The attempt that the answer ends: the pending one, or a new one. */
function withOpenAttempt(context: SandboxContext, order: Order): { order: Order; attempt: Attempt } {
  const latest = latestAttempt(order)
  if (latest?.state === 'PENDING' && order.state === 'PENDING') return { order, attempt: latest }
  const nowMs = context.clock.now()
  const { plan, ...rest } = newAttempt(context, order, { type: 'UPI_QR' }, nowMs)
  // What is planned for now is the answer's own outcome.
  const attempt = plan && plan.atMs > nowMs ? { ...rest, plan } : rest
  const change = context.orders.apply(order.merchantOrderId, { type: 'START', attempt })
  const started = latestAttempt(change.order)
  if (change.refused || !started) {
    throw new ApiError(409, change.refused ?? 'FINAL', `The setup order is ${order.state}: it takes no answer.`)
  }
  return { order: change.order, attempt: started }
}
