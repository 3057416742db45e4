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

/** An order as the control API shows it. */
export interface SandboxOrder extends OrderStatusResponse {
  /** The merchant's id of the order. */
  merchantOrderId: string
  /** The endpoint that created the order. */
  product: 'STANDARD' | 'CUSTOM' | 'STANDARD_SDK' | 'CUSTOM_SDK' | 'LINK'
  /** Epoch milliseconds. */
  createdAtMs: number
  /** Where the payer goes after the payment. */
  redirectUrl?: string
  /** URL of the hosted page; the short URL of a payment link. */
  pageUrl?: string
  /** A payment link: its own state, and the messages that `notify` has sent. */
  link?: {
    /** The state of the link. */
    state: LinkState
    /** Messages that were sent with the link. */
    messages: number
  }
  /** The order failed because it expired: a late payment can still complete it. */
  expired?: true
  /** Sum of all refunds that have not failed, in paise. */
  refundedAmount: Paise
  /** The amount that can still be refunded, in paise; 0 unless the order is completed. */
  refundableAmount: Paise
}

/** A refund as the control API shows it. */
export interface SandboxRefund extends RefundStatusResponse {
  /** The merchant's id of the refund. */
  merchantRefundId: string
  /** Epoch milliseconds. */
  createdAtMs: number
}

/** One attempt to deliver one callback, and the receiver's answer. */
export interface Delivery {
  /** The sandbox's id of the attempt, `DLV…`. */
  deliveryId: string
  /** Event name, such as `checkout.order.completed`. */
  event: string
  /** The `merchantOrderId`, `merchantRefundId` or `merchantSubscriptionId`. */
  id: string
  /** State of the order or refund in the payload. */
  state: string
  /** URL of the receiver. */
  url: string
  /** 1 for the first attempt. */
  attempt: number
  /** Epoch milliseconds. */
  scheduledAtMs: number
  /** Epoch milliseconds; absent until the callback is sent. */
  sentAtMs?: number
  /** True when the receiver answered 2xx in time. */
  delivered: boolean
  /** The request as sent, with secrets masked. */
  request: {
    /** Names in lower case. */
    headers: { [name: string]: string }
    /** JSON text. */
    body: string
  }
  /** The receiver's answer with the first 2000 characters of its body; absent without an HTTP response. */
  answer?: {
    /** HTTP status. */
    status: number
    /** Text. */
    body: string
    /** Milliseconds on the sandbox's clock. */
    tookMs: number
  }
  /** Why the callback is not delivered. */
  failure?: string
  /** Epoch milliseconds of the retry; absent when there is none. */
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

/** Where callbacks are sent and how they are signed. */
export interface CallbackReceiver {
  /**
   * Absolute http or https URL.
   * @default no callbacks are sent
   */
  url?: string
  /**
   * `classic` sends the SHA-256 of username and password, `hmac` an HMAC of the body, `both` sends both.
   * @default every mode that there are secrets for; unsigned without any
   */
  mode?: 'classic' | 'hmac' | 'both'
  /** Classic mode: the username of the webhook credentials. */
  username?: string
  /** Classic mode: the password of the webhook credentials. Responses mask it as `***`. */
  password?: string
  /** HMAC mode: the secret key. Responses mask it as `***`. */
  secretKey?: string
  /**
   * HMAC mode: the id of the secret key.
   * @default 'key-1'
   */
  keyId?: string
}

/** Body of `POST /callbacks/trigger`. */
export interface TriggerCallback {
  /** Event name: `checkout.` or `pg.` with `order.completed`, `order.failed` or `transaction.attempt.failed`, `paylink.order.…`, `pg.refund.…`, or `subscription.…`. */
  event: string
  /** Required for an order event, and for a notification or debit. */
  merchantOrderId?: string
  /** Required for a refund event. */
  merchantRefundId?: string
  /** Required for `subscription.paused`, `.unpaused`, `.revoked` and `.cancelled`. */
  merchantSubscriptionId?: string
  /**
   * First makes the event true: brings the order or refund to the state that the event reports, where its state allows that, so
   * that a status check confirms the callback.
   * @default false
   */
  simulate?: boolean
  /**
   * `duplicate` sends two copies, `tamper` changes the amount after signing, `unsigned` leaves out the signature, `wrong-amount`
   * changes the amount before signing, `unknown-event` sends an event that the protocol does not have.
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
  /** The given name, otherwise the id. */
  name: string
  /** Epoch milliseconds. */
  takenAtMs: number
  /** Number of orders. */
  orders: number
  /** Number of refunds. */
  refunds: number
}

/** The choice of drills, and the way in which the run watches the receiver. */
export interface DrillOptions {
  /**
   * Names of the drills to send, also `in-time` and `status-check`.
   * @default all
   */
  only?: string[]
  /**
   * The `merchantOrderId` of an open order of the shop. It is paid at the sandbox, and the valid, the repeated and the
   * simultaneous callbacks are about it. A shop neither checks nor fulfils orders that it does not have.
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
  /** Share of the passed checks in percent, rounded down. What was not graded counts as not passed. */
  score: number
  /** One sentence with the number of passed checks and the missing points. */
  summary: string
  /**
   * One grade for each drill, `in-time` for all response times together, and `status-check` when it was seen what the receiver
   * does after its answers.
   */
  checks: DrillCheck[]
  /** Possible faults of a receiver that this run could not see. */
  notGraded: {
    /** Name of the check. */
    name: string
    /** Why it was not graded, and what lets the next run see it. */
    reason: string
  }[]
  /** The orders of the callbacks. */
  orders: DrillOrder[]
}

/** An order that a drill reported to the receiver, and what the receiver may do with it. */
export interface DrillOrder {
  /** The merchant's id of the order. */
  merchantOrderId: string
  /** Name of the first drill that was about it. */
  drill: string
  /** Number of times that the receiver may fulfil the order: never, at most once, or exactly once. */
  mayFulfil: 'never' | 'at-most-once' | 'once'
  /** Status checks that the sandbox received for it since the first callback. */
  statusChecks: number
}

/** The grade of one drill. */
export interface DrillCheck {
  /** Name of the drill, such as `duplicate`. */
  name: string
  /** True when every answer was correct. */
  passed: boolean
  /** The request, and the answer of a correct receiver. */
  expects: string
  /** The receiver's answer. */
  saw: string
  /** Advice to fix the receiver; absent when the check passed. */
  fix?: string
}
