/** One delivery, as it came in. Headers and body are masked; a reveal is logged. */
export interface BookCallback {
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
}

export interface BookCallbackDetail extends BookCallback {
  headers: { [name: string]: string }
  body: unknown
  /** Other deliveries about the same thing, for a comparison. */
  siblings: BookCallback[]
}

export interface CallbacksQuery {
  verdict?: string
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
  /** More than this is not replayed at once. */
  most: number
}
