import type { RefundState } from '@galla/contract/provider/states'
import type { SimulateRefund } from '@galla/contract/sandbox-api/outcomes'
import type { SandboxRefund } from '@galla/contract/sandbox-api/routes'
import type { SandboxContext } from '../../context.ts'
import type { Failure } from '../../domain/outcome.ts'
import type { Refund } from '../../domain/refund.ts'
import { DEFAULT_QUIRKS } from '../../quirks.ts'
import { refundStatusResponse } from '../../responses/status.ts'
import { ApiError, badRequest, type RouteRequest } from '../router.ts'
import { bodyFields } from '../validation.ts'
import { parseFailure } from './outcomes.ts'

/** @throws ApiError 404 UNKNOWN_REFUND */
export function findRefund({ context }: RouteRequest, merchantRefundId: string | undefined): Refund {
  const refund = context.store.refunds.get(merchantRefundId ?? '')
  if (!refund) throw new ApiError(404, 'UNKNOWN_REFUND', `There is no refund ${merchantRefundId}.`)
  return refund
}

/** `GET /refunds/{merchantRefundId}` */
export function readRefund(request: RouteRequest): SandboxRefund {
  return showRefund(findRefund(request, request.params.merchantRefundId), request.context)
}

/** A refund with every field, regardless of the quirks of the provider's own responses. */
function showRefund(refund: Refund, { settings }: SandboxContext): SandboxRefund {
  return {
    ...refundStatusResponse(refund, settings.merchantId, DEFAULT_QUIRKS),
    merchantRefundId: refund.merchantRefundId,
    createdAtMs: refund.createdAtMs,
  }
}

/** `GET /refunds`: newest first. */
export function listRefunds({ context, query }: RouteRequest): { refunds: SandboxRefund[] } {
  const { state, merchantOrderId } = query
  const found = [...context.store.refunds.all()].filter(
    (one) =>
      (state === undefined || one.state === state) &&
      (merchantOrderId === undefined || one.originalMerchantOrderId === merchantOrderId),
  )
  return { refunds: found.reverse().map((refund) => showRefund(refund, context)) }
}

const STATE_FOR: { readonly [Outcome in SimulateRefund['outcome']]: RefundState } = {
  SUCCESS: 'COMPLETED',
  FAILURE: 'FAILED',
  ACCEPTED: 'CONFIRMED',
  PENDING: 'PENDING',
}

/** The default failure of a simulated refund: the day's balance is too small. */
export const BALANCE_TOO_SMALL: Failure = { errorCode: 'REFUND_BREACHED', detailedErrorCode: 'BF_034' }

/** `POST /refunds/{merchantRefundId}/simulate`: what the provider would do in its own time. */
export function simulateRefund(request: RouteRequest): SandboxRefund {
  const { context, params } = request
  const { outcome, errorCode } = bodyFields(request.body)
  const refund = findRefund(request, params.merchantRefundId)
  if (typeof outcome !== 'string' || !Object.hasOwn(STATE_FOR, outcome)) {
    throw badRequest(`outcome must be one of ${Object.keys(STATE_FOR).join(', ')}.`)
  }
  const to = STATE_FOR[outcome as SimulateRefund['outcome']]
  const failure = to === 'FAILED' ? { failure: parseFailure(errorCode, BALANCE_TOO_SMALL) } : {}
  const change = context.refunds.apply(refund.merchantRefundId, { to, ...failure })
  if (change.refused)
    throw new ApiError(409, change.refused, `The refund is ${refund.state}: it cannot change to ${to}.`)
  return showRefund(change.refund, context)
}
