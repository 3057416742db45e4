import type { Paise } from '../money.ts'
import type { CardType, CardVariant, GeoScope } from '../provider/mode-values.ts'
import type { OrderStatusReply, RefundStatusReply } from '../provider/replies.ts'
import type { FaultRule, FaultsReply, SetFaults } from './faults.ts'
import type { JournalEntry, JournalQuery } from './journal.ts'
import type { QueuedOutcome, QueueOutcome, SimulatePayment, SimulateRefund } from './outcomes.ts'

/**
 * The sandbox's control API, relative to `/_sandbox`. Every reply is JSON; a refusal is `{ code, message }` with a 4xx.
 * Clock times are epoch milliseconds.
 */
export interface ControlRoutes {
  'GET /orders': {
    query: { state?: string; search?: string; after?: string; limit?: string }
    reply: { orders: SandboxOrder[]; next?: string }
  }
  'GET /orders/:merchantOrderId': { reply: SandboxOrder }
  'POST /orders/:merchantOrderId/simulate': { body: SimulatePayment; reply: SandboxOrder }
  'GET /refunds': { query: { state?: string; merchantOrderId?: string }; reply: { refunds: SandboxRefund[] } }
  'GET /refunds/:merchantRefundId': { reply: SandboxRefund }
  'POST /refunds/:merchantRefundId/simulate': { body: SimulateRefund; reply: SandboxRefund }
  'GET /callbacks': { query: { event?: string; id?: string; delivered?: string }; reply: { deliveries: Delivery[] } }
  'POST /callbacks/resend': { body: { deliveryIds: string[] }; reply: { deliveries: Delivery[] } }
  'POST /callbacks/trigger': { body: TriggerCallback; reply: { deliveries: Delivery[] } }
  'GET /callbacks/receiver': { reply: CallbackReceiver }
  'PUT /callbacks/receiver': { body: CallbackReceiver; reply: CallbackReceiver }
  'GET /clock': { reply: ClockReply }
  'POST /clock': { body: SetClock; reply: ClockReply }
  'GET /faults': { reply: FaultsReply }
  'POST /faults': { body: SetFaults; reply: FaultsReply }
  'DELETE /faults': { reply: FaultsReply }
  'GET /outcomes': { reply: OutcomesReply }
  'POST /outcomes': { body: QueueOutcome; reply: OutcomesReply }
  'DELETE /outcomes': { reply: OutcomesReply }
  'GET /cards': { reply: CardsReply }
  'GET /snapshots': { reply: { snapshots: Snapshot[] } }
  'POST /snapshots': { body: { name?: string }; reply: Snapshot }
  'POST /snapshots/:snapshotId/restore': { reply: Snapshot }
  'DELETE /snapshots/:snapshotId': { reply: { snapshots: Snapshot[] } }
  'GET /journal': { query: JournalQuery; reply: { entries: JournalEntry[]; next?: string } }
  'POST /drill': { body: { url: string; only?: string[] }; reply: DrillReport }
  'POST /reset': { reply: { ok: true } }
  'GET /health': { reply: { ok: true; version: string; nowMs: number; seed: string } }
}

export interface SandboxOrder extends OrderStatusReply {
  merchantOrderId: string
  product: 'STANDARD' | 'CUSTOM' | 'STANDARD_SDK' | 'CUSTOM_SDK'
  createdAtMs: number
  redirectUrl?: string
  /** Address of the hosted page, as the pay reply gave it. */
  pageUrl?: string
  refundedAmount: Paise
  refundableAmount: Paise
}

export interface SandboxRefund extends RefundStatusReply {
  merchantRefundId: string
  createdAtMs: number
}

/** One try to hand one callback to the merchant, with what the merchant answered. */
export interface Delivery {
  deliveryId: string
  event: string
  /** The merchant's order or refund id. */
  id: string
  state: string
  url: string
  /** 1 for the first try. */
  attempt: number
  scheduledAtMs: number
  sentAtMs?: number
  /** True when the receiver answered 2xx within its deadline. */
  delivered: boolean
  request: { headers: { [name: string]: string }; body: string }
  answer?: { status: number; body: string; tookMs: number }
  failure?: string
  nextAttemptAtMs?: number
  /** How this copy was bent on purpose: `duplicate`, `reorder`, `tamper`, `unsigned`, `delay`. */
  fault?: string
}

export interface CallbackReceiver {
  url?: string
  mode?: 'classic' | 'hmac' | 'both'
  username?: string
  password?: string
  secretKey?: string
  keyId?: string
}

export interface TriggerCallback {
  event: string
  merchantOrderId?: string
  merchantRefundId?: string
  fault?: 'duplicate' | 'tamper' | 'unsigned' | 'wrong-amount' | 'unknown-event'
}

export interface ClockReply {
  nowMs: number
  frozen: boolean
}

/** One of: stop the clock, let it run again, put it somewhere, move it on. */
export type SetClock = { freeze: true } | { resume: true } | { setMs: number } | { advanceMs: number }

/** One line of the table of outcomes: what a payment must look like, and what then happens to it. */
export interface OutcomeRule {
  match: {
    amount?: number
    amountEndsWith?: string
    vpa?: string
    card?: string
    bankId?: string
    merchantOrderId?: string
    merchantRefundId?: string
  }
  outcome: string
  explains: string
}

/** The table, and what was decided ahead of it, if anything is left of that. */
export interface OutcomesReply {
  rules: OutcomeRule[]
  queued?: QueuedOutcome
}

/** The cards that exist here, and the key that everything of a card is encrypted with. */
export interface CardsReply {
  encryption: { keyId: number; publicKeyPem: string }
  /** The one-time password of every bank. */
  otp: string
  cards: ListedCard[]
}

export interface ListedCard {
  number: string
  network: string
  type: CardType
  variant: CardVariant
  geoScope: GeoScope
  cvv: string
  expiry: { month: string; year: string }
  /** The network token that stands for the number in a `TOKEN` payment. */
  token: string
  outcome: string
  explains: string
}

export interface Snapshot {
  snapshotId: string
  name: string
  takenAtMs: number
  orders: number
  refunds: number
}

export interface DrillReport {
  url: string
  score: number
  checks: DrillCheck[]
}

export interface DrillCheck {
  name: string
  passed: boolean
  /** What was sent, and what a good receiver does. */
  expects: string
  saw: string
  /** How to mend the receiver; absent when it passed. */
  fix?: string
}

export type { FaultRule }
