import type { ResolveRefundReview } from '@galla/contract/gateway-api/refunds'
import type { ProviderRefundStatus, Refusal } from './statements.ts'

/** Facts around the refund that the reducer needs; read under the order's lock. */
export interface RefundSurroundings {
  readonly nowMs: number
  /** The amount that the order has left for this refund: paid, less the amounts of its other refunds. Paise. */
  readonly available: number
  /** The same, with what refunds hold that were never sent: they yield to money that has left. @default available */
  readonly reachable?: number
}

/** One thing that the gateway learned about a refund. Only observations change a refund. */
export type RefundObservation =
  /** The provider's status. `outdated`: it may be older than what is stored, so it corrects nothing. */
  | ({ readonly kind: 'status'; readonly status: ProviderRefundStatus; readonly outdated?: boolean } & Asked)
  /** The response to a request. `attempt`: `RefundRecord.attempts` of its sending. */
  | { readonly kind: 'response'; readonly status: ProviderRefundStatus; readonly attempt: number }
  | FailedResponse
  | ({
      readonly kind: 'status-failed'
      /** The provider says that it does not know the refund. */
      readonly unknownRefund: boolean
      /** The provider answered with an undocumented message, so it may mean the same. */
      readonly unclear?: boolean
      /** The undocumented message is about the refund or what was not found, as opposed to the request. */
      readonly unclearAboutRefund?: boolean
      /** The provider answered, and shows no such refund. */
      readonly refused?: boolean
      /** Before the status was asked for. Epoch milliseconds. */
      readonly checkedAtMs?: number
    } & Asked)
  /** The other payment of the reference was refunded already, which this database did not know. */
  | { readonly kind: 'not-needed' }
  /** A person resolves the review. */
  | { readonly kind: 'resolution'; readonly decision: ResolveRefundReview['decision'] }
  /** Another refund of the order has taken money, or has given it back. */
  | { readonly kind: 'balance' }
  /** A second person decides, or nobody did in time. */
  | ApprovalObservation

/** The refund that a status check asked about. */
interface Asked {
  /** The version of the refund that the question was about; 0 of one that was not stored. Absent of what was not asked for, such as a callback. */
  readonly checkedVersion?: number
}

export interface ApprovalObservation {
  readonly kind: 'approval'
  readonly decision: 'approved' | 'declined' | 'expired'
  /** The person who decides; absent when the request expires. */
  readonly by?: { readonly name: string; readonly userId: string }
  readonly note?: string
}

export interface FailedResponse {
  readonly kind: 'response-failed'
  readonly outcome: 'not-sent' | 'rejected' | 'unknown'
  /** `RefundRecord.attempts` of the sending that failed. */
  readonly attempt: number
  /** No request was sent before that could have been received. */
  readonly first: boolean
  /** The meaning of a refusal; absent when the refusal says nothing about the refund, such as a rate limit. */
  readonly refusal?: Omit<Refusal, 'atMs' | 'isDenied'>
}

/** True when the provider does not have the refund, so that the refund's amount may be freed. An answer about the request alone does not say so. */
export const isDenied = (check: RefundObservation): boolean =>
  check.kind === 'status-failed' && (check.unknownRefund || check.unclearAboutRefund === true)

/** The status that an observation reports. */
export const statusOf = (observation: RefundObservation): ProviderRefundStatus | undefined =>
  'status' in observation ? observation.status : undefined
