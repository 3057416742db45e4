import type { SandboxRefund } from '@galla/contract/control/routes'
import { failureOf } from '../domain/failure.ts'
import { bodyFields } from '../provider-api/checks.ts'
import { type Asked, RouteRefusal } from '../routes.ts'
import { refundNamed } from './find.ts'
import { showRefund } from './show.ts'

/** `GET /refunds`: newest first. */
export function listRefunds({ provider, query }: Asked): { refunds: SandboxRefund[] } {
  const { state, merchantOrderId } = query
  const found = [...provider.store.refunds.all()].filter(
    (one) =>
      (state === undefined || one.state === state) &&
      (merchantOrderId === undefined || one.originalMerchantOrderId === merchantOrderId),
  )
  return { refunds: found.reverse().map((refund) => showRefund(refund, provider)) }
}

/** `POST /refunds/{merchantRefundId}/settle` */
export function settleRefund(asked: Asked): SandboxRefund {
  const { provider, params } = asked
  const { outcome, errorCode } = bodyFields(asked.body)
  const refund = refundNamed(asked, params.merchantRefundId)
  const to =
    outcome === 'SUCCESS'
      ? 'COMPLETED'
      : outcome === 'FAILURE'
        ? 'FAILED'
        : outcome === 'ACCEPTED'
          ? 'CONFIRMED'
          : undefined
  if (!to) throw new RouteRefusal(400, 'BAD_REQUEST', 'outcome must be SUCCESS, FAILURE or ACCEPTED.')
  const failure = to === 'FAILED' ? failureOf(typeof errorCode === 'string' ? errorCode : 'BF_034') : undefined
  if (to === 'FAILED' && !failure)
    throw new RouteRefusal(400, 'BAD_REQUEST', 'errorCode is not a failure code of the provider.')
  const change = provider.ledger.changeRefund(refund.merchantRefundId, { to, ...(failure ? { failure } : {}) })
  if (change.refused)
    throw new RouteRefusal(409, change.refused, `The refund is ${refund.state} and cannot be settled so.`)
  return showRefund(change.refund, provider)
}
