import type { Paise } from '../money.ts'

/**
 * State of a refund. `REQUESTED`: the refund is stored, and the provider has not confirmed the refund yet. The other states are the
 * provider's.
 */
export type RefundState = 'REQUESTED' | 'PENDING' | 'CONFIRMED' | 'COMPLETED' | 'FAILED'

/** The requester of a refund. */
export type RefundOrigin =
  /** A person, in the console. */
  | 'console'
  /** The merchant's code: `refunds.request()` or the merchant API. */
  | 'api'
  /** The gateway: the order was paid after it had failed or expired. */
  | 'late-payment'
  /** The gateway: the order or its reference was paid more than once. */
  | 'duplicate'
  /** Somebody outside the gateway, such as in the provider's dashboard. */
  | 'external'

/** Why a refund needs review. */
export type RefundReviewReason =
  /** The provider reports another amount. */
  | 'amount-mismatch'
  /** The provider reports the refund for another order. */
  | 'order-mismatch'
  /** The provider does not know the order that is to be refunded. */
  | 'order-unknown'
  /** The provider sent a state that this version does not know. */
  | 'unknown-state'
  /** The provider refused the request with an unclear message, and does not know the refund. */
  | 'refused'
  /** The provider's status contradicts the stored status, or more was paid out than came in. */
  | 'contradiction'
  /** The refund was never sent, and the order has less than its amount left: money left the order in another way. */
  | 'insufficient-balance'
  /** The provider has not decided for too long. */
  | 'undecided'
  /** The stored review cannot be read, as after a change of the database by hand. */
  | 'unreadable'

/**
 * The beginning of a `merchantRefundId` that is made of the provider's id, for a refund made elsewhere while no other id is known. No id
 * of a merchant has a colon.
 */
export const REFUND_HANDLE_PREFIX = 'external:'

/** A refund in review keeps its amount reserved, and its status is still checked: a matching status ends the review. */
export interface RefundReview {
  /** Code of the reason. `ours` and `theirs` are its parameters; the console writes the sentence. Holds no payer data. */
  readonly reason: RefundReviewReason
  /** Epoch milliseconds. */
  readonly sinceMs: number
  /** The stored values when the review began. `amount` in paise. */
  readonly ours: {
    /** State of the refund. */
    readonly state: RefundState
    /** In paise. */
    readonly amount: number
    /** The stored id of the provider; only for a `contradiction` of ids. */
    readonly refundId?: string
    /**
     * The amount that the order has for this refund, in paise; only for `insufficient-balance`, and for a `contradiction` because more has
     * left than was paid.
     */
    readonly availableAmount?: number
  }
  /** The provider's report: a status, or the code and message of a refusal. `amount` in paise. */
  readonly theirs?: {
    /** State as sent. */
    readonly state?: string
    /** In paise; absent when it cannot be read. */
    readonly amount?: number
    /** The order of the provider's refund; only for an `order-mismatch`. */
    readonly merchantOrderId?: string
    /** The provider's id now; only for a `contradiction` of ids. */
    readonly refundId?: string
    /**
     * The refund that the answer is about; only for a `contradiction` because the answer is about another refund. The state and amount of
     * the other refund are left out.
     */
    readonly merchantRefundId?: string
    /** Code of a refusal. */
    readonly code?: string
    /** Message of a refusal. */
    readonly message?: string
  }
}

/** A person's decision that resolves the review of a refund. */
export interface ResolveRefundReview {
  /**
   * `retry`: check the status again, and send the request again under the same id if the provider does not know the refund.
   * `failed`: the provider's dashboard shows that no money left; the amount may be refunded again. A later status of the provider
   * corrects this decision.
   * `adopt-amount`: for an `amount-mismatch`, the provider's amount becomes the refund's amount, because it was or will be paid out,
   * if the order has this amount. For `insufficient-balance`, the rest of the order becomes the refund's amount.
   * `accept`: for a `contradiction` because more was paid out than came in, the difference is known and settled elsewhere. A person is
   * asked again only if the amount of the difference changes.
   * `completed`: the provider's dashboard shows that a refund `external:<refundId>`, whose status cannot be checked, was paid out.
   * Possible if the order has the amount, and the provider does not report another amount. A later callback that contradicts the decision
   * puts the refund in review again.
   */
  decision: 'retry' | 'failed' | 'adopt-amount' | 'accept' | 'completed'
  /** The person's findings, for the audit log. 1 to 500 characters. */
  note: string
  /**
   * `version` of the refund that the person read. If the refund has changed since, the decision is refused with `REVIEW_CHANGED`.
   * Without `version`, the decision is about the review at that moment.
   */
  version?: number
}

/** The reasons for which a person refunds. */
export const REFUND_REASONS = [
  'cancelled',
  'not-delivered',
  'damaged',
  'wrong-item',
  'paid-twice',
  'paid-late',
  'goodwill',
  'other',
] as const

/** One of `REFUND_REASONS`. */
export type RefundReason = (typeof REFUND_REASONS)[number]

