import type {
  Refund,
  RefundApproval,
  RefundReason,
  RefundReview,
  RefundState,
} from '@galla/contract/gateway-api/refunds'
import type { Paise } from '@galla/contract/money'
import type { Disputed, Refusal } from './statements.ts'

/** The ids that a refund is known by: ours, the provider's, or both. One that was made elsewhere may lack ours. */
export interface RefundIds {
  readonly merchantRefundId?: string
  readonly refundId?: string
}

/** The refund is known by our id: its status can be checked, and it may be sent. Callbacks alone report any other one. */
export const hasOurId = <Ids extends RefundIds>(refund: Ids): refund is Ids & { readonly merchantRefundId: string } =>
  refund.merchantRefundId !== undefined

/** A stored refund: its facts, and the state that was decided from them. `amount` in paise. */
export interface RefundRecord extends RefundIds {
  /** Its own key, which never changes: the ledger and the events refer to it. */
  readonly id: number
  readonly merchantOrderId: string
  readonly amount: Paise
  readonly state: RefundState
  readonly origin: Refund['origin']
  /** A request may have reached the provider, and no status of the provider has decided since. */
  readonly inDoubt: boolean
  /** Number of times that the request was sent, or was about to be sent. Identifies one send: a result of an earlier send decides nothing. */
  readonly attempts: number
  /** When the last request left, unless the provider has answered it or it certainly never left: it may still arrive. Epoch milliseconds of the database's clock. */
  readonly underWaySinceMs?: number
  /** Code and message of the last refusal while the refund is in doubt. */
  readonly refusal?: Refusal
  /** The provider's statements about the refund that nobody has agreed to. Agreed statements are in the other fields. */
  readonly disputed?: Disputed
  readonly needsReview?: RefundReview
  /** Keys of findings that a person has accepted: they are not asked about again. */
  readonly resolvedFindings?: readonly string[]
  /** When the refund got its state, or a person resumed it. Epoch milliseconds. */
  readonly stateSinceMs: number
  /** Number of events recorded about the refund. */
  readonly eventCount: number
  readonly errorCode?: string
  readonly detailedErrorCode?: string
  readonly utr?: string
  readonly createdAtMs: number
  /** The earliest time that the provider gives for the refund; only for a refund made outside the gateway. Epoch milliseconds. */
  readonly madeAtMs?: number
  readonly reason?: RefundReason
  /** Name, id and role of the requester: a user, or an API key; of the merchant's program the id is `program`. */
  readonly requestedBy?: string
  readonly requestedById?: string
  readonly requestedRole?: string
  /** True when the refund's amount was counted for the day's limit of that role. */
  readonly countedForDay?: boolean
  /** The decision of a second person; undefined when no approval is needed. */
  readonly approval?: RefundApproval['state']
  /** When a request that nobody decided expires. Epoch milliseconds. */
  readonly approveByMs?: number
  readonly decidedBy?: string
  readonly decidedById?: string
  readonly decidedAtMs?: number
  readonly decisionNote?: string
}

/** A refund that is not sent yet. */
export function newRefund(
  wanted: Pick<RefundRecord, 'id' | 'merchantRefundId' | 'merchantOrderId' | 'amount' | 'origin' | 'createdAtMs'>,
): RefundRecord {
  return {
    ...wanted,
    state: 'REQUESTED',
    inDoubt: false,
    attempts: 0,
    stateSinceMs: wanted.createdAtMs,
    eventCount: 0,
  }
}

/** The fields of a refund that say what it takes of the order. */
export type Reservation = Pick<RefundRecord, 'state' | 'amount' | 'needsReview'>

/**
 * Returns the amount that a refund takes from the order, in paise. A failed refund takes nothing; a refund in review takes the largest
 * amount that was stored or reported.
 */
export function reservedAmount({ state, amount, needsReview }: Reservation): number {
  if (needsReview) return Math.max(amount, needsReview.ours.amount, needsReview.theirs?.amount ?? 0)
  return state === 'FAILED' ? 0 : amount
}

/** Not in a final state. */
export function isOpen({ state }: Pick<RefundRecord, 'state'>): boolean {
  return state !== 'COMPLETED' && state !== 'FAILED'
}

/** Nothing of it has reached the provider, as far as is known: what it holds yields to money that has left. */
export const isUnsent = ({ state, attempts, inDoubt, disputed }: RefundRecord): boolean =>
  state === 'REQUESTED' && attempts === 0 && !inDoubt && !mayBeKnown(disputed)

const mayBeKnown = ({ report, paidOut, stray }: Disputed = {}): boolean =>
  report !== undefined || paidOut !== undefined || isMoney(stray?.theirs?.state)

/** The provider may be working on it: another refund of the order is not sent meanwhile. One in review does not hold others up. */
export function isAtProvider({ state, inDoubt, needsReview }: RefundRecord): boolean {
  return !needsReview && (state === 'PENDING' || state === 'CONFIRMED' || (state === 'REQUESTED' && inDoubt))
}

/** In progress or paid out, as the provider says it. */
export const isMoney = (state: string | undefined): boolean =>
  state === 'PENDING' || state === 'CONFIRMED' || state === 'COMPLETED'

/** Money left or will leave, by what the provider reports, or reported before and has not taken back: such a refund does not free its amount. */
export const isPaidOut = ({ ours, theirs }: RefundReview): boolean =>
  isMoney(theirs?.state) || (ours.state === 'COMPLETED' && theirs?.state !== 'FAILED')

/** The refund may still fail as far as is known, so its amount may be owed again. */
export const mayStillFail = ({ state, needsReview }: RefundRecord): boolean =>
  needsReview ? !isPaidOut(needsReview) : state !== 'COMPLETED'
