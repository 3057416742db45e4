import type { OrderState } from './orders.ts'

/** What the books heard about an order, or a refund. */
export type ObservationKind = 'reply' | 'callback' | 'status' | 'redirect' | 'clock' | 'console' | 'refund'

/** One fold of observations into an order: what was heard, which rule spoke, what changed. Written in the transaction that changed it. */
export interface Decision {
  decisionId: string
  atMs: number
  /** The rule's stable name, such as `completed-by-status` or `amount-mismatch`. */
  rule: string
  /** The rule in plain words. */
  explains: string
  from: OrderState
  to: OrderState
  observations: { kind: ObservationKind; state?: string; amount?: number; atMs: number; source?: string }[]
  events: string[]
}

/** One line of an order's story. `detailId` opens its payload. */
export interface TimelineEntry {
  atMs: number
  kind: 'call' | 'callback' | 'status' | 'decision' | 'effect' | 'refund' | 'payer' | 'console'
  title: string
  tone: 'neutral' | 'good' | 'warning' | 'bad'
  detail?: string
  detailId?: string
}

/** "Why is this order paid?": the facts, each with where it came from. */
export interface Proof {
  answer: string
  /** `amount` in paise; `callbackId` where a callback is the source. */
  steps: { atMs: number; says: string; amount?: number; source: string; callbackId?: string; detailId?: string }[]
  decisions: Decision[]
}
