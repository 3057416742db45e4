import type { Paise } from '../money.ts'
import type { LinkState } from '../provider/links.ts'
import type { CardType, CardVariant, GeoScope } from '../provider/mode-values.ts'
import type { OrderStatusResponse, RefundStatusResponse } from '../provider/responses.ts'
import type { FaultsResponse, HeldCall, ReleaseHeld, SetFaults } from './faults.ts'
import type { JournalEntry, JournalQuery } from './journal.ts'
import type { SandboxMandate, SandboxRedemption, SimulateMandate, SimulateRedemption } from './mandates.ts'
import type { QueuedOutcome, QueueOutcome, SimulateAppPayment, SimulatePayment, SimulateRefund } from './outcomes.ts'
import type { ReportQuery, SandboxSettlement, SettleNow, SimulateSettlement } from './settlements.ts'

/**
 * The sandbox's control API, relative to `/_sandbox`. Bodies and responses are JSON; an error is `{ code, message }` with a 4xx
 * status. Times are epoch milliseconds on the sandbox's clock, amounts are in paise.
 */
export interface ControlRoutes {
  /** `state=EXPIRED`: those of the FAILED ones that expired. */
  'GET /orders': {
    query: { state?: string; search?: string; after?: string; limit?: string }
    response: { orders: SandboxOrder[]; next?: string }
  }
  'GET /orders/:merchantOrderId': { response: SandboxOrder }
  'POST /orders/:merchantOrderId/simulate': { body: SimulatePayment; response: SandboxOrder }
  /** The payer pays in the merchant's app, with the token of a mobile order. */
  'POST /app/payments': { body: SimulateAppPayment; response: SandboxOrder }
  /** Lets the time of this order run out now. The clock and every other order stay as they are. */
  'POST /orders/:merchantOrderId/expire': { response: SandboxOrder }
  'GET /refunds': { query: { state?: string; merchantOrderId?: string }; response: { refunds: SandboxRefund[] } }
  'GET /refunds/:merchantRefundId': { response: SandboxRefund }
  'POST /refunds/:merchantRefundId/simulate': { body: SimulateRefund; response: SandboxRefund }
  /** Newest first. `merchantName` is the name that the payer knows the merchant by. */
  'GET /mandates': { query: { state?: string }; response: { merchantName: string; mandates: SandboxMandate[] } }
  'GET /mandates/:merchantSubscriptionId': { response: SandboxMandate }
  'POST /mandates/:merchantSubscriptionId/simulate': { body: SimulateMandate; response: SandboxMandate }
  'GET /redemptions/:merchantOrderId': { response: SandboxRedemption }
  'POST /redemptions/:merchantOrderId/simulate': { body: SimulateRedemption; response: SandboxRedemption }
  'GET /settlements': { response: { settlements: SandboxSettlement[] } }
  /** Pays out what is not settled, without waiting for a bank day. */
  'POST /settlements': { body: SettleNow; response: SandboxSettlement }
  /** The file that a merchant downloads from the provider's dashboard. */
  'GET /settlements/report': { query: ReportQuery; response: { csv: string } }
  'GET /settlements/:settlementId': { response: SandboxSettlement }
  'POST /settlements/:settlementId/simulate': { body: SimulateSettlement; response: SandboxSettlement }
  /** Calls the provider's API as a merchant would, with a token of its own: for a page that has no credentials. */
  'POST /calls': { body: ProviderCall; response: ProviderAnswer }
  'GET /callbacks': { query: { event?: string; id?: string; delivered?: string }; response: { deliveries: Delivery[] } }
  'POST /callbacks/resend': { body: { deliveryIds: string[] }; response: { deliveries: Delivery[] } }
  /** `state`: of the order or refund at the provider. */
  'POST /callbacks/trigger': { body: TriggerCallback; response: { deliveries: Delivery[]; state: string } }
  'GET /callbacks/receiver': { response: CallbackReceiver }
  'PUT /callbacks/receiver': { body: CallbackReceiver; response: CallbackReceiver }
  'GET /clock': { response: ClockResponse }
  'POST /clock': { body: SetClock; response: ClockResponse }
  'GET /faults': { response: FaultsResponse }
  'POST /faults': { body: SetFaults; response: FaultsResponse }
  'DELETE /faults': { response: FaultsResponse }
  'GET /held': { response: { held: HeldCall[] } }
  'POST /held/release': { body: ReleaseHeld; response: { released: HeldCall[] } }
  'GET /outcomes': { response: OutcomesResponse }
  'POST /outcomes': { body: QueueOutcome; response: OutcomesResponse }
  'DELETE /outcomes': { response: OutcomesResponse }
  'GET /cards': { response: CardsResponse }
  'GET /snapshots': { response: { snapshots: Snapshot[] } }
  'POST /snapshots': { body: { name?: string }; response: Snapshot }
  'POST /snapshots/:snapshotId/restore': { response: Snapshot }
  'DELETE /snapshots/:snapshotId': { response: { snapshots: Snapshot[] } }
  'GET /journal': { query: JournalQuery; response: { entries: JournalEntry[]; next?: string } }
  'POST /drill': { body: { url: string } & DrillOptions; response: DrillReport }
  'POST /reset': { response: { ok: true } }
  'GET /health': { response: { ok: true; version: string; nowMs: number; seed: string } }
}

