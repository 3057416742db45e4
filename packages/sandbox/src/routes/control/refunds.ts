import type { RefundState } from '@galla/contract/provider/states'
import type { SimulateRefund } from '@galla/contract/sandbox-api/outcomes'
import type { SandboxRefund } from '@galla/contract/sandbox-api/routes'
import type { Failure } from '../../domain/outcome.ts'
import { type Asked, RouteRefusal } from '../router.ts'
import { bodyFields } from '../validation.ts'
import { refundNamed, showRefund } from './orders.ts'
import { failureFrom } from './outcomes.ts'

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

const STEPS: { readonly [Outcome in SimulateRefund['outcome']]: RefundState } = {
  SUCCESS: 'COMPLETED',
  FAILURE: 'FAILED',
  ACCEPTED: 'CONFIRMED',
  PENDING: 'PENDING',
}

/** What a refund that is settled without a code fails with: the day's balance is too small. */
const BALANCE_TOO_SMALL: Failure = { errorCode: 'REFUND_BREACHED', detailedErrorCode: 'BF_034' }

/** `POST /refunds/{merchantRefundId}/simulate`: by click, what the provider would do in its time. */
export function simulateRefund(asked: Asked): SandboxRefund {
  const { provider, params } = asked
  const { outcome, errorCode } = bodyFields(asked.body)
  const refund = refundNamed(asked, params.merchantRefundId)
  if (typeof outcome !== 'string' || !Object.hasOwn(STEPS, outcome)) {
    throw new RouteRefusal(400, 'BAD_REQUEST', `outcome must be one of ${Object.keys(STEPS).join(', ')}.`)
  }
  const to = STEPS[outcome as SimulateRefund['outcome']]
  const failure = to === 'FAILED' ? { failure: failureFrom(errorCode, BALANCE_TOO_SMALL) } : {}
  const change = provider.ledger.changeRefund(refund.merchantRefundId, { to, ...failure })
  if (change.refused)
    throw new RouteRefusal(409, change.refused, `The refund is ${refund.state} and cannot be settled so.`)
  return showRefund(change.refund, provider)
}
