import type { Paise } from '../money.ts'
import type { ApiKey, CreateApiKey, CreatedApiKey } from './api-keys.ts'
import type { AuditCheck, AuditEntry, AuditQuery } from './audit.ts'
import type { BankReport, ImportBankStatement, ImportedBankStatement } from './bank-statements.ts'
import type { CallbackRecord, CallbackRecordDetail, CallbacksQuery, ReplayPreview } from './callbacks.ts'
import type { ConsoleSubscriptionRoutes } from './console-subscriptions.ts'
import type { CallOutcome, OrderWithTimeline, Proof } from './decisions.ts'
import type { EventDelivery, EventDeliveryDetail, EventSubscription } from './deliveries.ts'
import type { Dispute, DisputesQuery } from './disputes.ts'
import type { FinanceDays, FinanceReport, LedgerQuery } from './finance.ts'
import type { HealthReport, TelemetryReport } from './health.ts'
import type { LedgerEntry } from './ledger.ts'
import type { RemindLink, SendLink } from './links.ts'
import type { Order, OrdersQuery, Page, Resolution } from './orders.ts'
import type { FailingCalls, Overview, Payouts, UsualFigures } from './overview.ts'
import type { NewPasskey, PasskeyCreation, PasskeyProof, PasskeyRequest } from './passkeys.ts'
import type { ErasurePreview, ErasureResult, LegalHold, PayerSelector } from './payers.ts'
import type { PlaygroundPay } from './playground.ts'
import type { ReconciliationReport } from './reconciliation.ts'
import type { RefundFile, RefundFileRow, UploadRefundFile } from './refund-files.ts'
import type { DecideRefund, ListedRefund, Refund, RefundsQuery, RequestRefund, ResolveRefundReview } from './refunds.ts'
import type { Role } from './roles.ts'
import type {
  ClosesQuery,
  DayClose,
  ImportedSettlements,
  ImportSettlements,
  Settlement,
  SettlementDetail,
  SettlementReport,
  SettlementsQuery,
} from './settlements.ts'
import type {
  ChangeUser,
  Invitation,
  InviteUser,
  Passkey,
  Passkeys,
  SecondFactor,
  SecondFactorKey,
  SecuritySettings,
  SessionUser,
  User,
  UserSession,
} from './users.ts'
import type { SavedView, SaveView } from './views.ts'

/**
 * The console API, relative to `<admin mount>/api`. Every route but the public ones of `ROUTE_ACCESS` needs the session cookie and a role
 * with the route's permission; requests that change something also need the header `x-csrf-token`. An error is `{ code, message, field?, docsUrl }`
 * with a 4xx status; 403 NOT_ALLOWED names the roles that may. 403 PROOF_REQUIRED asks the person for a proof of who they are, by one of the
 * `ways` in the error: `POST /session/proof`, then the same request again. `ROUTE_PROOF` names the routes.
 * Besides these routes: `GET /orders.csv` (the filters of `GET /orders`, or `ids`, at most 100 separated by commas, streamed), `GET /ledger.csv` (`LedgerDays`, streamed), `GET /finance.csv` (the days of `GET /finance`, streamed), `GET /day-closes.csv` (the days of `GET /day-closes`, streamed), `GET /audit.csv` (the filters of `GET /audit`, streamed), `GET /refund-files/:fileId/results.csv`, `GET /live` (server-sent `LiveEvent`s),
 * and `/sandbox/*`, the sandbox's control API, when the provider is one.
 */
