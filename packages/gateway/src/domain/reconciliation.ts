import type { Discrepancy } from '@galla/contract/gateway-api/console-routes'
import type { Observation, OrderRecord } from './order.ts'
import type { RefundRecord } from './refund.ts'
import type { RefundObservation } from './refund-reducer.ts'

type OrderCheck = Extract<Observation, { kind: 'status' | 'status-failed' }>
type RefundCheck = Extract<RefundObservation, { kind: 'reply' | 'status' | 'status-failed' }>

const ORDER_RANK = { CREATED: 0, PENDING: 1, FAILED: 2, COMPLETED: 3 } as const
/** A later word of the provider corrects FAILED here. */
const REFUND_RANK = { REQUESTED: 0, FAILED: 0, PENDING: 1, CONFIRMED: 2, COMPLETED: 3 } as const

/** Lists the discrepancies between the stored order and the provider's status. A sync removes a `repairable` one. */
export function compareOrder(ours: OrderRecord, check: OrderCheck): Discrepancy[] {
  const { merchantOrderId } = ours
  const row = (kind: Discrepancy['kind'], theirs: string, explains: string, repairable = false): Discrepancy[] => [
    {
      merchantOrderId,
      kind,
      ours: kind === 'amount' ? `${ours.amount} paise` : ours.state,
      theirs,
      explains,
      repairable,
    },
  ]
  if (check.kind === 'status-failed') {
    if (!check.unknownOrder)
      return row('unreadable', 'no answer', 'The provider did not answer for this order. Run the report again.')
    if (ours.state === 'CREATED' || ours.orderId === undefined) return []
    return row(
      'missing-there',
      'not known',
      'The provider reported this order before and does not know it now. Contact its support with the order’s ids.',
    )
  }
  const { state, wireState, amount } = check.status
  if (amount !== undefined && amount !== ours.amount) {
    return row(
      'amount',
      `${amount} paise`,
      'The provider reports another amount than the order amount. The next sync puts the order in review.',
    )
  }
  if (state === 'UNKNOWN') {
    return row(
      'unknown-state',
      wireState ?? 'unknown',
      'The provider reports a state that this version does not know. Update the package, or check the dashboard.',
    )
  }
  if (state === ours.state) return []
  if (ours.needsReview)
    return row('state', state, 'The order needs review. Resolve the review; the order is then synced again.')
  if (ORDER_RANK[state] < ORDER_RANK[ours.state]) {
    return row(
      'state',
      state,
      'The provider reports an earlier state than the stored one. An order only moves forward: its decisions explain the stored state.',
    )
  }
  return row('state', state, 'The provider is ahead of the stored state. Repairing syncs the order.', true)
}

/** Lists the discrepancies between the stored refund and the provider's status. A sync removes a `repairable` one. */
export function compareRefund(ours: RefundRecord, check: RefundCheck): Discrepancy[] {
  const { merchantOrderId, merchantRefundId } = ours
  const row = (kind: Discrepancy['kind'], theirs: string, explains: string, repairable = false): Discrepancy[] => [
    {
      merchantOrderId,
      merchantRefundId,
      kind,
      ours: `${ours.state}, ${ours.amount} paise`,
      theirs,
      explains,
      repairable,
    },
  ]
  if (check.kind === 'status-failed') {
    if (!check.unknownRefund)
      return row('unreadable', 'no answer', 'The provider did not answer for this refund. Run the report again.')
    if (ours.state === 'REQUESTED' || ours.refundId === undefined) return []
    return row(
      'missing-there',
      'not known',
      'The provider accepted this refund before and does not know it now. Contact its support with the refund’s ids.',
    )
  }
  const { state, amount } = check.status
  if (amount !== undefined && amount !== ours.amount) {
    return row(
      'amount',
      `${amount} paise`,
      'The provider reports another amount for this refund. Compare both dashboards.',
    )
  }
  if (state === 'UNKNOWN') {
    return row(
      'unknown-state',
      'unknown',
      'The provider reports a state that this version does not know. Update the package.',
    )
  }
  if (state === ours.state) return []
  if (ours.needsReview)
    return row('refunded', state, 'The refund needs review. Resolve the review, or wait until the provider does.')
  const forward = (state === 'FAILED' ? 3 : REFUND_RANK[state]) > REFUND_RANK[ours.state]
  return forward
    ? row('refunded', state, 'The provider is ahead of the stored refund. Repairing syncs it.', true)
    : row(
        'refunded',
        state,
        'The provider reports an earlier state of this refund than the stored one. Compare both dashboards.',
      )
}

/** An order or refund that a callback names and the database does not hold. */
export interface UnknownRecord {
  merchantOrderId: string
  merchantRefundId?: string
  state: string
  /** Whether the database holds the order of this id. */
  orderKnown: boolean
}

export function missingHere({ merchantOrderId, merchantRefundId, state, orderKnown }: UnknownRecord): Discrepancy {
  const refund = merchantRefundId !== undefined
  return {
    merchantOrderId,
    ...(refund ? { merchantRefundId } : {}),
    kind: 'missing-here',
    ours: 'not known',
    theirs: state,
    explains:
      refund && orderKnown
        ? 'A refund was made outside this gateway. Repairing imports it.'
        : `A callback names ${refund ? 'a refund of ' : ''}an order that this gateway does not hold. Another integration may use the same credentials and callback address.`,
    // A refund can be imported only when its order is stored.
    repairable: refund && orderKnown,
  }
}