/** The decision of a second person about a refund. Nothing is sent to the provider before it is `approved`. */
export interface RefundApproval {
  /** `waiting`: nobody has decided yet. `declined` and `expired`: the refund is FAILED and its amount is free again. */
  readonly state: 'waiting' | 'approved' | 'declined' | 'expired'
  /** When a request that nobody decided expires. Epoch milliseconds. */
  readonly untilMs: number
  /** Name of the person who decided. */
  readonly decidedBy?: string
  /** Epoch milliseconds. */
  readonly decidedAtMs?: number
  /** The note of the person who decided. */
  readonly note?: string
}

/** A person's decision about a refund that waits for approval. */
export interface DecideRefund {
  /** Why, for the audit log. Required to decline. At most 500 characters. */
  note?: string
}

/** One refund. */
export interface Refund {
  /**
   * Your id of the refund, by which the provider identifies the refund too. `external:<refundId>` for a refund made elsewhere, if only the
   * provider's id is known.
   */
  merchantRefundId: string
  /** The paid order. */
  merchantOrderId: string
  /** Amount of the refund, in paise. */
  amount: Paise
  /** State of the refund. */
  state: RefundState
  /** The provider's id of the refund, once known. */
  refundId?: string
  /** The requester of the refund. */
  origin: RefundOrigin
  /** `note` of the request; not sent to the provider. */
  note?: string
  /** The reason that the requester chose. */
  reason?: RefundReason
  /** Name of the person who requested the refund in the console; `program` for a request of the merchant's code that needs approval. */
  requestedBy?: string
  /** The approval by a second person. Absent when no approval is needed. */
  approval?: RefundApproval
  /** The provider's code of a failed refund; `DECLINED`, `APPROVAL_EXPIRED` or `OTHER_PAYMENT_REFUNDED` for a refund that was never sent. */
  errorCode?: string
  /** The provider's more precise error code. */
  detailedErrorCode?: string
  /** Bank reference number of the payout. */
  utr?: string
  /**
   * True when a request was sent, or was about to be sent, and the provider has not reported the refund since. The gateway checks the
   * status under the same id. The amount stays reserved.
   */
  inDoubt: boolean
  /**
   * Time at which the provider's answer to the current request is due. Set before the request is sent, until the answer arrives or is lost.
   * After this time, the outcome is unknown. Epoch milliseconds.
   */
  answerDueAtMs?: number
  /** The review. Set while the refund needs review. */
  needsReview?: RefundReview
  /** Number of times that the request was sent to the provider, or was about to be sent. */
  attempts: number
  /** Time of the request. Epoch milliseconds. */
  createdAtMs: number
  /** Time of the last change. Epoch milliseconds. */
  updatedAtMs: number
  /** When the gateway next sends the refund or checks its status. Epoch milliseconds. */
  nextPollAtMs?: number
  /** Version of the refund, which increases with every change. */
  version: number
}

/** A refund in a list of the console. */
export interface ListedRefund extends Refund {
  /** The reference of the refund's order. */
  reference: string
}

/** The smallest amount that the provider refunds, in paise. */
export const SMALLEST_REFUND = 100 as Paise

/** A refund to request. */
export interface RequestRefund {
  /**
   * Your id of the refund. Choose one id for each decision to refund: a second request with the same id, order, amount and note is the same
   * refund. 1 to 63 letters, digits, `_` or `-`. The id of an automatic refund of another order, which ends in `-late`, `-dup` or `-twice`,
   * is refused.
   */
  merchantRefundId: string
  /** Amount in paise: at least 100, the smallest amount that the provider refunds, and at most the order's `refundableAmount`. */
  amount: Paise
  /** Note for your records, at most 500 characters. */
  note?: string
  /** Reason of the refund. A second request of the same id may have another reason. */
  reason?: RefundReason
}

/** Filters and page of `refunds.list()`, newest first. Filters are combined with AND. */
export interface ListRefunds {
  /** One state, or `OPEN` for all states except COMPLETED and FAILED. */
  state?: RefundState | 'OPEN'
  /** Only refunds of this order. */
  merchantOrderId?: string
  /** Only refunds of the orders of this reference. */
  reference?: string
  /** `true`: only refunds that need review. */
  needsReview?: boolean
  /** `true`: only refunds that wait for the approval of a second person. */
  awaitsApproval?: boolean
  /** Only refunds created at this time or later. Epoch milliseconds. */
  fromMs?: number
  /** Only refunds created before this time. Epoch milliseconds. */
  toMs?: number
  /** Cursor: `next` of the previous page, with the same filters. */
  after?: string
  /** Rows of a page, 1 to 500. @default 50 */
  limit?: number
}

/** `ListRefunds` in the query string of `GET /refunds`: every value is text. */
export interface RefundsQuery {
  /** One state, or `OPEN` for all states except COMPLETED and FAILED. */
  state?: string
  merchantOrderId?: string
  reference?: string
  /** `true` or `false`. */
  needsReview?: string
  /** `true` or `false`. */
  awaitsApproval?: string
  /** Epoch milliseconds. */
  fromMs?: string
  /** Epoch milliseconds. */
  toMs?: string
  after?: string
  /** 1 to 500, default 50. */
  limit?: string
}