export interface ConsoleRoutes extends ConsoleSubscriptionRoutes {
  /**
   * Without a name: the first admin, `admin`. `code` is one of the authenticator app, or a recovery code; without it 401 CODE_NEEDED, whose
   * `ways` name what the user can go on with: `code`, or `passkey`, which is `POST /passkeys/login`.
   */
  'POST /session': { body: { name?: string; password: string; code?: string }; response: Session }
  /** A challenge for the next login in this browser, or for the second step of a sign-in. */
  'POST /passkeys/options': { response: PasskeyRequest }
  /** Logs in with a passkey alone: the authenticator has verified the person. */
  'POST /passkeys/login': { body: { passkey: PasskeyProof }; response: Session }
  /** The ways to log in besides a password. `passkeys`: at least one can be used here. `GET /sign-in` begins it, and `GET /sign-in/callback` is where the provider sends the browser. */
  'GET /sign-in/options': { response: { label?: string; passkeys?: true } }
  /** After a sign-in of a user with a second factor: one of the two. */
  'POST /sign-in/code': { body: { code?: string; passkey?: PasskeyProof }; response: Session }
  'GET /session': { response: Session }
  'DELETE /session': { response: { ok: true } }
  /** A challenge for `POST /session/proof` with a passkey. */
  'POST /session/proof/options': { response: PasskeyRequest }
  /** The person who is logged in proves again who they are, by one of the three. A new login at the provider: `GET /sign-in?proof=1`. */
  'POST /session/proof': { body: { password?: string; code?: string; passkey?: PasskeyProof }; response: { ok: true } }
  /** Names the user of a link. Public, like the next route. The token is in the body, so that no access log holds the token. */
  'POST /invitations/check': { body: { token: string }; response: { name: string; expiresAtMs: number } }
  /** Sets the password, ends the user's sessions, and logs in, unless the user has a second factor. A link works once. */
  'POST /invitations/accept': { body: { token: string; password: string }; response: { session?: Session } }
  /** The sessions of the person who asks. */
  'GET /account/sessions': { response: { rows: UserSession[] } }
  'DELETE /account/sessions/:sessionId': { response: { ok: true } }
  /** Ends the user's other sessions. */
  'POST /account/password': { body: { current: string; password: string }; response: { ok: true } }
  'GET /account/second-factor': { response: SecondFactor }
  /** A new key, which replaces one that was not confirmed. */
  'POST /account/second-factor/begin': { body: { password: string }; response: SecondFactorKey }
  /** Turns the second factor on; the recovery codes are shown once. A key or codes that counted before end. */
  'POST /account/second-factor/confirm': { body: { code: string }; response: { recoveryCodes: string[] } }
  'POST /account/second-factor/remove': { body: { password: string; code: string }; response: SecondFactor }
  'GET /account/passkeys': { response: Passkeys }
  'POST /account/passkeys/options': { response: PasskeyCreation }
  /** A first second factor comes with recovery codes, which are shown once. */
  'POST /account/passkeys': {
    body: { name: string; passkey: NewPasskey }
    response: { passkey: Passkey; recoveryCodes?: string[] }
  }
  /** Ends the user's other sessions. 409 LAST_WAY_IN when nothing else lets the user in. */
  'DELETE /account/passkeys/:passkeyId': { response: { ok: true } }
  /** For a user who lost app, passkeys and recovery codes. Ends their sessions. */
  'POST /users/:userId/remove-second-factor': { response: User }
  'GET /security': { response: SecuritySettings }
  /** A user who makes this change must have a second factor when it concerns their own role. */
  'POST /security': { body: SecuritySettings; response: SecuritySettings }
  'GET /users': { response: { rows: User[] } }
  'POST /users': { body: InviteUser; response: Invitation }
  /** Applies at once, also to open sessions. You cannot remove the last admin who can log in. */
  'POST /users/:userId/change': { body: ChangeUser; response: User }
  /** A new link, which replaces an earlier one: for a lost link or a forgotten password. The old password works until it is used. */
  'POST /users/:userId/invite': { response: Invitation }
  'GET /users/:userId/sessions': { response: { rows: UserSession[] } }
  /** Ends all sessions of the user. */
  'DELETE /users/:userId/sessions': { response: { closed: number } }
  /** Keys of the merchant API that are stored in the database, newest first. */
  'GET /api-keys': { response: { rows: ApiKey[] } }
  /** The key is shown once. */
  'POST /api-keys': { body: CreateApiKey; response: CreatedApiKey }
  /** Refused from now on by every replica. A revoked key stays in the list. */
  'POST /api-keys/:keyId/revoke': { response: ApiKey }
  'GET /about': { response: About }
  'GET /overview': { query: { fromMs?: string; toMs?: string }; response: Overview }
  /** The usual figures of these hours, at most a day; the hours of a day that has begun end now. */
  'GET /overview/usual': { query: { fromMs?: string; toMs?: string }; response: UsualFigures }
  /** Totals by days of payment in Indian time; at most 400 days. */
  'GET /finance': { query: FinanceDays; response: FinanceReport }
  /** Entries of the ledger by the time of the money, newest first. */
  'GET /ledger': { query: LedgerQuery; response: Page<LedgerEntry> }
  /** Settlements, those that became known last first. */
  'GET /settlements': { query: SettlementsQuery; response: Page<Settlement> }
  /** Captured − refunded − settled, and what differs. */
  'GET /settlements/summary': { response: SettlementReport }
  /** The amounts that the provider has paid out in some days, and the amount on its way. */
  'GET /settlements/payouts': { query: { fromMs?: string; toMs?: string }; response: Payouts }
  /** A settlement with the first 1 000 rows of imported reports. */
  'GET /settlements/:settlementId': { response: SettlementDetail }
  /** Reads the provider's settlements now. */
  'POST /settlements/sync': { response: { listed: number; read: number; changed: number } }
  /** Imports the settlement report of the provider's dashboard, at most 8 MiB. */
  'POST /settlements/reports': { body: ImportSettlements; response: ImportedSettlements }
  /** Settlements beside the imported bank statements. */
  'GET /bank-statements': { response: BankReport }
  /** Imports a statement of the merchant's bank, at most 8 MiB. */
  'POST /bank-statements': { body: ImportBankStatement; response: ImportedBankStatement }
  /** Removes an imported statement with its lines. */
  'DELETE /bank-statements/:statementId': { response: { removed: true } }
  /** Closed days, the latest first. */
  'GET /day-closes': { query: ClosesQuery; response: Page<DayClose> }
  'GET /search': { query: { q: string }; response: { hits: SearchHit[] } }
  'GET /orders': { query: OrdersQuery; response: Page<Order> }
  /** The figures of the orders that the filters of `GET /orders` name. */
  'GET /order-totals': { query: TotalsQuery<OrdersQuery>; response: ListTotals }
  'GET /orders/:merchantOrderId': { response: OrderWithTimeline }
  'GET /orders/:merchantOrderId/proof': { response: Proof }
  'POST /orders/:merchantOrderId/sync': { response: OrderWithTimeline }
  /**
   * `version` is that of the order as the person read it: 409 REVIEW_CHANGED when it has changed since. `refundSurplus`, for an order that was
   * paid twice: refunds its `surplusAmount`.
   */
  'POST /orders/:merchantOrderId/resolve-review': {
    body: { note: string; version: number; refundSurplus?: boolean }
    response: OrderWithTimeline
  }
  'POST /orders/:merchantOrderId/refunds': { body: RequestRefund; response: Refund }
  /** Creates a payment link for the cart of this order, as another order of the cart, which is the response. */
  'POST /orders/:merchantOrderId/link': { body: SendLink; response: OrderWithTimeline }
  /** Sends a link to its payer again, at most once a minute: 409 REMINDED_RECENTLY. */
  'POST /links/:merchantOrderId/remind': { body: RemindLink; response: OrderWithTimeline }
  'POST /links/:merchantOrderId/cancel': { response: OrderWithTimeline }
  'GET /refunds': { query: RefundsQuery; response: Page<ListedRefund> }
  /** The figures of the refunds that the filters of `GET /refunds` name. */
  'GET /refund-totals': { query: TotalsQuery<RefundsQuery>; response: ListTotals }
  'GET /refunds/:merchantRefundId': { response: Refund }
  'POST /refunds/:merchantRefundId/sync': { response: Refund }
  /** `version` is required: 409 REVIEW_CHANGED when the refund has changed since the person read it. */
  'POST /refunds/:merchantRefundId/resolve-review': { body: Required<ResolveRefundReview>; response: Refund }
  /** Approves a refund that another person requested. Otherwise: 409 SECOND_PERSON_NEEDED, APPROVAL_DECIDED. */
  'POST /refunds/:merchantRefundId/approve': { body: DecideRefund; response: Refund }
  /** Also of who requested it, to withdraw it. */
  'POST /refunds/:merchantRefundId/decline': { body: DecideRefund; response: Refund }
  /** The newest files of refunds, at most 50. */
  'GET /refund-files': { response: { rows: RefundFile[] } }
  /** Stores a file with what will happen to each row. Nothing is refunded. */
  'POST /refund-files': { body: UploadRefundFile; response: RefundFile }
  'GET /refund-files/:fileId': { response: RefundFile }
  /** `show=wrong`: only rows that cannot be refunded, or were refused. */
  'GET /refund-files/:fileId/rows': {
    query: { show?: string; after?: string; limit?: string }
    response: Page<RefundFileRow>
  }
  /** Workers request the refunds of the rows, in the name of who starts it. Starting it again changes nothing. */
  'POST /refund-files/:fileId/start': { response: RefundFile }
  /** Rows that have no result yet are not run. */
  'POST /refund-files/:fileId/stop': { response: RefundFile }
  'GET /callbacks': { query: CallbacksQuery; response: Page<CallbackRecord> }
  'GET /callbacks/:callbackId': { response: CallbackRecordDetail }
  'POST /callbacks/replay-preview': { body: { callbackIds: string[] }; response: ReplayPreview }
  'POST /callbacks/replay': { body: { callbackIds: string[] }; response: { replayed: number } }
  /** Disputes, the last changed first. */
  'GET /disputes': { query: DisputesQuery; response: Page<Dispute> }
  /** A person says that the dispute is answered: the alert ends. `callbackId` is that of the dispute as the person read it: 409 REVIEW_CHANGED when the provider has reported something since. */
  'POST /disputes/:disputeKey/answered': { body: { callbackId: string }; response: Dispute }
  'GET /calls': { query: CallsQuery; response: Page<ApiCall> }
  'GET /calls/:callId': { response: ApiCallDetail }
  'GET /calls/errors': { query: { fromMs?: string; toMs?: string }; response: { groups: ErrorGroup[] } }
  /** `state` is one of `EventDelivery`, `retrying` (waiting, and failed before), or `unclaimed`. */
  'GET /deliveries': {
    query: { needsReview?: string; state?: string; after?: string; limit?: string }
    response: Page<EventDelivery>
  }
  'GET /deliveries/:deliveryId': { response: EventDeliveryDetail }
  'POST /deliveries/:deliveryId/retry': { response: EventDeliveryDetail }
  /** These deliveries, or all that need review. Those that are done, cancelled or running stay as they are. */
  'POST /deliveries/retry': { body: { deliveryIds: string[] } | { allFailed: true }; response: { retried: number } }
  'GET /subscriptions': { response: { rows: EventSubscription[] } }
  'POST /subscriptions/remove': { body: { subscriber: string; event: string }; response: { cancelled: number } }
  /** `kind` narrows the rows, of which at most 500 are sent. */
  'GET /reconciliation': { query: { kind?: string }; response: ReconciliationReport }
  /** Compares the first orders of the span before it answers; workers compare the rest. */
  'POST /reconciliation/run': { body: { fromMs?: number; toMs?: number }; response: ReconciliationReport }
  'POST /reconciliation/repair': { body: { merchantOrderIds: string[] }; response: ReconciliationReport }
  'POST /payers/preview': { body: PayerSelector; response: ErasurePreview }
  'POST /payers/erase': { body: PayerSelector; response: ErasureResult }
  'GET /legal-holds': { response: { rows: LegalHold[] } }
  /** `by` is who is logged in. */
  'POST /legal-holds': { body: Omit<LegalHold, 'sinceMs' | 'by'>; response: LegalHold }
  'DELETE /legal-holds/:merchantOrderId': { response: { ok: true } }
  'GET /audit': { query: AuditQuery; response: Page<AuditEntry> }
  /** Computes the whole chain again. */
  'GET /audit/check': { response: AuditCheck }
  /** The shared views and the own ones of all lists, by name. */
  'GET /views': { response: { rows: SavedView[] } }
  /** Saves an own view. */
  'POST /views': { body: SaveView; response: SavedView }
  /** Renames an own view. 404 when the view is deleted or shared. */
  'POST /views/:viewId/rename': { body: { name: string }; response: SavedView }
  'DELETE /views/:viewId': { response: { ok: true } }
  /** Everybody sees the own view from now on. */
  'POST /views/:viewId/share': { response: SavedView }
  /** When two people rename a view at once, the last name counts. 404 when the view is deleted. */
  'POST /shared-views/:viewId/rename': { body: { name: string }; response: SavedView }
  /** The navigation opens the list with this view for these roles, and with no other view. */
  'POST /shared-views/:viewId/roles': { body: { roles: Role[] }; response: SavedView }
  'DELETE /shared-views/:viewId': { response: { ok: true } }
  'GET /telemetry': { response: TelemetryReport }
  'GET /health': { response: HealthReport & { failingCalls: FailingCalls[] } }
  'POST /reveal': {
    /** `reason`: why it is needed, for the audit log. */
    body: { kind: 'callback' | 'order' | 'refund'; id: string; path: string; reason: string }
    response: { value: string }
  }
  'POST /playground/pay': {
    body: PlaygroundPay
    response: { order: Order; payerToken: string; redirectUrl?: string; intentUrl?: string }
  }
}

