import type { OrderState } from './orders.ts'

/** Source of an observation. */
export type ObservationKind = 'reply' | 'callback' | 'status' | 'redirect' | 'clock' | 'console' | 'refund'

/** One run of the reducer: which observations, which rule, which change. Stored in the transaction of the change. */
export interface Decision {
  decisionId: string
  atMs: number
  /** The rule's code, such as `completed-by-status` or `amount-mismatch`. */
  rule: string
  /** The rule in one sentence. */
  explains: string
  from: OrderState
  to: OrderState
  observations: { kind: ObservationKind; state?: string; amount?: number; atMs: number; source?: string }[]
  events: string[]
}

/** One entry of an order's timeline. `detailId` opens its payload. */
export interface TimelineEntry {
  atMs: number
  kind: 'call' | 'callback' | 'status' | 'decision' | 'effect' | 'refund' | 'payer' | 'console'
  title: string
  tone: 'neutral' | 'good' | 'warning' | 'bad'
  detail?: string
  detailId?: string
}

/** Answers "why is this order paid?": each step with its source. */
export interface Proof {
  answer: string
  /** `amount` in paise; `callbackId` where a callback is the source. */
  steps: { atMs: number; says: string; amount?: number; source: string; callbackId?: string; detailId?: string }[]
  decisions: Decision[]
}
