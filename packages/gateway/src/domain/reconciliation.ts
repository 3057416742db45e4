import type { Discrepancy } from '@galla/contract/gateway-api/console-routes'
import type { Observation, OrderRecord } from './order.ts'
import type { RefundRecord } from './refund.ts'
import type { RefundObservation } from './refund-reducer.ts'

type OrderCheck = Extract<Observation, { kind: 'status' | 'status-failed' }>
type RefundCheck = Exclude<RefundObservation, { kind: 'reply-failed' }>

const ORDER_RANK = { CREATED: 0, PENDING: 1, FAILED: 2, COMPLETED: 3 } as const
const REFUND_RANK = { REQUESTED: 0, PENDING: 1, CONFIRMED: 2, FAILED: 3, COMPLETED: 3 } as const

/** Where our record of an order and the provider's say different things. Pure; what it calls repairable, one more fold mends. */
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
      'The provider answered for this order before and does not know it now. Ask its support with the order’s ids.',
    )
  }
  const { state, wireState, amount } = check.status
  if (amount !== undefined && amount !== ours.amount) {
    return row(
      'amount',
      `${amount} paise`,
      'The provider holds another amount than we asked for. A person must look: the order needs review after its next sync.',
    )
  }
  if (state === 'UNKNOWN') {
    return row(
      'unknown-state',
      wireState ?? 'unknown',
      'The provider uses a word that this version does not know. Update the package, or look in the dashboard.',
    )
  }
  if (state === ours.state) return []
  if (ours.needsReview)
    return row('state', state, 'The order needs review. Resolve the review: then it is synced again.')
  if (ORDER_RANK[state] < ORDER_RANK[ours.state]) {
    return row(
      'state',
      state,
      'The provider reports an earlier state than the stored one. An order only moves forward: its decisions say why it is stored so.',
    )
  }
  return row('state', state, 'The provider is ahead of the stored state. Repairing syncs the order.', true)
}

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
      'The provider took this refund before and does not know it now. Ask its support with the refund’s ids.',
    )
  }
  const { state, amount } = check.status
  if (amount !== undefined && amount !== ours.amount) {
    return row('amount', `${amount} paise`, 'The provider holds another amount for this refund. A person must look.')
  }
  if (state === 'UNKNOWN') {
    return row('unknown-state', 'unknown', 'The provider uses a word that this version does not know.')
  }
  if (state === ours.state) return []
  const forward = REFUND_RANK[state] > REFUND_RANK[ours.state]
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
  /** A refund: the order that it is of is in the database. */
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
    // A refund is taken in under its order.
    repairable: refund && orderKnown,
  }
}