export interface Session {
  csrfToken: string
  expiresAtMs: number
  user: SessionUser
  /** Place among the changes that the gateway announces; see the event `hello` of `GET /live`. */
  cursor: string
  /** The role needs a second factor and the user has none yet: until then only their own account can be used. */
  secondFactorNeeded?: true
}

/** The installation and its features. */
export interface About {
  environment: string
  /** Masked. */
  clientId: string
  version: string
  providerHost: string
  /** The provider is a sandbox on this machine: sandbox controls and playground are available. */
  sandbox: boolean
  callbackUrl: string
  /** The setting `merchant` is given: programs may call the merchant API with a key. */
  merchantApi: boolean
  /** The option `subscriptions` is given: plans and their subscriptions have pages. */
  subscriptions: boolean
  /** As payers know the merchant; on receipts. Absent: not configured. */
  merchantName?: string
  latePayment: 'fulfil' | 'refund'
  /** Limits for the console's questions before a refund, in paise. */
  refunds: {
    /** Above this amount the order id is typed. */
    confirmAbove: number
    /** Above this amount, with what was refunded of the order without approval before, a second person approves. Absent: never. */
    approvalAbove?: number
  }
}

export interface SearchHit {
  kind: 'order' | 'refund' | 'callback' | 'subscription'
  id: string
  /** The id that the search matched, or the amount or failure code. */
  foundBy:
    | 'merchantOrderId'
    | 'orderId'
    | 'transactionId'
    | 'reference'
    | 'merchantRefundId'
    | 'refundId'
    | 'utr'
    | 'vpa'
    | 'amount'
    | 'failure'
    | 'callbackId'
    | 'subscriptionId'
    /** The merchant's id of a mandate. */
    | 'merchantSubscriptionId'
    /** The provider's id of a mandate. */
    | 'providerId'
  /** The reference of an order, the order of a refund, the event of a callback, or the plan of a subscription. */
  title: string
  state: string
  /** Only for a paid order. */
  resolution?: Resolution
  /** Only for a failed order. */
  errorCode?: string
  detailedErrorCode?: string
  /** Only for an order in review. */
  needsReview?: true
  amount?: Paise
  atMs: number
}

