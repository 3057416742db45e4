/** One delivery, as it came in. Headers and body are masked; a reveal is logged. */
export interface CallbackRecord {
  callbackId: string
  receivedAtMs: number
  verdict: 'accepted' | 'duplicate' | 'refused'
  event: string
  merchantOrderId?: string
  merchantRefundId?: string
  state?: string
  /** Refused: the reason's stable name, and how to mend it. */
  reason?: string
  hint?: string
  verifiedBy?: string
  /** Accepted: whether it was folded into the order, and when. */
  processedAtMs?: number
  error?: string
  attempts: number
  /** Accepted, but of an event that this version does not know: it was kept and changed nothing. */
  unknownEvent?: true
  /** Folding it failed until there were no attempts left: it waits for a person, who may replay it. */
  needsReview?: true
}

export interface CallbackRecordDetail extends CallbackRecord {
  headers: { [name: string]: string }
  body: unknown
  /** Other deliveries about the same thing, for a comparison. */
  siblings: CallbackRecord[]
}

export interface CallbacksQuery {
  verdict?: string
  /** `true`: only those that wait for a person. */
  needsReview?: string
  /** `true`: only those of an event that is not known here. */
  unknownEvent?: string
  event?: string
  id?: string
  fromMs?: string
  toMs?: string
  after?: string
  limit?: string
}

/** What a replay would do, before it does it. */
export interface ReplayPreview {
  callbackIds: string[]
  count: number
  orders: { merchantOrderId: string; from: string; to: string; rule: string }[]
  /** `from` is `not here` for a refund that somebody made beside us and that would be taken in. */
  refunds: { merchantRefundId: string; from: string; to: string }[]
  /** More than this is not replayed at once. */
  most: number
}
