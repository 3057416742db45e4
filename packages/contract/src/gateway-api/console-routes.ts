import type { Paise } from '../money.ts'
import type { BrowserOS, PaymentMode } from '../provider/payment-mode.ts'
import type { MetaInfo } from '../provider/requests.ts'
import type { CallbackRecord, CallbackRecordDetail, CallbacksQuery, ReplayPreview } from './callbacks.ts'
import type { Decision, Proof, TimelineEntry } from './decisions.ts'
import type { Order, OrdersQuery, Page } from './orders.ts'
import type { Refund, RequestRefund } from './refunds.ts'

/**
 * The console API, relative to `<admin mount>/api`. Everything but `POST /session` needs the session cookie; everything that
 * changes something needs the header `x-csrf-token` as well. A refusal is `{ code, message, field? }` with a 4xx.
 * Beside these: `GET /orders.csv` (the filters of `GET /orders`, streamed), `GET /live` (server-sent `LiveEvent`s),
 * and `/sandbox/*`, the sandbox's control API, when the provider is one.
 */
export interface ConsoleRoutes {
  'POST /session': { body: { password: string }; reply: Session }
  'GET /session': { reply: Session }
  'DELETE /session': { reply: { ok: true } }
  'GET /about': { reply: About }
  'GET /overview': { query: { fromMs?: string; toMs?: string }; reply: Overview }
  'GET /search': { query: { q: string }; reply: { hits: SearchHit[] } }
  'GET /orders': { query: OrdersQuery; reply: Page<Order> }
  'GET /orders/:merchantOrderId': { reply: OrderStory }
  'GET /orders/:merchantOrderId/proof': { reply: Proof }
  'POST /orders/:merchantOrderId/sync': { reply: OrderStory }
  /** `giveBack`, for an order that was paid twice: its `surplusAmount` goes back through the provider. */
  'POST /orders/:merchantOrderId/resolve-review': { body: { note: string; giveBack?: boolean }; reply: OrderStory }
  'POST /orders/:merchantOrderId/refunds': { body: RequestRefund; reply: Refund }
  /** `state`: one of the states, or `OPEN` for all that are not over. */
  'GET /refunds': {
    query: { state?: string; merchantOrderId?: string; after?: string; limit?: string }
    reply: Page<Refund>
  }
  'GET /refunds/:merchantRefundId': { reply: Refund }
  'POST /refunds/:merchantRefundId/sync': { reply: Refund }
  'GET /callbacks': { query: CallbacksQuery; reply: Page<CallbackRecord> }
  'GET /callbacks/:callbackId': { reply: CallbackRecordDetail }
  'POST /callbacks/replay-preview': { body: { callbackIds: string[] }; reply: ReplayPreview }
  'POST /callbacks/replay': { body: { callbackIds: string[] }; reply: { replayed: number } }
  'GET /calls': { query: CallsQuery; reply: Page<ApiCall> }
  'GET /calls/:callId': { reply: ApiCallDetail }
  'GET /calls/errors': { query: { fromMs?: string; toMs?: string }; reply: { groups: ErrorGroup[] } }
  'GET /deliveries': {
    query: { needsReview?: string; state?: string; after?: string; limit?: string }
    reply: Page<EventDelivery>
  }
  'GET /deliveries/:deliveryId': { reply: EventDelivery }
  'POST /deliveries/:deliveryId/retry': { reply: EventDelivery }
  'GET /reconciliation': { reply: ReconciliationReport }
  'POST /reconciliation/run': { body: { fromMs?: number; toMs?: number }; reply: ReconciliationReport }
  'POST /reconciliation/repair': { body: { merchantOrderIds: string[] }; reply: ReconciliationReport }
  'GET /telemetry': { reply: TelemetryReport }
  'GET /health': { reply: HealthReport }
  'POST /reveal': {
    body: { kind: 'callback' | 'order' | 'refund'; id: string; path: string }
    reply: { value: string }
  }
  'POST /playground/pay': {
    body: PlaygroundPay
    reply: { order: Order; payerToken: string; redirectUrl?: string; intentUrl?: string }
  }
}

export interface Session {
  csrfToken: string
  expiresAtMs: number
}

/** What this installation is and can do: the console offers only what has a route behind it. */
export interface About {
  environment: string
  /** Masked. */
  clientId: string
  version: string
  providerHost: string
  /** The provider is a sandbox on this machine: its room and the playground are there. */
  sandbox: boolean
  callbackUrl: string
  latePayment: 'fulfil' | 'refund'
}