export interface CallsQuery {
  endpoint?: string
  /** `ok` (answered, also with "not found"), `failed`, or an outcome: `not-sent`, `rejected`, `unknown`, `not-found`. */
  outcome?: string
  /** An error kind, as in `ErrorGroup`. */
  errorKind?: string
  code?: string
  id?: string
  fromMs?: string
  toMs?: string
  /** `duration`: the slowest first, of the newest `MAX_SORTED_CALLS` that match. Default: the newest first. */
  sort?: 'duration'
  after?: string
  limit?: string
}

/** So many calls are compared by their duration, however many are logged. */
export const MAX_SORTED_CALLS = 10_000

/** One call to the provider. */
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
  outcome?: CallOutcome
  merchantOrderId?: string
  merchantRefundId?: string
}

export interface ApiCallDetail extends ApiCall {
  code?: string
  message?: string
  /** Request and response, masked before they are stored: no payer data, no card data, no payment links. */
  request?: unknown
  response?: unknown
}

export interface ErrorGroup {
  endpoint: string
  errorKind: string
  code?: string
  count: number
  firstAtMs: number
  lastAtMs: number
}

/** The filters of a list, without its order and page. */
export type TotalsQuery<Query> = Omit<Query, 'sort' | 'after' | 'limit'>

/** Figures of a filtered list. A list of more rows than the gateway counts says so. */
export type ListTotals =
  | {
      /** Number of rows. */
      count: number
      /** The amount paid for the orders, or returned by completed refunds, in paise. */
      amount: Paise
      /** Sum of the refunds that are neither completed nor failed, in paise; absent for orders. */
      openAmount?: Paise
    }
  | {
      /** The list has more rows than this number. */
      moreThan: number
    }