/** An order, as shown by the sandbox's control API. */
export interface SandboxOrder extends OrderStatusResponse {
  /** The merchant's id of the order. */
  merchantOrderId: string
  /** The endpoint that created the order. */
  product: 'STANDARD' | 'CUSTOM' | 'STANDARD_SDK' | 'CUSTOM_SDK' | 'LINK'
  /** Creation time in epoch milliseconds. */
  createdAtMs: number
  /** URL to which the payer returns after the payment. */
  redirectUrl?: string
  /** URL of the hosted page, or the short URL of a payment link. */
  pageUrl?: string
  /** State and messages of a payment link; absent for other orders. */
  link?: {
    /** The state of the link. */
    state: LinkState
    /** Number of messages that were sent with the link. */
    messages: number
  }
  /** True when the order failed by expiry. A late payment can still complete the order. */
  expired?: true
  /** Sum of all refunds that have not failed, in paise. */
  refundedAmount: Paise
  /** The amount that can still be refunded, in paise; 0 unless the order is completed. */
  refundableAmount: Paise
}

/** A refund, as shown by the sandbox's control API. */
export interface SandboxRefund extends RefundStatusResponse {
  /** The merchant's id of the refund. */
  merchantRefundId: string
  /** Creation time in epoch milliseconds. */
  createdAtMs: number
}

/** One attempt to deliver one callback, and the receiver's answer. */
export interface Delivery {
  /** The sandbox's id of the attempt, `DLV…`. */
  deliveryId: string
  /** Event name, such as `checkout.order.completed`. */
  event: string
  /** Id of the subject: a `merchantOrderId`, `merchantRefundId`, `merchantSubscriptionId` or `settlementId`. */
  id: string
  /** State of the subject in the payload, such as `COMPLETED`. */
  state: string
  /** URL of the receiver. */
  url: string
  /** Number of the attempt, counted from 1. */
  attempt: number
  /** Planned time of the attempt, in epoch milliseconds. */
  scheduledAtMs: number
  /** Start of the attempt, in epoch milliseconds; absent until the callback is sent. */
  sentAtMs?: number
  /** True when the receiver answered 2xx in time. */
  delivered: boolean
  /** The request as sent, with secrets masked. */
  request: {
    /** Headers by their names in lower case. */
    headers: { [name: string]: string }
    /** Body as JSON text. */
    body: string
  }
  /** The receiver's answer; absent without an HTTP response. */
  answer?: {
    /** HTTP status. */
    status: number
    /** First 2000 bytes of the body, as text. */
    body: string
    /** Duration in milliseconds on the sandbox's clock. */
    tookMs: number
  }
  /** Reason for which the callback is not delivered; absent after a successful delivery. */
  failure?: string
  /** Time of the next attempt, in epoch milliseconds; absent when no attempt follows. */
  nextAttemptAtMs?: number
  /** Fault of this copy: `duplicate`, `reorder`, `tamper`, `delay`, `drop`, `unsigned`, `wrong-amount` or `unknown-event`. */
  fault?: string
}

/** Body of `POST /calls`. */
export interface ProviderCall {
  method: 'GET' | 'POST'
  /** Path of the provider's API with its query, such as `/subscriptions/v2/notify`. */
  path: string
  /** `POST`: sent as JSON. */
  body?: object
}

/** The answer of the provider's API. */
export interface ProviderAnswer {
  /** HTTP status; absent when a fault closed the connection. */
  status?: number
  /** Parsed JSON, or text; absent for an empty answer. */
  body?: unknown
}

/** URL and signature of the callbacks that the sandbox sends. */
export interface CallbackReceiver {
  /**
   * Absolute http or https URL that receives the callbacks.
   * @default the sandbox sends no callbacks
   */
  url?: string
  /**
   * Kind of signature. `classic`: the SHA-256 of username and password. `hmac`: an HMAC of the body. `both`: both signatures.
   * @default every kind for which secrets are set; without secrets, callbacks are unsigned
   */
  mode?: 'classic' | 'hmac' | 'both'
  /** Classic mode: the username of the webhook credentials. */
  username?: string
  /** Classic mode: the password of the webhook credentials. Responses show `***` instead. */
  password?: string
  /** HMAC mode: the secret key. Responses show `***` instead. */
  secretKey?: string
  /**
   * HMAC mode: the id of the secret key.
   * @default 'key-1'
   */
  keyId?: string
}