export interface OrderStory {
  order: Order
  refunds: Refund[]
  decisions: Decision[]
  timeline: TimelineEntry[]
  /** Other orders of the same reference. */
  siblings: Order[]
}

/** Everything of a time span, ready to draw; each series is a table as well. */
export interface Overview {
  fromMs: number
  toMs: number
  /** Distance between two points of a series; a point without an order, or without a call, is left out. */
  stepMs: number
  grossVolume: Paise
  orders: number
  completed: number
  failed: number
  pending: number
  /** Pending for longer than the provider's schedule explains. */
  delayed: number
  needsReview: number
  refunded: Paise
  refundsOpen: number
  byPaymentMode: { paymentMode: string; completed: number; failed: number; pending: number; amount: Paise }[]
  series: { atMs: number; completed: number; failed: number; amount: Paise }[]
  provider: { atMs: number; calls: number; errors: number; medianMs: number; p95Ms: number }[]
}

export interface SearchHit {
  kind: 'order' | 'refund' | 'callback'
  id: string
  /** Which id it was found by. */
  foundBy:
    | 'merchantOrderId'
    | 'orderId'
    | 'transactionId'
    | 'reference'
    | 'merchantRefundId'
    | 'refundId'
    | 'utr'
    | 'vpa'
    | 'callbackId'
  title: string
  state: string
  amount?: Paise
  atMs: number
}

export interface CallsQuery {
  endpoint?: string
  /** `ok`, `failed`, or what became of a failed call: `not-sent`, `rejected`, `unknown`. */
  outcome?: string
  /** As an error group names them. */
  errorKind?: string
  code?: string
  id?: string
  fromMs?: string
  toMs?: string
  after?: string
  limit?: string
}

/** One call of ours to the provider. */
export interface ApiCall {
  callId: string
  atMs: number
  endpoint: string
  method: 'GET' | 'POST'
  path: string
  attempts: number
  httpStatus?: number
  tookMs?: number
  errorKind?: string
  outcome?: 'not-sent' | 'rejected' | 'unknown'
  merchantOrderId?: string
  merchantRefundId?: string
}

export interface ApiCallDetail extends ApiCall {
  code?: string
  message?: string
  /** What the failure means and how to mend it. */
  explains?: string
  /** What was asked and answered, masked before it was written down: no payer, no card, no link that opens a payment. */
  request?: unknown
  reply?: unknown
}

export interface ErrorGroup {
  endpoint: string
  errorKind: string
  code?: string
  count: number
  firstAtMs: number
  lastAtMs: number
  explains: string
}

/** Something that must happen outside the order's row: a handler, a mail, a refund's call. */
export interface EventDelivery {
  deliveryId: string
  event: string
  merchantOrderId?: string
  merchantRefundId?: string
  state: 'waiting' | 'done' | 'failed'
  attempts: number
  lastError?: string
  nextAttemptAtMs?: number
  createdAtMs: number
  doneAtMs?: number
}

export interface ReconciliationReport {
  ranAtMs?: number
  /** The time whose orders were compared: from, and up to but without. */
  fromMs?: number
  toMs?: number
  checked: number
  /** More orders than this are not compared at once; the newest are. */
  most: number
  rows: Discrepancy[]
}

export interface Discrepancy {
  merchantOrderId: string
  merchantRefundId?: string
  kind: 'state' | 'amount' | 'refunded' | 'missing-here' | 'missing-there' | 'unknown-state' | 'unreadable'
  ours: string
  theirs: string
  explains: string
  repairable: boolean
}

export interface TelemetryReport {
  enabled: boolean
  reason: string
  sent: number
  failed: number
  dropped: number
}

export interface HealthReport {
  ok: boolean
  /** The books' own clock, by which the ages below are told. */
  atMs: number
  checks: { name: string; ok: boolean; says: string }[]
  workers: { workerId: string; startedAtMs: number; heartbeatAtMs: number }[]
  queues: { name: string; waiting: number; oldestAtMs?: number }[]
}

export interface PlaygroundPay {
  checkout: 'STANDARD' | 'CUSTOM'
  amount: Paise
  reference: string
  /** `CUSTOM` only; left out, the order is started and waits for the payer's choice. */
  paymentMode?: PaymentMode
  /** What the payer's browser runs on; collect requests and app links ask for it. */
  deviceOS?: BrowserOS
  redirectUrl?: string
  /** Seconds. */
  expireAfter?: number
  /** Text that the payer sees beside the request. */
  message?: string
  metaInfo?: MetaInfo
}