/** The callback to send: the body of `POST /callbacks/trigger`. */
export interface TriggerCallback {
  /**
   * Event name: `checkout.` or `pg.` with `order.completed`, `order.failed` or `transaction.attempt.failed`; or `paylink.order.…`,
   * `pg.refund.…` or `subscription.…`.
   */
  event: string
  /** Required for an event about an order, a notification or a debit. */
  merchantOrderId?: string
  /** Required for an event about a refund. */
  merchantRefundId?: string
  /** Required for `subscription.paused`, `.unpaused`, `.revoked` and `.cancelled`. */
  merchantSubscriptionId?: string
  /**
   * True to make the event happen first, so that a status check confirms the callback. The order, refund or mandate moves to the reported
   * state, if the current state allows the change.
   * @default false
   */
  simulate?: boolean
  /**
   * Fault of the callback. `duplicate` sends two copies. `tamper` changes the amount after the signature, `wrong-amount` before the
   * signature. `unsigned` leaves out the signature. `unknown-event` sends an event that the protocol does not have.
   * @default one unchanged copy
   */
  fault?: 'duplicate' | 'tamper' | 'unsigned' | 'wrong-amount' | 'unknown-event'
}

/** The sandbox's time. */
export interface ClockResponse {
  /** Epoch milliseconds. */
  nowMs: number
  frozen: boolean
}

/** Body of `POST /clock`. `setMs` is in epoch milliseconds, `advanceMs` a number of milliseconds. */
export type SetClock = { freeze: true } | { resume: true } | { setMs: number } | { advanceMs: number }

/** One rule of the outcome table: what a payment or refund must look like, and what happens to it. */
export interface OutcomeRule {
  match: {
    /** In paise. */
    amount?: number
    vpa?: string
    card?: string
    bankId?: string
    merchantOrderId?: string
    merchantRefundId?: string
  }
  /** `SUCCESS`, `PENDING`, `LATE_PAYMENT`, `ACCEPTED`, `CHOICE`, `CODE`, or a failure code. */
  outcome: string
  explains: string
}

/** The outcome table, and what is queued. */
export interface OutcomesResponse {
  rules: OutcomeRule[]
  /** For the next payments of any order. */
  queued?: QueuedOutcome
  /** Each for the next payments of its own order. */
  queuedForOrders?: QueuedOutcome[]
}

/** The test cards, and the key that card data is encrypted with. */
export interface CardsResponse {
  encryption: { keyId: number; publicKeyPem: string }
  /** The one-time password of every bank. */
  otp: string
  cards: ListedCard[]
}

/** One test card. */
export interface ListedCard {
  number: string
  network: string
  type: CardType
  variant: CardVariant
  geoScope: GeoScope
  cvv: string
  expiry: { month: string; year: string }
  /** The network token for a `TOKEN` payment with this card. */
  token: string
  /** `SUCCESS`, `PENDING`, or the detailed failure code. */
  outcome: string
  explains: string
}

/** A saved state of the sandbox. */
export interface Snapshot {
  /** The sandbox's id of the snapshot, `SNP…`. */
  snapshotId: string
  /** The given name; without a name, the id. */
  name: string
  /** The sandbox's time at the snapshot, in epoch milliseconds. */
  takenAtMs: number
  /** Number of orders. */
  orders: number
  /** Number of refunds. */
  refunds: number
}

/** Options of a drill run: the drills to send, the order to pay, and the wait for status checks. */
export interface DrillOptions {
  /**
   * Names of the checks to run: drills, `in-time` and `status-check`.
   * @default all
   */
  only?: string[]
  /**
   * The `merchantOrderId` of an open order of the shop. The sandbox pays this order. The valid, repeated and simultaneous callbacks then
   * report this order. A shop does not check or fulfil orders that only the sandbox has.
   * @default orders that only the sandbox has
   */
  order?: string
  /**
   * Longest wait for status checks after the last callback, in milliseconds of the machine's clock.
   * @default 2000
   */
  waitMs?: number
}

/** The grades of a callback receiver. */
export interface DrillReport {
  /** URL of the receiver. */
  url: string
  /** Share of the passed checks in percent, rounded down. A check without a grade counts as not passed. */
  score: number
  /** The number of passed checks, and the checks that cost points, as text. */
  summary: string
  /**
   * One grade for each drill, and `in-time` for all response times together. `status-check` is present if the run could see whether the
   * receiver asks for the status of the orders.
   */
  checks: DrillCheck[]
  /** Checks that this run could not grade. */
  notGraded: {
    /** Name of the check. */
    name: string
    /** Reason for the missing grade, and advice to get a grade in the next run. */
    reason: string
  }[]
  /** The orders that the callbacks reported. */
  orders: DrillOrder[]
}

/** An order that a drill reported to the receiver, and what the receiver may do with it. */
export interface DrillOrder {
  /** The merchant's id of the order. */
  merchantOrderId: string
  /** Name of the first drill that reported the order. */
  drill: string
  /** Number of times that the receiver may fulfil the order: never, at most once, or exactly once. */
  mayFulfil: 'never' | 'at-most-once' | 'once'
  /** Number of status checks of the order that the sandbox received since the first callback. */
  statusChecks: number
}

/** The grade of one drill. */
export interface DrillCheck {
  /** Name of the drill, such as `duplicate`. */
  name: string
  /** True when every answer was correct. */
  passed: boolean
  /** Description of the request and of a correct receiver's answer. */
  expects: string
  /** Description of the receiver's actual answer. */
  saw: string
  /** Advice to fix the receiver; absent when the check passed. */
  fix?: string
}
